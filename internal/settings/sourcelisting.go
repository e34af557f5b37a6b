package settings

import (
	"errors"
	"fmt"
	"hyphbench/internal/terminal"
	"hyphbench/internal/usage"

	"github.com/spf13/pflag"
)

// tellSources says on standard error where the settings of a verbose call come
// from, but for the defaults.
func (c *Configuration) tellSources() error {
	fs := c.cmd.Flags()
	is := func(name string) bool {
		f := fs.Lookup(name)
		return f != nil && f.Value.String() == "true"
	}
	switch quiet, verbose := is(terminal.QuietFlag), is(terminal.VerboseFlag); {
	case quiet && verbose:
		return usage.Wrong(errors.New("--quiet and --verbose exclude each other: want one of them"))
	case !verbose:
		return nil
	}
	fs.VisitAll(func(f *pflag.Flag) {
		if where := c.wheres[f.Name]; where != "" && !terminal.IsVerbosity(f.Name) {
			fmt.Fprintf(c.cmd.ErrOrStderr(), "hyphbench: --%s=%s by %s\n", f.Name, f.Value, where)
		}
	})
	return nil
}
