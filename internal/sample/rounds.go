package sample

import (
	"iter"
	"slices"

	"hyphbench/internal/runfolder"
)

// rounds are those of a cell's rows, in order. Cells that were measured together share one.
type rounds struct {
	of   []Round // all of the run
	list []int32 // places in it
	once bool    // none is there twice
}

func (r *rounds) each() iter.Seq[Round] {
	return func(yield func(Round) bool) {
		for _, at := range r.list {
			if !yield(r.of[at]) {
				return
			}
		}
	}
}

// roundsFound are those of a run, as they are found.
type roundsFound struct {
	list []Round
	of   map[Round]int32
	last int32 // rows of a round mostly stand behind each other
}

func newRoundsFound() *roundsFound { return &roundsFound{of: map[Round]int32{}} }

func (f *roundsFound) at(r Round) int32 {
	if len(f.list) > 0 && f.list[f.last] == r {
		return f.last
	}
	known := false
	if f.last, known = f.of[r]; !known {
		f.last = int32(len(f.list))
		f.list, f.of[r] = append(f.list, r), f.last
	}
	return f.last
}

// sort puts the rows of cells in the order of rounds, those of one round in that in which
// they were measured.
func (f *roundsFound) sort(cells []*Cell) {
	order := make([]int32, len(f.list))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return f.list[a].compare(f.list[b]) })
	sorted, rank := make([]Round, len(order)), make([]int32, len(order))
	for i, at := range order {
		sorted[i], rank[at] = f.list[at], int32(i)
	}
	var shared []*rounds // mostly one for what is timed and one for what is counted
	for _, c := range cells {
		c.inRounds(rank)
		c.rounds.of = sorted
		same := func(r *rounds) bool { return slices.Equal(r.list, c.rounds.list) }
		if i := slices.IndexFunc(shared, same); i >= 0 {
			c.rounds = shared[i]
			continue
		}
		c.rounds.once = len(slices.Compact(slices.Clone(c.rounds.list))) == len(c.rounds.list)
		const few = 8
		if len(shared) < few {
			shared = append(shared, c.rounds)
		}
	}
}

// inRounds sorts the rows by the ranks of their rounds, without the room that append left.
func (c *Cell) inRounds(rank []int32) {
	for i, at := range c.rounds.list {
		c.rounds.list[i] = rank[at]
	}
	if slices.IsSorted(c.rounds.list) {
		c.rows, c.rounds.list = slices.Clone(c.rows), slices.Clone(c.rounds.list)
		return
	}
	const place = 32 // bits
	keys := make([]uint64, len(c.rows))
	for i, at := range c.rounds.list {
		keys[i] = uint64(at)<<place | uint64(i)
	}
	slices.Sort(keys)
	rows, list := make([]runfolder.RowNumber, len(keys)), make([]int32, len(keys))
	for i, key := range keys {
		rows[i], list[i] = c.rows[uint32(key)], int32(key>>place)
	}
	c.rows, c.rounds.list = rows, list
}
