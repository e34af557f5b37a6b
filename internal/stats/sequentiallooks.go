package stats

import "math"

// A run that is to reach a precision is looked at a few times: after Pilot
// rounds, and then where the widest interval is expected to be narrow enough
// (NextLook). Looks are at the widths of intervals alone, never at effects, so
// that no result can end a run; with this rule the intervals at the end hold the
// truth as often as those of a number of rounds fixed in advance (Stein, Annals
// of Mathematical Statistics 16, 1945; a test simulates it).

// Pilot is the number of rounds before the first look.
const Pilot = 12

// NextLook is the number of rounds after which the widest interval, of the given
// half-width now, is expected to have the half-width wanted: it falls with the
// root of the rounds. A tenth is added, so that one more look is rarely needed.
func NextLook(rounds int, half, want float64) int {
	needed := 1.1 * float64(rounds) * (half / want) * (half / want)
	if !(needed < math.MaxInt32) {
		return math.MaxInt32
	}
	return max(rounds+max(1, rounds/8), int(math.Ceil(needed)))
}

// Last is the number of rounds at which a run ends whose intervals are narrow
// enough after so many. A look finds them narrow too early where the noise
// happens to be small; rounds without a look are free of this choice.
func Last(rounds int) int { return rounds + rounds/3 }

// A run that is to decide whether two things differ is looked at three times at most: after
// a ninth of its time, a third, and all of it. Each look has a third of the chance of one in
// forty to find a difference between equals, so that all together have no more (Bonferroni),
// whatever they have in common; a test simulates it.
const (
	Looks       = 3
	WrongInAll  = 1.0 / 40
	WrongInLook = WrongInAll / Looks
)

// LookAt is the share of its time after which such a run is looked at again that was looked
// at so many times.
func LookAt(looks int) float64 { return math.Pow(3, float64(looks+1-Looks)) }
