package settings

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
)

// ReadPlainly lets every number of cmd and of the commands below it be written as
// people write numbers: 1e6, 1M and 100k where a whole number is wanted, 0.1% for a
// share, a number of seconds for a time.
func ReadPlainly(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			read, ok := plainTexts()[f.Value.Type()]
			if !ok {
				read, ok = numbersInText()[f.Name]
			}
			if ok {
				f.Value = plainValue{f.Value, read}
			}
			if f.DefValue == "0s" { // which the help shows of values that are not pflag's own
				f.DefValue = "0"
			}
		})
	}
	for _, sub := range cmd.Commands() {
		ReadPlainly(sub)
	}
}

// plainValue is a flag's value that is rewritten before it is parsed.
type plainValue struct {
	pflag.Value
	rewrite func(string) string
}

func (v plainValue) Set(text string) error { return v.Value.Set(v.rewrite(text)) }

// plainTexts rewrite the values of a type. What they do not understand they leave as it
// is, for the type itself to refuse.
func plainTexts() map[string]func(string) string {
	return map[string]func(string) string{
		"int": countText, "int64": countText, "uint": countText, "uint64": countText,
		"float64": numberText, "duration": durationText,
	}
}

// numbersInText rewrite flags that are texts, of which the empty one is no number.
func numbersInText() map[string]func(string) string {
	return map[string]func(string) string{"miss-cost": durationText, "queries-per-build": countText}
}

func countText(text string) string {
	if n, err := axis.ParseCount(text); err == nil {
		return strconv.Itoa(n)
	}
	return text
}

// numberText turns per cent into a share.
func numberText(text string) string {
	if !strings.HasSuffix(strings.TrimSpace(text), "%") {
		return text
	}
	if v, err := axis.ParseShare(text); err == nil {
		return axis.ShareText(v)
	}
	return text
}

// durationText takes a number for seconds, and blanks for none.
func durationText(text string) string {
	text = strings.ReplaceAll(text, " ", "")
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return strconv.FormatFloat(v, 'f', -1, 64) + "s"
	}
	return text
}

// PlainError says what is wrong with the command line in words of this program,
// whatever pflag or a package below it says.
func PlainError(err error) error {
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return fmt.Errorf("--%s=%s: %w", f.Name, invalid.GetValue(), plainCause(f, invalid.GetValue(), invalid.Unwrap()))
	case errors.As(err, &missing):
		return fmt.Errorf("--%s has no value: want %s", missing.GetFlag().Name, wanted(missing.GetFlag()))
	}
	return err
}

// plainCause replaces the errors of Go's own parsers, which name functions and not what
// is wanted.
func plainCause(f *pflag.Flag, value string, cause error) error {
	var number *strconv.NumError
	var list *csv.ParseError
	switch {
	case errors.Is(cause, strconv.ErrRange):
		return fmt.Errorf("%s is out of range: want %s", value, wanted(f))
	case errors.As(cause, &number), errors.As(cause, &list), strings.HasPrefix(cause.Error(), "time: "):
		return fmt.Errorf("want %s", wanted(f))
	}
	return cause
}

// wanted says what a flag takes.
func wanted(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int", "int64":
		return "a whole number of at most " + axis.Grouped(maxInt) + ", as 1753, 1e6 or 100k"
	case "uint", "uint64":
		return "a whole number from 0 to 18,446,744,073,709,551,615, as 1753, 1e6 or 100k"
	case "float64":
		return "a number, as 0.5, 1e-3 or 10%"
	case "duration":
		return "a time up to " + longestTime.String() + ", as 90s, 10m or 1h30m; a number alone is in seconds"
	case "stringSlice":
		return "words with commas between them"
	}
	return "one, as 'hyphbench help' shows"
}

const (
	maxInt      = int(^uint(0) >> 1)
	longestTime = (1<<63 - 1) / time.Hour * time.Hour
)
