package thesis

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/tier"
)

// fakeNode is the variable that makes this test binary a Node.js: it has the answers, a JSON
// object by metric.
const fakeNode = "HYPHBENCH_TEST_FAKE_NODE"

func TestMain(m *testing.M) {
	if answers := os.Getenv(fakeNode); answers != "" {
		os.Exit(beNode(answers))
	}
	os.Exit(m.Run())
}

// beNode answers as it is told, with what identifies the question where that is not told. A
// text in the place of an object is written as it is; an empty one ends it.
func beNode(answers string) int {
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		fmt.Println("v20.1.0")
		return 0
	}
	var told map[string]any
	if err := json.Unmarshal([]byte(answers), &told); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	in := bufio.NewReader(os.Stdin)
	var first nodeTold
	for n := 0; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return 0
		}
		if n == 0 {
			_ = json.Unmarshal(line, &first)
			fmt.Println(`{"node":"v20.1.0"}`)
			continue
		}
		answer := map[string]any{"filter": first.Filter, "round": first.Round, "wall_ns": 900, "cpu_ns": 600}
		_ = json.Unmarshal(line, &answer)
		switch of := told[answer["metric"].(string)].(type) {
		case string:
			if of == "" {
				fmt.Fprintln(os.Stderr, "out of\nmemory")
				return 3
			}
			fmt.Println(of)
		case map[string]any:
			maps.Copy(answer, of)
			text, _ := json.Marshal(answer)
			fmt.Println(string(text))
		}
	}
}

// withNode is a bench of both filters at 1 and 20 %, whose Node.js gives the answers that it
// must, but for what doctor makes of them.
func withNode(t *testing.T, filter string, epsilon string, doctor map[string]any, flags ...string) *bench {
	t.Helper()
	b := listed(t, append([]string{"--filter=bloom", "--eps=1%,20%", "--reps=2"}, flags...)...)
	self := experimenttest.Must(os.Executable())(t)
	b.structures, b.node = nodeFilters(), &nodeStack{program: []string{self}, running: map[string]*nodeProcess{}, wanted: map[runfolder.Cell]nodeCounts{}}
	b.all = b.groups()
	t.Cleanup(func() { b.Close() })
	answers := map[string]any{}
	for _, m := range []runfolder.Metric{Init, Hyphenate, metric.Build} {
		s := stepOf(m, filter, epsilon, 1)
		b.visit(s)
		want := experimenttest.Must(b.wantedOfNode(s.Cell))(t)
		answers[string(m)] = want
	}
	maps.Copy(answers, doctor)
	text := experimenttest.Must(json.Marshal(answers))(t)
	t.Setenv(fakeNode, string(text))
	return b
}

