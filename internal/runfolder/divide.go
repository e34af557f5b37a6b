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
// a large run, and take 8 bytes more for each.
func (r *Run) Divide(n int, of func(session int) int) []*Run {
	list := make([]*Run, n)
	sessions := len(r.Meta.Sessions) + 1
	if r.subset != nil {
		sessions = len(r.subset.session)
	}
	for i := range list {
		one := *r
		one.Rows, one.subset, one.Meta.Sessions = nil, nil, nil
		if r.packed != nil {
			one.subset = &subset{packed: r.packed, session: make([]int32, sessions)}
		}
		list[i] = &one
	}
	index := make([]int, len(r.Meta.Sessions)+1)  // of the run of a session
	number := make([]int, len(r.Meta.Sessions)+1) // of the session in it
	index[0] = -1
	for i, s := range r.Meta.Sessions {
		at := of(i + 1)
		if index[i+1] = at; at < 0 {
			continue
		}
		list[at].Meta.Sessions = append(list[at].Meta.Sessions, s)
		number[i+1] = len(list[at].Meta.Sessions)
	}
	for id, row := range r.All() {
		if row.Session < 0 || row.Session >= len(index) || index[row.Session] < 0 {
			continue
		}
		one := list[index[row.Session]]
		if s := one.subset; s != nil {
			s.numbers = push(s.numbers, id)
			s.rows++
			s.session[r.packed.session(id)] = int32(number[row.Session])
			continue
		}
		row.Session = number[row.Session]
		one.Rows = append(one.Rows, row)
	}
	return list
}

// subset are rows of a packed run that belong to some of its sessions.
type subset struct {
	*packed
	numbers [][]int64 // in order of execution, in chunks
	rows    int
	session []int32 // the number in the subset of each session of the packed run
}

func (s *subset) row(number int64) Row {
	row := s.packed.row(number)
	row.Session = int(s.session[row.Session])
	return row
}

func (s *subset) all(yield func(int64, Row) bool) {
	for _, numbers := range s.numbers {
		for _, n := range numbers {
			if !yield(n, s.row(n)) {
				return
			}
		}
	}
}
