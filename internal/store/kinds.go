package store

import (
	"fmt"
	"strings"
	"time"

	"hyphbench/internal/nearest"
)

// Kinds lists the stores of the program, by rising cost of a lookup. A program with
// heavier stores appends its own.
func Kinds() []Kind {
	return []Kind{Map(), Hashtable(), Sorted(), Bbolt(), Redis(), RedisTCP(), HTTP(), Direct(), Delay()}
}

// Names are those of the kinds as Parse takes them, simulated ones with a wait such as
// "50us".
func Names(kinds []Kind, wait string) (names []string) {
	for _, k := range kinds {
		name := k.Name
		if k.Medium == Simulated {
			name += ":" + wait
		}
		names = append(names, name)
	}
	return names
}

// Parse returns the kind that a text names, and what it says of its configuration:
// "direct", "delay:50us", "bbolt:stores", "redis-tcp:localhost:6379".
func Parse(kinds []Kind, text string) (Kind, Config, error) {
	name, behind, has := strings.Cut(text, ":")
	var names []string
	for _, k := range kinds {
		names = append(names, k.Name)
		if k.Name != name {
			continue
		}
		if k.Medium == Simulated {
			cfg, err := parseWait(text, name, behind, has)
			return k, cfg, err
		}
		switch {
		case !has:
			return k, Config{}, nil
		case k.Place == Nowhere:
			return Kind{}, Config{}, fmt.Errorf("%q: %s takes nothing behind a colon: want %s", text, name, name)
		case behind == "":
			return Kind{}, Config{}, fmt.Errorf("%q: nothing is behind the colon: want %s:%s or %s", text, name, k.Place, name)
		case k.Place == Folder:
			return k, Config{Folder: behind}, nil
		}
		return k, Config{Address: behind}, nil
	}
	if near, ok := nearest.Of(name, names); ok {
		return Kind{}, Config{}, fmt.Errorf("unknown store %q: want %s, or another of %s", name, near, strings.Join(names, ", "))
	}
	return Kind{}, Config{}, fmt.Errorf("unknown store %q: want one of %s", name, strings.Join(names, ", "))
}

// parseWait reads how long a lookup of a simulated store takes.
func parseWait(text, name, wait string, has bool) (cfg Config, err error) {
	if !has {
		return cfg, fmt.Errorf("%q does not say how long a lookup takes: want such as %s:50us", text, name)
	}
	if cfg.Wait, err = time.ParseDuration(wait); err != nil {
		return Config{}, fmt.Errorf("%q: %q is not a duration: want a wait such as %s:50us", text, wait, name)
	}
	if cfg.Wait < leastWait || cfg.Wait > mostWait {
		return Config{}, fmt.Errorf("%q: want %s to %s", text, leastWait, mostWait)
	}
	return cfg, nil
}

// The bounds of a simulated wait.
const (
	leastWait = 100 * time.Nanosecond
	mostWait  = 10 * time.Millisecond
)
