package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// experimentFlags are the flags of each experiment, which know nothing of each
// other's. On the command line, flags of one name are one flag.
type experimentFlags map[string]*pflag.FlagSet

// addExperimentFlags adds the flags of all experiments to fs. Where several
// have a flag of one name, it stands there with the first one's help.
func addExperimentFlags(fs *pflag.FlagSet, experiments []experiment.Experiment) experimentFlags {
	all := experimentFlags{}
	for _, e := range experiments {
		own := pflag.NewFlagSet(e.Name(), pflag.ContinueOnError)
		own.SortFlags = false
		e.Flags(own)
		own.VisitAll(func(f *pflag.Flag) {
			if fs.Lookup(f.Name) == nil {
				fs.AddFlag(f)
			}
		})
		all[e.Name()] = own
	}
	return all
}

// hand gives the flags of one experiment the values that were set, and refuses
// flags of other experiments on the command line. What environment and file
// say to others does not concern it and is taken out of settings.
func (all experimentFlags) hand(cmd *cobra.Command, name string, settings map[string]runfolder.Setting) error {
	own := all[name]
	var failed error
	own.VisitAll(func(f *pflag.Flag) {
		if set := cmd.Flags().Lookup(f.Name); failed == nil && set != f && set.Changed {
			failed = copyValue(f, set)
		}
	})
	if failed != nil {
		return usageError{failed}
	}
	for other, flags := range all {
		flags.VisitAll(func(f *pflag.Flag) {
			if own.Lookup(f.Name) != nil {
				return
			}
			if settings[f.Name].Source == "flag" {
				failed = fmt.Errorf("--%s is of the experiment %s; %s has %s", f.Name, other, name, names(own))
			}
			delete(settings, f.Name)
		})
	}
	if failed != nil {
		return usageError{failed}
	}
	return nil
}

// copyValue sets f to what was given to another flag of its name.
func copyValue(f, set *pflag.Flag) error {
	to, many := f.Value.(pflag.SliceValue)
	from, alike := set.Value.(pflag.SliceValue)
	var err error
	if many && alike {
		err = to.Replace(from.GetSlice())
	} else {
		err = f.Value.Set(set.Value.String())
	}
	if err != nil {
		return fmt.Errorf("--%s: %w", f.Name, err)
	}
	return nil
}

func names(flags *pflag.FlagSet) string {
	var list []string
	flags.VisitAll(func(f *pflag.Flag) { list = append(list, "--"+f.Name) })
	return strings.Join(list, ", ")
}
