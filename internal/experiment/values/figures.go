package values

import (
	"fmt"
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
		figure.Curves("values-pass", figure.Text{
			EN: "Hyphenation with and without a store: time of a word of the list",
			PT: "Hifenização com e sem armazenamento: tempo de uma palavra da lista",
		}, passTimes),
		figure.Curves("values-bits", figure.Text{
			EN: "What is held for the exceptions, with and without a store",
			PT: "O que se guarda para as exceções, com e sem armazenamento",
		}, bitsHeld),
		figure.Curves("values-wrong", figure.Text{
			EN: "Strangers wrongly hyphenated without a store, by the bits held",
			PT: "Estranhas hifenizadas erradamente sem armazenamento, pelos bits guardados",
		}, wrongByBits),
		figure.Curves("values-confidence", figure.Text{
			EN: "Error of a confidence by the bits held for it",
			PT: "Erro de uma confiança pelos bits guardados para ela",
		}, errorByBits),
		figure.Curves("values-keys", figure.Text{
			EN: "Bits of a function for each bit of fingerprint and value, by its keys",
			PT: "Bits de uma função para cada bit de impressão digital e valor, por suas chaves",
		}, bitsByKeys),
	}
}

// reader finds the points of curves in a run.
type reader struct{ *report.Summary }

// mean is that of a metric of a structure at a place, with the half-width of its interval, times a factor: of times, in
// ns a word, the trimmed mean, as claims have it. Of a cell whose values are all equal
// the interval is empty.
func (r *reader) mean(name string, p place, m runfolder.Metric, factor float64) (figure.CurvePoint, bool) {
	d := &claim.Data{Summary: r.Summary}
	values := d.Cell(name, m, p.on()...).Values()
	e, err := stats.MeanEstimate(values)
	if m == Hyphenate {
		e, err = stats.TrimmedEstimate(values)
	}
	if err != nil {
		return figure.CurvePoint{}, false
	}
	return figure.PointOf(e, factor), true
}

// series is a curve of a way to hyphenate along f.
type series struct {
	name, code string
	look       figure.Look
}

// waysDrawn are the ways that have an f. A structure has one colour; masks are dashed.
func waysDrawn() []series {
	dashed := []vg.Length{4, 2.5}
	return []series{
		{bloom, "", figure.Look{Nth: 0}}, {fuse, "", figure.Look{Nth: 1}},
		{bloomier, codeTable, figure.Look{Nth: 2}}, {bloomier, codeMask, figure.Look{Nth: 2, Dashes: dashed}},
		{ribbon, codeTable, figure.Look{Nth: 3}}, {ribbon, codeMask, figure.Look{Nth: 3, Dashes: dashed}},
	}
}

// label is that of a way in a legend.
func (s series) label(of *report.Summary) figure.Text {
	title := figure.StructureText(of, s.name)
	switch s.code {
	case codeTable:
		return figure.Text{EN: title.EN + ", numbers in a table", PT: title.PT + ", números em tabela"}
	case codeHashed:
		return figure.Text{EN: title.EN + ", masks and a hash", PT: title.PT + ", máscaras e um hash"}
	case codeMask:
		return figure.Text{EN: title.EN + ", plain masks", PT: title.PT + ", máscaras simples"}
	}
	return figure.Text{EN: title.EN + " and store", PT: title.PT + " e armazenamento"}
}

// alongF is the curve of a metric of a way.
func (r *reader) alongF(s series, m runfolder.Metric) figure.Curve {
	c := figure.Curve{Label: s.label(r.Summary), Look: s.look, Metric: m}
	for _, f := range r.Meta.Counts(string(F)) {
		if y, ok := r.mean(s.name, place{f: f, code: s.code}, m, 1); ok {
			c.X, c.Points = append(c.X, float64(f)), append(c.Points, y)
		}
	}
	return c
}

// overF is a panel of a metric of all ways along f.
func (r *reader) overF(m runfolder.Metric, label figure.Text) (figure.CurvePanel, error) {
	fs := r.Meta.Counts(string(F))
	p := figure.CurvePanel{
		XLabel: figure.Text{EN: "f, bits of a fingerprint (filters: ε = 2^−f)", PT: "f, bits de uma impressão digital (filtros: ε = 2^−f)"},
		YLabel: label,
	}
	for _, s := range waysDrawn() {
		if c := r.alongF(s, m); len(c.X) > 0 {
			p.Curves = append(p.Curves, c)
		}
	}
	if len(p.Curves) == 0 {
		return p, figure.NoData(fmt.Sprintf("the run has no %s of a way to hyphenate", m))
	}
	p.From, p.To = float64(fs[0]), float64(fs[len(fs)-1])
	return p, nil
}

