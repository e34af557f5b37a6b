package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/nearest"
)

func didYouMean(word string, known []string) string {
	if best, ok := nearest.Of(word, known); ok {
		return fmt.Sprintf("; did you mean %s?", best)
	}
	return ""
}

// oneOf checks the value of a flag with a few choices.
func oneOf(flag, value string, known ...string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return usageError{fmt.Errorf("--%s: %q is none of %s%s", flag, value, strings.Join(known, ", "), didYouMean(value, known))}
}

// flagError names, for a flag that cmd lacks, the commands that have it or the
// nearest known flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return usageError{plainError(err)}
	}
	name := unknown.GetSpecifiedName()
	if owners := owners(cmd, name); len(owners) > 0 {
		return usageError{fmt.Errorf("--%s is a flag of %s", name, strings.Join(owners, ", "))}
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, "--"+f.Name)
		}
	})
	return usageError{fmt.Errorf("unknown flag --%s%s", name, didYouMean("--"+name, known))}
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
