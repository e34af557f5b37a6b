package command

import (
	"bytes"
	"context"
	"hyphbench/internal/racetest"
	"hyphbench/internal/settings"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/tier"
)

// goWords are the words of Go's own parsers.
var goWords = regexp.MustCompile(`strconv|parsing|invalid syntax|value out of range|invalid duration|time: (invalid|missing|unknown)|invalid argument|unmarshal`)

// badValue returns a value that the flag cannot have, and what its error must have
// beside the flag's name; no value for a flag that takes any text.
func badValue(cmd *cobra.Command, f *pflag.Flag) (value, says string) {
	const absent = "no such file"
	name := strings.TrimPrefix(cmd.CommandPath(), "hyphbench ") + " --" + f.Name
	other := map[string][2]string{
		"hyphenate --mark": {}, // any text
		"data fetch --to":  {}, // what is fetched is written there
		"choose --html":    {}, // written at the end
		"choose --record":  {}, // written at the end
		"choose --go":      {}, // a new folder
		"verify --claim":   {}, // a run says which it has
	}
	if v, is := other[name]; is {
		return v[0], v[1]
	}
	switch f.Name {
	case "config", "words", "keys", "queries", "text", "exceptions", "patterns", "known-negatives", "universe", "from":
		return absent, absent
	case "out":
		return "words.txt/below", "words.txt"
	case "resume":
		if f.Value.Type() == "string" {
			return absent, absent
		}
	}
	return "no such value", "want |is no |none of|there are|unknown|no structure|not known"
}

// needed are the arguments without which a command does not come to look at its flags.
func needed(cmd *cobra.Command, flag string) []string {
	switch cmd.Name() {
	case "build":
		return []string{"--keys=words.txt", "--out=words.filter"}
	case "query", "hyphenate":
		return []string{"words.txt"}
	case "import":
		return []string{"bloom-filter.csv"}
	case "compare", "table", "ratios", "plot", "history":
		return []string{"run"}
	case "merge":
		return []string{"results/shards"}
	case "versus":
		return []string{"cuckoo", "bloom"}
	case "choose":
		if flag == "words" {
			return []string{"--thesis-keys"}
		}
		return []string{"--keys=words.txt"}
	}
	if strings.HasPrefix(cmd.CommandPath(), "hyphbench run") {
		return []string{"--dry-run"}
	}
	return nil
}

