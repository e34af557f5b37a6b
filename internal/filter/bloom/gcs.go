package bloom

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Golomb is a Golomb-coded set: each key is a number below about n/ε, and the sorted
// numbers are stored as their differences, in the code of Golomb and Rice, with
// an index.
//
// Guarantee: no false negatives. Nothing can be inserted or deleted later. Equal
// keys and equal hashes are stored once.
// Cost: log2(1/ε) + 1.5 bits a key, of which the codes take 1.3 and the index 0.2
// in principle; the index really takes 1.1 at 1,753 keys, 1.9 at 10 million. A
// query decodes four numbers, at places that follow one from the other. Building
// takes nine bytes a key beside the filter.
// Source: Putze, Sanders, Singler 2007, section 5; Golomb 1966; Rice 1979.
func Golomb() filter.Structure {
	return filter.Structure{
		Name:      "gcs",
		Title:     "Golomb-coded set",
		Reference: "Putze, Sanders, Singler 2007, Cache-, hash- and space-efficient Bloom filters, section 5",
		Family:    filter.FamilyBloom,
		Plan:      planGolomb,
		Build:     buildGolomb,
		Open:      filter.Open[golomb],
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
			Price:     "9.0, 6.5 and 4.1 bits a key at ε = 1, 5 and 20 % and 1,753 keys with the index, 9.8 at 1 % and ten million; a query takes three to four times that of a blocked filter. Building sorts the hashes, 8 bytes a key.",
			When:      "To ship or to store a set in little space, where a query may take 30 to 60 ns. A ribbon filter is smaller where ε is above 2⁻¹⁶.",
		},
	}
}

// golomb holds the numbers of the keys in ascending order. That of hash h is r =
// ⌊f·width/2^64⌋ in bucket ⌊h·buckets/2^64⌋, f/2^64 being the fraction of
// h·buckets/2^64: so the numbers are ordered as the hashes are, and no division
// is needed. A number is coded as its distance d from the least possible one, that
// behind the number before in its bucket or 0: ⌊d/2^p⌋ zeros, a 1, and p bits.
//
// The codes of bucket j begin at bit ⌊j·slope/2^16⌋ − shift + (entry j of the
// index). The slope is the mean length of a bucket, so that an entry holds but
// the distance from a straight line, which grows as √n: 9 bits at 1,753 keys,
// where the place itself would need 14, and 15 at 10 million, where it would need
// 27.
type golomb struct {
	codes   []byte // bit i is bit i%8 of byte i/8; eight bytes more let a word be read anywhere
	index   []byte // the same of the index's entries, of entry bits each
	entry   uint64
	slope   uint64
	shift   uint64
	buckets uint64
	width   uint64 // numbers that a bucket can hold
	p       uint64
	length  uint64 // of all codes in bits
	n       int    // different numbers
	hash    filter.Hasher
}

const (
	golombBucket   = 8  // keys in a bucket, on average
	golombReadable = 57 // bits that a read at any place gives
)

// GolombSize gives the number of buckets, their width and the p of the code. The
// n/λ numbers of the buckets, at most 2^63, have a rate of epsilon = 1 − e^−λ, and
// 2^p is about the median of the distances.
func GolombSize(n int, epsilon float64) (buckets, width, p uint64) {
	load := -math.Log1p(-epsilon)
	buckets = uint64(max(1, (n+golombBucket-1)/golombBucket))
	width = uint64(math.Ceil(min(float64(max(1, n))/load, 0x1p63) / float64(buckets)))
	p = uint64(max(0, math.Round(math.Log2(math.Ln2/load))))
	return buckets, width, p
}

// newGolomb is a set without its codes.
func newGolomb(n int, cfg filter.Config) (*golomb, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	buckets, width, p := GolombSize(n, cfg.Epsilon)
	return &golomb{buckets: buckets, width: width, p: p, hash: filter.NewHasher(cfg)}, nil
}

