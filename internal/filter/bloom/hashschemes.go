package bloom

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// A scheme makes the k places of a key of one, two or three numbers below m:
//
//	independent       p_i, a number of its own for each i
//	double            a + i·b, b ≠ 0
//	enhanced double   a + i·b + (i³ − i)/6
//	triple            a + i·b + i(i − 1)/2·c
//
// all modulo m, i from 0. All else is as in bloom, m and k included, so that what
// the rates differ by is what a scheme costs (schemerate.go). In units of the rate
// of random places:
//
//	                     double   enhanced   triple
//	1,753 keys, 1 %       1.002      1.000    1.001
//	64 keys, 1 %          1.07       1.01     1.02
//	64 keys, 0.1 %        1.61       1.06     1.09
//	64 keys, 10⁻⁴         5.6        1.4      1.3
//	64 keys, 10⁻⁶         128        19       3.3
//
// Guarantee: no false negatives; never full.
// Cost: the bits of bloom. Additions modulo m take longer here than the
// multiplications of bloom, so that a scheme is of use only where one is asked for.
// Source: Dillinger, Manolios 2004; Kirsch, Mitzenmacher 2006.
type scheme struct {
	kind  schemeKind
	words []uint64
	m     uint64
	k     int
	n     int // keys inserted
	hash  filter.Hasher
}

type schemeKind int

const (
	schemeIndependent schemeKind = iota
	schemeDouble
	schemeEnhanced
	schemeTriple
)

// name is that of the structure.
func (kind schemeKind) name() string {
	return [...]string{"bloom-independent", "bloom-double", "bloom-enhanced", "bloom-triple"}[kind]
}

// Independent is the Bloom filter with a number of its own for each place.
func Independent() filter.Structure {
	return schemeStructure(schemeIndependent, "Bloom filter with independent hashing", "Bloom 1970, Space/time trade-offs in hash coding with allowable errors, method 2",
		filter.Explanation{
			What:    "A Bloom filter whose k places are unrelated numbers, each made of the key's 64-bit hash and of i by a mixing function.",
			Formula: "\n  place i = ⌊mix(h + i·constant)·m/2^64⌋",
			Price:   "The mixing function k times per query; 1.44·log2(1/ε) bits per key.",
			When:    "To compare the other schemes with: its rate is that of the theory. bloom has the same rate and is faster.",
		})
}

// Double is the Bloom filter with double hashing.
func Double() filter.Structure {
	return schemeStructure(schemeDouble, "Bloom filter with double hashing", "Kirsch, Mitzenmacher 2006, Less hashing, same performance: building a better Bloom filter",
		filter.Explanation{
			What:    "A Bloom filter whose k places are in arithmetic progression: two numbers of a key give all of them.",
			Formula: "\n  place i = a + i·b mod m, 1 ≤ b < m",
			Price:   "Additions modulo m for the places, which take longer here than the multiplications of bloom. Progressions of two keys that overlap, shifted or reversed, share many places: whatever k is, the rate does not fall below about 6n/m². That is 0.2 % of the rate at 1,753 keys and ε = 1 %, 128 times the rate at 64 keys and 10⁻⁶.",
			When:    "For large filters at an ε well above 6n/m². Otherwise bloom-enhanced costs the same.",
		})
}

// Enhanced is the Bloom filter with enhanced double hashing.
func Enhanced() filter.Structure {
	return schemeStructure(schemeEnhanced, "Bloom filter with enhanced double hashing", "Dillinger, Manolios 2004, Bloom filters in probabilistic verification, section 5.2",
		filter.Explanation{
			What:    "Double hashing with a cubic term, for one more addition a place: progressions that are shifted or reversed do not overlap.",
			Formula: "\n  place i = a + i·b + (i³ − i)/6 mod m",
			Price:   "That of double hashing, an addition more for each place. Two keys with both numbers equal share all places: the rate does not fall below about n/m², a sixth of the floor of double hashing.",
			When:    "In place of double hashing, at the same price.",
		})
}

// Triple is the Bloom filter with triple hashing.
func Triple() filter.Structure {
	return schemeStructure(schemeTriple, "Bloom filter with triple hashing", "Dillinger, Manolios 2004, Bloom filters in probabilistic verification, section 5.1",
		filter.Explanation{
			What:    "Double hashing whose stride grows at each step by a third number of the key.",
			Formula: "\n  place i = a + i·b + i(i − 1)/2·c mod m",
			Price:   "That of enhanced double hashing and a third number. The places lie on a parabola: those of one word in m are symmetrical to an axis, fall together in pairs and need half as many ones. That is three times the rate at 64 keys and 10⁻⁶.",
			When:    "Where ε is near n/m², so that the floor of bloom-enhanced shows.",
		})
}

