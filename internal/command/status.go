package command

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/machine"
	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

func newStatusCommand(p Program) *cobra.Command {
	format := string(table.Text)
	cmd := &cobra.Command{
		Use:   "status [DIR]",
		Short: "How far a run is, and the command that resumes it",
		Long: `Says of the run in DIR (default: results) whether it is under way, interrupted
or finished, how far it is, how long it took, what is left, and the command that
resumes it. Of a folder of runs it is the one under way, else the newest;
further ones that are not finished are named.

It can be asked from another terminal while the run goes on, and then costs the
run nothing: the run tells how far it is once a second, between its sections. A
run whose process was killed says so.`,
		Example: "  hyphbench status\n  hyphbench status --format=json results",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := configure(cmd); err != nil {
				return err
			}
			if err := oneOf("format", format, statusFormats()...); err != nil {
				return err
			}
			s, err := p.status(folderOf(args), time.Now())
			if err != nil {
				return err
			}
			if table.Format(format) == table.JSON {
				return table.WriteJSON(cmd.OutOrStdout(), s)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), s)
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text or json")
	return cmd
}

func statusFormats() []string { return []string{string(table.Text), string(table.JSON)} }

// States of a run beside those of run.json.
const (
	underWay = "under way"
	gone     = "killed" // says that it is running, and no process measures it
)

// runStatus is how far a run is.
type runStatus struct {
	Dir        string  `json:"dir"`
	Experiment string  `json:"experiment"`
	State      string  `json:"state"`
	Error      string  `json:"error,omitempty"`
	Process    int     `json:"process,omitempty"` // of a run under way
	Counts     string  `json:"counts"`            // what rows are: "measurements", or "rows" of a simulation
	Rows       int64   `json:"rows"`
	AllRows    int64   `json:"all_rows,omitempty"` // 0: not known
	Share      float64 `json:"share,omitempty"`    // of the work
	Round      int     `json:"round"`
	Rounds     int     `json:"rounds,omitempty"`
	Sessions   int     `json:"sessions"`
	Seconds    float64 `json:"seconds"`                // of measuring, all sessions
	Left       float64 `json:"seconds_left,omitempty"` // 0: not known
	Resume     string  `json:"resume,omitempty"`
	Others     []other `json:"others,omitempty"`
}

// other is a run beside, which is not finished.
type other struct {
	Dir   string `json:"dir"`
	State string `json:"state"`
}

// status looks at a run, or at that of a parent folder.
func (p Program) status(dir string, now time.Time) (*runStatus, error) {
	dir, others, err := statusFolder(dir)
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
	s := &runStatus{Dir: dir, Experiment: m.Experiment, State: stateNow(dir, m, told), Error: m.Error, Counts: counted(m.Design),
		Rounds: m.Reps, Sessions: len(m.Sessions), Others: others}
	for _, row := range run.All() {
		if row.Round >= 1 {
			s.Round = max(s.Round, row.Round)
			s.Rows++
		}
	}
	last := now // of a session without an end
	if told != nil && s.State != runfolder.Finished {
		s.Rows, s.AllRows, s.Share, s.Round, s.Left = told.Rows, told.AllRows, told.Share, told.Round, told.Left.Seconds()
		if s.State == underWay {
			s.Process = cmp.Or(told.Parent, told.Process)
			s.Left = max(0, s.Left-now.Sub(told.Updated).Seconds())
		}
	}
	if s.State != underWay {
		last = lastWritten(dir, told)
	}
	for _, session := range m.Sessions {
		end := session.End
		if end.IsZero() {
			end = last
		}
		s.Seconds += max(0, end.Sub(session.Start).Seconds())
	}
	if s.State != runfolder.Finished || !report.Derived(dir) {
		s.Resume = p.resumeLine(dir, m, told)
	}
	return s, nil
}

// stateNow is the state of a run, as far as others can see. Between two parts of a run
// with layouts no process measures; the one that has them measured lives.
func stateNow(dir string, m *runfolder.Meta, told *runfolder.Progress) string {
	switch {
	case m.State == runfolder.Interrupted && told != nil && told.Parent > 0 && machine.Alive(told.Parent):
		return underWay
	case m.State != runfolder.Running:
		return m.State
	case runfolder.UnderWay(dir):
		return underWay
	}
	return gone
}

