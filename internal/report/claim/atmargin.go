package claim

import (
	"fmt"
	"math"

	"hyphbench/internal/report/table"
	"hyphbench/internal/stats"
)

// What a verdict adds that stays open although repetitions know its effect well: it lies where the
// claim turns, or unlike structures scatter about it.
const (
	AtMargin = "at the margin"
	Scatter  = "structures scatter"
)

// AtMargin reports whether the claim is not decided because its effect lies where the claim
// turns, and not because it is known too little: repetitions know it to ±Narrow. Of a claim of
// several parts it reports whether all are known so, or the claim would stay open whatever the
// parts turned out to be that are known less well.
func (r Result) AtMargin() bool {
	if r.Verdict != Inconclusive || r.Narrow == 0 {
		return false
	}
	if len(r.Parts) > 0 {
		return staysOpen(r.Parts, r.Wanted, math.Log1p(r.Narrow))
	}
	return r.wide() <= 1
}

// wide is how well repetitions know the effect, as a multiple of ±Narrow; NaN where it is no
// share.
func (r Result) wide() float64 {
	low, high := r.Effect.CI.Low, r.Effect.CI.High
	switch r.Effect.Unit {
	case "%":
		if r.Effect.Repeated > 0 {
			return r.Effect.Repeated / (100 * r.Narrow)
		}
		return (high - low) / 2 / (100 * r.Narrow)
	case "×":
		return math.Log(high/low) / 2 / math.Log1p(r.Narrow)
	}
	return math.NaN()
}

// Scattered reports whether the claim is at the margin although its interval is wider than
// ±Narrow: by the scatter of unlike structures, not by the repetitions.
func (r Result) Scattered() bool {
	ci := r.Effect.CI
	return r.AtMargin() && r.Effect.Repeated > 0 && halfWidth(ci) > 100*r.Narrow
}

// noteMargin says how well repetitions know the effect of such a verdict, and where the claim
// turns.
func (r *Result) noteMargin() {
	if !r.AtMargin() || len(r.Parts) > 0 {
		return
	}
	value, _ := table.Interval(r.Effect.Value, r.Effect.CI.Low, r.Effect.CI.High)
	r.Why += fmt.Sprintf("; repetitions know %s %s to ±%s %%", value, r.Effect.Unit, short(100*r.Narrow*r.wide()))
	if r.Scattered() {
		r.Why += fmt.Sprintf(", but structures scatter, so that the interval is ±%s %%", short(halfWidth(r.Effect.CI)))
	}
	if r.Vary.At != nil {
		r.Why += fmt.Sprintf("; the claim turns at a %s of %g %%", r.Vary.Name, 100*r.Vary.Value)
	}
}

// staysOpen reports whether all parts are known to ±narrow, or neither enough are in their
// regions nor too many outside of them, even if all that are open and known less well were
// decided alike.
func staysOpen(parts []Tested, wanted int, narrow float64) bool {
	inside, outside, vague, known := 0, 0, 0, 0
	for _, t := range parts {
		wide := halfWidth(t.CI()) > narrow
		if !wide {
			known++
		}
		switch in, out := t.decided(); {
		case in:
			inside++
		case out:
			outside++
		case wide:
			vague++
		}
	}
	return known == len(parts) || inside+vague < wanted && len(parts)-outside-vague >= wanted
}

// decided reports whether the effect is in its region, or outside of it, for itself.
func (t Tested) decided() (inside, outside bool) {
	const side = (1 - stats.Level) / 2
	supports, opposes := t.P()
	return supports <= side, opposes <= side
}

func halfWidth(ci stats.Interval) float64 { return (ci.High - ci.Low) / 2 }

// RoundsWanted is about how many rounds know what leaves the claim open to ±Narrow, by the
// square root of those that the run has; 0 where it is decided or at the margin, or has no
// such measure.
func (r Result) RoundsWanted(rounds int) int {
	if r.Verdict != Inconclusive || r.Narrow == 0 || r.AtMargin() {
		return 0
	}
	ratio := 0.0 // of the widest interval to ±Narrow
	for _, t := range r.Parts {
		if in, out := t.decided(); !in && !out {
			ratio = max(ratio, halfWidth(t.CI())/math.Log1p(r.Narrow))
		}
	}
	if len(r.Parts) == 0 {
		ratio = r.wide()
	}
	if !(ratio > 1) {
		return 0
	}
	return int(math.Ceil(float64(rounds) * ratio * ratio))
}
