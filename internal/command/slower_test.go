package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hyphbench/internal/tier"
)

// The transcripts of docs/slower.md are what a shell prints, numbers aside: the loss that is
// planted there is found, by a gate and, in the last tier, by git's search.
func TestSlowerTranscripts(t *testing.T) {
	tier.Check(t)
	t.Parallel()
	blocks := strings.Split(string(readFile(t, "../../docs/slower.md")), "```")
	for i, block := range blocks {
		transcript, is := strings.CutPrefix(block, "console\n")
		if !is {
			continue
		}
		name := []string{1: "gate", 3: "bisect"}[i]
		t.Run(name, func(t *testing.T) {
			search := name == "bisect"
			if search {
				tier.Long(t)
			}
			play(t, changedSource(t, search), transcript)
		})
	}
}

// changedSource is a clone of the source as it is in the work tree; with a history in which the third of five commits is
// the loss.
func changedSource(t *testing.T, history bool) (dir string) {
	t.Helper()
	for _, tool := range []string{"git", "go", "sed"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s", tool)
		}
	}
	top, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		t.Skip("not in a clone")
	}
	dir = filepath.Join(t.TempDir(), "hyphbench")
	script := `git clone -q --no-hardlinks "$0" "$1" && cd "$1" && git config user.name x && git config user.email x@localhost &&
		git -C "$0" diff --binary HEAD | git apply --allow-empty --index && git commit -q --allow-empty -m 'the work tree'
		printf 'academy\nareas\nhyphenation\ntable\n' >words`
	if history {
		script += `
		git tag good
		printf '%s\n' "go build -o hyphbench-now ./cmd/hyphbench || exit 125" \
			"./hyphbench-now run -q --against=good --filter=bloom --eps=1% --metric=query --resolve=2% --out=search.runs >/dev/null || exit 125" \
			"./hyphbench-now compare --fail-if='query of bloom slower>2%' search.runs >/dev/null" \
			'case $? in 0) exit 0;; 3) exit 1;; *) exit 125;; esac' >search
		for i in 1 2 3 4 5; do
			[ $i = 3 ] && sed -i '/^func (b .standard) Contains(/a for range 20 { filter.Fingerprint(key) }' internal/filter/bloom/standard.go
			echo "// Change $i." >>internal/filter/bloom/standard.go
			git commit -qam "$([ $i = 3 ] && echo 'hash every key again' || echo "change $i")"
		done`
	}
	if out, err := exec.Command("sh", "-c", script, strings.TrimSpace(string(top)), dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// play has one shell execute the commands of a transcript, each behind "$ ", and compares what
// they print: a line … stands for any lines, a number for any, and other lines for
// those that contain them. env are more variables.
func play(t *testing.T, dir, transcript string, env ...string) {
	t.Helper()
	const mark = "--- next command ---"
	var script strings.Builder
	var want [][]string
	var commands []string
	for line := range strings.Lines(transcript) {
		line = strings.TrimRight(line, "\n")
		if command, is := strings.CutPrefix(line, "$ "); is {
			script.WriteString("echo '" + mark + "'\n(exit $last)\n" + command + "\nlast=$?\n")
			commands, want = append(commands, command), append(want, nil)
			continue
		}
		want[len(want)-1] = append(want[len(want)-1], line)
	}
	cmd := exec.Command("sh", "-c", "last=0\nexec 2>&1\n"+script.String())
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HYPHBENCH_WORDS=words", "HOME="+dir, "GOCACHE="+goEnv(t, "GOCACHE"), "GOMODCACHE="+goEnv(t, "GOMODCACHE"), tier.Variable+"=")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, got := range strings.Split(string(out), mark+"\n")[1:] {
		if got != "" && !strings.HasSuffix(got, "\n") {
			got += "\n"
		}
		if pattern := patternOf(want[i]); !pattern.MatchString(got) {
			t.Errorf("%s prints\n%s\nwant\n%s", commands[i], got, strings.Join(want[i], "\n"))
		}
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// patternOf is what lines of a transcript match.
func patternOf(lines []string) *regexp.Regexp {
	number := regexp.MustCompile(`[0-9a-f]{12}|<?[0-9][0-9,]*(\\\.[0-9]+)?`)
	var text strings.Builder
	for _, line := range lines {
		if line == "…" {
			text.WriteString(`(?:.*\n)*?`)
			continue
		}
		line = number.ReplaceAllString(regexp.QuoteMeta(line), `<?[0-9a-f,.]+`)
		text.WriteString(`.*` + regexp.MustCompile(` +`).ReplaceAllString(line, ` +`) + `.*\n`)
	}
	return regexp.MustCompile(`^` + text.String() + `$`)
}
