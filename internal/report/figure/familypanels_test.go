package figure

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// goldenFile compares an SVG without its glyphs with a file.
func goldenFile(t *testing.T, name, svg string) {
	t.Helper()
	got := regexp.MustCompile(`(?s)<defs>.*</defs>\n|<use [^>]*>`).ReplaceAllString(svg, "")
	file := filepath.Join("testdata", name+".svg")
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

// only keeps some structures of a run.
func only(run *runfolder.Run, names ...string) *runfolder.Run {
	run.Meta.Filters = names
	run.Rows = slices.DeleteFunc(run.Rows, func(r runfolder.Row) bool { return !slices.Contains(names, r.Filter) })
	return run
}

func crowdFigure(of FamiliesOf) Figure {
	of.Groups = crowdFamilies()
	return Families("families", bilingual.Text{EN: "A title of families", PT: "Um título de famílias"}, of)
}

// crowdSummary reads rates in per cent.
func crowdSummary(t *testing.T, run *runfolder.Run) *report.Summary {
	t.Helper()
	g := synthetic.Glossary()
	g.Metrics = append(g.Metrics, metric.Definition{Name: "fpr", Unit: "%", Factor: 100})
	return must(report.Summarize(run, g))(t)
}

// overRates are the sizes over ε beside the bound, overKeys the times over n
// beside the sizes of caches.
func overRates() Figure {
	return crowdFigure(FamiliesOf{
		Metric: "bits_per_key", Axis: "epsilon", At: Place{"n": "100000"}, Label: bilingual.Text{EN: "Bits per key", PT: "Bits por chave"},
		Reference: &Reference{Label: bilingual.Text{EN: "bound", PT: "limite"}, Of: func(x float64) float64 { return math.Log2(100 / x) }},
	})
}

func overKeys() Figure {
	return crowdFigure(FamiliesOf{
		Metric: "query", Axis: "n", At: Place{"epsilon": "0.01"}, Y: Linear,
		Marks: []Mark{{20_000, "L1d"}, {800_000, "L2"}, {1_500_000, "L3"}, {1e9, "beyond"}},
	})
}

func TestFamiliesGolden(t *testing.T) {
	names := []string{"map", "roaring", "cuckoo", "cuckoo-packed", "semisort", "xor", "linear"}
	s := summarize(t, only(crowd(3), names...))
	goldenFile(t, "families-rates-en", drawn(t, s, overRates(), bilingual.English))
	goldenFile(t, "families-keys-pt", drawn(t, s, overKeys(), bilingual.Portuguese))
}

func TestFamiliesTexts(t *testing.T) {
	whole, few := crowdSummary(t, crowd(3)), summarize(t, only(crowd(3), "bloom", "xor"))
	for _, c := range []struct {
		name     string
		got      string
		has, not []string
	}{
		{"over ε", texts(drawn(t, whole, overRates(), bilingual.English)),
			[]string{"A title of families", "Parameters of all points: n = 100,000.", "Exact", "Compressed", "Growing", "bound", "structure independent of ε", "structures of the other panels", "Bits per key logarithmic axis", "ε (%), logarithmic axis", " 0.1 "},
			[]string{"95 % interval", "continues beyond"}}, // sizes are the same in every round
		{"over n", texts(drawn(t, whole, overKeys(), bilingual.Portuguese)),
			[]string{"Parâmetros de todos os pontos: ε = 1%.", "média, intervalo de 95%", "estruturas dos outros painéis", "10⁴", "10⁷", "L1d", "L2", "L3", "Tempo de execução (ns)", "Exatas", "Que crescem"},
			[]string{"beyond", "sem ε", "limite"}},
		{"families without a structure", texts(drawn(t, few, overRates(), bilingual.English)), []string{"Bloom", "Static", " bloom ", " xor "}, []string{"Exact", "Cuckoo", "no ε"}},
		{"of the requested ε", texts(drawn(t, whole, crowdFigure(FamiliesOf{Metric: "fpr", Axis: "epsilon", At: Place{"n": "100000"}, OfAsked: true}), bilingual.Portuguese)),
			[]string{"Razão medida (% do ε pedido)", "o eixo não começa em zero", "pedida", " 100 "}, []string{"sem ε", "Exatas"}},
	} {
		for _, want := range c.has {
			if !strings.Contains(c.got, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, c.got)
			}
		}
		for _, no := range c.not {
			if strings.Contains(c.got, no) {
				t.Errorf("%s: %q in\n%s", c.name, no, c.got)
			}
		}
	}
	got := texts(drawn(t, whole, overRates(), bilingual.English))
	for _, name := range crowdNames() {
		if strings.Count(" "+got+" ", " "+name+" ") != 1 {
			t.Errorf("%s is not named once in\n%s", name, got)
		}
	}
}

