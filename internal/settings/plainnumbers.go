package settings

import (
	"strconv"
	"strings"

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

// numbersInText rewrite flags that are texts, of which the empty one is no number. The time of a
// lookup wants its unit: few are of seconds.
func numbersInText() map[string]func(string) string {
	return map[string]func(string) string{"miss-cost": withoutBlanks, "queries-per-build": countText}
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

func withoutBlanks(text string) string { return strings.ReplaceAll(text, " ", "") }

// durationText takes a number for seconds, and blanks for none.
func durationText(text string) string {
	text = withoutBlanks(text)
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return strconv.FormatFloat(v, 'f', -1, 64) + "s"
	}
	return text
}
