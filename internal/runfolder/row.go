package runfolder

// Row is one measurement. Value is in Unit: for a timed metric it is the wall
// time of a whole section of Ops operations, in ns.
type Row struct {
	Seq     int    // position in the order of execution, from 1
	Round   int    // from 1; warm-up rounds are ≤ 0
	Design  string // "interleaved", "thesis", …
	Filter  string // name of a structure or of a baseline
	Metric  Metric
	Point   Point // values on the run's axes
	Value   float64
	Unit    string
	Ops     int64
	CPU     int64    // CPU time of the locked thread in ns; NoCPU where the system has none
	Session int      // in which it was measured, from 1
	Extra   []string // one value per column of the experiment's own
}

// NoCPU stands in Row.CPU for a time that was not measured.
const NoCPU = -1

// Nanoseconds is the unit that makes a metric a duration.
const Nanoseconds = "ns"

// Metric is the name of a measured quantity, as in the column metric. Package
// metric has those that several experiments share; all others belong to one
// experiment.
type Metric string

// Cell identifies what a row measured, repetitions aside.
type Cell struct {
	Filter string
	Metric Metric
	Point  Point
}

// Cell returns the cell of the row.
func (r Row) Cell() Cell { return Cell{r.Filter, r.Metric, r.Point} }

// PerOp is a time per operation: ns per construction, ns per word. Of a metric
// that is no time it is Value, whatever Ops says.
func (r Row) PerOp() float64 {
	if !r.Timed() || r.Ops <= 1 {
		return r.Value
	}
	return r.Value / float64(r.Ops)
}

// CPUPerOp is the CPU time of an operation.
func (r Row) CPUPerOp() float64 { return float64(r.CPU) / float64(max(r.Ops, 1)) }

// Timed reports whether the row is a duration.
func (r Row) Timed() bool { return r.Unit == Nanoseconds }