// schemeStructure is that of one kind.
func schemeStructure(kind schemeKind, title, reference string, e filter.Explanation) filter.Structure {
	e.Layout = `
  key ──hash──► numbers ──┬──────────┬──────────┐      k places
                          ▼          ▼          ▼
  ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐
  │0│0│1│0│0│0│1│0│0│1│0│0│1│0│0│1│0│0│0│0│0│1│0│1│   m bits
  └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘`
	e.Formula += "\n  m and k as of bloom; rate = that of bloom and a floor"
	e.Guarantee = "No false negatives. Never full: further keys raise the rate."
	return filter.Structure{
		Name:      kind.name(),
		Title:     title,
		Reference: reference,
		Family:    filter.FamilyBloom,
		Explain:   e,
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			s, err := newScheme(kind, n, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: s.Params(), Bits: s.Bits(), Theory: s.Theory()}, nil
		},
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			s, err := newScheme(kind, keys.Len(), cfg)
			if err != nil {
				return nil, err
			}
			s.words = make([]uint64, (s.m+63)/64)
			for h := range s.hash.Sums(keys) {
				s.add(h)
			}
			return s, nil
		},
		Open: func(data []byte) (filter.Filter, error) {
			s := &scheme{kind: kind}
			if err := s.UnmarshalBinary(data); err != nil {
				return nil, err
			}
			return s, nil
		},
	}
}

// newScheme is an empty filter without its bits, with room for n keys.
func newScheme(kind schemeKind, n int, cfg filter.Config) (*scheme, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m, k := StandardSize(cfg.Room(n), cfg.Epsilon)
	return &scheme{kind: kind, m: m, k: k, n: n, hash: filter.NewHasher(cfg)}, nil
}

// start gives the first place x of the key of hash h, and its differences. The
// places of every kind but independent are a polynomial of i, so that additions
// give them: x, y and z each grow by what follows them at each step, w by nothing.
func (s *scheme) start(h uint64) (x, y, z, w uint64) {
	x, _ = bits.Mul64(h, s.m)
	h *= filter.ProbeStep
	switch s.kind {
	case schemeDouble:
		y, _ = bits.Mul64(h, s.m-1)
		return x, below(y+1, s.m), 0, 0
	case schemeEnhanced:
		y, _ = bits.Mul64(h, s.m)
		return x, y, below(1, s.m), below(1, s.m)
	default:
		y, _ = bits.Mul64(h, s.m)
		z, _ = bits.Mul64(h*filter.ProbeStep, s.m)
		return x, y, z, 0
	}
}

// mixed is place i of the key of hash h in the independent scheme.
func (s *scheme) mixed(h uint64, i int) uint64 {
	x, _ := bits.Mul64(filter.Mix(h+uint64(i)*filter.ProbeStep), s.m)
	return x
}

// below is x modulo m for x < 2m, without a branch, which would be mispredicted
// half of the time.
func below(x, m uint64) uint64 {
	x -= m
	return x + m&uint64(int64(x)>>63)
}

func (s *scheme) add(h uint64) {
	if s.kind == schemeIndependent {
		for i := range s.k {
			x := s.mixed(h, i)
			s.words[x/64] |= 1 << (x % 64)
		}
		return
	}
	x, y, z, w := s.start(h)
	for range s.k {
		s.words[x/64] |= 1 << (x % 64)
		x, y, z = below(x+y, s.m), below(y+z, s.m), below(z+w, s.m)
	}
}

// Insert adds key.
func (s *scheme) Insert(key string) error {
	s.add(s.hash.Sum64(key))
	s.n++
	return nil
}

// Contains reads up to eight bits before it branches, as that of a Bloom filter.
func (s *scheme) Contains(key string) bool {
	var h uint64
	if s.hash.Usual() {
		h = s.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = s.hash.Sum64(key)
	}
	if s.kind == schemeIndependent {
		return s.holdsMixed(h)
	}
	words, m := s.words, s.m // kept in registers
	x, y, z, w := s.start(h)
	for left := s.k; left > 0; left -= 8 {
		all := uint64(1)
		for range min(left, 8) {
			all &= words[x/64] >> (x % 64)
			x, y, z = below(x+y, m), below(y+z, m), below(z+w, m)
		}
		if all == 0 {
			return false
		}
	}
	return true
}

// holdsMixed is the same for independent places.
func (s *scheme) holdsMixed(h uint64) bool {
	for i := 0; i < s.k; i += 8 {
		all := uint64(1)
		for j := i; j < min(i+8, s.k); j++ {
			x := s.mixed(h, j)
			all &= s.words[x/64] >> (x % 64)
		}
		if all == 0 {
			return false
		}
	}
	return true
}

// schemeVersion is that of the file below.
const schemeVersion = 1

// AppendBinary implements filter.Stored.
func (s *scheme) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, s.kind.name(), schemeVersion)
	e.Uint(s.m)
	e.Uint(uint64(s.k))
	e.Uint(uint64(s.n))
	if err := e.Hasher(&s.hash); err != nil {
		return out, err
	}
	e.Words(s.words)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler. The file must be of s's
// own kind.
func (s *scheme) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, s.kind.name(), schemeVersion)
	if err != nil {
		return err
	}
	s.m, s.k, s.n = d.Uint(), d.Int("k", standardMostProbes), d.Int("n", filter.MostKeys)
	s.hash, s.words = d.Hasher(), d.Words()
	d.Check(s.k >= 1, "k = 0: want 1 or more")
	checkBits(d, s.words, s.m)
	return d.Close()
}

func (s *scheme) Bits() uint64 { return s.m }

func (s *scheme) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(s.m)}, {Name: "k", Value: float64(s.k)}}
}

// Theory is schemeRate.
func (s *scheme) Theory() float64 { return schemeRate(s.kind, s.m, s.k, s.n) }
