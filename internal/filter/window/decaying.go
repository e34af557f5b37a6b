package window

import (
	"math"
	"math/rand/v2"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
)

// Decaying is a Bloom filter whose bits decay: after every eighth of the window each bit
// is kept with a probability. It decays with time; over the hops of a route bits decay in run
// gradient.
//
// Guarantee: the share of set bits, and with it the rate, comes to a limit. What was seen
// is forgotten by chance, the sooner the longer ago.
// Cost: the bits of a Bloom filter of w keys; k bits per key, and a pass over all of them
// after every eighth of the window.
// Source: Kumar, Xu, Zegura 2005, Efficient and scalable query routing for unstructured
// peer-to-peer networks, section 3, for the decay of bits; Li, Wu, Xu 2006, Hint-based routing
// in WSNs using scope decay Bloom filters, for the name that the linear filter's paper has.
func Decaying() filter.Windows {
	return filter.Windows{
		About: filter.About{
			Name:      "decaying",
			Title:     "decaying Bloom filter",
			Reference: "Kumar, Xu, Zegura 2005, Efficient and scalable query routing for unstructured peer-to-peer networks, section 3 (decay of bits); Li, Wu, Xu 2006 (scope decay)",
			Explain: filter.Explanation{
				What: "A Bloom filter of which, after every eighth of the window, each set bit is kept with a probability q and cleared otherwise. Old keys lose their bits one by one.",
				Layout: `
  before  ┌───┬───┬───┬───┬───┬───┬───┬───┐
          │ 1 │ 0 │ 1 │ 1 │ 0 │ 1 │ 0 │ 1 │
          └─│─┴───┴─│─┴─│─┴───┴─│─┴───┴─│─┘   each kept with probability q
  after   ┌─▼─┬───┬───┬─▼─┬───┬─▼─┬───┬───┐
          │ 1 │ 0 │ 0 │ 1 │ 0 │ 1 │ 0 │ 0 │
          └───┴───┴───┴───┴───┴───┴───┴───┘`,
				Formula: `
  m = ⌈w·log2(1/ε)/ln 2⌉ bits, k of a Bloom filter, g = ⌈w/8⌉ keys a turn
  fill f just before a decay: f = 1 − (1 − q·f)·(1 − 1/m)^(k·g)
  rate ≤ f^k = ε, from which q follows
  a bit that was set j decays ago is still set with q^j, or again`,
				Guarantee: "The rate stays at ε or less. Nothing is sure to be remembered.",
				Price:     "The bits of a Bloom filter of w keys; a key of the middle of the window is mostly forgotten, since all of its k bits must last.",
				When:      "For a trace that gets fainter, such as the way to a service. Not for repetitions: stable forgets less.",
			},
		},
		Build: func(w int, cfg filter.Config) (filter.Window, error) {
			if err := filter.CheckWindow(w, cfg); err != nil {
				return nil, err
			}
			const turns = 8
			m, k := bloom.StandardSize(cfg.Room(w), cfg.Epsilon)
			d := &decaying{m: m, k: k, g: (w + turns - 1) / turns, bits: newBitmap(m), hash: filter.NewHasher(cfg), random: rand.New(rand.NewPCG(cfg.Seed, 'd'))}
			d.fill = math.Pow(cfg.Epsilon, 1/float64(k))
			d.keep = min(1, max(0, (1-(1-d.fill)/d.spared())/d.fill))
			if one := 1 - d.spared(); d.keep == 0 { // even one turn fills it more
				d.fill = one
			}
			return d, nil
		},
	}
}

type decaying struct {
	bits   bitmap
	m      uint64
	k      int
	g, n   int     // keys of a turn, and since the last decay
	keep   float64 // probability that a bit survives a decay
	fill   float64 // share of set bits before a decay, in the limit
	hash   filter.Hasher
	random *rand.Rand
	at     []uint64
}

// spared is the share of bits that the keys of a turn do not set.
func (d *decaying) spared() float64 {
	return math.Exp(float64(d.k*d.g) * math.Log1p(-1/float64(d.m)))
}

// Seen implements filter.Window.
func (d *decaying) Seen(key string) bool {
	d.at = places(d.at[:0], d.hash.Sum64(key), d.m, d.k)
	seen := all(d.bits, d.at)
	if d.n == d.g {
		d.decay()
		d.n = 0
	}
	for _, i := range d.at {
		d.bits.set(i)
	}
	d.n++
	return seen
}

func (d *decaying) decay() {
	for i, word := range d.bits {
		for ; word != 0; word &= word - 1 { // each set bit
			if d.random.Float64() >= d.keep {
				d.bits[i] &^= word & -word
			}
		}
	}
}

func (d *decaying) Bits() uint64 { return d.m }

// Theory is the mean over a turn. The share of cleared bits follows a chain that is linear
// in it: what a bit's own share lacks of the limit shrinks by q with each decay, and with
// each key by the chance that its bits leave the place alone.
func (d *decaying) Theory(distance int) (positive, negative float64) {
	const steps = 32
	own := float64(d.k) * math.Log1p(-1/float64(d.m)) // logarithm of that chance
	cleared := func(n float64) float64 { return (1 - d.keep*d.fill) * math.Exp(own*n) }
	for i := range steps {
		n := (float64(i)+0.5)/steps*float64(d.g) + 0.5 // keys since the last decay
		fill := 1 - cleared(n)
		positive += math.Pow(fill, float64(d.k)) / steps
		decays := math.Ceil(max(0, float64(distance)-n) / float64(d.g))
		began := n - float64(distance) + 1 + decays*float64(d.g)
		lack := cleared(began) * math.Pow(d.keep, decays) * math.Exp(own*float64(distance-1))
		negative += (1 - math.Pow(fill+lack, float64(d.k))) / steps
	}
	return positive, negative
}

func (d *decaying) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(d.m)}, {Name: "k", Value: float64(d.k)}, {Name: "g", Value: float64(d.g)}, {Name: "q", Value: d.keep}}
}
