package harness

import (
	"cmp"
	"hyphbench/internal/experiment"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/machine"
	"hyphbench/internal/report"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/runfolder"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// States of a run beside those of run.json.
const (
	Active = "under way"
	Gone   = "killed" // says that it is running, and no process measures it
)

// Printed is the program in the commands that are printed.
type Printed struct {
	Program    string                                  // its name
	Experiment func(name string) experiment.Experiment // nil for an unknown name
}

// Status is how far a run is.
type Status struct {
	Dir        string  `json:"dir"`
	Example    bool    `json:"example,omitempty"` // kept with the program
	Experiment string  `json:"experiment"`
	State      string  `json:"state"`
	Error      string  `json:"error,omitempty"`
	Process    int     `json:"process,omitempty"` // of a run under way
	Counts     string  `json:"counts"`            // what rows are: "measurements", or "rows" of a simulation
	Rows       int64   `json:"rows"`
	AllRows    int64   `json:"all_rows,omitempty"` // 0: not known
	WarmUp     int64   `json:"warm_up,omitempty"`  // rows of all sessions, not in Rows; a progress has those of its session in Rows
	Share      float64 `json:"share,omitempty"`    // of the work
	Round      int     `json:"round"`
	Rounds     int     `json:"rounds,omitempty"`
	Sessions   int     `json:"sessions"`
	Seconds    float64 `json:"seconds"`                // of measuring, all sessions
	Left       float64 `json:"seconds_left,omitempty"` // 0: not known
	Resume     string  `json:"resume,omitempty"`
	Others     []Other `json:"others,omitempty"`
}

// Other is a run beside, which is not finished.
type Other struct {
	Dir   string `json:"dir"`
	State string `json:"state"`
}

// StatusOf looks at a run, or at that of a parent folder: the one under way, or else newest, which
// is dir itself where dir is a run.
func StatusOf(dir, newest string, now time.Time, in Printed) (*Status, error) {
	dir, others, err := statusFolder(dir, newest)
	if err != nil {
		return nil, err
	}
	run, err := runfolder.Open(dir)
	if err != nil {
		return nil, err
	}
	told, err := runfolder.ProgressOf(dir)
	if err != nil {
		return nil, err
	}
	m := &run.Meta
	s := &Status{Dir: dir, Example: runfolder.IsExample(dir), Experiment: m.Experiment, State: stateNow(dir, m, told), Error: m.Error, Counts: Counts(m.Design),
		Rounds: m.Reps, Sessions: len(m.Sessions), Others: others}
	for _, row := range run.All() {
		s.Round = max(s.Round, row.Round)
		if row.Round < 1 { // a resumed run warms up again
			s.WarmUp++
		}
	}
	s.Rows = int64(run.Len()) - s.WarmUp
	last := now // of a session without an end
	if told != nil && s.State != runfolder.Finished {
		s.WarmUp = 0 // the progress counts it
		s.Rows, s.AllRows, s.Share, s.Round, s.Left = told.Rows, told.AllRows, told.Share, told.Round, told.Left.Seconds()
		if s.State == Active {
			s.Process = cmp.Or(told.Parent, told.Process)
			s.Left = max(0, s.Left-now.Sub(told.Updated).Seconds())
		}
	}
	if s.State != Active {
		last = lastWritten(dir, told)
	}
	for _, session := range m.Sessions {
		end := session.End
		if end.IsZero() {
			end = last
		}
		s.Seconds += max(0, end.Sub(session.Start).Seconds())
	}
	if told != nil && told.Share > 0 && told.Round >= 1 && told.Parent == 0 && s.State != Active && s.State != runfolder.Finished && !compare.Decides(m) {
		// No less than in proportion, which a warm-up does not tell, and the warm-up, which the next
		// session repeats.
		s.Left = max(s.Left, s.Seconds*(1-told.Share)/told.Share) + told.WarmUp.Seconds()
	}
	if s.State != runfolder.Finished || !report.Derived(dir) {
		s.Resume = in.ResumeLine(dir, m, told)
	}
	return s, nil
}

// stateNow is the state of a run, as far as others can see. Between two parts of a run
// with layouts no process measures; the one that has them measured lives.
func stateNow(dir string, m *runfolder.Meta, told *runfolder.Progress) string {
	switch {
	case m.State == runfolder.Interrupted && told != nil && told.Parent > 0 && machine.Alive(told.Parent):
		return Active
	case m.State != runfolder.Running:
		return m.State
	case runfolder.Active(dir):
		return Active
	}
	return Gone
}

// statusFolder is the run that is meant by a folder, and those in it that are not finished.
func statusFolder(dir, newest string) (string, []Other, error) {
	if newest == dir {
		return dir, nil, nil
	}
	var list []Other
	err := runfolder.Walk(dir, func(below string, m *runfolder.Meta) {
		told, err := runfolder.ProgressOf(below)
		if err != nil {
			told = nil // the run itself is read all the same
		}
		if state := stateNow(below, m, told); state != runfolder.Finished {
			list = append(list, Other{below, state})
		}
	})
	if err != nil {
		return "", nil, err
	}
	for _, o := range list {
		if o.State == Active {
			newest = o.Dir
		}
	}
	return newest, slices.DeleteFunc(list, func(o Other) bool { return o.Dir == newest }), nil
}

// lastWritten is when the process of a run last wrote into it.
func lastWritten(dir string, told *runfolder.Progress) (last time.Time) {
	if info, err := os.Stat(filepath.Join(dir, runfolder.MeasurementsFile)); err == nil {
		last = info.ModTime()
	}
	if told != nil && told.Updated.After(last) {
		last = told.Updated
	}
	return last
}

// ResumeLine is the command that resumes a run, for a shell: that which the run told,
// with the folder that it was typed in where that is another one. A run that was copied
// from another machine tells of its folder there.
func (p Printed) ResumeLine(dir string, m *runfolder.Meta, told *runfolder.Progress) string {
	if told != nil && resumes(told, dir) {
		line := ShellLine(told.Resume)
		if here, err := os.Getwd(); err == nil && told.Folder != "" && here != told.Folder {
			line = "cd " + ShellQuote(told.Folder) + " && " + line
		}
		return line
	}
	words := []string{p.Program, "run", m.Experiment, "--resume=" + dir}
	if e := p.Experiment(m.Experiment); e != nil {
		own := pflag.NewFlagSet(m.Experiment, pflag.ContinueOnError)
		e.Flags(own)
		own.VisitAll(func(f *pflag.Flag) {
			if s := m.Config[f.Name]; flagvalue.NamesFile(f) && s.Source != "default" && strings.Trim(s.Value, "[]") != "" {
				for _, file := range strings.Split(strings.Trim(s.Value, "[]"), ",") {
					if _, err := os.Stat(file); err != nil { // a run records no folders
						file = "FOLDER/" + file
					}
					words = append(words, "--"+f.Name+"="+file)
				}
			}
		})
	}
	return ShellLine(words)
}

// resumes reports whether the command that a run told resumes the run in dir.
func resumes(told *runfolder.Progress, dir string) bool {
	is, err := runfolder.Place(dir)
	if err != nil {
		return false
	}
	for _, word := range told.Resume {
		if named, ok := strings.CutPrefix(word, "--resume="); ok {
			if !filepath.IsAbs(named) {
				named = filepath.Join(told.Folder, named)
			}
			was, err := runfolder.Place(named)
			return err == nil && was == is
		}
	}
	return false
}
