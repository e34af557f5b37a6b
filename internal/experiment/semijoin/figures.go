package semijoin

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		figure.Curves("semijoin-selectivity", figure.Text{
			EN: "Bytes of a join of two nodes' tables, by the share of rows with a partner",
			PT: "Bytes de uma junção das tabelas de dois nós, pela fração de linhas com par",
		}, bySelectivity),
		figure.Curves("semijoin-epsilon", figure.Text{
			EN: "Bytes of a join by filter, by the false-positive rate asked of the filter",
			PT: "Bytes de uma junção por filtro, pela razão de falsos positivos pedida ao filtro",
		}, byRate),
		figure.Curves("semijoin-time", figure.Text{
			EN: "Time of a join of two nodes' tables over loopback",
			PT: "Tempo de uma junção das tabelas de dois nós na própria máquina",
		}, times),
		figure.Curves("semijoin-link", figure.Text{
			EN: "Time of a join of two nodes' tables over links of different speeds, computed",
			PT: "Tempo de uma junção das tabelas de dois nós por enlaces de velocidades diferentes, calculado",
		}, byLink),
	}
}

// drawn is a way as figures draw it.
type drawn struct {
	way   string
	label figure.Text
	look  figure.Look
}

// ways are those of a run, the baseline dashed and last.
func ways() []drawn {
	return []drawn{
		{bloom, figure.Text{EN: "Bloom filter", PT: "Bloom filter"}, figure.Look{}},
		{ribbon, figure.Text{EN: "ribbon filter", PT: "filtro ribbon"}, figure.Look{Nth: 2}},
		{smallestFilter, figure.Text{EN: "smallest filter", PT: "menor filtro"}, figure.Look{Nth: 5}},
		{keyList, figure.Text{EN: "list of the keys", PT: "lista das chaves"}, figure.Look{Nth: 1}},
		{shipAll, figure.Text{EN: "all rows (baseline)", PT: "todas as linhas (referência)"}, figure.Look{Nth: 6, Dashes: []vg.Length{4, 2.5}}},
	}
}

// toPlace is where a cell stands on the x axis, and what its number is divided by; false if it
// is not drawn.
type toPlace func(claim.Cell) (x, per float64, ok bool)

// curve is a method's metric at the cells of a run that have a place.
func (w drawn) curve(d *claim.Data, m runfolder.Metric, place toPlace) figure.Curve {
	curve := figure.Curve{Label: w.label, Look: w.look, Metric: m}
	estimate := stats.MeanEstimate
	if m == Time { // as claims have them
		estimate = stats.TrimmedEstimate
	}
	for _, c := range d.Cells(m, w.way) {
		x, per, ok := place(c)
		if e, err := estimate(c.Values()); ok && err == nil {
			curve.X = append(curve.X, x)
			curve.Points = append(curve.Points, figure.PointOf(e, 1/per))
		}
	}
	return curve
}

// add adds the curves of the methods that a run has.
func add(p *figure.CurvePanel, d *claim.Data, m runfolder.Metric, list []drawn, place toPlace) {
	p.From, p.To = math.Inf(1), math.Inf(-1)
	for _, w := range list {
		if c := w.curve(d, m, place); len(c.X) > 0 {
			p.Curves = append(p.Curves, c)
			p.From, p.To = min(p.From, c.X[0]), max(p.To, c.X[len(c.X)-1])
		}
	}
}

// alongShare places cells along the selectivity, at the middle number of rows and ε.
func (m middle) alongShare(per float64) toPlace {
	return func(c claim.Cell) (float64, float64, bool) {
		share := c.Float(Selectivity)
		return 100 * share, per, c.Int(N) == m.n && share > 0 && m.rated(c)
	}
}

// shareLabel is the x axis of selectivities.
func shareLabel() figure.Text {
	return figure.Text{EN: "Rows with a partner (%)", PT: "Linhas com par (%)"}
}

