package runfolder

// Of keeps the sessions for which keep reports true, and their rows.
func (r *Run) Of(keep func(session int) bool) *Run {
	return r.Divide(1, func(session int) int {
		if keep(session) {
			return 0
		}
		return -1
	})[0]
}

// Divide makes n runs, each of the sessions for which of has its index, and of their
// rows; those below 0 are in none. It goes over the rows once. The runs share the rows of
// a large run.
func (r *Run) Divide(n int, of func(session int) int) []*Run {
	list := make([]*Run, n)
	for i := range list {
		one := *r
		one.Rows, one.subset, one.Meta.Sessions = nil, nil, nil
		list[i] = &one
	}
	places := make([]place, len(r.Meta.Sessions)+1) // of the sessions; none for 0
	for i, s := range r.Meta.Sessions {
		if at := of(i + 1); at >= 0 {
			list[at].Meta.Sessions = append(list[at].Meta.Sessions, s)
			places[i+1] = place{list[at], len(list[at].Meta.Sessions)}
		}
	}
	if r.packed != nil {
		r.divide(list, places)
		return list
	}
	for _, row := range r.Rows {
		if row.Session < 0 || row.Session >= len(places) || places[row.Session].run == nil {
			continue
		}
		p := places[row.Session]
		row.Session = p.number
		p.run.Rows = append(p.run.Rows, row)
	}
	return list
}

// place is where a session is after a division: its number in a run.
type place struct {
	run    *Run
	number int
}

// OfCells keeps the rows of the cells for which keep reports true. It is asked once for
// all rows of a cell, with no more than what these have in common; the rows of a large run
// are shared.
func (r *Run) OfCells(keep func(Row) bool) *Run {
	out := *r
	if r.packed == nil {
		out.Rows = nil
		for _, row := range r.Rows {
			if keep(row) {
				out.Rows = append(out.Rows, row)
			}
		}
		return &out
	}
	all := r.packed.kinds
	s := &subset{packed: r.packed, kinds: make([]bool, len(all)), segments: r.packed.whole()}
	if r.subset != nil {
		s.session, s.segments = r.subset.session, r.subset.segments
	}
	for i, k := range all {
		s.kinds[i] = (r.subset == nil || r.subset.has(int32(i))) &&
			keep(Row{Design: k.design, Filter: k.cell.Filter, Metric: k.cell.Metric, Point: k.cell.Point, Unit: k.unit})
	}
	out.subset = s
	s.all(func(RowNumber, Row) bool { s.rows++; return true })
	return &out
}

// subset are rows of a packed run: those of some of its sessions, or cells.
type subset struct {
	*packed
	segments []segment // in order of execution
	rows     int
	session  []int32 // the number in the subset of each session of the packed run, 0 for none; nil: unchanged
	kinds    []bool  // which are in it; nil for all
}

// segment are rows behind each other. The rows of a session mostly are one.
type segment struct {
	first int     // place of the first in order of execution
	rows  int     // with those that are not in the subset
	next  []int32 // of each kind, the number of the next row
}

// whole is all of the run.
func (p *packed) whole() []segment {
	return []segment{{next: make([]int32, len(p.kinds)), rows: p.rows}}
}

func (s *subset) has(kind int32) bool { return s.kinds == nil || s.kinds[kind] }

func (s *subset) row(number RowNumber) Row {
	row := s.packed.row(number)
	if s.session != nil {
		row.Session = int(s.session[row.Session])
	}
	return row
}

func (s *subset) all(yield func(RowNumber, Row) bool) {
	for _, g := range s.segments {
		next := append([]int32(nil), g.next...)
		for i := g.first; i < g.first+g.rows; i++ {
			k := s.packed.order[i/chunk][i%chunk]
			n := s.number(k, next[k])
			next[k]++
			if s.has(k) && !yield(n, s.row(n)) {
				return
			}
		}
	}
}

// divide is Divide of a packed run, or of a subset of one.
func (r *Run) divide(list []*Run, places []place) {
	from := make([]int32, len(places)) // the session of the run for each of the packed one
	for i := range from {
		from[i] = int32(i)
	}
	whole := r.packed.whole()
	var kinds []bool
	if s := r.subset; s != nil {
		whole, kinds = s.segments, s.kinds
		if s.session != nil {
			from = s.session
		}
	}
	for _, one := range list {
		one.subset = &subset{packed: r.packed, kinds: kinds, session: make([]int32, len(from))}
	}
	for session, own := range from {
		if p := places[own]; p.run != nil {
			p.run.subset.session[session] = int32(p.number)
		}
	}
	for _, g := range whole {
		next := append([]int32(nil), g.next...)
		last := int32(-1)
		var of *subset
		for i := g.first; i < g.first+g.rows; i++ {
			k := r.packed.order[i/chunk][i%chunk]
			session := r.packed.sessionOf(r.packed.number(k, next[k]))
			if session != last {
				last, of = session, nil
				if int(session) < len(from) {
					if p := places[from[session]]; p.run != nil {
						of = p.run.subset
						of.segments = append(of.segments, segment{first: i, next: append([]int32(nil), next...)})
					}
				}
			}
			next[k]++
			if of != nil {
				of.segments[len(of.segments)-1].rows++
				if kinds == nil || kinds[k] {
					of.rows++
				}
			}
		}
	}
}
