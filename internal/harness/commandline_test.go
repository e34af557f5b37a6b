package harness

import (
	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/store"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func TestBaseNames(t *testing.T) {
	for value, want := range map[string]string{
		"words.txt": "words.txt", "/home/me/words.txt": "words.txt",
		"--words=a/b.txt": "--words=b.txt", "[a/b.tex,/c/d.tex]": "[b.tex,d.tex]", "0.01..0.20": "0.01..0.20", "": "",
	} {
		if got := baseNames(value); got != want {
			t.Errorf("%q becomes %q, want %q", value, got, want)
		}
	}
}

// Paths are cut in the command that run.json holds, and nothing else is.
func TestArgv(t *testing.T) {
	flags := pflag.NewFlagSet("run", pflag.ContinueOnError)
	New(thesis.New(store.Kinds()...)).Flags(flags)
	for args, want := range map[string]string{
		"run --shard=2/3 --words=a/b.txt":      "run --shard=2/3 --words=b.txt",
		"run --shard 2/3 --words a/b.txt":      "run --shard 2/3 --words b.txt",
		"run --out a/b --filter bloom,a/b":     "run --out b --filter bloom,a/b",
		"run --resume a/b --config=/home/me/c": "run --resume b --config=c",
		"run --resume=a/b a/b --absent=a/b":    "run --resume=b b --absent=b",
		"run --store=bbolt:a/b --words a/b":    "run --store=bbolt:b --words b",
		"run --store redis-tcp:host:1 a/b":     "run --store redis-tcp:host:1 b",
		"run --layout=3 --until=4 -q a/b":      "run -q b",
	} {
		if got := strings.Join(Argv(strings.Fields(args), flags)[1:], " "); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// A shell reads a line as the words that it was made of.
func TestShellLine(t *testing.T) {
	words := []string{"plain", "--a=b/c.txt", "two words", "it's", `"`, "", "$HOME", "`x`", "a\nb", `\`, "é*?[!~#&;|<>(){}"}
	out, err := exec.Command("sh", "-c", "printf '%s\\0' "+ShellLine(words)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !slices.Equal(got, words) {
		t.Errorf("%q are read as %q", words, got)
	}
	if line := ShellLine(words[:2]); line != "plain --a=b/c.txt" {
		t.Errorf("quoted without need: %s", line)
	}
}
