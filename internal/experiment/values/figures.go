package values

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		trial.Curves("values-pass", text("values-pass"), passTimes),
		trial.Curves("values-bits", text("values-bits"), bitsHeld),
		trial.Curves("values-wrong", text("values-wrong"), wrongByBits),
		trial.Curves("values-confidence", text("values-confidence"), errorByBits),
		trial.Curves("values-keys", text("values-keys"), bitsByKeys),
	}
}

// series is a curve of a method to hyphenate along f.
type series struct {
	name, code string
	look       figure.Look
}

// methodsDrawn are the methods that have an f. A structure has one colour; masks are dashed.
func methodsDrawn() []series {
	return []series{
		{bloom, "", figure.Look{Nth: 0}}, {fuse, "", figure.Look{Nth: 1}},
		{bloomier, codeTable, figure.Look{Nth: 2}}, {bloomier, codeMask, figure.Look{Nth: 2}.Broken(4, 2.5)},
		{ribbon, codeTable, figure.Look{Nth: 3}}, {ribbon, codeMask, figure.Look{Nth: 3}.Broken(4, 2.5)},
	}
}

func (s series) label(d *claim.Data) bilingual.Text {
	title := figure.StructureText(d.Summary, s.name)
	switch s.code {
	case codeTable:
		return text("in a table", title)
	case codeHashed:
		return text("masks and a hash", title)
	case codeMask:
		return text("plain masks", title)
	}
	return text("and store", title)
}

// overF is a panel of a metric of all methods along f.
func overF(d *claim.Data, m runfolder.Metric, label bilingual.Text) (figure.CurvePanel, error) {
	p := figure.CurvePanel{XLabel: text("f"), YLabel: label}
	for _, s := range methodsDrawn() {
		curve := figure.Curve{Label: s.label(d), Look: s.look, Metric: m}
		for _, c := range d.Cells(m, s.name) {
			if y, ok := figure.PointAt(c, 1); ok && c.Int(F) > 0 && c.On(Code) == s.code {
				curve.Add(float64(c.Int(F)), y)
			}
		}
		p.Add(curve)
	}
	if len(p.Curves) == 0 {
		return p, figure.NoData(fmt.Sprintf("the run has no %s of a method to hyphenate", m))
	}
	fs := d.Meta.Counts(string(F))
	p.From, p.To = float64(fs[0]), float64(fs[len(fs)-1])
	return p, nil
}

// drawn is a figure of one panel.
func drawn(d *claim.Data, l bilingual.Lang, note bilingual.Text, panel figure.CurvePanel) figure.CurvesOf {
	caption := text("rounds", d.Meta.Reps)
	return figure.CurvesOf{Caption: figure.WithIntervals(caption, l), Note: note, Panels: []figure.CurvePanel{panel}}
}

// expected is a count of what the list has: keys, words, negatives.
func expected(d *claim.Data, what string) int { return int(d.Meta.Expect[what]) }

// decimal is a number with one digit behind the point or comma.
func decimal(v float64, l bilingual.Lang) string {
	return bilingual.Decimal(strconv.FormatFloat(v, 'f', 1, 64), l)
}

func passTimes(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	panel, err := overF(d, Hyphenate, text("time per word"))
	if err != nil {
		return figure.CurvesOf{}, err
	}
	if y, ok := figure.PointAt(d.Cell(bareStore, Hyphenate), 1); ok {
		panel.Level, panel.LevelLabel = y.Value, text("store alone")
	}
	note := text("values-pass note", bilingual.Grouped(expected(d, "keys")), bilingual.Grouped(expected(d, "words")))
	if y, ok := figure.PointAt(d.Cell(sortedName, Hyphenate), 1); ok {
		note = text("values-pass sorted list", note, decimal(y.Value, l))
	}
	of := drawn(d, l, note, panel)
	of.Times = []runfolder.Metric{Hyphenate}
	return of, nil
}

func bitsHeld(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	panel, err := overF(d, BitsPerKey, text("bits per key"))
	if err != nil {
		return figure.CurvesOf{}, err
	}
	panel.Log = true
	for i, exact := range []struct {
		name  string
		label bilingual.Text
	}{
		{bareStore, text("store alone")},
		{sortedName, figure.StructureText(d.Summary, sortedName)},
	} {
		if y, ok := figure.PointAt(d.Cell(exact.name, BitsPerKey), 1); ok {
			panel.Add(figure.Curve{
				Label: exact.label, Look: figure.Look{Nth: 4 + i}.Theory(1.5, 2),
				X: []float64{panel.From, panel.To}, Points: []figure.CurvePoint{y, y},
			})
		}
	}
	of := drawn(d, l, text("values-bits note", bilingual.Grouped(expected(d, "keys"))), panel)
	of.Of = []*report.Metric{d.Metric(BitsPerKey)}
	return of, nil
}

