package duplicates

import (
	"context"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/runfolder"
)

// results are the values of a trial, by metric.
type results map[runfolder.Metric]float64

// round is the elements of a round, spread over the nodes of a network.
type round struct {
	network  *loopbacknetwork.Network
	instance *instance
	seed     uint64 // of the hash functions
	costs    map[asking]spent
}

// asking is a filter that is asked for negatives.
type asking struct {
	name    string
	epsilon float64
}

func (x *elements) round(t *trial.T, p int) (*round, error) {
	network, err := trial.Fixture(t, p, func() (*loopbacknetwork.Network, error) { return loopbacknetwork.New(p) })
	if err != nil {
		return nil, err
	}
	return trial.Fixture(t, [2]int{p, t.Round}, func() (*round, error) {
		list := x.own
		if list == nil {
			list = generated(x.n.Value, x.twice.Value.Float(), t.Seed())
		}
		return &round{network, newInstance(list, p, filter.Mix(t.Seed())), filter.Mix(t.Seed() + 1), map[asking]spent{}}, nil
	})
}

// carryOut finds the duplicates by a method with p nodes, and asks its filter.
func (x *elements) carryOut(t *trial.T, w method, p int, rate axis.Rate) error {
	r, err := x.round(t, p)
	if err != nil {
		return err
	}
	epsilon := rate.Float()
	found, err := r.find(t.Context(), w, epsilon)
	if err != nil {
		return err
	}
	for m, v := range found {
		t.Report(m, v)
	}
	if !w.asked {
		return nil
	}
	own, err := r.asked(t.Context(), w.name, epsilon)
	if err != nil {
		return err
	}
	n := r.instance.placed.elements
	t.Report(BuildBytes, float64(own.build.Bytes)/n)
	other, err := r.asked(t.Context(), distributed, epsilon)
	if err != nil {
		return err
	}
	query := float64(other.query.Bytes) / float64(other.asked)
	if w.name == distributed {
		t.Report(QueryBytes, query)
		return nil
	}
	t.Report(BreakEven, (float64(own.build.Bytes)/n-float64(other.build.Bytes)/n)/query)
	t.Report(BreakEvenTheory, r.instance.placed.breakEven(w.name, epsilon))
	return nil
}

// find finds the duplicates by a method. What one processing element says that is not so
// is an error.
func (r *round) find(ctx context.Context, w method, epsilon float64) (results, error) {
	all, err := perform(ctx, r.network, r.instance, r.seed, func(e *processor) error {
		if err := w.find(e, epsilon); err != nil {
			return err
		}
		return e.judge()
	})
	if err != nil {
		return nil, err
	}
	placed := r.instance.placed
	out, sum := results{}, [phases]loopbacknetwork.Traffic{}
	var flagged []int
	for _, e := range all {
		own := int64(0)
		for i, t := range e.sent {
			sum[i].Bytes += t.Bytes
			sum[i].Messages += t.Messages
			own += t.Bytes
		}
		out[Busiest] = max(out[Busiest], float64(own+e.received)/(placed.elements/float64(placed.p)))
		for i, n := range e.flagged {
			if i == len(flagged) {
				flagged = append(flagged, 0)
			}
			flagged[i] += n
		}
	}
	for i, m := range [phases]runfolder.Metric{HashBytes, AnswerBytes, KeyBytes} {
		out[m] = float64(sum[i].Bytes) / placed.elements
		out[Bytes] += out[m]
		out[Messages] += float64(sum[i].Messages)
	}
	theory := placed.expect(w, epsilon)
	out[BytesTheory] = theory.bytes / placed.elements
	if w.filter {
		left := func(n int) float64 { return (float64(n) - placed.shared) / max(1, placed.single) }
		out[FlaggedFirst], out[Flagged] = left(flagged[0]), left(flagged[len(flagged)-1])
		out[FlaggedTheory] = theory.flagged[len(theory.flagged)-1]
	}
	return out, nil
}

// asked is the cost of a filter of all elements, of which negatives are asked. That of the
// distributed filter is what others are compared with, and is measured once.
func (r *round) asked(ctx context.Context, name string, epsilon float64) (cost spent, err error) {
	if cost, done := r.costs[asking{name, epsilon}]; done {
		return cost, nil
	}
	all, err := perform(ctx, r.network, r.instance, r.seed, func(e *processor) error { return e.querying(name, epsilon) })
	if err != nil {
		return cost, err
	}
	for _, e := range all {
		cost.build.Bytes += e.sent[hashes].Bytes
		cost.query.Bytes += e.sent[answers].Bytes
		cost.asked += batches * len(e.keys)
	}
	r.costs[asking{name, epsilon}] = cost
	return cost, nil
}
