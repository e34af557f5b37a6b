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

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// must is a value without which a test ends.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func summarize(t *testing.T, run *runfolder.Run) *report.Summary {
	t.Helper()
	return must(report.Summarize(run, synthetic.Glossary()))(t)
}

// figures are all kinds but Curves, as an experiment lists them for a run: a
// pair of lines for every filter, bars of two, rates, overlays and a ranking
// of all.
func figures(meta *runfolder.Meta) []Figure {
	title := func(what string) bilingual.Text {
		return bilingual.Text{EN: "A title of " + what, PT: "Um título de " + what}
	}
	line := func(id string, metric runfolder.Metric, filter string) Figure {
		return Line(id+"-"+filter, title(filter), LineOf{Metric: metric, Filter: filter, Baseline: "none", BaselineLabel: bilingual.Text{EN: "no filter", PT: "sem filtro"}})
	}
	filters := []string{"bloom", "cuckoo"}
	for _, name := range meta.Filters {
		if !slices.Contains(filters, name) {
			filters = append(filters, name)
		}
	}
	var list []Figure
	for _, name := range filters {
		list = append(list, line("init", synthetic.Init, name), line("run", synthetic.Hyphenate, name))
	}
	return append(list,
		Bars("init-bars", title("bars"), title("interval"), synthetic.Init, "bloom", "cuckoo"), Bars("run-bars", title("bars"), title("interval"), synthetic.Hyphenate, "bloom", "cuckoo"),
		Rates("fpr", bilingual.Text{
			EN: "Measured false-positive rate against the requested rate, with the theory of the parameters really used (with 95 % confidence intervals)",
			PT: "Razão de falsos positivos medida em função da razão pedida",
		}, unplanned),
		Overlay("init-all", title("all"), synthetic.Init), Overlay("run-all", title("all"), synthetic.Hyphenate),
		Ranked("run-ranked", title("ranks"), RankedOf{Metric: synthetic.Hyphenate, Groups: []RankedGroup{{bilingual.Text{EN: "All", PT: "Todos"}, filters}}, Baseline: "none", BaselineLabel: bilingual.Text{EN: "no filter", PT: "sem filtro"}}))
}

// unplanned is the theory of structures of which nothing is known between the measured ε.
func unplanned(*report.Summary, string, float64) float64 { return math.NaN() }

// svg draws one figure of a summary.
func svg(t *testing.T, s *report.Summary, id string, l bilingual.Lang) string {
	t.Helper()
	for _, f := range figures(s.Meta) {
		if f.ID == id {
			return drawn(t, s, f, l)
		}
	}
	t.Fatalf("no figure %q", id)
	return ""
}

func drawn(t *testing.T, s *report.Summary, f Figure, l bilingual.Lang) string {
	t.Helper()
	d := must(f.Draw(s, l))(t)
	return string(must(d.Encode(SVG, Label{ID: f.ID, Title: f.Title.In(l)}))(t))
}

