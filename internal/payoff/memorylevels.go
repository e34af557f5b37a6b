package payoff

import (
	"errors"
	"fmt"
	"math"
)

// Levels is the time of a query by the size of the structure, from a measurement in
// each level of the memory: t(m) = Σ Δ_i·p_i(m), where p_i is the chance that a
// random access to m bytes misses the caches before level i.
type Levels struct {
	caches []float64 // bytes, rising: of the levels but for the last
	deltas []float64 // time that each level adds to an access which reaches it
}

// Sized is a time that was measured at a size in bytes.
type Sized struct{ Bytes, Time float64 }

// NewLevels fits one measurement for each level: caches are the sizes of the caches
// in bytes, rising, and measured has one more than they, of rising size, each too
// large for the caches before its level. A time that falls from one level to the next
// is lifted to that before: it is noise.
func NewLevels(caches []float64, measured []Sized) (Levels, error) {
	if len(measured) != len(caches)+1 {
		return Levels{}, fmt.Errorf("%d measurements for %d caches: want one more", len(measured), len(caches))
	}
	l := Levels{caches: caches}
	highest := 0.0
	for i, m := range measured {
		if m.Time <= 0 {
			return Levels{}, errors.New("want times above 0")
		}
		reached := l.reached(i, m.Bytes)
		if reached <= 0 {
			return Levels{}, fmt.Errorf("%.0f bytes fit the cache of %.0f: want a measurement beyond it", m.Bytes, caches[i-1])
		}
		highest = max(highest, m.Time)
		l.deltas = append(l.deltas, max(0, highest-l.At(m.Bytes))/reached)
	}
	return l, nil
}

// reached is the chance that an access to so many bytes comes to level i.
func (l Levels) reached(i int, bytes float64) float64 {
	if i == 0 {
		return 1
	}
	return math.Max(0, 1-l.caches[i-1]/bytes)
}

// At is the time of a query of a structure of so many bytes.
func (l Levels) At(bytes float64) (t float64) {
	for i, delta := range l.deltas {
		t += delta * l.reached(i, bytes)
	}
	return t
}
