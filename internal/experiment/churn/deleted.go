package churn

import "math"

// deletedSet is the structure that turns false positives among the deleted keys into
// false negatives.
const deletedSet = "deletedset"

// lossNow is the probability that a key which was never asked before is taken for a
// deleted one: the rate of the second filter, which is as large as the first and
// holds the keys whose deletion was found. 0 for other structures.
func (h *history) lossNow() float64 {
	if h.name != deletedSet {
		return 0
	}
	var m, k float64
	for _, p := range h.filter.Params() {
		switch p.Name {
		case "m":
			m = p.Value
		case "k":
			k = p.Value
		}
	}
	return math.Pow(-math.Expm1(-k*float64(h.gone)/m), k)
}

// expectedLost is how many of the keys in are denied by this theory. A key that came
// later was accepted, since it was not denied then: it is denied now with the
// probability (loss now − loss then) / (1 − loss then).
func (h *history) expectedLost() float64 {
	sum, now := 0.0, h.loss[h.churn]
	for _, number := range h.live {
		then := 0.0
		if later := int(number) - h.sets.keys.Len(); later >= 0 {
			then = h.loss[later/h.batch()+1]
		}
		sum += (now - then) / (1 - then)
	}
	return sum
}
