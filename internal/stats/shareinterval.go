package stats

// ShareInterval is the exact confidence interval at the level 1 − alpha of the
// probability of success, for k successes in n ≥ 1 independent trials (Clopper and
// Pearson, Biometrika 26, 1934). Each end is the one-sided bound at the level
// 1 − alpha/2.
func ShareInterval(k, n int, alpha float64) Interval {
	i := Interval{0, 1}
	if k > 0 {
		i.Low = betaQuantile(alpha/2, float64(k), float64(n-k+1))
	}
	if k < n {
		i.High = betaQuantile(1-alpha/2, float64(k+1), float64(n-k))
	}
	return i
}
