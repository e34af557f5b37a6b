package filtertest

import (
	"errors"
	"sync"
	"sync/atomic"

	"hyphbench/internal/filter"
)

// atomicInsertions inserts from several goroutines and queries meanwhile. Every
// key must be found as soon as its insertion has returned, by all goroutines,
// and in the end Theory must be that of as many keys. Under the race detector
// an access without synchronisation is an error too.
func atomicInsertions(t TB, s filter.Structure) {
	const writers, each, built = 4, 2000, 100
	for name, hash := range hashes() {
		first := words(built, 41)
		cfg := filter.Config{Epsilon: 0.05, Seed: 41, Hash: hash, Capacity: built + writers*each}
		plain := buildUnder(t, s, first, cfg)
		if plain == nil {
			continue
		}
		f, ok := plain.(filter.AtomicInserter)
		if !ok {
			t.Errorf("%s: a filter of one key inserts atomically, one of %d keys does not", name, built)
			return
		}
		keys := make([][]string, writers)
		done := make([]atomic.Int64, writers) // keys that each writer has inserted
		ended := make([]atomic.Bool, writers)
		for w := range keys {
			keys[w] = words(each, uint64(42+w))
		}
		complaints := make(chan string, 2*writers)
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() {
				defer ended[w].Store(true)
				for i, k := range keys[w] {
					if err := f.InsertAtomic(k); errors.Is(err, filter.ErrFull) && hash != nil {
						return
					} else if err != nil {
						complaints <- "InsertAtomic: " + err.Error()
						return
					}
					done[w].Store(int64(i + 1))
					if !f.Contains(k) {
						complaints <- "a key is denied after its own insertion"
						return
					}
				}
			})
			group.Go(func() {
				other := (w + 1) % writers
				for last := false; !last; {
					last = ended[other].Load()
					n := done[other].Load()
					for _, k := range keys[other][max(0, n-50):n] {
						if !f.Contains(k) {
							complaints <- "a key is denied after its insertion by another goroutine"
							return
						}
					}
				}
			})
		}
		group.Wait()
		close(complaints)
		for c := range complaints {
			t.Errorf("%s: %s", name, c)
		}
		all, inserted := first, built
		for w := range keys {
			n := int(done[w].Load())
			all, inserted = append(all, keys[w][:n]...), inserted+n
		}
		if got := count(f, all); got != len(all) {
			t.Errorf("%s: %d of %d keys are lost", name, len(all)-got, len(all))
		}
		if sequential := buildUnder(t, s, all, cfg); hash == nil && sequential != nil && inserted == built+writers*each && sequential.Theory() != f.Theory() {
			t.Errorf("after %d atomic insertions Theory is %v, of the same keys built in %v", inserted-built, f.Theory(), sequential.Theory())
		}
	}
}
