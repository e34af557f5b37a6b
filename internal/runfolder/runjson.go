package runfolder

import (
	"fmt"
	"strings"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/machine"
)

// Schema names the format of run.json and measurements.csv.
const Schema = "hyphbench-run/2"

// Meta is run.json: everything that identifies a run. It holds base names and
// checksums of files, never paths, user names or host names. On disk its last
// member is the seal of the file.
type Meta struct {
	Schema     string             `json:"schema"`
	Experiment string             `json:"experiment"` // "thesis", …
	Design     string             `json:"design"`     // Interleaved, …
	Argv       []string           `json:"argv"`       // the command, paths cut to base names
	Config     map[string]Setting `json:"config"`     // the resolved configuration
	Seed       uint64             `json:"seed"`
	Filters    []string           `json:"filters"`
	All        []string           `json:"-"`         // the structures of the whole run, where Filters are those of a part
	Baselines  []string           `json:"baselines"` // by the names of their rows
	Axes       []axis.Axis        `json:"axes"`      // of the cells, beside filter and metric
	Reps       int                `json:"reps"`
	Shard      *Shard             `json:"shard,omitempty"`      // of a run that is a part of one with Reps repetitions
	Missing    []int              `json:"missing,omitempty"`    // rounds, of a run that was merged without them
	Waits      bool               `json:"waits,omitempty"`      // for devices and servers: times are compared by wall time
	Parameters map[string]string  `json:"parameters,omitempty"` // the experiment's own, which two runs must share to be compared
	Columns    []string           `json:"columns"`              // of measurements.csv
	Tables     map[string]int     `json:"tables,omitempty"`     // how many different tables a structure has, where no row says so
	Inputs     []Input            `json:"inputs"`
	Expect     map[string]int64   `json:"expect,omitempty"` // what the correctness gate requires
	Build      map[string]string  `json:"build"`
	Notes      []string           `json:"notes,omitempty"` // for every output
	Looks      []int              `json:"looks,omitempty"` // the rounds after each look, of a run that decides whether two structures differ
	Sessions   []Session          `json:"sessions"`        // first start and each resumption
	State      string             `json:"state"`           // Running, Interrupted, Failed, Finished
	Error      string             `json:"error,omitempty"`
	Rows       int                `json:"rows"`            // in measurements.csv when run.json was written
	Check      string             `json:"check,omitempty"` // of its line Rows+1 then; the header's where Rows is 0
}

// States of a run.
const (
	Running     = "running" // also after kill −9
	Interrupted = "interrupted"
	Failed      = "failed"
	Finished    = "finished"
)

// Gone is what a run is that says it is running, and no process measures it.
const Gone = "killed, or the machine went down"

// closed reports whether no more rows were to come when run.json was written.
func (m *Meta) closed() bool {
	return m.State == Interrupted || m.State == Failed || m.State == Finished
}

// sealed reports whether the files of the run are sealed. Those of the first
// schema are not.
func (m *Meta) sealed() bool { return m.Schema != schema1 }

// Setting is a configuration value and where it came from: "flag", "env",
// "file" or "default", which may be what another flag such as --quick makes of it.
type Setting struct {
	Value  string `json:"value"`
	Source string `json:"source"`
}

// Input is a file that was read.
type Input struct {
	Role   string `json:"role"` // "words", "exceptions", "patterns", "known_negatives"
	Name   string `json:"name"` // base name
	Title  string `json:"title"`
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
	Count  int    `json:"count"`  // words, exceptions, patterns
	Pinned bool   `json:"pinned"` // is the file of the thesis, by its checksum
}

// Session is one stretch of measuring, on one machine.
type Session struct {
	Start       time.Time          `json:"start"`
	End         time.Time          `json:"end"`
	LoadBefore  float64            `json:"load_before"` // 1-minute load average; −1 where there is none
	LoadAfter   float64            `json:"load_after"`
	Machine     *machine.Machine   `json:"machine,omitempty"` // nil where it is not known
	Clock       map[string]float64 `json:"clock,omitempty"`   // by the names of machine.Clock.Map
	Warnings    []string           `json:"warnings,omitempty"`
	Calibration string             `json:"calibration,omitempty"` // its citation when the session began
	Resolution  Resolution         `json:"resolution,omitempty"`  // the number in it
	Pinned      string             `json:"pinned,omitempty"`      // the processor that the measuring thread was kept on
	Layout      int                `json:"layout,omitempty"`      // seed of the order in which the program was linked; 0: the linker's own
	Shard       *Shard             `json:"shard,omitempty"`       // of the run that it belonged to before that was merged
	Build       map[string]string  `json:"build,omitempty"`       // of a merged run, where it is another than the run's
}

// Start is when the run began.
func (m *Meta) Start() time.Time {
	if len(m.Sessions) == 0 {
		return time.Time{}
	}
	return m.Sessions[0].Start
}

// Caveats are the notes of the run, for every output, behind what it lacks of a whole
// one.
func (m *Meta) Caveats() []string { return append(m.Lacks(), m.Notes...) }

// Lacks says what the run has not of a whole one: nothing, where it is whole.
func (m *Meta) Lacks() (list []string) {
	if m.Shard != nil {
		list = append(list, fmt.Sprintf("shard %v: rounds %s of %d; 'hyphbench merge' makes one run of all shards", *m.Shard, Ranges(m.Shard.Rounds(m.Reps)), m.Reps))
	}
	if len(m.Missing) > 0 {
		list = append(list, fmt.Sprintf("partial: merged without all measurements of %d of %d rounds: %s", len(m.Missing), m.Reps, Ranges(m.Missing)))
	}
	return list
}

// Layout is the layout of the program in a session, counted from 1.
func (m *Meta) Layout(session int) int {
	if session < 1 || session > len(m.Sessions) {
		return 0
	}
	return m.Sessions[session-1].Layout
}

// Input returns the input of a role, or the zero Input.
func (m *Meta) Input(role string) Input {
	for _, in := range m.Inputs {
		if in.Role == role {
			return in
		}
	}
	return Input{}
}

// Machine is the machine of the first session, nil where it is not recorded.
func (m *Meta) Machine() *machine.Machine {
	if len(m.Sessions) == 0 {
		return nil
	}
	return m.Sessions[0].Machine
}

// Clock is the clock of the first session.
func (m *Meta) Clock() map[string]float64 {
	if len(m.Sessions) == 0 {
		return nil
	}
	return m.Sessions[0].Clock
}

// Revision identifies the program that measured: the revision of its source,
// marked where the work tree was modified. A build that does not know its
// revision is identified by the checksum of its executable.
func (m *Meta) Revision() string {
	revision := m.Build["vcs.revision"]
	switch {
	case revision == "" && m.Build["sha256"] != "":
		return "sha256:" + m.Build["sha256"]
	case m.Build["vcs.modified"] == "true":
		return revision + " modified"
	}
	return revision
}

// Shortened cuts the checksum of a revision to twelve digits.
func Shortened(revision string) string {
	sum, rest, modified := strings.Cut(strings.TrimPrefix(revision, "sha256:"), " ")
	if sum = sum[:min(12, len(sum))]; modified {
		sum += " " + rest
	}
	return sum
}
