package thesis

import (
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// figured is the figure of a run.
func figured(t *testing.T, s *report.Summary, id string) figure.Figure {
	t.Helper()
	list := figures(s.Meta)
	at := slices.IndexFunc(list, func(f figure.Figure) bool { return f.ID == id })
	if at < 0 {
		t.Fatalf("no figure %q", id)
	}
	return list[at]
}

func TestFiguresGolden(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01..0.07", Reps: 4}))
	for id, l := range map[string]bilingual.Lang{
		"5-1": bilingual.English, "5-2": bilingual.Portuguese, "5-4": bilingual.Portuguese, "5-5": bilingual.Portuguese, "5-6": bilingual.English,
		"init-xor": bilingual.English, "run-all": bilingual.Portuguese,
	} {
		experimenttest.GoldenFigure(t, s, figured(t, s, id), l)
	}
}

// A figure of the thesis bears its number and caption, in the thesis's words in
// Portuguese; another's caption begins a sentence.
func TestCaptions(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01..0.03", Reps: 3}))
	for _, c := range []struct {
		id   string
		lang bilingual.Lang
		want string
	}{
		{"5-1", bilingual.English, "Figure 5.1: mean time to initialise the hyphenation algorithm with a Bloom filter"},
		{"5-2", bilingual.Portuguese, "Figura 5.2: Tempo médio"},
		{"5-6", bilingual.English, "Figure 5.6: mean times to hyphenate one list of words"},
		{"init-xor", bilingual.English, "Mean time to initialise the hyphenation algorithm with an xor filter, for one list of exceptions"},
		{"run-xor", bilingual.Portuguese, "Tempo médio de processamento"},
		{"run-all", bilingual.English, "Mean time to hyphenate one list of words, by filter"},
	} {
		if got := experimenttest.Labels(t, s, figured(t, s, c.id), c.lang); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: no caption %q in\n%s", c.id, c.want, got)
		}
	}
}

// The figures of a run: the thesis's, and a pair for every further structure with one over
// all; of many structures rankings in the place of lines. Each has a title.
func TestFiguresOfARun(t *testing.T) {
	for n, want := range map[int]string{
		4: "5-1 5-2 5-3 5-4 5-5 5-6 fpr init-blocked run-blocked init-gcs run-gcs init-all run-all",
		6: "5-1 5-2 5-3 5-4 5-5 5-6 fpr init-blocked run-blocked init-gcs run-gcs init-map run-map init-register run-register init-all run-all",
		7: "5-1 5-2 5-3 5-4 5-5 5-6 fpr ranked-query ranked-hyphenate ranked-build ranked-init ranked-bits ranked-fpr",
	} {
		var list []string
		for _, f := range figures(&runfolder.Meta{Filters: strings.Fields("bloom cuckoo blocked gcs map register linear")[:n]}) {
			if f.Title.EN == "" || f.Title.PT == "" {
				t.Errorf("figure %q lacks a title", f.ID)
			}
			list = append(list, f.ID)
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%d structures have %s, want %s", n, got, want)
		}
	}
}

// The rankings of many structures are drawn, and the rates are those of the thesis's two.
func TestFiguresOfMany(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: strings.Fields("bloom cuckoo gcs blocked register linear roaring unheard-of"), Epsilons: "0.01..0.05", Reps: 3})
	experimenttest.Draw(t, New(), run)
	s := summarize(t, run)
	for id, want := range map[string][]string{
		"fpr":          {"Bloom filter", "cuckoo filter"},
		"ranked-query": {"Mean time of a query", "Compressed roaring", "Bloom bloom", "Cuckoo cuckoo", "Linear linear", "Others unheard-of", "no filter"},
		"ranked-bits":  {"bits/key"},
		"ranked-fpr":   {"Measured rate (% of the requested ε)"},
	} {
		got := experimenttest.Labels(t, s, figured(t, s, id), bilingual.English)
		for _, want := range want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", id, want, got)
			}
		}
		if id == "fpr" && strings.Contains(got, "gcs") {
			t.Errorf("the rates of all are in one plot:\n%s", got)
		}
	}
}
