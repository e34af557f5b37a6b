package exact

import (
	"strings"

	"github.com/emirpasic/gods/v2/trees/redblacktree"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// RedBlack is the complete dictionary as a balanced search tree, by the library
// gods.
//
// Guarantee: exact; keys are inserted and deleted, and stand in order.
// Cost: 48 bytes per key and the text; log2 n comparisons of whole keys per query, each
// at another place of the memory, whatever the query.
// Source: Bayer 1972, Symmetric binary B-trees; Guibas, Sedgewick 1978; thesis,
// section 2.1.
func RedBlack() filter.Structure {
	return filter.Structure{
		Name:      "redblack",
		Title:     "red-black tree",
		Reference: "Guibas, Sedgewick 1978, A dichromatic framework for balanced trees; thesis, section 2.1",
		Exact:     true,
		Family:    filter.FamilyExact,
		Plan:      planRedBlack,
		Build:     buildRedBlack,
		Open:      filter.Open[redBlack],
		Explain: filter.Explanation{
			What: "A search tree that keeps itself balanced by the colours of its nodes. A query goes down from the root, left for a smaller key and right for a larger one.",
			Layout: `
                  ┌───────┐
                  │ areas │ black
                  └─┬───┬─┘
            ┌───────┘   └────────┐
       ┌────┴────┐          ┌────┴───┐
   red │ academy │      red │ table  │
       └─────────┘          └────────┘`,
			Formula: `
  384 bits per key + the text
  height ≤ 2·log2(n + 1), log2 n and a little in the mean
  rate = 0`,
			Guarantee: "Exact. Keys are inserted and deleted in O(log n) and stand in order.",
			Price:     "48 bytes per key and the text. A query takes some five times as long as that of Go's map, even of sorted words: each comparison waits for the one before.",
			When:      "Where the order of the keys is wanted. For membership alone any hash table is faster and smaller.",
		},
	}
}

// redBlackNode is the bytes of a node: the header of its key, its colour, three
// pointers.
const redBlackNode = 16 + 8 + 3*8

type redBlack struct {
	tree *redblacktree.Tree[string, struct{}]
	repeats
	text uint64 // bytes of the keys
}

func newRedBlack() *redBlack {
	return &redBlack{tree: redblacktree.NewWith[string, struct{}](strings.Compare)}
}

// planRedBlack knows no text.
func planRedBlack(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.CheckExact(); err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Bits: 8 * redBlackNode * uint64(n), Estimated: true}, nil
}

func buildRedBlack(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.CheckExact(); err != nil {
		return nil, err
	}
	r := newRedBlack()
	text, start := strings.Clone(keys.Text()), uint32(0)
	for _, end := range keys.Ends() {
		r.add(text[start:end])
		start = end
	}
	if r.tree.Size() < keys.Len() { // let go of the text of the repeated ones
		whole := newRedBlack()
		whole.repeats = r.repeats
		for _, key := range r.tree.Keys() {
			whole.add(strings.Clone(key))
		}
		return whole, nil
	}
	return r, nil
}

// add keeps a key that is not shared with others.
func (r *redBlack) add(key string) {
	before := r.tree.Size()
	if r.tree.Put(key, struct{}{}); r.tree.Size() == before {
		r.repeats.add(key)
		return
	}
	r.text += uint64(len(key))
}

func (r *redBlack) Contains(key string) bool {
	_, found := r.tree.Get(key)
	return found
}

// Insert adds key; a tree is never full.
func (r *redBlack) Insert(key string) error {
	r.add(strings.Clone(key))
	return nil
}

func (r *redBlack) Delete(key string) bool {
	if r.repeats.take(key) {
		return true
	}
	if !r.Contains(key) {
		return false
	}
	r.tree.Remove(key)
	r.text -= uint64(len(key))
	return true
}

// Bits counts the nodes and the text.
func (r *redBlack) Bits() uint64 {
	return 8*(redBlackNode*uint64(r.tree.Size())+r.text) + r.repeats.bits()
}

// Params are none: the tree has nothing to choose.
func (r *redBlack) Params() []filter.Param { return nil }

// Theory is 0: keys are compared.
func (r *redBlack) Theory() float64 { return 0 }

// redBlackVersion is that of the file below.
const redBlackVersion = 1

// AppendBinary implements filter.Stored. The tree that is read has the same keys,
// but not the same shape.
func (r *redBlack) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "redblack", redBlackVersion)
	writeKeys(e, 0, func(yield func(string) bool) {
		for _, key := range r.tree.Keys() {
			if !yield(key) {
				return
			}
		}
	})
	r.repeats.write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (r *redBlack) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "redblack", redBlackVersion)
	if err != nil {
		return err
	}
	*r = *newRedBlack()
	readKeys(d, func(room int) { d.Check(room == 0, "room for %d keys in a tree", room) }, r.add)
	r.repeats.read(d, r.Contains)
	return d.Close()
}