// caption says what the numbers are means of.
func (r *reader) caption(l figure.Lang, means figure.Text) string {
	return fmt.Sprintf(figure.Text{
		EN: "%s over %d rounds, each with hash functions of its own; 95 %% intervals where they are larger than the points",
		PT: "%s de %d rodadas, cada uma com suas funções de hash; intervalos de 95%% onde são maiores que os pontos",
	}.In(l), means.In(l), r.Meta.Reps)
}

func plainMeans() figure.Text { return figure.Text{EN: "means", PT: "médias"} }

// list says how many keys and words there are.
func (r *reader) list(l figure.Lang) (keys, words string) {
	return figure.Count(int(r.Meta.Expect["keys"]), l), figure.Count(int(r.Meta.Expect["words"]), l)
}

// decimal is a number with one digit behind the point or comma.
func decimal(v float64, l figure.Lang) string {
	return figure.Decimal(strconv.FormatFloat(v, 'f', 1, 64), l)
}

// passTimes draws the time of a word in a pass.
func passTimes(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	panel, err := r.overF(Hyphenate, figure.Text{EN: "Time of a word (ns)", PT: "Tempo de uma palavra (ns)"})
	if err != nil {
		return figure.CurvesOf{}, err
	}
	if y, ok := r.mean(bareStore, place{}, Hyphenate, 1); ok {
		panel.Level, panel.LevelLabel = y.Value, figure.Text{EN: "exception store alone", PT: "apenas o armazenamento de exceções"}
	}
	of := figure.CurvesOf{Caption: r.caption(l, figure.Text{EN: "20 % trimmed means of wall time", PT: "médias aparadas a 20% do tempo de relógio"}), Panels: []figure.CurvePanel{panel}}
	keys, words := r.list(l)
	of.Note = figure.Text{
		EN: fmt.Sprintf("%s exceptions, %s words; with a function the value is the hyphenation, and there is no store.", keys, words),
		PT: fmt.Sprintf("%s exceções, %s palavras; com uma função o valor é a hifenização, e não há armazenamento.", keys, words),
	}
	if y, ok := r.mean(sortedName, place{}, Hyphenate, 1); ok {
		of.Note.EN += fmt.Sprintf(" With a sorted list in the place of the store a word takes %s ns.", decimal(y.Value, l))
		of.Note.PT += fmt.Sprintf(" Com uma lista ordenada no lugar do armazenamento uma palavra leva %s ns.", decimal(y.Value, l))
	}
	return of, nil
}

// bitsHeld draws the bits a key of all that is held.
func bitsHeld(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	panel, err := r.overF(BitsPerKey, figure.Text{EN: "Bits a key", PT: "Bits por chave"})
	if err != nil {
		return figure.CurvesOf{}, err
	}
	panel.Log = true
	for i, exact := range []struct {
		name  string
		label figure.Text
	}{
		{bareStore, figure.Text{EN: "exception store alone", PT: "apenas o armazenamento de exceções"}},
		{sortedName, figure.StructureText(s, sortedName)},
	} {
		if y, ok := r.mean(exact.name, place{}, BitsPerKey, 1); ok {
			panel.Curves = append(panel.Curves, figure.Curve{
				Label: exact.label, Look: figure.Look{Nth: 4 + i, Dashes: []vg.Length{1.5, 2}, Bare: true},
				X: []float64{panel.From, panel.To}, Points: []figure.CurvePoint{y, y},
			})
		}
	}
	keys, _ := r.list(l)
	return figure.CurvesOf{Caption: r.caption(l, plainMeans()), Note: figure.Text{
		EN: fmt.Sprintf("Of %s exceptions: filter and store, or the function with the table of its hyphenations; dotted: exact, without a fingerprint.", keys),
		PT: fmt.Sprintf("De %s exceções: filtro e armazenamento, ou a função com a tabela de suas hifenizações; pontilhado: exatos, sem impressão digital.", keys),
	}, Panels: []figure.CurvePanel{panel}, Of: []*report.Metric{s.Metric(BitsPerKey)}}, nil
}
