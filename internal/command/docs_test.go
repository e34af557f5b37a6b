package command

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"hyphbench/data"
)

// commandsOf returns the lines of a text that call hyphbench, comments cut.
func commandsOf(text string) []string {
	var list []string
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "  #")
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "hyphbench ") || strings.Contains(line, "| hyphbench ") && strings.HasPrefix(line, "echo") {
			list = append(list, line)
		}
	}
	return list
}

// shellBlocks returns the contents of a Markdown file's ```sh blocks.
func shellBlocks(markdown string) string {
	var b strings.Builder
	for i, part := range strings.Split(markdown, "```") {
		if code, ok := strings.CutPrefix(part, "sh\n"); ok && i%2 == 1 {
			b.WriteString(code)
		}
	}
	return b.String()
}

// Every command in the README, in the documents and in the examples of the
// help is executed, over a small list.
func TestDocumentedCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs some thirty commands")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "bin", "hyphbench")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/hyphbench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	from := map[string]string{} // command → where it stands
	var order []string
	add := func(where, text string) {
		for _, c := range commandsOf(text) {
			if from[c] == "" {
				order = append(order, c)
			}
			from[c] = where
		}
	}
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append([]string{"../../README.md"}, documents...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		add(name, shellBlocks(string(text)))
	}
	var help func(*cobra.Command)
	help = func(cmd *cobra.Command) {
		add(cmd.CommandPath()+" --help", cmd.Example)
		for _, sub := range cmd.Commands() {
			help(sub)
		}
	}
	help(newRoot(nil))

	for name, text := range map[string]string{
		"words.txt": "academy\nareas\nhyphenation\ntables\n", "my-words.txt": "academy\nzygote\n",
		"my-exceptions.tex": `\hyphenation{zy-gote}`, "hyphenex.tex": string(data.Hyphenex), "patterns-en.tex": string(data.PatternsEN),
		"bloom-filter.csv": wideCSV("bloom"), "cuckoo-filter.csv": wideCSV("cuckoo"),
		"build-bloom-filter.csv": wideCSV("init"), "build-cuckoo-filter.csv": wideCSV("init"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shell := func(command string) (string, error) {
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(),
			"PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"),
			"HOME="+dir, "XDG_CACHE_HOME="+dir,
			// Small enough for a test; flags on the command line still win.
			"HYPHBENCH_WORDS=words.txt", "HYPHBENCH_REPS=2", "HYPHBENCH_RUN_EPS=1%,5%,9%", "HYPHBENCH_ITERATIONS=1000",
			"HYPHBENCH_TRIALS=2", "HYPHBENCH_ROUNDS=2",
		)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, prepare := range []string{"hyphbench run --out=results", "hyphbench run --out=old", "hyphbench run --out=new"} {
		if out, err := shell(prepare); err != nil {
			t.Fatalf("%s: %v\n%s", prepare, err, out)
		}
	}
	for _, command := range order {
		out, err := shell(command)
		ok := err == nil
		for _, excuse := range excuses() {
			ok = ok || strings.HasPrefix(command, excuse.command) && strings.Contains(out, excuse.says)
		}
		if !ok {
			t.Errorf("%s: %s: %v\n%s", from[command], command, err, out)
		}
	}
	if len(order) < 15 {
		t.Errorf("only %d commands found", len(order))
	}
}

// excuses are the commands that cannot end well here, with what they must say
// instead.
func excuses() []struct{ command, says string } {
	return []struct{ command, says string }{
		{"hyphbench run --resume results/", "no such file"}, // the help's example names a folder of someone's
		{"hyphbench run --resume", "no unfinished run"},
		{"hyphbench data fetch", "fetch https://"}, // a test has no network
		{"hyphbench verify --fail-on", "contradicted"},
		{"hyphbench compare", "slower"}, // of two runs of a moment, the gate may close
	}
}

// wideCSV is a wide CSV file of the thesis's form, with invented times.
func wideCSV(kind string) string {
	base := map[string]int{"bloom": 3500, "cuckoo": 3520, "init": 100}[kind]
	var b strings.Builder
	b.WriteString("epsilon")
	for i := 1; i <= 30; i++ {
		b.WriteString(",test-" + strconv.Itoa(i))
	}
	b.WriteString("\n")
	for e := 1; e <= 20; e++ {
		b.WriteString(strconv.Itoa(e))
		for i := range 30 {
			b.WriteString("," + strconv.Itoa(base-e+(i*7)%11))
		}
		b.WriteString("\n")
	}
	return b.String()
}
