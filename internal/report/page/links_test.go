package page

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// attributes are the values of an attribute in a page.
func attributes(text, name string) (list []string) {
	for _, m := range regexp.MustCompile(`\s`+name+`="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		list = append(list, html.UnescapeString(m[1]))
	}
	return list
}

// Every link leads to one place of the page.
func TestLinksLead(t *testing.T) {
	evil := small()
	for i := range evil.Rows {
		if evil.Rows[i].Filter == "cuckoo" {
			evil.Rows[i].Filter = "a b"
		}
		if evil.Rows[i].Metric == "query" {
			evil.Rows[i].Metric = "a-b" // a row of it could have the name of another one
		}
	}
	for name, run := range map[string]*runfolder.Run{
		"two": small(), "odd names": evil,
		"many": synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor", "gcs", "map", "fuse", "ribbon"}, Epsilons: "0.01,0.1,0.2", Reps: 3}),
	} {
		text := write(t, run, Options{})
		ids := attributes(text, "id")
		once := map[string]bool{}
		for _, id := range ids {
			if once[id] {
				t.Errorf("%s: %q is twice in the page", name, id)
			}
			once[id] = true
		}
		links := 0
		for _, to := range attributes(text, "href") {
			if !strings.HasPrefix(to, "#") {
				continue
			}
			links++
			if !once[to[1:]] {
				t.Errorf("%s: %q leads nowhere", name, to)
			}
		}
		if links < 40 {
			t.Errorf("%s: only %d links", name, links)
		}
	}
}

// rowOf is the row of a table, or the figure, with an id.
func rowOf(t *testing.T, text, id string) string {
	t.Helper()
	m := regexp.MustCompile(`(?s)<(tr|figure) id="` + regexp.QuoteMeta(id) + `".*?</(tr|figure)>`).FindString(text)
	if m == "" {
		t.Fatalf("the page has no %q", id)
	}
	return m
}

// A verdict leads to the figures that show what it is about and to its rows; the
// figure to the rows of its metric and back to the verdict.
func TestVerdictToFigureToRows(t *testing.T) {
	text := write(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.05,0.1,0.2", Reps: 5}), Options{})
	verdict := rowOf(t, text, "verdict-T5-tuned") // on the cuckoo filter's run time
	for _, want := range []string{`href="#figure-5-4"`, `href="#figure-5-6"`, `href="#row-hyphenate-cuckoo"`} {
		if !strings.Contains(verdict, want) {
			t.Errorf("the verdict lacks %s:\n%s", want, verdict)
		}
	}
	for _, other := range []string{`href="#figure-5-2"`, `href="#figure-5-3"`, `href="#row-hyphenate-bloom"`, `href="#row-init-cuckoo"`} {
		if strings.Contains(verdict, other) {
			t.Errorf("the verdict leads to %s", other)
		}
	}
	figure := rowOf(t, text, "figure-5-4")
	for _, want := range []string{`href="#rows-hyphenate"`, `href="#verdict-T5-tuned"`} {
		if !strings.Contains(figure, want) {
			t.Errorf("the figure lacks %s", want)
		}
	}
	if row := rowOf(t, text, "row-hyphenate-cuckoo"); !strings.Contains(row, "<td>cuckoo</td><td>1</td>") {
		t.Errorf("the row is %s", row)
	}
	if part := regexp.MustCompile(`<div class="part[^"]*" id="rows-hyphenate"[^>]*>\s*<h3>([^<]*)`).FindStringSubmatch(text); part == nil || !strings.HasPrefix(part[1], "hyphenate — ") {
		t.Errorf("the table is %q", part)
	}
}

// What is not tested stands apart, with its reason and without links.
func TestUntestedApart(t *testing.T) {
	text := write(t, small(), Options{})
	row := rowOf(t, text, "verdict-T1")
	if !strings.Contains(row, "not tested") || strings.Contains(row, "href") || !strings.Contains(row, "<small>") {
		t.Errorf("%s", row)
	}
	if strings.Index(text, `id="verdict-T1"`) < strings.Index(text, `<details class="opens" id="untested">`) {
		t.Error("what is not tested is among the verdicts")
	}
}

