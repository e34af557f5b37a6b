package cuckoo

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

const (
	entries     = 4    // b, entries in a bucket
	load        = 0.94 // share of the entries that are filled at most when a table is sized
	relocations = 500  // of Algorithm 3
	seeds       = 4    // tried at one size before the table is doubled
	attempts    = 32   // tried in all: the last at 128 times the size
	slack       = 8    // bytes behind the entries, so that a word can be read wherever one starts
	mostBits    = 56   // of a fingerprint, so that a word holds it wherever it starts
)

// places is where keys can be: partial-key cuckoo hashing in a power of two of
// buckets, at least two. It is what the tables of fingerprints share, whichever
// way they keep a bucket.
//
// The hash of a key gives an even bucket, that of a fingerprint is odd: the two
// buckets of a key always differ, one even and one odd. A row is an even bucket
// and the odd one behind it.
//
// The keys of one fingerprint in one pair of buckets are indistinguishable, so
// that the table holds as many copies as there are keys. kept lists the pairs
// for which that is not true (see fill): their copy stays for ever.
type places struct {
	rows    uint64 // number of rows − 1: the mask of a row's number
	f       uint64 // bits of a fingerprint
	highest uint64 // 2^f − 1, the number of distinct fingerprints
	n       int    // keys inserted and not deleted
	random  uint64 // state of the generator that chooses victims
	hash    filter.Hasher
	kept    map[place]struct{}
}

// place is that of a key: its even bucket, which decides the odd one, and its
// fingerprint.
type place struct{ bucket, fingerprint uint64 }

// fingerprintBits is f = ⌈log2(1/ε) + log2(2b)⌉.
func fingerprintBits(epsilon float64) uint64 {
	return uint64(math.Ceil(math.Log2(1/epsilon) + math.Log2(2*entries)))
}

// bucketsFor is the smallest power of two, at least 2, that holds n keys at the
// load.
func bucketsFor(n int) uint64 {
	buckets := uint64(2)
	for float64(n) > load*entries*float64(buckets) {
		buckets *= 2
	}
	return buckets
}

func newPlaces(buckets, f uint64, cfg filter.Config) places {
	return places{
		rows:    buckets/2 - 1,
		f:       f,
		highest: 1<<f - 1,
		random:  filter.Mix(cfg.Seed) | 1,
		hash:    filter.NewHasher(cfg),
	}
}

// locate splits a hash: the fingerprint, from 1 to 2^f − 1, comes from its
// high bits, the even bucket from its low bits.
func (p *places) locate(h uint64) (fingerprint, bucket uint64) {
	fingerprint, _ = bits.Mul64(h, p.highest)
	return fingerprint + 1, h & p.rows * 2
}

// other is the second bucket of a fingerprint: i ⊕ hash(f), the hash being odd.
func (p *places) other(bucket, fingerprint uint64) uint64 {
	return bucket ^ (fingerprint * scatter & p.rows * 2) ^ 1
}

// scatter is odd, so that different fingerprints have different products: the
// multiplier of MurmurHash2 (Appleby), as Fan et al. use it.
const scatter = 0x5bd1e995

// draw returns the high bits of a multiplicative congruential generator.
func (p *places) draw() uint64 {
	p.random *= filter.ProbeStep
	return p.random >> 56
}

// undraw takes the last draw back and returns what it was.
func (p *places) undraw() uint64 {
	drawn := p.random >> 56
	p.random *= undoStep
	return drawn
}

// undoStep is the inverse of filter.ProbeStep modulo 2^64.
const undoStep = 0x572b5ee77a54e3bd

// fill adds the hashes of the keys, some at a time; false if one of them has no
// place.
//
// More than 2b keys of one hash fit no table, so that with distinct, from the
// second attempt of a build on, equal hashes are stored once, as an entry that
// Delete leaves alone: no key is ever lost, but keys of equal hash cannot be
// deleted any more. Without a degenerate hash this does not happen.
func (p *places) fill(keys *wordlist.List, distinct bool, addAll func(sums []uint64) bool) bool {
	if distinct {
		return p.fillDistinct(keys, addAll)
	}
	for _, sums := range p.hash.Batches(keys) {
		if !addAll(sums) {
			return false
		}
	}
	return true
}