// caption says what the points are.
func caption(m *runfolder.Meta, l figure.Lang, means figure.Text) string {
	return fmt.Sprintf(figure.Text{
		EN: "%s over up to %d pairs of tables; 95 %% intervals where they are larger than the points",
		PT: "%s de até %d pares de tabelas; intervalos de 95%% onde são maiores que os pontos",
	}.In(l), means.In(l), m.Reps)
}

func meanBytes() figure.Text {
	return figure.Text{EN: "means of all bytes written to the sockets", PT: "médias de todos os bytes enviados"}
}

// joined says what was joined.
func (m middle) joined(meta *runfolder.Meta, l figure.Lang) string {
	return fmt.Sprintf(figure.Text{
		EN: "Tables of %s rows of %s bytes, %s of them the key",
		PT: "Tabelas de %s linhas de %s bytes, %s deles da chave",
	}.In(l), figure.Count(m.n, l), meta.Parameters[parameterRow], meta.Parameters[parameterKey])
}

// partners is the middle selectivity in per cent.
func (m middle) partners(l figure.Lang) string {
	return figure.Decimal(strconv.FormatFloat(100*m.share, 'g', 4, 64), l)
}

// filters says which ε they have.
func (m middle) filters(l figure.Lang) string {
	return fmt.Sprintf(figure.Text{EN: "filters of ε = %s %%", PT: "filtros de ε = %s%%"}.In(l), figure.Decimal(m.rate.Percent(), l))
}

// same is a text that is said in the language already.
func same(text string) figure.Text { return figure.Text{EN: text, PT: text} }

// bySelectivity draws the bytes of each method.
func bySelectivity(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	at, _ := middleOf(s.Meta)
	panel := figure.CurvePanel{XLabel: shareLabel(), YLabel: figure.Text{EN: "Bytes a row of the table", PT: "Bytes por linha da tabela"}, Log: true, LogX: true}
	add(&panel, &claim.Data{Summary: s}, Bytes, ways(), at.alongShare(float64(at.n)))
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, noBytes
	}
	return figure.CurvesOf{Caption: caption(s.Meta, l, meanBytes()), Note: same(at.joined(s.Meta, l) + "; " + at.filters(l) + "."), Panels: []figure.CurvePanel{panel}}, nil
}

const (
	noBytes = figure.NoData("the run has no bytes of joins")
	noTimes = figure.NoData("the run has no times of joins")
)

// times draws the time of each method along the selectivity and the number of rows.
func times(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	d := &claim.Data{Summary: s}
	at, _ := middleOf(s.Meta)
	const ms = 1e6
	label := figure.Text{EN: "Time of a join (ms)", PT: "Tempo de uma junção (ms)"}
	byShare := figure.CurvePanel{XLabel: shareLabel(), YLabel: label, Log: true, LogX: true}
	add(&byShare, d, Time, ways(), at.alongShare(ms))
	byRows := figure.CurvePanel{XLabel: figure.Text{EN: "Rows of each table", PT: "Linhas de cada tabela"}, YLabel: label, Log: true, LogX: true}
	add(&byRows, d, Time, ways(), func(c claim.Cell) (float64, float64, bool) {
		return float64(c.Int(N)), ms, c.Float(Selectivity) == at.share && at.rated(c)
	})
	if len(byShare.Curves) == 0 || len(byRows.Curves) == 0 {
		return figure.CurvesOf{}, noTimes
	}
	note := fmt.Sprintf(figure.Text{
		EN: "Above: %s rows; below: %s %% of the rows with a partner; %s. Bytes cost little over loopback, more over a network.",
		PT: "Acima: %s linhas; abaixo: %s%% das linhas com par; %s. Bytes custam pouco na própria máquina, mais em uma rede.",
	}.In(l), figure.Count(at.n, l), at.partners(l), at.filters(l))
	means := figure.Text{EN: "20 % trimmed means of wall time", PT: "médias aparadas a 20% do tempo de relógio"}
	return figure.CurvesOf{Caption: caption(s.Meta, l, means), Note: same(note), Panels: []figure.CurvePanel{byShare, byRows}}, nil
}
