package aggregation

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
)

// state is what a node knows.
type state interface {
	message() []byte // what it sends of it
	merge(message []byte) error
	estimate() float64 // of the number of different items
}

// union is the items themselves: eight bytes each, ascending.
type union struct{ items []uint64 }

func (u *union) message() []byte { return littleEndian(u.items) }

// littleEndian is a message of numbers of eight bytes.
func littleEndian(numbers []uint64) []byte {
	message := make([]byte, 0, 8*len(numbers))
	for _, number := range numbers {
		message = binary.LittleEndian.AppendUint64(message, number)
	}
	return message
}

func (u *union) merge(message []byte) error {
	if len(message)%8 != 0 {
		return fmt.Errorf("%d bytes are not items", len(message))
	}
	both := make([]uint64, 0, len(u.items)+len(message)/8)
	mine := u.items
	for ; len(message) > 0; message = message[8:] {
		item := binary.LittleEndian.Uint64(message)
		for len(mine) > 0 && mine[0] < item {
			both, mine = append(both, mine[0]), mine[1:]
		}
		if len(mine) > 0 && mine[0] == item {
			mine = mine[1:]
		}
		both = append(both, item)
	}
	u.items = append(both, mine...)
	return nil
}

func (u *union) estimate() float64 { return float64(len(u.items)) }

// cells is a Bloom filter. Its message is the bits: their number, that of the probes and the
// hash function are the same for all nodes.
type cells struct{ *bloom.Bits }

// newCells is sized for all items.
func newCells(items int, epsilon float64) *cells {
	return &cells{bloom.NewBits(bloom.StandardSize(items, epsilon))}
}

func (c *cells) message() []byte { return littleEndian(c.Words) }

func (c *cells) merge(message []byte) error {
	if len(message) != 8*len(c.Words) {
		return fmt.Errorf("a filter of %d bytes, not %d", len(message), 8*len(c.Words))
	}
	for i := range c.Words {
		c.Words[i] |= binary.LittleEndian.Uint64(message[8*i:])
	}
	return nil
}

// estimate is n* = −(m/k)·ln(1 − X/m) of X bits set.
// Source: Swamidass and Baldi 2007, as the article has it.
func (c *cells) estimate() float64 {
	return -float64(c.M) / float64(c.K) * math.Log1p(-float64(c.Ones())/float64(c.M))
}

// share is a node's part of push-sum: it sends half of a sum and of a weight, and keeps
// the other. Their ratio becomes the mean of what the nodes began with.
// Source: Kempe, Dobra and Gehrke 2003.
type share struct {
	sum, weight float64
	nodes       int
}

func (s *share) message() []byte {
	s.sum /= 2
	s.weight /= 2
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, math.Float64bits(s.sum)), math.Float64bits(s.weight))
}

func (s *share) merge(message []byte) error {
	if len(message) != 16 {
		return fmt.Errorf("%d bytes are not a sum and weight", len(message))
	}
	s.sum += math.Float64frombits(binary.LittleEndian.Uint64(message))
	s.weight += math.Float64frombits(binary.LittleEndian.Uint64(message[8:]))
	return nil
}

func (s *share) estimate() float64 { return float64(s.nodes) * s.sum / s.weight }

// total is a sum of all that came, which counts everything as often as it comes.
type total struct{ sum float64 }

func (t *total) message() []byte {
	return binary.LittleEndian.AppendUint64(nil, math.Float64bits(t.sum))
}

func (t *total) merge(message []byte) error {
	if len(message) != 8 {
		return fmt.Errorf("%d bytes are not a number", len(message))
	}
	t.sum += math.Float64frombits(binary.LittleEndian.Uint64(message))
	return nil
}

func (t *total) estimate() float64 { return t.sum }

// begin is the state of a node before the first step.
func begin(method string, w *placement, node int, cfg filter.Config) state {
	set := w.sets[node]
	switch method {
	case exactUnion:
		return &union{slices.Clone(set)}
	case bloomFilter:
		c := newCells(w.items, cfg.Epsilon)
		hash := filter.NewHasher(cfg)
		for _, item := range set {
			c.Add(hash.Sum64(key(item)))
		}
		return c
	case pushSum:
		return &share{float64(len(set)), 1, len(w.sets)}
	}
	return &total{float64(len(set))}
}
