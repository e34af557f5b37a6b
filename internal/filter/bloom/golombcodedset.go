package bloom

import (
	"iter"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/golomb"
	"hyphbench/internal/wordlist"
)

// Golomb is a Golomb-coded set: each key is a number below about n/ε, and the sorted
// numbers are stored as their differences, in the code of Golomb and Rice, with
// an index.
//
// Guarantee: no false negatives. Nothing can be inserted or deleted later. Equal
// keys and equal hashes are stored once.
// Cost: log2(1/ε) + 1.5 bits per key, of which the codes take 1.3 and the index 0.2
// in principle; the index really takes 1.1 at 1,753 keys, 1.9 at 10 million. A
// query decodes four numbers, at places that follow one from the other. Building
// takes nine bytes per key beside the filter.
// Source: Putze, Sanders, Singler 2007, section 5; Golomb 1966; Rice 1979.
func Golomb() filter.Structure {
	return filter.Structure{
		Name:      "gcs",
		Title:     "Golomb-coded set",
		Reference: "Putze, Sanders, Singler 2007, Cache-, hash- and space-efficient Bloom filters, section 5",
		Family:    filter.FamilyBloom,
		Plan:      planGolomb,
		Build:     buildGolomb,
		Open:      filter.Open[golombSet],
		Explain: filter.Explanation{
			What: "A Bloom filter of k = 1, compressed. The hash of a key is a number below n/ε; the sorted numbers are stored as differences, each in about log2(1/ε) + 1.5 bits. An index leads to the eight or so numbers among which that of a query must be.",
			Layout: `
  key ──hash──► bucket j, number r within it
                  ▼
  index   ┌──────┬──────┬──────┬──────┐
          │ 0    │ 69   │ 130  │ 201  │          bit where bucket j begins
          └──────┴──────┴──────┴──────┘
  codes   001 011010 │ 1 110001 │ 01 000111 │ …
          zeros and a 1: high part of a difference; p bits: its low part`,
			Formula: `
  numbers below N = −n/ln(1 − ε); p = round(log2(N/n·ln 2))
  bits ≈ n·(log2(1/ε) + 1.5) + index
  rate = (different numbers)/N`,
			Guarantee: "No false negatives. The set is fixed when it is built.",
			Price:     "9.0, 6.5 and 4.1 bits per key at ε = 1, 5 and 20 % and 1,753 keys with the index, 9.8 at 1 % and ten million; a query takes three to four times that of a blocked filter. Building sorts the hashes, 8 bytes per key.",
			When:      "To ship or to store a set in little space, where a query may take 30 to 60 ns. A ribbon filter is smaller where ε is above 2⁻¹⁶.",
		},
	}
}

// golombSet holds the numbers of the keys, each once. A number is a bucket and a
// number in it (golomb.Shape).
type golombSet struct {
	golomb.Coded
	hash filter.Hasher
}

// golombShape gives the numbers a rate of epsilon.
func golombShape(n int, cfg filter.Config) (golomb.Shape, error) {
	if err := cfg.Check(); err != nil {
		return golomb.Shape{}, err
	}
	return golomb.NewShape(n, cfg.Epsilon, false), nil
}

// planGolomb expects a mean set.
func planGolomb(n int, cfg filter.Config) (filter.Plan, error) {
	shape, err := golombShape(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	coded, rate := golomb.Expected(shape, n)
	g := &golombSet{Coded: coded}
	return filter.Plan{Params: g.Params(), Bits: g.Bits(), Capacity: n, Theory: rate, Estimated: true}, nil
}

func buildGolomb(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	shape, err := golombShape(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	g := &golombSet{hash: filter.NewHasher(cfg)}
	hashes := make([]uint64, 0, keys.Len())
	for h := range g.hash.Sums(keys) {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	g.Coded = golomb.Encode(shape, golombNumbers(&shape, hashes))
	return g, nil
}

// golombNumbers yields the numbers of hashes, which are in order, each once.
func golombNumbers(shape *golomb.Shape, hashes []uint64) iter.Seq2[uint64, uint64] {
	return func(yield func(bucket, r uint64) bool) {
		var lastBucket, last uint64
		for i, h := range hashes {
			bucket, r := shape.Locate(h)
			if i > 0 && bucket == lastBucket && r == last {
				continue
			}
			if !yield(bucket, r) {
				return
			}
			lastBucket, last = bucket, r
		}
	}
}

func (g *golombSet) Contains(key string) bool {
	if g.hash.Usual() {
		return g.Has(g.hash.Seeded(filter.Fingerprint(key)))
	}
	return g.Has(g.hash.Sum64(key))
}

// golombVersion is that of the file below.
const golombVersion = 1

// AppendBinary implements filter.Stored.
func (g *golombSet) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "gcs", golombVersion)
	if err := g.Store(e, &g.hash); err != nil {
		return out, err
	}
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (g *golombSet) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "gcs", golombVersion)
	if err != nil {
		return err
	}
	g.Coded, g.hash, _ = golomb.Restore(d, false)
	return d.Close()
}

func (g *golombSet) Params() []filter.Param {
	return []filter.Param{
		{Name: "buckets", Value: float64(g.Buckets)},
		{Name: "width", Value: float64(g.Width)},
		{Name: "p", Value: float64(g.P)},
	}
}

// Theory is exact: a negative's number is one of N, any as likely as the others.
func (g *golombSet) Theory() float64 { return min(1, float64(g.Len())/g.Numbers()) }
