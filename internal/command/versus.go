package command

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/harness"
	"hyphbench/internal/nearest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
	"hyphbench/internal/workload"
)

// defaultVersusTime leaves a few of a minute's seconds for the inputs and the figures.
const defaultVersusTime = 55 * time.Second

const versusLong = `Measures which of two structures answers a query faster, in at most a minute.
The answer is a sentence, with details and the run's folder below it.

Each round measures both structures, with new keys and hash functions. In all
other respects it measures like 'hyphbench run --metric=…'. The result is
examined after a ninth of --time, after a third, and at the end. The run ends
early if one structure is clearly faster. If the two are really equally fast,
the chance that the answer calls one of them faster is at most 1 in 40. If the
run finds neither clearly faster, the answer gives the largest difference that
is still possible.

'hyphbench versus bloom bloom' compares a structure with itself, and so shows
how small a difference the machine can detect. docs/versus.md has more.

The run's folder is like that of any run: 'hyphbench show', 'plot' and 'run
--resume' accept it.`

const versusExample = `  hyphbench versus cuckoo bloom --eps=0.1% --n=1e5
  hyphbench versus xor fuse --metric=build --n=1e6
  hyphbench versus bloom bloom --time=20s
  hyphbench versus cuckoo bloom --experiment=thesis --metric=hyphenate`

// versusFlags are those of the experiments that stand beside --metric and --time.
func versusFlags() []string { return []string{"eps", "n", "hits", "keys", "queries", "words", "seed"} }

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
	name, takes := flagvalue.Choice{}, map[string]*pflag.FlagSet{}
	for _, d := range by {
		name.Choices = append(name.Choices, d.Name())
		takes[d.Name()] = harness.New(d.Experiment).Own
	}
	if len(by) > 0 {
		name.Value = by[0].Name()
		for _, f := range versusFlags() {
			if flag := takes[name.Value].Lookup(f); flag != nil {
				flag.DefValue = by[0].flags[f]
				switch f {
				case "hits": // of a default that help leaves out
					flag.Usage = "shares of members among the queries, such as 0,0.5,1 or 10% (default: the share in --queries, or else 0)"
				case "words":
					flag.Usage = "word list of --experiment=thesis (default: data/words.txt if it exists, else the list in the user's cache, else the embedded list)"
				}
				fs.AddFlag(flag)
			}
		}
	}
	metric := fs.String("metric", "query", "what to time and compare, a `METRIC`: query, build, …")
	limit := fs.Duration("time", defaultVersusTime, "measure no longer than this")
	out := fs.String("out", harness.ResultsFolder, "parent folder of the run's folder")
	fs.Var(&name, experimentFlag, "experiment that measures the structures")
	settings.MarkOwn(fs, experimentFlag)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		sources, err := settings.Configure(cmd)
		if err != nil {
			return err
		}
		delete(sources, "out")
		if *limit <= 0 {
			return usage.Errorf("--time=%s is out of range: want more than 0", *limit)
		}
		a, b := args[0], args[1]
		var few filter.Structure // one that is for few keys
		for _, name := range args {
			if name == "none" {
				return usage.Errorf("none is not a structure: 'hyphbench choose' compares filters with none, 'hyphbench run payoff' measures both")
			}
			s, err := all.ByName(name)
			if err != nil {
				return usage.Wrong(err)
			}
			if s.MaxKeys > 0 && (few.MaxKeys == 0 || s.MaxKeys < few.MaxKeys) {
				few = s
			}
		}
		if a == b {
			a += all.Again
		}
		at := slices.IndexFunc(by, func(d decides) bool { return d.Name() == name.Value })
		if times := timesOf(by[at]); !slices.Contains(times, *metric) {
			return usage.Errorf("--metric=%s: %s has no such time: want one of %s", *metric, name.Value, strings.Join(nearest.Sorted(*metric, times), ", "))
		}
		line := []string{"--filter=" + b + "," + a, "--metric=" + *metric, "--time=" + limit.String(), "--out=" + *out, "--decide"}
		given := map[string]string{}
		for flag, value := range by[at].flags {
			given[flag] = value
		}
		for _, flag := range versusFlags() {
			switch f := fs.Lookup(flag); {
			case !f.Changed:
			case takes[name.Value].Lookup(flag) == nil:
				return usage.Errorf("--%s: --experiment=%s does not take it", flag, name.Value)
			default:
				given[flag] = f.Value.String()
			}
		}
		if name.Value != "thesis" && given["n"] != strconv.Itoa(corpus.Hyphenex().Count) { // nothing reads it
			if sources["words"].Source == "flag" {
				return usage.Errorf("--words=%s: want --experiment=thesis too", given["words"])
			}
			delete(sources, "words")
			delete(given, "words")
		}
		switch keys := given["keys"]; {
		case keys != "" && fs.Changed("n"):
			return usage.Wrong(workload.ErrBothKeys)
		case keys != "":
			delete(given, "n")
			if given["queries"] != "" && !fs.Changed("hits") {
				delete(given, "hits") // lookup takes those of the file
			}
		case few.MaxKeys > 0 && given["n"] != "" && !fs.Changed("n"):
			given["n"] = strconv.Itoa(few.MaxKeys)
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: n = %s, since more keys take too long with %s; --n says otherwise\n", axis.Grouped(few.MaxKeys), few.Name)
		}
		for flag, value := range given {
			line = append(line, "--"+flag+"="+value)
		}
		said := append(slices.Clip(c.args), harness.Unsaid(fs, sources)...)
		return c.versus(cmd, &runner{call: c, Run: harness.New(by[at].Experiment), named: true, args: said}, line)
	}
	return cmd
}

