package runfolder

import "iter"

// packed holds rows in 32 bytes each, with what many rows share once, and the rows of a
// cell beside each other, since they are read together. A run of ten million rows takes
// 320 MB, where rows themselves would take 2 GB.
type packed struct {
	kinds    []*kindRows
	kindOf   map[kind]int32
	chunks   []*chunkOfRows
	order    [][]int32 // the kinds of the rows in order of execution, in pieces
	rows     int
	rounds   []roundOfSession
	roundOf  map[roundOfSession]int32
	round    int32 // of the last row; those of a round mostly stand behind each other
	sections []section
	section  map[sectionKey]int32
}

// kind is what the rows of a cell share.
type kind struct {
	cell         Cell
	design, unit string
}

// kindRows are the rows of a kind in order of execution.
type kindRows struct {
	kind
	chunks []int32 // places in packed.chunks
	rows   int32
}

// chunkOfRows has rows of one kind, field by field: most readers want one or two of these.
type chunkOfRows struct {
	kind                int32
	value               []float64
	cpu                 []int64
	seq, round, section []int32
}

type roundOfSession struct{ session, round int32 }

// section is what sections of the same length and circumstances share.
type section struct {
	ops   int64
	extra []string
}

// sectionKey has the first of the texts: equal ones are one (texts).
type sectionKey struct {
	ops   int64
	extra *string
}

// RowNumber finds a row of a run (Run.Row). The numbers of a cell ascend in order of
// execution.
type RowNumber uint32

// chunk is how many rows are allocated at a time: nothing is copied when there are
// more. The first chunk begins small, since a part of a run may have few rows of a kind.
const (
	chunkBits  = 12
	chunk      = 1 << chunkBits
	firstChunk = 1 << 4
)

func newPacked() *packed {
	return &packed{kindOf: map[kind]int32{}, roundOf: map[roundOfSession]int32{}, section: map[sectionKey]int32{}}
}

func (p *packed) add(r Row) {
	p.addOf(p.kind(kind{r.Cell(), r.Design, r.Unit}), r)
}

// kind is the place of a kind.
func (p *packed) kind(k kind) int32 {
	at, known := p.kindOf[k]
	if !known {
		at = int32(len(p.kinds))
		p.kinds, p.kindOf[k] = append(p.kinds, &kindRows{kind: k}), at
	}
	return at
}

// addOf adds a row of the kind at a place.
func (p *packed) addOf(at int32, r Row) {
	k := p.kinds[at]
	if k.rows%chunk == 0 {
		room := chunk
		if k.rows == 0 {
			room = firstChunk // append makes it grow
		}
		k.chunks = append(k.chunks, int32(len(p.chunks)))
		p.chunks = append(p.chunks, &chunkOfRows{kind: at, value: make([]float64, 0, room), cpu: make([]int64, 0, room),
			seq: make([]int32, 0, room), round: make([]int32, 0, room), section: make([]int32, 0, room)})
	}
	c := p.chunks[k.chunks[len(k.chunks)-1]]
	c.value, c.cpu = append(c.value, r.Value), append(c.cpu, r.CPU)
	c.seq, c.round, c.section = append(c.seq, int32(r.Seq)), append(c.round, p.roundAt(r)), append(c.section, p.sectionAt(r))
	k.rows++
	if p.rows%chunk == 0 {
		p.order = append(p.order, make([]int32, 0, chunk))
	}
	last := len(p.order) - 1
	p.order[last] = append(p.order[last], at)
	p.rows++
}

func (p *packed) roundAt(r Row) int32 {
	at := roundOfSession{int32(r.Session), int32(r.Round)}
	if p.rows > 0 && p.rounds[p.round] == at {
		return p.round
	}
	known := false
	if p.round, known = p.roundOf[at]; !known {
		p.round = int32(len(p.rounds))
		p.rounds, p.roundOf[at] = append(p.rounds, at), p.round
	}
	return p.round
}

func (p *packed) sectionAt(r Row) int32 {
	key := sectionKey{ops: r.Ops}
	if len(r.Extra) > 0 {
		key.extra = &r.Extra[0]
	}
	at, known := p.section[key]
	if !known {
		at = int32(len(p.sections))
		p.sections, p.section[key] = append(p.sections, section{r.Ops, r.Extra}), at
	}
	return at
}

// number is that of row i of a kind.
func (p *packed) number(kind, i int32) RowNumber {
	return RowNumber(p.kinds[kind].chunks[i>>chunkBits])<<chunkBits | RowNumber(i&(chunk-1))
}

