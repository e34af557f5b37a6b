package selection

import (
	"fmt"
	"testing"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
	"pgregory.net/rapid"

	"hyphbench/internal/runfolder"
)

// result is a row as benchstat sees it: each column a key.
func result(cols columns, row runfolder.Row) *benchfmt.Result {
	r := &benchfmt.Result{Name: benchfmt.Name("X"), Iters: 1, Values: []benchfmt.Value{{Value: 1, Unit: "ns"}}}
	for _, c := range cols {
		if v := c.read(row); v != "" && c.name != "unit" {
			r.SetConfig(c.name, v)
		}
	}
	return r
}

// same compares an expression with benchstat's own reading of it, row by row.
func same(t interface {
	Fatalf(string, ...any)
}, text string) {
	theirs, failed := benchproc.NewFilter(text)
	ours, err := parse(text)
	if (failed == nil) != (err == nil) {
		t.Fatalf("%q: %v, benchstat says %v", text, err, failed)
	}
	if err != nil {
		return
	}
	run := aRun()
	cols := columnsOf(run)
	keep, err := ours.bind(cols, run.Measured())
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	for _, row := range run.Measured() {
		match, err := theirs.Match(result(cols, row))
		if err != nil {
			t.Fatalf("%q: benchstat: %v", text, err)
		}
		if got := keep(row); got != match.All() {
			t.Fatalf("%q keeps %s %s at %s: %v, benchstat %v", text, row.Metric, row.Filter, row.Point, got, match.All())
		}
	}
}

// An expression selects what benchstat's -filter selects, and is refused where
// benchstat refuses it. Values stand as the run has them: benchstat compares texts.
func TestLikeBenchstat(t *testing.T) {
	for _, text := range []string{
		"filter:bloom", "filter:(bloom OR map)", "filter:bloom metric:query", "filter:bloom AND metric:query", "filter:map OR n:1000",
		"-filter:bloom", "--filter:bloom", "-(filter:bloom OR filter:map)", "*", "-*", "filter:bloom (n:1000 OR epsilon:0.1) -metric:bits",
		"filter:/^b/", "filter:(/^b/ OR none)", `filter:"bloom"`, `epsilon:""`, `epsilon:("" OR 0.01)`, "n:1000 OR epsilon:0.01 metric:bits", "order:/t$/ * n:1000",
		"filter:/[/a-m]/", `filter:/\/|map/`, "filter:/b[[o]/", "filter:/(b/|m)/",
		"", "filter", "filter:", "filter:(bloom map)", "filter:(bloom", "filter:bloom)", "filter:/b", "(", ")", "OR", "AND filter:bloom", "filter:bloom OR", "-", "filter:bloom,map", "filter:-x",
		`filter:"b`, "filter:()", "filter:(OR)", "filter::x", "a@b", "filter:bloom AND AND n:1000", "filter:bloom AND",
	} {
		same(t, text)
	}
}

// So do expressions that nobody thought of.
func TestRandomExpressionsLikeBenchstat(t *testing.T) {
	terms := []string{"filter:bloom", "filter:map", "metric:query", "metric:bits", "n:1000", "n:(1000 OR 1000000)", "epsilon:0.01", `epsilon:""`, "round:1", "filter:/o/", "*"}
	var expression func(t *rapid.T, depth int) string
	expression = func(t *rapid.T, depth int) string {
		if depth == 0 {
			return rapid.SampledFrom(terms).Draw(t, "term")
		}
		a, b := expression(t, depth-1), expression(t, depth-1)
		return fmt.Sprintf(rapid.SampledFrom([]string{"%s %s", "%s AND %s", "%s OR %s", "(%s OR %s)", "-(%s %s)", "-%s %s", "%s OR -%s"}).Draw(t, "join"), a, b)
	}
	rapid.Check(t, func(t *rapid.T) { same(t, expression(t, rapid.IntRange(0, 3).Draw(t, "depth"))) })
}

// No text crashes the parser, and it refuses what benchstat refuses.
func FuzzExpression(f *testing.F) {
	f.Add(`filter:(bloom OR /x[/]y/) -n:"1 0"`)
	f.Add("a:/b/c")
	f.Add(`"":0`)
	f.Fuzz(func(t *testing.T, text string) {
		_, failed := benchproc.NewFilter(text)
		n, err := parse(text)
		if err == nil && failed == nil {
			_ = n.String()
		}
		if err == nil && failed != nil {
			t.Errorf("%q is read as %s, benchstat says %v", text, n, failed)
		}
	})
}
