package figure

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
)

func crowdFront(of FrontOf) Figure {
	of.X.Metric, of.Y.Metric = "bits_per_key", "query"
	return Front("front", bilingual.Text{EN: "Time against space", PT: "Tempo e espaço"}, of)
}

func middlePlace() Place { return Place{"n": "100000", "epsilon": "0.01"} }

func newCrowdFront(t *testing.T, s *report.Summary, of FrontOf) *front {
	t.Helper()
	of.X.Metric, of.Y.Metric = "bits_per_key", "query"
	return must(newFront(s, of, bilingual.English))(t)
}

func TestFrontGolden(t *testing.T) {
	s := summarize(t, only(crowd(4), "map", "cuckoo", "cuckoo-packed", "semisort", "vacuum", "ribbon", "fuse4"))
	goldenFile(t, "front-en", drawn(t, s, crowdFront(FrontOf{
		X: FrontAxis{Label: bilingual.Text{EN: "Bits per key", PT: "Bits por chave"}, Scaling: Logarithmic}, At: middlePlace(),
	}), bilingual.English))
}

func TestFrontTexts(t *testing.T) {
	s := summarize(t, crowd(4))
	got := texts(drawn(t, s, crowdFront(FrontOf{
		X: FrontAxis{Label: bilingual.Text{EN: "Bits per key", PT: "Bits por chave"}}, Y: FrontAxis{Label: bilingual.Text{EN: "Time", PT: "Tempo"}, Scaling: Linear}, At: middlePlace(),
	}), bilingual.Portuguese))
	for _, want := range []string{
		"Tempo e espaço", "Parâmetros de todos os pontos: n = 100.000; ε = 1%.", "nome em negrito: não dominada, um canto da linha preta (frente de Pareto)", "nome em cinza: dominada; outra estrutura é ao menos tão boa nos dois eixos, e melhor em um", "sem ε", "intervalo de 95%",
		"Bits por chave, eixo logarítmico", "Tempo (ns)", "words.txt, 466.550 palavras", "4 valores por ponto",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, name := range crowdNames() {
		if strings.Count(strings.ReplaceAll(" "+got+" ", "*", ""), " "+name+" ") != 1 {
			t.Errorf("%s is not named once in\n%s", name, got)
		}
	}
}

// A structure is of the front if and only if none is at least as good in both
// and better in one; the front falls from left to right. Two equal ones do not
// surpass each other.
func TestFrontMembers(t *testing.T) {
	run := crowd(2)
	for i, r := range run.Rows { // a twin of fuse4, the fastest
		if r.Filter == "onehash" {
			for _, twin := range run.Rows {
				if twin.Filter == "fuse4" && twin.Metric == r.Metric && twin.Point == r.Point && twin.Round == r.Round {
					run.Rows[i].Value = twin.Value
				}
			}
		}
	}
	f := newCrowdFront(t, summarize(t, run), FrontOf{At: middlePlace()})
	if len(f.points) != len(crowdNames()) {
		t.Fatalf("%d structures of %d", len(f.points), len(crowdNames()))
	}
	best := map[string]bool{}
	for i, p := range f.points {
		by := ""
		for _, q := range f.points {
			better := q.at[0].Value < p.at[0].Value || q.at[1].Value < p.at[1].Value
			if better && q.at[0].Value <= p.at[0].Value && q.at[1].Value <= p.at[1].Value {
				by = q.name
			}
		}
		if p.best != (by == "") {
			t.Errorf("%s is of the front: %v, and %q is better", p.name, p.best, by)
		}
		if p.best && i > 0 && (!f.points[i-1].best || p.at[0].Value < f.points[i-1].at[0].Value || p.at[1].Value > f.points[i-1].at[1].Value) {
			t.Errorf("%s is not in its place on the front", p.name)
		}
		best[p.name] = p.best
	}
	if !best["fuse4"] || !best["onehash"] {
		t.Error("equal structures surpass each other")
	}
	if n := len(best); n < 3 || !f.bare || !f.wide {
		t.Errorf("%d names, bare %v, intervals %v: the run shows too little", n, f.bare, f.wide)
	}
}

// With 45 structures no name covers another or a dot, all are within the plot,
// and no dot is without a name near it.
func TestNamesDoNotMeet(t *testing.T) {
	s := summarize(t, crowd(4))
	area := vg.Rectangle{Max: vg.Point{X: 400, Y: 300}}
	for _, filters := range [][]string{nil, crowdNames()[4:]} {
		f := newCrowdFront(t, s, FrontOf{At: middlePlace(), Filters: filters})
		tags := make([]tag, len(f.points))
		for i, p := range f.points {
			x, y := vg.Length(f.scales[0].at(p.at[0].Value)), vg.Length(f.scales[1].at(p.at[1].Value))
			tags[i] = tag{dot: vg.Point{X: x * area.Max.X, Y: y * area.Max.Y}, width: nameStyle(p.best).Width(p.name), height: 7.5}
		}
		place(tags, area, nil)
		for i, a := range tags {
			if a.box.Min.X < 0 || a.box.Min.Y < 0 || a.box.Max.X > area.Max.X || a.box.Max.Y > area.Max.Y {
				t.Errorf("%s is beyond the plot: %v", f.points[i].name, a.box)
			}
			for j, b := range tags {
				if j > i && box(a.box).meets(b.box) {
					t.Errorf("%s covers %s", f.points[i].name, f.points[j].name)
				}
				if j != i && box(dotBox(b.dot)).meets(a.box) {
					t.Errorf("%s covers the dot of %s", f.points[i].name, f.points[j].name)
				}
			}
			if l := a.leader(); a.ring < 0 || vg.Length(tagNear+tagRing*tagRings) < max(abs(l[0].X-l[1].X), abs(l[0].Y-l[1].Y)) {
				t.Errorf("%s is far from its dot", f.points[i].name)
			}
		}
	}
}

func abs(v vg.Length) vg.Length { return max(v, -v) }

func TestLinesMeet(t *testing.T) {
	line := func(x0, y0, x1, y1 vg.Length) [2]vg.Point { return [2]vg.Point{{X: x0, Y: y0}, {X: x1, Y: y1}} }
	b := box{Max: vg.Point{X: 4, Y: 2}}
	for _, c := range []struct {
		line [2]vg.Point
		cut  bool
	}{
		{line(-1, 1, 5, 1), true}, {line(1, 1, 2, 1), true}, {line(-1, 3, 5, 3), false}, {line(2, 5, 2, -5), true},
		{line(-1, 0, 1, 4), false}, {line(-1, -1, 1, 1), true}, {line(5, 0, 9, 2), false}, {line(-9, 1, -5, 1), false},
	} {
		if b.cut(c.line) != c.cut {
			t.Errorf("%v cuts the box: want %v", c.line, c.cut)
		}
	}
	if !crossing(line(0, 0, 2, 2), line(0, 2, 2, 0)) || crossing(line(0, 0, 2, 2), line(3, 0, 5, 2)) || crossing(line(0, 0, 2, 2), line(0, 2, 0.5, 1.5)) {
		t.Error("crossing lines are not told from others")
	}
}

func TestFrontWithoutData(t *testing.T) {
	s := summarize(t, crowd(2))
	for want, of := range map[string]FrontOf{
		`no measurement of "absent"`: {X: FrontAxis{Metric: "absent"}, Y: FrontAxis{Metric: "query"}, At: middlePlace()},
		"of two structures":          {X: FrontAxis{Metric: "bits_per_key"}, Y: FrontAxis{Metric: "query"}, At: Place{"n": "7"}},
		"of two structures at":       {X: FrontAxis{Metric: "bits_per_key"}, Y: FrontAxis{Metric: "query"}, At: middlePlace(), Filters: []string{"bloom"}},
	} {
		if _, err := Front("front", bilingual.Text{}, of).Draw(s, bilingual.English); !isNoData(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want no data with %q", err, want)
		}
	}
}
