package fbl

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// The edges of the claims L14 to L28, as those of L1 to L13.

func floorAt(m runfolder.Metric, n, b, k int) key {
	return key{metric: m, n: n, b: b, k: k, quantisation: "floor"}
}

func TestEdgesOfFurtherNumbers(t *testing.T) {
	all := map[string][]number{}
	for _, n := range []int{30, 40, 50, 60, 70} {
		all["L15"] = append(all["L15"], number{floorAt(Mean, n, 1, 7), 0.999, inf, 1})
		all["L22"] = append(all["L22"], number{floorAt(MSE, n, 5, 7), -inf, 0.01 / 12, 0.0001})
		for k := 13; k <= 16; k++ {
			all["L26"] = append(all["L26"], number{floorAt(BitOccupancy, n, 8, k), 0.5, inf, 0.7})
		}
	}
	tryNumbers(t, all)
}

// ratio is a number that a claim compares with others: at inside it holds, at
// outside it does not, whatever the rest.
type ratio struct {
	key
	inside, outside float64
}

// tryRatios tries each of the ratios alone, the rest being true.
func tryRatios(t *testing.T, id string, whereTrue map[key]float64, se float64, list []ratio) {
	t.Helper()
	if len(list) == 0 {
		t.Errorf("%s: nothing is tried", id)
	}
	judge(t, id, "where it is true", edgeRun(whereTrue, se), claim.Supported)
	for _, x := range list {
		was := whereTrue[x.key]
		for v, want := range map[float64]claim.Verdict{x.inside: claim.Supported, x.outside: claim.Contradicted} {
			whereTrue[x.key] = v
			judge(t, id, fmt.Sprintf("%v is %v", x.key, v), edgeRun(whereTrue, se), want)
		}
		whereTrue[x.key] = was
	}
}

func TestEdgesOverHashes(t *testing.T) {
	growth, list := map[key]float64{}, []ratio{}
	for _, n := range elements() {
		growth[floorAt(MSE, n, 8, 12)] = 1e-4
		for k := 13; k <= 16; k++ {
			growth[floorAt(MSE, n, 8, k)] = 2e-4
			list = append(list, ratio{floorAt(MSE, n, 8, k), 1.0001e-4, 0.9999e-4})
		}
	}
	tryRatios(t, "L25", growth, edgeSE, list)

	theory := map[int]int{30: 12, 40: 9, 50: 7, 60: 6, 70: 5} // 512/n·ln 2, rounded
	level := map[key]float64{}
	list = nil
	for _, n := range elements() {
		for k := 2; k <= 16; k++ {
			level[floorAt(MSE, n, 8, k)] = 1e-4
			switch {
			case k < 4 || k > 12:
				level[floorAt(MSE, n, 8, k)] = 1.1e-4
				list = append(list, ratio{floorAt(MSE, n, 8, k), 1.0001e-4, 0.9999e-4})
			case k == theory[n]:
				list = append(list, ratio{floorAt(MSE, n, 8, k), 1.0999e-4, 1.1001e-4})
			}
		}
	}
	tryRatios(t, "L27", level, edgeSE, list)
}

func TestEdgesOfConstantOverK(t *testing.T) {
	for id, m := range map[string]runfolder.Metric{"L23": Mean, "L24": SD} {
		values, list := map[key]float64{}, []ratio{}
		// One of fifteen is r of the average, the others being 0.5.
		of := func(r float64) float64 { return 7 * r / (15 - r) }
		for k := 2; k <= 16; k++ {
			at := floorAt(m, 70, 8, k)
			values[at] = 0.5
			list = append(list, ratio{at, of(1.0099), of(1.0101)}, ratio{at, of(0.9901), of(0.9899)})
		}
		tryRatios(t, id, values, edgeSE, list)
	}
}

func TestEdgesOfQuantisationOverB(t *testing.T) {
	values, list := map[key]float64{}, []ratio{}
	at := func(b int) key { return key{metric: QuantisationError, b: b, quantisation: "floor"} }
	for b := 1; b <= 16; b++ {
		values[at(b)] = math.Exp2(-float64(b))
		if b > 1 {
			list = append(list, ratio{at(b), 1.9999 * math.Exp2(-float64(b)), 2 * math.Exp2(-float64(b))})
		}
	}
	tryRatios(t, "L18", values, 0, list)
}

func capacityOf(b int, occupancy string) key {
	return key{metric: CellCapacity, b: b, k: 7, quantisation: "floor", occupancy: occupancy}
}

