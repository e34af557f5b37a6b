package experimenttest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// turning: a claim that counts has both verdicts on rows made for it. It has a test
// of its own (Conformance.Turned); else on the rows of the small run or of the committed one,
// or on what becomes of them when other numbers are planted. Of a claim that holds at each of
// its places every place turns it alone.
func turning(t *testing.T, c subject) {
	tier.Check(t) // tries hundreds of plantings
	turn(t, c)
}

func turn(t testing.TB, c subject) {
	t.Helper()
	x := c.New()
	runs := []*runfolder.Run{c.run()}
	if run, err := runfolder.Open(filepath.Join("..", "..", "..", "results", x.Name())); err == nil {
		runs = append(runs, run)
	}
	own, said := map[string]string{}, map[string]bool{} // the test of a claim
	for name, ids := range c.Turned {
		for _, id := range strings.Fields(ids) {
			own[id] = name
		}
	}
	for _, of := range x.Reading().Claims {
		id, _, _ := strings.Cut(of.ID, "-") // T1-tuned is T1 of another pair of filters
		name := own[id]
		switch said[id] = true; {
		case of.CannotFail != "" || slices.Contains(c.Arithmetic, of.ID):
		case name != "":
			if !tests(t, name, id) {
				t.Errorf("%s: there is no test %s that names it", id, name)
			}
		case c.Varies != nil && c.Varies(runfolder.Cell{Metric: of.Metric}):
			// What a clock gives differs each time: tests of the claims plant their own rows.
		case !slices.ContainsFunc(runs, func(run *runfolder.Run) bool { return turns(t, x, run, of) }):
			t.Errorf("%s has one verdict, whatever is planted: want a test of its own that Turned names", of.ID)
		}
	}
	for id, name := range own {
		if !said[id] {
			t.Errorf("%s is said to turn %s, of which there is no claim", name, id)
		}
	}
}

// tests reports whether the package has a test of that name, in a file that names a claim.
func tests(t testing.TB, name, id string) bool {
	t.Helper()
	files := Must(filepath.Glob("*_test.go"))(t)
	for _, file := range files {
		text := Must(os.ReadFile(file))(t)
		if strings.Contains(string(text), "\nfunc "+name+"(t *testing.T)") {
			return regexp.MustCompile(`["\s]` + id + `["\s]`).Match(text)
		}
	}
	return false
}

// planted is a run with the claim that is judged on it.
type planted struct {
	testing.TB
	x     experiment.Experiment
	run   *runfolder.Run
	claim claim.Claim
}

// judged is the result on the run with other rows.
func (p planted) judged(doctor func(*runfolder.Row)) claim.Result {
	p.Helper()
	return claim.Evaluate(Summary(p, p.x, Doctored(p.run, doctor)), []claim.Claim{p.claim})[0]
}

// turns reports whether a claim has both verdicts on a run with rows planted in it.
func turns(t testing.TB, x experiment.Experiment, run *runfolder.Run, of claim.Claim) bool {
	t.Helper()
	p := planted{t, x, run, of}
	first := p.judged(func(*runfolder.Row) {})
	if first.Verdict == claim.NotTested {
		return false
	}
	p.only(first)
	seen := map[claim.Verdict]bool{first.Verdict: true}
	for _, plant := range p.plantings(first) {
		verdict := p.judged(plant.doctor()).Verdict
		if verdict == claim.Contradicted && first.Verdict == claim.Supported && first.Exact {
			p.everyPlace(first, plant)
		}
		seen[verdict] = true
		if seen[claim.Supported] && seen[claim.Contradicted] {
			return true
		}
	}
	return false
}

// only leaves the run the rows that the claim read, or those of its metric, where it judges
// them alone as before.
func (p *planted) only(first claim.Result) {
	all := p.run
	p.run = all.Cut(func(r runfolder.Row) (runfolder.Row, bool) {
		if len(first.Read) == 0 {
			return r, r.Metric == p.claim.Metric
		}
		return r, slices.Contains(first.Read, claim.Subject{Filter: r.Filter, Metric: r.Metric})
	})
	if p.run.Len() == 0 || !same(p.judged(func(*runfolder.Row) {}), first) {
		p.run = all
	}
}

// same reports whether two results say the same.
func same(a, b claim.Result) bool {
	return a.Verdict == b.Verdict && a.Effect.String() == b.Effect.String() && a.Why == b.Why
}

// planting is other numbers in the place of some rows.
type planting struct {
	name   string
	rows   Rows
	to     func(*runfolder.Row) float64
	factor float64 // of multiples; 0 of other numbers, and of none
}

// times are a multiple of the numbers.
func times(f float64) func(*runfolder.Row) float64 {
	return func(r *runfolder.Row) float64 { return f * r.Value }
}

func (p planting) doctor() func(*runfolder.Row) { return p.rows.Are(p.to) }

