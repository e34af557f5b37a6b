package lookup

import (
	"fmt"
	"sync"
	"sync/atomic"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// doubling are the numbers of goroutines up to the processors: 1, 2, 4, …, all.
func doubling(processors int) (list []int) {
	for g := 1; g < processors; g *= 2 {
		list = append(list, g)
	}
	return append(list, processors)
}

// parallel times goroutines that ask one filter at once, in wall time over all their
// queries: what they do together. In Written another goroutine inserts meanwhile: the
// keys of the set again, so that words of the filter are written and no answer
// changes.
func (b *bench) parallel(cell runfolder.Cell, goroutines int, q *queries, right answers) (*experiment.Measurement, error) {
	f := b.current.filter
	writer, _ := f.(filter.AtomicInserter)
	if cell.Metric == Parallel {
		writer = nil
	} else if writer == nil {
		return nil, fmt.Errorf("%s takes no keys beside queries", b.current.name)
	}
	passes := max(1, b.passes[cell])
	for {
		run := &crowd{filter: f, words: q.words, passes: passes, goroutines: goroutines, writer: writer, keys: b.sets.keys}
		s := timing.Measure(true, run.work)
		for _, yes := range run.yes {
			if err := right.compare(yes); err != nil {
				return nil, err
			}
		}
		if run.err != nil {
			return nil, run.err
		}
		if s.Wall < b.timer.Least {
			passes = min(10*passes, max(passes+1, int(1.2*float64(passes)*float64(b.timer.Least)/float64(max(s.Wall, 1)))))
			continue
		}
		b.passes[cell] = passes
		// The thread of the section waits: what is known of it says nothing.
		s.HasCPU, s.Counted, s.Preempted = false, false, -1
		return measuring.Timed(s, goroutines*passes*q.words.Len()), nil
	}
}

// crowd is goroutines that ask one filter, each all words, from a place of its own
// on.
type crowd struct {
	filter     filter.Filter
	words      *wordlist.List
	passes     int
	goroutines int
	writer     filter.AtomicInserter // nil: none
	keys       *wordlist.List        // that it inserts

	yes []int // answers of each pass
	err error // of the writer
}

func (c *crowd) work() {
	c.yes = make([]int, c.goroutines*c.passes)
	var readers, writers sync.WaitGroup
	var done atomic.Bool
	if c.writer != nil {
		writers.Go(func() {
			for i := 0; ; i++ {
				if i == c.keys.Len() {
					i = 0
				}
				if err := c.writer.InsertAtomic(c.keys.At(i)); err != nil {
					c.err = err
					return
				}
				if done.Load() {
					return
				}
			}
		})
	}
	for g := range c.goroutines {
		readers.Go(func() {
			from := g * c.words.Len() / c.goroutines
			for pass := range c.passes {
				c.yes[g*c.passes+pass] = c.from(from)
			}
		})
	}
	readers.Wait()
	done.Store(true)
	writers.Wait()
}

// from asks all words, beginning with one.
func (c *crowd) from(first int) (yes int) {
	for i := first; i < c.words.Len(); i++ {
		yes += one(c.filter.Contains(c.words.At(i)))
	}
	for i := range first {
		yes += one(c.filter.Contains(c.words.At(i)))
	}
	return yes
}
