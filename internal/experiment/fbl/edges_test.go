package fbl

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// The edges of every claim. A claim is tested on runs that hold the numbers
// that it speaks of and, everywhere else, numbers that are absurd: it must look
// at these alone, and at each of them.

// number is where a claim puts one number, and a place well inside.
type number struct {
	key
	low, high float64 // ∓∞ where there is no such end
	inside    float64
}

const (
	absurd = 1e6
	edgeSE = 1e-18
	beside = 1e-6 // of an edge: how far beside it
)

var edgeRows = newBench(1, 1).rows()

var edgeMeta = sync.OnceValue(func() (m runfolder.Meta) {
	m.Experiment = "fbl"
	bench, err := New().Prepare(context.Background())
	if err != nil {
		panic(err)
	}
	bench.Describe(&m)
	return m
})

// edgeRun is a run with the numbers of a claim, all others absurd. se is the
// standard error of all of them.
func edgeRun(numbers map[key]float64, se float64) *runfolder.Run {
	run := &runfolder.Run{Meta: edgeMeta(), Columns: []string{columnSE}}
	run.Meta.Parameters = maps.Clone(run.Meta.Parameters)
	text := strconv.FormatFloat(se, 'g', -1, 64)
	values, named := map[runfolder.Cell]float64{}, map[runfolder.Metric]bool{Mean: true} // no run is without rows
	for k, v := range numbers {
		values[k.cell()], named[k.metric] = v, true
	}
	for _, s := range edgeRows {
		value, ok := values[s.Cell]
		switch {
		case !ok && len(numbers) > 0 && !named[s.Cell.Metric] && !tier.Checking(): // what takes the most time
			continue
		case !ok:
			value = absurd
		}
		run.Rows = append(run.Rows, runfolder.Row{Round: 1, Filter: structure, Metric: s.Cell.Metric, Point: s.Cell.Point,
			Value: value, Unit: "1", Ops: 1, CPU: runfolder.NoCPU, Extra: []string{text}})
	}
	return run
}

// verdictOf is the verdict on a run. Tests of it alone are skipped under the race
// detector: they are arithmetic.
func verdictOf(t *testing.T, id string, run *runfolder.Run) claim.Result {
	t.Helper()
	racetest.OneGoroutine(t)
	for _, c := range claims() {
		if c.ID == id {
			return claim.Evaluate(summarize(t, run), []claim.Claim{c})[0]
		}
	}
	t.Fatalf("no claim %s", id)
	return claim.Result{}
}

// judge holds the verdict on a run, and what its numbers say, to what is wanted. It is
// counted where the claim is about numbers without an error.
func judge(t *testing.T, id, what string, run *runfolder.Run, want claim.Verdict) claim.Result {
	t.Helper()
	r := verdictOf(t, id, run)
	if r.CannotFail != "" && r.Verdict == claim.ByConstruction {
		r.Verdict = claim.Supported
	}
	if r.Verdict != want || r.Holds != (want == claim.Supported) {
		t.Errorf("%s, %s: %s, in the numbers %v; want %s: %s = %v (%s)", id, what, r.Verdict, r.Holds, want, r.Effect.Name, r.Effect.Value, r.Why)
	}
	return r
}

// lacking is a run without some rows.
func lacking(run *runfolder.Run, gone func(runfolder.Row) bool) *runfolder.Run {
	run.Rows = slices.DeleteFunc(run.Rows, gone)
	return run
}

var inf = math.Inf(1)

