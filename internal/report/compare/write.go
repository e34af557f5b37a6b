package compare

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"hyphbench/internal/report"
)

// String is the ratio with its interval: "1.046 [1.027, 1.066]".
func (r Ratio) String() string {
	value, interval := report.FormatInterval(r.Value, r.CI.Low, r.CI.High)
	if interval == "" {
		return value
	}
	return value + " " + interval
}

// Write writes a comparison in a format.
func Write(w io.Writer, c *Comparison, f report.Format) error {
	switch f {
	case report.CSV:
		return c.writeCSV(w)
	case report.JSON:
		return c.writeJSON(w)
	}
	return report.WritePage(w, "Comparison", c.Header, c.Tables(), f)
}

// Tables are the pooled ratios and, metric by metric, the cells.
func (c *Comparison) Tables() []report.Table {
	pooled := report.Table{
		Title: "pooled over ε", Lines: []string{c.How}, Notes: c.Notes,
		Columns: []string{"metric", "filter", "cells", "ratio", "p", "verdict"}, Left: 2,
	}
	list := []report.Table{pooled}
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			list[0].Rows = append(list[0].Rows, []string{m.Name, p.Filter, strconv.Itoa(p.Cells), p.Ratio.String(), report.FormatP(p.P), c.say(p.Ratio)})
		}
		a, b := c.A, c.B
		if b == "" {
			b = "filter"
		}
		t := report.Table{
			Title:   m.Name + " — " + m.Title,
			Columns: []string{"filter", "ε %", a + " " + m.Reading.Unit, b, "ratio", "U", "verdict"}, Left: 1,
		}
		for _, cell := range m.Cells {
			eps := cell.Epsilon.Percent()
			if cell.Epsilon == 0 {
				eps = ""
			}
			t.Rows = append(t.Rows, []string{cell.Filter + suffix(cell.Point), eps, short(cell.A), short(cell.B),
				cell.Ratio.String(), report.FormatP(cell.U), c.say(cell.Ratio)})
		}
		list = append(list, t)
	}
	return list
}

func suffix(point string) string {
	if point == "" {
		return ""
	}
	return " " + point
}

// say is the verdict in words.
func (c *Comparison) say(r Ratio) string {
	if word := r.Word(); !r.Separated() || c.B == "" {
		return word
	} else {
		return c.B + " " + word
	}
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }

func (c *Comparison) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	// csv.Writer keeps the first error for Error.
	_ = out.Write([]string{"kind", "metric", "filter", "epsilon", "point", "cells", "unit", "a", "b", "ratio", "low", "high", "p", "u_p", "verdict"})
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			_ = out.Write([]string{"pooled", m.Name, p.Filter, "", "", strconv.Itoa(p.Cells), "", "", "",
				report.Exact(p.Value), report.Exact(p.CI.Low), report.Exact(p.CI.High), report.Exact(p.P), "", p.Word()})
		}
		for _, cell := range m.Cells {
			_ = out.Write([]string{"cell", m.Name, cell.Filter, cell.Epsilon.String(), cell.Point, "1", m.Reading.Unit, report.Exact(cell.A), report.Exact(cell.B),
				report.Exact(cell.Value), report.Exact(cell.CI.Low), report.Exact(cell.CI.High), report.Exact(cell.P), report.Exact(cell.U), cell.Word()})
		}
	}
	out.Flush()
	return out.Error()
}

type jsonRatio struct {
	Filter  string           `json:"filter"`
	Epsilon string           `json:"epsilon,omitempty"`
	Point   string           `json:"point,omitempty"`
	Cells   int              `json:"cells,omitempty"`
	A       *report.Number   `json:"a,omitempty"`
	B       *report.Number   `json:"b,omitempty"`
	Ratio   report.Number    `json:"ratio"`
	CI      [2]report.Number `json:"ci"`
	P       report.Number    `json:"p"`
	U       *report.Number   `json:"u_p,omitempty"`
	Verdict string           `json:"verdict"`
}

func jsonOf(r Ratio) jsonRatio {
	return jsonRatio{Ratio: report.Number(r.Value), CI: [2]report.Number{report.Number(r.CI.Low), report.Number(r.CI.High)}, P: report.Number(r.P), Verdict: r.Word()}
}

func (c *Comparison) writeJSON(w io.Writer) error {
	type field struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	type metric struct {
		Name   string      `json:"name"`
		Unit   string      `json:"unit"`
		Pooled []jsonRatio `json:"pooled"`
		Cells  []jsonRatio `json:"cells"`
	}
	out := struct {
		Header  []field  `json:"header"`
		A       string   `json:"a"`
		B       string   `json:"b,omitempty"`
		How     string   `json:"how"`
		Metrics []metric `json:"metrics"`
		Notes   []string `json:"notes,omitempty"`
	}{A: c.A, B: c.B, How: c.How, Notes: c.Notes}
	for _, f := range c.Header {
		out.Header = append(out.Header, field(f))
	}
	for _, m := range c.Metrics {
		j := metric{Name: m.Name, Unit: m.Reading.Unit}
		for _, p := range m.Pooled {
			r := jsonOf(p.Ratio)
			r.Filter, r.Cells = p.Filter, p.Cells
			j.Pooled = append(j.Pooled, r)
		}
		for _, cell := range m.Cells {
			r := jsonOf(cell.Ratio)
			a, b, u := report.Number(cell.A), report.Number(cell.B), report.Number(cell.U)
			r.Filter, r.Epsilon, r.Point, r.A, r.B, r.U = cell.Filter, cell.Epsilon.String(), cell.Point, &a, &b, &u
			j.Cells = append(j.Cells, r)
		}
		out.Metrics = append(out.Metrics, j)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("comparison: %w", err)
	}
	return nil
}
