package exact

import (
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// CuckooTableRandom is the cuckoo hash table whose insertions relocate random entries, as the
// thesis describes them.
//
// Guarantee: as of cuckootable.
// Cost: as of cuckootable; an insertion may move up to 500 entries.
// Source: thesis, section 4.1.1; Fan, Andersen, Kaminsky, Mitzenmacher 2014, algorithm 1, for
// the entry at random and the 500 moves.
func CuckooTableRandom() filter.Structure {
	return filter.Structure{
		Name:      "cuckootable-random",
		Title:     "cuckoo hash table, relocations by chance",
		Reference: "thesis, section 4.1.1; Fan, Andersen, Kaminsky, Mitzenmacher 2014, algorithm 1",
		Exact:     true,
		Family:    filter.FamilyExact,
		Plan:      planCuckooTable,
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			if err := cfg.CheckExact(); err != nil {
				return nil, err
			}
			return buildCuckooBy("cuckootable-random", true, keys, cfg)
		},
		Open: func(data []byte) (filter.Filter, error) {
			c := &cuckooTable{random: true}
			if err := c.UnmarshalBinary(data); err != nil {
				return nil, err
			}
			return c, nil
		},
		Explain: filter.Explanation{
			What: "The table of cuckootable. Where both buckets of a key are full, a random entry of one gives it its place and goes to its own other bucket, where it may displace a further one, and so on.",
			Layout: `
  key x ──► bucket 1 is full: 17 areas goes, at random
            ┌──────────┬──────────┬──────────┬──────────┐
        1   │ c0 table │ x        │ 71 above │ e4 add   │
            ├──────────┼──────────┼──────────┼──────────┤
        6   │ 17 areas │ 33 acids │ --       │ --       │ ◄─ other bucket
            └──────────┴──────────┴──────────┴──────────┘`,
			Formula: `
  buckets = ⌈n/(4·0.94)⌉; 4 entries of 96 bits each + the text
  moves of an insertion ≤ 500
  rate = 0`,
			Guarantee: "Exact, deletion included. Two buckets are read, never more. An insertion that finds no place within 500 moves is refused and takes its moves back.",
			Price:     "About 13 bytes per key and the text. Close to its highest load an insertion moves more entries than by the shortest way.",
			When:      "To compare relocations by chance with the shortest way of cuckootable.",
		},
	}
}

// name is that of the structure.
func (c *cuckooTable) name() string {
	if c.random {
		return "cuckootable-random"
	}
	return "cuckootable"
}

const walkedMoves = 500

// inHand is the place in the text of the key that is being inserted, which is not there yet.
var inHand = span{math.MaxUint32, math.MaxUint32}

// walk makes room for a key of buckets i and j with hash h by moving random entries on, and
// returns the place that is empty then; false, and no change, if it finds none. What is random
// follows from the hash, so that a table that was stored goes on as it would have gone.
func (c *cuckooTable) walk(i, j, h uint64) (place uint64, ok bool) {
	hand := cuckooPlace{tag: 1, key: inHand}
	chance := filter.Mix(h)
	bucket := [2]uint64{i, j}[chance&1]
	var path []uint64
	for {
		if p, free := c.unused(bucket); free {
			c.places[p] = hand
			break
		}
		if len(path) == walkedMoves {
			for _, p := range slices.Backward(path) {
				hand, c.places[p] = c.places[p], hand
			}
			return 0, false
		}
		chance = filter.Mix(chance + 1)
		p := bucket*c.entries + chance%c.entries
		hand, c.places[p] = c.places[p], hand
		path = append(path, p)
		of := h
		if hand.key != inHand {
			of = c.hash.Sum64(c.keys.at(hand.key))
		}
		a, b, _ := c.locate(of)
		bucket = a ^ b ^ bucket
	}
	c.moved = len(path)
	for _, bucket := range [2]uint64{i, j} {
		if at := slices.IndexFunc(c.bucket(bucket), func(p cuckooPlace) bool { return p.key == inHand }); at >= 0 {
			place = bucket*c.entries + uint64(at)
		}
	}
	c.places[place] = cuckooPlace{}
	return place, true
}
