package semijoin

import (
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		trial.Curves("semijoin-selectivity",
			"Bytes of a join of two nodes' tables, by the share of rows with a partner",
			"Bytes de uma junção das tabelas de dois nós, pela fração de linhas com par", bySelectivity),
		trial.Curves("semijoin-epsilon",
			"Bytes of a join, by filter and false-positive rate",
			"Bytes de uma junção, por filtro e razão de falsos positivos", byRate),
		trial.Curves("semijoin-time",
			"Time of a join of two nodes' tables over loopback",
			"Tempo de uma junção das tabelas de dois nós na própria máquina", times),
		trial.Curves("semijoin-link",
			"Computed time of a join of two nodes' tables, over links of different speeds",
			"Tempo calculado de uma junção das tabelas de dois nós, por enlaces de velocidades diferentes", byLink),
		trial.Curves("semijoin-deleted",
			"A join of two nodes' tables while keys are deleted after their filter was sent",
			"Uma junção das tabelas de dois nós enquanto se removem chaves depois do envio do seu filtro", byDeleted),
		trial.Curves("semijoin-lookups",
			"Lookups of which of 16 nodes has a key, by what the nodes told of their keys, of which some are deleted",
			"Consultas sobre qual de 16 nós tem uma chave, pelo que os nós informaram das suas chaves, algumas removidas", byLookups),
	}
}

// drawn is a method as figures draw it.
type drawn struct {
	method string
	label  figure.Text
	look   figure.Look
}

// methods are those of a run, the baseline dashed and last.
func methods(d *claim.Data) (list []drawn) {
	for _, name := range d.Meta.Filters {
		label := figure.StructureText(d.Summary, name)
		if i := slices.IndexFunc(beside(), func(m trial.Method) bool { return m.Name == name }); i >= 0 {
			label = beside()[i].Title
		}
		list = append(list, drawn{name, label, figure.LookOf(d.Summary, name)})
	}
	all := figure.Text{EN: "all rows (baseline)", PT: "todas as linhas (referência)"}
	return append(list, drawn{shipAll, all, figure.Look{Nth: 6}.Broken(4, 2.5)})
}

// toPlace is where a cell stands on the x axis, and what its number is divided by; false if it
// is not drawn.
type toPlace func(claim.Cell) (x, per float64, ok bool)

// curve is a method's metric at the cells of a run that have a place.
func (w drawn) curve(d *claim.Data, m runfolder.Metric, place toPlace) figure.Curve {
	curve := figure.Curve{Label: w.label, Look: w.look, Metric: m}
	point := figure.MeanPoint
	if m == Time || m == ChangedTime {
		point = figure.TrimmedPoint
	}
	for _, c := range d.Cells(m, w.method) {
		x, per, ok := place(c)
		if y, has := point(c.Values(), 1/per); ok && has {
			curve.Add(x, y)
		}
	}
	return curve
}

// add adds the curves of the methods that a run has.
func add(p *figure.CurvePanel, d *claim.Data, m runfolder.Metric, place toPlace) {
	for _, w := range methods(d) {
		p.Add(w.curve(d, m, place))
	}
	p.Fit()
}

// alongShare places cells along the selectivity, at the middle number of rows and ε.
func (m middle) alongShare(per float64) toPlace {
	return func(c claim.Cell) (float64, float64, bool) {
		share := c.Float(Selectivity)
		return 100 * share, per, c.Int(N) == m.n && share > 0 && m.rated(c)
	}
}

func shareLabel() figure.Text {
	return figure.Text{EN: "Rows with a partner (%)", PT: "Linhas com par (%)"}
}

func caption(m *runfolder.Meta, l figure.Lang, means figure.Text) string {
	return figure.Textf("%s over up to %d pairs of tables", "%s de até %d pares de tabelas", means.In(l), m.Reps).WithIntervals(l)
}

func meanBytes() figure.Text {
	return figure.Text{EN: "means of all bytes written to the sockets", PT: "médias de todos os bytes enviados"}
}

func (m middle) joined(meta *runfolder.Meta, l figure.Lang) string {
	return figure.Textf(
		"Tables of %s rows of %s bytes, %s of them the key",
		"Tabelas de %s linhas de %s bytes, %s deles da chave", figure.Count(m.n, l), meta.Parameters[parameterRow], meta.Parameters[parameterKey]).In(l)
}

// partners is the middle selectivity in per cent.
func (m middle) partners(l figure.Lang) string {
	return figure.Decimal(strconv.FormatFloat(100*m.share, 'g', 4, 64), l)
}

func (m middle) filters(l figure.Lang) string {
	return figure.Textf("filters of ε = %s %%", "filtros de ε = %s%%", figure.Decimal(m.rate, l)).In(l)
}