// claimed are the numbers that the claims of the paper speak of, in its own
// reading: codes rounded down, occupancy by bits.
func claimed() map[string][]number {
	at := func(m runfolder.Metric, n, b, k int) key {
		return key{metric: m, n: n, b: b, k: k, quantisation: "floor"}
	}
	capacity := func(b int) key {
		return key{metric: CellCapacity, b: b, k: 7, quantisation: "floor", occupancy: "0.5"}
	}
	const of100000 = 1.959963984540054 * 0.28867513459481287 / 316.22776601683796 // 1.96 standard errors of uniform numbers
	all := map[string][]number{
		"L3": {{capacity(4), 90, 110, 100}, {capacity(5), -inf, 90, 50}},
		"L4": {{at(SD, 70, 1, 7), -0.001, 0.001, 0}},
		// The mean of c itself has no shape.
		"L12": {{key{metric: Mean, n: 70, quantisation: "none"}, 0.5 - of100000, 0.5 + of100000, 0.5}},
	}
	for b := 2; b <= 16; b++ {
		const sigma = 0.28867513459481287 // 1/√12
		all["L4"] = append(all["L4"], number{at(SD, 70, b, 7), 0.95 * sigma, 1.05 * sigma, sigma})
	}
	for _, n := range []int{30, 40, 50, 60, 70} {
		for b := 5; b <= 12; b++ {
			all["L5"] = append(all["L5"], number{at(MSE, n, b, 7), -inf, 0.01 / 12, 0.0001})
		}
		for b := 1; b <= 4; b++ {
			steps := float64(int(1)<<b - 1)
			mse := 1 / (3 * steps * steps)
			all["L6"] = append(all["L6"], number{at(MSE, n, b, 7), 0.95 * mse, 1.05 * mse, mse}, number{at(BitOccupancy, n, b, 7), -inf, 0.5, 0.25})
		}
		for b := 13; b <= 16; b++ {
			steps := float64(int(1)<<b - 1)
			all["L7"] = append(all["L7"], number{at(MSE, n, b, 7), 20 / (3 * steps * steps), inf, 0.01})
			all["L8"] = append(all["L8"], number{at(BitOccupancy, n, b, 7), 0.5, inf, 0.7})
		}
		for k := 4; k <= 12; k++ {
			all["L9"] = append(all["L9"], number{at(MSE, n, 8, k), -inf, 0.0005, 0.0002})
		}
		for b := 1; b <= 2; b++ {
			all["L13"] = append(all["L13"], number{at(Mean, n, b, 7), 0.5, inf, 0.6})
		}
	}
	return all
}

func TestEdges(t *testing.T) { tryNumbers(t, claimed()) }

// tryNumbers tries the edges of claims, by their numbers.
func tryNumbers(t *testing.T, claimed map[string][]number) {
	t.Helper()
	for id, numbers := range claimed {
		// Just inside of all edges at once, and just outside of each alone.
		for _, lower := range []bool{false, true} {
			inside := map[key]float64{}
			edges := map[key]float64{}
			for _, n := range numbers {
				edges[n.key] = n.high
				if lower {
					edges[n.key] = n.low
				}
				inside[n.key] = n.inside
				if edge := edges[n.key]; !math.IsInf(edge, 0) {
					inside[n.key] = edge + math.Copysign(beside*edge, n.inside-edge)
				}
			}
			judge(t, id, "just inside", edgeRun(inside, edgeSE), claim.Supported)
			for k, edge := range edges {
				if math.IsInf(edge, 0) {
					continue
				}
				was := inside[k]
				inside[k] = 2*edge - was
				judge(t, id, fmt.Sprintf("%v is %v", k, inside[k]), edgeRun(inside, edgeSE), claim.Contradicted)
				inside[k] = was
			}
		}
	}
}

// Equation 4 holds with equality; the worst errors have no standard error.
func TestEdgesOfQuantisation(t *testing.T) {
	try := func(what string, values map[key]float64, want claim.Verdict) {
		t.Helper()
		if !judge(t, "L1", what, edgeRun(values, 0), want).Exact {
			t.Errorf("%s is not counted", what)
		}
	}
	at := func(b int) key { return key{metric: QuantisationError, b: b, quantisation: "floor"} }
	values := map[key]float64{}
	for b := 1; b <= 16; b++ {
		values[at(b)] = 1 / float64(int(1)<<b-1)
	}
	try("the bounds themselves", values, claim.Supported)
	for b := 1; b <= 16; b++ {
		bound := values[at(b)]
		values[at(b)] = bound * (1 + 1e-12)
		try(fmt.Sprintf("more at b = %d", b), values, claim.Contradicted)
		values[at(b)] = bound
	}
}

// The formula gives 7.098; it must round to 7.
func TestEdgesOfBestK(t *testing.T) {
	for bits, want := range map[string]claim.Verdict{
		"4096": claim.Supported, "4327": claim.Supported, "4329": claim.Contradicted, // 7.498, 7.502
		"3752": claim.Supported, "3750": claim.Contradicted, // 6.502, 6.498
	} {
		run := edgeRun(nil, edgeSE)
		run.Meta.Parameters["bits"] = bits
		judge(t, "L2", bits+" bits", run, want)
	}
}