// planGolomb expects a mean set. A number r of a bucket is there with the
// probability of the rate, and then has at least i zeros in its code if i·2^p
// numbers before it, in the bucket, are not. The places' distance from the line is
// that of a random walk that returns, √(π/2)·√n steps, each that of one number
// more or less in a bucket: p + 1 bits, less the half a zero that its neighbours
// save.
func planGolomb(n int, cfg filter.Config) (filter.Plan, error) {
	g, err := newGolomb(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	rate := 1.0
	if numbers := g.numbers(); numbers > 1 {
		rate = -math.Expm1(float64(n) * math.Log1p(-1/numbers)) // that one of n throws hits a number
	}
	if n == 0 {
		rate = 0
	}
	zeros := 0.0
	for i := uint64(1); i<<g.p < g.width; i++ {
		zeros += rate * float64(g.width-i<<g.p) * math.Pow(1-rate, float64(i<<g.p))
	}
	g.n = int(math.Round(rate * g.numbers()))
	bitsOf := float64(g.n)*float64(1+g.p) + float64(g.buckets)*zeros
	g.length = uint64(bitsOf)
	g.entry = uint64(bits.Len64(uint64(math.Sqrt(math.Pi/2*float64(g.n)*(1-rate)) * (float64(g.p) + 0.5))))
	return filter.Plan{Params: g.Params(), Bits: g.Bits(), Capacity: n, Theory: rate, Estimated: true}, nil
}

func buildGolomb(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	g, err := newGolomb(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	hashes := make([]uint64, 0, keys.Len())
	for h := range g.hash.Sums(keys) {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	hashes = slices.CompactFunc(hashes, func(a, b uint64) bool {
		i, r := g.locate(a)
		j, s := g.locate(b)
		return i == j && r == s
	})
	g.n = len(hashes)
	begins := make([]uint64, g.buckets+1) // of the buckets' codes
	g.each(hashes, func(bucket, distance uint64) { begins[bucket+1] += distance>>g.p + 1 + g.p })
	for j := range g.buckets {
		begins[j+1] += begins[j]
	}
	g.length = begins[g.buckets]
	g.codes = make([]byte, g.length/8+8)
	at := uint64(0)
	g.each(hashes, func(_, distance uint64) {
		zeros := distance >> g.p
		putBits(g.codes, at, 1<<zeros|distance&(1<<g.p-1)<<(zeros+1))
		at += zeros + 1 + g.p
	})
	g.setIndex(begins)
	return g, nil
}

// each calls f with the bucket and the distance of each hash, which are in order.
func (g *golomb) each(hashes []uint64, f func(bucket, distance uint64)) {
	bucket, least := uint64(0), uint64(0)
	for _, h := range hashes {
		j, r := g.locate(h)
		if j != bucket {
			bucket, least = j, 0
		}
		f(bucket, r-least)
		least = r + 1
	}
}

// locate is the bucket and the number of hash h.
func (g *golomb) locate(h uint64) (bucket, r uint64) {
	bucket, fraction := bits.Mul64(h, g.buckets)
	r, _ = bits.Mul64(fraction, g.width)
	return bucket, r
}

// setIndex makes the index of these places, the last being the end. Entries have
// no more bits than the largest needs.
func (g *golomb) setIndex(begins []uint64) {
	g.slope = g.length << 16 / g.buckets
	least, most := int64(0), int64(0) // distances from the line; that of the first place is 0
	for j, begin := range begins {
		d := int64(begin) - int64(g.line(uint64(j)))
		least, most = min(least, d), max(most, d)
	}
	g.shift = uint64(-least)
	g.entry = uint64(bits.Len64(uint64(most - least)))
	g.index = make([]byte, uint64(len(begins))*g.entry/8+8)
	for j, begin := range begins {
		putBits(g.index, uint64(j)*g.entry, begin-g.line(uint64(j))+g.shift)
	}
}

// line is the place where bucket j would begin if all were of equal length. The
// product of 2^31 buckets' number and the slope of codes of 57 bits fits.
func (g *golomb) line(j uint64) uint64 { return j * g.slope >> 16 }

// begin is the place where the codes of bucket j begin.
func (g *golomb) begin(j uint64) uint64 {
	return g.line(j) - g.shift + getBits(g.index, j*g.entry)&(1<<g.entry-1)
}

// getBits reads at least 57 bits from place at.
func getBits(b []byte, at uint64) uint64 {
	return binary.LittleEndian.Uint64(b[at/8:]) >> (at % 8)
}

// putBits writes up to 57 bits of value over zeros.
func putBits(b []byte, at, value uint64) {
	word := b[at/8 : at/8+8]
	binary.LittleEndian.PutUint64(word, binary.LittleEndian.Uint64(word)|value<<(at%8))
}

func (g *golomb) Contains(key string) bool {
	var h uint64
	if g.hash.Usual() {
		h = g.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = g.hash.Sum64(key)
	}
	bucket, r := g.locate(h)
	codes, p := g.codes, g.p
	end := g.begin(bucket + 1)
	least := uint64(0)
	for at := g.begin(bucket); at < end; {
		code := getBits(codes, at)
		zeros := uint64(bits.TrailingZeros64(code))
		number := least + zeros<<(p&63) + code>>(zeros&63)>>1&(1<<(p&63)-1)
		if number >= r {
			return number == r
		}
		least = number + 1
		at += zeros + 1 + p
	}
	return false
}

// golombVersion is that of the file below.
const golombVersion = 1

// AppendBinary implements filter.Stored.
func (g *golomb) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "gcs", golombVersion)
	for _, v := range []uint64{uint64(g.n), g.buckets, g.width, g.p, g.length, g.entry, g.shift} {
		e.Uint(v)
	}
	if err := e.Hasher(&g.hash); err != nil {
		return out, err
	}
	e.Bytes(g.codes)
	e.Bytes(g.index)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler. It decodes the whole set:
// codes that end within their bucket, numbers that are below its width, and the
// index that they give, or the file is refused.
func (g *golomb) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "gcs", golombVersion)
	if err != nil {
		return err
	}
	n := d.Int("n", filter.MostKeys)
	g.buckets, g.width, g.p = d.Uint(), d.Uint(), uint64(d.Int("p", golombReadable))
	g.length, g.entry, g.shift = d.Uint(), uint64(d.Int("bits of an entry", golombReadable)), d.Uint()
	g.hash, g.codes, g.index = d.Hasher(), d.Bytes(), d.Bytes()
	// Entries of no bits stand for places on the line, so that a bucket has a bit.
	if d.Check(g.buckets >= 1 && g.buckets < 1<<31 && g.width >= 1 && g.width <= 1<<63/g.buckets+1, "%d buckets of %d numbers", g.buckets, g.width) &&
		d.Check(g.length < 1<<40 && uint64(len(g.codes)) == g.length/8+8, "%d bits of codes in %d bytes", g.length, len(g.codes)) &&
		d.Check(g.buckets <= 1+g.length+8*uint64(len(g.index)), "%d buckets in an index of %d bytes", g.buckets, len(g.index)) &&
		d.Check(uint64(len(g.index)) == (g.buckets+1)*g.entry/8+8, "an index of %d bytes for %d buckets", len(g.index), g.buckets) {
		g.check(d, n)
	}
	return d.Close()
}

