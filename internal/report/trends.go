package report

import (
	"fmt"
	"strings"
)

// trends is one table of the lines over the means of all times.
func (s *Summary) trends() grid {
	t := grid{
		title: "trends over ε",
		lines: []string{"least-squares line over the means, per percentage point of ε; Theil–Sen: median slope of all",
			"pairs; sweep: rise of the line from the smallest ε to the largest, as a share of the mean"},
		columns: []string{"metric", "filter", "unit", "slope", "s.e.", "95 % CI", "p", "R²", "Theil–Sen", "sweep %"},
		left:    3,
	}
	noted := map[string]bool{}
	for i := range s.Metrics {
		m := &s.Metrics[i]
		if !m.Timed() {
			continue
		}
		r := m.Readings[0]
		unit, _, _ := strings.Cut(r.Unit, "/") // the table of the metric says per what
		for _, series := range m.Series {
			if !series.Fitted {
				continue
			}
			l, ts := series.Line.Scaled(r.Factor), series.TheilSen.Scaled(r.Factor)
			dec := SlopeDecimals(l.SlopeSE)
			t.rows = append(t.rows, []string{
				m.Name, series.Filter, unit, number(l.Slope, dec), number(l.SlopeSE, dec),
				"[" + number(l.SlopeCI.Low, dec) + ", " + number(l.SlopeCI.High, dec) + "]",
				pValue(l.P), number(l.R2, 3), number(ts.Slope, dec), number(100*series.SweepShare(), 2),
			})
			if n := series.Tables; n > 0 && n < len(series.Cells) && !noted[series.Filter] {
				noted[series.Filter] = true
				t.notes = append(t.notes, fmt.Sprintf("%s: only %d tables of different size exist over these %d ε; its trend is a staircase",
					series.Filter, n, len(series.Cells)))
			}
		}
	}
	return t
}
