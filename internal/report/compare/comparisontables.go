package compare

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// String is the ratio with its interval: "1.046 [1.027, 1.066]".
func (r Ratio) String() string {
	value, interval := table.Interval(r.Value, r.CI.Low, r.CI.High)
	if interval == "" {
		return value
	}
	return value + " " + interval
}

// Write writes a comparison in a format.
func Write(w io.Writer, c *Comparison, f table.Format) error {
	switch f {
	case table.CSV:
		return c.writeCSV(w)
	case table.JSON:
		return c.writeJSON(w)
	}
	header := c.Header
	if c.A == "A" && !c.Withheld { // of two runs
		changed, none := c.Changed(changesShown, true)
		first := 0
		if header[0].Name == report.MachinesField {
			first = 1
		}
		text := none + strings.Join(changed, "; ")
		if c.Lacks != "" {
			text = c.Lacks + "; of the baselines, " + text
		}
		header = slices.Insert(slices.Clone(header), first, table.Field{Name: "answer", Value: text})
	}
	if f == table.Text && table.Quiet(w) {
		return table.Write(w, c.quiet(header), f)
	}
	return table.Write(w, table.Page{Title: "Comparison", Header: header, Brief: report.Brief(header), Tables: c.withSigns()}, f)
}

// quiet is the answer and the pooled ratios, without notes.
func (c *Comparison) quiet(header []table.Field) table.Page {
	pooled := c.Tables()[0]
	pooled.Lines, pooled.Notes = nil, nil
	answer := slices.DeleteFunc(slices.Clone(header), func(f table.Field) bool { return f.Name != "answer" })
	return table.Page{Title: "Comparison", Header: answer, Tables: []table.Table{pooled}}
}

// changesShown bounds the changes that are named above the tables.
const changesShown = 3

// Changed says of two runs which times are separated, the first shown by their change, with both
// ends of its interval or ±; none says that none is, and which interval is the widest. It counts
// baselines where there is nothing else, as a gate does.
func (c *Comparison) Changed(shown int, ends bool) (changed []string, none string) {
	structures := c.ofStructures("")
	ratios, widest, of := 0, 0.0, ""
	for _, m := range c.Metrics {
		for _, ratio := range m.Pooled {
			if !structures || !c.Meta.IsBaseline(ratio.Filter) {
				ratios++
				if half := math.Log(ratio.CI.High/ratio.CI.Low) / 2; of == "" || half > widest {
					widest, of = half, fmt.Sprintf("%s of %s", m.Name, ratio.Filter)
				}
			}
			if !ratio.Separated() {
				continue
			}
			v, low, high := 100*(ratio.Value-1), 100*(ratio.CI.Low-1), 100*(ratio.CI.High-1)
			text := fmt.Sprintf("%s %% [%s, %s]", table.Change(v), table.Change(low), table.Change(high))
			if !ends {
				if text = table.Ratio(v, low, high) + " %"; v > 0 {
					text = "+" + text
				}
			}
			changed = append(changed, fmt.Sprintf("%s of %s %s", m.Name, ratio.Filter, text))
		}
	}
	if len(changed) == 0 {
		return nil, fmt.Sprintf("none of %d times is separated; ±%.3g %% at the widest (%s)", ratios, 100*math.Expm1(widest), of)
	}
	if more := len(changed) - shown; more > 0 {
		changed = append(changed[:shown], fmt.Sprintf("and %d more", more))
	}
	return changed, ""
}

// tilde is the sign of what is not separated.
const tilde = "~"

// withSigns are the tables with a sign where nothing is separated, for the eye: it finds the
// words.
func (c *Comparison) withSigns() []table.Table {
	list := c.Tables()
	for _, t := range list {
		at := slices.Index(t.Columns, "verdict")
		for _, row := range t.Rows {
			if at >= 0 && row[at] == notSeparated {
				row[at] = tilde
			}
		}
	}
	said := tilde + ": not separated"
	if c.excludes() {
		said += fmt.Sprintf(", although the interval may exclude 1: an interval is that of one ratio, p is corrected for %d pooled ratios, or for the cells of a metric", c.Tests)
	}
	list[0].Lines = append(list[0].Lines, said)
	return list
}

// excludes reports whether the interval of a ratio that is not separated excludes 1.
func (c *Comparison) excludes() bool {
	return slices.ContainsFunc(c.Metrics, func(m Metric) bool {
		return slices.ContainsFunc(m.Pooled, func(p Pooled) bool { return p.Excludes() }) || slices.ContainsFunc(m.Cells, func(cell Cell) bool { return cell.Excludes() })
	})
}

