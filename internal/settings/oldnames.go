package settings

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/renamed"
)

// experimentOf is the annotation of a command that takes the settings of an experiment.
const experimentOf = "hyphbench_experiment"

// TakeOldNames lets a command that measures an experiment be called, and configured, by the
// names that the experiment's flags and their values had before.
func TakeOldNames(cmd *cobra.Command, experiment string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[experimentOf] = experiment
	if names := namesIn(cmd); names.Any(renamed.Flag) {
		cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
			return pflag.NormalizedName(names.Now(renamed.Flag, name))
		})
	}
}

// namesIn are the old names of the experiment that a command measures.
func namesIn(cmd *cobra.Command) renamed.Names {
	if experiment, ok := cmd.Annotations[experimentOf]; ok {
		return renamed.In(experiment)
	}
	return renamed.Names{}
}

// ArgsNow is a command line with the values of today in place of old ones. Flags keep the
// names that were typed.
func ArgsNow(cmd *cobra.Command, args []string) []string {
	names := namesIn(cmd)
	if !names.Any() {
		return args
	}
	now := make([]string, len(args))
	value := "" // the flag whose value the next word is
	for i, word := range args {
		flag, text, assigned := strings.Cut(word, "=")
		name, isFlag := strings.CutPrefix(flag, "--")
		f := cmd.Flags().Lookup(name)
		switch {
		case value != "":
			now[i], value = names.FlagValueNow(value, word), ""
		case !isFlag || f == nil:
			now[i] = word
		case assigned:
			now[i] = flag + "=" + names.FlagValueNow(f.Name, text)
		default:
			if now[i] = word; f.NoOptDefVal == "" {
				value = f.Name
			}
		}
	}
	return now
}
