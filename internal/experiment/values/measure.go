package values

import (
	"context"
	"fmt"
	"hash/fnv"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// Measure implements experiment.Bench. What a visit measures is made once for all of its
// steps.
func (b *bench) Measure(_ context.Context, s experiment.Step) (*experiment.Measurement, error) {
	if b.current == nil || b.visit.name != s.Cell.Filter || b.visit.at.point() != s.Cell.Point || b.round != s.Round {
		if err := b.begin(s); err != nil {
			return nil, err
		}
	}
	if s.Cell.Metric == Hyphenate {
		w, is := b.current.(*way)
		if !is {
			return nil, fmt.Errorf("%s hyphenates nothing", s.Cell.Filter)
		}
		return b.timer.Measure(s.Cell, b.truth.words.Len(), w.pass)
	}
	value, unit, err := b.current.count(s.Cell.Metric)
	if err != nil {
		return nil, err
	}
	return experiment.Counted(value, unit), nil
}

// begin makes the subject of a step's visit current.
func (b *bench) begin(s experiment.Step) error {
	for _, v := range b.visits() {
		if v.name != s.Cell.Filter || v.at.point() != s.Cell.Point {
			continue
		}
		made, err := v.make(b, v, s.Round)
		if err != nil {
			return err
		}
		b.visit, b.round, b.current = v, s.Round, made
		return nil
	}
	return fmt.Errorf("the run has no %s at %v", s.Cell.Filter, s.Cell.Point)
}

// seed is that of a visit's hash functions in a round. Filters of confidences have the
// same at one place, so that their answers can be compared.
func (b *bench) seed(v visit, round int) uint64 {
	name := v.name
	if v.at.cells > 0 {
		name = "cells"
	}
	h := fnv.New64a()
	fmt.Fprintln(h, experiment.RoundSeed(b.x.seed, round), name, v.at) // a hash takes all it is given
	return h.Sum64()
}

// unknown is the error of a metric that a subject has not.
func unknown(m runfolder.Metric) error { return fmt.Errorf("unknown metric %q", m) }
