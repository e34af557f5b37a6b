package static

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// BloomierPairs is a Bloomier filter of Bloom filters: for each bit of a value a cascade of
// pairs of them, all asked side by side.
//
// Guarantee: the value of a key is the true one. A negative is known at a rate of ε at most
// where half of the keys have each bit. Nothing can be inserted or changed later.
// Cost: 2.9 bits per key for each bit of a value, more below ε = (2/3)^v; building takes 16 bytes
// per key.
// Source: Chazelle, Kilian, Rubinfeld, Tal 2004, The Bloomier filter, section 2, for a pair and
// its cascade; Lima, Baquero, Miranda 2015, section 2, for filters in parallel. One cascade a
// bit, and its sizes, are this program's.
func BloomierPairs() filter.Maplets {
	return filter.Maplets{
		About: filter.About{
			Name:      "bloomier-pairs",
			Title:     "Bloomier filter of Bloom filters in parallel",
			Reference: "Chazelle, Kilian, Rubinfeld, Tal 2004, The Bloomier filter, section 2",
			Explain: filter.Explanation{
				What: "For each bit of a value a pair of Bloom filters: one holds the keys with a 0, the other those with a 1. The filter that admits a key says its bit. Keys that both admit are held by a second, smaller pair, and so on.",
				Layout: `
  key ──► bit 2: 0 filter no,  1 filter yes             → 1
      ──► bit 1: 0 filter yes, 1 filter no              → 0
      ──► bit 0: 0 filter yes, 1 filter yes
                 next pair: 0 filter no, 1 filter yes   → 1
                                                 value 101`,
				Formula: `
  K = ε^(1/v), the rate of negatives known in one bit
  e = min(½, K/(2 − K)), the rate of each filter
  bits per key and bit of a value ≈ 1.44·log2(1/e)/(1 − e)
  rate of negatives that are known = (2e/(1 + e))^v`,
				Guarantee: "Every key has its true value. A negative is known at the rate above, with a value of no meaning; where all keys agree in a bit it is known more seldom.",
				Price:     "At least 2.9 bits per key for each bit of a value, where bloomier takes 1.23, and 2·k reads for each. The set and the values are fixed.",
				When:      "To see what one table of slots saves; with values of one bit also as an exact test of two sets.",
			},
		},
		Plan: func(n, v int, cfg filter.Config) (filter.Plan, error) {
			p, err := newPairs(v, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			for i := range p.cascades {
				p.expect(i, n)
			}
			return filter.Plan{Params: p.Params(), Bits: p.Bits(), Capacity: n, Theory: p.Theory(), Estimated: true}, nil
		},
		Build: buildPairs,
	}
}

// mostPairs is how many a cascade may have: of keys that hash functions keep apart each has
// half of the one before it, or fewer.
const mostPairs = 80

// pairs has a cascade for each bit of a value.
type pairs struct {
	cascades [][]pair
	rate     float64 // of each Bloom filter
	hash     filter.Hasher
}

// pair holds the keys with a 0 and those with a 1.
type pair [2]half

// half is a Bloom filter of n keys.
type half struct {
	words []uint64
	n, k  int
	m     uint64
}

func newPairs(v int, cfg filter.Config) (*pairs, error) {
	if err := filter.CheckValues(0, nil, v, 0); err != nil {
		return nil, err
	}
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	known := math.Pow(cfg.Epsilon, 1/float64(v))
	return &pairs{cascades: make([][]pair, v), rate: min(0.5, known/(2-known)), hash: filter.NewHasher(cfg)}, nil
}

// sized is a Bloom filter for n keys at that rate, without its words.
func sized(n int, rate float64) half {
	if n == 0 {
		return half{}
	}
	k := max(1, math.Round(-math.Log2(rate)))
	return half{n: n, k: int(k), m: uint64(math.Ceil(-k * float64(n) / math.Log1p(-math.Pow(rate, 1/k))))}
}

// expect gives cascade i the sizes that n keys would need, half of them with a 1.
func (p *pairs) expect(i, n int) {
	for half := float64(n) / 2; half >= 0.5; half *= p.rate {
		one := sized(int(math.Round(half)), p.rate)
		p.cascades[i] = append(p.cascades[i], pair{one, one})
	}
}

func buildPairs(keys *wordlist.List, values []uint64, v int, cfg filter.Config) (filter.Maplet, error) {
	if err := filter.CheckValues(keys.Len(), values, v, 0); err != nil {
		return nil, err
	}
	if _, err := newPairs(v, cfg); err != nil {
		return nil, err
	}
	return filter.Retry("bloomier-pairs", attempts, cfg, func(_ int, cfg filter.Config) (filter.Maplet, error) {
		p, err := newPairs(v, cfg)
		if err != nil {
			return nil, err
		}
		list, err := p.hash.Valued(keys, values)
		if err != nil {
			return nil, err
		}
		for i := range p.cascades {
			var sides [2][]uint64
			for _, x := range list {
				bit := x.Value >> i & 1
				sides[bit] = append(sides[bit], x.Hash)
			}
			if err := p.fill(i, sides); err != nil {
				return nil, err
			}
		}
		return p, nil
	})
}

// fill makes cascade i of the hashes of keys with a 0 and with a 1.
func (p *pairs) fill(i int, sides [2][]uint64) error {
	for level := 0; len(sides[0])+len(sides[1]) > 0; level++ {
		if level == mostPairs {
			return errStuck
		}
		next := pair{sized(len(sides[0]), p.rate), sized(len(sides[1]), p.rate)}
		for bit, list := range sides {
			next[bit].words = make([]uint64, (next[bit].m+63)/64)
			for _, h := range list {
				next[bit].add(mixed(h, i, level))
			}
		}
		for bit, list := range sides {
			var both []uint64
			for _, h := range list {
				if next[1-bit].has(mixed(h, i, level)) {
					both = append(both, h)
				}
			}
			sides[bit] = both
		}
		p.cascades[i] = append(p.cascades[i], next)
	}
	return nil
}

// mixed is the hash of a level's own.
func mixed(h uint64, bit, level int) uint64 {
	return filter.Mix(h + uint64(1+level+bit*mostPairs)*filter.ProbeStep)
}

func (f *half) add(h uint64) {
	for range f.k {
		at, _ := bits.Mul64(h, f.m)
		f.words[at/64] |= 1 << (at % 64)
		h *= filter.ProbeStep
	}
}

func (f *half) has(h uint64) bool {
	for range f.k {
		at, _ := bits.Mul64(h, f.m)
		if f.words[at/64]>>(at%64)&1 == 0 {
			return false
		}
		h *= filter.ProbeStep
	}
	return f.n > 0
}

// Value implements filter.Maplet.
func (p *pairs) Value(key string) (value uint64, known bool) {
	h := p.hash.Sum64(key)
	for i := range p.cascades {
		bit, known := p.bit(i, h)
		if !known {
			return 0, false
		}
		value |= bit << i
	}
	return value, true
}

// bit is bit i of a value: that of the side that alone admits the hash.
func (p *pairs) bit(i int, h uint64) (bit uint64, known bool) {
	for level := range p.cascades[i] {
		own, one := mixed(h, i, level), &p.cascades[i][level]
		zero, is := one[0].has(own), one[1].has(own)
		switch {
		case is && !zero:
			return 1, true
		case zero && !is:
			return 0, true
		case !zero:
			return 0, false
		}
	}
	return 0, false
}

// Theory is the product over the bits of the rate at which one side of a pair admits a negative
// alone, or both do and a later pair knows it.
func (p *pairs) Theory() float64 {
	all := 1.0
	for _, cascade := range p.cascades {
		reach, known := 1.0, 0.0
		for _, one := range cascade {
			zero, is := one[0].theory(), one[1].theory()
			known += reach * (zero*(1-is) + is*(1-zero))
			reach *= zero * is
		}
		all *= known
	}
	return all
}

func (f *half) theory() float64 {
	if f.n == 0 {
		return 0
	}
	return bloom.OccupancyMoment(f.m, f.k*f.n, f.k)
}

// Bits are those of all filters.
func (p *pairs) Bits() (sum uint64) {
	for _, cascade := range p.cascades {
		for _, one := range cascade {
			sum += one[0].m + one[1].m
		}
	}
	return sum
}

// Params are the bits of a value, the pairs of all, and the rate of a filter.
func (p *pairs) Params() []filter.Param {
	levels := 0
	for _, cascade := range p.cascades {
		levels += len(cascade)
	}
	return []filter.Param{{Name: "v", Value: float64(len(p.cascades))}, {Name: "pairs", Value: float64(levels)}, {Name: "e", Value: p.rate}}
}
