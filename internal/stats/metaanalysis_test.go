package stats

import (
	"encoding/csv"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// metafor is a row of R's answers.
type metafor struct {
	set       string
	estimates []Estimate
	want      []float64 // in the order of numbers
}

// numbers are those of testdata/metafor.csv behind the estimates.
func numbers(p Pooled) []float64 {
	ci := p.Mean.CI()
	return []float64{p.Tau2, p.Mean.Value, p.Mean.SE, ci.Low, ci.High, p.Q, p.P, p.I2, p.Prediction.Low, p.Prediction.High}
}

func readMetafor(t *testing.T) (list []metafor) {
	t.Helper()
	file, err := os.Open("testdata/metafor.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	parse := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, record := range records[1:] {
		m := metafor{set: record[0]}
		se := strings.Fields(record[2])
		for i, y := range strings.Fields(record[1]) {
			m.estimates = append(m.estimates, Estimate{parse(y), parse(se[i]), 1e12})
		}
		for _, text := range record[3:] {
			m.want = append(m.want, parse(text))
		}
		list = append(list, m)
	}
	return list
}

// TestRandomEffects compares with metafor, which takes errors as known: they have many
// degrees of freedom.
func TestRandomEffects(t *testing.T) {
	for _, m := range readMetafor(t) {
		p, err := RandomEffects(m.estimates)
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range numbers(p) {
			if math.Abs(got-m.want[i]) > 1e-8*max(1e-2, math.Abs(m.want[i])) {
				t.Errorf("%s, number %d: %v, metafor has %v", m.set, i, got, m.want[i])
			}
		}
	}
}

// I² has in the place of K − 1 what is expected of Q where errors are estimates, of which
// the six here have four degrees of freedom each. All have one error, which moderation
// leaves the same: the numbers of the comments of moderated and welch are worked out by
// hand.
func TestShareBetweenOfFewDegrees(t *testing.T) {
	const k, se, df = 6, 0.01, 4
	values := []float64{0.10, 0.12, 0.09, 0.13, 0.11, 0.14}
	var list []Estimate
	q := 0.0
	for _, y := range values {
		list = append(list, Estimate{y, se, df})
		q += (y - 0.115) * (y - 0.115) / (se * se * (1 + 0.4/df))
	}
	// Σ (1 − 1/k)²/degrees of freedom; each has those of all together.
	unknown := k * (1 - 1.0/k) * (1 - 1.0/k) / (k * winsorisedDF * df)
	factor := 1 + 2*(k-2)/(k*k-1.0)*unknown
	denominator := (k*k - 1) / (3 * unknown)
	expected := (k - 1) * factor * denominator / (denominator - 2) // the mean of F
	if expected < 1.05*(k-1) {
		t.Fatalf("Q's expectation %v cannot be told from %d", expected, k-1)
	}
	p, err := RandomEffects(list)
	if err != nil {
		t.Fatal(err)
	}
	if want := (q - expected) / q; math.Abs(p.Q-q) > 1e-9 || math.Abs(p.I2-want) > 1e-9 {
		t.Errorf("Q = %v and I² = %v, want %v and %v", p.Q, p.I2, q, want)
	}
}

// TestMetafor: the table is what R answers.
func TestMetafor(t *testing.T) {
	tier.Check(t)
	r, err := exec.LookPath("Rscript")
	if err != nil {
		t.Skip("R is not installed (Debian: r-cran-metafor)")
	}
	out, err := exec.Command(r, "testdata/metafor.R").Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && strings.Contains(string(failed.Stderr), "no package called") {
		t.Skip("R has no metafor (Debian: r-cran-metafor)")
	}
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("testdata", "metafor.csv"))
	if err != nil {
		t.Fatal(err)
	}
	got, kept := strings.SplitN(string(out), "\n", 2), strings.SplitN(string(want), "\n", 2)
	if got[0] != kept[0] {
		t.Skipf("the table is of %s, here is %s", kept[0], got[0])
	}
	if got[1] != kept[1] {
		t.Errorf("R says\n%s, the table\n%s", got[1], kept[1])
	}
}

