package settings

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/nearest"
	"hyphbench/internal/usage"
)

// DidYouMean names the known word nearest to an unknown one, for the end of an error; empty
// where none is near.
func DidYouMean(word string, known []string) string {
	if best, ok := nearest.Of(word, known); ok {
		return fmt.Sprintf("; did you mean %s?", best)
	}
	return ""
}

// OneOf checks the value of a flag with a few choices.
func OneOf(flag, value string, known ...string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return usage.Errorf("--%s: %q is unknown: want one of %s%s", flag, value, strings.Join(known, ", "), DidYouMean(value, known))
}

// FlagError names, for a flag that cmd lacks, the commands that have it or the
// nearest known flag.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return usage.Wrong(PlainError(err))
	}
	if cmd.HasSubCommands() && cmd.Flags().NArg() > 0 { // a wrong name of a command, whose flags are its own
		if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
			return err
		}
	}
	name := unknown.GetSpecifiedName()
	if name == "quick" && cmd.Flags().Lookup("eps") != nil && cmd.Flags().Lookup("reps") != nil {
		return usage.Errorf("'%s' has no --quick: want few points and repetitions, such as --eps=1%% --reps=3", cmd.CommandPath())
	}
	const fewOwners = 3
	if owners := owners(cmd, name); len(owners) > fewOwners {
		return usage.Errorf("--%s is a flag of %d other commands, such as %s", name, len(owners), strings.Join(owners[:fewOwners], ", "))
	} else if len(owners) > 0 {
		return usage.Errorf("--%s is a flag of %s", name, strings.Join(owners, ", "))
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	text := "unknown flag --" + name
	if best, ok := nearest.Of(name, known); ok {
		text += "; did you mean --" + best + "?"
	}
	return usage.Wrong(errors.New(text))
}

// owners are the commands beside and below cmd that have the flag.
func owners(cmd *cobra.Command, flag string) []string {
	family := cmd.Commands()
	if parent := cmd.Parent(); parent != nil && parent.HasParent() {
		family = parent.Commands()
	}
	var list []string
	for _, c := range family {
		if c.LocalFlags().Lookup(flag) != nil {
			list = append(list, "'"+c.CommandPath()+"'")
		}
	}
	return list
}