// The numbers are those of the cells at the place, along the axis; a structure
// without ε is a level.
func TestFamiliesNumbers(t *testing.T) {
	s := summarize(t, crowd(3))
	f := must(newFamilies(s, FamiliesOf{Groups: crowdFamilies(), Metric: "query", Axis: "n", At: Place{"epsilon": "0.01"}}, bilingual.English))(t)
	if len(f.panels) != len(crowdFamilies()) || len(f.values) != 5 || f.levels {
		t.Fatalf("%d panels, %q, levels %v", len(f.panels), f.values, f.levels)
	}
	for _, p := range f.panels {
		for _, curve := range p.curves {
			if len(curve.Points) != 5 {
				t.Fatalf("%s has %d dots", curve.Label.EN, len(curve.Points))
			}
			for i, n := range []string{"1753", "10000", "100000", "1000000", "10000000"} {
				point := runfolder.At(n, "0.01")
				if p.title == "Exact" {
					point = runfolder.At(n, "")
				}
				c := s.Metric("query").Cell(curve.Label.EN, point)
				if curve.Points[i].Value != c.Mean || curve.Points[i].high() != c.Mean+c.HalfWidth {
					t.Errorf("%s at n = %s: %v, want %v", curve.Label.EN, n, curve.Points[i], c.Mean)
				}
			}
		}
	}
	f = must(newFamilies(s, FamiliesOf{Groups: crowdFamilies(), Metric: "bits_per_key", Axis: "epsilon", At: Place{"n": "100000"}}, bilingual.English))(t)
	for _, p := range f.panels {
		for _, curve := range p.curves {
			if level := curve.Look.Bare; level != (p.title == "Exact") || !level && len(curve.Points) != 6 {
				t.Errorf("%s: level %v, %d dots", curve.Label.EN, level, len(curve.Points))
			}
		}
	}
	if !f.x.log || !f.y.log {
		t.Error("numbers over powers of ten have a linear axis")
	}
}

func TestFamiliesWithoutData(t *testing.T) {
	s := summarize(t, crowd(2))
	one := summarize(t, only(crowd(2), "map"))
	for _, c := range []struct {
		of   FamiliesOf
		want string
	}{
		{FamiliesOf{Metric: "absent", Axis: "n"}, `no measurement of "absent"`},
		{FamiliesOf{Metric: "query", Axis: "hits"}, `no axis "hits"`},
		{FamiliesOf{Metric: "query", Axis: "n", At: Place{"epsilon": "0.5"}}, ""}, // the exact ones have no ε
		{FamiliesOf{Metric: "query", Axis: "epsilon", At: Place{"n": "7"}}, "at two values of ε"},
		{FamiliesOf{Metric: "query", Axis: "epsilon", OfAsked: true}, "share of"},
	} {
		_, err := crowdFigure(c.of).Draw(s, bilingual.English)
		if c.want == "" && err != nil || c.want != "" && (!isNoData(err) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, want no data with %q", c.of.Metric, err, c.want)
		}
	}
	if _, err := overRates().Draw(one, bilingual.English); !isNoData(err) {
		t.Errorf("levels alone make a figure: %v", err)
	}
}

