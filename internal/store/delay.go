package store

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Delay is the map with a wait before each answer, of Config.Wait: it stands for a
// store that is not here. What is measured on it is simulated and called so.
//
// Guarantee: exact. A lookup takes the wait longer than one of the map; a list takes
// it once, as a message to a network would. Waits below 50 µs spin on the monotonic
// clock and take the CPU; longer ones sleep until shortly before their end and spin the
// rest. How late the system wakes a thread, and what reading the clock takes, is
// measured when the store is opened.
// Cost: the wait, exact to a reading of the clock (about 50 ns) as long as the system
// does not take the processor away; 3 ms at opening.
// Source: none; docs/stores.md.
func Delay() Kind {
	return Kind{Name: "delay", Title: "the map and a simulated wait", Medium: Simulated, Many: true, Open: func(ctx context.Context, e Entries, cfg Config) (Store, error) {
		if cfg.Wait < leastWait || cfg.Wait > mostWait {
			return nil, fmt.Errorf("a wait of %s: want %s to %s", cfg.Wait, leastWait, mostWait)
		}
		m, err := Map().Open(ctx, e, Config{})
		if err != nil {
			return nil, err
		}
		return &delayed{inMap: m.(*inMap), pause: newPause(cfg.Wait)}, nil
	}}
}

type delayed struct {
	*inMap
	pause pause
}

func (d *delayed) Get(dst []byte, key string) ([]byte, bool, error) {
	d.pause.wait()
	return d.inMap.Get(dst, key)
}

// GetMany waits once.
func (d *delayed) GetMany(keys []string, found func(i int, value []byte) error) error {
	d.pause.wait()
	room := []byte{} // not nil: an empty value is one
	for i, key := range keys {
		value, ok, err := d.inMap.Get(room[:0], key)
		if err != nil {
			return err
		}
		room = value
		if !ok {
			value = nil
		}
		if err := found(i, value); err != nil {
			return err
		}
	}
	return nil
}

// longestSpin is the wait from which on a thread sleeps.
const longestSpin = 50 * time.Microsecond

// pause is a calibrated wait.
type pause struct {
	until time.Duration // of spinning, from the beginning: the wait less what it takes longer
	sleep time.Duration // of it; 0: none
}

// newPause calibrates a wait.
func newPause(wait time.Duration) pause {
	p := pause{until: wait}
	if wait >= longestSpin {
		late := middle(func() time.Duration {
			const nap = longestSpin
			start := time.Now()
			sleep(nap)
			return time.Since(start) - nap
		})
		p.sleep = max(0, wait-2*late) // twice: one sleep in two is later than the middle one
	}
	spin := pause{until: longestSpin / 10}
	beyond := middle(func() time.Duration {
		start := time.Now()
		spin.wait()
		return time.Since(start) - spin.until
	})
	p.until = max(0, wait-beyond)
	return p
}

// middle is the median of some measurements.
func middle(measure func() time.Duration) time.Duration {
	all := make([]time.Duration, 25)
	for i := range all {
		all[i] = measure()
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func (p pause) wait() {
	start := time.Now()
	if p.sleep > 0 {
		sleep(p.sleep)
	}
	for time.Since(start) < p.until {
	}
}
