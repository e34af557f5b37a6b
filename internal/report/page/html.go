// Package page writes a run as one page for a browser.
//
// Guarantee: the page is one file that loads nothing, which its own
// Content-Security-Policy enforces; without scripts it lacks only sorting, and
// downloads stay compressed. Numbers, figures and verdicts are those of
// packages report, figure and claim. The same run gives the same bytes.
// Cost: a fifth of a second for a full run of the thesis's experiment, and
// about 0.9 MB, half of which are figures.
// Source: none; the page is page.tmpl with style.css and sort.js in it.
package page

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/table"
)

//go:embed page.tmpl style.css sort.js
var assets embed.FS

// Options are the parts of a page beside the summary.
type Options struct {
	Verdicts     []claim.Result  // empty without claims about the experiment
	Figures      []figure.Figure // those of the experiment
	Lang         figure.Lang     // of the figures; empty: English
	Measurements []byte          // measurements.csv, for download; nil: none
}

// page has the fields of page.tmpl.
type page struct {
	Title      string
	Command    string
	Facts      []table.Field
	Notes      []table.Field // notes, warnings, errors
	Unfinished bool
	Verdicts   *pageTable // nil: no claim is about the experiment
	Tally      []tally
	Figures    []drawn
	Skipped    []figure.Skip
	FigureLang figure.Lang
	Tables     []pageTable
	Settings   pageTable
	Downloads  []download
	StyleHash  string
	ScriptHash string
	Style      template.CSS
	Script     template.JS
}

// Write writes the page of a run, finished or not.
func Write(w io.Writer, s *report.Summary, o Options) (err error) {
	o.Lang = cmp.Or(o.Lang, figure.English)
	p := page{
		Title:      cmp.Or(s.Glossary.Title, "the experiment "+s.Meta.Experiment),
		Unfinished: s.Unfinished(),
		FigureLang: o.Lang,
		Settings:   settings(s.Meta),
	}
	p.header(s)
	if len(o.Verdicts) > 0 {
		v := verdicts(s, o.Verdicts)
		p.Verdicts, p.Tally = &v, count(o.Verdicts)
	}
	if p.Figures, p.Skipped, err = draw(s, o.Figures, o.Lang); err != nil {
		return err
	}
	for _, t := range s.Tables() {
		p.Tables = append(p.Tables, plain(t))
	}
	if p.Downloads, err = downloads(s, o.Verdicts, o.Measurements); err != nil {
		return err
	}
	return p.write(w)
}

func (p *page) write(w io.Writer) error {
	style, err := assets.ReadFile("style.css")
	if err != nil {
		return err
	}
	script, err := assets.ReadFile("sort.js")
	if err != nil {
		return err
	}
	// The files are this package's own; nothing of a run is in them.
	p.Style, p.StyleHash = template.CSS(style), hash(style)
	p.Script, p.ScriptHash = template.JS(script), hash(script)
	t, err := template.ParseFS(assets, "page.tmpl")
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// hash names the content of an element in a Content-Security-Policy.
func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
