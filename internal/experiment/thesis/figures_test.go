package thesis

import (
	"flag"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// svg draws one figure of a run.
func svg(t *testing.T, s *report.Summary, id string, l figure.Lang) string {
	t.Helper()
	for _, f := range New().Reading().Figures(s.Meta) {
		if f.ID != id {
			continue
		}
		d, err := f.Draw(s, l)
		if err != nil {
			t.Fatal(err)
		}
		b, err := d.Encode(figure.SVG, figure.Label{ID: id, Title: f.Title.In(l)})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	t.Fatalf("no figure %q", id)
	return ""
}

// The golden files leave out the glyphs: labels tell the texts.
func TestFiguresGolden(t *testing.T) {
	glyphs := regexp.MustCompile(`(?s)<defs>.*</defs>\n|<use [^>]*>`)
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01..0.07", Reps: 4}))
	for _, c := range []struct {
		id   string
		lang figure.Lang
	}{
		{"5-1", figure.English}, {"5-2", figure.Portuguese}, {"5-4", figure.Portuguese}, {"5-5", figure.Portuguese}, {"5-6", figure.English},
		{"init-xor", figure.English}, {"run-all", figure.Portuguese},
	} {
		got := glyphs.ReplaceAllString(svg(t, s, c.id, c.lang), "")
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

// A figure of the thesis bears its number and caption, in the thesis's words in
// Portuguese; another's caption begins a sentence.
func TestCaptions(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01..0.03", Reps: 3}))
	for _, c := range []struct {
		id   string
		lang figure.Lang
		want string
	}{
		{"5-1", figure.English, "Figure 5.1: mean time to initialise the hyphenation algorithm with a Bloom filter"},
		{"5-2", figure.Portuguese, "Figura 5.2: Tempo médio"},
		{"5-6", figure.English, "Figure 5.6: mean times to hyphenate one list of words"},
		{"init-xor", figure.English, "Mean time to initialise the hyphenation algorithm with an xor filter, for one list of exceptions"},
		{"run-xor", figure.Portuguese, "Tempo médio de processamento"},
		{"run-all", figure.English, "Mean time to hyphenate one list of words, by filter"},
	} {
		var labels []string
		for _, m := range regexp.MustCompile(`aria-label="([^"]*)"`).FindAllStringSubmatch(svg(t, s, c.id, c.lang), -1) {
			labels = append(labels, strings.ReplaceAll(html.UnescapeString(m[1]), "\u00a0", " "))
		}
		if got := strings.Join(labels, " "); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: no caption %q in\n%s", c.id, c.want, got)
		}
	}
}

// The figures of a run: the thesis's, a pair for every further structure, one
// over all; those that the run has no data for are left out with the reason.
func TestFiguresOfARun(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range figures(&runfolder.Meta{Filters: strings.Fields("bloom cuckoo xor ribbon")}) {
		if seen[f.ID] || f.Title.EN == "" || f.Title.PT == "" {
			t.Errorf("figure %q is there twice or lacks a title", f.ID)
		}
		seen[f.ID] = true
	}
	if len(seen) != 7+2*2+2 {
		t.Errorf("%d figures of four structures", len(seen))
	}

	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "xor"}, Epsilons: "0.01,0.02,0.03", Reps: 2})
	delete(run.Meta.Expect, "negatives")
	s := summarize(t, run)
	files, skipped, err := figure.Render(s, figures(s.Meta), t.TempDir(), []figure.Format{figure.SVG}, figure.English, figure.Style{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, skip := range skipped {
		got = append(got, skip.ID)
		if skip.Reason == "" {
			t.Errorf("%s is skipped without a reason", skip.ID)
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

// A run of many structures has rankings in the place of lines for each; one of
// few has none. The thesis's figures are in both, and the rates are those of
// its two filters.
func TestFiguresOfMany(t *testing.T) {
	ids := func(n int) string {
		var list []string
		for _, f := range figures(&runfolder.Meta{Filters: strings.Fields("bloom cuckoo map gcs blocked register linear")[:n]}) {
			if f.Title.EN == "" || f.Title.PT == "" {
				t.Errorf("figure %q lacks a title", f.ID)
			}
			list = append(list, f.ID)
		}
		return strings.Join(list, " ")
	}
	if got := ids(6); strings.Contains(got, "ranked") || !strings.Contains(got, "init-gcs run-gcs") || !strings.HasSuffix(got, "init-all run-all") {
		t.Errorf("six structures have %s", got)
	}
	want := "5-1 5-2 5-3 5-4 5-5 5-6 fpr ranked-query ranked-hyphenate ranked-build ranked-init ranked-bits ranked-fpr"
	if got := ids(7); got != want {
		t.Errorf("seven structures have %s, want %s", got, want)
	}

	s := summarize(t, synthetic.Run(synthetic.Options{Filters: strings.Fields("bloom cuckoo gcs blocked register linear roaring unheard-of"), Epsilons: "0.01..0.05", Reps: 3}))
	files, skipped, err := figure.Render(s, figures(s.Meta), t.TempDir(), []figure.Format{figure.SVG}, figure.Portuguese, figure.Style{})
	if err != nil || len(files) != 13 || len(skipped) > 0 {
		t.Fatalf("%d files, skipped %v, %v", len(files), skipped, err)
	}
	for _, c := range []struct {
		id   string
		want []string
	}{
		{"fpr", []string{"Bloom filter", "cuckoo filter"}},
		{"ranked-query", []string{"Mean time of one question", "Compressed roaring", "Bloom bloom", "Cuckoo cuckoo", "Linear linear", "Others unheard-of", "no filter"}},
		{"ranked-bits", []string{"bits/key"}},
		{"ranked-fpr", []string{"Measured rate (% of the ε asked for)"}},
	} {
		var labels []string
		for _, m := range regexp.MustCompile(`aria-label="([^"]*)"`).FindAllStringSubmatch(svg(t, s, c.id, figure.English), -1) {
			labels = append(labels, strings.ReplaceAll(html.UnescapeString(m[1]), "\u00a0", " "))
		}
		got := strings.Join(labels, " ")
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", c.id, want, got)
			}
		}
		if c.id == "fpr" && strings.Contains(got, "gcs") {
			t.Errorf("the rates of all are in one plot:\n%s", got)
		}
	}
}
