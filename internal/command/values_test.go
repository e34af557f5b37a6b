package command

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// goWords are the words of Go's own parsers.
var goWords = regexp.MustCompile(`strconv|parsing|invalid syntax|value out of range|invalid duration|time: |invalid argument|unmarshal`)

// badValue returns a value that the flag cannot have, and what its error must have
// beside the flag's name; no value for a flag that takes any text.
func badValue(cmd *cobra.Command, f *pflag.Flag) (value, says string) {
	const absent = "no such file"
	name := strings.TrimPrefix(cmd.CommandPath(), "hyphbench ") + " --" + f.Name
	other := map[string][2]string{
		"hyphenate --mark":       {}, // any text
		"data fetch --to":        {}, // what is fetched is written there
		"choose --html":          {}, // written at the end
		"choose --record":        {}, // written at the end
		"stores --store-dir":     {}, // made for stores that are measured
		"choose --store-dir":     {},
		"stores --store-address": {}, // used for servers that are measured
		"choose --store-address": {},
	}
	if v, is := other[name]; is {
		return v[0], v[1]
	}
	switch f.Name {
	case "store-dir", "store-address": // used for stores of a run
		return "", ""
	case "config", "words", "keys", "queries", "text", "exceptions", "patterns", "known-negatives", "universe", "from":
		return absent, absent
	case "out":
		return "words.txt/below", "words.txt"
	case "resume":
		if f.Value.Type() == "string" {
			return absent, absent
		}
	}
	return "no such value", "want |none of|there are|unknown|no structure|not known"
}

// needed are the arguments without which a command does not come to look at its flags.
func needed(cmd *cobra.Command) []string {
	switch cmd.Name() {
	case "build":
		return []string{"--keys=words.txt", "--out=words.filter"}
	case "query", "hyphenate":
		return []string{"words.txt"}
	case "man":
		return []string{"pages"}
	case "import":
		return []string{"bloom-filter.csv"}
	case "compare":
		return []string{"run"}
	case "choose":
		return []string{"--keys=words.txt"}
	}
	if strings.HasPrefix(cmd.CommandPath(), "hyphbench run") {
		return []string{"--dry-run"}
	}
	return nil
}

// A bad value of any flag of any command is an error that names the flag and what is
// wanted, in no words of Go's.
func TestBadValues(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for name, text := range map[string]string{"words.txt": "academy\nareas\n", "bloom-filter.csv": "epsilon,test-1,test-2\n1,3500,3510\n2,3402,3412\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stdout, _ := hyphbench(t.Context(), t, program(), exitOK, "import", "bloom-filter.csv", "--out=runs")
	if err := os.Rename(strings.TrimSpace(stdout), "run"); err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	everyCommand(newRoot(&call{Program: program()}), func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		flags := map[string]*pflag.Flag{}
		add := func(f *pflag.Flag) { flags[f.Name] = f }
		cmd.LocalFlags().VisitAll(add)
		cmd.InheritedFlags().VisitAll(add)
		for _, name := range slices.Sorted(maps.Keys(flags)) {
			value, says := badValue(cmd, flags[name])
			if value == "" || name == "config" && cmd.Name() == "version" || !configurable(flags[name]) && name != "help" {
				continue
			}
			tried[name] = true
			args := slices.Concat(strings.Fields(cmd.CommandPath())[1:], needed(cmd), []string{"--" + name + "=" + value})
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			var out, errs bytes.Buffer
			code := program().Run(ctx, args, strings.NewReader(""), &out, &errs)
			cancel()
			line, _, _ := strings.Cut(errs.String(), "\n")
			if code != exitUsage && code != exitFailure || !names(line, name) && !strings.Contains(line, value) ||
				!regexp.MustCompile(says).MatchString(line) || goWords.MatchString(line) {
				t.Errorf("%s: exit code %d\n%s", strings.Join(args, " "), code, &errs)
			}
		}
	})
	if len(tried) < 60 {
		t.Errorf("only %d flags were tried: %v", len(tried), slices.Sorted(maps.Keys(tried)))
	}
	_ = filepath.Join
}
