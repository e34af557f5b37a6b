package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

var (
	sideA = []float64{12.1, 12.4, 11.9, 12.0, 12.3, 15.7, 12.2, 12.1, 12.0, 12.6, 11.8, 12.2, 13.9, 12.1}
	sideB = []float64{11.7, 12.0, 11.9, 11.8, 12.4, 12.1, 11.6, 19.3, 11.9, 12.0, 11.8, 11.7}
)

// The expected numbers are R's (4.2.2): mean(x, trim = 0.2), var of the
// winsorised values, qt and pt in the formulas that TrimmedEstimate and Yuen
// cite.
func TestTrimmedAgainstR(t *testing.T) {
	logs := make([]float64, len(sideB))
	for i := range sideB {
		logs[i] = math.Log(sideA[i] / sideB[i])
	}
	for name, c := range map[string]struct {
		x    []float64
		want Estimate
		ci   Interval
	}{
		"a":               {sideA, Estimate{12.2, 0.103993183637937, 9}, Interval{11.964751074751252, 12.435248925248747}},
		"b":               {sideB, Estimate{11.9, 0.0767610310786397, 7}, Interval{11.7184890043341809, 12.0815109956658198}},
		"ratios in pairs": {logs, Estimate{0.0227773844642258, 0.0101818495439696, 7}, Interval{-0.0012988638935136, 0.0468536328219652}},
		"too few to trim": {[]float64{1, 2, 3, 6}, Estimate{3, math.Sqrt(14.0/3) / 2, 3}, Interval{-0.437435, 6.437435}},
	} {
		got, err := TrimmedEstimate(c.x)
		if err != nil {
			t.Fatal(err)
		}
		closeTo(t, name, got.Value, c.want.Value, 1e-12)
		closeTo(t, name+": error", got.SE, c.want.SE, 1e-12)
		closeTo(t, name+": degrees of freedom", got.DF, c.want.DF, 0)
		closeTo(t, name+": low", got.CI().Low, c.ci.Low, 1e-6)
		closeTo(t, name+": high", got.CI().High, c.ci.High, 1e-6)
	}
	got, err := Yuen([]float64{1, -1}, [][]float64{sideA, sideB})
	if err != nil {
		t.Fatal(err)
	}
	closeTo(t, "Yuen", got.Value, 0.3, 1e-12)
	closeTo(t, "Yuen: error", got.SE, 0.1134593137341130, 1e-12)
	closeTo(t, "Yuen: degrees of freedom", got.DF, 15.8448383392533589, 1e-9)
	closeTo(t, "Yuen: p", got.P(), 0.0177860039023116, 1e-9)
}

func closeTo(t *testing.T, name string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

func TestTrimmedErrors(t *testing.T) {
	for name, try := range map[string]func() (Estimate, error){
		"one value":               func() (Estimate, error) { return TrimmedEstimate([]float64{1}) },
		"no column":               func() (Estimate, error) { return TrimmedContrast(nil, nil) },
		"no number":               func() (Estimate, error) { return TrimmedEstimate([]float64{1, math.NaN()}) },
		"columns unlike":          func() (Estimate, error) { return TrimmedContrast([]float64{1, 1}, [][]float64{{1, 2}, {1, 2, 3}}) },
		"weights unlike":          func() (Estimate, error) { return TrimmedContrast([]float64{1}, [][]float64{{1, 2}, {1, 2}}) },
		"Yuen of one value":       func() (Estimate, error) { return Yuen([]float64{1, -1}, [][]float64{{1}, {1, 2}}) },
		"Yuen without its weight": func() (Estimate, error) { return Yuen([]float64{1}, [][]float64{{1, 2}, {1, 2}}) },
	} {
		if e, err := try(); err == nil {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// What is common to a round cancels in a contrast, whatever its size.
func TestCentred(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	plain, shifted := make([][]float64, 4), make([][]float64, 4)
	for range 40 {
		shift := 1000 * random.NormFloat64()
		for i := range plain {
			v := random.NormFloat64()
			plain[i], shifted[i] = append(plain[i], v), append(shifted[i], v+shift)
		}
	}
	weights := []float64{0.5, -1, 0.25, 0.25}
	a, err := TrimmedContrast(weights, Centred(plain))
	if err != nil {
		t.Fatal(err)
	}
	b, err := TrimmedContrast(weights, Centred(shifted))
	if err != nil {
		t.Fatal(err)
	}
	closeTo(t, "shifted rounds", b.Value, a.Value, 1e-9)
	closeTo(t, "shifted rounds: error", b.SE, a.SE, 1e-9)
}

// burstyRounds is the noise of a shared machine on the logarithms of the
// sections of a round, in the order of execution: 3 % normal, and bursts that
// make one section in forty 10 to 40 % slower and last 1.7 sections in the mean
// (the next is slow too with a probability of 0.42). Rounds drift.
func burstyRounds(random *rand.Rand, rounds, sections int) [][]float64 {
	columns := make([][]float64, sections)
	slow := false
	drift := 0.0
	for range rounds {
		drift = 0.9*drift + 0.01*random.NormFloat64()
		for _, at := range random.Perm(sections) {
			p := 0.015
			if slow {
				p = 0.42
			}
			slow = random.Float64() < p
			v := drift + 0.012*random.NormFloat64()
			if slow {
				v += 0.1 + 0.3*random.Float64()
			}
			columns[at] = append(columns[at], v)
		}
	}
	return columns
}

// The intervals hold the truth in 94 to 96 % of the trials under noise as
// heavy-tailed as a shared machine's, for one pair of cells and for the ratio
// pooled over twenty; of ten rounds, too few for the winsorised error, in 93 %.
func TestTrimmedCoverage(t *testing.T) {
	racetest.OneGoroutine(t)
	trials := tier.Of(400, 4000)
	for _, c := range []struct{ rounds, pairs int }{{10, 1}, {30, 1}, {100, 1}, {30, 5}, {30, 20}, {100, 20}} {
		if !tier.Checking() && c.rounds*c.pairs > 100 { // the long ones
			continue
		}
		random := rand.New(rand.NewPCG(7, uint64(100*c.rounds+c.pairs)))
		held, width, plainWidth := 0, 0.0, 0.0
		for range trials {
			noise := burstyRounds(random, c.rounds, 2*c.pairs)
			differences := make([][]float64, c.pairs)
			weights := make([]float64, c.pairs)
			sums := make([]float64, c.rounds)
			for i := range differences {
				weights[i] = 1 / float64(c.pairs)
				for r := range c.rounds {
					d := noise[2*i][r] - noise[2*i+1][r]
					differences[i] = append(differences[i], d)
					sums[r] += weights[i] * d
				}
			}
			e, err := TrimmedContrast(weights, differences)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := MeanEstimate(sums)
			if err != nil {
				t.Fatal(err)
			}
			if e.CI().Contains(0) {
				held++
			}
			width += (e.CI().High - e.CI().Low) / 2 / float64(trials)
			plainWidth += (plain.CI().High - plain.CI().Low) / 2 / float64(trials)
		}
		share := float64(held) / float64(trials)
		t.Logf("%d rounds, %d pairs: coverage %.3f, half-width %.4f (plain means %.4f)", c.rounds, c.pairs, share, width, plainWidth)
		low, high := 0.94, 0.9605 // the error of the share is 0.003
		if c.rounds < 30 {
			low = 0.925
		}
		if !tier.Checking() { // the error of a share of 400 is 0.01
			low, high = 0.91, 0.98
		}
		if share < low || share > high {
			t.Errorf("%d rounds, %d pairs: coverage %.3f", c.rounds, c.pairs, share)
		}
	}
}
