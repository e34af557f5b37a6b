package command

import (
	"bufio"
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"hyphbench/data"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
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

// documentedCommands are the commands of the README, of the documents and of
// the examples of the help, with where they stand.
func documentedCommands(t *testing.T) (order []string, where map[string]string) {
	t.Helper()
	where = map[string]string{}
	add := func(place, text string) {
		for _, c := range commandsOf(text) {
			if where[c] == "" {
				order = append(order, c)
			}
			where[c] = place
		}
	}
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append([]string{"../../README.md"}, documents...) {
		add(name, shellBlocks(string(readFile(t, name))))
	}
	var help func(*cobra.Command)
	help = func(cmd *cobra.Command) {
		add(cmd.CommandPath()+" --help", cmd.Example)
		for _, sub := range cmd.Commands() {
			help(sub)
		}
	}
	help(newRoot(&call{Program: program()}))
	return order, where
}

// gates are the documented commands with a gate, the condition on which it
// must be closed, and its message. All others must exit with 0.
func gates() map[string]struct{ shutIf, says string } {
	slower := struct{ shutIf, says string }{"true", "hyphbench: --fail-if=slower>2%: failed by "}
	return map[string]struct{ shutIf, says string }{
		"hyphbench compare old new --fail-if='slower>2%'": slower,
		"hyphbench compare --fail-if='slower>2%' old new": slower,
		"hyphbench verify --fail-on=contradicted --format=markdown results": {
			`hyphbench verify --format=json results | grep -q '"verdict": "contradicted'`, "hyphbench: --fail-on: "},
	}
}

// wordsOf returns the words behind hyphbench in each command, as a shell reads them.
func wordsOf(t *testing.T, commands []string) (list [][]string) {
	t.Helper()
	var script strings.Builder
	script.WriteString("set -f\nhyphbench() { printf '%s\\0' \"$@\"; echo; }\n")
	for _, c := range commands {
		script.WriteString(regexp.MustCompile(` [<>] \S+`).ReplaceAllString(c, "") + "\n")
	}
	out, err := exec.Command("sh", "-c", script.String()).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		list = append(list, strings.Split(strings.TrimSuffix(line, "\x00\n"), "\x00"))
	}
	if len(list) != len(commands) {
		t.Fatalf("a shell reads %d commands in %d", len(list), len(commands))
	}
	return list
}

// parse is the error of a command line with an unknown subcommand or flag, a bad value or a
// wrong number of arguments. Nothing is executed.
func parse(args []string) error {
	root := newRoot(&call{Program: program(), args: args})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	_, args, err := nameExperiment(root, args)
	if err != nil {
		return err
	}
	cmd, rest, err := root.Find(args)
	if err != nil {
		return err
	}
	if err := cmd.ParseFlags(rest); err != nil {
		return err
	}
	return cmp.Or(cmd.ValidateArgs(cmd.Flags().Args()), cmd.ValidateFlagGroups())
}

// Every documented command has commands, flags, values and arguments that there are.
func TestDocumentedCommandsAreKnown(t *testing.T) {
	racetest.OneGoroutine(t)
	order, where := documentedCommands(t)
	if len(order) < 120 {
		t.Errorf("only %d commands found", len(order))
	}
	for i, words := range wordsOf(t, order) {
		if err := parse(words); err != nil {
			t.Errorf("%s: %s: %v", where[order[i]], order[i], err)
		}
	}
	wrong := []string{
		"hyphbench shwo results", "hyphbench run spce", "hyphbench run --experiment=spce", "hyphbench baseline save main",
		"hyphbench run --rep=3", "hyphbench run fbl --eps=1%", "hyphbench show table --words=words.txt results",
		"hyphbench run --reps=many", "hyphbench run --eps=0", "hyphbench show table results results", "hyphbench query", "echo a | hyphbench hyphenate --lefd-min=2",
	}
	for i, words := range wordsOf(t, wrong) {
		if parse(words) == nil {
			t.Errorf("%s has no error", wrong[i])
		}
	}
}

// quick are the documented commands that the first tier executes.
func quick() []string {
	return []string{
		"hyphbench help",
		"echo 'hyphenation algorithm' | hyphbench hyphenate",
		"hyphbench build --keys=words.txt --filter=cuckoo --eps=0.1% --out=words.filter",
		"hyphbench query --count --invert words.filter my-words.txt",
		"hyphbench compare old new --fail-if='slower>2%'",
		"hyphbench run duplicates --quick",
	}
}