// Tables are the pooled ratios and, metric by metric, the cells.
func (c *Comparison) Tables() []table.Table {
	pooled := table.Table{
		Title: c.pooledOver(), Lines: []string{c.How}, Notes: c.Notes,
		Columns: []string{"metric", "filter", "cells", "ratio", "p", "verdict"}, Left: 2, Keys: 2, Tones: c.tones(),
	}
	if _, several := c.cellsOfFilters(); several {
		pooled.Lines = append(pooled.Lines, "the pooled ratio decides; the cells below, corrected among themselves, show where")
	}
	list := []table.Table{pooled}
	if t := c.MachinesTable(); len(t.Rows) > 0 {
		list = append(list, t)
	}
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			list[0].Rows = append(list[0].Rows, []string{string(m.Name), p.Filter, strconv.Itoa(p.Cells), p.Ratio.String(), table.PValue(p.P), c.say(p.Ratio)})
		}
		list = append(list, c.cells(m))
	}
	return list
}

// pooledOver names the axes that ratios are pooled over.
func (c *Comparison) pooledOver() string {
	over := map[int]bool{}
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			for _, i := range c.Meta.Varied(m.points(p.Filter)) {
				over[i] = true
			}
		}
	}
	var symbols []string
	for i, a := range c.Meta.Axes {
		if over[i] {
			symbols = append(symbols, a.Symbol())
		}
	}
	if symbols == nil {
		return "pooled: a cell each"
	}
	return "pooled over " + strings.Join(symbols, ", ")
}

// points are those of the cells of a filter, of all for "".
func (m *Metric) points(filter string) []runfolder.Point {
	var list []runfolder.Point
	for _, cell := range m.Cells {
		if filter == "" || cell.Filter == filter {
			list = append(list, cell.Point)
		}
	}
	return list
}

// cells has a row for each cell of a metric, with a column for each axis.
func (c *Comparison) cells(m Metric) table.Table {
	b := c.B
	if b == "" {
		b = "own"
	}
	axes := c.Meta.Placed(m.points(""))
	title := string(m.Name) + " — " + m.Title
	if m.CPU {
		title += ", CPU time"
	}
	t := table.Table{
		Title: title,
		Columns: slices.Concat([]string{"filter"}, c.Meta.Headings(axes),
			[]string{c.A + " " + m.Scale.Unit, b + " " + m.Scale.Unit, "ratio", "p", "U", "verdict"}),
		Left: 1, Keys: 1 + len(axes), Tones: c.tones(),
	}
	t.Ranks = append(make([]int, len(t.Columns)-2), 1) // U, the second opinion
	for _, cell := range m.Cells {
		t.Rows = append(t.Rows, slices.Concat([]string{cell.Filter}, c.Meta.Labels(axes, cell.Point),
			[]string{within(cell.A, cell.InA), within(cell.B, cell.InB), cell.Ratio.String(), table.PValue(cell.P), table.PValue(cell.U), c.say(cell.Ratio)}))
	}
	if len(m.Cells) > 1 {
		t.Rows = append(t.Rows, slices.Concat([]string{"geomean"}, make([]string, len(axes)), m.geometricMeans(), []string{"", "", ""}))
	}
	return t
}

// geometricMeans are those of the times and ratios of all cells, as benchstat's last row has them:
// without an interval, since cells of one round are not independent.
func (m *Metric) geometricMeans() []string {
	var a, b, ratio float64
	for _, cell := range m.Cells {
		n := float64(len(m.Cells))
		a, b, ratio = a+math.Log(cell.A)/n, b+math.Log(cell.B)/n, ratio+math.Log(cell.Value)/n
	}
	short := func(v float64) string {
		text, _ := table.Interval(v, math.NaN(), math.NaN())
		return text
	}
	return []string{short(math.Exp(a)), short(math.Exp(b)), table.Number(math.Exp(ratio), 3)}
}

// tones are those of the verdicts.
func (c *Comparison) tones() map[string]table.Tone {
	name := ""
	if c.B != "" {
		name = c.B + " "
	}
	return map[string]table.Tone{name + "faster": table.Good, name + "slower": table.Bad}
}

// say is the verdict with its subject.
func (c *Comparison) say(r Ratio) string {
	word := c.word(r)
	if !r.Separated() || c.Withheld {
		return word
	}
	if c.B != "" {
		word = c.B + " " + word
	}
	if r.Below != nil && *r.Below {
		word += " " + claim.BelowResolution
	}
	return word
}

// word is the verdict in a word.
func (c *Comparison) word(r Ratio) string {
	if c.Withheld {
		return "withheld"
	}
	return r.Word()
}

// within is a time with the half-width of its interval, as many digits as that has.
func within(v float64, in stats.Interval) string {
	if math.IsNaN(v) {
		return table.Blank
	}
	return table.Ratio(v, in.Low, in.High)
}

