package exact

import (
	"math"
	"slices"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Trie is a tree of letters: keys with a common beginning share it. Paths without a
// branch are one node (a radix tree), and all nodes stand in two arrays.
//
// Guarantee: exact; nothing can be inserted later. The keys can be read off it.
// Cost: 9 bytes per node, one to two nodes a key, and the letters that no other key
// shares; no further text. A query reads a node for each branch on its path, some
// five of a few thousand keys. Building sorts the keys.
// Source: Fredkin 1960, Trie memory; Morrison 1968, PATRICIA; the article on Bloom
// filters names tries as the dictionary that need not store all letters.
func Trie() filter.Structure {
	return filter.Structure{
		Name:      "trie",
		Title:     "trie",
		Reference: "Fredkin 1960, Trie memory; Morrison 1968, PATRICIA",
		Exact:     true,
		Family:    filter.FamilyExact,
		Plan:      planTrie,
		Build:     buildTrie,
		Open:      filter.Open[trie],
		Explain: filter.Explanation{
			What: "A tree in which a key is the path from the root to a node. Keys with a common beginning share that part of the path. A query compares a few letters at each node and goes on by the next one.",
			Layout: `
                ┌──────┐
                │ root │
                └─┬──┬─┘
               a  │  │  t
          ┌───────┘  └──────┐
       ┌──┴──┐         ┌────┴────┐
       │  –  │         │ able  ● │    ● a key ends here
       └┬───┬┘         └─────────┘
      c │   │ r
  ┌─────┴─┐ └───┬────┐
  │ademy ●│     │eas●│          academy, areas, table
  └───────┘     └────┘`,
			Formula: `
  72 bits per node, n leaves or inner keys and at most as many branches
  8 bits for each letter that is not shared
  rate = 0`,
			Guarantee: "Exact. Keys are found in order and by their beginnings.",
			Price:     "Some 130 bits per key at the thesis's keys; one dependent read a branch. Nothing can be inserted.",
			When:      "Where memory counts and the keys themselves are wanted, or their beginnings. A hash table is faster.",
		},
	}
}

// trie has its nodes level by level, so that the children of one stand together
// and those of the next one follow. A node is reached by its label and then holds
// the tail, which all keys below share.
type trie struct {
	nodes  []trieNode // and one behind the last, where its children and tail end
	labels []byte     // of each node; that of the root means nothing
	tails  []byte
}

// trieNode begins with its first child and its tail; the next node ends them.
type trieNode struct {
	child uint32 // lower 31 bits; the highest says that a key ends here
	tail  uint32
}

const (
	trieEnd   = 1 << 31
	trieChild = trieEnd - 1
)

// planTrie knows no text: it expects half as many branches as keys, and two
// letters a node.
func planTrie(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.CheckExact(); err != nil {
		return filter.Plan{}, err
	}
	nodes := 1 + uint64(n) + uint64(n)/2
	return filter.Plan{Params: trieParams(nodes), Bits: 72*nodes + 64 + 16*nodes, Estimated: true}, nil
}

// trieRange is what a node is made of: some of the sorted keys, which have as many
// letters in common as its path is long.
type trieRange struct{ first, end, depth uint32 }

func buildTrie(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.CheckExact(); err != nil {
		return nil, err
	}
	if keys.Len() > trieChild/2 {
		return nil, &filter.BuildError{Structure: "trie", Attempts: 1, Err: filter.ErrFull}
	}
	return newTrie(sortedKeys(keys)), nil
}

// sortedKeys are the distinct keys in order.
func sortedKeys(keys *wordlist.List) []string {
	list := keys.All()
	slices.Sort(list)
	return slices.Compact(list)
}

// newTrie makes the trie of sorted, distinct keys.
func newTrie(keys []string) *trie {
	nodes, letters := trieSize(keys)
	t := &trie{nodes: make([]trieNode, 0, nodes+1), labels: append(make([]byte, 0, nodes), 0), tails: make([]byte, 0, letters-(nodes-1))}
	queue := []trieRange{{0, uint32(len(keys)), 0}}
	for len(t.nodes) < nodes {
		r := queue[0]
		queue = queue[1:] // the next time that it grows, only the rest is copied
		list := keys[r.first:r.end]
		node := trieNode{uint32(len(t.labels)), uint32(len(t.tails))}
		depth := r.depth
		if len(list) > 0 {
			depth = uint32(commonLength(list[0], list[len(list)-1]))
			t.tails = append(t.tails, list[0][r.depth:depth]...)
			if uint32(len(list[0])) == depth { // the first in order is the shortest
				node.child |= trieEnd
				list = list[1:]
				r.first++
			}
		}
		t.nodes = append(t.nodes, node)
		for len(list) > 0 {
			label := list[0][depth]
			n := uint32(1)
			for n < uint32(len(list)) && list[n][depth] == label {
				n++
			}
			queue = append(queue, trieRange{r.first, r.first + n, depth + 1})
			t.labels = append(t.labels, label)
			list = list[n:]
			r.first += n
		}
	}
	t.nodes = append(t.nodes, trieNode{uint32(len(t.nodes)), uint32(len(t.tails))})
	return t
}

// trieSize counts the nodes and the letters, labels included, so that both are
// allocated once. A key has the letters that it does not share with the one before.
// It is a leaf unless the next one continues it; a branch ends wherever two
// neighbours part, once for all that part there.
func trieSize(keys []string) (nodes, letters int) {
	var open []int // lengths of the paths to the branches that the key is on
	for i, key := range keys {
		shared := 0
		if i > 0 {
			shared = commonLength(keys[i-1], key)
		}
		letters += len(key) - shared
		for len(open) > 0 && open[len(open)-1] > shared {
			open = open[:len(open)-1]
		}
		if i > 0 && (len(open) == 0 || open[len(open)-1] < shared) {
			open = append(open, shared)
			nodes++
		}
		if i+1 == len(keys) || !strings.HasPrefix(keys[i+1], key) {
			nodes++
		}
	}
	return max(1, nodes), letters
}

// commonLength is the number of bytes at the beginning of both.
func commonLength(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func (t *trie) Contains(key string) bool {
	nodes := t.nodes
	for i := uint32(0); ; {
		node, next := nodes[i], nodes[i+1]
		tail := t.tails[node.tail:next.tail]
		if len(key) < len(tail) || key[:len(tail)] != string(tail) {
			return false
		}
		key = key[len(tail):]
		if key == "" {
			return node.child&trieEnd != 0
		}
		first := node.child & trieChild
		child := strings.IndexByte(string(t.labels[first:next.child&trieChild]), key[0])
		if child < 0 {
			return false
		}
		i = first + uint32(child)
		key = key[1:]
	}
}

// Bits counts the nodes, with the one behind, their labels and tails.
func (t *trie) Bits() uint64 {
	return 64*uint64(len(t.nodes)) + 8*uint64(len(t.labels)) + 8*uint64(len(t.tails))
}

func (t *trie) Params() []filter.Param { return trieParams(uint64(len(t.labels))) }

func trieParams(nodes uint64) []filter.Param {
	return []filter.Param{{Name: "nodes", Value: float64(nodes)}}
}

// Theory is 0: all letters are compared.
func (t *trie) Theory() float64 { return 0 }

// trieVersion is that of the file below.
const trieVersion = 1

// AppendBinary implements filter.Stored.
func (t *trie) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "trie", trieVersion)
	words := make([]uint64, len(t.nodes))
	for i, n := range t.nodes {
		words[i] = uint64(n.child)<<32 | uint64(n.tail)
	}
	e.Words(words)
	e.Bytes(t.labels)
	e.Bytes(t.tails)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (t *trie) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "trie", trieVersion)
	if err != nil {
		return err
	}
	words := d.Words()
	*t = trie{labels: d.Bytes(), tails: d.Bytes()}
	if d.Check(len(words) >= 2 && len(words) <= trieChild && len(t.labels) == len(words)-1 && len(t.tails) <= math.MaxUint32,
		"%d nodes with %d labels", len(words)-1, len(t.labels)) {
		t.nodes = make([]trieNode, len(words))
		for i, w := range words {
			t.nodes[i] = trieNode{uint32(w >> 32), uint32(w)}
		}
		t.check(d)
	}
	return d.Close()
}

// check wants children and tails one behind the other, each child behind its node,
// and its labels in order.
func (t *trie) check(d *filter.Decoder) {
	last := len(t.nodes) - 1
	child, tail := uint32(1), uint32(0)
	for i, n := range t.nodes {
		first := n.child & trieChild
		if !d.Check((i == 0 && first == 1 && n.tail == 0 || i > 0 && first >= child && n.tail >= tail) &&
			(int(first) > i || i == last) && int(first) <= last && int(n.tail) <= len(t.tails), "node %d is out of order", i) {
			return
		}
		if i > 0 {
			for c := child + 1; c < first; c++ {
				d.Check(t.labels[c-1] < t.labels[c], "the children of node %d are out of order", i-1)
			}
		}
		child, tail = first, n.tail
	}
	end := t.nodes[last]
	d.Check(int(end.child) == last && int(end.tail) == len(t.tails), "the nodes end at child %d and letter %d", end.child, end.tail)
}
