package compare

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// ErrDiffer is the error of two runs that did not measure the same.
var ErrDiffer = errors.New("the runs are not comparable")

// Runs compares the times of two runs, cell by cell and pooled over the cells
// of each filter. Builds, machines and numbers of rounds may differ, all else must be the same;
// with force, the cells that both have are compared. The header notes what
// differs. A run is not compared with itself. The samples are unpaired: rounds
// of different runs are no pairs. Autocorrelated rounds count as fewer, by
// their effective number. Where a was measured in turns with b, their rounds are pairs.
func Runs(a, b *report.Summary, force bool) (*Comparison, error) {
	if same(a, b) {
		return nil, fmt.Errorf("%w, %s: want two", ErrSame, name(a))
	}
	for _, s := range []*report.Summary{a, b} {
		if n := len(s.ByMachine()); n > 0 {
			return nil, fmt.Errorf("%s was measured on %d machines, whose times are not pooled: want runs of one machine each, or --where session=… that selects one", name(s), n)
		}
	}
	ma, mb := *a.Meta, *b.Meta
	differs := runfolder.OtherThanRounds(&ma, &mb)
	if ma.Experiment != mb.Experiment && !force {
		return nil, fmt.Errorf("%w: %s measured the experiment %s, and %s the experiment %s", ErrDiffer, name(a), ma.Experiment, name(b), mb.Experiment)
	}
	if differs != "" && !force {
		return nil, fmt.Errorf("%w: %s and %s differ in %s", ErrDiffer, name(a), name(b), differs)
	}
	ta, tb := newTimes(a), newTimes(b)
	var both []runfolder.Cell
	for _, k := range ta.order {
		if slices.Contains(tb.order, k) && ta.repeated(k) && tb.repeated(k) {
			both = append(both, k)
		}
	}
	if len(both) == 0 {
		return nil, fmt.Errorf("%w: %s and %s share no timed cell with two repetitions", ErrDiffer, name(a), name(b))
	}
	other := otherCounts(a, b)
	if other != "" && differs == "" && sameBuild(a, b) && !force {
		return nil, fmt.Errorf("%w: %s; one seed and one build give the same counts on every machine", ErrCounts, other)
	}
	c := &Comparison{
		Meta: a.Meta, A: "A", B: "B", Rounds: min(ma.Reps, mb.Reps),
		Header: header(a, b), Resolution: max(ma.Resolution(), mb.Resolution()),
	}
	notes := differences(a, b)
	if differs != "" {
		text := "compared by force although A and B differ in " + differs
		if len(runfolder.Unlike(&ma, &mb)) > 0 {
			text += "; so their times may be those of different work"
		}
		c.Header = append(c.Header, table.Field{Name: "note", Value: text, First: true})
	}
	if other != "" && differs == "" {
		notes = append(notes, "counts differ: "+other)
	}
	if text := repeated(a, b, c.Rounds); text != "" {
		notes = append(notes, text)
	}
	for _, n := range notes {
		c.Header = append(c.Header, table.Field{Name: "note", Value: n})
	}
	if isFilter := func(k runfolder.Cell) bool { return !a.Meta.IsBaseline(k.Filter) }; slices.ContainsFunc(slices.Concat(ta.order, tb.order), isFilter) && !slices.ContainsFunc(both, isFilter) {
		c.Lacks = noFilter
		c.Header = append(c.Header, table.Field{Name: "note", Value: noFilter})
	}
	by := estimator(apart{ta, tb, a.Meta.Paired() && b.Meta.Paired()})
	if inTurns(a, b) {
		by = turns{ta, tb}
	}
	for _, keys := range byMetric(both) {
		info := a.Metric(keys[0].Metric)
		m := Metric{Name: info.Name, Title: info.Title, Scale: info.Scales[0], CPU: ta.Samples.CPU(info.Name) && info.By != report.Medians}
		// A pass over another word list is other work: the unit is then that of one operation, which
		// the ratio is of.
		if last := len(info.Scales) - 1; b.Metric(info.Name).Scales[0] != info.Scales[0] {
			m.Scale = info.Scales[last]
		}
		for _, k := range keys {
			cell, err := between(ta, tb, k, m.Scale, by)
			if err != nil {
				return nil, err
			}
			m.Cells = append(m.Cells, cell)
		}
		for _, f := range ta.filtersOf(keys) {
			own := slices.DeleteFunc(slices.Clone(keys), func(k runfolder.Cell) bool { return k.Filter != f })
			ratio, err := by.ratio(own)
			if err != nil {
				return nil, err
			}
			m.Pooled = append(m.Pooled, Pooled{Filter: f, Cells: len(own), Ratio: ratio})
		}
		c.Metrics = append(c.Metrics, m)
	}
	c.correct()
	c.How = "ratio B/A: " + claim.Estimator(a) + "; plain 95 % interval by " + by.how() + "; " + c.correction(false)
	c.Notes = append(c.Notes, counted(a, b)...)
	return c, nil
}

