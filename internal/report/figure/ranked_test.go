package figure

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// many is a run of eight structures at seven ε. One of them is exact, so that
// it has no ε, and one is forty times as slow as the others.
func many(reps int) *runfolder.Run {
	run := synthetic.Run(synthetic.Options{Filters: strings.Fields("map gcs bloom blocked register cuckoo xor slow"), Epsilons: "0.01..0.07", Reps: reps})
	run.Rows = slices.DeleteFunc(run.Rows, func(r runfolder.Row) bool { return r.Filter == "map" && r.Point != runfolder.At("0.01") })
	for i := range run.Rows {
		switch r := &run.Rows[i]; r.Filter {
		case "map":
			r.Point = ""
		case "slow":
			if r.Unit == runfolder.Nanoseconds {
				r.Value *= 40
			}
		}
	}
	return run
}

func rankedGroups() []RankedGroup {
	return []RankedGroup{
		{bilingual.Text{EN: "Exact", PT: "Exatas"}, []string{"map"}},
		{bilingual.Text{EN: "Bloom", PT: "Bloom"}, strings.Fields("gcs register bloom blocked")}, // not in the order of their times
		{bilingual.Text{EN: "Fingerprints", PT: "Impressões"}, strings.Fields("cuckoo xor slow absent")},
		{bilingual.Text{EN: "Nothing", PT: "Nada"}, []string{"absent"}},
	}
}

func ranking(metric runfolder.Metric) Figure {
	return Ranked("ranked-"+string(metric), bilingual.Text{EN: "A title of ranks", PT: "Um título"}, RankedOf{
		Metric: metric, Groups: rankedGroups(), Baseline: "none", BaselineLabel: bilingual.Text{EN: "no filter", PT: "sem filtro"},
	})
}

func asked() Figure {
	return Ranked("ranked-fpr", bilingual.Text{EN: "Rates", PT: "Razões"}, RankedOf{Metric: "fp", Groups: rankedGroups(), OfAsked: true})
}

