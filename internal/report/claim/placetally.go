package claim

import (
	"math"

	"hyphbench/internal/stats"
)

// Tally counts the places at which a claim holds, and keeps the number that is furthest
// off, the first one of several. One that is none is furthest.
type Tally struct {
	Places, Held int
	Worst        float64
	At           string         // where that is
	Range        stats.Interval // from the least number to the largest
	off          float64
}

// Add adds a place with its number: whether the claim holds there, and how far it is off.
func (t *Tally) Add(at string, holds bool, v, off float64) {
	if t.Places == 0 || off > t.off || math.IsNaN(off) {
		t.Worst, t.At, t.off = v, at, off
	}
	if t.Places == 0 {
		t.Range = stats.Interval{Low: v, High: v}
	}
	t.Range = stats.Interval{Low: min(t.Range.Low, v), High: max(t.Range.High, v)}
	t.Places++
	if holds {
		t.Held++
	}
}

// Counted is the outcome of a claim that was counted: its effect is the number furthest off,
// in the range of all.
func (t *Tally) Counted(holds bool, test, name, unit, detail string) Outcome {
	o := Counted(holds, test, name, unit, t.Worst, detail)
	o.Effect.Range = t.Range
	return o
}

// All reports whether the claim holds at every place.
func (t *Tally) All() bool { return t.Held == t.Places }
