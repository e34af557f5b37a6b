package history

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"hyphbench/internal/report/table"
	"hyphbench/internal/stats"
)

// Write writes a history in a format.
func Write(w io.Writer, h *History, f table.Format) error {
	switch f {
	case table.CSV:
		return table.WriteCSV(w, h.records())
	case table.JSON:
		return table.WriteJSON(w, h.json())
	}
	return table.Write(w, h.page(), f)
}

func (h *History) page() table.Page {
	p := table.Page{Title: "History of " + string(h.Metric)}
	if h.Part != "" {
		p.Header = append(p.Header, table.Field{Name: "narrowed", Value: "to " + h.Part})
		p.Brief.Above = p.Header[:1:1]
	}
	for _, what := range h.LeftOut {
		f := table.Field{Name: "left out", Value: what}
		p.Header, p.Brief.Below = append(p.Header, f), append(p.Brief.Below, f)
	}
	for i, m := range h.Machines {
		f := table.Field{Name: "machine " + Letter(i), Value: m}
		p.Header, p.Brief.Below = append(p.Header, f), append(p.Brief.Below, f)
	}
	t := table.Table{
		Title: string(h.Metric) + " — " + h.Title + ", in " + h.Scale.Unit, Lines: []string{h.How()},
		Columns: []string{"started (UTC)", "run", "on", "revision", "change"}, Left: 5, Ranks: []int{0, 2, 0, 1}, Keys: 1,
	}
	named := slices.ContainsFunc(h.Runs, Run.named) // the others are known by their time
	if named {
		t.Ranks[1] = 0
	}
	for _, r := range h.Runs {
		name := r.Name
		if named && !r.named() {
			name = ""
		}
		t.Rows = append(t.Rows, []string{stamp(r.Start), name, Letter(r.Machine), r.Revision, h.change(r)})
	}
	long := table.Table{
		Title: t.Title, Lines: t.Lines, Left: 4, Ranks: []int{0, 0, 0, 0, 0, 1},
		Columns: []string{"filter", "started (UTC)", "on", "change", h.Scale.Unit, "revision"},
	}
	if named {
		long.Columns, long.Ranks, long.Left = slices.Insert(long.Columns, 2, "run"), slices.Insert(long.Ranks, 2, 0), long.Left+1
	}
	for _, line := range h.Lines {
		t.Columns = append(t.Columns, line.Filter)
		name := line.Filter
		dec := table.DecimalsOf(line.descriptions())
		for i, v := range line.Values {
			value := table.Blank
			if v.N > 0 {
				value = table.PlusMinus(v.Description, dec)
			}
			t.Rows[i] = append(t.Rows[i], value)
			if r := h.Runs[i]; v.N > 0 {
				row := []string{name, stamp(r.Start), Letter(r.Machine), h.change(r), value, r.Revision}
				if named {
					row = slices.Insert(row, 2, t.Rows[i][1])
				}
				long.Rows = append(long.Rows, row)
				name = "" // once
			}
		}
	}
	if !slices.ContainsFunc(h.Runs, func(r Run) bool { return len(r.Changes) > 0 }) {
		t.Left, t.Ranks, t.Columns = t.Left-1, t.Ranks[:4], slices.Delete(t.Columns, 4, 5)
		for i, row := range t.Rows {
			t.Rows[i] = slices.Delete(row, 4, 5)
		}
	}
	t.Else = &long
	p.Tables = append(p.Tables, t)
	return p
}

// descriptions are those of the runs that have a value.
func (l Line) descriptions() []stats.Description {
	var list []stats.Description
	for _, v := range l.Values {
		if v.N > 0 {
			list = append(list, v.Description)
		}
	}
	return list
}

// named reports whether the run has a name of its user's (run --name).
func (r Run) named() bool { return !strings.HasPrefix(r.Name, r.Start.Format("20060102T150405Z")) }

func stamp(t time.Time) string { return t.Format("2006-01-02 15:04") }

func (h *History) records() [][]string {
	records := [][]string{{"started", "run", "machine", "revision", "metric", "filter", "unit", "statistic", "places", "n", "value", "half_width", "change"}}
	for _, line := range h.Lines {
		for i, v := range line.Values {
			r := h.Runs[i]
			value, half := "", ""
			if v.N > 0 {
				value, half = table.Exact(v.Mean), table.Exact(v.HalfWidth)
			}
			records = append(records, []string{r.Start.Format(time.RFC3339), r.Name, Letter(r.Machine), r.Revision, string(h.Metric), line.Filter, h.Scale.Unit,
				h.statistic(), strconv.Itoa(line.Places), strconv.Itoa(v.N), value, half, strings.Join(r.Changes, " ")})
		}
	}
	return records
}

type jsonValue struct {
	Started   string            `json:"started"`
	Run       string            `json:"run"`
	Machine   string            `json:"machine"`
	Revision  string            `json:"revision"`
	N         int               `json:"n"`
	Value     *table.JSONNumber `json:"value"`
	HalfWidth *table.JSONNumber `json:"half_width"`
	Changes   []string          `json:"changes,omitempty"`
}

func (h *History) json() any {
	type line struct {
		Filter string      `json:"filter"`
		Places int         `json:"places"`
		Values []jsonValue `json:"values"`
	}
	out := struct {
		Metric    string        `json:"metric"`
		Unit      string        `json:"unit"`
		Statistic string        `json:"statistic"`
		Header    []table.Field `json:"header"`
		Lines     []line        `json:"lines"`
	}{string(h.Metric), h.Scale.Unit, h.statistic(), h.page().Header, nil}
	for _, l := range h.Lines {
		one := line{Filter: l.Filter, Places: l.Places}
		for i, v := range l.Values {
			r := h.Runs[i]
			j := jsonValue{Started: r.Start.Format(time.RFC3339), Run: r.Name, Machine: Letter(r.Machine), Revision: r.Revision, N: v.N, Changes: r.Changes}
			if v.N > 0 {
				value, half := table.JSONNumber(v.Mean), table.JSONNumber(v.HalfWidth)
				j.Value, j.HalfWidth = &value, &half
			}
			one.Values = append(one.Values, j)
		}
		out.Lines = append(out.Lines, one)
	}
	return out
}

// machinesText names the machines by their letters.
func (h *History) machinesText() string {
	var parts []string
	for i, m := range h.Machines {
		parts = append(parts, fmt.Sprintf("%s: %s", Letter(i), m))
	}
	return strings.Join(parts, " · ")
}
