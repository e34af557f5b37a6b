package report

import (
	"encoding/json"
	"io"
)

// jsonNumber is a number, or null where there is none: JSON has no NaN.
type jsonNumber float64

func (n jsonNumber) MarshalJSON() ([]byte, error) {
	if text := exact(float64(n)); text != "" {
		return []byte(text), nil
	}
	return []byte("null"), nil
}

type jsonSummary struct {
	Header  []jsonField  `json:"header"`
	State   string       `json:"state"`
	Rows    int          `json:"rows"`
	Warmup  int          `json:"warmup_rows"`
	Metrics []jsonMetric `json:"metrics"`
}

type jsonField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type jsonMetric struct {
	Name   string       `json:"name"`
	Title  string       `json:"title"`
	Unit   string       `json:"unit"` // of all numbers of the metric
	Other  []jsonUnit   `json:"other_units,omitempty"`
	Cells  []jsonCell   `json:"cells"`
	Series []jsonSeries `json:"series"`
}

// jsonUnit: a number in Unit is the metric's number times Factor.
type jsonUnit struct {
	Unit   string     `json:"unit"`
	Factor jsonNumber `json:"factor"`
}

type jsonCell struct {
	Filter    string     `json:"filter"`
	Epsilon   string     `json:"epsilon"` // decimal; empty for baselines
	Point     string     `json:"point,omitempty"`
	N         int        `json:"n"`
	Mean      jsonNumber `json:"mean"`
	HalfWidth jsonNumber `json:"half_width"`
	Median    jsonNumber `json:"median"`
	Min       jsonNumber `json:"min"`
	Max       jsonNumber `json:"max"`
	SD        jsonNumber `json:"sd"`
	Outliers  int        `json:"outliers"`
}

type jsonSeries struct {
	Filter     string        `json:"filter"`
	N          int           `json:"n"`
	Slope      jsonNumber    `json:"slope"` // per percentage point of ε
	SlopeSE    jsonNumber    `json:"slope_se"`
	SlopeCI    [2]jsonNumber `json:"slope_ci"`
	P          jsonNumber    `json:"p"`
	R2         jsonNumber    `json:"r2"`
	Intercept  jsonNumber    `json:"intercept"`
	TheilSen   jsonNumber    `json:"theil_sen"`
	TheilSenCI [2]jsonNumber `json:"theil_sen_ci"`
	SweepShare jsonNumber    `json:"sweep_share"` // of the mean
	Tables     int           `json:"tables,omitempty"`
}

func (s *Summary) writeJSON(w io.Writer) error {
	out := jsonSummary{State: s.Meta.State, Rows: s.Rows, Warmup: s.Warmup}
	for _, f := range s.Header() {
		out.Header = append(out.Header, jsonField(f))
	}
	for i := range s.Metrics {
		out.Metrics = append(out.Metrics, s.Metrics[i].json(s.Meta.Points))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (m *Metric) json(points []string) jsonMetric {
	r := m.Readings[0]
	out := jsonMetric{Name: m.Name, Title: m.Title, Unit: r.Unit, Cells: []jsonCell{}, Series: []jsonSeries{}}
	for _, other := range m.Readings[1:] {
		out.Other = append(out.Other, jsonUnit{other.Unit, jsonNumber(other.Factor / r.Factor)})
	}
	for _, c := range m.Cells {
		d := c.Scaled(r.Factor)
		out.Cells = append(out.Cells, jsonCell{
			Filter: c.Filter, Epsilon: c.Epsilon.String(), Point: c.pointText(points), N: c.N, Outliers: c.Outliers,
			Mean: jsonNumber(d.Mean), HalfWidth: jsonNumber(d.HalfWidth), Median: jsonNumber(d.Median),
			Min: jsonNumber(d.Min), Max: jsonNumber(d.Max), SD: jsonNumber(d.SD),
		})
	}
	for _, series := range m.Series {
		if !series.Fitted {
			continue
		}
		l, ts := series.Line.Scaled(r.Factor), series.TheilSen.Scaled(r.Factor)
		out.Series = append(out.Series, jsonSeries{
			Filter: series.Filter, N: l.N, Slope: jsonNumber(l.Slope), SlopeSE: jsonNumber(l.SlopeSE),
			SlopeCI: [2]jsonNumber{jsonNumber(l.SlopeCI.Low), jsonNumber(l.SlopeCI.High)},
			P:       jsonNumber(l.P), R2: jsonNumber(l.R2), Intercept: jsonNumber(l.Intercept),
			TheilSen:   jsonNumber(ts.Slope),
			TheilSenCI: [2]jsonNumber{jsonNumber(ts.CI.Low), jsonNumber(ts.CI.High)},
			SweepShare: jsonNumber(series.SweepShare()), Tables: series.Tables,
		})
	}
	return out
}
