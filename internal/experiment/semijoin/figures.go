package semijoin

import (
	_ "embed"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		trial.Curves("semijoin-selectivity", text("semijoin-selectivity"), bySelectivity),
		trial.Curves("semijoin-epsilon", text("semijoin-epsilon"), byRate),
		trial.Curves("semijoin-time", text("semijoin-time"), times),
		trial.Curves("semijoin-link", text("semijoin-link"), byLink),
		trial.Curves("semijoin-deleted", text("semijoin-deleted"), byDeleted),
		trial.Curves("semijoin-lookups", text("semijoin-lookups"), byLookups),
	}
}

// drawn is a method as figures draw it.
type drawn struct {
	method string
	label  bilingual.Text
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
	all := text("all rows")
	return append(list, drawn{shipAll, all, figure.Look{Nth: 6}.Broken(4, 2.5)})
}

// toPlace is where a cell stands on the x axis, and what its number is divided by; false if it
// is not drawn.
type toPlace func(claim.Cell) (x, per float64, ok bool)

// curve is a method's metric at the cells of a run that have a place.
func (w drawn) curve(d *claim.Data, m runfolder.Metric, place toPlace) figure.Curve {
	curve := figure.Curve{Label: w.label, Look: w.look, Metric: m}
	for _, c := range d.Cells(m, w.method) {
		x, per, ok := place(c)
		if y, has := figure.PointAt(c, 1/per); ok && has {
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

func caption(m *runfolder.Meta, l bilingual.Lang, means bilingual.Text) string {
	return figure.WithIntervals(text("pairs", means.In(l), m.Reps), l)
}

func (m middle) joined(meta *runfolder.Meta, l bilingual.Lang) string {
	return text("tables", bilingual.Count(m.n, l), meta.Parameters[parameterRow], meta.Parameters[parameterKey]).In(l)
}

// partners is the middle selectivity in per cent.
func (m middle) partners(l bilingual.Lang) string {
	return bilingual.Decimal(strconv.FormatFloat(100*m.share, 'g', 4, 64), l)
}

func (m middle) filters(l bilingual.Lang) string {
	return text("filters", bilingual.Decimal(m.rate, l)).In(l)
}

// bySelectivity draws the bytes of each method.
func bySelectivity(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	at, _ := middleOf(d)
	panel := figure.CurvePanel{XLabel: text("partners"), YLabel: text("bytes per row"), Log: true, LogX: true}
	add(&panel, d, Bytes, at.alongShare(float64(at.n)))
	note := bilingual.Both(at.joined(d.Meta, l) + "; " + at.filters(l) + ".")
	return figure.CurvesOf{Caption: caption(d.Meta, l, text("bytes written")), Note: note, Panels: []figure.CurvePanel{panel}}.Or(noBytes)
}

const (
	noBytes = figure.NoData("the run has no bytes of joins")
	noTimes = figure.NoData("the run has no times of joins")
)

// times draws the time of each method along the selectivity and the number of rows.
func times(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	at, _ := middleOf(d)
	const ms = 1e6
	label := text("time")
	byShare := figure.CurvePanel{XLabel: text("partners"), YLabel: label, Log: true, LogX: true}
	add(&byShare, d, Time, at.alongShare(ms))
	byRows := figure.CurvePanel{XLabel: text("rows"), YLabel: label, Log: true, LogX: true}
	add(&byRows, d, Time, func(c claim.Cell) (float64, float64, bool) {
		return float64(c.Int(N)), ms, c.Float(Selectivity) == at.share && at.rated(c)
	})
	note := text("semijoin-time note", bilingual.Count(at.n, l), at.partners(l), at.filters(l))
	return figure.CurvesOf{
		Caption: caption(d.Meta, l, text("means")), Note: note, Panels: []figure.CurvePanel{byShare, byRows}, Times: []runfolder.Metric{Time},
	}.Or(noTimes)
}

// byRate draws the bytes of a join against ε, with theory's curve and its least.
func byRate(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	at, _ := middleOf(d)
	of, ok := sweepOf(d, bloom)
	if !ok {
		return figure.CurvesOf{}, noBytes
	}
	panel := figure.CurvePanel{
		XLabel: text("rate"),
		YLabel: text("bytes per row"), LogX: true,
	}
	add(&panel, d, Bytes, func(c claim.Cell) (float64, float64, bool) {
		epsilon := c.Float(axis.Eps)
		return 100 * epsilon, float64(at.n), epsilon > 0 && at.tables(c)
	})
	by := figure.Curve{
		Label: text("theory"),
		Look:  figure.Look{Nth: 6}.Theory(2, 2),
	}
	by.Trace(panel.From, panel.To, 200, func(percent float64) float64 { return of.theory.bytes(percent/100) / float64(at.n) })
	panel.Curves = append(panel.Curves, by)
	best := of.theory.best()
	if best < 1 && 100*best > panel.From && 100*best < panel.To {
		panel.Marks = []figure.Mark{{X: 100 * best, Name: text("best", bilingual.Decimal(strconv.FormatFloat(100*best, 'g', 2, 64), l)).In(l)}}
	}
	note := text("semijoin-epsilon note", at.joined(d.Meta, l), at.partners(l), of.theory.row)
	return figure.CurvesOf{Caption: caption(d.Meta, l, text("bytes written")), Note: note, Panels: []figure.CurvePanel{panel}}, nil
}

// overDeleted is a panel along the share of what is deleted, of numbers each divided by another.
func overDeleted(d *claim.Data, m runfolder.Metric, along, label bilingual.Text, by func(claim.Cell) float64) figure.CurvePanel {
	p := figure.CurvePanel{XLabel: along, YLabel: label, Log: m == ChangedRemoved, LogX: true}
	add(&p, d, m, func(c claim.Cell) (float64, float64, bool) { return 100 * c.Float(Deleted), by(c), true })
	return p
}

// rowsOf are those of a table.
func rowsOf(c claim.Cell) float64 { return float64(c.Int(N)) }

// byDeleted draws bytes and rows shipped for nothing along the share of deleted rows.
func byDeleted(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	along := text("deleted rows")
	bytes := overDeleted(d, ChangedBytes, along, text("bytes per row"), rowsOf)
	rows := overDeleted(d, ChangedRemoved, along, text("rows for nothing"),
		func(c claim.Cell) float64 { return 0.01 * rowsOf(c) })
	note := text("semijoin-deleted note")
	return figure.CurvesOf{Caption: caption(d.Meta, l, text("bytes written")), Note: note, Panels: []figure.CurvePanel{bytes, rows}}.Or(noBytes)
}

// byLookups draws bytes and nodes asked in vain along the share of deleted keys.
func byLookups(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	along := text("deleted keys")
	bytes := overDeleted(d, LookupBytes, along, text("bytes per lookup"), rowsOf)
	vain := overDeleted(d, LookupVain, along, text("asked in vain"),
		func(claim.Cell) float64 { return 1 })
	note := text("semijoin-lookups note")
	means := text("bytes of messages")
	return figure.CurvesOf{Caption: caption(d.Meta, l, means), Note: note, Panels: []figure.CurvePanel{bytes, vain}}.Or(noBytes)
}

// Speeds of a link are half powers of ten, from 10 Mbit/s to 100 Gbit/s.
const slowest, halves = 10, 8

// speed is the ith of them, in Mbit/s.
func speed(i int) float64 { return slowest * math.Pow(10, float64(i)/2) }

// byLink draws what a join would take over a link: the time over loopback and that of
// its bytes, which cost little there.
func byLink(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	at, _ := middleOf(d)
	panel := figure.CurvePanel{
		XLabel: text("speed"),
		YLabel: text("computed time"),
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
	note := text("semijoin-link note", at.joined(d.Meta, l), at.partners(l), at.filters(l))
	means := text("computed means", d.Meta.Reps)
	return figure.CurvesOf{Caption: means.In(l), Note: note, Panels: []figure.CurvePanel{panel}, Times: []runfolder.Metric{Time}}.Or(noTimes)
}