// texts are the texts of an SVG, in one line.
func texts(svg string) string {
	var lines []string
	for _, m := range regexp.MustCompile(`aria-label="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
		lines = append(lines, strings.ReplaceAll(html.UnescapeString(m[1]), "\u00a0", " "))
	}
	return strings.Join(lines, " ")
}

// The golden file leaves out the glyphs: labels tell the texts. Those of the
// other kinds are the thesis's figures, in its folder.
func TestGolden(t *testing.T) {
	glyphs := regexp.MustCompile(`(?s)<defs>.*</defs>\n|<use [^>]*>`)
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01..0.07", Reps: 4})
	for _, c := range []struct {
		id   string
		lang bilingual.Lang
	}{
		{"fpr", bilingual.English},
	} {
		got := glyphs.ReplaceAllString(svg(t, summarize(t, run), c.id, c.lang), "")
		file := filepath.Join("testdata", c.id+"-"+string(c.lang)+".svg")
		if *update {
			if err := os.MkdirAll("testdata", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want := must(os.ReadFile(file))(t)
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
	busy := synthetic.Run(synthetic.Options{Reps: 3})
	for i := range busy.Rows {
		if i%20 == 0 {
			busy.Rows[i].CPU = int64(busy.Rows[i].Value / 2)
		}
	}
	for _, c := range []struct {
		name     string
		run      *runfolder.Run
		id       string
		lang     bilingual.Lang
		has, not []string
	}{
		{"disturbed", busy, "run-bloom", bilingual.English, []string{"times are 20 % trimmed means of wall time"}, []string{"Other programs"}},
		{"no times", busy, "fpr", bilingual.English, nil, []string{"Other programs"}},
		{"a line in Portuguese", plain, "run-bloom", bilingual.Portuguese,
			[]string{"Tempo de execução (ms)", "ε (%)", "o eixo não começa em zero", "Um título de bloom", "words.txt, 466.550 palavras, SHA-256 3797c8dd6adf…"},
			[]string{"outra lista", "não terminou", "tabelas", "Outros programas"}},
		{"a line tells the staircase", plain, "run-cuckoo", bilingual.English, []string{"The 20 drawn values of ε give filter tables of only 5 different sizes."}, nil},
		{"bars start at zero", plain, "run-bars", bilingual.English,
			[]string{"Execution time (ms)", "0", "Bloom filter", "cuckoo filter", "A title of interval"},
			[]string{"axis does not start at zero"}},
		{"another list, unfinished", other, "init-bloom", bilingual.English,
			[]string{"The word list is not the thesis's: own.txt (1,234 words).", "Something else to know.", "The run is not finished: the figure shows what has been measured so far."},
			[]string{"Word list:"}},
		{"fpr", plain, "fpr", bilingual.Portuguese, []string{"Razão medida (%)", "ε pedido (%)", "em relação à teoria"}, nil},
	} {
		got := texts(svg(t, summarize(t, c.run), c.id, c.lang))
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

// Times are those of the answer: what other programs added to the wall time does not show. Plain
// means of wall time show it, and a note says so.
func TestDisturbedTimes(t *testing.T) {
	quiet, busy := synthetic.Run(synthetic.Options{Reps: 12}), synthetic.Run(synthetic.Options{Reps: 12})
	for i := range busy.Rows {
		quiet.Rows[i].CPU, busy.Rows[i].CPU = int64(quiet.Rows[i].Value), int64(busy.Rows[i].Value)
		if busy.Rows[i].Timed() && busy.Rows[i].Round%3 == 0 {
			busy.Rows[i].Value *= 4
		}
	}
	const note = "Other programs disturbed these times. Medians (--stat=median) are affected less."
	for _, plain := range []bool{false, true} {
		g := synthetic.Glossary()
		g.PlainMeans = plain
		a, b := must(report.Summarize(quiet, g))(t), must(report.Summarize(busy, g))(t)
		if !b.Disturbed() {
			t.Fatal("the run is not disturbed")
		}
		for _, id := range []string{"run-bloom", "run-bars", "run-all", "run-ranked"} {
			calm, disturbed := svg(t, a, id, bilingual.English), svg(t, b, id, bilingual.English)
			if (calm == disturbed) == plain {
				t.Errorf("%s, plain means %v: the same picture: %v", id, plain, calm == disturbed)
			}
			if got := texts(disturbed); strings.Contains(got, note) != plain || strings.Contains(got, "means of wall time") != plain {
				t.Errorf("%s, plain means %v: %s", id, plain, got)
			}
		}
		if of := must(b.ForFigures())(t); (of.Metric(synthetic.Hyphenate).Cells[0].Mean == b.Metric(synthetic.Hyphenate).Cells[0].Mean) != plain {
			t.Error("the run's own summary has changed")
		}
	}
}

// Runs that give little must still give a figure without NaN in it.
func TestPoorRuns(t *testing.T) {
	racetest.OneGoroutine(t)
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
	gaps.Rows = slices.DeleteFunc(gaps.Rows, func(r runfolder.Row) bool { return r.Filter == "cuckoo" && gaps.Meta.Epsilon(r.Point).Float() > 0.15 })
	for name, run := range map[string]*runfolder.Run{
		"one ε":          synthetic.Run(synthetic.Options{Epsilons: "0.05", Reps: 2}),
		"two ε":          synthetic.Run(synthetic.Options{Epsilons: "0.05,0.5", Reps: 2}),
		"one repetition": synthetic.Run(synthetic.Options{Reps: 1}),
		"small ε":        synthetic.Run(synthetic.Options{Epsilons: "0.00001,0.0001,0.001,0.01", Reps: 2}),
		"200 ε":          synthetic.Run(synthetic.Options{Epsilons: "0.001..0.2:0.001", Reps: 2}),
		"many filters":   synthetic.Run(synthetic.Options{Filters: strings.Fields("a b c d e f g h i j k l m"), Reps: 2}),
		"constant":       constant, "zero": zero, "no theory": noTheory, "gaps": gaps,
	} {
		s := summarize(t, run)
		for _, f := range figures(s.Meta) {
			d, err := f.Draw(s, bilingual.English)
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
	s := summarize(t, run)
	files, skipped, err := Render(s, figures(s.Meta), t.TempDir(), []Format{SVG}, bilingual.English, Style{})
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
	want := []string{"init-cuckoo", "run-cuckoo", "init-bars", "run-bars", "fpr",
		"figures/fig-init-bloom.svg", "figures/fig-run-bloom.svg", "figures/fig-init-xor.svg", "figures/fig-run-xor.svg", "figures/fig-init-all.svg", "figures/fig-run-all.svg", "figures/fig-run-ranked.svg"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Drawn twice, the files are the same, byte for byte; a PDF bears the date of
// the run instead of the clock's, and no fonts.
func TestRenderIsReproducible(t *testing.T) {
	racetest.OneGoroutine(t)
	both := synthetic.Run(synthetic.Options{Epsilons: "0.01..0.04", Reps: 3})
	first, second := renderAll(t, both, SVG), renderAll(t, both, SVG)
	others := []Format{PDF}
	if tier.Checking() {
		others = append(others, PNG)
	}
	if len(first) != 10 {
		t.Errorf("%d files, want one for each of 10 figures", len(first))
	}
	bloom := synthetic.Run(synthetic.Options{Filters: []string{"bloom"}, Epsilons: "0.01..0.04", Reps: 3})
	for name, content := range renderAll(t, bloom, others...) {
		first[name] = content
	}
	for name, content := range renderAll(t, bloom, others...) {
		second[name] = content
	}
	if want := 10 + len(others)*6; len(first) != want {
		t.Errorf("%d files, want %d", len(first), want)
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
	s := summarize(t, run)
	files, _, err := Render(s, figures(s.Meta), dir, formats, bilingual.Portuguese, Style{})
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

// The files of two languages lie beside each other, none in the place of
// another.
func TestLanguagesBeside(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02,0.03", Reps: 2}))
	dir := t.TempDir()
	var all []string
	for _, l := range bilingual.Langs() {
		files, _, err := Render(s, figures(s.Meta), dir, []Format{SVG}, l, Style{})
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		all = append(all, files...)
	}
	entries, err := os.ReadDir(filepath.Join(dir, Folder))
	if err != nil || len(entries) != len(all) {
		t.Errorf("%d files of %q (%v)", len(entries), all, err)
	}
	first := all[0]
	if want := strings.TrimSuffix(first, ".svg") + ".pt.svg"; !slices.Contains(all, want) {
		t.Errorf("no %s beside %s", want, first)
	}
}

func TestRenderErrors(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2}))
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dir    string
		format Format
		lang   bilingual.Lang
		want   string
	}{
		{dir, SVG, "de", "unknown language"},
		{dir, "eps", bilingual.English, "unknown format"},
		{file, SVG, bilingual.English, "file"},
	} {
		if _, _, err := Render(s, figures(s.Meta), c.dir, []Format{c.format}, c.lang, Style{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want an error with %q", err, c.want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v: something was written", entries, err)
	}
}

// A figure that fails for another reason than missing data stops the others.
func TestRenderFails(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2}))
	broken := Figure{ID: "broken", Draw: func(*report.Summary, bilingual.Lang) (*Drawing, error) { return nil, errors.New("a fault") }}
	files, skipped, err := Render(s, []Figure{broken}, t.TempDir(), []Format{SVG}, bilingual.English, Style{})
	if err == nil || !strings.Contains(err.Error(), "figure broken: a fault") || len(files)+len(skipped) > 0 {
		t.Errorf("%v, %v, %v", files, skipped, err)
	}
}

// overTwoAxes is a run over counts and shares, in which the structure takes two
// sizes.
func overTwoAxes() *runfolder.Run {
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "other", State: runfolder.Finished, Filters: []string{"bloom"}, Tables: map[string]int{"bloom": 2},
		Axes: []axis.Axis{axis.Counts("n", []int{10, 100, 1000}), axis.Shares("hits", []float64{0, 0.5})},
	}}
	for round := 1; round <= 3; round++ {
		for _, n := range []string{"10", "100", "1000"} {
			for i, hit := range []string{"0", "0.5"} {
				row := runfolder.Row{Round: round, Session: 1, Filter: "bloom", Metric: "query",
					Point: runfolder.At(n, hit), Value: float64(100*i + 10*len(n) + round), Unit: "ns", Ops: 1, CPU: runfolder.NoCPU}
				run.Rows = append(run.Rows, row)
				row.Metric, row.Unit = "fp", "keys"
				run.Rows = append(run.Rows, row)
			}
		}
	}
	return run
}

// Over two axes an overlay is drawn along the counts, on a logarithmic axis if
// they span powers of ten, with a line for each place on the other axis.
func TestOverlayOverCounts(t *testing.T) {
	s := summarize(t, overTwoAxes())
	f := Overlay("query-all", bilingual.Text{EN: "Questions", PT: "Perguntas"}, "query")
	got := texts(drawn(t, s, f, bilingual.English))
	for _, want := range []string{"Questions", "Execution time (ns)", "Bloom filter, hits=0 ", "Bloom filter, hits=0.5", " 10 100 1,000 ", " n, logarithmic axis "} {
		if !strings.Contains(got+" ", want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "ε") {
		t.Errorf("an ε in\n%s", got)
	}
	if _, err := Overlay("bits-all", bilingual.Text{}, "bits").Draw(s, bilingual.English); !isNoData(err) {
		t.Errorf("a metric that the run lacks: %v", err)
	}
}

// Along another axis than ε, with a further axis beside it, the texts are of
// these axes, and of what is not drawn; rates are drawn along ε only.
func TestOtherAxes(t *testing.T) {
	s := summarize(t, overTwoAxes())
	few := overTwoAxes()
	few.Rows = slices.DeleteFunc(few.Rows, func(r runfolder.Row) bool { return r.Point.Value(0) == "10" })
	line := Line("line", bilingual.Text{EN: "A line", PT: "Uma reta"}, LineOf{Metric: "query", Filter: "bloom"})
	bars := Bars("bars", bilingual.Text{EN: "Bars", PT: "Barras"}, bilingual.Text{EN: "interval", PT: "intervalo"}, "query", "bloom")
	for _, c := range []struct {
		figure Figure
		of     *report.Summary
		lang   bilingual.Lang
		want   []string
	}{
		{line, s, bilingual.English, []string{"This figure shows only hits=0, the first of 2 combinations of the other parameters.", " ns per n, 95 % CI", "The 3 drawn values of n give filter tables of only 2 different sizes."}},
		{line, s, bilingual.Portuguese, []string{"Esta figura mostra apenas hits=0, a primeira de 2 combinações dos outros parâmetros.", " ns por n, IC de 95%", "Os 3 valores desenhados de n resultam em tabelas de apenas 2 tamanhos"}},
		{line, summarize(t, few), bilingual.English, []string{"No line is fitted: a fit needs means for three or more values of n."}},
		{bars, s, bilingual.English, []string{"Bloom filter: this figure shows only hits=0, the first of 2 combinations", "Bloom filter: the 3 drawn values of n give filter tables of only 2 different sizes.", " n "}},
	} {
		got := texts(drawn(t, c.of, c.figure, c.lang))
		for _, want := range c.want {
			if !strings.Contains(got+" ", want) {
				t.Errorf("%s: no %q in\n%s", c.figure.ID, want, got)
			}
		}
		if strings.Contains(got, "ε") {
			t.Errorf("%s: an ε in\n%s", c.figure.ID, got)
		}
	}
	if _, err := Rates("fpr", bilingual.Text{}, unplanned).Draw(s, bilingual.English); !isNoData(err) || err.Error() != "the run counts false positives along n, not along ε" {
		t.Errorf("rates along n: %v", err)
	}
}

// A rate that is the one asked for lies on the line of these, wherever the ε
// are: of the synthetic run the theory of the first filter is ε itself.
func TestRatesAskedFor(t *testing.T) {
	for _, epsilons := range []string{"0.1%,1%,10%,50%", "0.01..0.20", "40%,90%"} {
		run := synthetic.Run(synthetic.Options{Filters: []string{"bloom"}, Epsilons: epsilons, Reps: 3})
		picture := svg(t, summarize(t, run), "fpr", bilingual.English)
		asked := points(t, picture, `stroke-width="1.1" stroke-dasharray="1.5 2.5"`)
		theory := points(t, picture, `stroke="#005a9c" stroke-width="1.1"`)
		if len(asked) != 2 {
			t.Fatalf("the line has %d ends", len(asked))
		}
		from, to := asked[0], asked[1]
		for _, p := range theory {
			off := from.y + (p.x-from.x)*(to.y-from.y)/(to.x-from.x) - p.y
			if math.Abs(off) > 0.02 || p.x < from.x || p.x > to.x {
				t.Errorf("ε of %s: a point at %.2f, %.2f is %.2f points off the line", epsilons, p.x, p.y, off)
			}
		}
	}
}

type point struct{ x, y float64 }

// points are those of the last line of an SVG that is stroked in this way.
func points(t *testing.T, svg, stroke string) (list []point) {
	t.Helper()
	paths := regexp.MustCompile(`<path d="M([^"Z]*)" fill="none" [^>]*`+stroke+`/>`).FindAllStringSubmatch(svg, -1)
	if len(paths) == 0 {
		t.Fatalf("no line of %s", stroke)
	}
	for _, text := range strings.Split(paths[len(paths)-1][1], "L") {
		var p point
		if _, err := fmt.Sscanf(text, "%g,%g", &p.x, &p.y); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		n         int
		lang      bilingual.Lang
		want      string
	}{
		{0, 75, 6, bilingual.English, "0 20 40 60"},
		{3400, 3700, 6, bilingual.English, "3,400 3,450 3,500 3,550 3,600 3,650 3,700"},
		{0.11, 0.19, 4, bilingual.Portuguese, "0,12 0,14 0,16 0,18"},
		{-2.5, 2.5, 5, bilingual.English, "−2 −1 0 1 2"},
		{1, 1, 5, bilingual.English, ""},
		{0, 1e-9, 5, bilingual.English, "0.0000000000 0.0000000002 0.0000000004 0.0000000006 0.0000000008 0.0000000010"},
	} {
		var labels []string
		for _, tick := range ticks(c.low, c.high, c.n, c.lang) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%v…%v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{1, 1000, "1 10 100 1,000"},
		{90, 1100, "100 200 500 1,000"},
		{1.1, 60, "3 10 30"},
		{300, 450, "300 350 400 450"}, // a part of a decade
		{0.21, 0.29, "0.22 0.24 0.26 0.28"},
	} {
		var labels []string
		for _, tick := range (scale{extent{c.low, c.high}, true}).ticks(4, bilingual.English) {
			if tick.Label != "" {
				labels = append(labels, tick.Label)
			}
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%v…%v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	if got := bilingual.Count(466550, bilingual.Portuguese) + " " + bilingual.Count(999, bilingual.English) + " " + bilingual.Count(1234567, bilingual.English); got != "466.550 999 1,234,567" {
		t.Error(got)
	}
	if e := nothing(); !math.IsInf(e.low, 1) {
		t.Error("an empty extent has an end")
	}
}
