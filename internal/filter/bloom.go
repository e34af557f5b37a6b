package filter

import (
	"math"
	"math/bits"
)

// bloomStructure is the Bloom filter as the thesis has it: Algorithm 1
// (insertion) and Algorithm 2 (query), m bits and k hash functions after its
// sections 3.2 and 3.3, with k rounded down on purpose (so that the rate is
// up to 1.085 times the one asked for).
func bloomStructure() Structure {
	return Structure{
		Name:      "bloom",
		Title:     "Bloom filter",
		Reference: "Bloom 1970, Space/time trade-offs in hash coding with allowable errors, method 2",
		Can:       CanInsert,
		Build:     buildBloom,
		Params: func(n int, epsilon float64) []Param {
			return bloomParams(bloomSize(n, epsilon))
		},
	}
}

// bloom holds m bits. The k indices of a key with hash h are the products
// h·a^0 … h·a^(k−1) modulo 2^64, scaled from [0, 2^64) to [0, m): successive
// states of a multiplicative congruential generator. The cheaper double
// hashing (index_i = x + i·y) has strides that fall on few bits, which at the
// few thousand bits of this project shows as a rate above the theory's.
type bloom struct {
	words []uint64
	m     uint64
	k     int
	n     int // keys inserted
	hash  Hasher
}

// bloomStep is the multiplier a, chosen by Steele and Vigna (Computationally
// easy, spectrally good multipliers for congruential pseudorandom number
// generators, 2021) for good spectra in up to eight dimensions.
const bloomStep = 0xd1342543de82ef95

// bloomSize gives m = ⌈n·log2(1/ε)/ln 2⌉ and k = ⌊(m/n)·ln 2⌋, neither below 1.
func bloomSize(n int, epsilon float64) (m uint64, k int) {
	if n == 0 {
		return 1, 1
	}
	m = uint64(max(1, math.Ceil(float64(n)*math.Log2(1/epsilon)/math.Ln2)))
	k = max(1, int(float64(m)/float64(n)*math.Ln2))
	return m, k
}

func bloomParams(m uint64, k int) []Param {
	return []Param{{"m", float64(m)}, {"k", float64(k)}}
}

func buildBloom(keys []string, cfg Config) (Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m, k := bloomSize(cfg.room(len(keys)), cfg.Epsilon)
	b := &bloom{words: make([]uint64, (m+63)/64), m: m, k: k, hash: NewHasher(cfg)}
	for _, key := range keys {
		b.add(b.hash.Sum64(key))
	}
	b.n = len(keys)
	return b, nil
}

func (b *bloom) add(h uint64) {
	for range b.k {
		i, _ := bits.Mul64(h, b.m)
		b.words[i/64] |= 1 << (i % 64)
		h *= bloomStep
	}
}

// Insert adds key; a Bloom filter is never full, but its rate grows.
func (b *bloom) Insert(key string) error {
	b.add(b.hash.Sum64(key))
	b.n++
	return nil
}

// Contains reads up to eight bits of a key before it branches: a branch on
// each bit, as Algorithm 2 has it, is mispredicted half of the time and then
// costs more than the reads that it saves. The answer is the same.
func (b *bloom) Contains(key string) bool {
	var h uint64
	if b.hash.other == nil {
		h = b.hash.seeded(fingerprint(key))
	} else {
		h = b.hash.Sum64(key)
	}
	words, m := b.words, b.m // kept in registers
	all := uint64(1)
	for range min(b.k, 8) {
		i, _ := bits.Mul64(h, m)
		all &= words[i/64] >> (i % 64)
		h *= bloomStep
	}
	if all == 0 || b.k <= 8 {
		return all != 0
	}
	return b.containsRest(h)
}

// containsRest is Algorithm 2 for the bits from the ninth on, h being the state
// after eight. About one stranger in 256 comes here.
func (b *bloom) containsRest(h uint64) bool {
	for range b.k - 8 {
		i, _ := bits.Mul64(h, b.m)
		if b.words[i/64]>>(i%64)&1 == 0 {
			return false
		}
		h *= bloomStep
	}
	return true
}

func (b *bloom) Bits() uint64    { return b.m }
func (b *bloom) Params() []Param { return bloomParams(b.m, b.k) }

// Theory is E[(X/m)^k], X being the number of bits set by kn throws into m
// bits. See occupancyMoment.
func (b *bloom) Theory() float64 { return occupancyMoment(b.m, b.k*b.n, b.k) }

// occupancyMoment is E[(X/m)^k], where X is the number of cells hit by throws
// independent uniform throws into m cells. The usual (1 − e^(−throws/m))^k
// (thesis, section 3.2) puts the mean of X in its place and is too small, by
// 0.2 % for 1,753 keys at ε = 1 % and by much more for a handful of keys.
//
// Small cases are summed exactly over the distribution of X. Larger ones
// expand x^k to second order around the mean μ of X:
// (μ/m)^k·(1 + k(k−1)/2·Var X/μ²), with
// μ = m(1 − p), p = (1 − 1/m)^throws and
// Var X = m(m−1)(1 − 2/m)^throws + mp − m²p².
func occupancyMoment(m uint64, throws, k int) float64 {
	if throws == 0 {
		return 0
	}
	const exactly = 1 << 20 // steps of the sum: about a millisecond
	if float64(m)*float64(throws) <= exactly {
		return exactMoment(int(m), throws, k)
	}
	return expandedMoment(float64(m), float64(throws), float64(k))
}

func expandedMoment(m, throws, k float64) float64 {
	empty := throws * math.Log1p(-1/m)                   // ln p
	pairs := math.Exp(throws*math.Log1p(-2/m) - 2*empty) // (1 − 2/m)^throws / p²
	p := math.Exp(empty)
	if p == 0 {
		return 1 // every cell is hit
	}
	mean := -m * math.Expm1(empty)
	variance := m*p + m*p*p*(m*(pairs-1)-pairs)
	return math.Pow(mean/m, k) * (1 + k*(k-1)/2*variance/(mean*mean))
}

// exactMoment follows the distribution of X throw by throw.
func exactMoment(m, throws, k int) float64 {
	share := make([]float64, m+1) // share[x] = P(X = x)
	share[0] = 1
	for t := range throws {
		for x := min(t+1, m); x > 0; x-- {
			share[x] = (share[x]*float64(x) + share[x-1]*float64(m-x+1)) / float64(m)
		}
		share[0] = 0
	}
	moment := 0.0
	for x, s := range share {
		moment += s * math.Pow(float64(x)/float64(m), float64(k))
	}
	return moment
}
