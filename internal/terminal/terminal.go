// Package terminal prints for a command: with the width and the colours of its terminal, and
// according to --quiet and --verbose.
//
// Guarantee: data is always printed. With --quiet only data and errors are printed.
package terminal

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"hyphbench/internal/flagvalue"
	"hyphbench/internal/report/table"
)

// Verbosity is how a call prints, whatever the command.
type Verbosity struct {
	Colour  flagvalue.Choice
	Quiet   bool
	Verbose bool
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
	ColourFlag  = "color"
	QuietFlag   = "quiet"
	VerboseFlag = "verbose"
)

// IsVerbosity reports whether a flag is one of these.
func IsVerbosity(flag string) bool {
	return flag == ColourFlag || flag == QuietFlag || flag == VerboseFlag
}

// Flags adds the flags by which a user chooses it.
func (m *Verbosity) Flags(fs *pflag.FlagSet) {
	m.Colour = flagvalue.Choice{Value: colourAuto, Choices: []string{colourAuto, colourAlways, colourNever}}
	fs.Var(&m.Colour, ColourFlag, "print in colour; `WHEN` is always, never, or auto: on a terminal, unless NO_COLOR is set")
	fs.Lookup(ColourFlag).NoOptDefVal = colourAlways
	fs.BoolVarP(&m.Quiet, QuietFlag, "q", false, "print the result and errors only")
	fs.BoolVarP(&m.Verbose, VerboseFlag, "v", false, "also print details, warnings, the machine, and settings with their sources")
}

// VerboseAlone gives a command, whose -v is another flag, --verbose alone.
func (m *Verbosity) VerboseAlone(fs *pflag.FlagSet) {
	fs.BoolVar(&m.Verbose, VerboseFlag, false, "also print details, warnings, the machine, and settings with their sources")
}

// Output is an output of a call. It has the width and the colours of the
// terminal that it is, or those that the user wants.
type Output struct {
	io.Writer
	Verbosity *Verbosity
}

// IsVerbose reports whether the call is with --verbose.
func (s Output) IsVerbose() bool { return s.Verbosity != nil && s.Verbosity.Verbose }

// IsQuiet reports whether the call is with --quiet.
func (s Output) IsQuiet() bool { return s.Verbosity != nil && s.Verbosity.Quiet }

// Columns is the width of the terminal: COLUMNS where that is set, as a shell
// exports it, else what the terminal says, else 80.
func (s Output) Columns() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f := Terminal(s.Writer); f != nil {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return table.DefaultColumns
}

// Lines is the height of the terminal, or that of a usual one.
func (s Output) Lines() int {
	if f := Terminal(s.Writer); f != nil {
		if _, n, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return usualLines
}

// usualLines is the height of a terminal that does not say it.
const usualLines = 40

// On is another output as wide as the terminal.
func (s Output) On(w io.Writer) table.Terminal { return sameWidth{w, s.Columns()} }

type sameWidth struct {
	io.Writer
	columns int
}

func (s sameWidth) Columns() int  { return s.columns }
func (s sameWidth) Colours() bool { return false }

// Colours reports whether to print in colours (https://no-color.org).
func (s Output) Colours() bool {
	switch s.Verbosity.Colour.Value {
	case colourAlways:
		return true
	case colourNever:
		return false
	}
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || Terminal(s.Writer) == nil {
		return false
	}
	// The old console of Windows shows the sequences themselves.
	return runtime.GOOS != "windows" || os.Getenv("WT_SESSION") != "" || os.Getenv("TERM") != ""
}

// Checked keeps the first error of writing: the library that prints help drops it.
type Checked struct {
	io.Writer
	Err error
}

func (c *Checked) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	if c.Err == nil {
		c.Err = err
	}
	return n, err
}

// Remarks is the standard error of a call, which says nothing with --quiet but
// errors.
type Remarks struct {
	Output
	Errors bool // what is written is one
}

func (r Remarks) Write(text []byte) (int, error) {
	if r.Verbosity.Quiet && !r.Errors {
		return len(text), nil
	}
	if _, err := io.WriteString(r.Writer, r.folded(plain(string(text)))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// plain is a remark with its control characters, which may be those of a file's name, as Go
// quotes them. What is no remark is a progress bar, whose own they are.
func plain(text string) string {
	if !strings.HasPrefix(text, "hyphbench: ") {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		if raw := text[i : i+size]; r == '\n' || r != utf8.RuneError && !unicode.IsControl(r) || r == utf8.RuneError && size > 1 {
			b.WriteString(raw)
		} else {
			quoted := strconv.Quote(raw)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

// folded has lines no longer than a terminal is wide. Elsewhere a remark is one
// line.
func (s Output) folded(text string) string {
	if Terminal(s.Writer) == nil || !strings.HasPrefix(text, "hyphbench: ") || !strings.HasSuffix(text, "\n") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		const indent = "  "
		b.WriteString(strings.Join(table.Wrap(line, s.Columns()-len(indent)), "\n"+indent) + "\n")
	}
	return b.String()
}

// Terminal is the terminal that an output is, or nil.
func Terminal(w io.Writer) *os.File {
	switch w := w.(type) {
	case *os.File:
		if term.IsTerminal(int(w.Fd())) {
			return w
		}
	case Output:
		return Terminal(w.Writer)
	case *Checked:
		return Terminal(w.Writer)
	case Remarks:
		if !w.Verbosity.Quiet {
			return Terminal(w.Writer)
		}
	}
	return nil
}
