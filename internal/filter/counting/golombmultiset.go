package counting

import (
	"iter"
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/golomb"
	"hyphbench/internal/wordlist"
)

// Golomb is the Golomb-coded set in which a number is there as often as keys that have
// it, with a buffer for insertions and deletions.
//
// Guarantee: no false negatives, and no counter that could come to its end: deleting
// every key leaves nothing. The requested rate is held.
// Cost: log2(1/ε) + 1.3 bits per key, an index of one to two bits, and a buffer of 1.5
// at 1,753 keys, 1/8 from 260,000 on. A full buffer is merged by coding everything
// anew. Building takes ten bytes per key beside the filter.
// Source: Putze, Sanders, Singler 2007, section 5, for the coded set; that it could
// count too is from the encyclopedia's article on Bloom filters. The buffer is this
// package's own. Golomb 1966; Rice 1979.
func Golomb() filter.Structure {
	return filter.Structure{
		Name:      "countinggcs",
		Title:     "Golomb-coded multiset",
		Reference: "Putze, Sanders, Singler 2007, Cache-, hash- and space-efficient Bloom filters, section 5",
		Family:    filter.FamilyCounting,
		Plan:      planMultiset,
		Build:     buildMultiset,
		Open:      filter.Open[multiset],
		Explain: filter.Explanation{
			What: "A Golomb-coded set in which equal numbers stay: the difference of a number that is there again is 0. Insertions and deletions wait in a small sorted buffer, which a query searches too. When it is full all numbers are decoded, merged with it and coded again.",
			Layout: `
  key ──hash──► bucket j, number r within it
  buffer  │ +17 │ −52 │ −52 │ +90 │     │     │   sorted, 64 bits each
  index   │ 0    │ 69   │ 130  │ 201  │          bit where bucket j begins
  codes   001 011010 │ 1 110001 │ 1 000000 │ …
                                  └ difference 0: the same number again`,
			Formula: `
  numbers below N = −n/ln(1 − ε); p = round(log2(N/n·ln 2))
  bits ≈ n·(log2(1/ε) + 1.3) + index + 64·buffer
  buffer = max(16, √n, n/512) entries; rate = (different numbers)/N`,
			Guarantee: "No false negatives as long as only inserted keys are deleted. Counts have no end. Never full: further keys raise the rate.",
			Price:     "10.6, 8.2 and 6.0 bits per key at ε = 1, 5 and 20 % and 1,753 keys with index and buffer, 9.9 at 1 % and ten million. An insertion or deletion costs its share of coding everything anew, 1 to 15 µs; a query three to four times that of a blocked filter, and a search of the buffer when something is in it.",
			When:      "Where memory counts, the set changes seldom or in batches, and a query may take 30 to 80 ns. Where it changes all the time take a cuckoo or quotient filter.",
			Paper:     "F. Putze, P. Sanders, J. Singler 2007, Cache-, hash- and space-efficient Bloom filters, Workshop on Experimental Algorithms, section 5",
		},
	}
}

// multiset holds a number for each key: the coded ones, and what the buffer says was
// inserted and deleted since. All entries of the buffer for one number are either
// insertions or deletions: the opposite takes one of them away. So there are never
// more deletions of a number than codes.
type multiset struct {
	golomb.Coded
	buffer    []uint64 // in order: number·2, and 1 more for a deletion
	different int      // different numbers that are there
	hash      filter.Hasher
}

// bufferSize is the number of entries at which the buffer is merged. It depends on
// the buckets alone, eight keys each, so that files need not say it.
func bufferSize(shape *golomb.Shape) int {
	const least, keysPerBucket, bucketsPerEntry = 16, 8, 64
	root := int(math.Sqrt(keysPerBucket * float64(shape.Buckets)))
	return max(least, root, int(shape.Buckets/bucketsPerEntry))
}

// newMultiset is a multiset of no numbers, with room for n keys.
func newMultiset(n int, cfg filter.Config) (*multiset, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	s := &multiset{hash: filter.NewHasher(cfg)}
	s.Shape = golomb.NewShape(cfg.Room(n), cfg.Epsilon, true)
	return s, nil
}