func TestRandomEffectsRefuses(t *testing.T) {
	ok := Estimate{1, 0.1, 9}
	for _, list := range [][]Estimate{
		nil, {ok, ok}, {ok, ok, {1, 0, 9}}, {ok, ok, {1, 0.1, 0}}, {ok, ok, {1, 0.1, math.NaN()}}, {ok, ok, {math.NaN(), 1, 9}}, {ok, ok, {1, math.Inf(1), 9}},
	} {
		if p, err := RandomEffects(list); err == nil {
			t.Errorf("%v gives %v", list, p)
		}
	}
}

// TestRandomEffectsCovers: machines are drawn from a population, and each has an
// estimate of 30 or 10 trimmed rounds. The interval contains the mean of the population. The
// prediction contains the truth of one more machine where machines differ by much more
// than their errors, or not at all; of three, with one degree of freedom, too often.
// Where the two are alike the variance between machines is often found to be 0, and the
// prediction misses more (Partlett and Riley, Statistics in Medicine 36, 2017).
func TestRandomEffectsCovers(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	const trials, mean = 3000, 0.05
	for _, run := range []struct{ k, rounds int }{{3, 30}, {5, 30}, {10, 30}, {32, LeastRounds}} {
		k, rounds := run.k, run.rounds
		for _, between := range []float64{0, 1, 5} { // standard deviations of machines, in errors of an estimate
			random := rand.New(rand.NewPCG(uint64(k), uint64(between)))
			const noise = 0.03
			tau := between * noise / math.Sqrt(float64(rounds))
			covered, predicted := 0, 0
			for range trials {
				var list []Estimate
				for range k {
					truth := mean + tau*random.NormFloat64()
					x := make([]float64, rounds)
					for i := range x {
						x[i] = truth + noise*random.NormFloat64()
					}
					e, err := TrimmedEstimate(x)
					if err != nil {
						t.Fatal(err)
					}
					list = append(list, e)
				}
				p, err := RandomEffects(list)
				if err != nil {
					t.Fatal(err)
				}
				if p.Mean.CI().Contains(mean) {
					covered++
				}
				if p.Prediction.Contains(mean + tau*random.NormFloat64()) {
					predicted++
				}
			}
			c, p := float64(covered)/trials, float64(predicted)/trials
			t.Logf("%2d machines, between them %v errors: interval %.3f, prediction %.3f", k, between, c, p)
			if c < 0.93 || c > 0.97 {
				t.Errorf("%d machines, %v: the interval contains the mean in %.3f", k, between, c)
			}
			least, most := 0.93, 0.98
			if between == 1 {
				least = 0.85
			}
			if k == LeastPooled {
				most = 1
			}
			if p < least || p > most {
				t.Errorf("%d machines, %v: the prediction contains the next machine in %.3f", k, between, p)
			}
		}
	}
}

// TestRandomEffectsOfFewRounds: machines that do not differ, with as few rounds as are
// pooled. The interval misses their common truth in 6 % or less, Q finds a difference in
// 8 % or less, and half of the time I² is 0, however many machines there are. With errors
// taken as known 32 machines of 10 rounds miss in 9 % and Q finds a difference in 69 %.
func TestRandomEffectsOfFewRounds(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	const trials = 4000
	for _, rounds := range []int{LeastRounds, 15, 30} {
		for _, k := range []int{3, 8, 32} {
			random := rand.New(rand.NewPCG(uint64(k), uint64(rounds)))
			missed, differ, varied := 0, 0, 0
			for range trials {
				p, err := RandomEffects(machines(t, random, k, rounds, func() float64 { return 1 }))
				if err != nil {
					t.Fatal(err)
				}
				if !p.Mean.CI().Contains(0) {
					missed++
				}
				if p.P < 0.05 {
					differ++
				}
				if p.I2 > 0 {
					varied++
				}
			}
			m, d, v := float64(missed)/trials, float64(differ)/trials, float64(varied)/trials
			t.Logf("%2d machines of %d rounds: missed %.3f, p of Q below 0.05 %.3f, I² above 0 %.3f", k, rounds, m, d, v)
			if m > 0.06 || d > 0.08 || v > 0.5 {
				t.Errorf("%d machines of %d rounds: missed %.3f, p of Q below 0.05 %.3f, I² above 0 %.3f", k, rounds, m, d, v)
			}
		}
	}
}