// timesOf are the metrics of an experiment that are times.
func timesOf(e experiment.Experiment) (names []string) {
	for _, m := range e.Reading().Metrics {
		if m.Rows == runfolder.Nanoseconds {
			names = append(names, string(m.Name))
		}
	}
	return names
}

// versus measures a run by flags, and prints which structure is faster.
func (c *call) versus(cmd *cobra.Command, r *runner, line []string) error {
	run, _, err := cmd.Root().Find([]string{"run"})
	if err != nil {
		return err
	}
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
	if err := read.writeVersus(cmd.OutOrStdout(), append([]string{c.program()}, r.args...)); err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), o.Dir)
	return err
}

// equalRates is how many times one rate may be another for the same ε: a bit of a fingerprint.
const equalRates = 2

// unequalRates says so where the two structures have false-positive rates far apart: a filter of
// whole bytes has one rate, whatever ε is asked of it, and an exact structure has none.
func (r *reading) unequalRates() []string {
	value := func(name string) string {
		if i := r.Meta.Axis(name); i >= 0 && len(r.Meta.Axes[i].Values) > 0 {
			return r.Meta.Axes[i].Values[0]
		}
		return ""
	}
	n, err := axis.ParseCount(value("n"))
	if err != nil { // of the thesis's keys
		n = corpus.Hyphenex().Count
	}
	epsilon, err := axis.ParseRate(value(axis.Epsilon))
	if err != nil {
		return nil
	}
	least, most := 1.0, 0.0
	var parts []string
	for _, name := range r.Meta.Filters {
		s, err := all.ByName(strings.TrimSuffix(name, all.Again))
		if err != nil || s.Closed {
			return nil
		}
		plan, err := s.Plan(n, filter.Config{Epsilon: epsilon.Float()})
		if err != nil {
			return nil
		}
		rate := "no"
		if plan.Theory > 0 {
			rate = table.Significant(100*plan.Theory, 2) + " %"
		}
		least, most, parts = min(least, plan.Theory), max(most, plan.Theory), append(parts, name+" has "+rate)
	}
	if most <= equalRates*least {
		return nil
	}
	text := "not at equal rates: " + strings.Join(parts, " and ") + " false positives (theory)"
	if least > 0 {
		text += "; at the smaller one: --eps=" + strconv.FormatFloat(100*least, 'g', 2, 64) + "%"
	}
	return []string{text}
}

// writeVersus draws the two structures of a run that decided which is faster, and writes that,
// how to measure it again, and where the figure is. A run records no folders of files: again is
// the command as it was typed.
func (r *reading) writeVersus(w io.Writer, again []string) error {
	said, more, err := answer.Versus(r.Summary)
	if err != nil {
		return err
	}
	figures, _, err := figure.Render(r.Summary, answer.Forests(r.Summary, r.Headlines, nil), r.Run.Dir, []figure.Format{figure.SVG, figure.PNG}, bilingual.English, figure.Style{})
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", said)
	for _, text := range append(r.unequalRates(), more...) {
		fmt.Fprintf(&b, "  %s\n", text)
	}
	if in := r.Meta.Input(corpus.RoleWords); in.Name != "" {
		fmt.Fprintf(&b, "words   %s\n", report.DescribeInput(in))
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