// bySelectivity draws the bytes of each method.
func bySelectivity(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	at, _ := middleOf(d)
	panel := figure.CurvePanel{XLabel: shareLabel(), YLabel: figure.Text{EN: "Bytes a row of the table", PT: "Bytes por linha da tabela"}, Log: true, LogX: true}
	add(&panel, d, Bytes, at.alongShare(float64(at.n)))
	note := figure.Both(at.joined(d.Meta, l) + "; " + at.filters(l) + ".")
	return figure.CurvesOf{Caption: caption(d.Meta, l, meanBytes()), Note: note, Panels: []figure.CurvePanel{panel}}.Or(noBytes)
}

const (
	noBytes = figure.NoData("the run has no bytes of joins")
	noTimes = figure.NoData("the run has no times of joins")
)

// times draws the time of each method along the selectivity and the number of rows.
func times(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	at, _ := middleOf(d)
	const ms = 1e6
	label := figure.Text{EN: "Time of a join (ms)", PT: "Tempo de uma junção (ms)"}
	byShare := figure.CurvePanel{XLabel: shareLabel(), YLabel: label, Log: true, LogX: true}
	add(&byShare, d, Time, at.alongShare(ms))
	byRows := figure.CurvePanel{XLabel: figure.Text{EN: "Rows of each table", PT: "Linhas de cada tabela"}, YLabel: label, Log: true, LogX: true}
	add(&byRows, d, Time, func(c claim.Cell) (float64, float64, bool) {
		return float64(c.Int(N)), ms, c.Float(Selectivity) == at.share && at.rated(c)
	})
	note := figure.Textf(
		"Above: %s rows; below: %s %% of the rows with a partner; %s. Bytes cost little over loopback, more over a network.",
		"Acima: %s linhas; abaixo: %s%% das linhas com par; %s. Bytes custam pouco na própria máquina, mais em uma rede.", figure.Count(at.n, l), at.partners(l), at.filters(l))
	means := figure.Text{EN: "20 % trimmed means of wall time", PT: "médias aparadas a 20% do tempo de relógio"}
	return figure.CurvesOf{Caption: caption(d.Meta, l, means), Note: note, Panels: []figure.CurvePanel{byShare, byRows}}.Or(noTimes)
}

// byRate draws the bytes of a join against ε, with theory's curve and its least.
func byRate(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	at, _ := middleOf(d)
	of, ok := sweepOf(d, bloom)
	if !ok {
		return figure.CurvesOf{}, noBytes
	}
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "Requested false-positive rate (%)", PT: "Razão de falsos positivos pedida (%)"},
		YLabel: figure.Text{EN: "Bytes a row of the table", PT: "Bytes por linha da tabela"}, LogX: true,
	}
	add(&panel, d, Bytes, func(c claim.Cell) (float64, float64, bool) {
		epsilon := c.Float(axis.Eps)
		return 100 * epsilon, float64(at.n), epsilon > 0 && at.tables(c)
	})
	by := figure.Curve{
		Label: figure.Text{EN: "theory of a Bloom filter", PT: "teoria do Bloom filter"},
		Look:  figure.Look{Nth: 6}.Theory(2, 2),
	}
	by.Trace(panel.From, panel.To, 200, func(percent float64) float64 { return of.theory.bytes(percent/100) / float64(at.n) })
	panel.Curves = append(panel.Curves, by)
	best := of.theory.best()
	text := figure.Decimal(strconv.FormatFloat(100*best, 'g', 2, 64), l)
	if best < 1 && 100*best > panel.From && 100*best < panel.To {
		panel.Marks = []figure.Mark{{X: 100 * best, Name: figure.Textf("best ε by theory: %s %%", "melhor ε pela teoria: %s%%", text).In(l)}}
	}
	note := figure.Textf(
		"%s; %s %% of them have a partner. Sending all rows would take %.0f bytes per row.",
		"%s; %s%% delas têm par. Transmitir todas as linhas ocuparia %.0f bytes por linha.", at.joined(d.Meta, l), at.partners(l), of.theory.row)
	return figure.CurvesOf{Caption: caption(d.Meta, l, meanBytes()), Note: note, Panels: []figure.CurvePanel{panel}}, nil
}

// overDeleted is a panel along the share of what is deleted, of numbers each divided by another.
func overDeleted(d *claim.Data, m runfolder.Metric, along, label figure.Text, by func(claim.Cell) float64) figure.CurvePanel {
	p := figure.CurvePanel{XLabel: along, YLabel: label, Log: m == ChangedRemoved, LogX: true}
	add(&p, d, m, func(c claim.Cell) (float64, float64, bool) { return 100 * c.Float(Deleted), by(c), true })
	return p
}

