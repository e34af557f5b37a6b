package filter

import (
	"math"
	"slices"
)

func codesStructure() Structure {
	return Structure{
		Name:      "codes",
		Title:     "Sorted codes",
		Reference: "Carter, Floyd, Gill, Markowsky, Wegman 1978, Exact and approximate membership testers",
		Build:     buildCodes,
		Params: func(n int, epsilon float64) []Param {
			return []Param{{"b", float64(codeBits(n, epsilon))}}
		},
	}
}

// codes are the first b bits of the keys' hashes, sorted, each in a word.
type codes struct {
	sorted []uint64
	b      int
	hash   Hasher
}

// codeBits is b = ⌈log2(n/ε)⌉: n of 2^b codes are taken, a share of ε at most.
func codeBits(n int, epsilon float64) int {
	return min(64, int(math.Ceil(math.Log2(float64(max(1, n))/epsilon))))
}

func buildCodes(keys []string, cfg Config) (Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	c := &codes{
		sorted: make([]uint64, len(keys)),
		b:      codeBits(len(keys), cfg.Epsilon),
		hash:   NewHasher(cfg),
	}
	for i, key := range keys {
		c.sorted[i] = c.code(key)
	}
	slices.Sort(c.sorted)
	c.sorted = slices.Clip(slices.Compact(c.sorted))
	return c, nil
}

func (c *codes) code(key string) uint64 { return c.hash.Sum64(key) >> (64 - c.b) }

func (c *codes) Contains(key string) bool {
	_, found := slices.BinarySearch(c.sorted, c.code(key))
	return found
}

func (c *codes) Bits() uint64    { return uint64(cap(c.sorted)) * 64 }
func (c *codes) Params() []Param { return []Param{{"b", float64(c.b)}} }

// Theory is exact: a stranger's code is one of 2^b, each as likely.
func (c *codes) Theory() float64 { return math.Ldexp(float64(len(c.sorted)), -c.b) }
