package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/renamed"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// ErrNoTimes is the error of a reference that the run does not time.
var ErrNoTimes = errors.New("the run has no times")

// Filters compares the filters of one run with a reference, which may be one
// of its baselines; "" is the first filter of the run. In an interleaved run
// the times of one round are paired, otherwise they are not. verdicts are those
// on the run: a pooled ratio that a claim is about has its p.
func Filters(s *report.Summary, reference string, verdicts []claim.Result) (*Comparison, error) {
	within := ratiosTo(s, reference)
	if within.err != nil {
		return nil, within.err
	}
	c := &Comparison{Meta: s.Meta, Rounds: s.Meta.Reps, A: within.reference, Header: s.Header(), Resolution: s.Meta.Resolution(), Apart: s.NotPooled(),
		Metrics: within.copied(), Notes: slices.Clone(within.notes)}
	c.correct()
	claimed := c.point(verdicts, within.pairs)
	c.unite() // with the p of claims
	if s.Meta.Design == runfolder.AsThesis {
		c.Withheld = true
		c.Notes = append(c.Notes, "This design measures filter after filter: a difference may be that of the machine in the meantime. Slower and faster are withheld.")
	}
	c.How = fmt.Sprintf("ratio to %s: %s; plain 95 %% interval by Student's t over %s; %s",
		c.A, claim.Estimator(s), over(s), c.correction(claimed))
	if c.Apart != "" {
		c.Notes = append(c.Notes, c.Apart+".")
	}
	return c, nil
}

// ratiosWithin are the ratios of a run to one of its structures, before any correction.
type ratiosWithin struct {
	reference string
	metrics   []Metric
	pairs     [][]runfolder.Cell // of the pooled ratios
	notes     []string
	err       error
}

// ratiosTo estimates them once for all who ask: header, figures and pages.
func ratiosTo(s *report.Summary, reference string) *ratiosWithin {
	type key struct{ reference string }
	return s.WorkedOut(key{reference}, func() any {
		r := &ratiosWithin{}
		r.reference, r.err = referenceOf(s, reference)
		if r.err == nil {
			r.err = r.estimate(newTimes(s))
		}
		return r
	}).(*ratiosWithin)
}

// referenceOf is the structure or baseline of the name, the first structure for none.
func referenceOf(s *report.Summary, reference string) (string, error) {
	t := newTimes(s)
	all := t.filtersOf(t.order)
	if len(all) == 0 {
		return "", errors.New("the run holds no times to compare")
	}
	reference = cmp.Or(renamed.In(s.Meta.Experiment).Now(renamed.Method, reference), all[0])
	if !slices.Contains(all, reference) {
		return "", fmt.Errorf("%w of %q: want one of %s", ErrNoTimes, reference, strings.Join(all, ", "))
	}
	return reference, nil
}

// copied are the metrics, of which a comparison corrects the p.
func (r *ratiosWithin) copied() []Metric {
	list := slices.Clone(r.metrics)
	for i := range list {
		list[i].Pooled, list[i].Cells = slices.Clone(list[i].Pooled), slices.Clone(list[i].Cells)
	}
	return list
}

func (r *ratiosWithin) estimate(t *times) error {
	paired := t.Meta.Paired()
	for _, keys := range byMetric(t.order) {
		info := t.Metric(keys[0].Metric)
		m := Metric{Name: info.Name, Title: info.Title, Scale: info.Scales[0], CPU: t.Samples.CPU(info.Name) && info.By != report.Medians}
		for _, f := range t.filtersOf(keys) {
			var own, refs []runfolder.Cell
			for _, k := range keys {
				ref, ok := t.opposite(k, r.reference)
				if k.Filter != f || !ok || (paired && len(t.Samples.Lines([]runfolder.Cell{k, ref})) < 2) {
					continue
				}
				cell, err := t.within(k, ref, m)
				if err != nil {
					return err
				}
				m.Cells = append(m.Cells, cell)
				own, refs = append(own, k), append(refs, ref)
			}
			if len(own) == 0 {
				continue
			}
			pooled, on, err := t.pool(own, refs)
			if err != nil {
				r.notes = append(r.notes, fmt.Sprintf("%snot pooled: %v", subject(m.Name, f), err))
				if on == nil { // else each machine has its ratio
					continue
				}
			}
			m.Pooled = append(m.Pooled, Pooled{Filter: f, Cells: len(own), Ratio: ratioOf(pooled), On: on})
			r.pairs = append(r.pairs, own)
		}
		if len(m.Cells) > 0 {
			r.metrics = append(r.metrics, m)
		}
	}
	if len(r.metrics) == 0 {
		return fmt.Errorf("the run has nothing to compare with %s: want two repetitions of another filter", r.reference)
	}
	return nil
}

