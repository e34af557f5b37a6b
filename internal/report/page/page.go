// Package page writes a run as one page for a browser.
//
// Guarantee: the page is one file that loads nothing, which its own Content-Security-Policy
// enforces; without scripts it has no sorting, no selection, no values of points and no
// download of figures, and downloaded data stay compressed. Numbers, figures and verdicts come
// from packages report, figure and claim, and the answer at the head comes from package answer.
// The same run gives the same bytes.
// Cost: a third of a second for a full run of the thesis's experiment, and about 1 MB, half of
// which are figures.
// Source: none; the page is page.tmpl with style.css and the scripts in it.
//
// An index (links.go) numbers the structures and metrics of the page's parts. The selection
// uses it, and it links verdicts to figures and rows.
package page

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/table"
)

//go:embed page.tmpl style.css *.js
var assets embed.FS

// Options are the parts of a page beside the summary.
type Options struct {
	Verdicts     []claim.Result    // empty without claims about the experiment
	Headlines    []answer.Headline // what the run answers first; none: how its times compare
	Figures      []figure.Figure   // those of the experiment
	Lang         bilingual.Lang    // of the figures; empty: English
	Measurements []byte            // measurements.csv, for download; nil: none
	Large        bool              // it has more than MostMeasurements bytes: it is named, no more
}

// page has the fields of page.tmpl.
type page struct {
	Title      string
	Command    string
	Facts      []table.Field
	Notes      []table.Field // notes, warnings, errors
	Caveats    string        // how many notes, in words
	Unfinished bool
	Tally      []tally
	Ratios     *pageTable  // that the run answers first; nil: none
	AllRatios  []pageTable // to be opened
	Verdicts   *pageTable  // nil: no claim is about the experiment
	Untested   *pageTable  // nil: none
	Figures    []drawn
	Skipped    []figure.Skip
	FigureLang bilingual.Lang
	Tables     []pageTable
	Settings   pageTable
	Downloads  []download
	Index      *index
	Points     map[string]shown // by the anchors of figures
	StyleHash  string
	ScriptHash string
	Style      template.CSS
	Script     template.JS
	Size       string // of the page
}

// Write writes the page of a run, finished or not.
func Write(w io.Writer, s *report.Summary, o Options) (err error) {
	o.Lang = cmp.Or(o.Lang, bilingual.English)
	x := newIndex(s)
	p := page{
		Title:      cmp.Or(s.Glossary.Title, "the experiment "+s.Meta.Experiment),
		Unfinished: s.Unfinished(),
		FigureLang: o.Lang,
		Settings:   settings(s.Meta),
		Index:      x,
		Size:       sizeHere,
	}
	if compare.Decides(s.Meta) {
		if said, _, err := answer.Versus(s); err == nil {
			p.Title = said
		}
	}
	p.header(s)
	p.Caveats = caveats(p.Notes)
	if p.Figures, p.Skipped, err = draw(s, x, o.Figures, o.Lang); err != nil {
		return err
	}
	p.Points = shownBy(p.Figures)
	for _, t := range s.Tables() {
		p.Tables = append(p.Tables, x.measured(t))
	}
	p.Tables = append(p.Tables, x.byMachine(s, o.Verdicts)...)
	if len(o.Verdicts) > 0 {
		p.Verdicts, p.Untested = x.verdicts(s, o.Verdicts, p.Figures)
	}
	said := answer.New(s, o.Verdicts, o.Headlines)
	p.Tally = x.tally(said, p.Verdicts, p.Untested)
	p.Ratios, p.AllRatios = x.ratios(said), x.allRatios(s, o.Verdicts)
	leadBack(x, p.Figures, p.Tables, p.Verdicts)
	if p.Downloads, err = downloads(s, o.Verdicts, o.Measurements, o.Large); err != nil {
		return err
	}
	return p.write(w)
}

// scripts are the parts of the page's script, in order.
func scripts() []string { return []string{"sort.js", "pick.js", "points.js", "save.js"} }

// sizeHere stands for the size of the page, which is known last.
const sizeHere = "\ue000size\ue000"

func (p *page) write(w io.Writer) error {
	style, err := assets.ReadFile("style.css")
	if err != nil {
		return err
	}
	var script []byte
	for _, name := range scripts() {
		part, err := assets.ReadFile(name)
		if err != nil {
			return err
		}
		script = append(script, part...)
	}
	// The files are this package's own; nothing of a run is in them.
	p.Style, p.StyleHash = template.CSS(style), hash(style)
	p.Script, p.ScriptHash = template.JS(script), hash(script)
	t, err := template.ParseFS(assets, "page.tmpl")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return err
	}
	size := fmt.Sprintf("%.2f MB", float64(b.Len())/1e6)
	_, err = w.Write(bytes.ReplaceAll(b.Bytes(), []byte(sizeHere), []byte(size)))
	return err
}

// hash names the content of an element in a Content-Security-Policy.
func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