// Every documented command is executed, over a small list; a few of them in the first tier.
// One that measures as long as it needs (--resolve) gets a second, unless it names a time
// itself. A run of its own has a folder of its own, and is measured beside the others; the
// rest is executed in one folder, in the order of the documents.
func TestDocumentedCommands(t *testing.T) {
	t.Parallel()
	order, where := documentedCommands(t)
	gates := gates()
	for command := range gates {
		if where[command] == "" {
			t.Errorf("no document has %s", command)
		}
	}
	here := documentedFolder(t)
	if tier.Checking() {
		addMeasured(t, here)
	} else {
		for _, command := range quick() {
			if where[command] == "" {
				t.Errorf("no document has %s", command)
			}
		}
		order = quick()
	}
	execute := func(t *testing.T, shell shell, command string) {
		want, says := 0, ""
		if gate, ok := gates[command]; ok {
			if code, _ := shell(gate.shutIf); code == 0 {
				want, says = exitGate, gate.says
			}
		}
		var env []string
		if strings.HasPrefix(command, "hyphbench run ") || strings.HasPrefix(command, "hyphbench versus ") { // figures and pages have tests of their own
			env = append(env, "DERIVED=none")
		}
		if !strings.Contains(command, "--time") {
			if strings.Contains(command, "run --resolve") {
				env = append(env, "HYPHBENCH_TIME=1s")
			} else if strings.Contains(command, "calibrate --resolve") { // its pilot waits for a part of that
				env = append(env, "HYPHBENCH_TIME=20s")
			}
		}
		if code, out := shell(small(command), env...); code != want || !strings.Contains(out, says) {
			t.Errorf("%s: exit code %d, want %d and %q\n%s", where[command], code, want, says, out)
		}
	}
	known := map[string]string{} // by what is executed
	var together []string
	for _, command := range order {
		words := strings.Fields(small(command))
		slices.Sort(words)
		runs := strings.Join(slices.Compact(words), " ")
		switch as, ok := known[runs]; {
		case ok && small(command) != command:
			t.Run(command, func(t *testing.T) { t.Skipf("made small it is %s", as) })
			continue
		case onItsOwn(command):
			t.Run(command, func(t *testing.T) {
				t.Parallel()
				execute(t, documentedFolder(t), command)
			})
		default:
			together = append(together, command)
		}
		known[runs] = command
	}
	t.Run("together", func(t *testing.T) {
		t.Parallel()
		for _, command := range together {
			t.Run(command, func(t *testing.T) { execute(t, here, command) })
		}
	})
}

// onItsOwn reports whether a documented command is a run that needs no other, and that no other
// command reads by its folder; or a choice, which reads no run.
func onItsOwn(command string) bool {
	return (strings.HasPrefix(command, "hyphbench run ") || strings.HasPrefix(command, "hyphbench choose ")) && !strings.Contains(command, "--resume") && !strings.Contains(command, "--out")
}

