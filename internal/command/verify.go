package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
)

func newVerifyCommand(p Program) *cobra.Command {
	format := string(table.Text)
	var failOn []string
	cmd := &cobra.Command{
		Use:   "verify [DIR]",
		Short: "Verdicts on the claims about an experiment",
		Long: `Tests the claims about the experiment of the run in DIR, or of the newest run
below it (default: results); the experiment lists them, such as those of the
thesis. Prints for every claim its section, the effect with its 95 % confidence
interval, p after Holm's correction over the claims of one source, the verdict
(supported, contradicted, inconclusive, not tested), whether the plain means
agree, and the reason. Holm's correction bounds the family-wise error rate of
the verdicts on a source by 5 %. A verdict on a smaller effect than the machine
resolves by its calibration adds (below resolution). The reason says at which
other margin the verdict would be another one. The thesis's claims T1 to T9 are
judged for its algorithms by the letter (T1: bloom-early, cuckoo), for tuned
ones (T1-tuned: bloom, cuckoo) and for its library (T1-npm: npm-bloom,
npm-cuckoo). A run of --design=thesis has no verdicts on times.
docs/verdicts.md explains tests, margins and limits.

With --fail-on the exit code is 3 when a claim has one of the verdicts named.`,
		Example: "  hyphbench verify results\n  hyphbench verify --fail-on=contradicted --format=markdown results",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := configure(cmd); err != nil {
				return err
			}
			if err := checkFormat(format); err != nil {
				return err
			}
			gate, err := verdictsNamed(failOn)
			if err != nil {
				return err
			}
			run, err := p.open(cmd, folderOf(args))
			if err != nil {
				return err
			}
			if len(run.Claims) == 0 {
				return fmt.Errorf("no claim about the experiment %q: want a run of one that has claims", run.Meta.Experiment)
			}
			results := claim.Evaluate(run.Summary, run.Claims)
			if err := claim.Write(cmd.OutOrStdout(), run.Summary, results, table.Format(format)); err != nil {
				return err
			}
			var failed []string
			for _, r := range results {
				if slices.Contains(gate, r.Verdict) {
					failed = append(failed, r.ID+" "+string(r.Verdict))
				}
			}
			if len(failed) > 0 {
				return gateError{fmt.Errorf("--fail-on: %s", strings.Join(failed, ", "))}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	cmd.Flags().StringSliceVar(&failOn, "fail-on", nil, "verdicts that make the exit code 3: contradicted, inconclusive, not-tested, supported")
	return cmd
}

// verdictsNamed reads the value of --fail-on.
func verdictsNamed(words []string) ([]claim.Verdict, error) {
	verdicts := []claim.Verdict{claim.Contradicted, claim.Inconclusive, claim.NotTested, claim.Supported}
	var known []string
	for _, v := range verdicts {
		known = append(known, strings.ReplaceAll(string(v), " ", "-"))
	}
	var list []claim.Verdict
	for _, w := range words {
		i := slices.Index(known, w)
		if i < 0 {
			return nil, usageError{fmt.Errorf("--fail-on: %q is none of %s%s", w, strings.Join(known, ", "), didYouMean(w, known))}
		}
		list = append(list, verdicts[i])
	}
	return list, nil
}

// checkFormat checks the value of --format.
func checkFormat(format string) error {
	var known []string
	for _, f := range table.Formats() {
		known = append(known, string(f))
	}
	if !slices.Contains(known, format) {
		return usageError{fmt.Errorf("--format: %q is none of %v%s", format, known, didYouMean(format, known))}
	}
	return nil
}