// noFilter is what is said of runs that share the cells of baselines alone.
const noFilter = "no filter has a cell in both runs"

// name is the folder of a run without its path.
func name(s *report.Summary) string {
	r := s.Run
	if r.Dir == "" {
		return r.Meta.Experiment
	}
	return filepath.Base(r.Dir)
}

// header begins with what the ratios compare beside the program, if the machines differ.
func header(a, b *report.Summary) []table.Field {
	var list []table.Field
	if what, _ := otherMachines(a, b); what != "" {
		list = append(list, table.Field{Name: report.MachinesField, Value: what + ", which the ratios compare too"})
	}
	for i, s := range []*report.Summary{a, b} {
		letter := []string{"A", "B"}[i]
		list = append(list, table.Field{Name: letter, Value: name(s) + ": " + s.Extent()})
		for _, f := range s.Header() {
			switch f.Name {
			case "command", "run", "narrowed", "machine", report.ResolvesField, "calibration", "note", "warning", "error":
				list = append(list, table.Field{Name: letter + " " + f.Name, Value: f.Value, First: f.First})
			}
		}
		if sum := s.Meta.Build["sha256"]; sum != "" {
			list = append(list, table.Field{Name: letter + " build", Value: sum[:min(12, len(sum))]})
		}
	}
	return list
}

// between compares one cell.
func between(ta, tb *times, k runfolder.Cell, scale metric.Scale, by estimator) (Cell, error) {
	ratio, err := by.ratio([]runfolder.Cell{k})
	if err != nil {
		return Cell{}, err
	}
	u, err := stats.MannWhitney(tb.values(k), ta.values(k))
	if err != nil {
		return Cell{}, err
	}
	a, inA := ta.time(k, scale, stats.SerialEstimate)
	b, inB := tb.time(k, scale, stats.SerialEstimate)
	return Cell{Cell: k, A: a, B: b, InA: inA, InB: inB, Ratio: ratio, U: u}, nil
}

// estimator estimates the ratio of two runs over cells of one filter and metric.
type estimator interface {
	ratio(cells []runfolder.Cell) (Ratio, error)
	how() string // by what the interval is
}

// apart estimates it from two runs of different times: by the means of rounds where rounds
// visit every cell, otherwise by the means of cells.
type apart struct {
	a, b   *times
	rounds bool
}

func (apart) how() string { return "Yuen's t, autocorrelated rounds counted by their effective number" }

func (e apart) ratio(cells []runfolder.Cell) (Ratio, error) {
	if len(cells) == 1 {
		return unpaired(e.a.values(cells[0]), e.b.values(cells[0]))
	}
	if e.rounds {
		if x, y := e.a.means(cells), e.b.means(cells); len(x) > 1 && len(y) > 1 {
			return unpaired(x, y)
		}
	}
	var sum stats.Estimate
	var squares float64
	share := 1 / float64(len(cells))
	for _, k := range cells {
		ex, err := stats.SerialEstimate(e.a.values(k))
		if err != nil {
			return Ratio{}, err
		}
		ey, err := stats.SerialEstimate(e.b.values(k))
		if err != nil {
			return Ratio{}, err
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
	return ratioOf(claim.Pooled{Estimates: []stats.Estimate{sum}}), nil
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
	return ratioOf(claim.Pooled{Estimates: []stats.Estimate{ey.Minus(ex)}}), nil
}

// counted compares the metrics that are no times.
func counted(a, b *report.Summary) []string {
	var notes []string
	for i := range a.Metrics {
		m := &a.Metrics[i]
		other := b.Metric(m.Name)
		if m.Timed() || other == nil {
			continue
		}
		same, n := 0, 0
		var first string
		for _, c := range m.Cells {
			o := other.Cell(c.Filter, c.Point)
			if o == nil {
				continue
			}
			if n++; o.Mean == c.Mean {
				same++
			} else if first == "" {
				first = fmt.Sprintf(", first %s%s: %.6g and %.6g", c.Filter, a.Meta.Place(c.Point), c.Mean, o.Mean)
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
