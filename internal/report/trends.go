package report

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/table"
)

// trends are the lines over the means of all times, a table for each axis
// along which they are fitted.
func (s *Summary) trends() []table.Table {
	var list []table.Table
	for _, along := range s.Meta.Axes {
		if t := s.trendsAlong(along); len(t.Rows) > 0 {
			list = append(list, t)
		}
	}
	return list
}

func (s *Summary) trendsAlong(along axis.Axis) table.Table {
	t := table.Table{
		Title: "trends over " + along.Symbol(),
		Lines: []string{fmt.Sprintf("least-squares line over the %ss, per %s; Theil–Sen: median slope of all "+
			"pairs; sweep: rise of the line from the smallest %s to the largest, as a share of the mean", s.By.full(), along.Step(), along.Symbol())},
		Columns: []string{"metric", "filter", "unit", "slope", "s.e.", "95 % CI", "p", "R²", "Theil–Sen", "sweep %"},
		Left:    3,
		Keys:    2,
		Ranks:   []int{0, 0, 0, 0, 2, 0, 0, 1}, // the interval has the standard error
	}
	many := len(s.Meta.Axes) > 1 // then a line says where the other axes stand
	if many {
		t.Columns = slices.Insert(t.Columns, 2, "at")
		t.Left++
		t.Keys++
		t.Ranks = slices.Insert(t.Ranks, 2, 0)
	}
	noted := map[string]bool{}
	for i := range s.Metrics {
		m := &s.Metrics[i]
		if !m.Timed() {
			continue
		}
		r := m.Scales[0]
		unit, _, _ := strings.Cut(r.Unit, "/") // the table of the metric says per what
		for _, series := range m.Series {
			if !series.Fitted || series.Axis.Name != along.Name {
				continue
			}
			l, ts := series.Line.Scaled(r.Factor), series.TheilSen.Scaled(r.Factor)
			dec := table.SlopeDecimals(l.SlopeSE)
			row := []string{string(m.Name), series.Filter}
			if many {
				row = append(row, series.Rest)
			}
			t.Rows = append(t.Rows, append(row,
				unit, table.Number(l.Slope, dec), table.Number(l.SlopeSE, dec),
				table.Ends(l.SlopeCI.Low, l.SlopeCI.High, dec),
				table.PValue(l.P), table.Number(l.R2, 3), table.Number(ts.Slope, dec), table.Number(100*series.SweepShare(), 2)))
			if n := series.Tables; n > 0 && n < len(series.Cells) && !noted[series.Filter] {
				noted[series.Filter] = true
				t.Notes = append(t.Notes, series.Filter+": "+sizesText(n, len(series.Cells), along.Symbol()))
			}
		}
	}
	return t
}

// sizesText says how few sizes a structure has over its cells, and what that makes of a trend.
func sizesText(sizes, cells int, symbol string) string {
	if sizes == 1 {
		return fmt.Sprintf("the table has the same size at all of these %d %s", cells, symbol)
	}
	return fmt.Sprintf("only %d tables of different size exist over these %d %s; its trend is a staircase", sizes, cells, symbol)
}