// bitsByKeys draws the overhead of functions.
func bitsByKeys(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	sizes := d.Meta.Counts(string(N))
	panel := figure.CurvePanel{
		XLabel: text("keys"),
		YLabel: text("overhead"),
		From:   1, To: float64(max(2, len(sizes))), Low: 1, High: 1.35,
	}
	for _, n := range sizes {
		panel.Names = append(panel.Names, bilingual.Count(n, l))
	}
	for i, name := range sizedNames() {
		curve := figure.Curve{Label: figure.StructureText(d.Summary, name), Look: figure.Look{Nth: 2 + i}, Metric: Slots}
		curve = figure.Through(curve, d.Cells(Slots, name), 1, func(c claim.Cell) float64 { return float64(slices.Index(sizes, c.Int(N)) + 1) })
		for _, y := range curve.Points {
			panel.High = max(panel.High, y.Value*1.02)
		}
		panel.Add(curve)
	}
	return drawn(d, l, text("values-keys note", bilingual.Grouped(sizedFingerprint), bilingual.Grouped(sizedValue)), panel).Or("the run has no functions of other numbers of keys")
}

const percent = 100

// errorPanel is a panel of errors by the bits held, on a logarithmic axis.
func errorPanel(x, y bilingual.Text) figure.CurvePanel {
	return figure.CurvePanel{XLabel: x, YLabel: y, Round: true, Log: true}
}

// byBits adds the errors of a structure to a panel, with those of theory behind them. A 0
// has no place on the axis.
func byBits(p *figure.CurvePanel, list []claim.Cell, theory runfolder.Metric, nth int, label bilingual.Text) {
	measured := figure.Curve{Label: label, Look: figure.Look{Nth: nth, Loose: true}}
	expected := figure.Curve{Look: figure.Look{Nth: nth}.Theory(1.5, 2), Metric: theory}
	for _, c := range list {
		x, ok := figure.PointAt(c.Of(BitsPerKey), 1)
		if !ok {
			continue
		}
		measured.Metric = c.Metric
		if y, ok := figure.PointAt(c, percent); ok {
			measured.Add(x.Value, y)
		}
		if y, ok := figure.PointAt(c.Of(theory), percent); ok {
			expected.Add(x.Value, figure.CurvePoint{Value: y.Value})
		}
	}
	p.Add(expected, measured)
}

// ends rounds those of the x axis to whole bits.
func ends(p *figure.CurvePanel, step float64) {
	p.Fit()
	p.From, p.To = step*math.Floor(p.From/step), step*math.Ceil(p.To/step)
}

func wrongByBits(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	panel := errorPanel(text("bits of everything"), text("wrongly hyphenated"))
	for i, code := range codeNames() {
		for j, name := range functionNames() {
			byBits(&panel, d.CellsIn(Wrong, inCode(code), name), WrongTheory, 2*i+j, series{name: name, code: code}.label(d))
		}
	}
	ends(&panel, 5)
	return drawn(d, l, text("values-wrong note", bilingual.Grouped(expected(d, "keys")), bilingual.Grouped(expected(d, "negatives"))), panel).Or("the run has no negatives that are wrongly hyphenated")
}

func errorByBits(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	panel := errorPanel(text("bits per key"), text("error"))
	in := d.Meta.Counts(string(Cells))
	title := figure.StructureText(d.Summary, linearName)
	for i, cells := range in {
		byBits(&panel, d.CellsIn(Error, func(c claim.Cell) bool { return c.Int(Cells) == cells }, linearName), ErrorTheory, i,
			text("cells", title, cells))
	}
	for i, name := range functionNames() {
		byBits(&panel, d.Cells(Error, name), ErrorTheory, len(in)+i, figure.StructureText(d.Summary, name))
	}
	ends(&panel, 20)
	n, _ := strconv.Atoi(d.Meta.Parameters[parameterKeys]) // written by the experiment
	exact, _ := figure.PointAt(d.Cell(exactMap, BitsPerKey), 1)
	bits, fingerprint := decimal(exact.Value, l), d.Meta.Parameters[parameterFingerprint]
	note := text("values-confidence note", bilingual.Count(n, l), bits, fingerprint)
	return drawn(d, l, note, panel).Or("the run has no error of a confidence")
}
