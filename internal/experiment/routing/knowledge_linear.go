package routing

import (
	"errors"
	"fmt"

	"hyphbench/internal/filter/linear"
)

// The linear filter's cells, by section 4 of the paper, and the factor by which a
// received one is attenuated, by its section 3.2.
const (
	cellBits    = 4
	attenuation = 0.9
)

// codes are those of a thing at 0, 1, 2 … hops, as long as they are not 0: its confidence
// is 1 where it is, and is attenuated at each hop.
func codes() (list []uint16) {
	for code := linear.TopCode(cellBits); code > 0; {
		list = append(list, code)
		code = linear.Floor.Code(attenuation*linear.Value(code, cellBits), cellBits)
	}
	return list
}

// confidences is knowledge in linear Bloom filters: of what others told a node keeps each
// cell's largest code, attenuated, so that confidence falls with the distance.
type confidences struct {
	bitwise
	told []int
	cfg  linear.Config
	hops map[uint16]int // by code

	own   *linear.Filter
	heard map[int]*linear.Filter
	dim   map[int]*linear.Filter // heard, attenuated
}

// newConfidences is for messages of so many bytes.
func newConfidences(told []int, bytes, hashes int, seed uint64) *confidences {
	c := &confidences{
		told: told, cfg: linear.Config{Cells: uint64(bytes * 8 / cellBits), CellBits: cellBits, Hashes: hashes, Seed: seed},
		hops: map[uint16]int{}, heard: map[int]*linear.Filter{}, dim: map[int]*linear.Filter{},
	}
	for hops, code := range codes() {
		c.hops[code] = hops
	}
	c.own = c.empty()
	return c
}

// empty is a filter of the size of all: its parameters were checked.
func (c *confidences) empty() *linear.Filter {
	l, err := linear.New(c.cfg)
	if err != nil {
		panic(err)
	}
	return l
}

func (c *confidences) hold(names []string) {
	c.own = c.empty()
	for _, name := range names {
		_ = c.own.Add(name, 1) // 1 is a confidence
	}
}

func (c *confidences) tell(to int) *linear.Filter {
	all := c.empty()
	_ = all.Merge(c.own) // all are made by empty
	for _, from := range c.told {
		if from != to && c.dim[from] != nil {
			_ = all.Merge(c.dim[from])
		}
	}
	return all
}

func (c *confidences) message(to int) []byte { return c.tell(to).AppendCells(nil) }

func (c *confidences) hear(from int, message []byte) error {
	c.heard[from], c.dim[from] = c.empty(), c.empty()
	err := errors.Join(c.heard[from].SetCells(message), c.dim[from].SetCells(message))
	if err != nil {
		return err
	}
	for i := range c.cfg.Cells {
		if code := c.heard[from].Code(i); code > 0 {
			if _, known := c.hops[code]; !known {
				return fmt.Errorf("node %d has a cell with the code %d, which no distance has", from, code)
			}
		}
	}
	return c.dim[from].Attenuate(attenuation)
}

func (c *confidences) far(from int, name string) (int, bool) {
	if c.heard[from] == nil {
		return 0, false
	}
	code := c.heard[from].Estimate(name)
	return c.hops[code], code > 0
}

// fill is the share of the cells that have what is at so many hops or fewer.
func (c *confidences) fill(from int) (shares []float64) {
	l := c.heard[from]
	if from < 0 {
		l = c.tell(from)
	}
	for _, code := range codes() {
		shares = append(shares, l.AtLeast(code))
	}
	return shares
}
