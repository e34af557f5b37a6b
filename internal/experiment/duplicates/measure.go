package duplicates

import (
	"context"
	"fmt"
	"slices"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/nodes"
	"hyphbench/internal/runfolder"
)

// results are the values of a visit, by metric.
type results map[runfolder.Metric]float64

// Measure implements experiment.Bench. A visit is carried out once, for all its metrics.
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	list := b.visits()
	i := slices.IndexFunc(list, func(v visit) bool { return v.way == s.Cell.Filter && v.point() == s.Cell.Point })
	if i < 0 {
		return nil, fmt.Errorf("no way %s at %v", s.Cell.Filter, s.Cell.Point)
	}
	v := list[i]
	if err := b.enter(v.p, s.Round); err != nil {
		return nil, err
	}
	r, err := b.carriedOut(ctx, v)
	if err != nil {
		return nil, err
	}
	value, there := r[s.Cell.Metric]
	if !there {
		return nil, fmt.Errorf("unknown metric %q", s.Cell.Metric)
	}
	return &experiment.Measurement{Value: value, Unit: unitOf(s.Cell.Metric), Ops: 1, CPU: runfolder.NoCPU}, nil
}

func unitOf(m runfolder.Metric) string {
	switch m {
	case Messages:
		return "messages"
	case Flagged, FlaggedFirst, FlaggedTheory, BreakEven, BreakEvenTheory:
		return "1"
	}
	return "B"
}

// enter makes the network of p and the instance of a round current.
func (b *bench) enter(p, round int) error {
	if b.network == nil || b.network.Len() != p {
		if err := b.Close(); err != nil {
			return err
		}
		network, err := nodes.New(p)
		if err != nil {
			return err
		}
		b.network, b.instance = network, nil
	}
	if b.instance == nil || b.round != round {
		seed := experiment.RoundSeed(b.x.seed, round)
		list := b.own
		if list == nil {
			list = generated(b.x.n.Value, b.x.twice.Value.Float(), seed)
		}
		b.instance, b.round, b.done = newInstance(list, p, filter.Mix(seed)), round, map[visit]results{}
	}
	return nil
}

// seed is that of the hash functions of the round.
func (b *bench) seed() uint64 { return filter.Mix(experiment.RoundSeed(b.x.seed, b.round) + 1) }

// carriedOut are the results of a visit with the current network.
func (b *bench) carriedOut(ctx context.Context, v visit) (results, error) {
	if r, done := b.done[v]; done {
		return r, nil
	}
	list := ways()
	w := list[slices.IndexFunc(list, func(w way) bool { return w.name == v.way })]
	r, err := b.find(ctx, w, v.epsilon.Float())
	if err != nil {
		return nil, err
	}
	b.done[v] = r
	if !slices.Contains(v.metrics(), BuildBytes) {
		return r, nil
	}
	cost, err := b.asked(ctx, v.way, v.epsilon.Float())
	if err != nil {
		return nil, err
	}
	placed := b.instance.placed
	r[BuildBytes] = float64(cost.build.Bytes) / placed.elements
	if v.way == distributed {
		r[QueryBytes] = float64(cost.query.Bytes) / float64(cost.asked)
		return r, nil
	}
	other, err := b.carriedOut(ctx, visit{distributed, v.p, v.epsilon})
	if err != nil {
		return nil, err
	}
	r[BreakEven] = (r[BuildBytes] - other[BuildBytes]) / other[QueryBytes]
	r[BreakEvenTheory] = placed.breakEven(v.way, v.epsilon.Float())
	return r, nil
}

// find finds the duplicates in a way. What one processing element says that is not so
// is an error.
func (b *bench) find(ctx context.Context, w way, epsilon float64) (results, error) {
	all, err := perform(ctx, b.network, b.instance, b.seed(), func(e *processor) error {
		if err := w.find(e, epsilon); err != nil {
			return err
		}
		return e.judge()
	})
	if err != nil {
		return nil, err
	}
	placed := b.instance.placed
	r, sum := results{}, [phases]nodes.Traffic{}
	var flagged []int
	for _, e := range all {
		own := int64(0)
		for i, t := range e.sent {
			sum[i].Bytes += t.Bytes
			sum[i].Messages += t.Messages
			own += t.Bytes
		}
		r[Busiest] = max(r[Busiest], float64(own+e.received)/(placed.elements/float64(placed.p)))
		for i, n := range e.flagged {
			if i == len(flagged) {
				flagged = append(flagged, 0)
			}
			flagged[i] += n
		}
	}
	for i, m := range [phases]runfolder.Metric{HashBytes, AnswerBytes, KeyBytes} {
		r[m] = float64(sum[i].Bytes) / placed.elements
		r[Bytes] += r[m]
		r[Messages] += float64(sum[i].Messages)
	}
	theory := placed.expect(w, epsilon)
	r[BytesTheory] = theory.bytes / placed.elements
	if w.filter {
		left := func(n int) float64 { return (float64(n) - placed.shared) / max(1, placed.single) }
		r[FlaggedFirst], r[Flagged] = left(flagged[0]), left(flagged[len(flagged)-1])
		r[FlaggedTheory] = theory.flagged[len(theory.flagged)-1]
	}
	return r, nil
}

// asked builds a filter of all elements and asks for strangers.
func (b *bench) asked(ctx context.Context, name string, epsilon float64) (cost spent, err error) {
	all, err := perform(ctx, b.network, b.instance, b.seed(), func(e *processor) error { return e.querying(name, epsilon) })
	if err != nil {
		return cost, err
	}
	for _, e := range all {
		cost.build.Bytes += e.sent[hashes].Bytes
		cost.query.Bytes += e.sent[answers].Bytes
		cost.asked += batches * len(e.keys)
	}
	return cost, nil
}
