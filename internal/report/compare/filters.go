package compare

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Filters compares the filters of one run with a reference, which may be one
// of its baselines; "" is the first filter of the run. In an interleaved run
// the times of one round are paired, otherwise they are not.
func Filters(s *report.Summary, reference string) (*Comparison, error) {
	t := newTimes(s)
	all := t.filtersOf(t.order)
	if reference == "" && len(all) > 0 {
		reference = all[0]
	}
	found := false
	for _, f := range all {
		found = found || f == reference
	}
	if !found {
		return nil, fmt.Errorf("the run has no times of %q: want one of %s", reference, strings.Join(all, ", "))
	}
	paired := s.Meta.Paired()
	c := &Comparison{Meta: s.Meta, A: reference, Header: s.Header()}
	pairs := "rounds paired"
	if !paired {
		pairs = "unpaired (Welch), since the rounds of this design are no pairs"
	}
	c.How = fmt.Sprintf("ratio to %s: geometric means, 95 %% interval by Student's t on the logarithms, %s; "+
		"U: p of Mann and Whitney's test, after Holm over the cells of the metric", reference, pairs)
	for _, keys := range byMetric(t.order) {
		info := t.Metric(keys[0].Metric)
		m := Metric{Name: info.Name, Title: info.Title, Scale: info.Scales[0]}
		for _, f := range t.filtersOf(keys) {
			var own, refs []runfolder.Cell
			for _, k := range keys {
				ref, ok := t.opposite(k, reference)
				if k.Filter != f || !ok || (paired && len(t.lines([]runfolder.Cell{k, ref})) < 2) {
					continue
				}
				cell, err := t.within(k, ref, paired, m)
				if err != nil {
					return nil, err
				}
				m.Cells = append(m.Cells, cell)
				own, refs = append(own, k), append(refs, ref)
			}
			if len(own) == 0 {
				continue
			}
			e, err := t.poolWithin(own, refs, paired)
			if err != nil {
				continue // no two rounds hold all cells: the cells stand for themselves
			}
			m.Pooled = append(m.Pooled, Pooled{Filter: f, Cells: len(own), Ratio: ratioOf(e)})
		}
		m.holm()
		if len(m.Cells) > 0 {
			c.Metrics = append(c.Metrics, m)
		}
	}
	if len(c.Metrics) == 0 {
		return nil, fmt.Errorf("the run has nothing to compare with %s: want two repetitions of another filter", reference)
	}
	return c, nil
}

// opposite is the cell of the reference that a cell is compared with: the one
// at the same point of the axes that the reference lies on. A baseline lies on
// none, an exact structure not on that of ε.
func (t *times) opposite(k runfolder.Cell, reference string) (runfolder.Cell, bool) {
	if k.Filter == reference || !t.repeated(k) {
		return runfolder.Cell{}, false
	}
	var found runfolder.Cell
	axes := -1
	for _, ref := range t.order {
		if ref.Filter != reference || ref.Metric != k.Metric || !t.repeated(ref) {
			continue
		}
		if shared, ok := t.shared(ref.Point, k.Point); ok && shared > axes {
			found, axes = ref, shared
		}
	}
	return found, axes >= 0
}

// shared counts the axes that a point lies on; false if another point is not
// at the same place on each of them.
func (t *times) shared(p, other runfolder.Point) (n int, ok bool) {
	for i := range t.Meta.Axes {
		switch p.Value(i) {
		case "":
		case other.Value(i):
			n++
		default:
			return 0, false
		}
	}
	return n, true
}

// within compares a cell with another of its run.
func (t *times) within(k, ref runfolder.Cell, paired bool, m Metric) (Cell, error) {
	e, err := t.poolWithin([]runfolder.Cell{k}, []runfolder.Cell{ref}, paired)
	if err != nil {
		return Cell{}, err
	}
	u, err := stats.MannWhitney(t.values(k), t.values(ref))
	if err != nil {
		return Cell{}, err
	}
	return Cell{Cell: k, A: t.mean(ref, m.Scale), B: t.mean(k, m.Scale), Ratio: ratioOf(e), U: u}, nil
}

// poolWithin is the mean difference of logarithms of cells and their
// opposites.
func (t *times) poolWithin(own, refs []runfolder.Cell, paired bool) (stats.Estimate, error) {
	n := float64(len(own))
	if paired {
		var differences []float64
		for _, line := range t.lines(slices.Concat(own, refs)) {
			var sum float64
			for i := range own {
				sum += line[i] - line[len(own)+i]
			}
			differences = append(differences, sum/n)
		}
		return stats.MeanEstimate(differences)
	}
	// A baseline is the opposite of every cell but only one sample.
	weight := map[runfolder.Cell]float64{}
	var order []runfolder.Cell
	for i := range own {
		for _, side := range []struct {
			k runfolder.Cell
			w float64
		}{{own[i], 1 / n}, {refs[i], -1 / n}} {
			if _, seen := weight[side.k]; !seen {
				order = append(order, side.k)
			}
			weight[side.k] += side.w
		}
	}
	var weights []float64
	var samples [][]float64
	for _, k := range order {
		weights, samples = append(weights, weight[k]), append(samples, t.values(k))
	}
	return stats.Contrast(weights, samples)
}
