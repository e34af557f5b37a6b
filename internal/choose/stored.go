package choose

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hyphbench/internal/section"
	"hyphbench/internal/stats"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// Bounds of a section of MeasureStore.
const (
	mostLookups = 1 << 16
	mostWait    = 200 * time.Millisecond
)

// MeasureStore times lookups of keys and of strangers in the store: ns of a hit and
// of a miss, trimmed means over the rounds. With batch above 1 they are asked in lists of that length, where the
// store has such. Of a store in memory the CPU time of the thread counts, of one that
// is waited for the time on the wall.
func MeasureStore(ctx context.Context, s store.Store, medium store.Medium, w *Workload, rounds, batch int) (hit, miss float64, err error) {
	for _, kind := range []struct {
		to     *float64
		list   *wordlist.List
		member bool
	}{{&hit, w.known, true}, {&miss, w.strangers, false}} {
		words := kind.list.First(min(mostLookups, kind.list.Len())).All()
		for len(words) < batch {
			words = append(words, words...)
		}
		// The first message says how many words a section may have, and warms up.
		start := time.Now()
		if err := ask(s, words[:max(1, batch)], batch, kind.member); err != nil {
			return 0, 0, err
		}
		messages := max(1, int(mostWait/max(1, time.Since(start))))
		if medium == store.Memory {
			messages = len(words)
		}
		words = words[:min(len(words), messages*max(1, batch))]
		var times []float64
		for range rounds {
			if err := ctx.Err(); err != nil {
				return 0, 0, err
			}
			var failed error
			t := section.Measure(true, func() { failed = ask(s, words, batch, kind.member) })
			if failed != nil {
				return 0, 0, failed
			}
			times = append(times, took(t, medium)/float64(len(words)))
		}
		if *kind.to, err = stats.TrimmedMean(times); err != nil {
			return 0, 0, err
		}
		if medium == store.Memory {
			dry := section.Measure(true, func() { _ = ask(nothing(kind.member), words, batch, kind.member) })
			*kind.to = max(0.1, *kind.to-took(dry, medium)/float64(len(words)))
		}
	}
	return hit, miss, nil
}

// took is the time of a section in ns.
func took(s section.Section, medium store.Medium) float64 {
	if medium == store.Memory {
		return float64(s.Effort())
	}
	return float64(s.Wall)
}

// nothing answers what it is, without a look.
type nothing bool

func (n nothing) Get(dst []byte, _ string) ([]byte, bool, error) { return dst, bool(n), nil }
func (nothing) Accesses() (int64, error)                         { return 0, nil }
func (nothing) Close() error                                     { return nil }

// ask looks words up in lists of batch, all of which are keys, or none.
func ask(s store.Store, words []string, batch int, member bool) error {
	wrong := func(word string) error {
		return fmt.Errorf("the store says that %q is there: %v, want %v", word, !member, member)
	}
	if many, can := s.(store.ManyGetter); can && batch > 1 {
		for chunk := range slices.Chunk(words, batch) {
			err := many.GetMany(chunk, func(i int, value []byte) error {
				if (value != nil) != member {
					return wrong(chunk[i])
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	}
	var value []byte
	for _, word := range words {
		var ok bool
		var err error
		if value, ok, err = s.Get(value[:0], word); err != nil {
			return err
		}
		if ok != member {
			return wrong(word)
		}
	}
	return nil
}