// An answer that is not to the question, or not what the library in Go says, is an error.
func TestNodeGate(t *testing.T) {
	want := func(b *bench, m runfolder.Metric) nodeCounts {
		s := stepOf(m, nodeCuckoo, "0.01", 1)
		b.visit(s)
		return experimenttest.Must(b.wantedOfNode(s.Cell))(t)
	}
	whole := withNode(t, nodeCuckoo, "0.01", nil)
	pass, build := want(whole, Hyphenate), want(whole, metric.Build)
	if pass.FN != 537 || pass.FP == 0 || pass.Breaks == 0 || pass.Params["digits"] != 2 || build.FN != 537 || build.FP != 0 {
		t.Fatalf("the counts of a pass %+v, of a construction %+v", pass, build)
	}
	other := func(change func(*nodeCounts)) nodeCounts {
		c := pass
		c.Params = maps.Clone(pass.Params)
		change(&c)
		return c
	}
	for _, c := range []struct {
		metric runfolder.Metric
		answer any
		want   string // empty: no error
	}{
		{Hyphenate, pass, ""},
		{Init, build, ""},
		{metric.Build, build, ""},
		{Hyphenate, other(func(c *nodeCounts) { c.FN-- }), "wrong answers: "},
		{Hyphenate, other(func(c *nodeCounts) { c.FP++ }), "wrong answers: "},
		{Hyphenate, other(func(c *nodeCounts) { c.Breaks++ }), "wrong answers: "},
		{Hyphenate, other(func(c *nodeCounts) { c.Params["digits"] = 1 }), "digits:1] FN:537"},
		{metric.Build, nodeCounts{Params: build.Params, FN: 536}, "FN:536"},
		{Init, nodeCounts{Params: map[string]float64{}, FN: 537}, "wrong answers: "},
		{Init, map[string]any{"filter": "bloom"}, "node answered for bloom in round 1"},
		{Init, map[string]any{"round": 2}, "node answered for cuckoo in round 2"},
		{Init, map[string]any{"epsilon": 0.2}, "Epsilon:0.2}: want cuckoo in round 1, {Metric:init Epsilon:0.01}"},
		{Init, map[string]any{"metric": "build"}, "Metric:build"},
		{Init, map[string]any{"wall_ns": 0}, "node measured 0 ns"},
		{Init, map[string]any{"cpu_ns": 0}, "0 ns of CPU time"},
		{Init, map[string]any{"error": "not today"}, "node: not today"},
		{Init, "hello", `node answered "hello"`},
		{Init, "", "node ended without an answer: out of memory"},
	} {
		answer := c.answer
		if of, ok := answer.(map[string]any); ok && of["error"] == nil {
			answer = maps.Clone(of)
			maps.Copy(answer.(map[string]any), map[string]any{"params": build.Params, "fn": build.FN})
		}
		b := withNode(t, nodeCuckoo, "0.01", map[string]any{string(c.metric): answer})
		m, err := b.Measure(t.Context(), stepOf(c.metric, nodeCuckoo, "0.01", 1))
		switch {
		case c.want != "":
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %+v: %v, want %q", c.metric, c.answer, err, c.want)
			}
		case err != nil:
			t.Errorf("%s: %v", c.metric, err)
		case m.Value != 900 || m.CPU != 600 || m.Unit != runfolder.Nanoseconds || c.metric == Hyphenate && m.Ops != int64(b.words.Len()) || c.metric != Hyphenate && m.Ops != 1:
			t.Errorf("%s: %+v", c.metric, m)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A filter has a process a round, which warms up each metric once, and in the thesis's own
// order one for all repetitions, without that. Close ends all.
func TestNodeProcesses(t *testing.T) {
	for _, c := range []struct {
		flags     []string
		processes int
		warm      bool
	}{{nil, 2, true}, {[]string{"--design=thesis"}, 1, false}} {
		b := withNode(t, nodeBloom, "0.2", nil, c.flags...)
		seen := map[*nodeProcess]bool{}
		for round := 1; round <= 2; round++ {
			for _, m := range []runfolder.Metric{Init, Hyphenate, metric.Build, Hyphenate} {
				measure(t, b, stepOf(m, nodeBloom, "0.2", round))
				p := b.node.running["bloom"]
				if seen[p] = true; p.warm[m] != c.warm {
					t.Errorf("%v: %s warmed up: %v", c.flags, m, p.warm[m])
				}
			}
		}
		if len(seen) != c.processes || len(b.node.running) != 1 {
			t.Errorf("%v: %d processes, %d at the end, want %d, the last at the end", c.flags, len(seen), len(b.node.running), c.processes)
		}
		if err := b.Close(); err != nil || len(b.node.running) != 0 {
			t.Errorf("%v: %d processes behind Close, %v", c.flags, len(b.node.running), err)
		}
		for p := range seen {
			if p.cmd.ProcessState == nil {
				t.Errorf("%v: process %d was not waited for", c.flags, p.cmd.Process.Pid)
			}
		}
	}
}

// The plan has three times of each filter in Node.js and does not warm them up; others have
// what they have without. The prediction has the start of each process.
func TestNodePlan(t *testing.T) {
	b := withNode(t, nodeBloom, "0.01", nil)
	b.structures, b.epsilons = append(b.structures[:1], b.structures[0]), b.epsilons[:1]
	b.structures[1].Name = bloom
	b.all = b.groups()
	found := map[string]map[runfolder.Metric]int{}
	for _, s := range stepsOf(b, 0) {
		if inNode(s.Cell.Filter) && s.Round < 1 {
			t.Errorf("%s is in the plan", name(s))
		}
		if found[s.Cell.Filter] == nil {
			found[s.Cell.Filter] = map[runfolder.Metric]int{}
		}
		found[s.Cell.Filter][s.Cell.Metric]++
	}
	if want := map[runfolder.Metric]int{Init: 2, Hyphenate: 2, metric.Build: 2}; !maps.Equal(found[nodeBloom], want) {
		t.Errorf("%v of %s, want %v", found[nodeBloom], nodeBloom, want)
	}
	alone := listed(t, "--filter=bloom", "--eps=1%", "--reps=2")
	for _, s := range stepsOf(alone, 0) {
		found[s.Cell.Filter][s.Cell.Metric]--
	}
	for _, filter := range []string{bloom, NoFilter, NoExceptions} {
		for m, n := range found[filter] {
			if n != 0 {
				t.Errorf("%s of %s: %d steps more than without Node.js", m, filter, n)
			}
		}
	}
	b.node.aside = time.Hour
	took, err := b.Predict(t.Context())
	if err != nil || b.node.aside <= time.Hour || took < 2*b.node.aside {
		t.Errorf("predicted %s, %v, with starts that take %s a round", took, err, b.node.aside)
	}
}

// Without Node.js, without its packages or with others, one line says how to get them, and the
// run goes on without; with nothing else to measure it is an error.
func TestNodeAbsent(t *testing.T) {
	self := experimenttest.Must(os.Executable())(t)
	path, folder := t.TempDir(), t.TempDir()
	lock := filepath.Join(folder, "node_modules", ".package-lock.json")
	experimenttest.OK(t, os.Mkdir(filepath.Dir(lock), 0o755))
	t.Setenv("PATH", path)
	t.Setenv(fakeNode, "{}")
	try := func(want string) {
		t.Helper()
		b := listed(t, "--filter=bloom,node-bloom", "--beside=node-cuckoo,cuckoo", "--node-dir="+folder)
		defer b.Close()
		var m runfolder.Meta
		b.Describe(&m)
		if want == "" {
			if got := strings.Join(m.Filters, " "); got != "bloom node-bloom node-cuckoo cuckoo" || !strings.HasPrefix(m.Parameters[nodeParameter], "Node.js v20.1.0, hypher 0.2.5") {
				t.Errorf("%s: %s", got, m.Parameters[nodeParameter])
			}
			return
		}
		want = "Not measured: node-bloom and node-cuckoo: " + want + "."
		if got := strings.Join(m.Filters, " "); got != "bloom cuckoo" || m.Notes[len(m.Notes)-1] != want {
			t.Errorf("%s, %q; want %q", got, m.Notes, want)
		}
		if _, err := preparedOrNot(t, "--filter=node-bloom,node-cuckoo", "--node-dir="+folder); err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
	try("no node in PATH: want Node.js, then 'make node'")
	if err := os.Symlink(self, filepath.Join(path, "node")); err != nil {
		t.Skip(err)
	}
	try("its npm packages are not installed: want 'make node', or their folder by --node-dir")
	for text, want := range map[string]string{
		"{": "its npm packages: unexpected end of JSON input: want 'make node'",
		strings.Replace(string(nodeLock), `"version": "0.2.5"`, `"version": "0.2.4"`, 1): `npm package hypher is "0.2.4": want 0.2.5, by 'make node'`,
		string(nodeLock): "",
	} {
		experimenttest.OK(t, os.WriteFile(lock, []byte(text), 0o644))
		try(want)
	}
}

func preparedOrNot(t *testing.T, flags ...string) (experiment.Bench, error) {
	return experimenttest.Prepare(t, New(store.Kinds()...), flags...)
}

// What hypher in Node.js does not have is refused.
func TestNodeRefuses(t *testing.T) {
	for _, flags := range [][]string{{"--word-rule=tex"}, {"--pass=batch"}, {"--store=direct"}, {"--patterns=any.tex"}} {
		_, err := preparedOrNot(t, append(flags, "--filter=bloom,node-bloom")...)
		if err == nil || !strings.HasPrefix(err.Error(), "node-bloom: npm hypher goes word by word") {
			t.Errorf("%v: %v", flags, err)
		}
	}
}

// Node.js itself, where it is there, answers as the library in Go.
func TestNodeItself(t *testing.T) {
	tier.Check(t)
	b := listed(t, "--filter=bloom,node-bloom,node-cuckoo", "--eps=1%,4%,20%", "--reps=2")
	if b.node == nil {
		t.Skip(b.notes[len(b.notes)-1])
	}
	defer b.Close()
	rows := experimenttest.Must(carriedOut(t, b))(t)
	found := map[runfolder.Metric]int{}
	for _, r := range rows {
		if inNode(r.Filter) {
			found[r.Metric]++
			if r.CPU <= 0 || r.Value <= 0 {
				t.Errorf("%+v", r)
			}
		}
	}
	if want := map[runfolder.Metric]int{Init: 12, Hyphenate: 12, metric.Build: 12}; !maps.Equal(found, want) {
		t.Errorf("rows of Node.js: %v, want %v", found, want)
	}
	// Filled with the hyphenated keys, as in the thesis's public code, it finds few of the plain ones.
	b = listed(t, "--filter=node-bloom", "--eps=1%", "--reps=2", "--filter-keys=hyphenated")
	defer b.Close()
	measure(t, b, stepOf(Hyphenate, nodeBloom, "0.01", 1))
}

// T1-node to T9-node have verdicts from the rows of Node.js alone, and name its filters; its
// cuckoo filter has two tables, as the one in Go.
func TestNodeClaims(t *testing.T) {
	made := func(cuckoo, overEpsilon float64) map[string]claim.Result {
		run := synthetic.Run(synthetic.Options{Filters: []string{"bloom-literal", "cuckoo-literal", nodeBloom, nodeCuckoo}})
		for i, row := range run.Rows {
			switch {
			case row.Metric != Hyphenate:
			case row.Filter == nodeCuckoo:
				run.Rows[i].Value *= cuckoo
			case row.Filter == nodeBloom:
				run.Rows[i].Value *= 1 - overEpsilon*rateAt(row.Point).Float()
			}
		}
		return resultsOf(t, run)
	}
	slower, faster := made(1.1, 1), made(0.7, -1)
	for id, want := range map[string][2]claim.Verdict{
		"T2-node":  {claim.Supported, claim.Contradicted},
		"T3-node":  {claim.Supported, claim.Contradicted},
		"T7-node":  {claim.Supported, claim.Contradicted},
		"T8b-node": {claim.Contradicted, claim.Supported},
	} {
		if got := [2]claim.Verdict{slower[id].Verdict, faster[id].Verdict}; got != want {
			t.Errorf("%s: %v, want %v: %s", id, got, want, slower[id].Why)
		}
	}
	for _, id := range []string{"T2", "T7", "T8b"} {
		if slower[id].Verdict != faster[id].Verdict || slower[id].Effect != faster[id].Effect {
			t.Errorf("%s is another one by rows of Node.js", id)
		}
	}
	if why := slower["T5-node"].Why; !strings.Contains(why, "measured: node-cuckoo;") || !strings.Contains(why, "two distinct structures (digits = 2 … digits = 1)") {
		t.Error(why)
	}
	if why := slower["T7-node"].Why; !strings.Contains(why, "measured: node-bloom and node-cuckoo;") {
		t.Error(why)
	}
	if r := resultOf(t, synthetic.Run(synthetic.Options{}), "T7-node"); r.Verdict != claim.NotTested || r.Why != "the run has no node-bloom: want --filter=node-bloom,node-cuckoo" {
		t.Errorf("%s: %s", r.Verdict, r.Why)
	}
}

// Where something is measured in Node.js, the baselines say that they are not, and captions
// name the library in both languages.
func TestNodeReads(t *testing.T) {
	without, with := New().ReadingOf(&runfolder.Meta{Filters: []string{bloom}}), New().ReadingOf(&runfolder.Meta{Filters: []string{bloom, nodeBloom}})
	if without.Baselines[NoFilter] != "no filter (exact map alone)" || with.Baselines[NoFilter] != "no filter, in Go (exact map alone)" || with.Baselines[NoExceptions] != "no exceptions, in Go (patterns alone)" {
		t.Errorf("%v, %v", without.Baselines, with.Baselines)
	}
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", nodeCuckoo}, Epsilons: "0.01..0.03", Reps: 3}))
	for l, want := range map[bilingual.Lang]string{
		bilingual.English:    "with a cuckoo filter of npm bloom-filters 3.0.0, in Node.js",
		bilingual.Portuguese: "com um cuckoo filter do npm bloom-filters 3.0.0, no Node.js",
	} {
		if got := experimenttest.Labels(t, s, figured(t, s, "run-node-cuckoo"), l); !strings.Contains(strings.ReplaceAll(got, "\n", " "), want) {
			t.Errorf("no caption %q in\n%s", want, got)
		}
	}
}
