package aggregation

import (
	"math"

	"hyphbench/internal/filter/bloom"
)

// deviation is the standard deviation, over hash functions, of the number of items that
// the bits of a Bloom filter tell, as a share of the true number: kn throws into m bits
// leave a number of zeros whose variance is m·e^(−t)·(1 − (1 + t)·e^(−t)), t = kn/m, and
// n* = −(m/k)·ln(zeros/m) changes by m/(k·zeros) with each.
func deviation(items int, epsilon float64) float64 {
	m, k := bloom.StandardSize(items, epsilon)
	throws := float64(k) * float64(items)
	t := throws / float64(m)
	return math.Sqrt(float64(m)*(math.Exp(t)-1-t)) / throws
}

// spreading is after how many steps all of n nodes know what one told, if each that knows
// it tells a random one in every step: log2 n + ln n and a constant.
// Source: Pittel 1987, On spreading a rumor.
func spreading(nodes int) float64 { return math.Log2(float64(nodes)) + math.Log(float64(nodes)) }