// small is a documented command with less to measure, where it says itself how
// much that is.
func small(command string) string {
	for _, name := range []string{"space", "lookup", "churn", "growth"} {
		if begin := "hyphbench run " + name; command == begin || strings.HasPrefix(command, begin+" ") {
			command = regexp.MustCompile(` --(n|filter)=\S+`).ReplaceAllString(command, "") + " --filter=bloom,cuckoo --quick"
			if !strings.Contains(command, "--keys") {
				command += " --n=200"
			}
		}
	}
	if strings.HasPrefix(command, "hyphbench versus ") {
		if command = regexp.MustCompile(` --(n|time)=\S+`).ReplaceAllString(command, "") + " --time=200ms"; !strings.Contains(command, "--experiment") {
			command += " --n=200"
		}
	}
	if strings.HasPrefix(command, "hyphbench choose --keys") || strings.HasPrefix(command, "hyphbench choose --thesis-keys") {
		command += " --quick --eps=1%"
		if !strings.Contains(command, "--needs") {
			command += " --needs=delete"
		}
	}
	if strings.Contains(command, "stores --measure") {
		command += " --n=300"
	}
	if strings.HasPrefix(command, "hyphbench run bloom1970") {
		command = regexp.MustCompile(` --(n|reps|store)=\S+`).ReplaceAllString(command, "") + " --n=1000 --sample=100 --store=map"
	}
	if begin := "hyphbench run sets"; command == begin || strings.HasPrefix(command, begin+" ") {
		command = regexp.MustCompile(` --(n|load|shared|many)=\S+`).ReplaceAllString(command, "") + " --n=100 --load=100 --shared=0.5 --many=2,4 --reps=2 --quick"
	}
	if strings.HasPrefix(command, "hyphbench run reconcile") {
		command = regexp.MustCompile(` --(n|d|reps)=\S+`).ReplaceAllString(command, "") + " --n=100,1000 --d=1,30,300"
	}
	if begin := "hyphbench run payoff"; command == begin || strings.HasPrefix(command, begin+" ") {
		command = regexp.MustCompile(` --(n|filter|members|store)=\S+`).ReplaceAllString(command, "") +
			" --filter=bloom,cuckoo --predict=xor --store=map --members=0 --levels=0 --reps=2 --quick"
		if !strings.Contains(command, "--keys") {
			command += " --n=200"
		}
	}
	if strings.HasPrefix(command, "hyphbench run semijoin") {
		command = regexp.MustCompile(` --n=\S+`).ReplaceAllString(command, "") + " --quick --n=300"
	}
	if strings.HasPrefix(command, "hyphbench run aggregation") {
		command += " --quick --items=200"
	}
	if begin := "hyphbench run stream"; command == begin || strings.HasPrefix(command, begin+" ") {
		command = regexp.MustCompile(` --(window|length|filter|eps)=\S+`).ReplaceAllString(command, "") +
			" --window=100 --length=4096 --filter=exact,stable --eps=1% --room=1 --reps=2"
	}
	if strings.HasPrefix(command, "hyphbench run cache") {
		command = regexp.MustCompile(` --requests=\S+`).ReplaceAllString(command, "") + " --eps=1% --quick --requests=2000"
	}
	if strings.HasPrefix(command, "hyphbench run screening") {
		command += " --quick --documents=300 --searches=10 --pairs=20 --text=notes.txt"
	}
	if strings.HasPrefix(command, "hyphbench run gradient") {
		command = regexp.MustCompile(` --nodes=\S+`).ReplaceAllString(command, "") + " --quick --nodes=31 --reps=2"
	}
	command = strings.ReplaceAll(command, "--philosophers=13", "--philosophers=5")
	command = strings.ReplaceAll(command, "run prefixes --n=200000", "run prefixes --n=2000")
	if strings.HasPrefix(command, "hyphbench run values") {
		command = regexp.MustCompile(` --(fingerprint|reps)=\S+`).ReplaceAllString(command, "") + " --fingerprint=4 --n=200 --sizes=500 --reps=2 --quick"
	}
	if begin := "hyphbench run duplicates"; command == begin || strings.HasPrefix(command, begin+" ") {
		command = regexp.MustCompile(` --(n|p)=\S+`).ReplaceAllString(command, "") + " --p=2"
		if !strings.Contains(command, "--keys") {
			command += " --n=200"
		}
	}
	if begin := "hyphbench run routing"; command == begin || strings.HasPrefix(command, begin+" ") {
		command = regexp.MustCompile(` --(nodes|bits|depth|reps)=\S+`).ReplaceAllString(command, "") +
			" --nodes=8 --bits=512 --depth=2 --times=0,1 --lookups=10 --reps=2"
	}
	command = strings.ReplaceAll(command, "--iterations=2000", "--iterations=100")
	// A shard of many rounds is the run of a few.
	command = regexp.MustCompile(`--shard=\d+/\d+`).ReplaceAllString(command, "--shard=0/1")
	if strings.Contains(command, "calibrate") || strings.HasPrefix(command, "hyphbench run --resolve") {
		command = strings.ReplaceAll(command, "--resolve=1%", "--resolve=50%")
	}
	// All structures are measured once, by the command with files of its own.
	command = strings.ReplaceAll(command, "--filter=all --eps=1%,5% --reps=10", "--filter=bloom,cuckoo --eps=5% --reps=2")
	command = strings.ReplaceAll(command, "--filter=all --eps=1%,5%", "--filter=all --eps=5%")
	// Of a range of ε, the first few.
	command = strings.ReplaceAll(command, "--eps=1%..20%", "--eps=1%..3%")
	return strings.ReplaceAll(command, "--eps=0.01..0.20", "--eps=0.01..0.03")
}

