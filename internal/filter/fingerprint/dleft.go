// Package fingerprint holds structures that hash each key to a fingerprint. One part of the
// fingerprint names a place, and the other part is stored there.
//
// Guarantee: no false negatives; a refused insertion changes nothing.
// Cost: log2(1/ε) and 4 to 12 more bits per key, and one to four buckets per query.
// Source: each file names the paper of its structure.
package fingerprint

import (
	"math"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// DLeft is a d-left counting Bloom filter: a d-left hash table of fingerprints with
// counters of two bits.
//
// Guarantee: no false negatives, deletion and doubling included. A counter that has
// reached 3 stays, and with it its fingerprint.
// Cost: (4/3)·(r + 2) bits per key with 24·2^−r ≤ ε, and four buckets per query.
// Doubling keeps the fingerprints, so that the same keys have the same rate; filled
// again the filter has twice the rate.
// Source: Bonomi, Mitzenmacher, Panigrahy, Singh, Varghese 2006, section 3.
func DLeft() filter.Structure {
	return filter.Structure{
		Name:      "dleft",
		Title:     "d-left counting Bloom filter",
		Reference: "Bonomi, Mitzenmacher, Panigrahy, Singh, Varghese 2006, An improved construction for counting Bloom filters, section 3",
		Family:    filter.FamilyQuotient,
		Plan:      planDLeft,
		Build:     buildDLeft,
		Open:      filter.Open[dleft],
		Explain: filter.Explanation{
			What: "Four subtables of buckets with eight cells. A key's fingerprint names a bucket in each and is kept, with a counter of two bits, in one of the four: where it is already, or else in the least loaded, the leftmost of several. A query compares the cells of four buckets.",
			Layout: `
  key ──hash──► fingerprint (quotient, rest 5a), a bucket in each subtable

  subtable 1        subtable 2        subtable 3        subtable 4
  ┌──────────────┐  ┌──────────────┐  ┌──────────────┐  ┌──────────────┐
  │              │  │ 17·1 c0·1    │◄ │              │  │              │
  │ 33·1 e4·1 …  │◄ │              │  │              │  │ 08·2 9e·1 …  │◄
  │              │  │              │  │ 71·1 5a·1 …  │◄ │              │
  └──────────────┘  └──────────────┘  └──────────────┘  └──────────────┘
                       rest·count         found`,
			Formula: `
  B = ⌈n/24⌉ buckets a subtable, r = ⌈log2(n/(B·ε))⌉ bits of a rest
  bits = 4·B·8·(r + 2) ≈ (4/3)·(r + 2)·n
  rate = 1 − (1 − 1/(B·2^r))^n ≈ 24·2^−r
  doubled: B → 2B, r → r − 1; the rate of the same keys stays`,
			Guarantee: "No false negatives, deletion and doubling included: the subtables' buckets are permutations of one fingerprint, so that equal ones meet in one cell. A counter that has reached 3 stays, and its fingerprint is never deleted. An insertion without a place is refused.",
			Price:     "18.9, 14.9 and 12.2 bits per key at ε = 1, 5 and 20 % and 1,753 keys, where the rate is 0.58, 4.6 and 18.5 %; four reads at unrelated places. Each doubling, once it is filled, doubles the rate: to hold ε after t doublings ask for ε/2^t, which takes (4/3)·t bits per key more at first.",
			When:      "Where keys are deleted, in half the space of a counting Bloom filter at ε = 1 %, and where the number of keys may double. A cuckoo filter is smaller and reads two places.",
			Paper:     "F. Bonomi, M. Mitzenmacher, R. Panigrahy, S. Singh, G. Varghese 2006, An improved construction for counting Bloom filters, ESA, section 3",
		},
	}
}

const (
	dleftAttempts = 16 // to build: with the first few seeds at one size, then larger
	dleftSeeds    = 4
)

// dleft is a table with its hash function.
type dleft struct {
	table
	quickly bool // go-farm's hash, and four cells in a word
	hash    filter.Hasher
}

// DLeftSize gives the buckets of a subtable and the bits of a rest with which n keys
// have a rate of epsilon or less.
func DLeftSize(n int, epsilon float64) (buckets, rest uint64) {
	buckets = tableBuckets(n)
	return buckets, uint64(max(1, math.Ceil(math.Log2(float64(max(1, n))/(float64(buckets)*epsilon)))))
}

// newDLeft is a filter without its cells, enlarged by that many quarters.
func newDLeft(n, quarters int, cfg filter.Config) (*dleft, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	buckets, rest := DLeftSize(cfg.Room(n), cfg.Epsilon)
	buckets += (buckets*uint64(quarters) + 3) / 4
	d := &dleft{table: *newTable(buckets, rest, 0), hash: filter.NewHasher(cfg)}
	d.settle()
	return d, nil
}

func (d *dleft) settle() { d.quickly = d.hash.Usual() && d.quick() }

// planDLeft expects n random fingerprints.
func planDLeft(n int, cfg filter.Config) (filter.Plan, error) {
	d, err := newDLeft(n, 0, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{
		Params:    d.Params(),
		Bits:      d.Bits(),
		Capacity:  int(tableSubtables * tableCells * d.buckets()),
		Theory:    -math.Expm1(float64(n) * math.Log1p(-1/d.fingerprints())),
		Estimated: true, // by how many fingerprints are equal
	}, nil
}

func buildDLeft(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return filter.Retry("dleft", dleftAttempts, cfg, func(attempt int, cfg filter.Config) (filter.Filter, error) {
		d, err := newDLeft(keys.Len(), attempt/dleftSeeds, cfg)
		if err != nil {
			return nil, err
		}
		d.allocate()
		for _, hashes := range d.hash.Batches(keys) {
			d.touch(hashes)
			for _, h := range hashes {
				if !d.add(h) {
					return nil, filter.ErrFull
				}
			}
		}
		return d, nil
	})
}

func (d *dleft) Contains(key string) bool {
	if d.quickly {
		return d.has(d.hash.Seeded(filter.Fingerprint(key)))
	}
	return d.asked(d.hash.Sum64(key))
}

// Insert adds key, or returns ErrFull and leaves the filter as it was.
func (d *dleft) Insert(key string) error {
	if !d.add(d.hash.Sum64(key)) {
		return filter.ErrFull
	}
	return nil
}

// Delete takes one insertion of key back, unless its counter is at its largest.
func (d *dleft) Delete(key string) bool { return d.remove(d.hash.Sum64(key)) }

// Resize doubles the buckets; the rests lose the bit that tells the two halves of a
// bucket apart. The rate stays until keys are inserted. ErrFull: a rest has one bit.
func (d *dleft) Resize() error {
	if d.rest == 1 {
		return filter.ErrFull
	}
	d.table = *d.double()
	d.settle()
	return nil
}

// dleftVersion is that of the file below.
const dleftVersion = 1

// AppendBinary implements filter.Stored.
func (d *dleft) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "dleft", dleftVersion)
	if err := e.Hasher(&d.hash); err != nil {
		return out, err
	}
	d.store(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (d *dleft) UnmarshalBinary(data []byte) error {
	dec, err := filter.NewDecoder(data, "dleft", dleftVersion)
	if err != nil {
		return err
	}
	hash, t := dec.Hasher(), restoreTable(dec)
	if err := dec.Close(); err != nil {
		return err
	}
	*d = dleft{table: *t, hash: hash}
	d.settle()
	return nil
}

// Bits counts the cells.
func (d *dleft) Bits() uint64 { return d.bits() }

func (d *dleft) Params() []filter.Param {
	return []filter.Param{
		{Name: "d", Value: tableSubtables},
		{Name: "buckets", Value: float64(d.buckets())},
		{Name: "w", Value: tableCells},
		{Name: "r", Value: float64(d.rest)},
	}
}

// Theory is exact: a negative's fingerprint is one of those that are there with the
// probability of their share. No other one meets them in any subtable.
func (d *dleft) Theory() float64 { return d.rate() }
