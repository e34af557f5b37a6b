package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/report"
	"hyphbench/internal/selection"
	"hyphbench/internal/settings"
)

// selectionFlags are the flags by which commands that read runs narrow them.
type selectionFlags struct {
	selection selection.Selection
	by        flagvalue.Choice
}

// selectionPointer ends the help of such a command: one tells the rest.
const selectionPointer = `

--metric, --filter, --eps and --where select rows of the run, as 'hyphbench
show table --help' explains.`

// selectionHelp tells it.
const selectionHelp = `

--metric, --filter, --eps and --where select the rows that meet all of them.
--where takes KEY=VALUE,… or KEY!=VALUE,… for any axis or column of the run (n,
hits, store, session, round, …), LOW..HIGH for a range, or an expression as
benchstat's -filter: 'filter:(bloom OR cuckoo) -eps:0.01'. Rows without
that axis (baselines have no ε) are kept. docs/selecting.md has the grammar.`

// flags adds the flags, --stat among them where tables or figures are made, with its choices,
// the default first.
func (n *selectionFlags) flags(cmd *cobra.Command, stats []report.Statistic) {
	fs := cmd.Flags()
	n.keyFlag(fs, selection.MetricKey, selection.MetricKey, "`NAMES` of the metrics to show")
	n.keyFlag(fs, selection.FilterKey, selection.FilterKey, "`NAMES` of structures and baselines to show")
	n.keyFlag(fs, "eps", axis.Epsilon, "`RATES` to show: 1%,5% or 0.01..0.05")
	fs.Var(&whereValue{of: &n.selection}, "where", "`CONDITION` on any axis or column: n=1e4,1e6 or an expression; repeatable")
	own := []string{selection.MetricKey, selection.FilterKey, "eps", "where"}
	if len(stats) > 0 {
		n.by = flagvalue.Choice{Value: string(stats[0])}
		var named []string
		for _, s := range stats {
			n.by.Choices = append(n.by.Choices, string(s))
			named = append(named, string(s))
		}
		last := len(named) - 1
		fs.Var(&n.by, "stat", "average of the times of a cell: "+strings.Join(named[:last], ", ")+" or "+named[last])
		own = append(own, "stat")
	}
	for _, name := range own {
		settings.MarkOwn(fs, name)
	}
}

// view is what the flags ask for. Trimmed means are of the tables of a summary by means.
func (n *selectionFlags) view() report.View {
	by := report.Statistic(n.by.Value)
	if by == report.Trimmed {
		by = report.Means
	}
	return report.View{Selection: &n.selection, By: by}
}

func (n *selectionFlags) keyFlag(fs *pflag.FlagSet, flag, key, usage string) {
	fs.Var(&keyValues{of: &n.selection, flag: flag, key: key}, flag, usage)
}

// keyValues is a flag with values of one key. Given again it adds to them.
type keyValues struct {
	of        *selection.Selection
	flag, key string
	text      []string
}

func (v *keyValues) String() string { return strings.Join(v.text, ",") }
func (v *keyValues) Type() string   { return "names" }
func (v *keyValues) Set(s string) error {
	v.text = append(v.text, s)
	return v.of.Values("--"+v.flag, v.key, s)
}

// whereValue is --where: conditions, each in a flag or an element of a list of its
// own, since they hold commas.
type whereValue struct {
	of   *selection.Selection
	text []string
}

func (v *whereValue) String() string         { return strings.Join(v.text, " ") }
func (v *whereValue) Type() string           { return "condition" }
func (v *whereValue) GetSlice() []string     { return slices.Clone(v.text) }
func (v *whereValue) Append(s string) error  { return v.Set(s) }
func (v *whereValue) Replace([]string) error { return fmt.Errorf("conditions are not replaced") }
func (v *whereValue) Set(condition string) error {
	v.text = append(v.text, condition)
	return v.of.Where(condition)
}