// The golden files leave out the glyphs, as all.
func TestRankedGolden(t *testing.T) {
	glyphs := regexp.MustCompile(`(?s)<defs>.*</defs>\n|<use [^>]*>`)
	s := summarize(t, many(4))
	for _, c := range []struct {
		figure Figure
		lang   bilingual.Lang
	}{{ranking("query"), bilingual.English}, {ranking("bits"), bilingual.Portuguese}, {asked(), bilingual.English}} {
		got := glyphs.ReplaceAllString(drawn(t, s, c.figure, c.lang), "")
		file := filepath.Join("testdata", c.figure.ID+"-"+string(c.lang)+".svg")
		if *update {
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

// The panels are the smallest, the middle and the largest ε. Rows ascend within
// their group. What has no ε has the same number in every panel.
func TestRankedTexts(t *testing.T) {
	s := summarize(t, many(4))
	got := texts(drawn(t, s, ranking("query"), bilingual.English))
	for _, want := range []string{
		"A title of ranks", "ε = 1 % ", "ε = 4 % ", "ε = 7 % ", "no filter 21.1", "structure without ε: same value in all panels", "smallest mean",
		"Execution time (ns), logarithmic axis", "Within a family, the rows are sorted by the mean in the left panel (ascending).",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, no := range []string{"ε = 2", "Nothing", "absent", "interval continues"} {
		if strings.Contains(got, no) {
			t.Errorf("%q in\n%s", no, got)
		}
	}
	rows := regexp.MustCompile(`Exact map\* (\S+) (\S+) (\S+) Bloom gcs .* bloom .* blocked .* register .* Fingerprints cuckoo .* xor .* slow `).FindStringSubmatch(got)
	if rows == nil {
		t.Fatalf("the rows are not in their order:\n%s", got)
	}
	if rows[1] != rows[2] || rows[2] != rows[3] {
		t.Errorf("the map has %q, want thrice the same", rows[1:])
	}

	if got := texts(drawn(t, s, ranking("query"), bilingual.Portuguese)); !strings.Contains(got, "ε = 4% ") || !strings.Contains(got, "sem filtro 21,1") {
		t.Errorf("not in Portuguese:\n%s", got)
	}
	got = texts(drawn(t, s, asked(), bilingual.English))
	if !strings.Contains(got, "requested") || strings.Contains(got, "Exact") || strings.Contains(got, "smallest mean") {
		t.Errorf("rates beside those asked for:\n%s", got)
	}
}

// An interval of two values can be ten times as wide as all others. It is cut
// off and marked, where all others would be a line of dots.
func TestRankedCutsOff(t *testing.T) {
	run := many(2)
	for i := range run.Rows {
		if r := &run.Rows[i]; r.Filter == "gcs" && r.Round == 1 && r.Metric == "init" {
			r.Value *= 3
		}
	}
	picture := drawn(t, summarize(t, run), ranking("init"), bilingual.English)
	if strings.Contains(picture, "NaN") || strings.Contains(picture, "Inf") {
		t.Error("a coordinate is no number")
	}
	if got := texts(picture); !strings.Contains(got, "interval continues") {
		t.Errorf("no mark in\n%s", got)
	}
}

// A run without an axis, or at one ε, has one panel.
func TestRankedPanels(t *testing.T) {
	one := synthetic.Run(synthetic.Options{Filters: strings.Fields("bloom gcs"), Epsilons: "0.05", Reps: 3})
	got := texts(drawn(t, summarize(t, one), ranking("query"), bilingual.English))
	if strings.Count(got, "ε = ") != 1 || strings.Contains(got, "left panel") {
		t.Errorf("at one ε:\n%s", got)
	}
	none := many(3)
	none.Rows = slices.DeleteFunc(none.Rows, func(r runfolder.Row) bool { return r.Filter != "map" && r.Filter != "none" })
	got = texts(drawn(t, summarize(t, none), ranking("query"), bilingual.English))
	if strings.Contains(got, "ε = ") || !strings.Contains(got, "Exact map ") {
		t.Errorf("without an ε:\n%s", got)
	}
}

// Panels are metrics side by side, each at a place of its own. What lacks one of them is
// left out; what has no ε is at every ε.
func TestRankedBeside(t *testing.T) {
	panel := func(metric runfolder.Metric, epsilon, title string) RankedPanel {
		return RankedPanel{Metric: metric, At: Place{"epsilon": epsilon}, Title: bilingual.Text{EN: title, PT: title}}
	}
	beside := func(panels ...RankedPanel) Figure {
		return Ranked("beside", bilingual.Text{EN: "Side by side", PT: "Lado a lado"}, RankedOf{Groups: rankedGroups(), Panels: panels, Label: bilingual.Text{EN: "Times", PT: "Tempos"}})
	}
	run := many(4)
	run.Rows = slices.DeleteFunc(run.Rows, func(r runfolder.Row) bool { return r.Filter == "xor" && r.Metric == "hyphenate" })
	s := summarize(t, run)
	got := texts(drawn(t, s, beside(panel("query", "0.01", "first"), panel("hyphenate", "0.02", "second")), bilingual.English))
	for _, want := range []string{"Side by side", " first 100 ", " second 100 ", "Times (ns), logarithmic axis", " map ", " cuckoo "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, no := range []string{" xor ", "ε = ", "no ε"} {
		if strings.Contains(got, no) {
			t.Errorf("%q in\n%s", no, got)
		}
	}
	cell := func(metric runfolder.Metric, at runfolder.Point) float64 {
		for _, c := range s.Metric(metric).Cells {
			if c.Filter == "bloom" && c.Point == at {
				return c.Mean * s.Metric("query").Scales[0].Factor
			}
		}
		t.Fatalf("no %s at %s", metric, at)
		return 0
	}
	numbers := regexp.MustCompile(` bloom (\S+) (\S+) `).FindStringSubmatch(got)
	if want := []string{bilingual.Number(cell("query", "0.01"), 1, bilingual.English), bilingual.Number(cell("hyphenate", "0.02"), 0, bilingual.English)}; numbers == nil || numbers[1] != want[0] || numbers[2] != want[1] {
		t.Errorf("bloom has %q, want %q, in\n%s", numbers, want, got)
	}
	for _, c := range []struct {
		panels []RankedPanel
		want   string
	}{
		{[]RankedPanel{panel("query", "0.01", ""), panel("wanting", "0.01", "")}, `no measurement of "wanting"`},
		{[]RankedPanel{panel("query", "0.01", ""), panel("bits", "0.01", "")}, "no unit in common"},
	} {
		if _, err := beside(c.panels...).Draw(s, bilingual.English); !isNoData(err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want a reason with %q", err, c.want)
		}
	}
}

func TestRankedSkips(t *testing.T) {
	s := summarize(t, many(2))
	for _, c := range []struct {
		figure Figure
		want   string
	}{
		{ranking("wanting"), `no measurement of "wanting"`},
		{Ranked("x", bilingual.Text{}, RankedOf{Metric: "query", Groups: []RankedGroup{{bilingual.Text{}, []string{"absent"}}}}), `for a structure of the figure`},
		{Ranked("x", bilingual.Text{}, RankedOf{Metric: "query", Groups: rankedGroups(), OfAsked: true}), "the run lacks the requested ε"},
	} {
		if _, err := c.figure.Draw(s, bilingual.English); !isNoData(err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want a reason with %q", err, c.want)
		}
	}
}