func (c *Comparison) writeCSV(w io.Writer) error {
	records := [][]string{{"kind", "metric", "filter", "epsilon", "point", "cells", "unit", "a", "b", "ratio", "low", "high", "p", "u_p", "verdict", "claim", "below_resolution"}}
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			records = append(records, []string{"pooled", string(m.Name), p.Filter, "", "", strconv.Itoa(p.Cells), "", "", "",
				table.Exact(p.Value), table.Exact(p.CI.Low), table.Exact(p.CI.High), table.Exact(p.P), "", c.word(p.Ratio), p.Claim, table.Bool(p.Below)})
			records = append(records, p.onRecords(m.Name)...)
		}
		for _, cell := range m.Cells {
			records = append(records, []string{"cell", string(m.Name), cell.Filter, c.Meta.On(axis.Epsilon, cell.Point), c.Meta.Beside(cell.Point), "1", m.Scale.Unit,
				table.Exact(cell.A), table.Exact(cell.B),
				table.Exact(cell.Value), table.Exact(cell.CI.Low), table.Exact(cell.CI.High), table.Exact(cell.P), table.Exact(cell.U), c.word(cell.Ratio), "", table.Bool(cell.Below)})
		}
	}
	return table.WriteCSV(w, c.withMachines(records))
}

type jsonRatio struct {
	Filter  string              `json:"filter"`
	Epsilon string              `json:"epsilon,omitempty"`
	Point   string              `json:"point,omitempty"`
	Cells   int                 `json:"cells,omitempty"`
	A       *table.JSONNumber   `json:"a,omitempty"`
	B       *table.JSONNumber   `json:"b,omitempty"`
	InA     []table.JSONNumber  `json:"a_ci,omitempty"`
	InB     []table.JSONNumber  `json:"b_ci,omitempty"`
	Ratio   table.JSONNumber    `json:"ratio"`
	CI      [2]table.JSONNumber `json:"ci"`
	P       table.JSONNumber    `json:"p"`
	U       *table.JSONNumber   `json:"u_p,omitempty"`
	Verdict string              `json:"verdict"`
	Below   *bool               `json:"below_resolution,omitempty"`
	Claim   string              `json:"claim,omitempty"`
	On      []jsonOn            `json:"machines,omitempty"` // of a run on several
}

func (c *Comparison) jsonOf(r Ratio) jsonRatio {
	return jsonRatio{Ratio: table.JSONNumber(r.Value), CI: [2]table.JSONNumber{table.JSONNumber(r.CI.Low), table.JSONNumber(r.CI.High)}, P: table.JSONNumber(r.P), Verdict: c.word(r), Below: r.Below}
}

func (c *Comparison) writeJSON(w io.Writer) error {
	type metric struct {
		Name   string      `json:"name"`
		Unit   string      `json:"unit"`
		Pooled []jsonRatio `json:"pooled"`
		Cells  []jsonRatio `json:"cells"`
	}
	out := struct {
		Header     []table.Field        `json:"header"`
		A          string               `json:"a"`
		B          string               `json:"b,omitempty"`
		How        string               `json:"how"`
		Resolution runfolder.Resolution `json:"resolution,omitempty"` // a share; absent: not calibrated
		Metrics    []metric             `json:"metrics"`
		Notes      []string             `json:"notes,omitempty"`
	}{Resolution: c.Resolution, A: c.A, B: c.B, How: c.How, Notes: c.Notes, Header: c.Header}
	for _, m := range c.Metrics {
		j := metric{Name: string(m.Name), Unit: m.Scale.Unit}
		for _, p := range m.Pooled {
			r := c.jsonOf(p.Ratio)
			r.Filter, r.Cells, r.Claim, r.On = p.Filter, p.Cells, p.Claim, p.jsonOn()
			j.Pooled = append(j.Pooled, r)
		}
		for _, cell := range m.Cells {
			r := c.jsonOf(cell.Ratio)
			a, b, u := table.JSONNumber(cell.A), table.JSONNumber(cell.B), table.JSONNumber(cell.U)
			r.InA = []table.JSONNumber{table.JSONNumber(cell.InA.Low), table.JSONNumber(cell.InA.High)}
			r.InB = []table.JSONNumber{table.JSONNumber(cell.InB.Low), table.JSONNumber(cell.InB.High)}
			r.Filter, r.Epsilon, r.Point, r.A, r.B, r.U = cell.Filter, c.Meta.On(axis.Epsilon, cell.Point), c.Meta.Beside(cell.Point), &a, &b, &u
			j.Cells = append(j.Cells, r)
		}
		out.Metrics = append(out.Metrics, j)
	}
	return table.WriteJSON(w, out)
}