// machines draws an estimate of rounds with normal noise for each of k machines whose
// truth is 0.
func machines(t *testing.T, random *rand.Rand, k, rounds int, noise func() float64) (list []Estimate) {
	t.Helper()
	for range k {
		sd := noise()
		x := make([]float64, rounds)
		for i := range x {
			x[i] = sd * random.NormFloat64()
		}
		e, err := TrimmedEstimate(x)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// A machine ten times as noisy as the others does not hide what these say: its error is
// drawn towards theirs, and remains the largest by far. Q finds a difference between
// such machines no more often than it should.
func TestRandomEffectsOfNoisyMachine(t *testing.T) {
	const trials, k = 2000, 8
	random := rand.New(rand.NewPCG(3, 4))
	var quiet, loud []float64
	differ := 0
	for range trials {
		nth := 0
		list := machines(t, random, k, 30, func() float64 {
			nth++
			if nth == k {
				return 10
			}
			return 1
		})
		p, err := RandomEffects(list)
		if err != nil {
			t.Fatal(err)
		}
		without, err := RandomEffects(list[:k-1])
		if err != nil {
			t.Fatal(err)
		}
		if p.P < 0.05 {
			differ++
		}
		quiet, loud = append(quiet, math.Abs(without.Mean.Value)), append(loud, math.Abs(p.Mean.Value))
	}
	a, _ := Mean(quiet)
	b, _ := Mean(loud)
	share := float64(differ) / trials
	t.Logf("mean distance from the truth %.4f without it, %.4f with it; p of Q below 0.05 %.3f", a, b, share)
	if b > 1.25*a || share > 0.08 {
		t.Errorf("mean distance from the truth %.4f without it, %.4f with it; p of Q below 0.05 %.3f", a, b, share)
	}
}

// Errors of estimates that have few degrees of freedom are drawn together, those of
// estimates with many stay.
func TestModerated(t *testing.T) {
	spread := func(df float64) float64 {
		list := moderated([]Estimate{{0, 1, df}, {0, 1.5, df}, {0, 0.8, df}, {0, 1.2, df}})
		return list[1].SE / list[2].SE
	}
	few, many := spread(4), spread(1e9)
	if math.Abs(few-1) > 1e-12 || math.Abs(many-1.5/0.8) > 1e-6 {
		t.Errorf("of 4 degrees of freedom the errors differ by the factor %v, of 10⁹ by %v", few, many)
	}
	for _, y := range []float64{1e-8, 1e-3, 0.5, 3, 1e9} {
		if x := inverseTrigamma(y); math.Abs(trigamma(x)-y) > 1e-6*y {
			t.Errorf("trigamma of %v is %v, want %v", x, trigamma(x), y)
		}
	}
}

// A variance of winsorised values has 0.7 of its degrees of freedom, and those of the others' in
// common: estimates that scatter widely differ by 0.7 of what their own differ by.
func TestModeratedDegreesOfFreedom(t *testing.T) {
	list := moderated([]Estimate{{0, 0.01, 9}, {0, 1, 29}, {0, 0.1, 19}})
	for i, own := range []float64{9, 29, 19} {
		if got, want := list[i].DF-list[0].DF, 0.7*(own-9); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v degrees of freedom more than of the first, want %v: %v", got, want, list)
		}
	}
	if common := list[0].DF - 0.7*9; common <= 0 || common > 3 {
		t.Errorf("%v degrees of freedom in common, want few", common)
	}
}

// Where welch's F has no mean, or hardly one, the expected sum of squares is twice that of known
// variances times the factor.
func TestExpectedOfFewDegrees(t *testing.T) {
	for _, unknown := range []float64{1.4, 2, 50} { // df = 8/(3·unknown): 1.9 and fewer
		near(t, "expected", weighed{k: 3, unknown: unknown}.expected(), 2*2*(1+2*1/8.0*unknown))
	}
}

// What is unknown of the weights is Welch's sum, in which the share of a variance that was estimated
// counts by its square.
func TestUnknownOfWeights(t *testing.T) {
	list := []Estimate{{0, 0.1, 5}, {1, 0.2, 9}, {3, 0.3, 20}}
	const between = 0.04
	total := 1/0.05 + 1/0.08 + 1/0.13
	want := 0.0
	for _, e := range []struct{ v, df float64 }{{0.01, 5}, {0.04, 9}, {0.09, 20}} {
		weight := 1 / (e.v + between)
		want += math.Pow((1-weight/total)*e.v*weight, 2) / e.df
	}
	near(t, "unknown", weigh(list, between).unknown, want)
}
