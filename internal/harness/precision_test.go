package harness

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/stats"
)

// Of a run that is taken up again the time of a round is that of this session's rounds, and
// --time is that of the session: of rounds that take an hour each, eleven are measured in
// eleven hours, however many there were before. Where there is none of this session yet, one shows
// how long they take. No time passes: the clock is put back.
func TestTimeOfASession(t *testing.T) {
	for before, want := range map[int][]int{0: {2, 11}, 1: {2, 12}, 5: {5, 6, 16}} {
		p := (&precision{time: 11*time.Hour + 30*time.Minute}).plan(io.Discard, 1000, before)
		var asked []int
		err := p.follow(func(rounds int) (look, error) {
			asked = append(asked, rounds)
			p.start = time.Now().Add(-time.Duration(rounds-before) * time.Hour)
			return nil, nil
		})
		if err != nil || !slices.Equal(asked, want) {
			t.Errorf("%d rounds before: measured to %v, %v, want %v", before, asked, err, want)
		}
	}
}

// What twelve parts of two builds say of how many it takes may be far off: the next look is at
// three times as many at most, as with layouts.
func TestNextLookAtParts(t *testing.T) {
	p := (&precision{}).plan(io.Discard, 30, 0)
	p.resolve.Value = axis.Per / 100
	p.unit = unitParts
	var asked []int
	err := p.follow(func(n int) (look, error) {
		asked = append(asked, n)
		half := 0.2
		if n >= 100 {
			half = 0.001
		}
		return func() (compare.Precision, error) { return compare.Precision{Ratios: 1, Half: half}, nil }, nil
	})
	if want := []int{stats.Pilot, 3 * stats.Pilot, 9 * stats.Pilot, stats.Last(9 * stats.Pilot)}; err != nil || !slices.Equal(asked, want) {
		t.Errorf("measured to %v, %v, want %v", asked, err, want)
	}
}

// A run that is to resolve 1 % is looked at after twelve rounds, then where its widest interval is
// expected to be narrow enough, and goes on by a third without a look; its time, or a thousand rounds,
// end it before. Rounds take an hour each, and the interval has its width after so many.
func TestRoundsOfResolve(t *testing.T) {
	for name, c := range map[string]struct {
		needed       float64
		hours        float64 // of --time
		before       int
		layouts      int
		want         []int
		looks, noted string
	}{
		"reached":                {48, 0, 0, 0, []int{12, 53, 70}, "reached in 2 looks", "measured on to 70 rounds"},
		"reached at once":        {10, 0, 0, 0, []int{12, 16}, "reached in 1 looks", "after 12 rounds, the widest of 3 intervals (a / b) is ±0.46 %"},
		"resumed":                {10, 0, 30, 0, []int{30, 40}, "reached in 1 looks", "to 40"},
		"a thousand rounds":      {5000, 0, 0, 0, []int{12, 1000}, "cannot resolve 1 % within 1000 rounds", "after 1000"},
		"layouts":                {475, 0, 0, 4, []int{12, 36, 108, 324, 523, 697}, "reached in 5 looks", "to 697"},
		"time for all":           {10, 20.5, 0, 0, []int{2, 12, 16}, "reached in 1 looks", "to 16"},
		"time for a part of it":  {10, 14.5, 0, 0, []int{2, 12, 14}, "reached in 1 looks", "to 14"},
		"time for no more":       {48, 30.5, 0, 0, []int{2, 12, 30}, "cannot resolve 1 % within 30h30m:", "after 30"},
		"time for less than all": {48, 5.5, 0, 0, []int{2, 5}, "cannot resolve 1 % within 5h30m:", "after 5 rounds"},
	} {
		of := &precision{time: time.Duration(c.hours * float64(time.Hour))}
		of.resolve.Value, of.layouts.Value = axis.Per/100, c.layouts
		p := of.plan(io.Discard, 30, c.before)
		var asked []int
		err := p.follow(func(n int) (look, error) {
			asked = append(asked, n)
			p.start = time.Now().Add(-time.Duration(n-c.before) * time.Hour)
			half := 0.005 * math.Sqrt(c.needed/float64(n))
			return func() (compare.Precision, error) {
				return compare.Precision{Ratios: 3, Widest: "a / b", Half: half}, nil
			}, nil
		})
		if err != nil || !slices.Equal(asked, c.want) || !strings.Contains(p.note, c.looks) || !strings.Contains(p.note, c.noted) {
			t.Errorf("%s: measured to %v, %v, want %v; noted %q", name, asked, err, c.want, p.note)
		}
	}
}
