package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

func newVerifyCommand(p Program) *cobra.Command {
	format := string(table.Text)
	var failOn []string
	var all bool
	cmd := &cobra.Command{
		Use:   "verify [DIR...]",
		Short: "Verdicts on the claims about an experiment",
		Long: `Tests the claims about the experiment of the run in DIR, or of the newest run
below it (default: results); the experiment lists them, such as those of the
thesis. Prints for every claim its section, the effect with its 95 % confidence
interval, p after Holm's correction over the claims of one source, the verdict
(supported, contradicted, inconclusive, not tested; by construction: no run can
contradict the claim, so that it is no test), whether the plain means agree, and
the reason. Holm's correction bounds the family-wise error rate of
the verdicts on a source by 5 %. A verdict on a smaller effect than the machine
resolves by its calibration adds (below resolution). The reason says at which
other margin the verdict would be another one. The thesis's claims T1 to T9 are
judged for its algorithms to the letter (T1: bloom-literal, cuckoo-literal), for
another table of these (T4-array: cuckoo-literal-array), for tuned ones
(T1-tuned: bloom, cuckoo) and for its library, in Go (T1-port: npm-bloom,
npm-cuckoo) and in Node.js (T1-node: node-bloom, node-cuckoo). A run of
--design=thesis has no verdicts on times.
docs/verdicts.md explains tests, margins and limits.

Of several DIR, or with --all of the newest run of every experiment below each,
one table has the verdicts of all by experiment and source, a line for each run
that a claim was judged on. The correction is that of each run alone.

Of a run that was merged from several machines, a second table has the verdicts
on each of them, and says on which a claim holds. A verdict on times over all is
over machines: it needs three of one processor model.

With --fail-on the exit code is 3 when a claim has one of the verdicts named.`,
		Example: "  hyphbench verify results\n  hyphbench verify --all results\n  hyphbench verify --fail-on=contradicted --format=markdown results",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if err := checkFormat(format); err != nil {
				return err
			}
			gate, err := verdictsNamed(failOn)
			if err != nil {
				return err
			}
			verdicts, err := p.verdicts(cmd, args, all)
			if err != nil {
				return err
			}
			several := all || len(args) > 1
			for _, v := range verdicts {
				if several || table.Format(format) == table.CSV {
					tellLacks(cmd, v.Dir, v.Summary.Meta)
				}
			}
			if several {
				err = claim.WriteSeveral(cmd.OutOrStdout(), verdicts, table.Format(format))
			} else {
				err = claim.Write(cmd.OutOrStdout(), verdicts[0].Summary, verdicts[0].Results, table.Format(format))
			}
			if err != nil {
				return err
			}
			return closed(gate, verdicts)
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	cmd.Flags().StringSliceVar(&failOn, "fail-on", nil, "verdicts that make the exit code 3: contradicted, inconclusive, not-tested, supported")
	cmd.Flags().BoolVar(&all, "all", false, "the newest run of every experiment below each DIR, in one table")
	return cmd
}

// verdicts are those on the run in the folder of the arguments, or in each of
// them, by experiment.
func (p Program) verdicts(cmd *cobra.Command, args []string, all bool) ([]claim.Judged, error) {
	dirs := args
	if len(dirs) == 0 {
		dirs = []string{resultsFolder}
	}
	if all {
		var err error
		if dirs, err = p.newestOfAll(dirs); err != nil {
			return nil, err
		}
	}
	var named []string
	var runs []*reading
	for _, dir := range dirs {
		run, err := p.open(cmd, dir)
		if err != nil {
			return nil, err
		}
		if slices.Contains(named, run.Run.Dir) {
			return nil, usage.Errorf("%s is named twice: want each run once", run.Run.Dir)
		}
		if len(run.Claims) == 0 {
			return nil, fmt.Errorf("no claim about the experiment %q: want a run of one that has claims", run.Meta.Experiment)
		}
		named, runs = append(named, run.Run.Dir), append(runs, run)
	}
	return p.judge(named, runs), nil
}

// newestOfAll are the folders of the newest run of every experiment with claims
// below each of the folders.
func (p Program) newestOfAll(dirs []string) (list []string, err error) {
	for _, parent := range dirs {
		var below []string
		for _, e := range p.Experiments() {
			dir, err := runfolder.Newest(parent, func(_ string, m *runfolder.Meta) bool { return m.Experiment == e.Name() })
			switch {
			case errors.Is(err, runfolder.ErrNoRun), err == nil && slices.Contains(below, dir): // a run itself is the newest of each
				continue
			case err != nil:
				return nil, err
			}
			if len(e.Reading().Claims) > 0 || dir == parent {
				below = append(below, dir)
			}
		}
		if len(below) == 0 {
			return nil, fmt.Errorf("%s: %w", parent, runfolder.ErrNoRun)
		}
		list = append(list, below...)
	}
	return list, nil
}

// closed is the error of the gate where a verdict closes it.
func closed(gate []claim.Verdict, runs []claim.Judged) error {
	var failed []string
	for _, run := range runs {
		for _, r := range run.Results {
			verdict, where := gated(gate, r)
			if verdict == "" {
				continue
			}
			text := r.ID + " " + string(verdict) + where
			if len(runs) > 1 {
				text += " (" + run.Dir + ")"
			}
			failed = append(failed, text)
		}
	}
	if len(failed) > 0 {
		return gateError{fmt.Errorf("--fail-on: %s", strings.Join(failed, ", "))}
	}
	return nil
}

// gated is the verdict that closes the gate, empty where none does. Of machines that
// are not pooled each has one.
func gated(gate []claim.Verdict, r claim.Result) (verdict claim.Verdict, where string) {
	if slices.Contains(gate, r.Verdict) {
		return r.Verdict, ""
	}
	for _, on := range r.On {
		if r.Verdict == claim.NotTested && on.Verdict != claim.NotTested && slices.Contains(gate, on.Verdict) {
			return on.Verdict, " on " + on.Where
		}
	}
	return "", ""
}

// gateVerdicts are those that --fail-on takes.
func gateVerdicts() []claim.Verdict {
	return []claim.Verdict{claim.Contradicted, claim.Inconclusive, claim.NotTested, claim.Supported}
}

// gateWords are their names on the command line.
func gateWords() (words []string) {
	for _, v := range gateVerdicts() {
		words = append(words, strings.ReplaceAll(string(v), " ", "-"))
	}
	return words
}

// verdictsNamed reads the value of --fail-on.
func verdictsNamed(words []string) ([]claim.Verdict, error) {
	verdicts, known := gateVerdicts(), gateWords()
	var list []claim.Verdict
	for _, w := range words {
		i := slices.Index(known, w)
		if i < 0 {
			return nil, usage.Errorf("--fail-on: %q is none of %s%s", w, strings.Join(known, ", "), settings.DidYouMean(w, known))
		}
		list = append(list, verdicts[i])
	}
	return list, nil
}

// checkFormat checks the value of --format.
func checkFormat(format string) error {
	known := words(table.Formats())
	if !slices.Contains(known, format) {
		return usage.Errorf("--format: %q is none of %v%s", format, known, settings.DidYouMean(format, known))
	}
	return nil
}