// statusFolder is the run that is meant by a folder, and those beside it that are not
// finished.
func statusFolder(dir string) (string, []other, error) {
	newest, err := runfolder.Newest(dir, func(string, *runfolder.Meta) bool { return true })
	if errors.Is(err, fs.ErrNotExist) && dir == resultsFolder {
		err = fmt.Errorf("%s: %w", dir, runfolder.ErrNoRun)
	}
	if err != nil || newest == dir {
		return dir, nil, err
	}
	var list []other
	_, err = runfolder.Newest(dir, func(below string, m *runfolder.Meta) bool {
		told, err := runfolder.ProgressOf(below)
		if err != nil {
			told = nil // the run itself is read all the same
		}
		if state := stateNow(below, m, told); state != runfolder.Finished {
			list = append(list, other{below, state})
		}
		return false
	})
	if err != nil && !errors.Is(err, runfolder.ErrNoRun) {
		return "", nil, err
	}
	for _, o := range list {
		if o.State == underWay {
			newest = o.Dir
		}
	}
	return newest, slices.DeleteFunc(list, func(o other) bool { return o.Dir == newest }), nil
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

// resumeLine is the command that resumes a run, for a shell: that which the run told,
// with the folder that it was typed in where that is another one. A run that was copied
// from another machine tells of its folder there.
func (p Program) resumeLine(dir string, m *runfolder.Meta, told *runfolder.Progress) string {
	if told != nil && resumes(told, dir) {
		line := shellLine(told.Resume)
		if here, err := os.Getwd(); err == nil && told.Folder != "" && here != told.Folder {
			line = "cd " + shellQuote(told.Folder) + " && " + line
		}
		return line
	}
	words := []string{p.Path, "run", m.Experiment, "--resume=" + dir}
	if e := p.experiment(m.Experiment); e != nil {
		own := pflag.NewFlagSet(m.Experiment, pflag.ContinueOnError)
		e.Flags(own)
		own.VisitAll(func(f *pflag.Flag) {
			if s := m.Config[f.Name]; experiment.NamesFile(f) && s.Source != "default" && strings.Trim(s.Value, "[]") != "" {
				words = append(words, "--"+f.Name+"="+strings.Trim(s.Value, "[]"))
			}
		})
	}
	return shellLine(words)
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

func (s *runStatus) String() string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s%s\n", name, fmt.Sprintf(format, args...))
	}
	line("run", "%s", s.Dir)
	switch s.State {
	case underWay:
		line("state", "under way%s", s.process())
	case gone:
		line("state", "not finished, and its process is gone: killed, or the machine went down")
	case runfolder.Failed:
		line("state", "failed: %s", s.Error)
	default:
		line("state", "%s", s.State)
	}
	line("measured", "%s", s.progress())
	line("time", "%s", s.times())
	switch {
	case s.State == runfolder.Finished && s.Resume == "":
		line("read it", "hyphbench summary %s", shellQuote(s.Dir))
	case s.State == runfolder.Finished:
		line("complete", "%s   (it lacks files that are derived from its rows)", s.Resume)
	case s.State == underWay:
		line("stop", "Ctrl-C there%s loses nothing; resume with:", s.kill())
		line("", "%s", s.Resume)
	default:
		line("resume", "%s", s.Resume)
	}
	for _, o := range s.Others {
		line("also", "%s: %s", o.Dir, o.State)
	}
	return b.String()
}

func (s *runStatus) process() string {
	if s.Process == 0 {
		return ""
	}
	return fmt.Sprintf(", by process %d", s.Process)
}

func (s *runStatus) kill() string {
	if s.Process == 0 {
		return ""
	}
	return fmt.Sprintf(" or 'kill %d'", s.Process)
}

func (s *runStatus) progress() string {
	text := axis.Grouped(int(s.Rows))
	if s.AllRows > 0 {
		text += " of " + axis.Grouped(int(s.AllRows))
	}
	text += " " + s.Counts
	if s.AllRows > 0 {
		text += fmt.Sprintf(", %.0f %% of the work", 100*s.Share)
	}
	switch {
	case s.Counts == "rows" || s.State == runfolder.Finished:
	case s.Round < 1:
		text += ", warm-up"
	case s.Rounds > 1:
		text += fmt.Sprintf(", round %d of %d", s.Round, s.Rounds)
	}
	return text
}

func (s *runStatus) times() string {
	text := shortTime(experiment.Seconds(s.Seconds)) + " so far"
	if s.State == runfolder.Finished {
		text = shortTime(experiment.Seconds(s.Seconds))
	}
	if s.Sessions > 1 {
		text += fmt.Sprintf(" in %d sessions", s.Sessions)
	}
	if s.Left > 0 {
		text += ", about " + shortTime(experiment.Seconds(s.Left)) + " left"
	}
	return text
}