// over says what the errors of ratios within a run are over.
func over(s *report.Summary) string {
	switch {
	case s.ByMachine() != nil:
		return "machines (Hartung and Knapp; within a machine over its rounds)"
	case len(s.Samples.Layouts()) > 0:
		return "layouts of the program (their rounds paired)"
	case s.Meta.Paired():
		return "rounds (paired)"
	case s.Meta.Design == runfolder.Published:
		return "repetitions (Welch, no pairs) and, pooled, over the cells, the wider one"
	}
	return "repetitions (Yuen, since equal rounds of this design are no pairs) and, pooled, over the cells, the wider one"
}

// point gives the pooled ratios that claims are about the p of the claim, so
// that one question has one answer, and names the claim in a note. pairs are
// the cells of each pooled ratio, in order. A claim about several ratios is
// named alone. It reports whether any p is that of a claim.
func (c *Comparison) point(verdicts []claim.Result, pairs [][]runfolder.Cell) (claimed bool) {
	nth := 0
	for i := range c.Metrics {
		for j := range c.Metrics[i].Pooled {
			p := &c.Metrics[i].Pooled[j]
			for _, v := range verdicts {
				if !slices.ContainsFunc(v.Pairs, func(pair claim.Pair) bool { return is(pair, pairs[nth], c.A) }) {
					continue
				}
				about := "a part of"
				switch {
				case v.PerCell:
					about = "counted cell by cell in"
				case len(v.Pairs) == 1:
					about = "the ratio of"
					p.Claim, p.P, claimed = v.ID, v.P, true
				}
				c.Notes = append(c.Notes, fmt.Sprintf("%s%s claim %s (%s, %s): %s, %s after Holm over the %d tests of this source",
					subject(c.Metrics[i].Name, p.Filter), about, v.ID, v.Source, v.Section, v.Word(), pText(v.P), v.Family))
			}
			nth++
		}
	}
	return claimed
}

// is reports whether a claim's pair is that of the cells and a reference, in
// either direction.
func is(pair claim.Pair, cells []runfolder.Cell, reference string) bool {
	filter := cells[0].Filter
	if pair.Metric != cells[0].Metric || !(pair.A == filter && pair.B == reference || pair.A == reference && pair.B == filter) {
		return false
	}
	return slices.EqualFunc(pair.At, cells, func(p runfolder.Point, c runfolder.Cell) bool { return p == c.Point })
}

// pText is p in a sentence.
func pText(p float64) string {
	text := table.PValue(p)
	if strings.HasPrefix(text, "<") {
		return "p " + text
	}
	return "p = " + text
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
func (t *times) within(k, ref runfolder.Cell, m Metric) (Cell, error) {
	e, _, err := t.pool([]runfolder.Cell{k}, []runfolder.Cell{ref})
	if t.ByMachine() != nil { // neither mean times nor ranks are those of several machines
		if err != nil {
			e = notPooled()
		}
		return Cell{Cell: k, A: math.NaN(), B: math.NaN(), Ratio: ratioOf(e), U: math.NaN()}, nil
	}
	if err != nil {
		return Cell{}, err
	}
	u, err := stats.MannWhitney(t.values(k), t.values(ref))
	if err != nil {
		return Cell{}, err
	}
	a, inA := t.time(ref, m.Scale, t.mean)
	b, inB := t.time(k, m.Scale, t.mean)
	return Cell{Cell: k, A: a, B: b, InA: inA, InB: inB, Ratio: ratioOf(e), U: u}, nil
}