// The filter knows what verdicts, figures and tables are of.
func TestOf(t *testing.T) {
	text := write(t, small(), Options{})
	boxes := regexp.MustCompile(`<input type="checkbox" value="(\d+)"> ([^<]*)</label>`).FindAllStringSubmatch(text, -1)
	number := map[string]string{}
	for _, b := range boxes {
		number[b[2]] = b[1]
	}
	for _, name := range []string{"bloom", "cuckoo", "none", "no-exceptions", "init", "build", "hyphenate", "query", "fp", "bits"} {
		if number[name] == "" {
			t.Errorf("there is no choice of %s", name)
		}
	}
	for id, want := range map[string]string{
		"figure-5-3":       fmt.Sprintf(`data-s="%s %s" data-m="%s"`, number["cuckoo"], number["none"], number["init"]),
		"figure-5-6":       fmt.Sprintf(`data-s="%s %s" data-m="%s"`, number["bloom"], number["cuckoo"], number["hyphenate"]),
		"verdict-T5-tuned": fmt.Sprintf(`data-s="%s" data-m="%s"`, number["cuckoo"], number["hyphenate"]),
	} {
		if got, _, _ := strings.Cut(rowOf(t, text, id), ">"); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// The values of every figure are in the page, as the figure has them.
func TestPointsInPage(t *testing.T) {
	text := write(t, small(), Options{})
	m := regexp.MustCompile(`(?s)<script type="application/json" id="points">(.*?)</script>`).FindStringSubmatch(text)
	var figures map[string]struct {
		W, H   float64
		Series []struct {
			Name string
			S    int
			M    []int
			P    [][4]any
		}
	}
	if err := json.Unmarshal([]byte(m[1]), &figures); err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, id := range attributes(text, "id") {
		if strings.HasPrefix(id, "figure-") && !strings.HasSuffix(id, "-title") {
			drawn++
			if f, there := figures[id]; !there || f.W < 400 || f.H < 200 || len(f.Series) == 0 {
				t.Errorf("%s: %+v", id, f)
			}
		}
	}
	if drawn < 7 || drawn != len(figures) {
		t.Errorf("%d figures, points of %d", drawn, len(figures))
	}
	// Of two panels each structure has a series in each.
	if rates := figures["figure-fpr"].Series; len(rates) != 4 || len(rates[0].P) != 3 || len(rates[1].P) != 3 || len(rates[2].P) != 3 || len(rates[3].P) != 3 {
		t.Errorf("rates: %+v", rates)
	}
	f := figures["figure-5-4"]
	i := slices.IndexFunc(f.Series, func(s struct {
		Name string
		S    int
		M    []int
		P    [][4]any
	}) bool {
		return s.Name == "cuckoo"
	})
	if i < 0 || len(f.Series[i].P) != 3 || f.Series[i].P[1][2] != "ε = 10\u00a0%" || !strings.Contains(fmt.Sprint(f.Series[i].P[1][3]), " ± ") {
		t.Errorf("%+v", f.Series)
	}
}

// The page says its own size, and every table its name.
func TestSizeAndNames(t *testing.T) {
	text := write(t, small(), Options{Measurements: []byte("x")})
	if want := fmt.Sprintf("one file of %.2f MB", float64(len(text))/1e6); !strings.Contains(text, want) {
		t.Errorf("the page does not say %q", want)
	}
	if tables, captions := strings.Count(text, "<table"), regexp.MustCompile(`<caption[^>]*>[^<]+</caption>`).FindAllString(text, -1); tables < 8 || len(captions) != tables {
		t.Errorf("%d tables, %d captions", tables, len(captions))
	}
}

// A verdict whose test does not say what it read leads to its metric.
func TestSilentTest(t *testing.T) {
	x := &index{tables: map[runfolder.Metric]string{"bits": "rows-bits"}}
	r := claim.Result{Claim: claim.Claim{Metric: "bits"}}
	if got := x.rowsOf(r); !slices.Equal(got, []link{{"rows-bits", "bits"}}) {
		t.Errorf("%v", got)
	}
	figures := []drawn{{Anchor: "a", Short: "A", subjects: []claim.Subject{{Filter: "bloom", Metric: "query"}}}, {Anchor: "b", Short: "B", subjects: []claim.Subject{{Filter: "bloom", Metric: "bits"}}}}
	if got := x.figuresOf(r, figures); !slices.Equal(got, []link{{"b", "B"}}) {
		t.Errorf("%v", got)
	}
}

// Of many figures a verdict leads to three: those that show most of what it is about, and of
// these those that show least else. Of many rows it leads to six.
func TestFirstLinks(t *testing.T) {
	x := &index{Metrics: []runfolder.Metric{"query"}, rows: map[claim.Subject]string{}}
	var of []claim.Subject
	for _, name := range strings.Split("abcdefgh", "") {
		s := claim.Subject{Filter: name, Metric: "query"}
		x.Structures, x.rows[s], of = append(x.Structures, name), "row-"+name, append(of, s)
	}
	r := claim.Result{Claim: claim.Claim{Metric: "query"}, Read: of[:7]}
	other := claim.Subject{Filter: "h", Metric: "query"}
	figures := []drawn{
		{Anchor: "one", subjects: of[:1]},
		{Anchor: "two-of-three", subjects: []claim.Subject{of[0], of[1], other}},
		{Anchor: "none", subjects: []claim.Subject{other}},
		{Anchor: "two", subjects: of[:2]},
		{Anchor: "three-of-four", subjects: append([]claim.Subject{other}, of[:3]...)},
	}
	var got []string
	for _, l := range x.figuresOf(r, figures) {
		got = append(got, l.To)
	}
	if want := []string{"three-of-four", "two", "two-of-three"}; !slices.Equal(got, want) {
		t.Errorf("figures %q, want %q", got, want)
	}
	if got := x.rowsOf(r); len(got) != 6 || got[0] != (link{"row-a", "query of a"}) || got[5].To != "row-f" {
		t.Errorf("rows %v", got)
	}
}

// Points of one thing are one series: its name and its metrics tell it, and a point to the
// left, not one above another, begins again in another panel.
func TestSeriesOfPoints(t *testing.T) {
	x := &index{Structures: []string{"bloom"}, Metrics: []runfolder.Metric{"query", "build"}}
	query, build := []runfolder.Metric{"query"}, []runfolder.Metric{"build"}
	var d drawn
	d.add(x, []figure.Point{
		{X: 1, Name: "bloom", Metrics: query}, {X: 1, Name: "bloom", Metrics: build},
		{X: 2, Name: "bloom", Metrics: query}, {X: 2, Name: "line", Metrics: query}, {X: 2, Name: "bloom", Metrics: query},
		{X: 1.5, Name: "bloom", Metrics: query}, {X: 3, Name: "bloom", Metrics: build},
	})
	var got []string
	for _, s := range d.points.Series {
		got = append(got, fmt.Sprint(s.Name, " ", s.Structure, s.Metrics, len(s.Points)))
	}
	if want := []string{"bloom 0 [0] 3", "bloom 0 [1] 2", "line -1 [0] 1", "bloom 0 [0] 1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A ratio has the style of its word: less below 1, more above it, and neither where it is not
// separated from 1.
func TestStyleOfRatio(t *testing.T) {
	for want, r := range map[string]compare.Ratio{
		"order less": {Value: 0.99, P: 0.001}, "order more": {Value: 1.01, P: 0.001}, "order same": {Value: 0.5, P: 0.9},
	} {
		if got := order(r); got != want {
			t.Errorf("%v: %s, want %s", r.Value, got, want)
		}
	}
}

// A structure is known by its name and by its title in any language, a baseline
// by what figures call it; nothing else is one.
func TestStructureOfALabel(t *testing.T) {
	s, err := report.Summarize(small(), synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	s.Glossary.Portuguese = map[string]string{"Bloom filter": "filtro de Bloom"}
	x := newIndex(s)
	for label, want := range map[string]string{"cuckoo": "cuckoo", "Bloom filter": "bloom", "filtro de Bloom": "bloom", "no filter": "none", "method 2": "", "": ""} {
		if got := x.structure(label); got != want {
			t.Errorf("%q is %q, want %q", label, got, want)
		}
	}
}

// Of figures that show all that a verdict is about, the one that shows the least else is first;
// before it stands one that shows more of it.
func TestFiguresOfVerdict(t *testing.T) {
	subjects := func(names ...string) (list []claim.Subject) {
		for _, name := range names {
			list = append(list, claim.Subject{Filter: name, Metric: "query"})
		}
		return list
	}
	x := &index{Structures: []string{"bloom", "cuckoo", "xor", "gcs"}, Metrics: []runfolder.Metric{"query"}}
	r := claim.Result{Read: subjects("bloom", "cuckoo")}
	figures := []drawn{
		{Anchor: "one", subjects: subjects("bloom")},
		{Anchor: "all", subjects: subjects("bloom", "cuckoo", "xor", "gcs")},
		{Anchor: "another", subjects: subjects("xor")},
		{Anchor: "both", subjects: subjects("cuckoo", "bloom")},
		{Anchor: "three", subjects: subjects("bloom", "cuckoo", "xor")},
	}
	var got []string
	for _, l := range x.figuresOf(r, figures) {
		got = append(got, l.To)
	}
	if want := []string{"both", "three", "all"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
