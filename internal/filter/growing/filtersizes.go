package growing

import (
	"math"
	"sort"
)

// leastKeys is the least number of keys that a first filter is sized for.
const leastKeys = 32

// mostProbes is beyond the k of any size, so that a file can have no more.
const mostProbes = 64

// occupied gives mean and standard deviation of the number of m cells that are hit
// by that many uniform throws.
func occupied(m, throws float64) (mean, sd float64) {
	empty := throws * math.Log1p(-1/m) // ln p
	p := math.Exp(empty)
	pairs := math.Exp(throws*math.Log1p(-2/m) - 2*empty) // (1 − 2/m)^throws / p²
	variance := m*p + m*p*p*(m*(pairs-1)-pairs)
	return -m * math.Expm1(empty), math.Sqrt(max(0, variance))
}

// fewestCells gives the least m, and the k of it, for which fits, which holds from
// some m on.
func fewestCells(n int, epsilon float64, fits func(m, k float64) bool) (m uint64, k int) {
	best := math.Log2(1 / epsilon)
	for _, tried := range []float64{math.Floor(best), math.Ceil(best)} {
		tried = max(1, tried)
		// The mean of the cells hit is the share that the rate allows, or more.
		low := max(4, uint64(-float64(n)*tried/math.Log1p(-math.Pow(epsilon, 1/tried))))
		cells := low + uint64(sort.Search(int(3*low), func(i int) bool { return fits(float64(low)+float64(i), tried) }))
		if m == 0 || cells < m {
			m, k = cells, int(tried)
		}
	}
	return m, k
}
