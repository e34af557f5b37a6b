package routing

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/sets"
)

// filters is knowledge in Bloom filters of one size: what a neighbour is told is the OR
// of the node's own and of those that others told it. With several levels they are moved
// one farther at each hop (attenuated); one level has all, near and far.
type filters struct {
	bitwise
	told   []int // neighbours that are told on
	levels int
	m      uint64
	k      int
	cfg    filter.Config
	keeps  bool // bits of things that went are never cleared

	own   *sets.Levels
	heard map[int]*sets.Levels
}

// newFilters is for messages of so many bytes.
func newFilters(told []int, levels, bytes, hashes int, seed uint64) *filters {
	f := &filters{told: told, levels: levels, m: uint64(bytes/levels) * 8, k: hashes, cfg: filter.Config{Seed: seed}, heard: map[int]*sets.Levels{}}
	f.own = f.empty()
	return f
}

// empty is a filter of the size of all: its parameters were checked.
func (f *filters) empty() *sets.Levels {
	l, err := sets.NewLevels(f.levels, f.m, f.k, f.cfg)
	if err != nil {
		panic(err)
	}
	return l
}

func (f *filters) hold(names []string) {
	if !f.keeps {
		f.own = f.empty()
	}
	for _, name := range names {
		f.own.Add(0, name)
	}
}

// tell is what a neighbour is told: not what it told itself.
func (f *filters) tell(to int) *sets.Levels {
	farther := min(1, f.levels-1)
	all := f.empty()
	join := func(l *sets.Levels, by int) {
		if err := all.Join(l, by); err != nil {
			panic(err) // all are made by empty
		}
	}
	join(f.own, 0)
	for _, from := range f.told {
		if from != to && f.heard[from] != nil {
			join(f.heard[from], farther)
		}
	}
	return all
}

func (f *filters) message(to int) []byte { return f.tell(to).AppendBits(nil) }

func (f *filters) hear(from int, message []byte) error {
	l := f.empty()
	f.heard[from] = l
	return l.SetBits(message)
}

func (f *filters) far(from int, name string) (int, bool) {
	if f.heard[from] == nil {
		return 0, false
	}
	which := f.heard[from].Which(name)
	return bits.TrailingZeros64(which), which != 0
}

func (f *filters) fill(from int) (shares []float64) {
	l := f.heard[from]
	if from < 0 {
		l = f.tell(from)
	}
	for level := range f.levels {
		shares = append(shares, l.Fill(level))
	}
	return shares
}
