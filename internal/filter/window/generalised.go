package window

import (
	"math"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
)

// Generalised is a generalised Bloom filter: a key sets k₁ bits and clears k₀, and is
// called seen if it finds them so. Nobody can fill it by setting all bits.
//
// Guarantee: the share of set bits comes to k₁/(k₁ + k₀) from any beginning. There are
// keys called seen that are new, and the other way round.
// Cost: the bits of a Bloom filter of w keys; k₀ + k₁ reads and writes per key.
// Source: Laufer, Velloso, Duarte 2011, A generalized Bloom filter to secure distributed
// network applications, sections 3 and 4.
func Generalised() filter.Windows {
	return filter.Windows{
		About: filter.About{
			Name:      "generalised",
			Title:     "generalised Bloom filter",
			Reference: "Laufer, Velloso, Duarte 2011, A generalized Bloom filter to secure distributed network applications, sections 3 and 4",
			Explain: filter.Explanation{
				What: "A bit array that is full of anything in the beginning. A key clears k₀ bits and sets k₁ others; where both fall on one bit it is cleared. A key is called seen if its bits are as it would leave them. Later keys change them: it is forgotten.",
				Layout: `
  key ──hash──► k₁ bits := 1        k₀ bits := 0
             ▼          ▼           ▼
  ┌───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┐
  │ 0 │ 1 │ 1 │ 0 │ 1 │ 1 │ 0 │ 0 │ 0 │ 1 │ 0 │
  └───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘`,
				Formula: `
  q₀ = 1 − (1 − 1/m)^k₀, q₁ = (1 − q₀)·(1 − (1 − 1/m)^k₁)
  share of set bits → p = q₁/(q₀ + q₁)
  rate ≈ p^k₁·(1 − p)^k₀
  a set bit of d keys ago is set with p + (1 − p)·(1 − q₀ − q₁)^d`,
				Guarantee: "The rate is bounded whatever was inserted, by an adversary too: at most (k₁/(k₀ + k₁))^k₁·(k₀/(k₀ + k₁))^k₀. Nothing is sure to be remembered.",
				Price:     "The bits of a Bloom filter of w keys, of which w keys ago is nearly forgotten.",
				When:      "Where the filter travels and others could fill it, such as the way of a packet. Not for repetitions: stable forgets less.",
			},
		},
		Build: func(w int, cfg filter.Config) (filter.Window, error) {
			if err := filter.CheckWindow(w, cfg); err != nil {
				return nil, err
			}
			m, most := bloom.StandardSize(cfg.Room(w), cfg.Epsilon)
			m = max(m, 2)
			g := &generalised{m: m, hash: filter.NewHasher(cfg)}
			least := math.Inf(1)
			// The rate is lowest where as many bits are cleared as set.
			for k := 1; k <= most+1; k++ {
				try := *g
				try.k0, try.k1 = k/2, k-k/2
				if k == 1 {
					try.k0 = 1
				}
				if positive, negative := try.Theory(w); positive <= cfg.Epsilon && negative < least {
					*g, least = try, negative
				}
			}
			if math.IsInf(least, 1) {
				g.k0, g.k1 = (most+1)/2, (most+2)/2
			}
			g.bits = newBitmap(m)
			for i := range g.bits { // half of the bits, by no key
				g.bits[i] = filter.Mix(cfg.Seed + uint64(i) + 1)
			}
			return g, nil
		},
	}
}

type generalised struct {
	bits   bitmap
	m      uint64
	k0, k1 int // bits that a key clears, and sets
	hash   filter.Hasher
	at     []uint64
}

// Seen implements filter.Window.
func (g *generalised) Seen(key string) bool {
	g.at = places(g.at[:0], g.hash.Sum64(key), g.m, g.k0+g.k1)
	zeros, ones := g.at[:g.k0], g.at[g.k0:]
	seen := true
	for _, i := range zeros {
		seen = seen && !g.bits.has(i)
	}
	for _, i := range ones {
		seen = seen && (g.bits.has(i) || among(i, zeros))
	}
	for _, i := range ones {
		g.bits.set(i)
	}
	for _, i := range zeros {
		g.bits.clear(i)
	}
	return seen
}

// among reports whether a place is one of those cleared, which then it is.
func among(i uint64, list []uint64) bool {
	for _, x := range list {
		if x == i {
			return true
		}
	}
	return false
}

func (g *generalised) Bits() uint64 { return g.m }

// Theory follows a bit that is 1, or 0, through d − 1 other keys.
func (g *generalised) Theory(d int) (positive, negative float64) {
	spared := func(k int) float64 { return math.Exp(float64(k) * math.Log1p(-1/float64(g.m))) }
	q0 := 1 - spared(g.k0)
	q1 := (1 - q0) * (1 - spared(g.k1))
	p := q1 / (q0 + q1)
	kept := math.Pow(1-q0-q1, float64(max(0, d-1)))
	positive = math.Pow(p, float64(g.k1)) * math.Pow(1-p, float64(g.k0))
	one, zero := p+(1-p)*kept, 1-p+p*kept
	return positive, 1 - math.Pow(one, float64(g.k1))*math.Pow(zero, float64(g.k0))
}

func (g *generalised) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(g.m)}, {Name: "k0", Value: float64(g.k0)}, {Name: "k1", Value: float64(g.k1)}}
}
