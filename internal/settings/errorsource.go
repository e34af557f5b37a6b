package settings

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// fromPlace is the annotation of a flag whose value is of the environment or of the
// configuration file: the variable, or file and line.
const fromPlace = "hyphbench_from"

// markPlace remembers where the value of a flag is from.
func markPlace(f *pflag.Flag, where string) {
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[fromPlace] = []string{where}
}

// placeOf is where the value of a flag is from; empty for the command line and for
// defaults.
func placeOf(f *pflag.Flag) string { return strings.Join(f.Annotations[fromPlace], "") }

// WithSource says of an error that came after the flags were read from where the value is
// that it speaks of: of a file that cannot be read also by which flag it was named.
func WithSource(cmd *cobra.Command, err error) error {
	if cmd == nil || err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	text := err.Error()
	var path *fs.PathError
	isPath := errors.As(err, &path)
	said, found := err, false // an error need not be comparable
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		named, where := SpeaksOf(text, f.Name), placeOf(f)
		if found || where != "" && strings.Contains(text, where) {
			return
		}
		switch {
		case named && where != "":
			said, found = fmt.Errorf("%s: %w", where, err), true
		case !named && isPath && f.Changed && slices.Contains(valuesOf(f), path.Path):
			if where == "" {
				where = "--" + f.Name
			}
			said, found = fmt.Errorf("%s: %w", where, err), true
		}
	})
	return said
}

// SpeaksOf reports whether a text speaks of a flag.
func SpeaksOf(text, flag string) bool {
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "--"+flag)
		if !found {
			return false
		}
		if after == "" || !strings.ContainsAny(after[:1], "-abcdefghijklmnopqrstuvwxyz") {
			return true
		}
		rest = after
	}
}

// valuesOf are the values of a flag, of one that repeats all of them.
func valuesOf(f *pflag.Flag) []string {
	if many, ok := f.Value.(pflag.SliceValue); ok {
		return many.GetSlice()
	}
	return []string{f.Value.String()}
}
