package runfolder

// Designs: the order in which the cells of a run are measured.
const (
	// Interleaved: a warm-up, then rounds that visit every cell once, in an
	// order shuffled anew, with the garbage collector kept out. Slow changes
	// of the machine fall on all cells alike.
	Interleaved = "interleaved"
	// AsThesis: filter by filter, ε ascending, all constructions of a cell and
	// then all its passes, one operation a section, no warm-up.
	AsThesis = "thesis"
	// Simulation: nothing is timed, so that the order does not matter.
	Simulation = "simulation"
	// Published: measured by others, block by block, at unknown times.
	Published = "published"
)

// Paired reports whether the measurements of one round are pairs: only the
// interleaved design takes them one after the other.
func (m *Meta) Paired() bool { return m.Design == Interleaved }

// Sequential reports whether timed cells were measured one after the other,
// all repetitions of one before the next.
func (m *Meta) Sequential() bool { return m.Design == AsThesis || m.Design == Published }
