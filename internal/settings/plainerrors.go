package settings

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
)

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
		return "a whole number of at most " + axis.Grouped(maxInt) + ", such as 1753, 1e6 or 100k"
	case "uint", "uint64":
		return "a whole number from 0 to 18,446,744,073,709,551,615, such as 1753, 1e6 or 100k"
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
