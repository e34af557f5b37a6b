package counting

import "math"

// VariableSize gives the cells and the k of the least memory with which n keys have a
// rate of epsilon or less, with no more than two throws per cell: above that too many
// cells would reach their end.
func VariableSize(n int, epsilon float64) (m uint64, k int) {
	if n == 0 {
		return 1, 1
	}
	perKey := math.Inf(1) // cells of the best k so far, which have one minimum
	for next := 1; next <= mostProbes; next++ {
		cells := float64(next) / variableLoad(math.Pow(epsilon, 1/float64(next)))
		if cells >= perKey {
			break
		}
		perKey, k = cells, next
	}
	least := uint64(math.Ceil(float64(n*k) / mostLoad))
	good := max(least, uint64(math.Ceil(perKey*float64(n)))) // all but so for many keys
	for variableRate(good, n, k) > epsilon {
		good += good/16 + 1
	}
	for bad := least - 1; good-bad > 1; {
		if middle := bad + (good-bad)/2; variableRate(middle, n, k) > epsilon {
			bad = middle
		} else {
			good = middle
		}
	}
	return good, k
}

// variableLoad is the number of throws per cell, two at most, with which so large a
// share of many cells and increments is admitted.
func variableLoad(share float64) float64 {
	low, high := 0.0, float64(mostLoad)
	for range 50 {
		middle := (low + high) / 2
		if 1-math.Exp(-middle)*(1+middle*(3./4+middle*5/64)) > share {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// variableRate is E[A^k], A being the share of the pairs of a cell and an increment
// that are admitted: the probes of a negative are independent once the cells are
// given. The paper's formula is E[A]^k, which is too small for few keys. Here the
// mean and the variance of A are exact, and its higher moments those of the beta
// distribution that has them. The difference is of the third order: less than half
// a thousandth of the rate.
func variableRate(m uint64, n, k int) float64 {
	if n == 0 {
		return 0
	}
	mean, variance := variableMoments(float64(m), float64(n)*float64(k))
	rest := mean*(1-mean) - variance
	if rest <= 0 { // all or nothing is admitted
		return mean
	}
	spread := variance / rest
	rate := 1.0
	for i := range k {
		rate *= (mean + float64(i)*spread) / (1 + float64(i)*spread)
	}
	return rate
}

// variableMoments is the mean and the variance of A after so many throws into m
// cells, from the joint distribution of the hits of two cells.
//
// A cell hit j times denies a negative's increment with the probability denies[j],
// over all increments, and one at least of two increments with deniesOne[j]. From
// three hits on it holds 3L or more, which admits all. With L = 4 a cell hit once
// admits one of four increments. Hit twice it is 8 + s, s being 0 … 6 with weights
// 1, 2, 3, 4, 3, 2, 1 of 16, and admits min(s + 1, 4) of them. The paper has denies
// as 1, (L − 1)/L and (L² − 1)/(6L²).
func variableMoments(m, throws float64) (mean, variance float64) {
	denies := [...]float64{1, 3. / 4, 5. / 32}
	deniesOne := [...]float64{1, 15. / 16, 15. / 64}
	denied, deniedOne, apart := 0.0, 0.0, 0.0 // apart: both of two cells deny
	for i := range denies {
		p := hits(m, throws, i)
		denied += p * denies[i]
		deniedOne += p * deniesOne[i]
		for j := range denies {
			apart += hits(m, throws, i, j) * denies[i] * denies[j]
		}
	}
	mean = 1 - denied
	same := 1 - deniedOne - mean*mean // what two probes of one cell add
	other := apart - denied*denied    // and two of different cells
	return mean, max(0, same/m+(1-1/m)*other)
}

// hits is the probability that of so many throws into m cells i hit a given one and,
// if j is given too, j another one.
func hits(m, throws float64, given ...int) float64 {
	p, left := 1.0, throws
	for _, wanted := range given {
		for i := range wanted {
			p *= left / m / float64(i+1)
			left--
		}
	}
	elsewhere := 1 - float64(len(given))/m
	switch {
	case p <= 0 || left < 0:
		return 0
	case left == 0:
		return p
	case elsewhere <= 0:
		return 0
	}
	return p * math.Exp(left*math.Log1p(-float64(len(given))/m))
}
