package linear

import (
	"fmt"
	"math"
)

// Quantisation turns a confidence in [0, 1] into a code of b bits,
// 0 … 2^b − 1, and codes back into confidences.
type Quantisation uint8

const (
	// Floor is ⌊c·(2^b − 1)⌋, the paper's Algorithm 2: only c = 1 has all bits
	// set, so that the least attenuation shows. It never exceeds c and falls
	// short of it by less than 1/(2^b − 1).
	Floor Quantisation = iota
	// Round is the nearest code, at most 1/(2(2^b − 1)) away from c.
	Round
	// Ceiling is ⌈c·(2^b − 1)⌉: no c > 0 is lost. It is never below c.
	Ceiling
)

// Quantisations lists all, in the order of display.
func Quantisations() []Quantisation { return []Quantisation{Floor, Round, Ceiling} }

func (q Quantisation) String() string {
	switch q {
	case Floor:
		return "floor"
	case Round:
		return "round"
	case Ceiling:
		return "ceiling"
	}
	return fmt.Sprintf("quantisation %d", uint8(q))
}

// Code is the code of b bits for c, which must lie in [0, 1]. The value of a
// code gives that code again: the products are exact for 1 ≤ b ≤ 16.
func (q Quantisation) Code(c float64, b int) uint16 { return q.whole(c * float64(TopCode(b))) }

// whole makes a whole number of x ≥ 0.
func (q Quantisation) whole(x float64) uint16 {
	switch q {
	case Round:
		return uint16(x + 0.5)
	case Ceiling:
		return uint16(math.Ceil(x))
	}
	return uint16(x)
}

// TopCode is 2^b − 1, the code of confidence 1.
func TopCode(b int) uint16 { return uint16(1<<b - 1) }

// Value is the confidence that a code of b bits stands for.
func Value(code uint16, b int) float64 { return float64(code) / float64(TopCode(b)) }
