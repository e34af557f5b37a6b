package compressed

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/packed"
	"hyphbench/internal/wordlist"
)

// HashCompaction is Wolper and Leroy's table of shortened keys: each key is a code
// of l bits, at a place that follows from the code, found by open addressing.
//
// Guarantee: no false negatives; further keys are inserted while there is room.
// Equal codes are stored once, so that nothing can be deleted.
// Cost: l/α bits per key, l = ⌈log2(n/ε + 1)⌉ up to 64, at a load α of 3/4. A query
// reads four neighbouring places, hardly ever more.
// Source: Wolper, Leroy 1993, Reliable hashing without collision detection;
// thesis, section 2.1.3. Its ε ≤ 2^−l holds for one key; n keys have n times that.
// And codes of log2 n bits do collide: with n = 2^l keys 63 % of all codes are
// taken, not all. The order within the table is that of Amble, Knuth 1974,
// Ordered hash tables.
func HashCompaction() filter.Structure {
	return filter.Structure{
		Name:      "hashcompaction",
		Title:     "hash compaction",
		Reference: "Wolper, Leroy 1993, Reliable hashing without collision detection; thesis, section 2.1.3",
		Family:    filter.FamilyCompressed,
		Plan:      planCompaction,
		Build:     buildCompaction,
		Open:      filter.Open[compaction],
		Explain: filter.Explanation{
			What: "A hash table that holds, in place of each key, a code of l bits: its hash. The code is also the address. The table is in the order of the codes, so that a query ends at the first that is not smaller.",
			Layout: `
  key ──hash──► code 5a ──► place ⌊5a·m/2^l⌋ = 4
                                  ▼
  ┌────┬────┬────┬────┬────┬────┬────┬────┬────┐
  │ 08 │ 17 │ -- │ 33 │ 4e │ 51 │ 5a │ -- │ 90 │   l bits each
  └────┴────┴────┴────┴────┴────┴────┴────┴────┘
                         read: 4e 51 5a --`,
			Formula: `
  l = ⌈log2(n/ε + 1)⌉ bits; m = ⌈n/α⌉ + 32 places, α = 3/4
  bits = l·m
  rate = distinct codes/(2^l − 1) ≈ n·2^−l`,
			Guarantee: "No false negatives. Room for the planned number of keys and a fifth more; a key without a place is refused.",
			Price:     "l/α bits per key: 24 at n = 1,753 and ε = 1 %, 85 at most. l grows with log2 n; as sorted fingerprints, whose place says the first bits, the same codes take half of that.",
			When:      "As the step between a dictionary and a filter, for ε near zero: 64 bits a code are as good as exact, and keys can still be inserted.",
			Examples:  hashCompactionExamples,
		},
	}
}

const (
	compactionLoad     = 0.75 // keys a place when a table is sized
	compactionTail     = 32   // places behind the last address, doubled when they overflow
	compactionAttempts = 16
	compactionAhead    = 4 // places that a query reads at once
)

// compaction is a table of places whose codes ascend where there are any. A code
// stands at its address or behind it, with no empty place between. An empty place
// has the largest number, which is no code: so the places from an address on are
// smaller than a code until it is found or cannot come any more.
//
// The places go on behind the last address. The last of all is always empty.
type compaction struct {
	table     packed.Array
	addresses uint64 // m
	places    uint64
	n         uint64 // codes
	hash      filter.Hasher
}

// CompactionBits is the length of a code: of the 2^l − 1 codes a negative's is that
// of one of n keys with a probability of ε at most. It is 64 at most.
func CompactionBits(n int, epsilon float64) uint64 {
	l := uint64(max(1, math.Ceil(math.Log2(float64(n)/epsilon+1))))
	return min(64, l)
}

// newCompaction is a table without its places.
func newCompaction(n int, tail uint64, cfg filter.Config) (*compaction, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	room := cfg.Room(n)
	m := uint64(max(1, math.Ceil(float64(room)/compactionLoad)))
	return &compaction{
		table:     packed.Array{Width: CompactionBits(room, cfg.Epsilon)},
		addresses: m, places: m + tail,
		hash: filter.NewHasher(cfg),
	}, nil
}

