package ribbon

import (
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/closeduniverse"
	"hyphbench/internal/wordlist"
)

// Clubcard is a pair of ribbons for a closed universe: an approximate one of the
// keys, and one bit, 1 for keys and 0 for others, that the elements have which the
// first admits.
//
// Guarantee: exact on the universe and the keys. Elsewhere it takes half of the
// negatives that the first ribbon admits for keys (Outside).
// Cost: log2(u/n) + 1.9 bits per key and the overhead of two ribbons. Almost all
// queries end at the first. Building takes up to 34 bytes per key beside the lists.
// Source: Schanck 2025, Clubcards for the WebPKI, with one block: the universe has
// no parts of different density here.
func Clubcard() filter.Structure {
	return filter.Structure{
		Name:      "clubcard",
		Title:     "clubcard of two ribbon filters",
		Reference: "Schanck 2025, Clubcards for the WebPKI: smaller certificate revocation tests in theory and practice",
		Exact:     true,
		Closed:    true,
		Family:    filter.FamilyStatic,
		Plan:      planClubcard,
		Build:     buildClubcard,
		Open:      filter.Open[clubcard],
		Explain: filter.Explanation{
			What: "Two ribbons for a closed universe, of which all elements are known when it is built. The first is an approximate filter of the keys with k bits. The second gives one bit for each element that the first admits: 1 for a key, 0 for another.",
			Layout: `
            ribbon of k bits       ribbon of 1 bit
  key ──► ┌──────────────────┐ yes ┌────────────────────┐ 1
          │ n keys           │────►│ n keys: 1          │────► key
          │                  │     │ negatives that     │ 0
          │                  │     │ pass the first: 0  │────► negative
          └────────┬─────────┘     └────────────────────┘
                   ▼ no
                negative`,
			Formula: `
  k ≈ log2(ln 2·(u − n)/n), the one of the fewest bits
  bits ≈ n·k·1.03 + (n + (u − n)·2^−k)·1.03
  rate = 0 in the universe, 2^−k/2 elsewhere`,
			Guarantee: "Exact for every element of the universe and every key.",
			Price:     "10.3 bits per key for the 1,753 keys in the thesis's list, of which the bound log2 C(u, n) is 9.5 and a cascade takes 15.8. Any change of keys or universe means building anew.",
			When:      "Where all queries that will ever come are known, such as the words of one list, and no false positive is allowed. It replaced the cascade for the certificates of the web.",
		},
	}
}

const (
	clubcardAttempts = 32
	clubcardSalts    = 4 // sets of coefficients of the second ribbon in an attempt
)

// clubcard has a first table of the keys, without blocks where k is 0, and a second
// of one column.
type clubcard struct {
	first    table
	second   table
	elements int    // of the second table
	salt     uint64 // of its equations
	doubts   closeduniverse.Doubts
	hash     filter.Hasher
}

// ClubcardBits is the number of result bits k that makes the two ribbons of n keys
// and a number of negatives smallest.
func ClubcardBits(n, negatives int) int {
	best, least := 0, uint64(0)
	for k := range mostColumns + 1 {
		passing := float64(negatives) / float64(uint64(1)<<k)
		total := StandardBlocks(n + int(passing))
		if k > 0 {
			total += uint64(k) * (StandardBlocks(n) + 1)
		}
		if k == 0 || total < least {
			best, least = k, total
		}
		if passing < 1 {
			break
		}
	}
	return best
}

// size makes both tables without their words: the first of n keys with k bits, the
// second of as many elements.
func (c *clubcard) size(n, k, elements int) {
	c.first = table{columns: 1, further: 1}
	if k > 0 {
		c.first = table{columns: uint64(k), further: 1, blocks: StandardBlocks(n)}
	}
	c.second, c.elements = table{columns: 1, further: 1, blocks: StandardBlocks(elements)}, elements
}

// k is the result bits of the first table.
func (c *clubcard) k() int {
	if c.first.blocks == 0 {
		return 0
	}
	return int(c.first.columns)
}

// planClubcard expects the keys to be distinct and none to be in the universe.
func planClubcard(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.CheckClosed(); err != nil {
		return filter.Plan{}, err
	}
	c := &clubcard{}
	if n > 0 {
		negatives := cfg.Universe.Len()
		k := ClubcardBits(n, negatives)
		c.size(n, k, n+negatives>>k)
	}
	return filter.Plan{Params: c.Params(), Bits: c.Bits(), Capacity: n, Estimated: true}, nil
}

func buildClubcard(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.CheckClosed(); err != nil {
		return nil, err
	}
	return filter.Retry("clubcard", clubcardAttempts, cfg, func(_ int, cfg filter.Config) (filter.Filter, error) {
		c := &clubcard{hash: filter.NewHasher(cfg)}
		if err := c.build(keys, cfg.Universe); err != nil {
			return nil, err
		}
		return c, nil
	})
}

// build goes through the universe once. Of its elements it keeps the hashes that
// the first table admits.
func (c *clubcard) build(keys, universe *wordlist.List) error {
	ours := ascending(keys, &c.hash)
	if len(ours) == 0 {
		c.size(0, 0, 0)
		return nil
	}
	n, k := len(ours), ClubcardBits(len(ours), universe.Len())
	c.size(n, k, n)
	if err := c.fillFirst(ours); err != nil {
		return err
	}
	theirs := c.admitted(keys, universe)
	alike := closeduniverse.Common(ours, theirs)
	c.doubts = closeduniverse.NewDoubts(alike, keys, &c.hash)
	ours, theirs = closeduniverse.Without(ours, alike), closeduniverse.Without(theirs, alike)
	c.elements = len(ours) + len(theirs)
	c.second.blocks = StandardBlocks(c.elements)
	for c.salt = range clubcardSalts {
		if c.fillSecond(ours, theirs) {
			return nil
		}
	}
	return errDependent
}

