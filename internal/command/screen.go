package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"hyphbench/internal/experiment"
	"hyphbench/internal/report/table"
)

// manner is how a call prints, whatever the command.
type manner struct {
	colour  experiment.Choice
	quiet   bool
	verbose bool
}

// Values of --color.
const (
	colourAuto   = "auto"
	colourAlways = "always"
	colourNever  = "never"
)

// Flags that all commands have. They change no result, and no run records them
// as settings.
const (
	colourFlag  = "color"
	quietFlag   = "quiet"
	verboseFlag = "verbose"
)

func isManner(flag string) bool {
	return flag == colourFlag || flag == quietFlag || flag == verboseFlag
}

func (m *manner) flags(fs *pflag.FlagSet) {
	m.colour = experiment.Choice{Value: colourAuto, Choices: []string{colourAuto, colourAlways, colourNever}}
	fs.Var(&m.colour, colourFlag, "`WHEN` to print in colours: auto (on a terminal, unless NO_COLOR is set), always or never")
	fs.Lookup(colourFlag).NoOptDefVal = colourAlways
	fs.BoolVarP(&m.quiet, quietFlag, "q", false, "print the result and errors only")
	fs.BoolVarP(&m.verbose, verboseFlag, "v", false, "also print the settings with their sources, and details")
}

// verboseAlone gives a command, whose -v is another flag, --verbose alone.
func (m *manner) verboseAlone(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&m.verbose, verboseFlag, false, "also print the settings with their sources, and details")
}

// screen is an output of a call. It has the width and the colours of the
// terminal that it is, or those that the user wants.
type screen struct {
	io.Writer
	manner *manner
}

// Columns is the width of the terminal: COLUMNS where that is set, as a shell
// exports it, else what the terminal says, else 80.
func (s screen) Columns() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f := terminal(s.Writer); f != nil {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return table.DefaultColumns
}

// Lines is the height of the terminal, or that of a usual one.
func (s screen) Lines() int {
	if f := terminal(s.Writer); f != nil {
		if _, n, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return usualLines
}

// usualLines is the height of a terminal that does not say it.
const usualLines = 40

// on is another output as wide as the screen.
func (s screen) on(w io.Writer) table.Screen { return sameWidth{w, s.Columns()} }

type sameWidth struct {
	io.Writer
	columns int
}

func (s sameWidth) Columns() int  { return s.columns }
func (s sameWidth) Colours() bool { return false }

// Colours reports whether to print in colours (https://no-color.org).
func (s screen) Colours() bool {
	switch s.manner.colour.Value {
	case colourAlways:
		return true
	case colourNever:
		return false
	}
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || terminal(s.Writer) == nil {
		return false
	}
	// The old console of Windows shows the sequences themselves.
	return runtime.GOOS != "windows" || os.Getenv("WT_SESSION") != "" || os.Getenv("TERM") != ""
}

// remarksOnly is the standard error of a call, which says nothing with --quiet but
// errors.
type remarksOnly struct {
	screen
	errors bool // what is written is one
}

func (r remarksOnly) Write(text []byte) (int, error) {
	if r.manner.quiet && !r.errors {
		return len(text), nil
	}
	if _, err := io.WriteString(r.Writer, r.folded(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// folded has lines no longer than a terminal is wide. Elsewhere a remark is one
// line.
func (s screen) folded(text string) string {
	if terminal(s.Writer) == nil || !strings.HasPrefix(text, "hyphbench: ") || !strings.HasSuffix(text, "\n") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		const indent = "  "
		b.WriteString(strings.Join(table.Wrap(line, s.Columns()-len(indent)), "\n"+indent) + "\n")
	}
	return b.String()
}

// terminal is the terminal that an output is, or nil.
func terminal(w io.Writer) *os.File {
	switch w := w.(type) {
	case *os.File:
		if term.IsTerminal(int(w.Fd())) {
			return w
		}
	case screen:
		return terminal(w.Writer)
	case remarksOnly:
		if !w.manner.quiet {
			return terminal(w.Writer)
		}
	}
	return nil
}

// tellSources says on standard error where the settings of a verbose call come
// from, but for the defaults.
func (c *configuration) tellSources() error {
	fs := c.cmd.Flags()
	is := func(name string) bool {
		f := fs.Lookup(name)
		return f != nil && f.Value.String() == "true"
	}
	switch quiet, verbose := is(quietFlag), is(verboseFlag); {
	case quiet && verbose:
		return usageError{errors.New("--quiet and --verbose: want one of them")}
	case !verbose:
		return nil
	}
	fs.VisitAll(func(f *pflag.Flag) {
		if where := c.wheres[f.Name]; where != "" && !isManner(f.Name) {
			fmt.Fprintf(c.cmd.ErrOrStderr(), "hyphbench: --%s=%s by %s\n", f.Name, f.Value, where)
		}
	})
	return nil
}