func (p *packed) row(number RowNumber) Row {
	c, i := p.chunks[number>>chunkBits], number&(chunk-1)
	k, round, s := p.kinds[c.kind], p.rounds[c.round[i]], &p.sections[c.section[i]]
	return Row{
		Seq: int(c.seq[i]), Round: int(round.round), Design: k.design, Filter: k.cell.Filter, Metric: k.cell.Metric, Point: k.cell.Point,
		Value: c.value[i], Unit: k.unit, Ops: s.ops, CPU: c.cpu[i], Session: int(round.session), Extra: s.extra,
	}
}

// sessionOf is that of the row of a number.
func (p *packed) sessionOf(number RowNumber) int32 {
	return p.rounds[p.chunks[number>>chunkBits].round[number&(chunk-1)]].session
}

func (p *packed) all(yield func(RowNumber, Row) bool) {
	next := make([]int32, len(p.kinds))
	for _, kinds := range p.order {
		for _, k := range kinds {
			n := p.number(k, next[k])
			next[k]++
			if !yield(n, p.row(n)) {
				return
			}
		}
	}
}

// Len is the number of rows, warm-up included.
func (r *Run) Len() int {
	switch {
	case r.subset != nil:
		return r.subset.rows
	case r.packed != nil:
		return r.packed.rows
	}
	return len(r.Rows)
}

// Row is the row that All yields with the number.
func (r *Run) Row(number RowNumber) Row {
	switch {
	case r.subset != nil:
		return r.subset.row(number)
	case r.packed != nil:
		return r.packed.row(number)
	}
	return r.Rows[number]
}

// Kinds is how many kinds of rows a large run has; 0 of another one.
func (r *Run) Kinds() int {
	if r.packed == nil {
		return 0
	}
	return len(r.packed.kinds)
}

// Kind is that of a row, below Kinds: rows of one kind have cell, design and unit in common.
// It is −1 where there are no kinds.
func (r *Run) Kind(number RowNumber) int {
	if r.packed == nil {
		return -1
	}
	return int(r.packed.chunks[number>>chunkBits].kind)
}

// PerOp are the values of rows as Row.PerOp has them.
func (r *Run) PerOp(numbers []RowNumber) []float64 {
	list := make([]float64, len(numbers))
	if r.packed == nil {
		for n, number := range numbers {
			list[n] = r.Rows[number].PerOp()
		}
		return list
	}
	for n, number := range numbers {
		c, i := r.packed.chunks[number>>chunkBits], number&(chunk-1)
		list[n] = c.value[i]
		if ops := r.packed.sections[c.section[i]].ops; ops > 1 && r.packed.kinds[c.kind].unit == Nanoseconds {
			list[n] /= float64(ops)
		}
	}
	return list
}

// CPUPerOp are the CPU times of rows, of an operation each.
func (r *Run) CPUPerOp(numbers []RowNumber) []float64 {
	list := make([]float64, len(numbers))
	if r.packed == nil {
		for n, number := range numbers {
			list[n] = r.Rows[number].CPUPerOp()
		}
		return list
	}
	for n, number := range numbers {
		c, i := r.packed.chunks[number>>chunkBits], number&(chunk-1)
		list[n] = float64(c.cpu[i]) / float64(max(r.packed.sections[c.section[i]].ops, 1))
	}
	return list
}

// All yields the rows in order of execution, warm-up included, with a number of each,
// by which Row finds it.
func (r *Run) All() iter.Seq2[RowNumber, Row] {
	switch {
	case r.subset != nil:
		return r.subset.all
	case r.packed != nil:
		return r.packed.all
	}
	return func(yield func(RowNumber, Row) bool) {
		for i, row := range r.Rows {
			if !yield(RowNumber(i), row) {
				return
			}
		}
	}
}

// Cut is the run with the rows that keep returns, changed as it returns them.
func (r *Run) Cut(keep func(Row) (Row, bool)) *Run {
	out := *r
	out.Rows, out.packed, out.subset = nil, nil, nil
	if r.packed != nil {
		out.packed = newPacked()
	}
	for _, row := range r.All() {
		if row, ok := keep(row); ok {
			out.add(row)
		}
	}
	return &out
}

// addRead adds a row as read from a file, whose kind is looked up once.
func (r *Run) addRead(row Row, k *kindInFile) {
	if r.packed == nil {
		r.Rows = append(r.Rows, row)
		return
	}
	if k.place < 0 {
		k.place = r.packed.kind(k.kind)
	}
	r.packed.addOf(k.place, row)
}

func (r *Run) add(row Row) {
	if r.packed != nil {
		r.packed.add(row)
		return
	}
	r.Rows = append(r.Rows, row)
}
