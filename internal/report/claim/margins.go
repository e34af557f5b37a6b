package claim

import (
	"math"

	"hyphbench/internal/stats"
)

// Margin is the convention that a verdict depends on: a margin of equality, or
// the smallest effect of interest.
type Margin struct {
	Name     string // "margin", "smallest fall"
	Value    float64
	Absolute bool // a number as it is; a share otherwise, printed in per cent
	// At tests the claim as if the margin had another value, 0 or more. nil:
	// the claim has none.
	At func(value float64) (supports, opposes float64)
}

// Flip is where a verdict ends: it holds for every margin from the one of the
// claim as far as At.
type Flip struct {
	At      float64
	Upwards bool // the verdict ends above At; below it otherwise
	Becomes Verdict
}

// widest is the largest margin looked at: a factor of 11.
const widest = 10

// flip finds where the verdict changes, with each side tested at the level.
// The nearer end is returned, as a ratio; false where the verdict is the same
// for all margins, or there are none.
func (m Margin) flip(level float64) (Flip, bool) {
	if m.At == nil || !(level > 0) {
		return Flip{}, false
	}
	now := m.verdict(m.Value, level)
	var found []Flip
	for _, end := range []float64{0, widest} {
		at, ok := change(m.Value, end, func(v float64) bool { return m.verdict(v, level) != now })
		if ok {
			up := end > m.Value
			beyond := at * (1 + 1e-6)
			if !up {
				beyond = at * (1 - 1e-6)
			}
			found = append(found, Flip{At: at, Upwards: up, Becomes: m.verdict(beyond, level)})
		}
	}
	switch {
	case len(found) == 0:
		return Flip{}, false
	case len(found) == 2 && m.distance(found[1].At) < m.distance(found[0].At):
		return found[1], true
	}
	return found[0], true
}

// verdict is that of a margin, each side tested at the level.
func (m Margin) verdict(value, level float64) Verdict {
	supports, opposes := m.At(value)
	switch {
	case supports <= level && supports < opposes:
		return Supported
	case opposes <= level && opposes < supports:
		return Contradicted
	}
	return Inconclusive
}

// distance is how many times a margin is that of the claim, or the reverse.
func (m Margin) distance(at float64) float64 {
	if m.Value == 0 || at == 0 {
		return math.Abs(at - m.Value)
	}
	return math.Abs(math.Log(at / m.Value))
}

// change is where, from one margin towards an end, is first becomes true. It
// looks at steps of a half and then halves the one in which it happens, so that a
// change and back within a step is not seen.
func change(from, end float64, is func(float64) bool) (float64, bool) {
	const step, least = 1.5, 1e-4
	before := from
	for before != end {
		next := before * step
		if end > from {
			next = min(max(next, least), end)
		} else if next = before / step; next < least {
			next = end
		}
		if is(next) {
			for range 30 {
				middle := (before + next) / 2
				if is(middle) {
					next = middle
				} else {
					before = middle
				}
			}
			return next, true
		}
		before = next
	}
	return 0, false
}

// WithinMargin is the Margin of a claim that effects are within it.
func WithinMargin(value float64, estimates ...stats.Estimate) Margin {
	return Margin{Name: "margin", Value: value, At: func(v float64) (float64, float64) {
		return Tested{Estimates: estimates, Claimed: Within(v)}.P()
	}}
}
