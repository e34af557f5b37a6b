package semijoin

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
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

// isFilter reports whether the way has an ε.
func (w drawn) isFilter() bool { return w.way != keyList && w.way != shipAll }

// curve is a way's metric at the places of a run that x takes, each divided by per.
func (w drawn) curve(d *claim.Data, m runfolder.Metric, x func(spot) (x, per float64, ok bool)) figure.Curve {
	c := figure.Curve{Label: w.label, Look: w.look, Metric: m}
	for _, s := range spots(d, m, w.way) {
		at, per, ok := x(s)
		e, err := stats.MeanEstimate(d.Sample(s.cell(w.way, m)))
		if m == Time { // as claims have them
			e, err = stats.TrimmedEstimate(d.Sample(s.cell(w.way, m)))
		}
		if !ok || err != nil || w.isFilter() != (s.epsilon > 0) {
			continue
		}
		c.X = append(c.X, at)
		c.Points = append(c.Points, figure.PointOf(e, 1/per))
	}
	return c
}

// add adds the curves of the ways that a run has.
func add(p *figure.CurvePanel, d *claim.Data, m runfolder.Metric, list []drawn, x func(spot) (x, per float64, ok bool)) {
	p.From, p.To = math.Inf(1), math.Inf(-1)
	for _, w := range list {
		if c := w.curve(d, m, x); len(c.X) > 0 {
			p.Curves = append(p.Curves, c)
			p.From, p.To = min(p.From, c.X[0]), max(p.To, c.X[len(c.X)-1])
		}
	}
}

// alongShare is x of the selectivity at one number of rows and the middle ε.
func alongShare(d *claim.Data, n int, per float64) func(spot) (float64, float64, bool) {
	return func(s spot) (float64, float64, bool) {
		return 100 * s.share, per, s.n == n && s.share > 0 && (s.epsilon == 0 || s.epsilon == middleOf(d))
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

// tablesText says what was joined.
func tablesText(m *runfolder.Meta, n int, l figure.Lang) string {
	key, err := strconv.Atoi(m.Parameters[parameterKey])
	if err != nil {
		return ""
	}
	return fmt.Sprintf(figure.Text{
		EN: "Tables of %s rows of %.0f bytes, %d of them the key",
		PT: "Tabelas de %s linhas de %.0f bytes, %d deles da chave",
	}.In(l), figure.Count(n, l), rowBytes(m), key)
}

// rateText writes the ε at which the other axes are varied.
func rateText(rate axis.Rate, l figure.Lang) string {
	return fmt.Sprintf(figure.Text{EN: "filters of ε = %s %%", PT: "filtros de ε = %s%%"}.In(l), figure.Decimal(rate.Percent(), l))
}

// bySelectivity draws the bytes of each way.
func bySelectivity(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	d := &claim.Data{Summary: s}
	n, _, _ := middleTables(s.Meta)
	panel := figure.CurvePanel{XLabel: shareLabel(), YLabel: figure.Text{EN: "Bytes a row of the table", PT: "Bytes por linha da tabela"}, Log: true, LogX: true}
	add(&panel, d, Bytes, ways(), alongShare(d, n, float64(n)))
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, noBytes
	}
	note := tablesText(s.Meta, n, l) + "; " + rateText(middleOf(d), l) + "."
	return figure.CurvesOf{Caption: caption(s.Meta, l, meanBytes()), Note: figure.Text{EN: note, PT: note}, Panels: []figure.CurvePanel{panel}}, nil
}

const noBytes = figure.NoData("the run has no bytes of joins")

// times draws the time of each way along the selectivity and the number of rows.
func times(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	d := &claim.Data{Summary: s}
	n, share, _ := middleTables(s.Meta)
	const ms = 1e6
	label := figure.Text{EN: "Time of a join (ms)", PT: "Tempo de uma junção (ms)"}
	byShare := figure.CurvePanel{XLabel: shareLabel(), YLabel: label, Log: true, LogX: true}
	add(&byShare, d, Time, ways(), alongShare(d, n, ms))
	byRows := figure.CurvePanel{XLabel: figure.Text{EN: "Rows of each table", PT: "Linhas de cada tabela"}, YLabel: label, Log: true, LogX: true}
	add(&byRows, d, Time, ways(), func(s spot) (float64, float64, bool) {
		return float64(s.n), ms, s.share == share && (s.epsilon == 0 || s.epsilon == middleOf(d))
	})
	if len(byShare.Curves) == 0 || len(byRows.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no times of joins")
	}
	note := fmt.Sprintf(figure.Text{
		EN: "Above: %s rows; below: %s %% of the rows with a partner; %s. Bytes cost little over loopback, more over a network.",
		PT: "Acima: %s linhas; abaixo: %s%% das linhas com par; %s. Bytes custam pouco na própria máquina, mais em uma rede.",
	}.In(l), figure.Count(n, l), figure.Decimal(strconv.FormatFloat(100*share, 'g', 4, 64), l), rateText(middleOf(d), l))
	means := figure.Text{EN: "20 % trimmed means of wall time", PT: "médias aparadas a 20% do tempo de relógio"}
	return figure.CurvesOf{Caption: caption(s.Meta, l, means), Note: figure.Text{EN: note, PT: note}, Panels: []figure.CurvePanel{byShare, byRows}}, nil
}
