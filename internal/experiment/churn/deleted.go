package churn

import "math"

// deletedSet is the structure that turns false positives among the deleted keys into
// false negatives.
const deletedSet = "deletedset"

// lossAfter is the probability that a key which was never asked before is taken for a
// deleted one, after so many more deletions that found their key: the second filter is
// as large as the first. A key that is found has a bit to set there, so that it sets
// more than any key would: k·zeros/(1 − loss) on average. 0 for other structures.
func (h *history) lossAfter(found int) float64 {
	if h.s.Name != deletedSet {
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
	for range found {
		h.zeros -= k * h.zeros / m / (1 - math.Pow(1-h.zeros, k))
	}
	return math.Pow(1-h.zeros, k)
}

// expectedLost is how many of the keys in are denied by this theory. A key that came
// later was accepted, since it was not denied then: it is denied now with the
// probability (loss now − loss then) / (1 − loss then).
func (h *history) expectedLost() float64 {
	came := make([]int, h.churn+1) // keys in, by the time when they came
	for _, number := range h.live {
		at := 0
		if later := int(number) - h.sets.keys.Len(); later >= 0 {
			at = later/h.batch() + 1
		}
		came[at]++
	}
	sum, now := 0.0, h.loss[h.churn]
	for at, keys := range came {
		then := h.loss[at]
		sum += float64(keys) * (now - then) / (1 - then)
	}
	return sum
}