// admitted are the different hashes, in order, of the elements that the first table
// admits and that are not keys. Where the universe has many keys, there is room for
// twice as many, which is given back.
func (c *clubcard) admitted(keys, universe *wordlist.List) []uint64 {
	set := closeduniverse.NewKeySet(keys)
	sums := make([]uint64, 0, universe.Len()>>c.k()+universe.Len()>>c.k()/20+16)
	var passing [filter.BatchKeys]uint64
	var words [filter.BatchKeys]string
	var ours [filter.BatchKeys]bool
	for first, batch := range c.hash.Batches(universe) {
		n := 0
		for i, h := range batch {
			if c.passes(h) {
				passing[n], words[n] = h, universe.At(first+i)
				n++
			}
		}
		set.HasMany(words[:n], ours[:])
		for i, h := range passing[:n] {
			if !ours[i] {
				sums = append(sums, h)
			}
		}
	}
	if sums = closeduniverse.Sorted(sums); cap(sums) > len(sums)+len(sums)/4 {
		sums = slices.Clone(sums)
	}
	return sums
}

// passes reports whether the first table admits a hash.
func (c *clubcard) passes(h uint64) bool {
	if c.first.blocks == 0 {
		return true
	}
	start, coefficients, result := equation(h, c.first.starts())
	return c.first.matches(start, coefficients, result)
}

func (c *clubcard) fillFirst(keys []uint64) error {
	if c.first.blocks == 0 {
		return nil
	}
	rows, starts, mask := make(band, c.first.slots()), c.first.starts(), c.first.mask()
	for _, h := range keys {
		start, coefficients, result := equation(h, starts)
		if !rows.add(start, coefficients, result, mask) {
			return errDependent
		}
	}
	c.first.words = make([]uint64, c.first.length())
	rows.solve(&c.first)
	return nil
}

// fillSecond reports whether the equations of the salt have a solution.
func (c *clubcard) fillSecond(keys, negatives []uint64) bool {
	rows, starts := make(bitBand, c.second.slots()), c.second.starts()
	for _, h := range keys {
		start, coefficients := bitEquation(h, starts, c.salt)
		if !rows.add(start, coefficients|bitResult) {
			return false
		}
	}
	for _, h := range negatives {
		if !rows.add(bitEquation(h, starts, c.salt)) {
			return false
		}
	}
	c.second.words = make([]uint64, c.second.length())
	rows.solve(&c.second)
	return true
}

func (c *clubcard) Contains(key string) bool {
	var h uint64
	if c.hash.Usual() {
		h = c.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = c.hash.Sum64(key)
	}
	if !c.passes(h) {
		return false
	}
	if c.doubts.About(h) {
		return c.doubts.Decide(key)
	}
	if c.second.blocks == 0 {
		return false
	}
	start, coefficients := bitEquation(h, c.second.starts(), c.salt)
	return c.second.matches(start, coefficients, 1)
}

// Outside is half of the first table's rate, save where the second is all but
// empty.
func (c *clubcard) Outside() float64 {
	rate := c.second.ones()
	if c.first.blocks > 0 {
		rate *= c.first.rate()
	}
	return rate
}

// Bits counts both tables and what is in doubt.
func (c *clubcard) Bits() uint64 {
	return 64*(c.first.length()+c.second.length()) + c.doubts.Bits()
}

func (c *clubcard) Params() []filter.Param {
	return []filter.Param{
		{Name: "k", Value: float64(c.k())}, {Name: "slots", Value: float64(c.first.slots() + c.second.slots())}, {Name: "second", Value: float64(c.elements)},
	}
}

// Theory is 0: in the universe the clubcard is exact.
func (c *clubcard) Theory() float64 { return 0 }

// clubcardVersion is that of the file below.
const clubcardVersion = 1

// AppendBinary implements filter.Stored. The universe is not part of the file.
func (c *clubcard) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "clubcard", clubcardVersion)
	if err := e.Hasher(&c.hash); err != nil {
		return out, err
	}
	e.Uint(uint64(c.elements))
	e.Uint(c.salt)
	c.first.write(e)
	c.second.write(e)
	c.doubts.Write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *clubcard) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "clubcard", clubcardVersion)
	if err != nil {
		return err
	}
	*c = clubcard{hash: d.Hasher()}
	c.elements = d.Int("elements", filter.MostKeys)
	c.salt = uint64(d.Int("salt", clubcardSalts-1))
	c.first.read(d, 1)
	c.second.read(d, 1)
	c.doubts.Read(d, &c.hash)
	d.Check(c.first.split == 0 && c.second.split == 0, "a table is split")
	d.Check(c.second.columns == 1, "%d columns: want 1 in the second table", c.second.columns)
	d.Check(uint64(c.elements) <= c.second.slots() && (c.elements > 0 || c.second.blocks == 0), "%d elements in a second table of %d slots", c.elements, c.second.slots())
	return d.Close()
}