// check decodes the set, of which the sizes of the arrays are right.
func (g *golomb) check(d *filter.Decoder, n int) {
	again := *g
	again.codes = make([]byte, len(g.codes))
	g.slope = g.length << 16 / g.buckets
	begins := []uint64{}
	at := uint64(0)
	for j := range g.buckets {
		begins = append(begins, at)
		end := g.begin(j + 1)
		if !d.Check(end >= at && end <= g.length, "bucket %d ends at bit %d of %d", j, end, g.length) {
			return
		}
		for least := uint64(0); at < end; again.n++ {
			code := getBits(g.codes, at)
			zeros := uint64(bits.TrailingZeros64(code))
			length := zeros + 1 + g.p
			if !d.Check(length <= golombReadable && at+length <= end, "a code of %d bits at bit %d, bucket %d ends at %d", length, at, j, end) {
				return
			}
			distance := zeros<<g.p + code>>(zeros+1)&(1<<g.p-1)
			if !d.Check(distance < g.width-least, "a number of bucket %d is beyond its %d", j, g.width) {
				return
			}
			putBits(again.codes, at, code&(1<<length-1))
			least += distance + 1
			at += length
		}
	}
	again.setIndex(append(begins, at))
	d.Check(at == g.length && again.n == n && bytes.Equal(again.codes, g.codes), "%d numbers of %d bits are said to be %d of %d", again.n, at, n, g.length)
	d.Check(again.entry == g.entry && again.shift == g.shift && bytes.Equal(again.index, g.index), "the index is not that of its codes")
	g.n = n
}

// numbers is N, of which the set is a part.
func (g *golomb) numbers() float64 { return float64(g.buckets) * float64(g.width) }

// Bits counts codes and index.
func (g *golomb) Bits() uint64 { return (g.length+7)/8*8 + (g.entry*(g.buckets+1)+7)/8*8 }

func (g *golomb) Params() []filter.Param {
	return []filter.Param{
		{Name: "buckets", Value: float64(g.buckets)},
		{Name: "width", Value: float64(g.width)},
		{Name: "p", Value: float64(g.p)},
	}
}

// Theory is exact: a stranger's number is one of N, any as likely as the others.
func (g *golomb) Theory() float64 { return min(1, float64(g.n)/g.numbers()) }
