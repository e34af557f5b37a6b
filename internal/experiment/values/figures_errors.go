package values

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

const percent = 100

// pairs is a curve of one metric against another at places of a structure.
func (r *reader) pairs(name string, places []place, x, y runfolder.Metric, look figure.Look, label figure.Text) figure.Curve {
	c := figure.Curve{Label: label, Look: look, Metric: y}
	for _, p := range places {
		at, ok := r.mean(name, p, x, 1)
		v, there := r.mean(name, p, y, percent)
		if ok && there && v.Value > 0 { // 0 has no place on a logarithmic axis
			c.X, c.Points = append(c.X, at.Value), append(c.Points, v)
		}
	}
	return c
}

// measured adds the curve of a metric to a panel, with that of its theory behind it.
func (r *reader) measured(p *figure.CurvePanel, name string, places []place, y, theory runfolder.Metric, look figure.Look, label figure.Text) {
	expected := look
	expected.Dashes, expected.Bare, expected.Loose = []vg.Length{1.5, 2}, true, false
	for _, c := range []figure.Curve{
		r.pairs(name, places, BitsPerKey, theory, expected, figure.Text{}),
		r.pairs(name, places, BitsPerKey, y, look, label),
	} {
		if len(c.X) == 0 {
			continue
		}
		for i := range c.Points {
			if c.Look.Bare {
				c.Points[i].Half = 0
			}
		}
		p.Curves = append(p.Curves, c)
		p.From, p.To = min(p.From, c.X[0]), max(p.To, c.X[len(c.X)-1])
	}
}

// ends rounds those of the x axis to whole bits.
func ends(p *figure.CurvePanel, step float64) {
	p.From, p.To = step*math.Floor(p.From/step), step*math.Ceil(p.To/step)
}

// wrongByBits draws the strangers that are wrongly hyphenated.
func wrongByBits(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "Bits a key, of all that is held for the exceptions", PT: "Bits por chave, de tudo o que se guarda para as exceções"},
		YLabel: figure.Text{EN: "Strangers wrongly hyphenated (%)", PT: "Estranhas hifenizadas erradamente (%)"},
		From:   math.Inf(1), To: math.Inf(-1), Round: true, Log: true,
	}
	for i, code := range codeNames() {
		var places []place
		for _, f := range r.Meta.Counts(string(F)) {
			places = append(places, place{f: f, code: code})
		}
		for j, name := range functionNames() {
			look := figure.Look{Nth: 2*i + j, Loose: true}
			r.measured(&panel, name, places, Wrong, WrongTheory, look, series{name, code, look}.label(s))
		}
	}
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no strangers that are wrongly hyphenated")
	}
	ends(&panel, 5)
	keys, _ := r.list(l)
	strangers := figure.Count(int(r.Meta.Expect["negatives"]), l)
	return figure.CurvesOf{Caption: r.caption(l, plainMeans()), Note: figure.Text{
		EN: fmt.Sprintf("%s exceptions, %s strangers, each point another f; no key is ever wrong, and with a store no stranger. Dotted: theory of random values; points at which no stranger was wrong are left out.", keys, strangers),
		PT: fmt.Sprintf("%s exceções, %s estranhas, cada ponto com outro f; nenhuma chave erra, e com armazenamento nenhuma estranha. Pontilhado: teoria de valores aleatórios; pontos sem nenhuma estranha errada são omitidos.", keys, strangers),
	}, Panels: []figure.CurvePanel{panel}}, nil
}

// errorByBits draws the error of a confidence.
func errorByBits(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "Bits a key", PT: "Bits por chave"},
		YLabel: figure.Text{EN: "Error of a confidence (%)", PT: "Erro de uma confiança (%)"},
		From:   math.Inf(1), To: math.Inf(-1), Round: true, Log: true,
	}
	for i, cells := range r.Meta.Counts(string(Cells)) {
		var places []place
		for _, width := range r.Meta.Counts(string(Width)) {
			places = append(places, place{width: width, cells: cells})
		}
		title := figure.StructureText(s, linearName)
		r.measured(&panel, linearName, places, Error, ErrorTheory, figure.Look{Nth: i, Loose: true}, figure.Text{
			EN: fmt.Sprintf("%s, %d cells a key", title.EN, cells), PT: fmt.Sprintf("%s, %d células por chave", title.PT, cells),
		})
	}
	for i, name := range functionNames() {
		var places []place
		for _, width := range r.Meta.Counts(string(Width)) {
			places = append(places, place{width: width})
		}
		r.measured(&panel, name, places, Error, ErrorTheory, figure.Look{Nth: len(r.Meta.Counts(string(Cells))) + i, Loose: true}, figure.StructureText(s, name))
	}
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no error of a confidence")
	}
	ends(&panel, 20)
	of := figure.CurvesOf{Caption: r.caption(l, plainMeans()), Panels: []figure.CurvePanel{panel}}
	exact, _ := r.mean(exactMap, place{}, BitsPerKey, 1)
	n, _ := strconv.Atoi(r.Meta.Parameters[parameterKeys]) // written by the experiment
	keys := figure.Count(n, l)
	of.Note = figure.Text{
		EN: fmt.Sprintf("%s keys; each point another number of bits of a value. The error is the root of the mean square; dotted: theory. A map of the numbers has no error and takes %s bits a key at least; a compact approximator answers as the linear filter. Fingerprints of functions: %s bits.", keys, decimal(exact.Value, l), r.Meta.Parameters[parameterFingerprint]),
		PT: fmt.Sprintf("%s chaves; cada ponto com outro número de bits de um valor. O erro é a raiz da média dos quadrados; pontilhado: teoria. Um mapa dos números não erra e ocupa %s bits por chave no mínimo; um aproximador compacto responde como o filtro linear. Impressões digitais das funções: %s bits.", keys, decimal(exact.Value, l), r.Meta.Parameters[parameterFingerprint]),
	}
	return of, nil
}

// bitsByKeys draws the overhead of functions.
func bitsByKeys(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	sizes := r.Meta.Counts(string(N))
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "Keys", PT: "Chaves"},
		YLabel: figure.Text{EN: "Bits for each bit of fingerprint and value", PT: "Bits para cada bit de impressão digital e valor"},
		From:   1, To: float64(max(2, len(sizes))), Low: 1, High: 1.35,
	}
	for _, n := range sizes {
		panel.Names = append(panel.Names, figure.Count(n, l))
	}
	for i, name := range functionNames() {
		c := figure.Curve{Label: figure.StructureText(s, name), Look: figure.Look{Nth: 2 + i}, Metric: Slots}
		for x, n := range sizes {
			if y, ok := r.mean(name, place{n: n}, Slots, 1); ok {
				c.X, c.Points = append(c.X, float64(x+1)), append(c.Points, y)
				panel.High = max(panel.High, y.Value*1.02)
			}
		}
		if len(c.X) > 0 {
			panel.Curves = append(panel.Curves, c)
		}
	}
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no functions of other numbers of keys")
	}
	return figure.CurvesOf{Caption: r.caption(l, plainMeans()), Note: figure.Text{
		EN: fmt.Sprintf("Fingerprints of %d bits, values of %d. At 1 a function would take the bits of fingerprints and values alone.", sizedFingerprint, sizedValue),
		PT: fmt.Sprintf("Impressões digitais de %d bits, valores de %d. Em 1 uma função ocuparia apenas os bits das impressões digitais e dos valores.", sizedFingerprint, sizedValue),
	}, Panels: []figure.CurvePanel{panel}}, nil
}
