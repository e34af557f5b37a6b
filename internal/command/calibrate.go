package command

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hyphbench/internal/calibration"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/harness"
	"hyphbench/internal/machine"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

func newCalibrateCommand(p Program) *cobra.Command {
	o := calibration.Options{Design: runfolder.Interleaved, Trials: 200, Rounds: 30, Time: 8 * time.Minute, Seed: 1}
	format, show, replace := string(table.Text), false, false
	var resolve flagvalue.Share
	var run string
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Measure which time differences this machine can detect",
		Long: `Measures the error rates of comparisons on this machine: many small experiments
compare a filter with itself (A/A), where a difference is a false alarm, and
with itself plus 1 %, 2 % and 5 % of the work (A/B), where it must be found.
Prints the shares with their intervals, the smallest effect found in 95 % of the
trials, and the resolution of the clock.

The result is stored in the user's cache for this machine, build and design.
Runs record it. 'hyphbench verify' marks a smaller effect (below resolution).
Tables of a run that compares no structures show it. A shorter calibration does
not replace a longer one unless --replace is given. Stop other programs first.

--from measures nothing: it draws the experiments from the residuals of a run
with --layouts, over layouts of the program and rounds, for each metric.
docs/calibration.md explains both methods.`,
		Example: "  hyphbench calibrate\n  hyphbench calibrate --resolve=1%\n  hyphbench calibrate --design=thesis\n  hyphbench calibrate --show --format=markdown\n  hyphbench calibrate --from=results/implementations",
		RunE: func(cmd *cobra.Command, _ []string) error {
			settings, err := settings.Configure(cmd)
			if err != nil {
				return err
			}
			o.Resolve = resolve.Value.Float()
			if err := checkCalibration(o, format); err != nil {
				return err
			}
			if run != "" {
				return calibrateLevels(cmd, p, run, o, format)
			}
			if show {
				return showCalibration(cmd, o.Design, format)
			}
			return calibrate(cmd, o, settings, resolve, format, replace)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&o.Design, "design", o.Design, "order of the measurements: interleaved or thesis")
	fs.IntVar(&o.Trials, "trials", o.Trials, "number of trials, 2 or more; 200 or more for narrow bounds")
	fs.IntVar(&o.Rounds, "rounds", o.Rounds, "rounds per trial, 2 or more")
	fs.Var(&resolve, "resolve", "test only this effect, such as 1%; a pilot says how many rounds resolve it (instead of --rounds)")
	fs.DurationVar(&o.Time, "time", o.Time, "time limit; may end the calibration with fewer trials")
	fs.Uint64Var(&o.Seed, "seed", o.Seed, "seed of the hash functions and of the order of the rounds")
	fs.StringVar(&run, "from", "", "compute the error rates from a run with --layouts, without measuring")
	fs.BoolVar(&replace, "replace", replace, "store the result even if it replaces a longer one")
	fs.BoolVar(&show, "show", false, "print the stored result, without measuring")
	settings.MarkOwn(fs, "show") // which is a section too
	fs.StringVar(&format, "format", format, "text, markdown or json")
	fs.SortFlags = false
	return cmd
}

func checkCalibration(o calibration.Options, format string) error {
	var formats []string
	for _, f := range calibration.Formats() {
		formats = append(formats, string(f))
	}
	if err := errors.Join(
		settings.OneOf("design", o.Design, runfolder.Interleaved, runfolder.AsThesis),
		settings.OneOf("format", format, formats...),
	); err != nil {
		return err
	}
	switch {
	case o.Trials < 2:
		return usage.Errorf("--trials=%d is out of range: want 2 or more, to compute a share", o.Trials)
	case o.Rounds < 2:
		return usage.Errorf("--rounds=%d is out of range: want 2 or more, to compute an interval", o.Rounds)
	case o.Resolve > 0.5:
		return usage.Errorf("--resolve=%g%% is out of range: want 50%% at most", 100*o.Resolve)
	case o.Time <= 0:
		return usage.Errorf("--time=%s is out of range: want more than 0", o.Time)
	}
	return nil
}

// showCalibration prints the stored result.
func showCalibration(cmd *cobra.Command, design, format string) error {
	m := machine.Describe(cmd.Context())
	r, err := calibration.DefaultCache().Load(m, harness.Revision(m), design)
	if errors.Is(err, calibration.ErrNone) {
		return errors.New(calibration.Uncalibrated(design))
	}
	if err != nil {
		return err
	}
	return writeCalibration(cmd, r, m, format)
}

// calibrate measures, prints the result and stores it.
func calibrate(cmd *cobra.Command, o calibration.Options, settings map[string]runfolder.Setting, resolve flagvalue.Share, format string, replace bool) error {
	m := machine.Describe(cmd.Context())
	for _, w := range machine.Warnings(m) {
		fmt.Fprintln(cmd.ErrOrStderr(), "hyphbench: "+w.String())
	}
	painter := harness.NewPainter(cmd.ErrOrStderr())
	painter.Round, painter.Rounds = "trial", o.Trials
	o.Announce = func(rounds int, pair time.Duration) {
		fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: a comparison that finds %s needs %d rounds at most, %s of measuring both sides\n",
			harness.Percent(resolve), rounds, pair.Round(10*time.Millisecond))
	}
	r, failed := calibration.Run(cmd.Context(), o, painter.Paint)
	painter.Finish()
	if r == nil {
		return failed
	}
	r.Machine, r.Load, r.Build = m.Line(), &m.Load, harness.Revision(m)
	r.Command = commandLine(settings)
	if err := writeCalibration(cmd, r, m, format); err != nil || failed != nil {
		return errors.Join(failed, err) // an interrupted calibration is shown, not stored
	}
	if replace {
		return calibration.DefaultCache().Save(m, r)
	}
	err := calibration.DefaultCache().Keep(m, r)
	if errors.Is(err, calibration.ErrLonger) {
		fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %v; --replace stores this one\n", err)
		return nil
	}
	return err
}

// calibrateLevels prints the error rates of comparisons over the layouts of a run.
func calibrateLevels(cmd *cobra.Command, p Program, dir string, o calibration.Options, format string) error {
	r, err := p.open(cmd, dir)
	if err != nil {
		return err
	}
	levels, err := calibration.OfRun(r.Samples, o.Trials, o.Seed)
	if err != nil {
		return fmt.Errorf("--from=%s: %w", dir, err)
	}
	return calibration.WriteLevels(cmd.OutOrStdout(), r.Header(), levels, table.Format(format))
}

// commandLine is the command with the settings that are not defaults.
func commandLine(settings map[string]runfolder.Setting) string {
	parts := []string{"hyphbench calibrate"}
	for _, name := range []string{"design", "trials", "rounds", "resolve", "time", "seed"} {
		if s := settings[name]; s.Source != "default" {
			parts = append(parts, "--"+name+"="+s.Value)
		}
	}
	return strings.Join(parts, " ")
}

func writeCalibration(cmd *cobra.Command, r *calibration.Result, m machine.Machine, format string) error {
	var beside []*calibration.Result
	for _, design := range []string{runfolder.Interleaved, runfolder.AsThesis} {
		if design == r.Design {
			continue
		}
		if other, err := calibration.DefaultCache().Load(m, r.Build, design); err == nil {
			beside = append(beside, other)
		}
	}
	return calibration.Write(cmd.OutOrStdout(), r, beside, table.Format(format))
}
