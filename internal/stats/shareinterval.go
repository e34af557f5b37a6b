package stats

import "gonum.org/v1/gonum/stat/distuv"

// ShareInterval is the exact confidence interval at the level 1 − alpha of the
// probability of success, for k successes in n ≥ 1 independent trials (Clopper and
// Pearson, Biometrika 26, 1934). Each end is the one-sided bound at the level
// 1 − alpha/2.
func ShareInterval(k, n int, alpha float64) Interval {
	i := Interval{0, 1}
	if k > 0 {
		i.Low = distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(alpha / 2)
	}
	if k < n {
		i.High = distuv.Beta{Alpha: float64(k + 1), Beta: float64(n - k)}.Quantile(1 - alpha/2)
	}
	return i
}
