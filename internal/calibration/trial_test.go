package calibration

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
	"hyphbench/internal/tier"
	"hyphbench/internal/timing"
)

// spells is a machine whose noise comes in spells: sections are quiet, or in a spell,
// which lasts for many trials, several times as noisy; some are slowed by a burst.
type spells struct {
	random *rand.Rand
	loud   bool
}

func (s *spells) section(work float64) float64 {
	if s.random.Float64() < 0.0005 {
		s.loud = !s.loud
	}
	noise := 0.012
	if s.loud {
		noise = 0.03
	}
	time := work * math.Exp(noise*s.random.NormFloat64())
	if s.random.Float64() < 0.03 {
		time *= 1 + 0.15*s.random.ExpFloat64()
	}
	return time
}

// A trial that goes on until its intervals are as narrow as 1 % finds 1 % in 95 % of the
// cases, quiet or loud, and raises no more false alarms than its level says, in fewer
// rounds than the loudest moment would need.
func TestTrialsThatLook(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	const trials, most = 2000, 1600
	o := Options{Design: runfolder.Interleaved, Rounds: most, Resolve: 0.01}
	r := &Result{Design: o.Design, Rounds: most, Resolve: o.Resolve, Tests: newTests(most, one(o.Resolve))}
	machine := spells{random: rand.New(rand.NewPCG(5, 5))}
	var rounds []float64
	for range trials {
		try := trial{o: o, times: make([][]float64, 3)}
		err := narrow(o.Resolve/2, most, func(n int) (float64, error) {
			for range n - try.rounds() {
				for side, slowdown := range []float64{0, 0, o.Resolve} {
					try.times[side] = append(try.times[side], machine.section(6e6*(1+slowdown)))
				}
			}
			return try.half()
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Tests {
			if err := r.Tests[i].add(o.Design, try.times); err != nil {
				t.Fatal(err)
			}
		}
		rounds = append(rounds, float64(try.rounds()))
	}
	equal, slower := r.All().Shares[0], r.All().Shares[1]
	sorted := slices.Sorted(slices.Values(rounds))
	t.Logf("A/A %s, +1 %% %s, %v to %v rounds, median %v", equal, slower, sorted[0], sorted[len(sorted)-1], median(rounds))
	if slower.Share() < 0.95 || equal.Share() > 0.04 {
		t.Errorf("A/A %s, +1 %% %s", equal, slower)
	}
	if few, many := sorted[len(sorted)/10], sorted[9*len(sorted)/10]; many < 3*few || median(rounds) > float64(most)/3 {
		t.Errorf("%v to %v rounds, median %v: want as many as the noise asks for", few, many, median(rounds))
	}
	// Capped at a quarter of them, the loud trials miss it.
	if s := r.Tests[0].Shares[1]; s.Told >= slower.Told {
		t.Errorf("within %d rounds %s, within %d %s", r.Tests[0].Rounds, s, most, slower)
	}
}

// The rounds of a trial: a pilot, where the interval is expected to be narrow, and a third
// more; never more than announced.
func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		name string
		at12 float64 // half-width after 12 rounds, which falls with their root
		most int
		want []int // rounds measured up to
	}{
		{"at once", 0.004, 100, []int{12, 16}},
		{"at the second look", 0.01, 100, []int{12, 53, 70}},
		{"cut before the last look", 0.01, 40, []int{12, 40}},
		{"cut behind it", 0.01, 60, []int{12, 53, 60}},
		{"less than a pilot", 0.01, 5, []int{5}},
	} {
		var got []int
		err := narrow(0.005, c.most, func(rounds int) (float64, error) {
			got = append(got, rounds)
			return c.at12 * math.Sqrt(stats.Pilot/float64(rounds)), nil
		})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", c.name, got, err, c.want)
		}
	}
	broken := errors.New("broken")
	if err := narrow(0.005, 100, func(int) (float64, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// An interval half as wide takes four times the rounds, a tenth more for safety and a third
// more without a look; there are never fewer than a pilot's, nor more than a trial may have.
func TestRoundsAfterPilot(t *testing.T) {
	for half, want := range map[float64]int{0.005: 70, 0.01: 282, 0.0025: 18, 0.0001: 16, 0.1: maxRounds} { // 53, 212, 14 and 12
		if got := roundsAfter(48, half, 0.005); got != want {
			t.Errorf("half-width %v: %d rounds, want %d", half, got, want)
		}
	}
}

// The widest interval of a trial counts, whichever side has it: of ten values m ± s it is
// t(5)·s/1.8 to either side (TestLevelOfTrials).
func TestHalf(t *testing.T) {
	for _, noise := range [][]float64{{0.004, 0.001, 0.002}, {0.001, 0.002, 0.004}} {
		try := trial{o: Options{Design: runfolder.Interleaved}, times: make([][]float64, 1+len(noise))}
		for round := range 10 {
			try.times[0] = append(try.times[0], 1)
			for side, s := range noise {
				try.times[side+1] = append(try.times[side+1], math.Exp(0.3+s*float64(1-2*(round%2))))
			}
		}
		if got, err := try.half(); err != nil || math.Abs(got-2.570582*0.004/1.8) > 1e-8 {
			t.Errorf("%v: %v, %v, want %v", noise, got, err, 2.570582*0.004/1.8)
		}
	}
}

// A calibration for an effect announces the most rounds that a trial may take, and takes
// no more.
func TestRunResolves(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t) // its pilot has 240 rounds
	announced := 0
	o := Options{Design: runfolder.Interleaved, Trials: 2, Time: time.Minute, Seed: 1, Resolve: 0.5,
		Announce: func(rounds int, pair time.Duration) { announced = rounds }}
	r, err := Run(timing.WithLeast(t.Context(), timing.Short), o, func(experiment.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	if announced < stats.Pilot || r.Rounds != announced || r.MedianRounds < stats.Pilot || r.MedianRounds > announced {
		t.Errorf("%d rounds announced, %d at most, %d in the median", announced, r.Rounds, r.MedianRounds)
	}
	if most := r.Trials * r.Rounds * 3; r.Sections > most || r.Sections < r.Trials*stats.Pilot*3 {
		t.Errorf("%d sections in %d trials of %d rounds at most", r.Sections, r.Trials, r.Rounds)
	}
	if len(r.Tests) == 0 || len(r.All().Shares) != 2 || r.All().Shares[1].Slowdown != 0.5 {
		t.Errorf("%+v", r.Tests)
	}
}
