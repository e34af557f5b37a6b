package report

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/report/table"
	"io"
)

type jsonSummary struct {
	Header  []table.Field `json:"header"`
	State   string        `json:"state"`
	Rows    int           `json:"rows"`
	Warmup  int           `json:"warmup_rows"`
	Metrics []jsonMetric  `json:"metrics"` // of several machines without the times

	Machines []jsonMachine `json:"machines,omitempty"` // with the times of each, where there are several
}

type jsonMachine struct {
	Number   int          `json:"machine"`
	Family   string       `json:"processor"`
	Sessions []int        `json:"sessions"`
	Rounds   int          `json:"rounds"`
	Metrics  []jsonMetric `json:"metrics"`
}

type jsonMetric struct {
	Name   string       `json:"name"`
	Title  string       `json:"title"`
	Unit   string       `json:"unit"` // of all numbers of the metric
	Other  []jsonUnit   `json:"other_units,omitempty"`
	By     Statistic    `json:"statistic,omitempty"` // that half-widths and lines go by, if not the mean
	Cells  []jsonCell   `json:"cells"`
	Series []jsonSeries `json:"series"`
}

// jsonUnit: a number in Unit is the metric's number times Factor.
type jsonUnit struct {
	Unit   string           `json:"unit"`
	Factor table.JSONNumber `json:"factor"`
}

type jsonCell struct {
	Filter    string           `json:"filter"`
	Epsilon   string           `json:"epsilon"` // decimal; empty off the axis
	Point     string           `json:"point,omitempty"`
	N         int              `json:"n"`
	Mean      table.JSONNumber `json:"mean"`
	HalfWidth table.JSONNumber `json:"half_width"`
	Median    table.JSONNumber `json:"median"`
	Min       table.JSONNumber `json:"min"`
	Max       table.JSONNumber `json:"max"`
	SD        table.JSONNumber `json:"sd"`
	Outliers  int              `json:"outliers"`
}

type jsonSeries struct {
	Filter     string              `json:"filter"`
	Along      string              `json:"along"` // the axis
	Point      string              `json:"point,omitempty"`
	N          int                 `json:"n"`
	Slope      table.JSONNumber    `json:"slope"` // per percentage point of ε, or per one of another axis
	SlopeSE    table.JSONNumber    `json:"slope_se"`
	SlopeCI    [2]table.JSONNumber `json:"slope_ci"`
	P          table.JSONNumber    `json:"p"`
	R2         table.JSONNumber    `json:"r2"`
	Intercept  table.JSONNumber    `json:"intercept"`
	TheilSen   table.JSONNumber    `json:"theil_sen"`
	TheilSenCI [2]table.JSONNumber `json:"theil_sen_ci"`
	SweepShare table.JSONNumber    `json:"sweep_share"` // of the mean
	Tables     int                 `json:"tables,omitempty"`
}

func (s *Summary) writeJSON(w io.Writer) error {
	out := jsonSummary{Header: s.Header(), State: s.Meta.State, Rows: s.Samples.Rows, Warmup: s.Samples.Warmup}
	for _, m := range s.ByMachine() {
		own := jsonMachine{Number: m.Number, Family: m.Family(), Sessions: m.Sessions, Rounds: m.Rounds()}
		for i := range m.Metrics {
			if m.Metrics[i].Timed() {
				own.Metrics = append(own.Metrics, m.json(&m.Metrics[i]))
			}
		}
		out.Machines = append(out.Machines, own)
	}
	for i := range s.Metrics {
		if out.Machines == nil || !s.Metrics[i].Timed() {
			out.Metrics = append(out.Metrics, s.json(&s.Metrics[i]))
		}
	}
	return table.WriteJSON(w, out)
}

func (s *Summary) json(m *Metric) jsonMetric {
	r := m.Scales[0]
	out := jsonMetric{Name: string(m.Name), Title: m.Title, Unit: r.Unit, Cells: []jsonCell{}, Series: []jsonSeries{}}
	if m.By == Medians {
		out.By = m.By
	}
	for _, other := range m.Scales[1:] {
		out.Other = append(out.Other, jsonUnit{other.Unit, table.JSONNumber(other.Factor / r.Factor)})
	}
	for _, c := range m.Cells {
		d := c.Scaled(r.Factor)
		mean, median := m.plain(c)
		out.Cells = append(out.Cells, jsonCell{
			Filter: c.Filter, Epsilon: s.Meta.On(axis.Epsilon, c.Point), Point: s.Meta.Beside(c.Point), N: c.N, Outliers: c.Outliers,
			Mean: table.JSONNumber(mean * r.Factor), HalfWidth: table.JSONNumber(d.HalfWidth), Median: table.JSONNumber(median * r.Factor),
			Min: table.JSONNumber(d.Min), Max: table.JSONNumber(d.Max), SD: table.JSONNumber(d.SD),
		})
	}
	for _, series := range m.Series {
		if !series.Fitted {
			continue
		}
		l, ts := series.Line.Scaled(r.Factor), series.TheilSen.Scaled(r.Factor)
		out.Series = append(out.Series, jsonSeries{
			Filter: series.Filter, Along: series.Axis.Name, Point: series.Rest, N: l.N, Slope: table.JSONNumber(l.Slope), SlopeSE: table.JSONNumber(l.SlopeSE),
			SlopeCI: [2]table.JSONNumber{table.JSONNumber(l.SlopeCI.Low), table.JSONNumber(l.SlopeCI.High)},
			P:       table.JSONNumber(l.P), R2: table.JSONNumber(l.R2), Intercept: table.JSONNumber(l.Intercept),
			TheilSen:   table.JSONNumber(ts.Slope),
			TheilSenCI: [2]table.JSONNumber{table.JSONNumber(ts.CI.Low), table.JSONNumber(ts.CI.High)},
			SweepShare: table.JSONNumber(series.SweepShare()), Tables: series.Tables,
		})
	}
	return out
}
