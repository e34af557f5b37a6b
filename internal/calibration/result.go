package calibration

import (
	"math"
	"slices"
	"time"

	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
	"hyphbench/internal/timing"
)

// Schema names the format of a stored result.
const Schema = "hyphbench-calibration/1"

// Result is a calibration.
type Result struct {
	Schema       string        `json:"schema"`
	Command      string        `json:"command"`
	Date         time.Time     `json:"date"`
	Design       string        `json:"design"`
	Seed         uint64        `json:"seed"`
	Trials       int           `json:"trials"`
	Rounds       int           `json:"rounds"`              // of a trial; the most where it decides on them
	MedianRounds int           `json:"median_rounds"`       // of the trials
	Seconds      float64       `json:"seconds"`             // that the trials took
	Resolve      float64       `json:"resolve,omitempty"`   // the effect that the rounds were chosen for, after a pilot
	Announced    float64       `json:"announced,omitempty"` // s that a pair was said to take
	SectionWords int           `json:"section_words"`       // of a section of the side that is not slowed
	SectionNS    float64       `json:"section_ns"`          // its median
	Sections     int           `json:"sections"`
	Remeasured   int           `json:"remeasured"` // sections measured more than once
	Disturbed    int           `json:"disturbed"`  // sections whose last attempt was disturbed too
	Clock        machine.Clock `json:"clock"`
	Machine      string        `json:"machine"`        // in one line
	Load         *float64      `json:"load,omitempty"` // average before, as machine.Machine has it; absent: not recorded
	Build        string        `json:"build"`          // revision of the program
	Tests        []Test        `json:"tests"`          // by ascending rounds; the last has all
}

// Test has the decisions of all trials on their first rounds, or on all that they have
// where these are fewer.
type Test struct {
	Rounds int     `json:"rounds"`
	Shares []Share `json:"shares"` // the first is that of equal sides, then ascending slow-downs
}

// Share counts the trials that resolved two sides: equal ones in either
// direction, which is a false alarm, else the slowed one as the slower.
type Share struct {
	Slowdown float64 `json:"slowdown"` // work added, as a share
	Told     int     `json:"told"`     // trials that resolved the sides
	Trials   int     `json:"trials"`
	Ratio    float64 `json:"ratio"` // of the times, geometric mean over trials; 0 without one
}

// newTests are those of a quarter, half and all of the rounds.
func newTests(rounds int, slowdowns []float64) []Test {
	var list []Test
	for _, n := range slices.Compact([]int{max(2, rounds/4), max(2, rounds/2), rounds}) {
		t := Test{Rounds: n}
		for _, s := range slowdowns {
			t.Shares = append(t.Shares, Share{Slowdown: s})
		}
		list = append(list, t)
	}
	return list
}

// add decides a trial: every other side against the first.
func (t *Test) add(design string, times [][]float64) error {
	for i := range t.Shares {
		n := min(t.Rounds, len(times[0]))
		log, err := compare(design, times[i+1][:n], times[0][:n])
		if err != nil {
			return err
		}
		s, ratio := &t.Shares[i], math.Exp(log.Value)
		if log.P() <= Alpha && (s.Slowdown == 0 || ratio > 1) {
			s.Told++
		}
		s.Trials++
		if s.Trials == 1 {
			s.Ratio = ratio
		}
		s.Ratio *= math.Pow(ratio/s.Ratio, 1/float64(s.Trials))
	}
	return nil
}

// compare is the test that claims and comparisons apply to one pair of cells:
// paired by rounds, or unpaired where rounds are no pairs.
func compare(design string, a, b []float64) (stats.Estimate, error) {
	return stats.Ratio(a, b, design != runfolder.AsThesis)
}

// count adds the sections of a trial, remeasured and disturbed ones apart.
func (r *Result) count(sections []timing.Section) {
	for _, s := range sections {
		r.Sections++
		if s.Attempts > 1 {
			r.Remeasured++
		}
		if s.Disturbed() {
			r.Disturbed++
		}
	}
}

// looks reports whether the trials decided on the number of their rounds.
func (r *Result) looks() bool { return Options{Design: r.Design, Resolve: r.Resolve}.looks() }

// All is the test of all rounds.
func (r *Result) All() Test { return r.Tests[len(r.Tests)-1] }

// Within reports whether the share of false alarms is within MaxFalse.
func (r *Result) Within() bool { return r.All().Shares[0].AtLeast() <= MaxFalse }

// Smallest is the smallest effect that, with every greater one, is found in
// Power of the trials or more; false where the greatest is not.
func (t Test) Smallest() (slowdown float64, found bool) {
	for _, s := range slices.Backward(t.Shares[1:]) {
		if s.Share() < Power {
			break
		}
		slowdown, found = s.Slowdown, true
	}
	return slowdown, found
}

// Resolution is the smallest effect found. Where none is found it is the
// greatest tried, of which no more is known than that it is too small; where
// equal sides are told apart too often no difference is resolved.
func (r *Result) Resolution() runfolder.Resolution {
	if !r.Within() {
		return runfolder.Unresolved
	}
	if smallest, found := r.All().Smallest(); found {
		return runfolder.Resolution(smallest)
	}
	shares := r.All().Shares
	return runfolder.Resolution(shares[len(shares)-1].Slowdown)
}

// Pair is how long both sides of one comparison took to measure, collections
// and repeated sections included.
func (r *Result) Pair(t Test) time.Duration {
	perSection := r.Seconds / float64(max(r.Sections, 1))
	return time.Duration(2 * float64(t.Rounds) * perSection * float64(time.Second))
}

// Share is Told as a share of the trials.
func (s Share) Share() float64 { return float64(s.Told) / float64(s.Trials) }

// AtLeast is the one-sided 95 % lower bound of the share.
func (s Share) AtLeast() float64 { return stats.ShareInterval(s.Told, s.Trials, 2*(1-stats.Level)).Low }

// Interval is the two-sided 95 % interval of the share.
func (s Share) Interval() stats.Interval {
	return stats.ShareInterval(s.Told, s.Trials, 1-stats.Level)
}
