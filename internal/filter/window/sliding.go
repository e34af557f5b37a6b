package window

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
)

// Sliding is an age-partitioned Bloom filter: slices in the order of their age, of which
// a key has k that follow each other.
//
// Guarantee: the last w keys are called seen.
// Cost: (k + l)·k·w/(l·ln 2) bits; up to k + l reads per key.
// Source: Shtul, Baquero, Almeida 2020, Age-partitioned Bloom filters, sections 3 and 4.
func Sliding() filter.Windows {
	return filter.Windows{
		About: filter.About{
			Name:      "sliding",
			Title:     "age-partitioned Bloom filter",
			Reference: "Shtul, Baquero, Almeida 2020, Age-partitioned Bloom filters, sections 3 and 4",
			Explain: filter.Explanation{
				What: "k + l slices in a ring, each with a hash function. A key sets one bit in each of the k youngest. After every w/l keys the oldest slice is emptied and becomes the youngest. A key is called seen if k slices that follow each other have its bits.",
				Layout: `
  youngest                                     oldest
  ┌────────┬────────┬────────┬────────┬────────┬────────┐
  │ ..1... │ 1....1 │ .1.1.. │ 11..1. │ 1..11. │ .11..1 │
  └──▲─────┴─▲──────┴──▲─────┴────────┴────────┴────────┘
     └ a new key sets one bit in the first k = 3
  seen: any 3 neighbours have its bits`,
				Formula: `
  slice = ⌈k·g/ln 2⌉ bits, g = ⌈w/l⌉ keys between two shifts
  fill of slice i < k: 1 − 2^(−(i+1)/k) when full; of the others 1/2
  rate: F(0, 0), where F(k, ·) = 1, F(·, k + l) = 0,
  F(a, i) = rᵢ·F(a+1, i+1) + (1 − rᵢ)·F(0, i+1)
  k and l: the fewest bits with a rate of ε or less`,
				Guarantee: "The last w keys are called seen; what came more than (l + 1)·g keys ago, about w + g, only by chance.",
				Price:     "15 to 20 bits per key of the window at ε = 1 %, k + l reads per key.",
				When:      "Where the window matters and memory too. aging is simpler.",
			},
		},
		Certain: true,
		Build: func(w int, cfg filter.Config) (filter.Window, error) {
			if err := filter.CheckWindow(w, cfg); err != nil {
				return nil, err
			}
			k, l := slidingShape(w, cfg.Epsilon)
			g := (w + l - 1) / l
			s := &sliding{k: k, l: l, g: g, m: sliceBits(k, g), hash: filter.NewHasher(cfg)}
			for range k + l {
				s.slices = append(s.slices, newBitmap(s.m))
			}
			return s, nil
		},
	}
}

// sliceBits is the size of a slice that is half full after k·g keys.
func sliceBits(k, g int) uint64 { return uint64(math.Ceil(float64(k) * float64(g) / math.Ln2)) }

// mostSlices bounds k and l in the search for a shape.
const mostSlices = 64

// slidingShape is the shape of the fewest bits whose rate is epsilon or less.
func slidingShape(w int, epsilon float64) (k, l int) {
	least := math.Inf(1)
	for kk := 1; kk <= mostSlices; kk++ {
		for ll := 1; ll <= min(mostSlices, w); ll++ {
			size := float64(kk+ll) * float64(sliceBits(kk, (w+ll-1)/ll))
			if size < least && slidingRate(kk, ll) <= epsilon {
				least, k, l = size, kk, ll
			}
		}
	}
	if k == 0 { // of few keys even one shift keeps the rate of k slices
		k, l = mostSlices, 1
	}
	return k, l
}

// slidingRate is that just before a shift, when the youngest slices are fullest.
func slidingRate(k, l int) float64 {
	// next[a] is F(a, i+1): the probability that a negative is called seen whose last a
	// slices before slice i + 1 have its bits.
	next := make([]float64, k+1)
	next[k] = 1
	for i := k + l - 1; i >= 0; i-- {
		filled := 0.5
		if i < k {
			filled = 1 - math.Exp2(-float64(i+1)/float64(k))
		}
		now := make([]float64, k+1)
		now[k] = 1
		for a := range k {
			now[a] = filled*next[a+1] + (1-filled)*next[0]
		}
		next = now
	}
	return next[0]
}

type sliding struct {
	slices []bitmap
	first  int // the number of the youngest slice
	m      uint64
	k, l   int
	g, n   int // keys between two shifts, and since the last
	hash   filter.Hasher
}

// Seen implements filter.Window.
func (s *sliding) Seen(key string) bool {
	h := s.hash.Sum64(key)
	seen := s.has(h)
	if s.n == s.g {
		s.first = (s.first + len(s.slices) - 1) % len(s.slices)
		clear(s.slices[s.first])
		s.n = 0
	}
	for age := range s.k {
		number := s.at(age)
		s.slices[number].set(s.place(h, number))
	}
	s.n++
	return seen
}

// at is the number of the slice of an age.
func (s *sliding) at(age int) int { return (s.first + age) % len(s.slices) }

// place is that of a hash in the slice of a number: each has a function of its own.
func (s *sliding) place(h uint64, number int) uint64 {
	i, _ := bits.Mul64(filter.Mix(h+uint64(number)*filter.ProbeStep), s.m)
	return i
}

// has looks for k slices that follow each other.
func (s *sliding) has(h uint64) bool {
	row := 0
	for age := range s.slices {
		number := s.at(age)
		if !s.slices[number].has(s.place(h, number)) {
			row = 0
			continue
		}
		if row++; row == s.k {
			return true
		}
	}
	return false
}

func (s *sliding) Bits() uint64 { return uint64(len(s.slices)) * s.m }

// Theory has the rate of the fullest slices, a bound. A key is forgotten with the shift
// that empties its first slice, l or l + 1 shifts after it came.
func (s *sliding) Theory(d int) (positive, negative float64) {
	positive = slidingRate(s.k, s.l)
	shifts := float64(d) / float64(s.g)
	return positive, min(1, max(0, shifts-float64(s.l))) * (1 - positive)
}

func (s *sliding) Params() []filter.Param {
	return []filter.Param{{Name: "k", Value: float64(s.k)}, {Name: "l", Value: float64(s.l)}, {Name: "g", Value: float64(s.g)}, {Name: "slice", Value: float64(s.m)}}
}
