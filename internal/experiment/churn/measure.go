package churn

import (
	"context"
	"fmt"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
)

// strangersLeast and strangersMost bound the number of strangers asked of a
// filter: as many as there are keys, between them.
const (
	strangersLeast = 200_000
	strangersMost  = 1_000_000
)

// Measure implements experiment.Bench. The current structure is played on to the
// time of the step; one that is past it, or another one, begins anew.
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	churn, err := axis.ParseCount(s.Cell.Point.Value(0))
	if err != nil {
		return nil, err
	}
	n, err := axis.ParseCount(s.Cell.Point.Value(1))
	if err != nil {
		return nil, err
	}
	h := b.current
	if h == nil || h.name != s.Cell.Filter || h.round != s.Round || h.sets.n != n || h.churn > churn {
		if h, err = b.begin(s.Cell.Filter, n, s.Round); err != nil {
			return nil, err
		}
	}
	for h.churn < churn {
		if err := h.play(); err != nil {
			return nil, err
		}
	}
	switch s.Cell.Metric {
	case BitsPerKey:
		return experiment.Counted(float64(h.filter.Bits())/float64(h.sets.keys.Len()), "bits"), nil
	case Refused:
		return experiment.Counted(float64(h.refused), "keys"), nil
	case metric.FalseNegatives:
		return h.denied()
	case LostTheory:
		return experiment.Counted(h.expectedLost(), "keys"), nil
	case metric.FPRTheory:
		return experiment.Counted(h.filter.Theory(), "1"), nil
	case Rate:
		rate, err := h.admitted(ctx)
		return experiment.Counted(rate, "1"), err
	case Delete, Insert:
		t, err := h.timed()
		if err != nil || t == nil {
			return nil, err
		}
		if s.Cell.Metric == Delete {
			return experiment.Timed(t.deletes, t.deleted), nil
		}
		return experiment.Timed(t.inserts, t.inserted), nil
	}
	return nil, fmt.Errorf("unknown metric %q", s.Cell.Metric)
}

// begin builds a structure of the first keys and makes it current.
func (b *bench) begin(name string, n, round int) (*history, error) {
	s, err := all.ByName(name)
	if err != nil {
		return nil, err
	}
	seed := filter.Mix(experiment.RoundSeed(b.x.seed, round) + uint64(n))
	if b.sets.keys == nil || b.sets.n != n || b.sets.round != round {
		b.sets, b.current = sets{}, nil // the collector may have the former keys
		keys := b.work.Keys(n, seed)
		times := b.x.churns.Values[len(b.x.churns.Values)-1] + 1 // and what is timed after the last look
		b.sets = sets{n, round, keys, b.work.Further(n, seed, times*max(1, keys.Len()/tenth)),
			b.work.Strangers(n, seed, min(max(n, strangersLeast), strangersMost))}
	}
	h := &history{name: name, round: round, s: s, sets: &b.sets, seed: seed, zeros: 1, loss: []float64{0}, section: b.section}
	h.forget()
	for i := range b.sets.keys.Len() {
		h.live = append(h.live, uint32(i))
	}
	f, err := s.Build(b.sets.keys, filter.Config{Epsilon: b.x.eps.Value.Float(), Seed: experiment.RoundSeed(b.x.seed, round), Universe: b.sets.strangers})
	if err != nil {
		return nil, err
	}
	var ok bool
	if h.filter, ok = f.(mutable); !ok {
		return nil, fmt.Errorf("%s cannot delete", name)
	}
	b.current = h
	return h, nil
}

// forget drops what was measured of an earlier state.
func (h *history) forget() { h.old, h.rate, h.lost, h.times = nil, math.NaN(), -1, nil }

// admitted is the share of the strangers that the structure admits.
func (h *history) admitted(ctx context.Context) (_ float64, err error) {
	if math.IsNaN(h.rate) {
		h.rate, err = experiment.Share(ctx, h.sets.strangers, h.filter.Contains)
	}
	return h.rate, err
}

// denied counts the keys in that are denied. They end the run unless the structure
// declares that it loses keys.
func (h *history) denied() (*experiment.Measurement, error) {
	if h.lost < 0 {
		h.lost = 0
		for _, number := range h.live {
			if !h.filter.Contains(h.sets.key(number)) {
				h.lost++
			}
		}
	}
	if h.lost > 0 && !h.mayLose() {
		return nil, fmt.Errorf("%d false negatives among %d keys after %d replacements", h.lost, len(h.live), h.churn)
	}
	return experiment.Counted(float64(h.lost), "keys"), nil
}
