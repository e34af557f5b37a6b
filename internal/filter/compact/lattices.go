package compact

// Chain is the numbers of some bits in their order.
type Chain struct{ Width int }

func (c Chain) Bits() int             { return c.Width }
func (Chain) Join(a, b uint64) uint64 { return max(a, b) }
func (Chain) Meet(a, b uint64) uint64 { return min(a, b) }

// Sets is the sets of elements 0 … Elements − 1, a bit each, under union: a key in
// several sets has them all, and may seem to be in more.
type Sets struct{ Elements int }

func (s Sets) Bits() int             { return s.Elements }
func (Sets) Join(a, b uint64) uint64 { return a | b }
func (Sets) Meet(a, b uint64) uint64 { return a & b }

// Product is the pairs of two lattices, the first in the low bits.
type Product struct{ First, Second Lattice }

func (p Product) Bits() int { return p.First.Bits() + p.Second.Bits() }

func (p Product) Join(a, b uint64) uint64 { return p.pairwise(a, b, Lattice.Join) }
func (p Product) Meet(a, b uint64) uint64 { return p.pairwise(a, b, Lattice.Meet) }

func (p Product) pairwise(a, b uint64, of func(l Lattice, a, b uint64) uint64) uint64 {
	low := p.First.Bits()
	mask := uint64(1)<<low - 1
	return of(p.First, a&mask, b&mask) | of(p.Second, a>>low, b>>low)<<low
}
