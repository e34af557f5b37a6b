package harness

import (
	"io"
	"slices"
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
