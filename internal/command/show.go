package command

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/harness"
	"hyphbench/internal/report"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
)

func newShowCommand(c *call) *cobra.Command {
	format, last := string(table.Text), false
	cmd := &cobra.Command{
		Use:   "show [DIR]",
		Short: "What a run says: its answer, tables, ratios",
		Long: `Shows the run in DIR, or the newest run below DIR (default: results), on one
screen, as 'hyphbench run' does when it ends. The screen has a table of the
structures with times, 95 % intervals, sizes, rates and ranks. Sentences
below the table give the main ratios. Below them, the screen shows how many
claims have each verdict, and the commands that show more. DIR may also be the
name of a run (--name), without its parent folder.`,
		Example: "  hyphbench show results\n  hyphbench show table results\n  hyphbench show ratios --to=none results",
		Args:    arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if err := settings.OneOf("format", format, string(table.Text), string(table.Markdown)); err != nil {
				return err
			}
			run, err := c.open(cmd, folderOf(args))
			if err != nil {
				return err
			}
			return c.writeAnswer(cmd.OutOrStdout(), run, table.Format(format), last)
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text or markdown")
	cmd.Flags().BoolVar(&last, claimsLast, false, "print the main claims of the experiment (for thesis: T1 to T9) at the end")
	cmd.AddCommand(newShowTableCommand(c.Program), newShowRatiosCommand(c.Program))
	return cmd
}

// claimsLast is the flag of a last screen that ends with the claims that lead, as that of
// 'make thesis-figures': a terminal shows the end.
const claimsLast = harness.ClaimsLast

// answerOf is what a run says.
func (r *reading) answerOf() *answer.Answer {
	return answer.New(r.Summary, r.evaluated(), r.Headlines)
}

// writeAnswer writes what a run says, and how to go on; last the claims that lead.
func (c *call) writeAnswer(w io.Writer, r *reading, f table.Format, last bool) error {
	said := r.answerOf()
	if last {
		said.Lead(r.Leading)
	}
	changes, err := c.since(r)
	if err != nil {
		return err
	}
	p := said.Page(0)
	on := c.goOn(r, said, changes)
	if end := len(p.Tables) - 1; said.Leads() { // the claims stay the last
		on.Rows = slices.DeleteFunc(on.Rows, func(row []string) bool { return row[0] == "the numbers" })
		p.Tables = slices.Insert(p.Tables, end, on)
	} else {
		p.Tables = append(p.Tables, on)
	}
	return table.Write(w, p, f)
}

// goOn says where the rest is.
func (c *call) goOn(r *reading, said *answer.Answer, changes []string) table.Table {
	t := table.Table{Columns: []string{"what", "how"}, Left: 2, Bare: true, Widths: []int{0, 60}}
	add := func(what string, words ...string) {
		t.Rows = append(t.Rows, []string{what, harness.ShellLine(words)})
	}
	dir := r.Run.Dir
	if r.Summary.Unfinished() && !runfolder.Active(dir) {
		t.Rows = append(t.Rows, []string{"to resume", c.resumeLine(runfolder.UnfinishedRun{Dir: dir, Meta: r.Meta})})
	}
	for i, line := range changes {
		t.Rows = append(t.Rows, []string{[]string{"the change", ""}[min(i, 1)], line})
	}
	if report.Has(dir, reportFile("")) {
		add("the page", opener(), filepath.Join(dir, reportFile("")))
	} else {
		add("the page", c.program(), "report", dir)
	}
	if len(said.Verdicts) > 0 {
		add("the claims", c.program(), "verify", dir)
		if further := said.Further(); further != "" {
			t.Rows = append(t.Rows, []string{"", further})
		}
	}
	if len(said.Ratios) > 0 {
		add("the ratios", c.program(), "show", "ratios", dir)
	}
	add("the numbers", c.program(), "show", "table", dir)
	if report.Has(dir, figure.Folder) {
		add("the figures", opener(), filepath.Join(dir, figure.Folder))
	} else {
		add("the figures", c.program(), "plot", dir)
	}
	if r.Summary.Disturbed() && !r.Summary.Answered() { // plain means show what other programs did
		add("by medians", c.program(), "plot", "--stat=median", dir)
	}
	return t
}

// opener is the command that opens a file in the user's browser.
func opener() string {
	switch runtime.GOOS {
	case "darwin":
		return "open"
	case "windows":
		return "start"
	}
	return "xdg-open"
}

// end prints, at the end of a run, what it says: on standard error, since
// standard output has the folder. A verbose run prints the tables before.
func (c *call) end(dir string, last bool) error {
	if c.verbosity.Quiet {
		return nil
	}
	run, err := c.reread(dir)
	if err != nil {
		return err
	}
	if c.verbosity.Verbose {
		shown, err := run.ForTables()
		if err != nil {
			return err
		}
		if err := report.WriteSummary(c.stderr, shown, table.Text); err != nil {
			return err
		}
		fmt.Fprintln(c.stderr)
		if len(run.Claims) > 0 {
			if err := claim.Write(c.stderr, run.Summary, claim.Evaluate(run.Summary, run.Claims), table.Text); err != nil {
				return err
			}
			fmt.Fprintln(c.stderr)
		}
	}
	fmt.Fprintln(c.stderr)
	if compare.Decides(run.Meta) {
		return run.writeVersus(c.stderr, run.Meta.Argv)
	}
	return c.writeAnswer(c.stderr, run, table.Text, last)
}

// pageToWrite stands in the README.md of a run whose folder has no page.
const pageToWrite = "`hyphbench report DIR` writes a page with all of it; DIR is this folder."

// frontOf is the head of the README.md of a run: what it says, and its figures.
func (r *reading) frontOf(figures []string, page string) (string, error) {
	var b strings.Builder
	p := r.answerOf().Page(len(r.Claims))
	for _, row := range p.Tables[0].Rows {
		p.Header = append(p.Header, table.Field{Name: row[0], Value: row[1]})
	}
	p.Tables[0].Title, p.Tables[0].Rows = "", nil // they are those of the page
	if err := table.Write(&b, p, table.Markdown); err != nil {
		return "", err
	}
	if report.Has(r.Run.Dir, page) {
		fmt.Fprintf(&b, "\n[%s](%s) is a page with all of it.\n", page, page)
	} else { // as of a run that is kept without it
		fmt.Fprintf(&b, "\n%s\n", pageToWrite)
	}
	for _, f := range figures {
		if f = filepath.ToSlash(f); strings.HasSuffix(f, ".svg") {
			fmt.Fprintf(&b, "\n![%s](%s)\n", strings.TrimSuffix(filepath.Base(f), ".svg"), f)
		}
	}
	return b.String(), nil
}

// since says what changed between the build that the run was measured against and its own, or
// else since the newest finished run before it, beside it, of the same parameters and inputs on
// the same machine, in lines. There are none where there is no such run, and of a run in which
// nothing is timed.
func (p Program) since(r *reading) ([]string, error) {
	was, err := p.against(r.Run, report.View{})
	if was != nil {
		return changes("against "+runfolder.Shortened(r.Meta.Parameters[runfolder.Against])+": ", was, r)
	}
	if err != nil {
		return nil, err
	}
	parent, own := filepath.Dir(filepath.Clean(r.Run.Dir)), r.Run.Meta
	before, err := runfolder.Newest(parent, func(dir string, m *runfolder.Meta) bool {
		return comparable(m, &own) && !runfolder.IsExample(dir) && machineOf(m) == machineOf(&own)
	})
	if errors.Is(err, runfolder.ErrNoRun) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if was, err = p.reread(before); err != nil {
		return nil, err
	}
	return changes("since "+filepath.Base(before)+": ", was, r)
}

// changes says how the times of a run differ from those of an earlier one, in lines, the first
// of which has the name.
func changes(name string, was, r *reading) ([]string, error) {
	c, err := compare.Runs(was.Summary, r.Wide, false)
	if errors.Is(err, compare.ErrDiffer) { // nothing is timed twice
		return nil, nil
	}
	if err != nil { // counts that differ without a cause
		return []string{name + err.Error()}, nil
	}
	changed, none := c.Changed(1, false) // the screen has 40 lines
	if none != "" {
		return []string{name + none}, nil
	}
	return append([]string{name}, changed...), nil
}

// machineOf is the machine of the first session; empty where it is not recorded.
func machineOf(m *runfolder.Meta) string {
	if on := m.Machine(); on != nil {
		return on.Line()
	}
	return ""
}