func TestEdgesOfSpread(t *testing.T) {
	values, list := map[key]float64{}, []ratio{}
	spread := func(b int) float64 { return 1000 * math.Pow(0.9, float64(b)) }
	for b := 1; b <= 16; b++ {
		values[capacityOf(b, "0.3")], values[capacityOf(b, "0.7")] = 100, 100+spread(b)
		if b > 1 {
			list = append(list, ratio{capacityOf(b, "0.7"), 100 + 0.9999*spread(b-1), 100 + 1.0001*spread(b-1)})
		}
	}
	tryRatios(t, "L20", values, edgeSE, list)
	// Widths that do not reach 70 % are not compared; with one alone nothing is.
	for least, want := range map[int]claim.Verdict{4: claim.Supported, 15: claim.Supported, 16: claim.NotTested, 17: claim.NotTested} {
		run := edgeRun(values, edgeSE)
		for b := 1; b < least; b++ {
			lacking(run, func(r runfolder.Row) bool { return r.Cell() == capacityOf(b, "0.7").cell() })
		}
		judge(t, "L20", fmt.Sprintf("from b = %d on", least), run, want)
	}
}

func TestEdgesOfFirstBits(t *testing.T) {
	// the capacities from the loss of each bit
	capacities := func(loss func(b int) float64) map[key]float64 {
		values, left := map[key]float64{}, 10_000.0
		for b := 1; b <= 16; b++ {
			if b > 1 {
				left -= loss(b)
			}
			values[capacityOf(b, "0.5")] = left
		}
		return values
	}
	for later := 3; later <= 16; later++ {
		for share, want := range map[float64]claim.Verdict{0.9999: claim.Supported, 1.0001: claim.Contradicted} {
			values := capacities(func(b int) float64 {
				switch b {
				case 2:
					return 100
				case later:
					return 100 * share
				}
				return 50
			})
			judge(t, "L21", fmt.Sprintf("bit %d costs %v of the first", later, share), edgeRun(values, edgeSE), want)
		}
	}
	judge(t, "L21", "without capacities", lacking(edgeRun(nil, edgeSE), func(r runfolder.Row) bool { return r.Metric == CellCapacity }), claim.NotTested)
}

// One width is enough, and pays for all sixteen.
func TestEdgesOfAcceptable(t *testing.T) {
	for b := 1; b <= 16; b += 5 {
		values := map[key]float64{}
		for _, n := range elements() {
			values[floorAt(MSE, n, b, 7)] = 0.9999 * acceptableMSE
		}
		judge(t, "L28", fmt.Sprintf("at b = %d", b), edgeRun(values, edgeSE), claim.Supported)
		for _, n := range elements() {
			values[floorAt(MSE, n, b, 7)] *= 1.0002
			judge(t, "L28", fmt.Sprintf("at b = %d but for n = %d", b, n), edgeRun(values, edgeSE), claim.Contradicted)
			values[floorAt(MSE, n, b, 7)] /= 1.0002
		}
	}
	const se, at995 = 1e-7, 2.626405 // t with 99 degrees of freedom
	values := map[key]float64{}
	for _, n := range elements() {
		values[floorAt(MSE, n, 9, 7)] = acceptableMSE / 2
	}
	values[floorAt(MSE, 70, 9, 7)] = acceptableMSE - at995*se
	o := acceptableWidth(&claim.Data{Summary: summarize(t, edgeRun(values, se))})
	if math.Abs(o.Supports/(16*0.005)-1) > 1e-3 || o.Opposes < 0.99 {
		t.Errorf("supported with p = %v, opposed with %v, want 16·0.005 and nearly 1", o.Supports, o.Opposes)
	}
}

func TestEdgesOfRuleOfThumb(t *testing.T) {
	// The rates of few elements are larger than the formula has them.
	for n, want := range map[string]claim.Verdict{"1": claim.Contradicted, "70": claim.Supported, "10000": claim.Supported} {
		run := lacking(edgeRun(nil, edgeSE), func(r runfolder.Row) bool { return r.Metric != Mean || r.Point.Value(0) == "" })
		run.Rows = run.Rows[:1]
		run.Rows[0].Point = runfolder.At(n, "1", "7", "floor", "")
		judge(t, "L14", "n = "+n, run, want)
	}
	// One element throws seven times into ten bits.
	if rate := bloom.OccupancyMoment(10, 7, 7); rate < 0.01 {
		t.Errorf("one element has a rate of %v", rate)
	}
	judge(t, "L14", "without elements", lacking(edgeRun(nil, edgeSE), func(r runfolder.Row) bool { return r.Metric == Mean }), claim.NotTested)
}