// rowsOf are those of a table.
func rowsOf(c claim.Cell) float64 { return float64(c.Int(N)) }

// byDeleted draws bytes and rows shipped for nothing along the share of deleted rows.
func byDeleted(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	along := figure.Text{EN: "Rows deleted meanwhile (%)", PT: "Linhas removidas enquanto isso (%)"}
	bytes := overDeleted(d, ChangedBytes, along, figure.Text{EN: "Bytes a row of the table", PT: "Bytes por linha da tabela"}, rowsOf)
	rows := overDeleted(d, ChangedRemoved, along, figure.Text{EN: "Rows for nothing (%)", PT: "Linhas em vão (%)"},
		func(c claim.Cell) float64 { return 0.01 * rowsOf(c) })
	note := figure.Text{
		EN: "Keys are deleted from filters that can delete. Other filters stay as they were sent, unless their label says otherwise.",
		PT: "As chaves são removidas dos filtros que permitem remoções. Os outros ficam como foram enviados, salvo indicação no rótulo.",
	}
	return figure.CurvesOf{Caption: caption(d.Meta, l, meanBytes()), Note: note, Panels: []figure.CurvePanel{bytes, rows}}.Or(noBytes)
}

// byLookups draws bytes and nodes asked in vain along the share of deleted keys.
func byLookups(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	along := figure.Text{EN: "Keys deleted (%)", PT: "Chaves removidas (%)"}
	bytes := overDeleted(d, LookupBytes, along, figure.Text{EN: "Bytes per lookup", PT: "Bytes por consulta"}, rowsOf)
	vain := overDeleted(d, LookupVain, along, figure.Text{EN: "Nodes asked in vain", PT: "Nós perguntados em vão"},
		func(claim.Cell) float64 { return 1 })
	note := figure.Text{
		EN: "Each key is looked up once, the deleted ones too. Bytes are those of filters, deletions, questions and answers.",
		PT: "Cada chave é consultada uma vez, também as removidas. Os bytes são os dos filtros, remoções, perguntas e respostas.",
	}
	means := figure.Text{EN: "means of all bytes of messages, in one process,", PT: "médias de todos os bytes das mensagens, em um processo,"}
	return figure.CurvesOf{Caption: caption(d.Meta, l, means), Note: note, Panels: []figure.CurvePanel{bytes, vain}}.Or(noBytes)
}

// Speeds of a link are half powers of ten, from 10 Mbit/s to 100 Gbit/s.
const slowest, halves = 10, 8

// speed is the ith of them, in Mbit/s.
func speed(i int) float64 { return slowest * math.Pow(10, float64(i)/2) }

// byLink draws what a join would take over a link: the time over loopback and that of
// its bytes, which cost little there.
func byLink(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	at, _ := middleOf(d)
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "Speed of the link (Mbit/s)", PT: "Velocidade do enlace (Mbit/s)"},
		YLabel: figure.Text{EN: "Time of a join, computed (ms)", PT: "Tempo de uma junção, calculado (ms)"},
		From:   speed(0), To: speed(halves), Log: true, LogX: true,
	}
	here := func(c claim.Cell) (float64, float64, bool) { return 0, 1, at.tables(c) && at.rated(c) }
	for _, w := range methods(d) {
		took, sent := w.curve(d, Time, here), w.curve(d, Bytes, here)
		if len(took.X) == 0 || len(sent.X) == 0 {
			continue
		}
		c := figure.Curve{Label: w.label, Look: w.look}
		for i := range halves + 1 {
			const perBit = 1e3 // ns of a Mbit/s
			ns := took.Points[0].Value + 8*perBit*sent.Points[0].Value/speed(i)
			c.Add(speed(i), figure.CurvePoint{Value: ns / 1e6})
		}
		panel.Add(c)
	}
	note := figure.Textf(
		"%s; %s %% of them have a partner; %s. Nothing was sent over such links: bytes / speed is added to the time over loopback.",
		"%s; %s%% delas têm par; %s. Nada foi enviado por tais enlaces: bytes / velocidade somam-se ao tempo na própria máquina.", at.joined(d.Meta, l), at.partners(l), at.filters(l))
	means := figure.Textf(
		"of 20 %% trimmed means of wall time and means of bytes over %d pairs of tables",
		"de médias aparadas a 20%% do tempo de relógio e médias dos bytes de %d pares de tabelas", d.Meta.Reps)
	return figure.CurvesOf{Caption: means.In(l), Note: note, Panels: []figure.CurvePanel{panel}}.Or(noTimes)
}