// planCompaction expects the number of distinct codes.
func planCompaction(n int, cfg filter.Config) (filter.Plan, error) {
	c, err := newCompaction(n, compactionTail, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{
		Params: c.Params(), Bits: c.Bits(), Capacity: int(c.places - 1), Theory: distinctRate(float64(n), c.codes()), Estimated: true,
	}, nil
}

// codes is the number of different codes.
func (c *compaction) codes() float64 { return math.Ldexp(1, int(c.table.Width)) - 1 }

// buildCompaction inserts the keys one by one. Where the places behind the last
// address do not suffice, the next attempt has another seed and twice as many.
func buildCompaction(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return filter.Retry("hashcompaction", compactionAttempts, cfg, func(attempt int, cfg filter.Config) (filter.Filter, error) {
		c, err := newCompaction(keys.Len(), compactionTail<<attempt, cfg)
		if err != nil {
			return nil, err
		}
		c.table = packed.New(c.places, c.table.Width)
		for i := range c.places {
			c.table.Set(i, c.empty())
		}
		for h := range c.hash.Sums(keys) {
			if !c.add(h) {
				return nil, filter.ErrFull
			}
		}
		return c, nil
	})
}

func (c *compaction) empty() uint64 { return c.table.Mask() }

// locate is the code of a hash, from 0 to 2^l − 2, and its address. Addresses
// ascend with codes.
func (c *compaction) locate(h uint64) (code, address uint64) {
	code, _ = bits.Mul64(h, c.empty())
	return code, c.address(code)
}

func (c *compaction) address(code uint64) uint64 {
	address, _ := bits.Mul64(code<<(64-c.table.Width), c.addresses)
	return address
}

// add puts the code of a hash where it belongs and moves what follows on by one
// place, up to the next empty one. It reports false if that is the last.
func (c *compaction) add(h uint64) bool {
	code, i := c.locate(h)
	x := c.table.At(i)
	for ; x < code; x = c.table.At(i) {
		i++
	}
	if x == code {
		return true
	}
	end := i
	for c.table.At(end) != c.empty() {
		end++
	}
	if end == c.places-1 {
		return false
	}
	for ; end > i; end-- {
		c.table.Set(end, c.table.At(end-1))
	}
	c.table.Set(i, code)
	c.n++
	return true
}

// Insert adds key. It returns ErrFull when the codes that follow have no place to
// move on to.
func (c *compaction) Insert(key string) error {
	if !c.add(c.hash.Sum64(key)) {
		return filter.ErrFull
	}
	return nil
}

// Contains reads four places before it branches. If the fourth is not smaller than
// the code, the code is among them or nowhere.
func (c *compaction) Contains(key string) bool {
	var h uint64
	if c.hash.Usual() {
		h = c.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = c.hash.Sum64(key)
	}
	l := c.table.Width
	if l > 57 {
		return c.containsSlow(h)
	}
	mask := uint64(1)<<l - 1
	code, _ := bits.Mul64(h, mask)
	address, _ := bits.Mul64(code<<(64-l), c.addresses)
	bit := address * l
	w := c.table.Word(bit)&mask ^ code
	x := c.table.Word(bit+l)&mask ^ code
	y := c.table.Word(bit+2*l)&mask ^ code
	last := c.table.Word(bit+3*l) & mask
	// Of numbers below 2^57 that are decremented, 0 alone gets the highest bit.
	found := ((w - 1) | (x - 1) | (y - 1) | (last ^ code - 1)) >> 63
	if last >= code {
		return found != 0
	}
	return c.from(address+compactionAhead, code)
}

// containsSlow is the same place by place.
func (c *compaction) containsSlow(h uint64) bool {
	code, address := c.locate(h)
	return c.from(address, code)
}

// from looks for a code from a place on.
func (c *compaction) from(i, code uint64) bool {
	x := c.table.At(i)
	for ; x < code; x = c.table.At(i) {
		i++
	}
	return x == code
}

// Bits counts the places.
func (c *compaction) Bits() uint64 { return c.places * c.table.Width }

func (c *compaction) Params() []filter.Param {
	return []filter.Param{{Name: "places", Value: float64(c.places)}, {Name: "l", Value: float64(c.table.Width)}}
}

// Theory is exact for the distinct codes that are there: a negative's is one of
// them with that probability.
func (c *compaction) Theory() float64 { return float64(c.n) / c.codes() }

// compactionVersion is that of the file below.
const compactionVersion = 1

// AppendBinary implements filter.Stored.
func (c *compaction) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "hashcompaction", compactionVersion)
	if err := e.Hasher(&c.hash); err != nil {
		return out, err
	}
	e.Uint(c.addresses)
	e.Uint(c.places)
	e.Uint(c.table.Width)
	e.Bytes(c.table.Stored())
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *compaction) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "hashcompaction", compactionVersion)
	if err != nil {
		return err
	}
	*c = compaction{hash: d.Hasher()}
	c.addresses = uint64(d.Int("addresses", filter.MostKeys))
	c.places = uint64(d.Int("places", filter.MostKeys))
	c.table.Width = uint64(d.Int("bits of a code", 64))
	c.table.Bytes = d.Bytes()
	d.Check(c.addresses >= 1 && c.places > c.addresses && c.table.Width >= 1, "%d addresses, %d places, %d bits of a code", c.addresses, c.places, c.table.Width)
	d.Check(uint64(len(c.table.Bytes)) == packed.Size(c.places, c.table.Width), "%d places of %d bits do not take %d bytes", c.places, c.table.Width, len(c.table.Bytes))
	if err := d.Close(); err != nil {
		return err
	}
	c.table.Bytes = append(c.table.Bytes, make([]byte, packed.Slack)...)
	c.check(d)
	return d.Close()
}

// check counts the codes, which must be in order, each at its address or behind
// it with no empty place between, and wants the last place empty.
func (c *compaction) check(d *filter.Decoder) {
	gap, last := uint64(0), uint64(0) // the place behind the last empty one; the last code
	for i := range c.places {
		x := c.table.At(i)
		if x == c.empty() {
			gap = i + 1
			continue
		}
		address := c.address(x)
		if !d.Check(address >= gap && address <= i && (c.n == 0 || last < x), "the code of place %d is out of place", i) {
			return
		}
		last = x
		c.n++
	}
	d.Check(gap == c.places, "the last place is taken")
	d.Check(c.table.Clean(c.places), "bits are set behind the table")
}
