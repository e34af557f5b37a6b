package sets

import (
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Axes of the experiment, in their order.
const (
	N      axis.CountAxis = "n"
	Load   axis.CountAxis = "load"
	Shared axis.ShareAxis = "shared"
	Sets   axis.CountAxis = "sets"
	Set    axis.CountAxis = "set"
	K      axis.CountAxis = "k"
	Times  axis.CountAxis = "times"
	Edits  axis.CountAxis = "edits"
)

func axes() []axis.Named { return []axis.Named{N, Load, Shared, Sets, Set, K, Times, Edits} }

// Rates and sizes that are the same for all.
const (
	epsilon   = 0.01
	negatives = 20_000 // asked of a structure
)

// place is a structure at a place.
type place struct {
	filter  string
	at      []axis.Place
	metrics []runfolder.Metric // that are counted
	// count has a value for each of the metrics. An estimate of a filter without an empty
	// cell is no number.
	count func(seed uint64) ([]float64, error)
	// timed makes the work of a section and says how many queries it has; nil where
	// nothing is timed.
	timed func(seed uint64) (work func() error, ops int, err error)
}

// all are the places, in the order of the tables.
func (p *plan) all() []place {
	return slices.Concat(p.estimates(), p.many(), ordered(), counts(), thresholds(), memories(), zones(), p.likeness())
}

// trials are those of the places.
func (p *plan) trials(*trial.Run) (list []trial.Trial) {
	for _, at := range p.places {
		t := trial.Trial{Method: at.filter, At: at.at, Do: at.do}
		if at.timed != nil {
			t.Reports = append(t.Reports, metric.Query)
		}
		t.Reports = append(t.Reports, at.metrics...)
		list = append(list, t)
	}
	return list
}

// do counts and makes what is timed; in a warm-up nothing is counted.
func (p place) do(t *trial.T) error {
	if t.Round > 0 {
		values, err := p.count(t.Seed())
		if err != nil {
			return err
		}
		for i, m := range p.metrics {
			t.Report(m, values[i])
		}
	}
	if p.timed == nil {
		return nil
	}
	work, ops, err := p.timed(t.Seed())
	if err != nil {
		return err
	}
	t.Time(metric.Query, ops, work)
	return nil
}
