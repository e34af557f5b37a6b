package figure

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

func paper(mm float64) Style {
	return Style{Width: vg.Length(mm) * vg.Millimeter, NoTitle: true, NoFooter: true, Grey: true, Paper: true}
}

// A golden picture for an article, in the width of a column.
func TestPaperGolden(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo"}, Epsilons: "0.01..0.07", Reps: 4}))
	for _, f := range figures(s.Meta) {
		if f.ID != "fpr" {
			continue
		}
		d := must(f.Draw(s, bilingual.English))(t)
		b := must(d.In(paper(84)).Encode(SVG, Label{ID: f.ID}))(t)
		goldenFile(t, "fpr-paper-en", string(b))
	}
}

// A figure for an article has the width that was asked for, no title, notes or
// small print, and nothing of it is beyond its edges; what it leaves out is in
// its caption. The word on an unfinished run stays.
func TestPaper(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: strings.Fields("bloom cuckoo xor"), Epsilons: "0.01..0.07", Reps: 4})
	run.Meta.State = runfolder.Interrupted
	s, big := summarize(t, run), summarize(t, crowd(3))
	few := summarize(t, only(crowd(3), "map", "cuckoo", "cuckoo-packed", "semisort", "vacuum", "ribbon", "fuse4"))
	families := Families("families", bilingual.Text{EN: "A title of families", PT: "Um título"}, FamiliesOf{
		Groups: crowdFamilies(), Metric: "query", Axis: "n", At: middlePlace(),
	})
	front := crowdFront(FrontOf{At: middlePlace()})
	type drawable struct {
		figure Figure
		of     func(l bilingual.Lang) (*Drawing, error)
	}
	var list []drawable
	for _, f := range append(figures(s.Meta), Distributions(s)...) {
		list = append(list, drawable{f, func(l bilingual.Lang) (*Drawing, error) { return f.Draw(s, l) }})
	}
	list = append(list,
		drawable{families, func(l bilingual.Lang) (*Drawing, error) { return families.Draw(big, l) }},
		drawable{front, func(l bilingual.Lang) (*Drawing, error) { return front.Draw(few, l) }})
	for _, one := range list {
		for _, mm := range []float64{84, 174} {
			d, err := one.of(bilingual.Portuguese)
			if isNoData(err) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			p := d.In(paper(mm))
			if math.Abs(float64(p.Width/vg.Millimeter)-mm) > 1e-6 || !(p.Height > 20 && p.Height < 100*vg.Centimeter) {
				t.Errorf("%s at %v mm is %v × %v", one.figure.ID, mm, p.Width, p.Height)
			}
			b := must(p.Encode(SVG, Label{ID: "x"}))(t)
			if strings.Contains(texts(string(b)), d.Title()) || strings.Contains(texts(string(b)), "SHA-256") {
				t.Errorf("%s has title or small print:\n%s", one.figure.ID, texts(string(b)))
			}
			if got := strings.Contains(texts(string(b)), "A execução não terminou"); got != (one.figure.ID != "families" && one.figure.ID != front.ID) {
				t.Errorf("%s says that the run is not finished: %v", one.figure.ID, got)
			}
			if caption := p.Caption(); !strings.HasPrefix(caption, d.Title()+"\n") || !strings.Contains(caption, "SHA-256") {
				t.Errorf("%s has the caption\n%s", one.figure.ID, caption)
			}
			for _, beyond := range outside(t, p) {
				t.Errorf("%s at %v mm: %s", one.figure.ID, mm, beyond)
			}
		}
	}
}

// outside lists the texts of a drawing that leave it.
func outside(t *testing.T, d *Drawing) (list []string) {
	t.Helper()
	var c recorder.Canvas
	vg.Initialize(&c)
	d.Paint(draw.NewCanvas(&c, d.Width, d.Height))
	turned := false
	for _, a := range c.Actions {
		switch a.(type) {
		case *recorder.Rotate:
			turned = true
		case *recorder.Pop:
			turned = false
		}
		f, is := a.(*recorder.FillString)
		if !is || turned {
			continue
		}
		sty := style(float64(f.Size), false, ink)
		sty.Font = f.Font
		if end := f.Point.X + sty.Width(f.String); f.Point.X < -0.5 || end > d.Width+0.5 {
			list = append(list, strconv.Quote(f.String)+" ends beyond the edge")
		}
	}
	return list
}

// Titles and footers are left out one by one; a file for an article lies beside
// that for a page, with its caption.
func TestStyles(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom"}, Epsilons: "0.01..0.04", Reps: 3}))
	list := figures(s.Meta)[:1]
	dir := t.TempDir()
	content := func(st Style, want ...string) string {
		files, _, err := Render(s, list, dir, []Format{SVG}, bilingual.Portuguese, st)
		if err != nil || strings.Join(files, " ") != strings.Join(want, " ") {
			t.Fatalf("%q, %v, want %q", files, err, want)
		}
		b := must(os.ReadFile(filepath.Join(dir, files[0])))(t)
		return texts(string(b))
	}
	name := filepath.Join(Folder, "fig-init-bloom")
	whole := content(Style{}, name+".pt.svg")
	for _, c := range []struct {
		style         Style
		title, footer bool
	}{{Style{NoTitle: true}, false, true}, {Style{NoFooter: true}, true, false}, {Style{Grey: true}, true, true}} {
		got := content(c.style, name+".pt.svg")
		if strings.Contains(got, "Um título") != c.title || strings.Contains(got, "SHA-256") != c.footer {
			t.Errorf("%+v draws %s", c.style, got)
		}
	}
	if got := content(paper(84), name+".paper.pt.svg", name+".paper.pt.txt"); got == whole {
		t.Error("the figure for an article is the same")
	}
	text, err := os.ReadFile(filepath.Join(dir, name+".paper.pt.txt"))
	if err != nil || !strings.Contains(string(text), "Inclinação") {
		t.Errorf("caption %q, %v", text, err)
	}
	for _, mm := range []float64{59, 401, math.NaN()} {
		if _, err := Millimetres(mm); err == nil {
			t.Errorf("%v mm are admitted", mm)
		}
	}
}

// The picture is well-formed in every style.
func TestStylesWellFormed(t *testing.T) {
	s := summarize(t, only(crowd(2), "map", "cuckoo", "ribbon", "fuse4"))
	d := must(crowdFront(FrontOf{At: middlePlace()}).Draw(s, bilingual.English))(t)
	for _, st := range []Style{{}, paper(60), paper(400), {NoTitle: true, NoFooter: true}} {
		b, err := d.In(st).Encode(SVG, Label{ID: "x"})
		if err != nil || regexp.MustCompile(`NaN|Inf`).Match(b) {
			t.Fatalf("%+v: %v", st, err)
		}
		for dec := xml.NewDecoder(bytes.NewReader(b)); ; {
			if _, err := dec.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%+v: %v", st, err)
			}
		}
	}
}
