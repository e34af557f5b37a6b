package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The distributions are those of gonum, which only the tests link.
func TestDistributions(t *testing.T) {
	same := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-12*max(1, math.Abs(want))) {
			t.Errorf("%s: %v, gonum has %v", what, got, want)
		}
	}
	for _, df := range []float64{1, 2.5, 5, 29, 1000} {
		student := distuv.StudentsT{Sigma: 1, Nu: df}
		for _, x := range []float64{-40, -2, -0.01, 0, 0.3, 1.96, 12} {
			same("t", StudentCDF(x, df), student.CDF(x))
			same("χ²", chiSquaredSurvival(x, df), distuv.ChiSquared{K: df}.Survival(x))
			if x >= 0 {
				same("F", fSurvival(x, 3, df), distuv.F{D1: 3, D2: df}.Survival(x))
			}
		}
		for _, p := range []float64{0.0005, 0.025, 0.3, 0.5, 0.9, 0.975, 0.9995} {
			same("t's quantile", StudentQuantile(p, df), student.Quantile(p))
			same("normal quantile", NormalQuantile(p), distuv.UnitNormal.Quantile(p))
			same("beta quantile", betaQuantile(p, df, 3), distuv.Beta{Alpha: df, Beta: 3}.Quantile(p))
		}
	}
	for _, p := range []float64{0.01, 0.5, 0.999} {
		for k := -1; k <= 21; k++ {
			same("binomial", AtMost(k, 20, p), distuv.Binomial{N: 20, P: p}.CDF(float64(k)))
		}
	}
}
