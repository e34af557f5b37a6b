package exact

import (
	"errors"
	"fmt"
	"math"
)

// Zone is a set of numbers below u without false positives as long as it has no more
// than d of them: a bit for each remainder of each of the first primes whose product is
// at least u^d. A negative that has every remainder in common with one of d elements
// would differ from these by numbers whose product, below u^d, all the primes divide.
//
// Guarantee: no false negative; no false positive up to d elements.
// Cost: Σp bits for primes p up to about d·ln u, hence (d·ln u)²/(2·ln(d·ln u)); a
// division for each prime until a remainder is none of the set's.
// Source: Eppstein, Goodrich, Hirschberg 2007, Improved combinatorial group testing
// algorithms for real-world problem sizes, section 3; Kiss, Hosszu, Tapolcai, Rónyai,
// Rottenstreich 2018, Bloom filter with a false positive free zone.
type Zone struct {
	u      uint64
	d, n   int
	primes []uint32
	words  []uint64 // the remainders of one prime behind those of the one before
}

// mostZoneBits bounds the bits of a zone, as 1 GiB.
const mostZoneBits = 1 << 33

// NewZone is an empty set of the numbers below u ≥ 1 that is exact up to d ≥ 1 of them.
// It fails where that takes more bits than a memory should.
func NewZone(u uint64, d int) (*Zone, error) {
	if u < 1 || d < 1 {
		return nil, errors.New("no number, or room for none: want 1 or more of both")
	}
	if _, _, bits := zoneSize(u, d); bits > mostZoneBits {
		return nil, fmt.Errorf("%d bits for %d of %d elements: want %d at most", bits, d, u, uint64(mostZoneBits))
	}
	primes := zonePrimes(u, d)
	bits := sum(primes)
	return &Zone{u: u, d: d, primes: primes, words: make([]uint64, (bits+63)/64)}, nil
}

// zoneSize is the number of primes that d of u elements take, the largest, and the bits.
// Of more primes than are worth the sieve it is the estimate of the prime number theorem.
func zoneSize(u uint64, d int) (primes int, largest uint32, bits uint64) {
	const sieved = 1 << 22 // of the logarithm of the product
	if x := float64(d) * math.Log(float64(u)); x > sieved {
		log := math.Log(x)
		return int(min(x/log, math.MaxInt)), uint32(min(x, math.MaxUint32)), uint64(min(x*x/(2*log), math.MaxInt64))
	}
	list := zonePrimes(u, d)
	return len(list), list[len(list)-1], sum(list)
}

// zonePrimes are the first primes whose product is at least u^d.
func zonePrimes(u uint64, d int) (primes []uint32) {
	wanted := float64(d) * math.Log(float64(u))
	const rounding = 1e-12 // of a sum of so many logarithms
	wanted += rounding * wanted
	// Σ ln p over the primes to x is x·(1 ± 1.2/ln x) from x = 41 on.
	limit := 64 + int(wanted*(1+1.3/math.Log(wanted+64)))
	composite := make([]bool, limit+1)
	product := 0.0
	for p := 2; product < wanted || p == 2; p++ { // one prime at least
		if composite[p] {
			continue
		}
		for q := p * p; q <= limit; q += p {
			composite[q] = true
		}
		primes = append(primes, uint32(p))
		product += math.Log(float64(p))
	}
	return primes
}

func sum(primes []uint32) (bits uint64) {
	for _, p := range primes {
		bits += uint64(p)
	}
	return bits
}

// Add puts a number below u in. Beyond d of them the set is exact no more.
func (z *Zone) Add(x uint64) {
	start := uint64(0)
	for _, p := range z.primes {
		at := start + x%uint64(p)
		z.words[at/64] |= 1 << (at % 64)
		start += uint64(p)
	}
	z.n++
}

// AddAll puts numbers in, prime by prime, so that what is written is in the cache.
func (z *Zone) AddAll(numbers []uint64) {
	start := uint64(0)
	for _, p := range z.primes {
		for _, x := range numbers {
			at := start + x%uint64(p)
			z.words[at/64] |= 1 << (at % 64)
		}
		start += uint64(p)
	}
	z.n += len(numbers)
}

// Contains reports whether a number below u may be in the set: whether it is, up to d
// elements.
func (z *Zone) Contains(x uint64) bool {
	start := uint64(0)
	for _, p := range z.primes {
		at := start + x%uint64(p)
		if z.words[at/64]>>(at%64)&1 == 0 {
			return false
		}
		start += uint64(p)
	}
	return true
}

// Theory is the false-positive rate expected of the n distinct elements that were added,
// at random: 0 up to d. Beyond, for each prime some other element has the negative's
// remainder, as if independently of the other primes. No element has too many of them in
// common with a negative, so that this is too much for small rates: by a fifth at 10⁻⁴.
func (z *Zone) Theory() float64 {
	if z.n <= z.d {
		return 0
	}
	rate, others := 0.0, float64(z.u-1)
	for _, p := range z.primes {
		alike := float64(z.u)/float64(p) - 1 // other numbers of that remainder
		rate += math.Log(-math.Expm1(float64(z.n) * math.Log1p(-max(0, alike)/others)))
	}
	return math.Exp(rate)
}

// Bits are those of the remainders.
func (z *Zone) Bits() uint64 { return sum(z.primes) }

// Primes is their number, and the largest.
func (z *Zone) Primes() (count int, largest uint32) { return len(z.primes), z.primes[len(z.primes)-1] }
