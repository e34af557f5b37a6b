package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// The distributions of the tests, as incomplete beta and gamma functions: Abramowitz and Stegun
// (1964), 26.4 to 26.7. gonum's package of distributions would bring its linear algebra along, a
// sixteenth of the program.

// StudentCDF is the probability that Student's t with so many degrees of freedom is at most t.
func StudentCDF(t, df float64) float64 {
	if t == 0 {
		return 0.5
	}
	tail := mathext.RegIncBeta(df/2, 0.5, df/(t*t+df)) / 2
	if t > 0 {
		return 1 - tail
	}
	return tail
}

// StudentQuantile is the t that StudentCDF takes to p, between 0 and 1.
func StudentQuantile(p, df float64) float64 {
	if p < 0.5 {
		return -StudentQuantile(1-p, df)
	}
	if p == 0.5 {
		return 0
	}
	x := mathext.InvRegIncBeta(df/2, 0.5, 2*(1-p))
	return math.Sqrt(df * (1 - x) / x)
}

// NormalQuantile is the value that a standard normal variable stays below with probability p.
func NormalQuantile(p float64) float64 { return mathext.NormalQuantile(p) }

// chiSquaredSurvival is the probability that χ² exceeds x.
func chiSquaredSurvival(x, df float64) float64 {
	if x < 0 {
		return 1
	}
	return mathext.GammaIncRegComp(df/2, x/2)
}

// fSurvival is the probability that F exceeds x.
func fSurvival(x, above, below float64) float64 {
	return 1 - mathext.RegIncBeta(above/2, below/2, above*x/(above*x+below))
}

// AtMost is the probability of k successes or fewer in n trials that succeed with probability p.
func AtMost(k, n int, p float64) float64 {
	switch {
	case k < 0:
		return 0
	case k >= n:
		return 1
	}
	return mathext.RegIncBeta(float64(n-k), float64(k+1), 1-p)
}

// betaQuantile is the value that a beta variable stays below with probability p.
func betaQuantile(p, alpha, beta float64) float64 { return mathext.InvRegIncBeta(alpha, beta, p) }
