package harness

import (
	"io"
	"slices"
	"testing"
	"time"
)

// Of a run that is taken up again the time of a round is that of this session's rounds, and
// --time is that of the session: of rounds that take an hour each, eleven are measured in
// eleven hours, however many there were before. Where there is none of this session yet, one shows
// how long they take. No time passes: the clock is put back.
func TestTimeOfASession(t *testing.T) {
	for before, want := range map[int][]int{0: {2, 11}, 1: {2, 12}, 5: {5, 6, 16}} {
		p := (&pace{time: 11*time.Hour + 30*time.Minute}).plan(io.Discard, 1000, before)
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
