package sets

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"hyphbench/internal/filter"
)

// Levels are Bloom filters of one size and one hash function, one for each distance: the
// attenuated Bloom filter that nodes of a network send each other. One level alone is a
// Bloom filter that can be joined with others.
type Levels struct {
	words [][]uint64 // of each level
	m     uint64     // bits of a level
	k     int
	hash  filter.Hasher
}

// NewLevels returns empty levels of m bits each, with k cells per key. Seed and hash are
// those of cfg: levels that are joined must share them.
func NewLevels(levels int, m uint64, k int, cfg filter.Config) (*Levels, error) {
	if levels < 1 || levels > filter.MostSets || m < 1 || m > 1<<40 || k < 1 {
		return nil, fmt.Errorf("%d levels of %d bits with %d cells per key: want 1 to %d levels, 1 to 2^40 bits, 1 cell or more", levels, m, k, filter.MostSets)
	}
	l := &Levels{words: make([][]uint64, levels), m: m, k: k, hash: filter.NewHasher(cfg)}
	for i := range l.words {
		l.words[i] = make([]uint64, (m+63)/64)
	}
	return l, nil
}

// Add puts key into the level, 0 to the number of levels less one.
func (l *Levels) Add(level int, key string) { l.add(level, l.hash.Sum64(key)) }

func (l *Levels) add(level int, h uint64) {
	for range l.k {
		i, _ := bits.Mul64(h, l.m)
		l.words[level][i/64] |= 1 << (i % 64)
		h *= filter.ProbeStep
	}
}

// Which has bit i where key may be in level i.
func (l *Levels) Which(key string) (which uint64) {
	first := l.hash.Sum64(key)
	for level, words := range l.words {
		h, in := first, true
		for range l.k {
			i, _ := bits.Mul64(h, l.m)
			if words[i/64]>>(i%64)&1 == 0 {
				in = false
				break
			}
			h *= filter.ProbeStep
		}
		if in {
			which |= 1 << level
		}
	}
	return which
}

// Join sets the bits of other, each level by so many farther than it is there. What
// comes beyond the last level is lost.
func (l *Levels) Join(other *Levels, farther int) error {
	if other.m != l.m || other.k != l.k || other.hash != l.hash || farther < 0 {
		return fmt.Errorf("levels of %d bits with %d cells per key are joined with others, of %d and %d, by %d", l.m, l.k, other.m, other.k, farther)
	}
	for i := 0; i < len(other.words) && i+farther < len(l.words); i++ {
		for j, w := range other.words[i] {
			l.words[i+farther][j] |= w
		}
	}
	return nil
}

// Fill is the share of the bits of a level that are set.
func (l *Levels) Fill(level int) float64 {
	ones := 0
	for _, w := range l.words[level] {
		ones += bits.OnesCount64(w)
	}
	return float64(ones) / float64(l.m)
}

// AppendBits appends all levels, each in as many whole bytes as it needs.
func (l *Levels) AppendBits(out []byte) []byte {
	for _, words := range l.words {
		at := len(out)
		for _, w := range words {
			out = binary.LittleEndian.AppendUint64(out, w)
		}
		out = out[:at+int((l.m+7)/8)]
	}
	return out
}

// SetBits replaces all levels by what AppendBits wrote of levels of the same size.
func (l *Levels) SetBits(text []byte) error {
	size := int((l.m + 7) / 8)
	if len(text) != size*len(l.words) {
		return fmt.Errorf("%d bytes for %d levels of %d bits: want %d", len(text), len(l.words), l.m, size*len(l.words))
	}
	for level := range l.words {
		part := make([]byte, 8*len(l.words[level]))
		copy(part, text[level*size:(level+1)*size])
		for i := range l.words[level] {
			l.words[level][i] = binary.LittleEndian.Uint64(part[8*i:])
		}
		if past := l.m % 64; past != 0 && l.words[level][l.m/64]>>past != 0 {
			return fmt.Errorf("bits are set behind the last of %d", l.m)
		}
	}
	return nil
}
