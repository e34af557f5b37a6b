package runfolder

// Run is a run as read from its folder.
type Run struct {
	Dir  string
	Meta Meta
	Rows []Row // in order of execution, warm-up included
}

// Measured returns the rows that count: those of rounds ≥ 1.
func (r *Run) Measured() []Row {
	var rows []Row
	for _, row := range r.Rows {
		if row.Round >= 1 {
			rows = append(rows, row)
		}
	}
	return rows
}
