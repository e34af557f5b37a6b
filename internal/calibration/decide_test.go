package calibration

import (
	"math"
	"slices"
	"testing"
	"time"

	"hyphbench/internal/runfolder"
)

// invented are the times of a trial: the first side takes 1, the others so many
// times longer, with noise of signs of which some is common to a round.
func invented(ratios []float64, common, own float64) [][]float64 {
	const rounds = 10
	times := make([][]float64, 1+len(ratios))
	for side := range times {
		for round := range rounds {
			v := 1 + common*float64(1-2*(round%2))
			if side > 0 {
				v *= ratios[side-1] * math.Exp(own*float64(1-2*(round/2%2)))
			}
			times[side] = append(times[side], v)
		}
	}
	return times
}

func told(t *testing.T, design string, times [][]float64) []int {
	t.Helper()
	test := newTests(10, slowdowns())[2]
	if err := test.add(design, times); err != nil {
		t.Fatal(err)
	}
	var list []int
	for _, s := range test.Shares {
		list = append(list, s.Told)
	}
	return list
}

// Equal sides are told apart in either direction, a slowed one only as the
// slower. In the interleaved design rounds are pairs.
func TestWhatIsTold(t *testing.T) {
	for _, c := range []struct {
		name        string
		design      string
		ratios      []float64
		common, own float64
		want        []int
	}{
		{"slower", runfolder.Interleaved, []float64{1.01, 1.01, 1.01, 1.01}, 0, 0.001, []int{1, 1, 1, 1}},
		{"faster", runfolder.Interleaved, []float64{0.99, 0.99, 0.99, 0.99}, 0, 0.001, []int{1, 0, 0, 0}},
		{"the same", runfolder.Interleaved, []float64{1, 1, 1, 1}, 0, 0.001, []int{0, 0, 0, 0}},
		{"in rounds of different speed", runfolder.Interleaved, []float64{1.01, 1, 1.01, 0.99}, 0.3, 0.001, []int{1, 0, 1, 0}},
		{"rounds that are no pairs", runfolder.AsThesis, []float64{1.01, 1, 1.01, 0.99}, 0.3, 0.001, []int{0, 0, 0, 0}},
		{"no pairs, little noise", runfolder.AsThesis, []float64{0.99, 1.01, 1.01, 0.99}, 0, 0.001, []int{1, 1, 1, 0}},
	} {
		got := told(t, c.design, invented(c.ratios, c.common, c.own))
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: told %v, want %v", c.name, got, c.want)
				break
			}
		}
	}
}

// A trial decides at 2 %: t(5) is 3.365 there, since of ten values six are left.
// The mean logarithm of ten values m ± s is m, trimmed or not, and its standard
// error s·√(10/9)/(0.6·√10) = s/1.8.
func TestLevelOfTrials(t *testing.T) {
	for ratio, want := range map[float64]int{3.3: 0, 3.43: 1} {
		times := [][]float64{nil, nil, nil, nil, nil}
		for round := range 10 {
			for side := range times {
				v := 1.0
				if side > 0 {
					v = math.Exp(0.001*ratio/1.8 + 0.001*float64(1-2*(round%2)))
				}
				times[side] = append(times[side], v)
			}
		}
		if got := told(t, runfolder.Interleaved, times)[0]; got != want {
			t.Errorf("t = %v: told %d times, want %d", ratio, got, want)
		}
	}
}

// The bound of the share counts, not the share: 6 % of 200 trials may be 5 %
// in truth, 9 % may not.
func TestWithin(t *testing.T) {
	for told, want := range map[int]bool{0: true, 10: true, 12: true, 15: true, 16: false, 18: false, 40: false} {
		r := &Result{Tests: []Test{{Shares: []Share{{Told: told, Trials: 200}, {Told: 200, Trials: 200}}}}}
		if r.Within() != want {
			t.Errorf("%d of 200: within %v, want %v", told, r.Within(), want)
		}
	}
}

// The one-sided bound of n of n is 0.05^(1/n), the two-sided 0.025^(1/n).
func TestBoundsOfShare(t *testing.T) {
	s := Share{Told: 100, Trials: 100}
	if got, want := s.AtLeast(), math.Pow(0.05, 0.01); math.Abs(got-want) > 1e-9 {
		t.Errorf("at least %v, want %v", got, want)
	}
	if got, want := s.Interval().Low, math.Pow(0.025, 0.01); math.Abs(got-want) > 1e-9 {
		t.Errorf("the interval begins at %v, want %v", got, want)
	}
}

// A test has the first rounds alone, a quarter, half and all, and no fewer than two; its
// ratio is the geometric mean over trials.
func TestFirstRounds(t *testing.T) {
	for rounds, want := range map[int][]int{40: {10, 20, 40}, 11: {2, 5, 11}, 4: {2, 4}, 2: {2}} {
		var got []int
		for _, test := range newTests(rounds, slowdowns()) {
			got = append(got, test.Rounds)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d rounds: tests of %v, want %v", rounds, got, want)
		}
	}
	tests := newTests(8, []float64{0})
	for _, ratio := range []float64{1.1, 1.3, 2} {
		times := [][]float64{nil, nil}
		for round := range 8 {
			v := 1.0
			if round >= 4 {
				v = ratio
			}
			times[0], times[1] = append(times[0], 1), append(times[1], v)
		}
		for i := range tests {
			if err := tests[i].add(runfolder.Interleaved, times); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, want := range []float64{1, 1, math.Pow(1.1*1.3*2, 1./3/2)} { // half of the rounds of the last
		s := tests[i].Shares[0]
		if s.Trials != 3 || math.Abs(s.Ratio-want) > 1e-9 {
			t.Errorf("%d rounds: %d trials, ratio %v, want %v", tests[i].Rounds, s.Trials, s.Ratio, want)
		}
	}
}

// A pair takes two sections a round, each as long as those of the trials were.
func TestPairLasts(t *testing.T) {
	r := Result{Seconds: 6, Sections: 300}
	if got := r.Pair(Test{Rounds: 10}); got != 400*time.Millisecond {
		t.Errorf("%v, want 0.4 s", got)
	}
}

// The smallest effect that is found is one above which all are found.
func TestSmallest(t *testing.T) {
	for _, c := range []struct {
		told  []int // of 100: equal sides, then 1, 2 and 5 %
		want  float64
		found bool
	}{
		{[]int{2, 100, 100, 100}, 0.01, true},
		{[]int{2, 94, 95, 100}, 0.02, true},
		{[]int{2, 96, 94, 100}, 0.05, true}, // 2 % is not found: 1 % was luck
		{[]int{2, 100, 100, 94}, 0, false},
		{[]int{100, 0, 0, 95}, 0.05, true},
	} {
		test := Test{}
		for i, n := range c.told {
			test.Shares = append(test.Shares, Share{Slowdown: slowdowns()[i], Told: n, Trials: 100})
		}
		if got, found := test.Smallest(); got != c.want || found != c.found {
			t.Errorf("%v: %v, %v; want %v, %v", c.told, got, found, c.want, c.found)
		}
	}
}
