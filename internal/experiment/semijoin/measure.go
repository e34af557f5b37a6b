package semijoin

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/machine"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/section"
)

// Measure implements experiment.Bench. The first step of a place joins its tables once,
// which is where all counts are from.
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	p, err := b.place(s.Cell)
	if err != nil {
		return nil, err
	}
	if c := &b.current; c.join == nil || c.place != p || c.round != s.Round {
		j, err := b.begin(p, s.Round)
		if err != nil {
			return nil, err
		}
		if err := j.run(ctx, b.network); err != nil {
			return nil, err
		}
		c.place, c.round, c.join = p, s.Round, j
	}
	j := b.current.join
	switch s.Cell.Metric {
	case Bytes:
		return b.counted(float64(j.traffic.Bytes), "bytes"), nil
	case Told:
		return b.counted(float64(j.told), "bytes"), nil
	case Removed:
		return b.counted(float64(j.removed), "rows"), nil
	case metric.FPRTheory:
		return b.theory()
	case Time:
		return b.time(ctx)
	}
	return nil, fmt.Errorf("unknown metric %q", s.Cell.Metric)
}

// begin makes the join of a place, with its tables.
func (b *bench) begin(p place, round int) (*join, error) {
	way, err := b.way(p)
	if err != nil {
		return nil, err
	}
	t := &b.tables
	seed := filter.Mix(experiment.RoundSeed(b.x.seed, round) + uint64(p.n))
	if t.rows == nil || t.round != round || t.n != p.n {
		b.current.join, t.pair, t.rows = nil, nil, nil // the collector may have the former tables
		t.rows = newTable(p.n, b.x.key.Value, b.x.payload.Value, seed)
		t.round, t.n = round, p.n
	}
	if t.pair == nil || t.share != p.share {
		b.current.join, t.pair = nil, nil
		if t.pair, err = newPair(t.rows, p.share, seed); err != nil {
			return nil, err
		}
		t.share = p.share
	}
	return &join{pair: t.pair, way: way, cfg: filter.Config{Epsilon: p.rate.Float(), Seed: experiment.RoundSeed(b.x.seed, round)}}, nil
}

// way is that of a place.
func (b *bench) way(p place) (way, error) {
	switch p.way {
	case shipAll:
		return allRows(), nil
	case keyList:
		return listOfKeys(), nil
	case smallestFilter:
		i := slices.IndexFunc(b.least, func(s named) bool { return s.n == p.n && s.rate == p.rate })
		return b.least[i].way, nil
	}
	s, err := all.ByName(p.way)
	return filterOf(s), err
}

// theory is the rate by theory of the filter that A was told.
func (b *bench) theory() (*experiment.Measurement, error) {
	f, ok := b.current.admits.(filter.Filter)
	if !ok {
		return nil, fmt.Errorf("%s is no filter", b.current.way.name)
	}
	return b.counted(f.Theory(), "1"), nil
}

// time is that of a join of the current place, from the first message to the last
// answer. The nodes' goroutines wait for each other: what is known of the thread of the
// section says nothing.
func (b *bench) time(ctx context.Context) (*experiment.Measurement, error) {
	c := &b.current
	passes := max(1, b.passes[c.place])
	for {
		var failed error
		cpu := machine.ProcessCPU()
		s := section.Measure(true, func() {
			for i := 0; i < passes && failed == nil; i++ {
				failed = c.run(ctx, b.network)
			}
		})
		cpu = machine.ProcessCPU() - cpu
		if failed != nil {
			return nil, failed
		}
		if s.Wall < b.section {
			passes = min(10*passes, max(passes+1, int(1.2*float64(passes)*float64(b.section)/float64(max(s.Wall, 1)))))
			continue
		}
		b.passes[c.place] = passes
		s.HasCPU, s.Counted, s.Preempted = false, false, -1
		m := experiment.Timed(s, passes)
		m.Extra = append([]string{strconv.FormatInt(cpu.Nanoseconds(), 10), c.structure()}, m.Extra...)
		return m, nil
	}
}

// counted is a measurement that was counted.
func (b *bench) counted(value float64, unit string) *experiment.Measurement {
	m := &experiment.Measurement{Value: value, Unit: unit, Ops: 1, CPU: runfolder.NoCPU}
	m.Extra = append([]string{"", b.current.structure()}, make([]string, len(experiment.SectionFields()))...)
	return m
}

// structure is the name of the filter in a join, empty without one.
func (j *join) structure() string {
	if j.cfg.Epsilon == 0 {
		return ""
	}
	return j.way.name
}
