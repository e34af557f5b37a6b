package compare

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// ErrDiffer says that two runs did not measure the same.
var ErrDiffer = errors.New("the runs did not measure the same")

// Runs compares the times of two runs, cell by cell and pooled over the cells
// of each filter. The runs must have measured the same, their builds and
// machines apart; with force, the cells that both have are compared. The
// rounds of one run have nothing to do with those of the other, so that the
// samples are unpaired; a run whose rounds resemble their neighbours counts as
// fewer rounds.
func Runs(a, b *runfolder.Run, force bool) (*Comparison, error) {
	ma, mb := a.Meta, b.Meta
	ma.Build, mb.Build = nil, nil
	differs := runfolder.Differs(&mb, &ma)
	if differs != "" && !force {
		return nil, fmt.Errorf("%w: compared with %s, %s: %s", ErrDiffer, name(a), name(b), differs)
	}
	ta, err := newTimes(a)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name(a), err)
	}
	tb, err := newTimes(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name(b), err)
	}
	var both []Key
	for _, k := range ta.order {
		if len(ta.byKey[k]) > 1 && len(tb.byKey[k]) > 1 {
			both = append(both, k)
		}
	}
	if len(both) == 0 {
		return nil, fmt.Errorf("%w: %s and %s share no timed cell with two repetitions", ErrDiffer, name(a), name(b))
	}
	c := &Comparison{
		A: "A", B: "B",
		How: "ratio B/A: geometric means, 95 % interval by Welch's t on the logarithms, rounds that resemble their neighbours " +
			"counted for less; U: p of Mann and Whitney's test, after Holm over the cells of the metric",
		Header: header(a, b, ta, tb),
	}
	if differs != "" {
		c.Notes = append(c.Notes, "compared by force although B differs from A: "+differs)
	}
	for _, keys := range byMetric(both) {
		m := Metric{Name: keys[0].Metric, Title: ta.summary.Metric(keys[0].Metric).Title,
			Reading: ta.summary.Metric(keys[0].Metric).Readings[0]}
		for _, k := range keys {
			cell, err := between(ta, tb, k, m.Reading)
			if err != nil {
				return nil, err
			}
			m.Cells = append(m.Cells, cell)
		}
		m.holm()
		for _, f := range filtersOf(keys) {
			p, err := pool(ta, tb, f, keys, a.Meta.Design == runfolder.Interleaved && b.Meta.Design == runfolder.Interleaved)
			if err != nil {
				return nil, err
			}
			m.Pooled = append(m.Pooled, p)
		}
		c.Metrics = append(c.Metrics, m)
	}
	c.Notes = append(c.Notes, counted(ta.summary, tb.summary)...)
	return c, nil
}

// name is the folder of a run without its path.
func name(r *runfolder.Run) string {
	if r.Dir == "" {
		return r.Meta.Experiment
	}
	return filepath.Base(r.Dir)
}

func header(a, b *runfolder.Run, ta, tb *times) []report.Field {
	var list []report.Field
	for i, t := range []*times{ta, tb} {
		run, letter := []*runfolder.Run{a, b}[i], []string{"A", "B"}[i]
		list = append(list, report.Field{Name: letter, Value: name(run)})
		for _, f := range t.summary.Header() {
			switch f.Name {
			case "command", "run", "machine", "calibration", "note", "warning", "error":
				list = append(list, report.Field{Name: letter + " " + f.Name, Value: f.Value})
			}
		}
		if sum := run.Meta.Build["sha256"]; sum != "" {
			list = append(list, report.Field{Name: letter + " build", Value: sum[:min(12, len(sum))]})
		}
	}
	return list
}

// between compares one cell.
func between(ta, tb *times, k Key, r report.Reading) (Cell, error) {
	x, y := ta.values(k), tb.values(k)
	ratio, err := unpaired(x, y)
	if err != nil {
		return Cell{}, err
	}
	u, err := stats.MannWhitney(y, x)
	if err != nil {
		return Cell{}, err
	}
	return Cell{Key: k, A: ta.mean(k, r), B: tb.mean(k, r), Ratio: ratio, U: u}, nil
}

// unpaired is the ratio of two series of logarithms, y over x.
func unpaired(x, y []float64) (Ratio, error) {
	ex, err := stats.SerialEstimate(x)
	if err != nil {
		return Ratio{}, err
	}
	ey, err := stats.SerialEstimate(y)
	if err != nil {
		return Ratio{}, err
	}
	return ratioOf(ey.Minus(ex)), nil
}

// pool compares a filter over all its cells that both runs have: by the means
// of rounds where rounds visit every cell, otherwise by the means of cells.
func pool(ta, tb *times, filter string, keys []Key, rounds bool) (Pooled, error) {
	var own []Key
	for _, k := range keys {
		if k.Filter == filter {
			own = append(own, k)
		}
	}
	p := Pooled{Filter: filter, Cells: len(own)}
	if rounds {
		if x, y := ta.means(own), tb.means(own); len(x) > 1 && len(y) > 1 {
			var err error
			p.Ratio, err = unpaired(x, y)
			return p, err
		}
	}
	var sum stats.Estimate
	var squares float64
	share := 1 / float64(len(own))
	for _, k := range own {
		ex, err := stats.SerialEstimate(ta.values(k))
		if err != nil {
			return p, err
		}
		ey, err := stats.SerialEstimate(tb.values(k))
		if err != nil {
			return p, err
		}
		d := ey.Minus(ex)
		sum.Value += share * d.Value
		v := share * share * d.SE * d.SE
		sum.SE += v
		if v > 0 {
			squares += v * v / d.DF
		}
	}
	sum.SE, sum.DF = math.Sqrt(sum.SE), sum.SE*sum.SE/squares
	p.Ratio = ratioOf(sum)
	return p, nil
}

// counted says of metrics that are no times whether the runs agree.
func counted(a, b *report.Summary) []string {
	var notes []string
	for i := range a.Metrics {
		m := &a.Metrics[i]
		other := b.Metric(m.Name)
		if m.Timed() || other == nil {
			continue
		}
		type where struct {
			filter, point string
			eps           any
		}
		means := map[where]float64{}
		for _, c := range other.Cells {
			means[where{c.Filter, c.Point, c.Epsilon}] = c.Mean
		}
		same, n := 0, 0
		var first string
		for _, c := range m.Cells {
			mean, ok := means[where{c.Filter, c.Point, c.Epsilon}]
			if !ok {
				continue
			}
			if n++; mean == c.Mean {
				same++
			} else if first == "" {
				at := strings.TrimSuffix(" at ε = "+c.Epsilon.Percent()+" %", " at ε = 0 %")
				first = fmt.Sprintf(", first %s%s: %.6g and %.6g", c.Filter, at, c.Mean, mean)
			}
		}
		switch {
		case n == 0:
		case same == n:
			notes = append(notes, fmt.Sprintf("%s: equal in all %d cells", m.Name, n))
		default:
			notes = append(notes, fmt.Sprintf("%s: different in %d of %d cells%s", m.Name, n-same, n, first))
		}
	}
	return notes
}
