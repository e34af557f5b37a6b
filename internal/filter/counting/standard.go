package counting

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Standard is the counting Bloom filter with counters of four bits.
//
// Guarantee: no false negatives; a counter that reaches 15 stays there, so that its
// keys are found for ever. At k·n/m = ln 2 the probability that one of m does is
// below 3.1·10⁻¹⁴·m.
// Cost: four times a Bloom filter's bits, at the same reads.
// Source: Fan, Cao, Almeida, Broder 2000, section 5.
func Standard() filter.Structure {
	return filter.Structure{
		Name:      "counting",
		Title:     "counting Bloom filter",
		Reference: "Fan, Cao, Almeida, Broder 2000, Summary cache: a scalable wide-area web cache sharing protocol, section 5",
		Family:    filter.FamilyCounting,
		Plan:      planCounters(fourBits),
		Build:     buildFour,
		Open:      filter.Open[four],
		Explain: filter.Explanation{
			What: "A Bloom filter with a counter of four bits in place of each bit. Inserting a key adds 1 to its k counters, deleting takes 1 away; a query is answered true if all k are above 0.",
			Layout: `
  key ──hash──┬───────────┬──────────────────┐      k probes
              ▼           ▼                  ▼
  ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐
  │0│0│1│0│0│0│2│0│0│1│0│0│1│0│0│3│0│0│0│0│0│1│0│1│   m counters, 0 … 15
  └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘`,
			Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ counters, k = ⌊(m/n)·ln 2⌋; kn/m ≤ 2
  rate = E[(X/m)^k], X counters being above 0 after kn throws
  P(a counter reaches 15) ≤ m·(e·kn/(15m))^15`,
			Guarantee: "No false negatives as long as only inserted keys are deleted. A counter at 15 stays there. Never full: further keys raise the rate. The sum of two filters of one size and seed has the keys of both; the least of a key's counters says how often it came, at most (count).",
			Price:     "38.3, 24.9 and 13.4 bits per key at ε = 1, 5 and 20 %: four times a Bloom filter. A query reads as many places as there.",
			When:      "Where keys come and go and queries should stay as simple as a Bloom filter's. A cuckoo or d-left filter deletes too, in a third to a half of the bits.",
			Paper:     "L. Fan, P. Cao, J. Almeida, A. Z. Broder 2000, Summary cache: a scalable wide-area web cache sharing protocol, IEEE/ACM Transactions on Networking 8(3), first at SIGCOMM 1998",
		},
	}
}

const fourBits = 4

// four has counters of four bits.
type four struct{ counters }

func buildFour(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	c, err := buildCounters(keys, fourBits, cfg)
	if err != nil {
		return nil, err
	}
	return &four{c}, nil
}

// Contains reads up to eight counters before it branches. A counter plus 15 has bit
// 4 iff it is above 0.
func (f *four) Contains(key string) bool {
	var h uint64
	if f.hash.Usual() {
		h = f.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = f.hash.Sum64(key)
	}
	data, m := f.data, f.count // kept in registers
	all := uint64(15 + 1)
	for range min(f.k, atOnce) {
		i, _ := bits.Mul64(h, m)
		all &= uint64(data[i/2])>>(i%2*fourBits)&15 + 15
		h *= filter.ProbeStep
	}
	if all == 0 || f.k <= atOnce {
		return all != 0
	}
	return f.holds(h, f.k-atOnce)
}

// AppendBinary implements filter.Stored.
func (f *four) AppendBinary(out []byte) ([]byte, error) { return f.store(out, "counting") }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *four) UnmarshalBinary(data []byte) error { return f.restore(data, "counting", fourBits) }
