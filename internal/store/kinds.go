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
// "direct", "delay:50us".
func Parse(kinds []Kind, text string) (Kind, Config, error) {
	name, wait, hasWait := strings.Cut(text, ":")
	var names []string
	for _, k := range kinds {
		names = append(names, k.Name)
		if k.Name != name {
			continue
		}
		var cfg Config
		if simulated := k.Medium == Simulated; hasWait != simulated {
			if simulated {
				return Kind{}, Config{}, fmt.Errorf("%q does not say how long a lookup takes: want such as %s:50us", text, name)
			}
			return Kind{}, Config{}, fmt.Errorf("%q: %s takes no time to wait: want %s", text, name, name)
		}
		if hasWait {
			var err error
			if cfg.Wait, err = time.ParseDuration(wait); err != nil {
				return Kind{}, Config{}, fmt.Errorf("%q: %q is not a duration: want a wait such as %s:50us", text, wait, name)
			}
			if cfg.Wait < leastWait || cfg.Wait > mostWait {
				return Kind{}, Config{}, fmt.Errorf("%q: want %s to %s", text, leastWait, mostWait)
			}
		}
		return k, cfg, nil
	}
	if near, ok := nearest.Of(name, names); ok {
		return Kind{}, Config{}, fmt.Errorf("unknown store %q: want %s, or another of %s", name, near, strings.Join(names, ", "))
	}
	return Kind{}, Config{}, fmt.Errorf("unknown store %q: want one of %s", name, strings.Join(names, ", "))
}

// The bounds of a simulated wait.
const (
	leastWait = 100 * time.Nanosecond
	mostWait  = 10 * time.Millisecond
)