func (p *places) fillDistinct(keys *wordlist.List, addAll func(sums []uint64) bool) bool {
	p.kept = make(map[place]struct{})
	seen := make(map[uint64]struct{}, keys.Len())
	for h := range p.hash.Sums(keys) {
		if _, again := seen[h]; again {
			fp, i := p.locate(h)
			p.kept[place{i, fp}] = struct{}{}
		} else if !addAll([]uint64{h}) {
			return false
		}
		seen[h] = struct{}{}
	}
	return true
}

// keeps reports whether the copy of a key in these places stays for ever.
func (p *places) keeps(bucket, fp uint64) bool {
	_, keep := p.kept[place{bucket, fp}]
	return keep
}

func (p *places) buckets() uint64 { return (p.rows + 1) * 2 }

// room is the number of entries.
func (p *places) room() int { return int(p.buckets() * entries) }

// keptBits are those of the list of kept places.
func (p *places) keptBits() uint64 { return uint64(len(p.kept)) * 128 }

func (p *places) Params() []filter.Param {
	return []filter.Param{
		{Name: "buckets", Value: float64(p.buckets())},
		{Name: "b", Value: entries},
		{Name: "f", Value: float64(p.f)},
	}
}

// Theory is exact for random hashes: a key collides with a stored one iff
// their fingerprints are equal (one in 2^f − 1) and their even buckets are
// (one in half the buckets), the odd ones then being equal too; whether n keys
// leave a negative alone is (1 − q)^n. At load α this is close to the paper's
// 2bα/2^f.
func (p *places) Theory() float64 {
	q := 2 / (float64(p.buckets()) * float64(p.highest))
	return -math.Expm1(float64(p.n) * math.Log1p(-q))
}

// write begins the file of a table. The generator of victims is part of it, so
// that later insertions go as they would have gone.
func (p *places) write(e *filter.Encoder) error {
	e.Uint(p.f)
	e.Uint(p.buckets())
	e.Uint(p.random)
	return e.Hasher(&p.hash)
}

// readPlaces reads what write wrote: fingerprints of so many bits.
func readPlaces(d *filter.Decoder, least, most uint64) places {
	f, buckets, random := d.Uint(), d.Uint(), d.Uint()
	hash := d.Hasher()
	d.Check(f >= least && f <= most, "fingerprints of %d bits: want %d to %d", f, least, most)
	d.Check(buckets >= 2 && buckets < 1<<40 && bits.OnesCount64(buckets) == 1, "%d buckets: want a power of two", buckets)
	d.Check(random&1 == 1, "the state %d of its generator is even", random)
	return places{rows: buckets/2 - 1, f: f, highest: 1<<f - 1, random: random, hash: hash}
}

// keptWords are the kept places in order, as a file has them.
func (p *places) keptWords() []uint64 {
	words := make([]uint64, 0, 2*len(p.kept))
	for _, k := range slices.SortedFunc(maps.Keys(p.kept), place.compare) {
		words = append(words, k.bucket, k.fingerprint)
	}
	return words
}

// keep takes the kept places of a file, which must be in order and in the table.
func (p *places) keep(d *filter.Decoder, words []uint64, held func(bucket, fp uint64) bool) {
	if !d.Check(len(words)%2 == 0, "half a kept place") || len(words) == 0 {
		return
	}
	p.kept = make(map[place]struct{}, len(words)/2)
	var last place // not one of a key: no fingerprint is 0
	for at := 0; at < len(words); at += 2 {
		k := place{words[at], words[at+1]}
		ok := last.compare(k) < 0 && k.bucket < p.buckets() && k.bucket%2 == 0 && k.fingerprint >= 1 && k.fingerprint <= p.highest &&
			held(k.bucket, k.fingerprint)
		if !d.Check(ok, "the kept place %v is not in the table", k) {
			return
		}
		p.kept[k] = struct{}{}
		last = k
	}
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.bucket, q.bucket), cmp.Compare(p.fingerprint, q.fingerprint))
}
