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
// Guarantee: no false negatives; never full. The rate asked for is held. Queries
// and InsertAtomic may run at once.
// Cost: one read and no branch a query. At ε = 1, 5, 20 % a key takes 25, 10 and
// 4 % more bits than in a Bloom filter; as ε falls, ever more (six times as many
// at 10⁻⁶), since some words get many keys.
// Source: Putze, Sanders, Singler 2007, section 3, for the principle; the word as
// the block is from Lang, Neumann, Kemper, Boncz 2019.
func Register() filter.Structure {
	return filter.Structure{
		Name:      "register",
		Title:     "register-blocked Bloom filter",
		Reference: "Lang, Neumann, Kemper, Boncz 2019, Performance-optimal filtering: Bloom overtakes cuckoo at high throughput, section 3",
		Plan:      planRegister,
		Build:     buildRegister,
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
// some can fall together.
func registerMask(h uint64, k int) (mask uint64) {
	for ; k > 0; k -= registerProbes {
		h *= filter.ProbeStep // away from the bits that choose the word
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

func (r *register) Bits() uint64 { return registerBits * r.count }

func (r *register) Params() []filter.Param {
	return []filter.Param{{Name: "words", Value: float64(r.count)}, {Name: "k", Value: float64(r.k)}}
}

// Theory is exact for random hashes.
func (r *register) Theory() float64 {
	moments := newBlockMoments(registerBits, r.k, r.k)
	return overBlocks(int(atomic.LoadInt64(&r.n)), r.count, moments.at)
}
