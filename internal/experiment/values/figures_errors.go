package values

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

const percent = 100

// errorPanel is a panel of errors by the bits held, on a logarithmic axis.
func errorPanel(x, y figure.Text) figure.CurvePanel {
	return figure.CurvePanel{XLabel: x, YLabel: y, From: math.Inf(1), To: math.Inf(-1), Round: true, Log: true}
}

// byBits adds the errors of a structure to a panel, with those of theory behind them. A 0
// has no place on the axis.
func byBits(p *figure.CurvePanel, list []claim.Cell, theory runfolder.Metric, nth int, label figure.Text) {
	measured := figure.Curve{Label: label, Look: figure.Look{Nth: nth, Loose: true}}
	expected := figure.Curve{Look: figure.Look{Nth: nth, Dashes: []vg.Length{1.5, 2}, Bare: true}, Metric: theory}
	for _, c := range list {
		x, ok := point(c.Of(BitsPerKey), 1)
		if !ok {
			continue
		}
		measured.Metric = c.Metric
		if y, ok := point(c, percent); ok && y.Value > 0 {
			measured.Add(x.Value, y)
		}
		if y, ok := point(c.Of(theory), percent); ok && y.Value > 0 {
			expected.Add(x.Value, figure.CurvePoint{Value: y.Value})
		}
	}
	for _, c := range []figure.Curve{expected, measured} {
		if len(c.X) > 0 {
			p.Add(c)
			p.From, p.To = min(p.From, c.X[0]), max(p.To, c.X[len(c.X)-1])
		}
	}
}

// ends rounds those of the x axis to whole bits.
func ends(p *figure.CurvePanel, step float64) {
	p.From, p.To = step*math.Floor(p.From/step), step*math.Ceil(p.To/step)
}

// wrongByBits draws the negatives that are wrongly hyphenated.
func wrongByBits(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	d := &claim.Data{Summary: s}
	panel := errorPanel(
		figure.Text{EN: "Bits per key, of all that is held for the exceptions", PT: "Bits por chave, de tudo o que se guarda para as exceções"},
		figure.Text{EN: "Negatives wrongly hyphenated (%)", PT: "Estranhas hifenizadas erradamente (%)"},
	)
	for i, code := range codeNames() {
		for j, name := range functionNames() {
			byBits(&panel, d.CellsIn(Wrong, inCode(code), name), WrongTheory, 2*i+j, series{name: name, code: code}.label(s))
		}
	}
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no negatives that are wrongly hyphenated")
	}
	ends(&panel, 5)
	return drawn(d, l, plainMeans(), figure.Text{
		EN: "%s exceptions, %s negatives, each point another f; no key is ever wrong, and with a store no negative. Dotted: theory of random values; points at which no negative was wrong are left out.",
		PT: "%s exceções, %s estranhas, cada ponto com outro f; nenhuma chave erra, e com armazenamento nenhuma estranha. Pontilhado: teoria de valores aleatórios; pontos sem nenhuma estranha errada são omitidos.",
	}.WithCounts(expected(d, "keys"), expected(d, "negatives")), panel), nil
}

// errorByBits draws the error of a confidence.
func errorByBits(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	d := &claim.Data{Summary: s}
	panel := errorPanel(figure.Text{EN: "Bits per key", PT: "Bits por chave"}, figure.Text{EN: "Error of a confidence (%)", PT: "Erro de uma confiança (%)"})
	in := d.Meta.Counts(string(Cells))
	title := figure.StructureText(s, linearName)
	for i, cells := range in {
		byBits(&panel, d.CellsIn(Error, func(c claim.Cell) bool { return c.Int(Cells) == cells }, linearName), ErrorTheory, i, figure.Text{
			EN: fmt.Sprintf("%s, %d cells per key", title.EN, cells), PT: fmt.Sprintf("%s, %d células por chave", title.PT, cells),
		})
	}
	for i, name := range functionNames() {
		byBits(&panel, d.Cells(Error, name), ErrorTheory, len(in)+i, figure.StructureText(s, name))
	}
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no error of a confidence")
	}
	ends(&panel, 20)
	n, _ := strconv.Atoi(d.Meta.Parameters[parameterKeys]) // written by the experiment
	exact, _ := point(d.Cell(exactMap, BitsPerKey), 1)
	bits, fingerprint := decimal(exact.Value, l), d.Meta.Parameters[parameterFingerprint]
	note := figure.Text{
		EN: "%s keys; each point another number of bits of a value. The error is the root of the mean square; dotted: theory.",
		PT: "%s chaves; cada ponto com outro número de bits de um valor. O erro é a raiz da média dos quadrados; pontilhado: teoria.",
	}.WithCounts(n)
	note.EN += fmt.Sprintf(" A map of the numbers has no error and takes %s bits per key at least; a compact approximator answers as the linear filter. Fingerprints of functions: %s bits.", bits, fingerprint)
	note.PT += fmt.Sprintf(" Um mapa dos números não erra e ocupa %s bits por chave no mínimo; um aproximador compacto responde como o filtro linear. Impressões digitais das funções: %s bits.", bits, fingerprint)
	return drawn(d, l, plainMeans(), note, panel), nil
}
