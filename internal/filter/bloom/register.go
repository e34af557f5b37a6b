package bloom

import (
	"math/bits"
	"sync/atomic"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Register is a Bloom filter cut into words of 64 bits, one of which holds all k
// bits of a key.
//
// Guarantee: no false negatives; never full. The requested rate is held. Queries
// and InsertAtomic may run at once.
// Cost: one read and no branch per query. At ε = 1, 5, 20 % a key takes 27, 10 and
// 2 % more bits than in a Bloom filter; as ε falls, ever more, since some words
// get many keys.
// Source: Putze, Sanders, Singler 2007, section 3, for the principle; the word as
// the block is from Lang, Neumann, Kemper, Boncz 2019.
func Register() filter.Structure {
	return filter.Structure{
		Name:      "register",
		Title:     "register-blocked Bloom filter",
		Reference: "Lang, Neumann, Kemper, Boncz 2019, Performance-optimal filtering: Bloom overtakes cuckoo at high throughput, section 3",
		Family:    filter.FamilyBloom,
		Plan:      planRegister,
		Build:     buildRegister,
		Open:      filter.Open[register],
		Explain: filter.Explanation{
			What: "A Bloom filter cut into words of 64 bits. A key has all its k bits in one word, which a query reads and compares at once.",
			Layout: `
  key ──hash──► word 2, mask 0010…0100…1
                  ▼
  ┌───────┬───────┬───────┬───────┬───────┐
  │ 64 bit│ 64 bit│ 64 bit│ 64 bit│ 64 bit│   word AND mask = mask ?
  └───────┴───────┴───────┴───────┴───────┘`,
			Formula: `
  rate = Σ_i Binom(n, 1/words)(i) · E[(X_i/64)^k], X_i bits set by ik throws
  words and k: the smallest that hold ε`,
			Guarantee: "No false negatives. Never full: further keys raise the rate. Keys can be inserted atomically, beside queries.",
			Price:     "One read and no branch per query. 12.1, 6.8 and 3.4 bits per key at ε = 1, 5 and 20 %, 27, 10 and 2 % more than a Bloom filter; at 10⁻³ 67 % more, at 10⁻⁶ six times as many.",
			When:      "Where queries must be fast and ε is 1 % or more. Below 0.1 % take splitblock or blocked, which are smaller.",
		},
	}
}

// register keeps the key of hash h in the word ⌊h·words/2^64⌋.
type register struct {
	words []uint64
	count uint64 // of words
	k     int
	n     int64 // keys inserted
	hash  filter.Hasher
}

// registerBits is the size of a block.
const registerBits = 64

// RegisterSize gives the number of words and k, with which n keys have a rate of
// epsilon or less.
func RegisterSize(n int, epsilon float64) (words uint64, k int) {
	return blockSize(registerBits, n, epsilon)
}

// newRegister is an empty filter without its words, with room for n keys.
func newRegister(n int, cfg filter.Config) (*register, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	count, k := RegisterSize(cfg.Room(n), cfg.Epsilon)
	return &register{count: count, k: k, n: int64(n), hash: filter.NewHasher(cfg)}, nil
}

func planRegister(n int, cfg filter.Config) (filter.Plan, error) {
	r, err := newRegister(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: r.Params(), Bits: r.Bits(), Theory: r.Theory()}, nil
}

func buildRegister(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	r, err := newRegister(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	r.words = make([]uint64, r.count)
	for h := range r.hash.Sums(keys) {
		at, _ := bits.Mul64(h, r.count)
		r.words[at] |= registerMask(h, r.k)
	}
	return r, nil
}

// registerProbes is the number of places that one product gives: the upper 42 of
// its bits, which depend on 22 or more lower bits of the hash.
const registerProbes = 7

// registerMask has the k bits of hash h. They are drawn with replacement, so that
// some can fall together. For the usual k the loop below is unrolled, which saves a
// fifth of a query.
func registerMask(h uint64, k int) uint64 {
	p := h * filter.ProbeStep // away from the bits that choose the word
	mask := uint64(1) << (p >> 58)
	switch k {
	case 7:
		mask |= 1 << (p >> 22 & 63)
		fallthrough
	case 6:
		mask |= 1 << (p >> 28 & 63)
		fallthrough
	case 5:
		mask |= 1 << (p >> 34 & 63)
		fallthrough
	case 4:
		mask |= 1 << (p >> 40 & 63)
		fallthrough
	case 3:
		mask |= 1 << (p >> 46 & 63)
		fallthrough
	case 2:
		mask |= 1 << (p >> 52 & 63)
		fallthrough
	case 1:
		return mask
	}
	return registerAnyMask(h, k)
}

// registerAnyMask is registerMask for every k.
func registerAnyMask(h uint64, k int) (mask uint64) {
	for ; k > 0; k -= registerProbes {
		h *= filter.ProbeStep
		p := h
		for range min(k, registerProbes) {
			mask |= 1 << (p >> 58)
			p <<= 6
		}
	}
	return mask
}

// Insert adds key.
func (r *register) Insert(key string) error {
	h := r.hash.Sum64(key)
	at, _ := bits.Mul64(h, r.count)
	r.words[at] |= registerMask(h, r.k)
	r.n++
	return nil
}

// InsertAtomic is Insert that may run beside queries and others of its kind.
func (r *register) InsertAtomic(key string) error {
	h := r.hash.Sum64(key)
	at, _ := bits.Mul64(h, r.count)
	atomic.OrUint64(&r.words[at], registerMask(h, r.k))
	atomic.AddInt64(&r.n, 1)
	return nil
}

func (r *register) Contains(key string) bool {
	var h uint64
	if r.hash.Usual() {
		h = r.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = r.hash.Sum64(key)
	}
	at, _ := bits.Mul64(h, r.count)
	mask := registerMask(h, r.k)
	return atomic.LoadUint64(&r.words[at])&mask == mask
}

// ContainsBatch hashes some keys, then reads their words, then compares. Past the
// last cache the reads wait for memory together, not one after the other.
func (r *register) ContainsBatch(keys *wordlist.List, out []bool) {
	var words [filter.BatchKeys]uint64
	for first, hashes := range r.hash.Batches(keys) {
		answers := out[first : first+len(hashes)]
		for i, h := range hashes {
			at, _ := bits.Mul64(h, r.count)
			words[i%filter.BatchKeys] = atomic.LoadUint64(&r.words[at])
		}
		for i, h := range hashes {
			mask := registerMask(h, r.k)
			answers[i] = words[i%filter.BatchKeys]&mask == mask
		}
	}
}

// registerVersion is that of the file below.
const registerVersion = 1

// AppendBinary implements filter.Stored.
func (r *register) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "register", registerVersion)
	e.Uint(uint64(r.k))
	e.Uint(uint64(r.n))
	if err := e.Hasher(&r.hash); err != nil {
		return out, err
	}
	e.Words(r.words)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (r *register) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "register", registerVersion)
	if err != nil {
		return err
	}
	r.k, r.n = d.Int("k", mostProbes), int64(d.Int("n", filter.MostKeys))
	r.hash, r.words = d.Hasher(), d.Words()
	r.count = uint64(len(r.words))
	d.Check(r.k >= 1, "k = 0: want 1 or more")
	d.Check(r.count >= 1, "it has no words: want 1 or more")
	return d.Close()
}

func (r *register) Bits() uint64 { return registerBits * r.count }

func (r *register) Params() []filter.Param {
	return []filter.Param{{Name: "words", Value: float64(r.count)}, {Name: "k", Value: float64(r.k)}}
}

// Theory is exact for random hashes.
func (r *register) Theory() float64 {
	moments := newBlockMoments(registerBits, r.k, r.k)
	return overBlocks(int(atomic.LoadInt64(&r.n)), r.count, moments.at)
}
