package figure

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/report"
	"hyphbench/internal/report/published"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// svg draws one figure of a run.
func svg(t *testing.T, run *runfolder.Run, id string, l Lang) string {
	t.Helper()
	s, err := report.Summarize(run)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range For(&run.Meta) {
		if f.ID != id {
			continue
		}
		d, err := f.Draw(&Data{Run: run, Summary: s}, l)
		if err != nil {
			t.Fatal(err)
		}
		b, err := d.Encode(SVG, Label{ID: id, Title: f.Title.In(l)})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	t.Fatalf("no figure %q", id)
	return ""
}

// texts are the texts of an SVG, in one line.
func texts(svg string) string {
	var lines []string
	for _, m := range regexp.MustCompile(`aria-label="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
		lines = append(lines, strings.ReplaceAll(html.UnescapeString(m[1]), "\u00a0", " "))
	}
	return strings.Join(lines, " ")
}

// The golden files leave out the glyphs: labels tell the texts.
func TestGolden(t *testing.T) {
	glyphs := regexp.MustCompile(`(?s)<defs>.*</defs>\n|<use [^>]*>`)
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01..0.07", Reps: 4})
	for _, c := range []struct {
		id   string
		lang Lang
	}{
		{"5-1", English}, {"5-2", Portuguese}, {"5-4", Portuguese}, {"5-5", Portuguese}, {"5-6", English},
		{"fpr", English}, {"init-xor", English}, {"run-all", Portuguese},
	} {
		got := glyphs.ReplaceAllString(svg(t, run, c.id, c.lang), "")
		file := filepath.Join("testdata", c.id+"-"+string(c.lang)+".svg")
		if *update {
			if err := os.MkdirAll("testdata", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
			t.Errorf("%s (go test -update rewrites it):\n%s", file, diff)
		}
	}
}

func TestTexts(t *testing.T) {
	plain := synthetic.Run(synthetic.Options{Reps: 3})
	other := synthetic.Run(synthetic.Options{Reps: 3})
	other.Meta.State = runfolder.Interrupted
	other.Meta.Inputs[0] = runfolder.Input{Role: "words", Name: "own.txt", SHA256: "0123456789abcdef", Count: 1234}
	other.Meta.Notes = []string{"Word list: own.txt, SHA-256 0123456789ab…, not the thesis's.", "Something else to know."}
	for _, c := range []struct {
		name     string
		run      *runfolder.Run
		id       string
		lang     Lang
		has, not []string
	}{
		{"5.2 in Portuguese", plain, "5-2", Portuguese,
			[]string{"Tempo de execução (ms)", "ε (%)", "o eixo não começa em zero", "Figura 5.2: Tempo médio", "words.txt, 466.550 palavras, SHA-256 3797c8dd6adf…"},
			[]string{"outra lista", "não terminou", "tabelas"}},
		{"5.4 tells the staircase", plain, "5-4", English, []string{"Only 5 tables of different size exist over these 20 ε."}, nil},
		{"5.6 starts at zero", plain, "5-6", English,
			[]string{"Execution time (ms)", "0", "Bloom filter", "cuckoo filter", "95 % interval of the mean (not in the thesis's figure)"},
			[]string{"axis does not start at zero"}},
		{"another list, unfinished", other, "5-1", English,
			[]string{"Measured on another list than the thesis: own.txt (1,234 words).", "Something else to know.", "The run is not finished: the figure shows what has been measured so far."},
			[]string{"Word list:"}},
		{"fpr", plain, "fpr", Portuguese, []string{"Razão medida (%)", "ε pedido (%)", "medida em relação à teoria"}, nil},
	} {
		got := texts(svg(t, c.run, c.id, c.lang))
		for _, want := range c.has {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, got)
			}
		}
		for _, no := range c.not {
			if strings.Contains(got, no) {
				t.Errorf("%s: %q in\n%s", c.name, no, got)
			}
		}
	}
}

// Runs that give little must still give a figure without NaN in it.
func TestPoorRuns(t *testing.T) {
	constant := synthetic.Run(synthetic.Options{Reps: 3})
	for i := range constant.Rows {
		constant.Rows[i].Value, constant.Rows[i].Ops = 5, 1
	}
	zero := synthetic.Run(synthetic.Options{Reps: 3})
	for i := range zero.Rows {
		zero.Rows[i].Value = 0
	}
	noTheory := synthetic.Run(synthetic.Options{Reps: 3})
	noTheory.Rows = slices.DeleteFunc(noTheory.Rows, func(r runfolder.Row) bool { return r.Metric == "fpr_theory" })
	gaps := synthetic.Run(synthetic.Options{Reps: 3})
	gaps.Rows = slices.DeleteFunc(gaps.Rows, func(r runfolder.Row) bool { return r.Filter == "cuckoo" && r.Epsilon.Float() > 0.15 })
	for name, run := range map[string]*runfolder.Run{
		"one ε":          synthetic.Run(synthetic.Options{Epsilons: "0.05", Reps: 2}),
		"two ε":          synthetic.Run(synthetic.Options{Epsilons: "0.05,0.5", Reps: 2}),
		"one repetition": synthetic.Run(synthetic.Options{Reps: 1}),
		"small ε":        synthetic.Run(synthetic.Options{Epsilons: "0.00001,0.0001,0.001,0.01", Reps: 2}),
		"200 ε":          synthetic.Run(synthetic.Options{Epsilons: "0.001..0.2:0.001", Reps: 2}),
		"many filters":   synthetic.Run(synthetic.Options{Filters: strings.Fields("a b c d e f g h i j k l m"), Reps: 2}),
		"constant":       constant, "zero": zero, "no theory": noTheory, "gaps": gaps,
	} {
		s, err := report.Summarize(run)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range For(&run.Meta) {
			d, err := f.Draw(&Data{Run: run, Summary: s}, English)
			if isNoData(err) {
				continue
			}
			if err != nil {
				t.Errorf("%s, figure %s: %v", name, f.ID, err)
				continue
			}
			b, err := d.Encode(SVG, Label{ID: f.ID})
			if err != nil || bytes.Contains(b, []byte("NaN")) || bytes.Contains(b, []byte("Inf")) {
				t.Errorf("%s, figure %s: %v, or NaN or Inf in it", name, f.ID, err)
			}
		}
	}
}

func TestSkips(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "xor"}, Epsilons: "0.01,0.02,0.03", Reps: 2})
	delete(run.Meta.Expect, "negatives")
	files, skipped, err := Render(run, t.TempDir(), []Format{SVG}, English)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range skipped {
		got = append(got, s.ID)
		if s.Reason == "" {
			t.Errorf("%s is skipped without a reason", s.ID)
		}
	}
	for _, f := range files {
		got = append(got, filepath.ToSlash(f))
	}
	want := []string{"5-3", "5-4", "5-5", "5-6", "fpr",
		"figures/fig-5-1.svg", "figures/fig-5-2.svg", "figures/fig-init-xor.svg", "figures/fig-run-xor.svg", "figures/fig-init-all.svg", "figures/fig-run-all.svg"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Drawn twice, the files are the same, byte for byte; a PDF bears the date of
// the run instead of the clock's, and no fonts.
func TestRenderIsReproducible(t *testing.T) {
	both := synthetic.Run(synthetic.Options{Epsilons: "0.01..0.04", Reps: 3})
	first, second := renderAll(t, both, SVG), renderAll(t, both, SVG)
	if len(first) != 7 {
		t.Errorf("%d files, want one for each of 7 figures", len(first))
	}
	bloom := synthetic.Run(synthetic.Options{Filters: []string{"bloom"}, Epsilons: "0.01..0.04", Reps: 3})
	for name, content := range renderAll(t, bloom, PNG, PDF) {
		first[name] = content
	}
	for name, content := range renderAll(t, bloom, PNG, PDF) {
		second[name] = content
	}
	if len(first) != 7+2*3 {
		t.Errorf("%d files, want 13", len(first))
	}
	for name, content := range first {
		if !bytes.Equal(content, second[name]) {
			t.Errorf("%s differs when drawn again", name)
		}
		if filepath.Ext(name) != ".pdf" {
			continue
		}
		dates := regexp.MustCompile(`Date \(D:(\d+)\)`).FindAllSubmatch(content, -1)
		if len(dates) != 2 || string(dates[0][1]) != "20260102030405" || string(dates[1][1]) != "20260102030405" {
			t.Errorf("%s is dated %q, want the start of the run", name, dates)
		}
		if bytes.Contains(content, []byte("/BaseFont")) {
			t.Errorf("%s holds a font", name)
		}
	}
}

// renderAll draws the figures of a run and returns the files by name; there
// must be no others in the folder.
func renderAll(t *testing.T, run *runfolder.Run, formats ...Format) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	files, _, err := Render(run, dir, formats, Portuguese)
	if err != nil {
		t.Fatal(err)
	}
	contents := map[string][]byte{}
	for _, f := range files {
		if contents[f], err = os.ReadFile(filepath.Join(dir, f)); err != nil {
			t.Fatal(err)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(dir, Folder)); err != nil || len(entries) != len(files) {
		t.Errorf("%d files in the folder, want %d (%v)", len(entries), len(files), err)
	}
	return contents
}

func TestRenderErrors(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2})
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		run    *runfolder.Run
		dir    string
		format Format
		lang   Lang
		want   string
	}{
		{run, dir, SVG, "de", "unknown language"},
		{run, dir, "eps", English, "unknown format"},
		{run, file, SVG, English, "file"},
		{&runfolder.Run{}, dir, SVG, English, "no measurement"},
	} {
		if _, _, err := Render(c.run, c.dir, []Format{c.format}, c.lang); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want an error with %q", err, c.want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v: something was written", entries, err)
	}
}

// Another experiment's run has none of the thesis's figures.
func TestForAnotherExperiment(t *testing.T) {
	if list := For(&runfolder.Meta{Experiment: "other", Filters: []string{"linear"}}); len(list) != 0 {
		t.Errorf("%d figures", len(list))
	}
	seen := map[string]bool{}
	for _, f := range All() {
		if seen[f.ID] || f.Title.EN == "" || f.Title.PT == "" {
			t.Errorf("figure %q is there twice or lacks a title", f.ID)
		}
		seen[f.ID] = true
	}
}

// The figure of the published data has the bar and the band that are known of
// the thesis's Figure 5.2 at ε = 1 %.
func TestPublishedFigure(t *testing.T) {
	shared := os.Getenv("HYPHBENCH_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "..", "shared")
	}
	run, err := published.Read(filepath.Join(shared, "data", "published", "bloom-filter.csv"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("the thesis's published CSV files are not there: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := report.Summarize(run)
	if err != nil {
		t.Fatal(err)
	}
	m := s.Metric("hyphenate")
	f := newLinePlot(s, m, m.Of("bloom"), English)
	got := fmt.Sprintf("%s bar %.1f…%.1f, band %.1f…%.1f", f.unit, f.means[0]-f.halves[0], f.means[0]+f.halves[0],
		f.line.At(1)-f.line.Band(1), f.line.At(1)+f.line.Band(1))
	if want := "ms/pass bar 3540.8…3607.2, band 3551.4…3614.0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !strings.Contains(texts(svg(t, run, "5-2", English)), "Norwegian set-up (143,177 words)") {
		t.Error("the figure does not say that it is the Norwegian set-up")
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		n         int
		lang      Lang
		want      string
	}{
		{0, 75, 6, English, "0 20 40 60"},
		{3400, 3700, 6, English, "3400 3450 3500 3550 3600 3650 3700"},
		{0.11, 0.19, 4, Portuguese, "0,12 0,14 0,16 0,18"},
		{-2.5, 2.5, 5, English, "−2 −1 0 1 2"},
		{1, 1, 5, English, ""},
		{0, 1e-9, 5, English, "0.0000000000 0.0000000002 0.0000000004 0.0000000006 0.0000000008 0.0000000010"},
	} {
		var labels []string
		for _, tick := range ticks(c.low, c.high, c.n, c.lang) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%v…%v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	if got := count(466550, Portuguese) + " " + count(999, English) + " " + count(1234567, English); got != "466.550 999 1,234,567" {
		t.Error(got)
	}
	if e := nothing(); !math.IsInf(e.low, 1) {
		t.Error("an empty extent has an end")
	}
}
