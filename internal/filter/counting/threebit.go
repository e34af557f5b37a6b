package counting

import (
	"encoding/binary"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Three is the counting Bloom filter with counters of three bits.
//
// Guarantee: that of Standard, but a counter stays where it is from 7 on. At
// k·n/m = ln 2 about one in 130,000 gets there.
// Cost: three quarters of Standard's bits.
// Source: Fan, Cao, Almeida, Broder 2000, section 5, who weigh the width of a
// counter against its overflow and choose four bits.
func Three() filter.Structure {
	return filter.Structure{
		Name:      "counting3",
		Title:     "counting Bloom filter of three bits",
		Reference: "Fan, Cao, Almeida, Broder 2000, Summary cache: a scalable wide-area web cache sharing protocol, section 5",
		Family:    filter.FamilyCounting,
		Plan:      planCounters(threeBits),
		Build:     buildThree,
		Open:      filter.Open[three],
		Explain: filter.Explanation{
			What: "The counting Bloom filter with counters of three bits, one behind the other across the bounds of bytes.",
			Layout: `
  byte 0               1               2
      ┌─────┬─────┬───┬─┬─────┬─────┬─┬───┬─────┬──
      │  1  │  0  │   2 │  0  │  3  │ 0   │  1  │ …   m counters, 0 … 7
      └─────┴─────┴───┴─┴─────┴─────┴─┴───┴─────┴──`,
			Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ counters, k = ⌊(m/n)·ln 2⌋; kn/m ≤ 2
  rate = E[(X/m)^k], X counters being above 0 after kn throws
  share of counters at 7: P(Binomial(kn, 1/m) ≥ 7) ≈ 8·10⁻⁶ at kn/m = ln 2`,
			Guarantee: "No false negatives as long as only inserted keys are deleted. A counter at 7 stays there: after many deletions a few answer for keys that are gone. Never full.",
			Price:     "28.8, 18.7 and 10.1 bits per key at ε = 1, 5 and 20 %. Keys inserted several times bring counters to their end soon.",
			When:      "Where every key is inserted once and the filter is rebuilt now and then. For long churn take counting.",
			Paper:     "L. Fan, P. Cao, J. Almeida, A. Z. Broder 2000, Summary cache: a scalable wide-area web cache sharing protocol, IEEE/ACM Transactions on Networking 8(3), first at SIGCOMM 1998",
		},
	}
}

const threeBits = 3

// three has counters of three bits.
type three struct{ counters }

func buildThree(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	c, err := buildCounters(keys, threeBits, cfg)
	if err != nil {
		return nil, err
	}
	return &three{c}, nil
}

// Contains reads up to eight counters before it branches. A counter plus 7 has bit
// 3 iff it is above 0.
func (t *three) Contains(key string) bool {
	var h uint64
	if t.hash.Usual() {
		h = t.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = t.hash.Sum64(key)
	}
	data, m := t.data, t.count // kept in registers
	all := uint64(7 + 1)
	for range min(t.k, atOnce) {
		i, _ := bits.Mul64(h, m)
		all &= uint64(binary.LittleEndian.Uint16(data[i*threeBits/8:]))>>(i*threeBits%8)&7 + 7
		h *= filter.ProbeStep
	}
	if all == 0 || t.k <= atOnce {
		return all != 0
	}
	return t.holds(h, t.k-atOnce)
}

// AppendBinary implements filter.Stored.
func (t *three) AppendBinary(out []byte) ([]byte, error) { return t.store(out, "counting3") }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (t *three) UnmarshalBinary(data []byte) error { return t.restore(data, "counting3", threeBits) }