// What a run may give must be drawn without NaN in it.
func TestFamiliesOfPoorRuns(t *testing.T) {
	racetest.OneGoroutine(t)
	change := func(run *runfolder.Run, to func(r *runfolder.Row)) *runfolder.Run {
		for i := range run.Rows {
			to(&run.Rows[i])
		}
		return run
	}
	small := func(reps int) *runfolder.Run {
		return only(crowd(reps), "map", "bloom", "gcs", "xor", "cuckoo", "ribbon", "linear")
	}
	gaps := small(2)
	gaps.Rows = slices.DeleteFunc(gaps.Rows, func(r runfolder.Row) bool {
		return len(r.Filter)%2 == 0 && gaps.Meta.On("n", r.Point) == "10000000"
	})
	for name, run := range map[string]*runfolder.Run{
		"one round": small(1), "gaps": gaps,
		"zero":     change(small(2), func(r *runfolder.Row) { r.Value = 0 }),
		"constant": change(small(2), func(r *runfolder.Row) { r.Value = 5 }),
		"some zero": change(small(2), func(r *runfolder.Row) {
			if r.Filter == "bloom" {
				r.Value = 0
			}
		}),
		"negative": change(small(3), func(r *runfolder.Row) { r.Value = -r.Value * float64(r.Round) }),
	} {
		s := summarize(t, run)
		for _, scaling := range []Scaling{ByRange, Linear, Logarithmic} {
			for _, f := range []Figure{
				crowdFigure(FamiliesOf{Metric: "query", Axis: "n", At: Place{"epsilon": "0.01"}, X: scaling, Y: scaling}),
				crowdFigure(FamiliesOf{Metric: "bits_per_key", Axis: "epsilon", At: Place{"n": "100000"}, X: scaling, Y: scaling, Reference: &Reference{Of: func(x float64) float64 { return math.Log(x - 1) }}}),
				crowdFront(FrontOf{X: FrontAxis{Scaling: scaling}, Y: FrontAxis{Scaling: scaling}, At: middlePlace()}),
			} {
				got := drawn(t, s, f, bilingual.English)
				if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
					t.Errorf("%s, %s, scaling %d: NaN or Inf in it", name, f.ID, scaling)
				}
				said := strings.Contains(texts(got), "Means that are not positive cannot be drawn")
				if want := name == "some zero" && scaling == Logarithmic && f.ID == "families"; said != want {
					t.Errorf("%s, %s, scaling %d: says that means are left out: %v", name, f.ID, scaling, said)
				}
			}
		}
	}
}

func TestSpread(t *testing.T) {
	for _, c := range []struct{ places, want []vg.Length }{
		{nil, nil},
		{[]vg.Length{5}, []vg.Length{5}},
		{[]vg.Length{10, 30, 90}, []vg.Length{10, 30, 90}},
		{[]vg.Length{50, 50, 50}, []vg.Length{40, 50, 60}},
		{[]vg.Length{50, 52}, []vg.Length{46, 56}},
		{[]vg.Length{-5, 1}, []vg.Length{0, 10}},
		{[]vg.Length{99, 100, 100}, []vg.Length{80, 90, 100}},
		{[]vg.Length{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, nil}, // more than have room
	} {
		got := spread(c.places, 10, 0, 100)
		if c.want == nil && len(c.places) > 0 {
			for i, v := range got {
				c.want = append(c.want, 5*vg.Length(i))
				if abs(v-c.want[i]) > 1e-9 {
					t.Errorf("without room: %v", got)
				}
			}
			continue
		}
		if !slices.EqualFunc(got, c.want, func(a, b vg.Length) bool { return abs(a-b) < 1e-9 }) {
			t.Errorf("%v is spread to %v, want %v", c.places, got, c.want)
		}
	}
}