// Averages over k = 2 … 16 at n = 70 and b = 8: every k counts for a fifteenth.
func TestEdgesOverK(t *testing.T) {
	for _, c := range []struct {
		id            string
		metric        runfolder.Metric
		middle, width float64
	}{{"L10", Mean, 0.5074, 0.0051}, {"L11", SD, 0.2882, 0.0007}} {
		at := func(k int) key { return key{metric: c.metric, n: 70, b: 8, k: k, quantisation: "floor"} }
		for _, k := range []int{2, 3, 9, 16} {
			for off, want := range map[float64]claim.Verdict{
				0: claim.Supported, 0.999: claim.Supported, -0.999: claim.Supported, 1.001: claim.Contradicted, -1.001: claim.Contradicted,
			} {
				values := map[key]float64{}
				for other := 2; other <= 16; other++ {
					values[at(other)] = c.middle
				}
				values[at(k)] += 15 * off * c.width
				r := judge(t, c.id, fmt.Sprintf("%v of the width at k = %d", off, k), edgeRun(values, edgeSE), want)
				if math.Abs(r.Effect.Value-c.middle-off*c.width) > 1e-9 {
					t.Errorf("%s, %v of the width at k = %d: %v", c.id, off, k, r.Effect.Value)
				}
			}
		}
	}
}

// Numbers within a standard error of their edge decide nothing, and one that
// is outside of it pays for as many as the claim has. The degrees of freedom
// are those of the batches, of Figure 4 those of its repetitions.
func TestErrorsOfEdges(t *testing.T) {
	at995 := map[float64]float64{99: 2.626405, 999: 2.580760, 6_999_999: 2.575830} // quantiles of t
	for id, df := range map[string]float64{"L3": 999, "L5": 99, "L8": 99, "L12": 6_999_999, "L13": 99} {
		numbers := claimed()[id]
		values := map[key]float64{}
		for _, n := range numbers {
			values[n.key] = n.inside
		}
		n := numbers[len(numbers)-1]
		edge, outwards := n.high, 1.0
		if math.IsInf(edge, 0) {
			edge, outwards = n.low, -1
		}
		const se = 1e-7
		values[n.key] = edge + outwards*at995[df]*se
		s := summarize(t, edgeRun(values, se))
		for _, c := range claims() {
			if c.ID != id {
				continue
			}
			o := c.Test(&claim.Data{Summary: s})
			if want := float64(len(numbers)) * 0.005; math.Abs(o.Opposes/want-1) > 1e-3 || math.Abs(o.Supports-0.995) > 1e-4 {
				t.Errorf("%s: opposed with p = %v, supported with %v, want %d·0.005 and 0.995", id, o.Opposes, o.Supports, len(numbers))
			}
		}
		values[n.key] = edge
		if r := verdictOf(t, id, edgeRun(values, se)); r.Verdict != claim.Inconclusive && id != "L12" { // whose claim cannot fail
			t.Errorf("%s on its edge: %s", id, r.Verdict)
		}
	}
}

func summarize(t *testing.T, run *runfolder.Run) *report.Summary {
	t.Helper()
	return experimenttest.Summary(t, New(), run)
}

func judged(t *testing.T, run *runfolder.Run) []claim.Result {
	t.Helper()
	return claim.Evaluate(summarize(t, run), claims())
}

func TestLinearVerdictsOfFewIterations(t *testing.T) {
	run := experimenttest.Run(t, New(), "--iterations=20", "--codes")
	results := judged(t, run)
	for _, r := range results {
		// L3, L20 and L21 have repetitions of their own, L12 its confidences.
		if r.Verdict != claim.Inconclusive && !r.Exact && !slices.Contains([]string{"L3", "L12", "L20", "L21"}, r.ID) {
			t.Errorf("%s: %s without a standard error (%s)", r.ID, r.Verdict, r.Why)
		}
	}
	run.Rows = run.Rows[:1]
	arithmetic := []string{"L2", "L14", "L17", "L19"}
	results = judged(t, run)
	for _, r := range results {
		if slices.Contains(arithmetic, r.ID) {
			continue
		}
		if r.Verdict != claim.NotTested {
			t.Errorf("%s: %s without rows", r.ID, r.Verdict)
		}
		if !strings.Contains(r.Why, "hold") && !strings.Contains(r.Why, "reaches") {
			t.Errorf("%s: not tested because %q", r.ID, r.Why)
		}
	}
}