// A bad value of any flag of any command (in the first tier of one command that has it) is an
// error that names the flag and what is wanted, in no words of Go's. Hidden are those that a
// command refuses, whatever the value.
func TestBadValues(t *testing.T) {
	racetest.OneGoroutine(t)
	everywhere := tier.Checking()
	t.Setenv(tier.Variable, "") // hyphbench knows no such setting
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HYPHBENCH_WORDS", "words.txt") // some values are looked at behind the inputs
	t.Setenv("HYPHBENCH_SMILES", "mine.smi")
	for name, text := range map[string]string{"words.txt": "academy\nant\nareas\nbold\nfields\ntabletop\n", "mine.smi": "CN1C=NC2=C1C(=O)N(C)C(=O)N2C\nCC(C)Cc1ccc(cc1)C(C)C(=O)O\n", "bloom-filter.csv": "epsilon,test-1,test-2\n1,3500,3510\n2,3402,3412\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stdout, _ := hyphbench(t.Context(), t, program(), exitOK, "data", "import", "bloom-filter.csv", "--out=runs")
	if err := os.Rename(strings.TrimSpace(stdout), "run"); err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	everyCommand(newRoot(&call{Program: program()}), func(cmd *cobra.Command) {
		if strings.HasPrefix(cmd.CommandPath(), "hyphbench completion") { // cobra's own, without settings
			return
		}
		cmd.InitDefaultHelpFlag()
		flags := map[string]*pflag.Flag{}
		add := func(f *pflag.Flag) { flags[f.Name] = f }
		cmd.LocalFlags().VisitAll(add)
		cmd.InheritedFlags().VisitAll(add)
		for _, name := range slices.Sorted(maps.Keys(flags)) {
			value, says := badValue(cmd, flags[name])
			if tried[name] && !everywhere || value == "" || flags[name].Hidden || name == "config" && !cmd.HasParent() || // which have no settings
				!settings.Configurable(flags[name]) && name != "help" {
				continue
			}
			tried[name] = true
			args := slices.Concat(strings.Fields(cmd.CommandPath())[1:], needed(cmd, name), []string{"--" + name + "=" + value})
			t.Run(strings.Join(args, " "), func(t *testing.T) {
				t.Parallel()
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				var out, errs bytes.Buffer
				code := program().Run(ctx, args, strings.NewReader(""), &out, &errs)
				line, _, _ := strings.Cut(errs.String(), "\n")
				if code != exitUsage && code != exitFailure || !settings.SpeaksOf(line, name) && !strings.Contains(line, value) ||
					!regexp.MustCompile(says).MatchString(line) || goWords.MatchString(line) {
					t.Errorf("exit code %d\n%s", code, &errs)
				}
			})
		}
	})
	if len(tried) < 60 {
		t.Errorf("only %d flags were tried: %v", len(tried), slices.Sorted(maps.Keys(tried)))
	}
}

// Numbers are read as people write them, by every command.
func TestPlainValues(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	set := func(path, flag, value string) (string, error) {
		root := newRoot(&call{Program: program()})
		cmd, _, err := root.Find(strings.Fields(path))
		if err != nil {
			t.Fatal(err)
		}
		err = cmd.Flags().Set(flag, value)
		return cmd.Flags().Lookup(flag).Value.String(), err
	}
	for _, c := range []struct{ command, flag, value, want string }{
		{"run", "time", "10", "10s"}, {"run", "time", "1e2", "1m40s"}, {"run", "time", "1.5", "1.5s"}, {"run", "time", "10 m", "10m0s"}, {"run", "time", "1h30m", "1h30m0s"},
		{"data fetch", "timeout", "90", "1m30s"}, {"calibrate", "time", "60", "1m0s"}, {"choose", "lifetime", "3600", "1h0m0s"},
		{"run fbl", "iterations", "1e6", "1000000"}, {"run", "reps", "1k", "1000"}, {"run", "reps", "1_000", "1000"}, {"run bloom1970", "n", "0.5M", "500000"},
		{"filters", "n", "1e6", "1000000"}, {"filters", "others", "10k", "10000"}, {"stores", "n", "1M", "1000000"}, {"calibrate", "trials", "1e2", "100"}, {"choose", "batch", "1k", "1000"},
		{"run", "seed", "1e3", "1000"}, {"run", "seed", "18446744073709551615", "18446744073709551615"}, {"run", "seed", "0x10", "16"}, {"build", "seed", "1M", "1000000"},
		{"run churn", "eps", "1e-3", "0.001"}, {"run", "resolve", "5e-3", "0.005"}, {"run", "resolve", "0.5%", "0.005"},
		{"choose", "miss-cost", "50 us", "50us"}, {"choose", "miss-cost", "50us", "50us"}, {"choose", "queries-per-build", "1M", "1000000"},
		{"choose", "members", "10%", "0.1"}, {"choose", "members", "1e-1", "0.1"},
	} {
		if got, err := set(c.command, c.flag, c.value); err != nil || got != c.want {
			t.Errorf("%s --%s=%s is %s, %v, want %s", c.command, c.flag, c.value, got, err, c.want)
		}
	}
	for _, c := range []struct{ command, flag, value string }{
		{"run", "reps", "1.5"}, {"run", "seed", "-1"}, {"run", "seed", "1e30"}, {"filters", "n", "99999999999999999999"}, {"run", "time", "ten"}, {"run", "time", "1e30"}, {"choose", "members", "x%"},
	} {
		if got, err := set(c.command, c.flag, c.value); err == nil || goWords.MatchString(settings.PlainError(err).Error()) || !strings.Contains(settings.PlainError(err).Error(), "want ") {
			t.Errorf("%s --%s=%s is %s, %v", c.command, c.flag, c.value, got, settings.PlainError(err))
		}
	}
	// A time below 0 is none.
	_, stderr := hyphbench(t.Context(), t, program(), exitUsage, "run", "--time=-5")
	if want := "--time=-5s is out of range: want a time above 0"; !strings.Contains(stderr, want) {
		t.Errorf("%s\nwant %s", stderr, want)
	}
}
