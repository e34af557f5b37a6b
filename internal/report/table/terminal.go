package table

import "io"

// Terminal is an output that knows its width and whether it shows colours, such
// as a terminal. Texts are laid out for it; any other output has the width of
// DefaultColumns and no colours.
type Terminal interface {
	io.Writer
	Columns() int
	Colours() bool
}

// DefaultColumns is the width of an output that does not know its own.
const DefaultColumns = 80

// leastColumns is the narrowest width that texts are laid out for.
const leastColumns = 20

// ColumnsOf is the width to lay texts out for.
func ColumnsOf(w io.Writer) int {
	if s, ok := w.(Terminal); ok {
		return max(s.Columns(), leastColumns)
	}
	return DefaultColumns
}

// Verbose reports whether an output is of a call with --verbose.
func Verbose(w io.Writer) bool {
	s, ok := w.(interface{ IsVerbose() bool })
	return ok && s.IsVerbose()
}

// Quiet reports whether an output is of a call with --quiet.
func Quiet(w io.Writer) bool {
	s, ok := w.(interface{ IsQuiet() bool })
	return ok && s.IsQuiet()
}

// paint are the colours of an output: none for the zero value. What is coloured
// is a word already, so that a text without colours says the same.
type paint bool

func paintOf(w io.Writer) paint {
	s, ok := w.(Terminal)
	return paint(ok && s.Colours())
}

// Tone is what a word means to a reader.
type Tone string

// The tones, as sequences of ANSI (ECMA-48).
const (
	Good   Tone = "\x1b[32m" // green
	Bad    Tone = "\x1b[31m" // red
	Unsure Tone = "\x1b[33m" // yellow
	Strong Tone = "\x1b[1m"  // bold
)

// in writes a line in a tone.
func (p paint) in(tone Tone, line string) string {
	if !bool(p) || tone == "" || line == "" {
		return line
	}
	return string(tone) + line + "\x1b[0m"
}

// field is the tone of a line of the header by its name.
func (p paint) field(name string) Tone {
	switch name {
	case "warning":
		return Unsure
	case "error":
		return Bad
	}
	return Strong
}
