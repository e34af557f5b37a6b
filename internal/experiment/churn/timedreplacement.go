package churn

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"hyphbench/internal/filter"
	"hyphbench/internal/timing"
)

// times are those of the next deletions and insertions.
type times struct {
	deletes, inserts  timing.Section
	deleted, inserted int // operations in them
}

// A stretch under the clock has operations enough for the reading of the thread's
// clock to be lost in them: small structures are copied several times.
const stretchLeast = 5_000

// garbageMost is how many bytes of files may gather before the collector is called.
const garbageMost = 64 << 20

// disturbedMost is how many disturbed stretches are left out; later ones count.
const disturbedMost = 20

// timed measures the next replacement on copies of the structure, so that the history
// goes on as if it had not been measured: the deletion of what will be deleted, then
// the insertion of what will come. Stretches are added up until both are a section;
// copies are made between them. There are none when no key is left to be deleted.
func (h *history) timed(least time.Duration) (t times, err error) {
	if h.next != nil {
		return *h.next, nil
	}
	file, err := h.filter.(filter.Stored).AppendBinary(nil)
	if err != nil {
		return t, err
	}
	old := h.choose()
	if len(old) == 0 { // all that came later was refused
		return t, nil
	}
	var fresh []string
	for number, to := h.coming(); number < to; number++ {
		fresh = append(fresh, h.sets.key(number))
	}
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	copies := make([]mutable, (stretchLeast+h.batch()-1)/h.batch())
	garbage, disturbed := 0, 0
	for t.deletes.Wall < least || t.inserts.Wall < least {
		if garbage += len(copies) * len(file); garbage > garbageMost {
			runtime.GC()
			garbage = 0
		}
		for i := range copies {
			if copies[i], err = h.copy(file); err != nil {
				return t, err
			}
		}
		missing := 0
		deletes := timing.Measure(false, func() {
			for _, c := range copies {
				for _, key := range old {
					if !c.Delete(key) {
						missing++
					}
				}
			}
		})
		if missing > 0 && !h.mayLose() {
			return t, fmt.Errorf("%d of %d keys are not found at their deletion, at time %d", missing, len(copies)*len(old), h.churn+1)
		}
		var failed error
		inserts := timing.Measure(false, func() {
			for _, c := range copies {
				for _, key := range fresh {
					if err := c.Insert(key); err != nil && !errors.Is(err, filter.ErrFull) {
						failed = err
					}
				}
			}
		})
		if failed != nil {
			return t, failed
		}
		if disturbed < disturbedMost && (deletes.Disturbed() || inserts.Disturbed()) {
			disturbed++
			continue
		}
		t.deletes, t.inserts = t.deletes.Plus(deletes), t.inserts.Plus(inserts)
		t.deleted += len(copies) * len(old)
		t.inserted += len(copies) * len(fresh)
	}
	t.deletes.Attempts, t.inserts.Attempts = 1+disturbed, 1+disturbed
	h.next = &t
	return t, nil
}

// copy makes another structure of the file.
func (h *history) copy(file []byte) (mutable, error) { return filter.As[mutable](h.s.Open(file)) }
