package semijoin

import (
	"slices"
	"strconv"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/machine"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
)

// tables are those of a round with so many rows, and the pair that was made of them last.
type tables struct {
	rows  *table
	share float64
	pair  *pair
}

// join joins the tables of a place once, which is where all counts are from.
func (x *joining) join(t *trial.T, p place) error {
	network, err := trial.Fixture(t, nil, func() (*loopbacknetwork.Network, error) { return loopbacknetwork.New(2) })
	if err != nil {
		return err
	}
	of, err := x.pair(t, p)
	if err != nil {
		return err
	}
	method, err := x.method(p)
	if err != nil {
		return err
	}
	j := &join{pair: of, method: method, cfg: filter.Config{Epsilon: p.rate.Float(), Seed: t.Seed()}}
	if err := j.run(t.Context(), network); err != nil {
		return err
	}
	m := p.reported()
	t.Report(m.bytes, float64(j.traffic.Bytes))
	t.Report(Told, float64(j.told))
	t.Report(m.removed, float64(j.removed))
	if f, is := j.admits.(filter.Filter); is {
		t.Report(metric.FPRTheory, f.Theory())
	}
	if p.rate > 0 {
		t.Fill(columnStructure, method.name)
	}
	t.Section(m.time, func() (timing.Section, int, error) {
		s, cpu, err := x.time(p, t.Least(), func() error { return j.run(t.Context(), network) })
		t.Fill(runfolder.ProcessCPUColumn, strconv.FormatInt(cpu.Nanoseconds(), 10), m.time)
		return s, x.passes[p], err
	})
	return nil
}

// pair is that of a place: of the lists of two words, or of the tables of a round.
func (x *joining) pair(t *trial.T, p place) (*pair, error) {
	if p.query != "" {
		return x.search.pair(p.query, x.key.Value, filter.Mix(t.Seed())), nil
	}
	seed := filter.Mix(t.Seed() + uint64(p.n))
	of, err := trial.Fixture(t, [2]int{p.n, t.Round}, func() (*tables, error) {
		return &tables{rows: newTable(p.n, x.key.Value, x.payload.Value, seed)}, nil
	})
	if err != nil {
		return nil, err
	}
	if of.pair == nil || of.share != p.share {
		of.pair = nil // the collector may have the former keys
		if of.pair, err = newPair(of.rows, p.share, seed); err != nil {
			return nil, err
		}
		of.share = p.share
	}
	if p.deleted > 0 {
		return of.pair.deleting(partners(p.n, p.deleted)), nil
	}
	return of.pair, nil
}

// named is the smallest filter of n keys at a rate.
type named struct {
	n    int
	rate axis.Rate
	method
}

// smallestAt is that of a place, nil where it is not known yet.
func (x *joining) smallestAt(p place) *method {
	if i := slices.IndexFunc(x.least, func(s named) bool { return s.n == p.n && s.rate == p.rate }); i >= 0 {
		return &x.least[i].method
	}
	return nil
}

func (x *joining) method(p place) (method, error) {
	switch p.method {
	case shipAll:
		return allRows(), nil
	case keyList:
		return listOfKeys(), nil
	case smallestFilter:
		return *x.smallestAt(p), nil
	}
	name, how := p.method, filterOf
	switch p.method {
	case bloomAgain:
		name, how = bloom, sentAgain
	case bloomList:
		name, how = bloom, besideList
	}
	s, err := all.ByName(name)
	return how(s), err
}

// time is a section of joins, from the first message to the last answer, with the CPU time
// of the process. The nodes' goroutines wait for each other: what is known of the thread of
// the section says nothing.
func (x *joining) time(p place, least time.Duration, once func() error) (s timing.Section, cpu time.Duration, err error) {
	passes := max(1, x.passes[p])
	for {
		before := machine.ProcessCPU()
		s = timing.Measure(true, func() {
			for i := 0; i < passes && err == nil; i++ {
				err = once()
			}
		})
		cpu = machine.ProcessCPU() - before
		if err != nil || s.Wall >= least {
			x.passes[p] = passes
			s.HasCPU, s.Counted, s.Preempted = false, false, -1
			return s, cpu, err
		}
		passes = min(10*passes, max(passes+1, int(1.2*float64(passes)*float64(least)/float64(max(s.Wall, 1)))))
	}
}