// planMultiset expects a mean multiset.
func planMultiset(n int, cfg filter.Config) (filter.Plan, error) {
	s, err := newMultiset(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	coded, rate := golomb.Expected(s.Shape, n)
	s.Coded = coded
	return filter.Plan{Params: s.Params(), Bits: s.Bits(), Theory: rate, Estimated: true}, nil
}

func buildMultiset(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	s, err := newMultiset(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	hashes := make([]uint64, 0, keys.Len())
	for h := range s.hash.Sums(keys) {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	s.Coded = golomb.Encode(s.Shape, func(yield func(bucket, r uint64) bool) {
		for _, h := range hashes {
			if !yield(s.Locate(h)) {
				return
			}
		}
	})
	s.different = differentNumbers(&s.Coded)
	s.buffer = make([]uint64, 0, bufferSize(&s.Shape))
	return s, nil
}

func differentNumbers(c *golomb.Coded) (n int) {
	var lastBucket, last uint64
	for bucket, r := range c.All() {
		if n == 0 || bucket != lastBucket || r != last {
			n++
		}
		lastBucket, last = bucket, r
	}
	return n
}

func (s *multiset) Contains(key string) bool {
	var h uint64
	if s.hash.Usual() {
		h = s.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = s.hash.Sum64(key)
	}
	if len(s.buffer) == 0 {
		return s.Has(h)
	}
	bucket, r := s.Locate(h)
	_, changed := s.pending(bucket*s.Width + r)
	if changed == 0 {
		return s.Has(h)
	}
	return s.copies(bucket, r, changed) > 0
}

// copies is how often a number is there with what the buffer changes, exactly where
// that is 0 or 1, and else 2 or more.
func (s *multiset) copies(bucket, r uint64, changed int) int {
	return s.Count(bucket, r, max(0, -changed)+2) + changed
}

// pending is the place of a number's first entry in the buffer, and by how much the
// buffer changes its count.
func (s *multiset) pending(number uint64) (at, changed int) {
	at, _ = slices.BinarySearch(s.buffer, number<<1)
	for _, entry := range s.buffer[at:] {
		if entry>>1 != number {
			break
		}
		changed += 1 - 2*int(entry&1)
	}
	return at, changed
}

// Insert adds key.
func (s *multiset) Insert(key string) error {
	bucket, r := s.Locate(s.hash.Sum64(key))
	number := bucket*s.Width + r
	at, changed := s.pending(number)
	if s.copies(bucket, r, changed) == 0 {
		s.different++
	}
	if changed < 0 {
		s.buffer = slices.Delete(s.buffer, at, at+1)
	} else {
		s.put(at, number<<1)
	}
	return nil
}

// Delete takes one insertion of key back.
func (s *multiset) Delete(key string) bool {
	bucket, r := s.Locate(s.hash.Sum64(key))
	number := bucket*s.Width + r
	at, changed := s.pending(number)
	switch s.copies(bucket, r, changed) {
	case 0:
		return false
	case 1:
		s.different--
	}
	if changed > 0 {
		s.buffer = slices.Delete(s.buffer, at, at+1)
	} else {
		s.put(at, number<<1|1)
	}
	return true
}

// put makes an entry of the buffer and merges it when it is full.
func (s *multiset) put(at int, entry uint64) {
	s.buffer = slices.Insert(s.buffer, at, entry)
	if len(s.buffer) == cap(s.buffer) {
		s.Coded = golomb.Encode(s.Shape, s.merged())
		s.buffer = s.buffer[:0]
	}
}

// merged yields the numbers that are there, in order.
func (s *multiset) merged() iter.Seq2[uint64, uint64] {
	return func(yield func(bucket, r uint64) bool) {
		buffer := s.buffer
		for bucket, r := range s.All() {
			number := bucket*s.Width + r
			for len(buffer) > 0 && buffer[0] < number<<1 {
				if !yield(buffer[0]>>1/s.Width, buffer[0]>>1%s.Width) {
					return
				}
				buffer = buffer[1:]
			}
			if len(buffer) > 0 && buffer[0] == number<<1|1 {
				buffer = buffer[1:]
			} else if !yield(bucket, r) {
				return
			}
		}
		for _, entry := range buffer {
			if !yield(entry>>1/s.Width, entry>>1%s.Width) {
				return
			}
		}
	}
}

// multisetVersion is that of the file below.
const multisetVersion = 1

// AppendBinary implements filter.Stored.
func (s *multiset) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "countinggcs", multisetVersion)
	if err := s.Store(e, &s.hash); err != nil {
		return out, err
	}
	e.Words(s.buffer)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (s *multiset) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "countinggcs", multisetVersion)
	if err != nil {
		return err
	}
	coded, hash, ok := golomb.Restore(d, true)
	buffer := d.Words()
	if !ok || !d.Check(coded.Width <= 1<<63/coded.Buckets, "%d buckets of %d numbers", coded.Buckets, coded.Width) {
		return d.Close()
	}
	s.Coded, s.hash = coded, hash
	if most := bufferSize(&s.Shape); d.Check(len(buffer) < most, "%d entries in a buffer of %d", len(buffer), most) {
		s.buffer = append(make([]uint64, 0, most), buffer...)
		s.different = differentNumbers(&s.Coded)
		s.checkBuffer(d)
	}
	return d.Close()
}

// checkBuffer wants entries in order, of one kind for each number, and no more
// deletions than there are codes. It counts the numbers that they bring or take away.
func (s *multiset) checkBuffer(d *filter.Decoder) {
	if !d.Check(slices.IsSorted(s.buffer), "the entries of the buffer are not in order") {
		return
	}
	for at := 0; at < len(s.buffer); {
		number := s.buffer[at] >> 1
		times := 0
		for ; at < len(s.buffer) && s.buffer[at]>>1 == number; at++ {
			times++
		}
		if !d.Check(number/s.Width < s.Buckets, "the buffer has a number %d beyond the last", number) {
			return
		}
		_, changed := s.pending(number)
		coded := s.Count(number/s.Width, number%s.Width, times+1)
		d.Check(changed == times || changed == -times, "number %d is inserted and deleted in the buffer", number)
		if !d.Check(coded+changed >= 0, "number %d is deleted %d times in the buffer, and coded %d times", number, times, coded) {
			return
		}
		if coded == 0 {
			s.different++
		} else if coded+changed == 0 {
			s.different--
		}
	}
}

// Bits counts codes, index and the whole buffer.
func (s *multiset) Bits() uint64 { return s.Coded.Bits() + 64*uint64(bufferSize(&s.Shape)) }

func (s *multiset) Params() []filter.Param {
	return []filter.Param{
		{Name: "buckets", Value: float64(s.Buckets)},
		{Name: "width", Value: float64(s.Width)},
		{Name: "p", Value: float64(s.P)},
		{Name: "buffer", Value: float64(bufferSize(&s.Shape))},
	}
}

// Theory is exact: a negative's number is one of N, any as likely as the others.
func (s *multiset) Theory() float64 { return min(1, float64(s.different)/s.Numbers()) }