// shell executes a command, with more variables.
type shell func(command string, env ...string) (code int, out string)

// documentedFolder makes a folder with what the documented commands name, and
// returns a shell there, in which the defaults are small enough for a test.
func documentedFolder(t *testing.T) shell {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"words.txt": "academy\nareas\nhyphenation\ntables\n", "my-words.txt": "academy\nzygote\n", "mine.smi": "CN1C=NC2=C1C(=O)N(C)C(=O)N2C\nCC(C)Cc1ccc(cc1)C(C)C(=O)O\n",
		"my-exceptions.tex": `\hyphenation{zy-gote}`, "hyphenex.tex": string(data.Hyphenex), "patterns-en.tex": string(data.PatternsEN),
		"bloom-filter.csv": wideCSV("bloom"), "cuckoo-filter.csv": wideCSV("cuckoo"),
		"build-bloom-filter.csv": wideCSV("init"), "build-cuckoo-filter.csv": wideCSV("init"),
		"page.html": "<p>A table.</p>\n", "chapter.tex": "A table.\n", "notes.txt": "A table.\n", "texto.txt": "tabela\n",
		"my-words.hyp.txt": "ta-ble\n", "hyph_xx.dic": "UTF-8\n1ble\n",
		"texmf/tex/generic/hyph-utf8/patterns/tex/hyph-pt.tex": "\\patterns{1be 1la}",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shell := func(command string, env ...string) (int, string) {
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CACHE_HOME="+dir, "TEXMFHOME="+filepath.Join(dir, "texmf"),
			// Flags on the command line still win.
			"HYPHBENCH_WORDS=words.txt", "HYPHBENCH_SMILES=mine.smi", "HYPHBENCH_REPS=2", "HYPHBENCH_RUN_EPS=1%,5%,9%", "HYPHBENCH_RUN_CHURN_EPS=1%", "HYPHBENCH_ITERATIONS=100",
			"HYPHBENCH_TRIALS=2", "HYPHBENCH_ROUNDS=8", tier.Variable+"=",
		)
		cmd.Env = append(cmd.Env, env...)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	for name, times := range map[string]float64{"old": 1, "new": 1.5} {
		run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.05,0.09", Reps: 8})
		synthetic.Slower(run, times)
		if _, err := synthetic.Write(filepath.Join(dir, name), run); err != nil {
			t.Fatal(err)
		}
	}
	return shell
}

// addMeasured adds what documented commands read of runs that were measured, interrupted or
// divided into shards.
func addMeasured(t *testing.T, shell shell) {
	t.Helper()
	kept, err := filepath.Abs("../../results")
	if err != nil {
		t.Fatal(err)
	}
	for _, prepare := range []string{
		"! interrupt-after 3 run --out=results && mv results/*-thesis results/20260102T030405Z-thesis",
		"! interrupt-after 3 run --out=results",
		"hyphbench run --shard=0/2 && hyphbench run --shard=1/2",
		"mkdir node1 node2 && cp -r results/shards/0-of-2 node1 && cp -r results/shards/1-of-2 node2",
		"mkdir results/stores && cp -r '" + kept + "/implementations' results && cp -r '" + kept + "/stores/direct' results/stores",
	} {
		if code, out := shell(prepare); code != 0 {
			t.Fatalf("%s: %s", prepare, out)
		}
	}
}

// invent makes a run in a new folder of the one in the folder from, with
// invented times: an operation takes nearly the same length in all rounds.
func invent(t *testing.T, from, to string, length float64) {
	t.Helper()
	run, err := runfolder.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	for i := range run.Rows {
		if row := &run.Rows[i]; row.Timed() {
			row.Value = length * float64(row.Ops) * (1 + float64(row.Round)/1000)
			row.CPU = int64(row.Value)
		}
	}
	if _, err := synthetic.Write(to, run); err != nil {
		t.Fatal(err)
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
