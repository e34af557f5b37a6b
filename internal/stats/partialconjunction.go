package stats

import "slices"

// PartialConjunction is the p value of the hypothesis that fewer than u of the
// statements are true, given each one's own p value, whatever their
// dependence: (n − u + 1) times the u-th smallest (Benjamini and Heller,
// Biometrics 64, 2008). For u = n it is the largest, for u = 1 Bonferroni's.
// It is 0 for u ≤ 0 and 1 for u > n.
func PartialConjunction(p []float64, u int) float64 {
	n := len(p)
	if u <= 0 {
		return 0
	}
	if u > n {
		return 1
	}
	sorted := slices.Clone(p)
	slices.Sort(sorted)
	return min(1, float64(n-u+1)*sorted[u-1])
}

// AtLeast is a lower confidence bound, at the level 1 − alpha, of the number of
// true statements: one less than the first u that PartialConjunction does not
// confirm.
func AtLeast(p []float64, alpha float64) int {
	u := 0
	for u < len(p) && PartialConjunction(p, u+1) <= alpha {
		u++
	}
	return u
}
