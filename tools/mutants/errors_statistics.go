package main

// statistics are errors in statistics, samples, axes and metrics.
func statistics() []mutant {
	return []mutant{
		{"Theil–Sen's ranks off by two", "stats/regression.go", "slopes[low-1], slopes[high]", "slopes[low+1], slopes[high-2]"},
		{"Theil–Sen's ranks off by one", "stats/regression.go", "slopes[low-1], slopes[high]", "slopes[low], slopes[high-1]"},
		{"Theil–Sen's variance without 2n + 5", "stats/regression.go", "n*(n-1)*(2*n+5)/18", "n*(n-1)*(2*n)/18"},
		{"n − 1 degrees of freedom of a line", "stats/regression.go", "df := float64(len(x) - 2)", "df := float64(len(x) - 1)"},
		{"the band of single values", "stats/regression.go", "math.Sqrt(1/float64(l.N)+d*d/l.sxx)", "math.Sqrt(1+1/float64(l.N)+d*d/l.sxx)"},
		{"Welch's degrees of freedom wrong", "stats/estimate.go", "squares += v * v / m.DF", "squares += v * v / (m.DF + 1)"},
		{"weights not squared in variances", "stats/estimate.go", "weights[i] * weights[i] * m.SE * m.SE", "math.Abs(weights[i]) * m.SE * m.SE"},
		{"two-sided p for one-sided", "stats/estimate.go", "CDF(-distance / se)", "CDF(-distance / se) * 2"},
		{"an interval that misses twice as often", "stats/estimate.go", "Quantile(1-alpha/2)", "Quantile(1-alpha)"},
		{"Bonferroni for Holm", "stats/stats.go", "float64(len(order)-rank)*p[i]", "float64(len(order))*p[i]+0*float64(rank)"},
		{"Holm's p may fall", "stats/stats.go", "largest = max(largest, min(1,", "largest = max(0, min(1,"},
		{"Holm counts tests that were not carried out", "stats/stats.go", "float64(len(order)-rank)*p[i]", "float64(len(p)-rank)*p[i]"},
		{"standard deviation with n", "stats/stats.go", "stat.MeanStdDev(x, nil)", "stat.PopMeanStdDev(x, nil)"},
		{"fences at three ranges", "stats/stats.go", "q1-1.5*(q3-q1), q3+1.5*(q3-q1)", "q1-3*(q3-q1), q3+3*(q3-q1)"},
		{"partial conjunction without its factor", "stats/partialconjunction.go", "float64(n-u+1)*sorted[u-1]", "sorted[u-1]"},
		{"autocorrelation ignored", "stats/autocorrelatedmean.go", "n*(1-r)/(1+r)", "n"},
		{"bounds of shares one-sided", "stats/shareinterval.go", "Quantile(1 - alpha/2)", "Quantile(1 - alpha)"},
		{"a ratio upside down", "stats/twosamples.go", "x[i] -= y[i]", "x[i] = y[i] - x[i]"},

		{"pairs formed across sessions", "sample/sample.go", "return Round{r.Session, r.Round}", "return Round{0, r.Round}"},
		{"incomplete rounds are lines", "sample/sample.go", "return len(line) < len(cells)", "return len(line) == 0"},
		{"one value is a sample", "sample/sample.go", "other.Len() < 2", "other.Len() < 1"},
		{"rows of two units are one sample", "sample/sample.go", "} else if unit != row.Unit {", "} else if unit == \"\" {"},
		{"values in the order of rows", "sample/rounds.go", "c.rows[uint32(key)]", "c.rows[i]"},
		{"series that differ on two axes", "sample/sample.go", `c.Point.With(i, len(s.Meta.Axes), "")`, `c.Point.With(i, len(s.Meta.Axes), "")[:0]`},
		{"warm-up counts", "sample/sample.go", "if row.Round < 1 {", "if row.Round < 0 {"},

		{"counts ordered as texts", "axis/axis.go", "return cmp.Compare(a.X(v), a.X(w))", "return cmp.Compare(v, w)"},
		{"rates not in per cent", "axis/axis.go", "return 100 * v", "return v"},
		{"a sweep loses its last point", "axis/rate.go", "v <= uint64(hi)", "v < uint64(hi)"},
		{"ε = 1 taken", "axis/rate.go", "v == 0 || v >= Per", "v == 0 || v > Per"},
		{"a range that misses its end taken", "axis/rate.go", "case span%step != 0:", "case span%step > span:"},
		{"a share above 1 taken", "axis/share.go", "v >= 0 && v <= 1", "v >= 0 && v <= 100"},
		{"repeated counts measured twice", "axis/count.go", "return slices.Compact(list), nil", "return list, nil"},
		{"names for shares", "axis/axis.go", "{CountKind, ShareKind}", "{CountKind}"},

		{"a millisecond is read in µs", "metric/unitscale.go", "case ns >= 1e6:", "case ns > 1e6:"},
		{"a share of one too many", "metric/unitscale.go", "d.Factor / float64(size)", "d.Factor / float64(size+1)"},
		{"a metric that nobody defines is lost", "metric/metric.go", "list = append(list, Definition{Name: name, Title: string(name)})", "_ = name"},
	}
}
