package command

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/harness"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
)

func newStatusCommand(p Program) *cobra.Command {
	format := string(table.Text)
	cmd := &cobra.Command{
		Use:   "status [DIR]",
		Short: "How far a run has got, and the command that resumes it",
		Long: `Says whether the run in DIR (default: results) is under way, interrupted or
finished. It also prints the progress, the time so far, the remaining work, and
the command that resumes the run. If DIR contains several runs, the command
describes the run that is under way, or the newest run. It then names the other
unfinished runs.

You can use the command in another terminal while the run measures. This does
not disturb the run, which records its progress once a second, between its
sections. If the process of a run was killed, the command says so.`,
		Example: "  hyphbench status\n  hyphbench status --format=json results",
		Args:    arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if err := settings.OneOf("format", format, statusFormats()...); err != nil {
				return err
			}
			dir := folderOf(args)
			newest, err := p.newest(dir)
			if err != nil {
				return absent(dir, err)
			}
			s, err := harness.StatusOf(dir, newest, time.Now(), p.printed())
			if err != nil {
				return err
			}
			if table.Format(format) == table.JSON {
				return table.WriteJSON(cmd.OutOrStdout(), s)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), status{s, p.program(), table.ColumnsOf(cmd.OutOrStdout())})
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text or json")
	return cmd
}

func statusFormats() []string { return []string{string(table.Text), string(table.JSON)} }

// status is how far a run is, in words, in lines of so many columns; a command has one line.
type status struct {
	*harness.Status
	program string // as it was called
	width   int
}

func (s status) String() string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s%s\n", name, fmt.Sprintf(format, args...))
	}
	text := func(name, format string, args ...any) {
		b.WriteString(table.Hanging(fmt.Sprintf("%-10s%s\n", name, fmt.Sprintf(format, args...)), strings.Repeat(" ", 10), s.width))
	}
	line("run", "%s", s.Dir)
	if s.Example {
		text("example", "kept with the program; runs of your own are read before it (its file %s)", runfolder.ExampleFile)
	}
	switch s.State {
	case harness.Active:
		text("state", "under way%s", s.process())
	case harness.Gone:
		text("state", "%s: not finished", runfolder.Gone)
	case runfolder.Failed:
		text("state", "failed: %s", s.Error)
	default:
		text("state", "%s", s.State)
	}
	text("measured", "%s", s.progress())
	text("time", "%s", s.times())
	switch {
	case s.State == runfolder.Finished && s.Resume == "":
		line("read it", "%s", harness.ShellLine([]string{s.program, "show", s.Dir}))
	case s.State == runfolder.Finished:
		line("complete", "%s", s.Resume)
		text("", "it lacks files that are derived from its rows")
	case s.State == harness.Active:
		line("stop", "Ctrl-C there%s loses nothing; resume with:", s.kill())
		line("", "%s", s.Resume)
	default:
		line("resume", "%s", s.Resume)
	}
	for _, o := range s.Others {
		text("also", "%s: %s", o.Dir, o.State)
	}
	return b.String()
}

func (s status) process() string {
	if s.Process == 0 {
		return ""
	}
	return fmt.Sprintf(", by process %d", s.Process)
}

func (s status) kill() string {
	if s.Process == 0 {
		return ""
	}
	return fmt.Sprintf(" or 'kill %d'", s.Process)
}

func (s status) progress() string {
	text := axis.Grouped(int(s.Rows))
	if s.AllRows > 0 {
		text += " of " + axis.Grouped(int(s.AllRows))
	}
	text += " " + s.Counts
	if s.WarmUp > 0 {
		text += " and " + axis.Grouped(int(s.WarmUp)) + " of warm-up"
	}
	if s.AllRows > 0 {
		text += fmt.Sprintf(", %.0f %% of the work", 100*s.Share)
	}
	switch {
	case s.Counts == "rows" || s.State == runfolder.Finished:
	case s.Round < 1:
		text += ", warm-up"
	case s.Round > s.Rounds && s.Rounds > 1: // a run that measures until it can decide
		text += fmt.Sprintf(", round %d", s.Round)
	case s.Rounds > 1:
		text += fmt.Sprintf(", round %d of %d", s.Round, s.Rounds)
	}
	return text
}

func (s status) times() string {
	text := harness.ShortTime(experiment.Seconds(s.Seconds)) + " so far"
	if s.State == runfolder.Finished {
		text = harness.ShortTime(experiment.Seconds(s.Seconds))
	}
	if s.Sessions > 1 {
		text += fmt.Sprintf(" in %d sessions", s.Sessions)
	}
	if s.Left > 0 {
		text += ", about " + harness.ShortTime(experiment.Seconds(s.Left)) + " left"
	}
	return text
}
