package runfolder

import "iter"

// packed holds rows in 40 bytes each, with what many rows share once. A run of ten
// million rows takes 400 MB, where rows themselves would take 2 GB.
type packed struct {
	kinds  []kind
	kindOf map[kind]int32
	ops    []int64
	opsOf  map[int64]int32
	extras [][]string
	extra  map[*string]int32 // by the first of the texts: equal ones are one (texts)
	chunks [][]packedRow
}

// kind is what the rows of a cell share.
type kind struct {
	cell         Cell
	design, unit string
}

type packedRow struct {
	value                                  float64
	cpu                                    int64
	kind, seq, round, session, ops, extras int32
}

// chunk is how many rows are allocated at a time: nothing is copied when there are
// more.
const chunk = 1 << 14

func newPacked() *packed {
	return &packed{kindOf: map[kind]int32{}, opsOf: map[int64]int32{}, extra: map[*string]int32{}}
}

func (p *packed) add(r Row) {
	last := len(p.chunks) - 1
	if last < 0 || len(p.chunks[last]) == chunk {
		p.chunks = append(p.chunks, make([]packedRow, 0, chunk))
		last++
	}
	k := kind{r.Cell(), r.Design, r.Unit}
	kindAt, known := p.kindOf[k]
	if !known {
		kindAt = int32(len(p.kinds))
		p.kinds, p.kindOf[k] = append(p.kinds, k), kindAt
	}
	opsAt, known := p.opsOf[r.Ops]
	if !known {
		opsAt = int32(len(p.ops))
		p.ops, p.opsOf[r.Ops] = append(p.ops, r.Ops), opsAt
	}
	extraAt := int32(-1)
	if len(r.Extra) > 0 {
		first := &r.Extra[0]
		if extraAt, known = p.extra[first]; !known {
			extraAt = int32(len(p.extras))
			p.extras, p.extra[first] = append(p.extras, r.Extra), extraAt
		}
	}
	p.chunks[last] = append(p.chunks[last], packedRow{r.Value, r.CPU, kindAt, int32(r.Seq), int32(r.Round), int32(r.Session), opsAt, extraAt})
}

func (p *packed) len() int {
	if len(p.chunks) == 0 {
		return 0
	}
	last := len(p.chunks) - 1
	return last*chunk + len(p.chunks[last])
}

func (p *packed) row(i int) Row {
	r := &p.chunks[i/chunk][i%chunk]
	k := &p.kinds[r.kind]
	row := Row{
		Seq: int(r.seq), Round: int(r.round), Design: k.design, Filter: k.cell.Filter, Metric: k.cell.Metric, Point: k.cell.Point,
		Value: r.value, Unit: k.unit, Ops: p.ops[r.ops], CPU: r.cpu, Session: int(r.session),
	}
	if r.extras >= 0 {
		row.Extra = p.extras[r.extras]
	}
	return row
}

// Len is the number of rows, warm-up included.
func (r *Run) Len() int {
	if r.packed != nil {
		return r.packed.len()
	}
	return len(r.Rows)
}

// Row is row i, from 0.
func (r *Run) Row(i int) Row {
	if r.packed != nil {
		return r.packed.row(i)
	}
	return r.Rows[i]
}

// All yields the rows in order of execution, warm-up included, by their numbers.
func (r *Run) All() iter.Seq2[int, Row] {
	return func(yield func(int, Row) bool) {
		for i := range r.Len() {
			if !yield(i, r.Row(i)) {
				return
			}
		}
	}
}

// Cut is the run with the rows that keep returns, changed as it returns them.
func (r *Run) Cut(keep func(Row) (Row, bool)) *Run {
	out := *r
	out.Rows, out.packed = nil, nil
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

func (r *Run) add(row Row) {
	if r.packed != nil {
		r.packed.add(row)
		return
	}
	r.Rows = append(r.Rows, row)
}