func TestEdgesOfBloom(t *testing.T) {
	values := map[key]float64{}
	var shapes []key
	for _, l := range layouts() {
		shapes = append(shapes, key{metric: UnlikeBloom, b: l.b, k: l.k})
		values[shapes[len(shapes)-1]] = 0
	}
	judge(t, "L16", "no difference", edgeRun(values, 0), claim.Supported)
	for _, k := range shapes {
		values[k] = 1
		judge(t, "L16", fmt.Sprint("one at ", k), edgeRun(values, 0), claim.Contradicted)
		values[k] = 0
	}
	judge(t, "L16", "not counted", lacking(edgeRun(values, 0), func(r runfolder.Row) bool { return r.Metric == UnlikeBloom }), claim.NotTested)
}

// The differences from a Bloom filter are none, and one element that is other
// makes some.
func TestUnlikeBloom(t *testing.T) {
	b := newBench(7, 1)
	for _, shape := range layouts() {
		if n, err := b.unlikeBloom(shape); n != 0 || err != nil {
			t.Errorf("%v: %d differences, %v", shape, n, err)
		}
		for what, add := range map[string]func(l *linear.Filter) error{
			"one element less": func(*linear.Filter) error { return nil },
			"a confidence below 1": func(l *linear.Filter) error {
				if shape.b == 1 { // it has the code 0
					return nil
				}
				return l.Add(identifier(0, largestN-1), 0.5)
			},
			"another element": func(l *linear.Filter) error {
				if err := l.Add("other", 1); err != nil {
					return err
				}
				return l.Add(identifier(0, largestN-1), 1)
			},
		} {
			l := experimenttest.Must(linear.New(linear.Config{Cells: uint64(shape.cells()), CellBits: shape.b, Hashes: shape.k, Seed: b.seed}))(t)
			for j := range largestN - 1 {
				experimenttest.OK(t, l.Add(identifier(0, j), 1))
			}
			experimenttest.OK(t, add(l))
			// In shapes near saturation all cells of one element may be taken.
			if n := differences(l, shape, b.seed); n == 0 && shape.b <= paperB && shape.k <= paperK {
				t.Errorf("%v, %s: no difference", shape, what)
			}
		}
	}
}

// What is arithmetic on the structure: rounded down both claims hold, by no
// other quantisation.
func TestEdgesOfAttenuation(t *testing.T) {
	for id, others := range map[string]int{"L17": 0, "L19": 0} {
		r := verdictOf(t, id, edgeRun(nil, 0))
		if !r.Holds || strings.Count(r.Why, fmt.Sprintf("holds at %d of 16", others)) != 2 {
			t.Errorf("%s: %s (%s)", id, r.Verdict, r.Why)
		}
	}
	for q, want := range map[linear.Quantisation]float64{
		linear.Floor: 0, linear.Round: 5.0 / 255, linear.Ceiling: 9.0 / 255, // ⌊0.9·5 + 0.5⌋ = 5, ⌈0.9·9⌉ = 9
	} {
		if got := attenuated(q, 8); got != want {
			t.Errorf("%v leaves %v, want %v", q, got, want)
		}
	}
	for v, want := range map[float64]bool{0: true, 1e-6: false, -1e-6: false} {
		if got := certain("", v, exactRegion(0)).holds(); got != want {
			t.Errorf("%v is 0: %v", v, got)
		}
	}
}

// Errors of a quotient add up.
func TestErrorOfQuotient(t *testing.T) {
	const se = 0.001
	f := newNumbers(summarize(t, edgeRun(map[key]float64{floorAt(MSE, 70, 8, 12): 2, floorAt(MSE, 70, 8, 13): 3}, se)))
	p := f.quotient("", one(floorAt(MSE, 70, 8, 13)), one(floorAt(MSE, 70, 8, 12)), claim.Above(1))
	if e := p.Estimates[0]; e.Value != 1.5 || math.Abs(e.SE-1.5*(se/3+se/2)) > 1e-12 || e.DF != 99 {
		t.Errorf("%+v", e)
	}
	p = f.quotient("", minus(floorAt(MSE, 70, 8, 13), floorAt(MSE, 70, 8, 12)), one(floorAt(MSE, 70, 8, 12)), claim.Above(1))
	if e := p.Estimates[0]; e.Value != 0.5 || math.Abs(e.SE-0.5*(2*se+se/2)) > 1e-12 {
		t.Errorf("%+v", e)
	}
}
