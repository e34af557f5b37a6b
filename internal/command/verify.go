package command

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

func newVerifyCommand(p Program) *cobra.Command {
	format := string(table.Text)
	var failOn, asked []string
	var all bool
	cmd := &cobra.Command{
		Use:   "verify [DIR...]",
		Short: "Verdicts on the claims about an experiment",
		Long: `Tests claims with the data of the run in DIR, or of the newest run below DIR
(default: results). A claim is a sentence of a source, such as the thesis. For
every claim the command prints its place in the source, the measured effect with
its 95 % interval, a p-value, and the verdict with its reason. It also says
whether plain means would give the same verdict. The verdicts are:
  supported        the data show that the claim is true
  contradicted     the data show that the claim is false
  inconclusive     the data show neither
  by construction  no run can contradict the claim, so it is not tested
  not tested       the run has no data on the claim
The mark "(below resolution)" stands for an effect that is smaller than the
machine can resolve, according to its calibration. Each claim has a tolerance,
which is called its margin. The printed reason also says how large this
tolerance would have to be for another verdict. The p-values are corrected by
Holm's method: the chance of any false verdict on the claims of one source is
5 % or less.

The thesis's claims are tested for several implementations. The ending of a
claim's name shows the implementation. An example is the claim T5:
  T5        filters as the thesis writes them (bloom-literal, cuckoo-literal)
  T5-array  the same, but the cuckoo table is one array (cuckoo-literal-array)
  T5-tuned  modern filters (bloom, cuckoo)
  T5-port   the thesis's npm library, ported to Go (npm-bloom, npm-cuckoo)
  T5-node   the thesis's npm library in Node.js (node-bloom, node-cuckoo)
A run with --design=thesis gives no verdicts on times. docs/verdicts.md explains
tests, margins and limits.

With several DIRs, one table shows all verdicts, with one line per run. Holm's
correction is applied to each run. --all lists every claim that can be tested,
with its sentence, its margin, and the verdicts of all runs below each DIR. If
no run tests a claim, it is "not tested". --claim=T1,T7 shows only these claims.

A run that was merged from several machines has a second table with the verdicts
of each machine. In such a run, a verdict on times needs at least three machines
with the same processor model.

With --fail-on the exit code is 3 if a claim has one of the named verdicts.`,
		Example: "  hyphbench verify results\n  hyphbench verify --claim=T1,T7 results\n  hyphbench verify --fail-on=contradicted --format=markdown results",
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
			judge := p.verdicts
			if all {
				judge = p.ofAll
			}
			verdicts, err := judge(cmd, args)
			if err != nil {
				return err
			}
			registry := p.registry()
			if err := only(asked, verdicts, registry); err != nil {
				return err
			}
			if len(verdicts) > 1 || all || table.Format(format) == table.CSV {
				for _, v := range verdicts {
					tellLacks(cmd, v.Dir, v.Summary.Meta)
				}
			}
			switch f := table.Format(format); {
			case all:
				err = claim.WriteRegistry(cmd.OutOrStdout(), registry, verdicts, f)
			case len(args) > 1:
				err = claim.WriteSeveral(cmd.OutOrStdout(), verdicts, f)
			case len(asked) > 0:
				err = claim.WriteAsked(cmd.OutOrStdout(), verdicts[0].Summary, verdicts[0].Results, f)
			default:
				err = claim.Write(cmd.OutOrStdout(), verdicts[0].Summary, verdicts[0].Results, f)
			}
			if err != nil {
				return err
			}
			return closed(gate, verdicts)
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	cmd.Flags().StringSliceVar(&failOn, "fail-on", nil, "verdicts that make the exit code 3: contradicted, inconclusive, not-tested, supported")
	cmd.Flags().StringSliceVar(&asked, "claim", nil, "names of the claims to show, such as T1,T7; T1 also selects T1-tuned")
	cmd.Flags().BoolVar(&all, "all", false, "print all claims of all experiments, with the verdicts of all runs below each DIR")
	return cmd
}

// only leaves the claims that were asked for by name, with their variants, in verdicts and
// registry; all where none was. Their p stay those over all claims of the source.
func only(asked []string, verdicts []claim.Judged, registry []claim.Registered) error {
	if len(asked) == 0 {
		return nil
	}
	found := map[string]bool{}
	wanted := func(id string) bool {
		is := false
		for _, name := range asked {
			if id == name || strings.HasPrefix(id, name+"-") {
				found[name], is = true, true
			}
		}
		return is
	}
	var known []string
	for i := range verdicts {
		for _, r := range verdicts[i].Results {
			known = append(known, r.ID)
		}
		verdicts[i].Results = slices.DeleteFunc(slices.Clone(verdicts[i].Results), func(r claim.Result) bool { return !wanted(r.ID) })
	}
	for i := range registry {
		if len(verdicts) == 0 {
			for _, c := range registry[i].Claims {
				known = append(known, c.ID)
			}
		}
		registry[i].Claims = slices.DeleteFunc(slices.Clone(registry[i].Claims), func(c claim.Claim) bool { return !wanted(c.ID) })
	}
	for _, name := range asked {
		if !found[name] {
			return usage.Errorf("--claim: the experiment of this run has no claim %q: 'hyphbench verify -v' lists its claims%s", name, settings.DidYouMean(name, known))
		}
	}
	return nil
}

// verdicts are those on the run in the folder of the arguments, or in each of
// them, by experiment.
func (p Program) verdicts(cmd *cobra.Command, args []string) ([]claim.Judged, error) {
	if len(args) == 0 {
		args = []string{resultsFolder}
	}
	var folders []string
	var runs []*reading
	for _, dir := range args {
		run, err := p.open(cmd, named(dir))
		if err != nil {
			return nil, err
		}
		if slices.Contains(folders, run.Run.Dir) {
			return nil, usage.Errorf("%s is named twice: want each run once", run.Run.Dir)
		}
		if len(run.Claims) == 0 {
			return nil, fmt.Errorf("no claim about the experiment %q: want a run of one that has claims", run.Meta.Experiment)
		}
		folders, runs = append(folders, run.Run.Dir), append(runs, run)
	}
	return p.judge(folders, runs), nil
}

// ofAll are the verdicts on all runs below the folders.
func (p Program) ofAll(cmd *cobra.Command, args []string) ([]claim.Judged, error) {
	dirs, err := allRuns(args)
	if err != nil {
		return nil, err
	}
	var measured []string
	var runs []*reading
	for _, dir := range dirs {
		run, err := runfolder.Open(dir)
		if err != nil {
			return nil, err
		}
		if run.CountMeasured() == 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %s holds no measurement yet, and is left out\n", dir)
			continue
		}
		r, err := p.read(run, report.View{})
		if err != nil {
			return nil, err
		}
		measured, runs = append(measured, dir), append(runs, r)
	}
	return p.judge(measured, runs), nil
}

