package command

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/harness"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

// defaultVersusTime leaves a few of a minute's seconds for the inputs and the figures.
const defaultVersusTime = 55 * time.Second

const versusLong = `Measures which of two structures answers a query faster. It takes at most
a minute. The answer is a sentence, with details and the run's folder below it.

Each round measures both structures, with new keys and hash functions. Otherwise
the method is that of 'hyphbench run' with --metric. The result is examined
after a ninth of --time, after a third, and at the end. The run ends early if
one structure is clearly faster. If two structures are equally fast, the chance
that one is reported to be faster is at most 1 in 40. If neither is clearly
faster, the answer is the largest difference that they may still have. To see
the smallest difference that a machine can show, compare a structure with
itself: 'hyphbench versus bloom bloom'. docs/versus.md has more.

'hyphbench show', 'plot' and 'run --resume' accept the folder, as they accept
that of any run.`

const versusExample = `  hyphbench versus cuckoo bloom --eps=0.1% --n=1e5
  hyphbench versus xor fuse --metric=build --n=1e6
  hyphbench versus bloom bloom --time=20s
  hyphbench versus cuckoo bloom --experiment=thesis --metric=hyphenate`

// versusFlags are those of the experiments that stand beside --metric and --time.
func versusFlags() []string { return []string{"eps", "n", "hits", "keys", "queries", "seed"} }

// decides is an experiment that can decide which of two structures is faster.
type decides struct {
	experiment.Experiment
	flags map[string]string // that leave one point of each axis, unless they are given
}

// decisive are the experiments that can, the default first.
func decisive(p Program) (able []decides) {
	list := p.Experiments()
	for _, known := range []struct {
		name  string
		flags map[string]string
	}{
		{"lookup", map[string]string{"eps": "1%", "n": "1e5", "hits": "0"}},
		{"thesis", map[string]string{"eps": "1%"}},
	} {
		for _, e := range list {
			if e.Name() == known.name {
				able = append(able, decides{e, known.flags})
			}
		}
	}
	return able
}

func newVersusCommand(c *call) *cobra.Command {
	by := decisive(c.Program)
	cmd := &cobra.Command{
		Use:     "versus A B",
		Short:   "Is one structure faster than another?",
		Long:    versusLong,
		Example: versusExample,
		Args:    arguments(2, 2),
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	name := flagvalue.Choice{}
	for _, d := range by {
		name.Choices = append(name.Choices, d.Name())
	}
	if len(by) > 0 {
		name.Value = by[0].Name()
		own := harness.New(by[0].Experiment).Own
		for _, f := range versusFlags() {
			if flag := own.Lookup(f); flag != nil {
				if flag.DefValue = by[0].flags[f]; f == "hits" { // of a default that help leaves out
					flag.Usage += "; by default none"
				}
				fs.AddFlag(flag)
			}
		}
	}
	metric := fs.String("metric", "query", "timed `METRIC` to compare")
	limit := fs.Duration("time", defaultVersusTime, "measure no longer than this")
	out := fs.String("out", harness.ResultsFolder, "parent folder of the run's folder")
	fs.Var(&name, experimentFlag, "experiment that measures the structures")
	settings.MarkOwn(fs, experimentFlag)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := settings.Configure(cmd); err != nil {
			return err
		}
		a, b := args[0], args[1]
		for _, name := range args {
			if name == "none" {
				return usage.Errorf("none is not a structure: 'hyphbench choose' compares filters with none, 'hyphbench run payoff' measures both")
			}
			if _, err := all.ByName(name); err != nil {
				return usage.Wrong(err)
			}
		}
		if a == b {
			a += all.Again
		}
		line := []string{"--filter=" + b + "," + a, "--metric=" + *metric, "--time=" + limit.String(), "--out=" + *out, "--decide"}
		at := slices.IndexFunc(by, func(d decides) bool { return d.Name() == name.Value })
		given := map[string]string{}
		for flag, value := range by[at].flags {
			given[flag] = value
		}
		for _, flag := range versusFlags() {
			if f := fs.Lookup(flag); f.Changed {
				given[flag] = f.Value.String()
			}
		}
		for flag, value := range given {
			line = append(line, "--"+flag+"="+value)
		}
		return c.versus(cmd, by[at].Experiment, line)
	}
	return cmd
}

// versus measures by the flags of an experiment, and prints which structure is faster.
func (c *call) versus(cmd *cobra.Command, e experiment.Experiment, line []string) error {
	run, _, err := cmd.Root().Find([]string{"run"})
	if err != nil {
		return err
	}
	r := &runner{call: c, Run: harness.New(e), named: true}
	measure := newExperimentCommand(r)
	run.AddCommand(measure) // for the sections of its settings
	measure.SetContext(cmd.Context())
	if err := measure.ParseFlags(line); err != nil {
		return usage.Wrong(err)
	}
	o, err := r.measure(measure)
	if err != nil || o.Dir == "" {
		return err
	}
	read, err := c.reread(o.Dir)
	if err != nil {
		return err
	}
	if err := read.writeVersus(cmd.OutOrStdout(), append([]string{c.program()}, c.args...)); err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), o.Dir)
	return err
}

// writeVersus draws the two structures of a run that decided which is faster, and writes that,
// how to measure it again, and where the figure is. A run records no folders of files: again is
// the command as it was typed.
func (r *reading) writeVersus(w io.Writer, again []string) error {
	said, more, err := answer.Versus(r.Summary)
	if err != nil {
		return err
	}
	figures, _, err := figure.Render(r.Summary, answer.Forests(r.Summary, r.Headlines, nil), r.Run.Dir, []figure.Format{figure.SVG, figure.PNG}, figure.English, figure.Style{})
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", said)
	for _, text := range more {
		fmt.Fprintf(&b, "  %s\n", text)
	}
	fmt.Fprintf(&b, "again   %s\n", harness.ShellLine(again))
	is, revision := "revision", r.Meta.Revision()
	if strings.HasPrefix(revision, "sha256:") {
		is = "a build of unknown revision,"
	}
	fmt.Fprintf(&b, "by      %s %s\n", is, runfolder.Shortened(revision))
	for _, f := range figures {
		fmt.Fprintf(&b, "figure  %s\n", filepath.Join(r.Run.Dir, f))
	}
	_, err = io.WriteString(w, b.String())
	return err
}
