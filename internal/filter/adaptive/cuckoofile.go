package adaptive

import (
	"maps"
	"slices"

	"hyphbench/internal/filter"
)

// cuckooVersion is that of the file below.
const cuckooVersion = 1

// AppendBinary implements filter.Stored. The store is part of the file, so that it
// adapts as before. The generator of victims is, so that later insertions go as
// they would have gone.
func (c *cuckoo) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "adaptivecuckoo", cuckooVersion)
	e.Uint(c.f)
	e.Uint(c.rows)
	e.Uint(c.random)
	if err := e.Hasher(&c.hash); err != nil {
		return out, err
	}
	repeats := make([]uint64, 0, 2*len(c.repeats))
	for _, h := range slices.Sorted(maps.Keys(c.repeats)) {
		repeats = append(repeats, h, c.repeats[h])
	}
	e.Words(repeats)
	e.Words(c.store)
	e.Bytes(c.table[:len(c.table)-cuckooSlack])
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *cuckoo) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "adaptivecuckoo", cuckooVersion)
	if err != nil {
		return err
	}
	*c = cuckoo{f: uint64(d.Int("f", cuckooMostBits)), rows: uint64(d.Int("rows", filter.MostKeys)), random: d.Uint(), hash: d.Hasher()}
	repeats, store, table := d.Words(), d.Words(), d.Bytes()
	c.highest = 1<<c.f - 1
	d.Check(c.f >= 1 && c.rows >= 1, "fingerprints of %d bits in %d rows", c.f, c.rows)
	d.Check(c.random&1 == 1, "the state %d of its generator is even", c.random)
	d.Check(uint64(len(store)) == c.rows*cuckooRow && uint64(len(table)) == c.rows*(c.f+cuckooSelector),
		"%d rows with fingerprints of %d bits do not take %d words and %d bytes", c.rows, c.f, len(store), len(table))
	if err := d.Close(); err != nil {
		return err
	}
	c.allocate()
	c.store = store
	copy(c.table, table)
	for bucket := range 2 * c.rows {
		if !d.Check(c.sound(bucket), "bucket %d does not agree with the store", bucket) {
			return d.Close()
		}
	}
	c.repeat(d, repeats)
	return d.Close()
}

// repeat takes the repeated hashes of a file, which must be in order and in the
// tables, with the number of further keys of each.
func (c *cuckoo) repeat(d *filter.Decoder, words []uint64) {
	if !d.Check(len(words)%2 == 0, "half a repeated hash") || len(words) == 0 {
		return
	}
	c.repeats = make(map[uint64]uint64, len(words)/2)
	for at := 0; at < len(words); at += 2 {
		h, n := words[at], words[at+1]
		_, found := c.find(h)
		if !d.Check(found && n >= 1 && n < filter.MostKeys && (at == 0 || words[at-2] < h), "the hash %x, repeated %d times, is out of order or not there", h, n) {
			return
		}
		c.repeats[h] = n
	}
}

// sound reports whether the entries of a bucket are those that their hashes give,
// each once and in one of its buckets, with the empty ones behind them, and counts
// them.
func (c *cuckoo) sound(bucket uint64) bool {
	n, ended := 0, false
	for slot := bucket * cuckooEntries; slot < (bucket+1)*cuckooEntries; slot++ {
		entry, h := c.get(slot), c.store[slot]
		if entry == 0 {
			if ended = true; h != 0 {
				return false
			}
			continue
		}
		if at, found := c.find(h); ended || !found || at != slot || entry != c.entries(h)[entry%cuckooFunctions] {
			return false
		}
		n++
	}
	c.loads[bucket%2][0]--
	c.loads[bucket%2][n]++
	return true
}