// allRuns are the folders of all runs below those named, or below results where
// that exists.
func allRuns(dirs []string) (list []string, err error) {
	if len(dirs) == 0 {
		list, err = runfolder.Runs(resultsFolder)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return list, err
	}
	for _, dir := range dirs {
		below, err := runfolder.Runs(dir)
		if err != nil {
			return nil, err
		}
		list = append(list, below...)
	}
	return list, nil
}

// registry has the claims about all experiments.
func (p Program) registry() (list []claim.Registered) {
	for _, e := range p.Experiments() {
		r := e.Reading()
		list = append(list, claim.Registered{Experiment: e.Name(), Metrics: r.Metrics, Claims: r.Claims})
	}
	return list
}

// judge gives the verdicts on runs, in the order of the experiments. Runs of others
// have none, and are left out.
func (p Program) judge(dirs []string, runs []*reading) (list []claim.Judged) {
	for _, e := range p.Experiments() {
		for i, run := range runs {
			if run.Meta.Experiment == e.Name() && len(run.Claims) > 0 {
				list = append(list, claim.Judge(dirs[i], run.Summary, run.Claims))
			}
		}
	}
	return list
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
			return nil, usage.Errorf("--fail-on: %q is unknown: want one of %s%s", w, strings.Join(known, ", "), settings.DidYouMean(w, known))
		}
		list = append(list, verdicts[i])
	}
	return list, nil
}

// checkFormat checks the value of --format.
func checkFormat(format string) error {
	known := words(table.Formats())
	if !slices.Contains(known, format) {
		return usage.Errorf("--format: %q is unknown: want one of %v%s", format, known, settings.DidYouMean(format, known))
	}
	return nil
}