// plantings are tried in this order: the numbers of a structure's metric, and those of all
// structures, are multiples of what they were, then the same as another structure's or as
// another metric has, then fine multiples.
func (p planted) plantings(first claim.Result) (all []planting) {
	subjects := first.Read
	if len(subjects) == 0 {
		for _, r := range p.run.All() {
			if s := (claim.Subject{Filter: r.Filter, Metric: r.Metric}); !slices.Contains(subjects, s) {
				subjects = append(subjects, s)
			}
		}
	}
	type subject struct {
		name string
		rows Rows
	}
	var list []subject
	var metrics []runfolder.Metric
	for _, s := range subjects {
		list = append(list, subject{s.Filter + " " + string(s.Metric), Of(s.Filter, s.Metric)})
		if !slices.Contains(metrics, s.Metric) {
			metrics = append(metrics, s.Metric)
		}
	}
	for _, m := range metrics {
		list = append(list, subject{"all " + string(m), func(r *runfolder.Row) bool { return r.Metric == m }})
	}
	multiples := func(factors ...float64) {
		for _, s := range list {
			for _, f := range factors {
				all = append(all, planting{fmt.Sprintf("%s × %g", s.name, f), s.rows, times(f), f})
			}
		}
	}
	multiples(0, 1e-6, 1e-3, 0.1, 0.5, 0.9, 1.1, 2, 10, 1e3, 1e6)
	ranks := map[runfolder.Point]float64{} // of the points as the run has them, from 1
	for _, r := range p.run.All() {
		if _, has := ranks[r.Point]; !has {
			ranks[r.Point] = float64(len(ranks) + 1)
		}
	}
	shapes := []struct {
		name string
		of   func(r *runfolder.Row, rank float64) float64
	}{
		{"rising", func(_ *runfolder.Row, rank float64) float64 { return rank }},
		{"falling", func(_ *runfolder.Row, rank float64) float64 { return 1 / rank }},
		{"level", func(*runfolder.Row, float64) float64 { return 1 }},
		{"alternate", func(r *runfolder.Row, rank float64) float64 { return r.Value * (1 + 9*float64(int(rank)%2)) }},
	}
	for _, s := range list {
		for _, shape := range shapes {
			// No two rounds are the same: without any error nothing is tested.
			all = append(all, planting{s.name + " " + shape.name, s.rows, func(r *runfolder.Row) float64 {
				return shape.of(r, ranks[r.Point]) * (1 + 1e-6*math.Sin(float64(r.Round*(r.Round+len(r.Filter)))))
			}, 0})
		}
	}
	type place struct {
		claim.Subject
		round int
		point runfolder.Point
	}
	at := map[place]float64{}
	for _, r := range p.run.All() {
		at[place{claim.Subject{Filter: r.Filter, Metric: r.Metric}, r.Round, r.Point}] = r.Value
	}
	like := func(f float64, of func(*runfolder.Row) claim.Subject) func(*runfolder.Row) float64 {
		return func(r *runfolder.Row) float64 {
			for _, point := range []runfolder.Point{r.Point, ""} {
				if v, has := at[place{of(r), r.Round, point}]; has {
					return f * v
				}
			}
			return r.Value
		}
	}
	for _, s := range subjects {
		for _, f := range []float64{0.5, 1, 2} {
			others := func(r *runfolder.Row) bool { return r.Metric == s.Metric && r.Filter != s.Filter }
			all = append(all, planting{fmt.Sprintf("all %s as %g × %s", s.Metric, f, s.Filter), others, like(f, func(*runfolder.Row) claim.Subject { return s }), 0})
			for _, m := range metrics {
				if m != s.Metric {
					all = append(all, planting{fmt.Sprintf("%s as %g × %s", s.Metric, f, m), func(r *runfolder.Row) bool { return r.Metric == s.Metric },
						like(f, func(r *runfolder.Row) claim.Subject { return claim.Subject{Filter: r.Filter, Metric: m} }), 0})
				}
			}
		}
	}
	var fine []float64
	for f := 0.3; f < 3; f *= 1.02 {
		fine = append(fine, f)
	}
	multiples(fine...)
	return all
}

// everyPlace: what turns a claim at all places, and is planted at one alone, turns it there
// or changes nothing, if the claim says that it holds at every one. Where it says from which
// number of keys on, or up to which rate, another place changes nothing.
func (p planted) everyPlace(first claim.Result, plant planting) {
	p.Helper()
	says := p.claim.Margin + ", " + p.claim.Statement
	if plant.factor > 1 { // at each place as far off as can be
		plant.to = times(1e9)
	} else if plant.factor > 0 {
		plant.to = times(1e-9)
	}
	var points []runfolder.Point
	for _, r := range p.run.All() {
		if r.Round > 0 && plant.rows(&r) && !slices.Contains(points, r.Point) {
			points = append(points, r.Point)
		}
	}
	for _, point := range points {
		at := plant
		at.rows = plant.rows.If(func(r *runfolder.Row) bool { return r.Point == point })
		is := p.judged(at.doctor())
		switch {
		case same(is, first):
		case !p.about(says, point):
			p.Errorf("%s (%s): %s at %s changes the verdict", p.claim.ID, says, plant.name, point)
		case is.Verdict == first.Verdict && plant.factor > 0 && strings.Contains(says, "at every"):
			p.Errorf("%s (%s): %s at %s alone leaves it %s", p.claim.ID, says, plant.name, point, is.Verdict)
		}
	}
}

// about reports whether a place is one that a claim says it is about.
func (p planted) about(says string, point runfolder.Point) bool {
	for _, bound := range []struct {
		says   *regexp.Regexp
		axis   string
		factor float64
		most   bool
	}{
		{regexp.MustCompile(`\bn (?:from|≥) ([\d,]+)|from n = ([\d,]+) on`), "n", 1, false},
		{regexp.MustCompile(`ε up to ([\d.]+) %`), axis.Eps.AxisName(), 100, true},
	} {
		number := strings.ReplaceAll(strings.Join(bound.says.FindStringSubmatch(says), " "), ",", "")
		fields := strings.Fields(number)
		if len(fields) == 0 {
			continue
		}
		want, err1 := strconv.ParseFloat(fields[len(fields)-1], 64)
		is, err2 := strconv.ParseFloat(p.run.Meta.On(bound.axis, point), 64)
		if is *= bound.factor; err1 == nil && err2 == nil && (is < want) != bound.most && is != want {
			return false
		}
	}
	return true
}
