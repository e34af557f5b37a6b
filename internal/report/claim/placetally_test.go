package claim

import (
	"math"
	"testing"
)

// A tally keeps the first of the numbers that are furthest off, and a number that is none.
func TestTally(t *testing.T) {
	var all Tally
	if !all.All() {
		t.Error("a claim about no place does not hold at one")
	}
	for at, v := range map[string]float64{"a": 1, "b": 1} {
		var one Tally
		one.Add(at, true, v, -3)
		one.Add("later", true, 7, -3)
		one.Add("nearer", false, 9, -4)
		if one.Worst != v || one.At != at || one.Places != 3 || one.Held != 2 || one.All() {
			t.Errorf("%+v", one)
		}
		if one.Range.Low != 1 || one.Range.High != 9 {
			t.Errorf("from %v to %v", one.Range.Low, one.Range.High)
		}
		one.Add("further", true, 2, 0)
		one.Add("none", false, math.NaN(), math.NaN())
		if one.At != "none" || !math.IsNaN(one.Worst) || one.Held != 3 {
			t.Errorf("%+v", one)
		}
	}
}
