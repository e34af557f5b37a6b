package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// settings resolves the flags. A named run sets its own parameters, and its
// experiment when none is named.
func (r *runner) settings(cmd *cobra.Command) (map[string]runfolder.Setting, error) {
	c, err := newConfiguration(cmd)
	if err != nil {
		return nil, err
	}
	if _, err := c.apply(cmd.Flags().Lookup("resume")); err != nil {
		return nil, err
	}
	resumed, err := r.resumed()
	if err != nil {
		return nil, err
	}
	if !r.named {
		if err := r.redirect(cmd, c, resumed); err != nil {
			return nil, err
		}
	}
	if resumed != nil {
		if err := r.restore(cmd, resumed); err != nil {
			return nil, err
		}
	}
	settings, err := c.applyAll()
	if r.named {
		settings[experimentFlag] = r.nameSetting()
	}
	return settings, err
}

// asShortened notes the defaults that the experiment replaced by others when it was
// prepared, as by --quick: a run that is resumed by its folder has these again.
func (r *runner) asShortened(settings map[string]runfolder.Setting) {
	r.own.VisitAll(func(f *pflag.Flag) {
		if s, ok := settings[f.Name]; ok && s.Source == "default" && !experiment.NamesFile(f) {
			s.Value = f.Value.String()
			settings[f.Name] = s
		}
	})
}

// nameSetting is the experiment's name as a setting.
func (r *runner) nameSetting() runfolder.Setting {
	s := runfolder.Setting{Value: r.experiment.Name(), Source: "flag"}
	if r.call.source != "" {
		s.Source = r.call.source
	}
	return s
}

// otherExperiment is the error of a run without a name that is of another
// experiment than the one whose flags were parsed.
type otherExperiment runfolder.Setting

func (o otherExperiment) Error() string { return "the experiment is " + o.Value }

// redirect returns otherExperiment when the resumed run is of another one or,
// without such a run, environment or file name another one.
func (r *runner) redirect(cmd *cobra.Command, c *configuration, resumed *runfolder.Run) error {
	name, err := c.apply(cmd.Flags().Lookup(experimentFlag))
	if err != nil {
		return err
	}
	if resumed != nil {
		name = runfolder.Setting{Value: resumed.Meta.Experiment, Source: "flag"}
	}
	if name.Value == r.experiment.Name() {
		return nil
	}
	if !slices.Contains(commandNames(cmd), name.Value) {
		return fmt.Errorf("%s: %w", resumed.Dir, unknownExperiment(cmd, name.Value))
	}
	return otherExperiment(name)
}
