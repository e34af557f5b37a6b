package stream

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display.
func figures(m *runfolder.Meta) (list []figure.Figure) {
	streams := streamsOf(m)
	for _, stream := range streams {
		list = append(list, memory(stream))
	}
	list = append(list, figure.Curves("stream-bound", figure.Text{
		EN: "Both errors together against memory, with bounds from below, uniform stream",
		PT: "Soma dos dois erros pela memória, com limites inferiores, fluxo uniforme",
	}, withBounds))
	for _, stream := range streams {
		list = append(list, positions(stream))
	}
	list = append(list,
		figure.Curves("stream-empty", figure.Text{
			EN: "Empty cells of a stable Bloom filter along the stream, with their limit by theory",
			PT: "Células vazias de um Bloom filter estável ao longo do fluxo, com seu limite pela teoria",
		}, empties),
		figure.Curves("stream-limit", figure.Text{
			EN: "Is the lower bound of both errors one? Small filters along a stream of 256 letters",
			PT: "O limite inferior da soma dos erros vale? Filtros pequenos ao longo de um fluxo de 256 letras",
		}, judgedFigure))
	if len(streams) > 0 {
		list = append(list, times(m, streams[0]))
	}
	return list
}

// streamsOf are the streams of a run to which structures are put.
func streamsOf(m *runfolder.Meta) []string {
	return slices.DeleteFunc(slices.Clone(m.Values(string(axisStream))), func(name string) bool {
		return !slices.Contains(streamNames(), name)
	})
}

// titleOf names a stream in a title.
func titleOf(stream string) figure.Text {
	switch stream {
	case streamUniform:
		return figure.Text{EN: "uniform stream", PT: "fluxo uniforme"}
	case streamZipf:
		return figure.Text{EN: "Zipf's stream", PT: "fluxo de Zipf"}
	}
	return figure.Text{EN: "running text", PT: "texto corrido"}
}

// reader finds the points of curves in a run.
type reader struct{ *claim.Data }

func read(s *report.Summary) *reader { return &reader{&claim.Data{Summary: s}} }

func (r *reader) caption(l figure.Lang) string {
	return fmt.Sprintf(figure.Text{
		EN: "means over %d streams and hash functions; 95 %% intervals where they are larger than the points",
		PT: "médias de %d fluxos e funções de hash; intervalos de 95%% onde são maiores que os pontos",
	}.In(l), r.Meta.Reps)
}

// window is that in the middle of a run's list.
func (r *reader) window(stream string) int {
	var list []int
	for _, name := range kindNames() {
		for _, c := range cells(r.Data, Rate, name, in(stream)) {
			list = append(list, c.Int(axisWindow))
		}
	}
	slices.Sort(list)
	if list = slices.Compact(list); len(list) == 0 {
		return 0
	}
	return list[len(list)/2]
}

// middle is the ε at which the room is varied.
func (r *reader) middle() axis.Rate {
	rate, _ := axis.ParseRate(r.Meta.Parameters[parameterMiddle])
	return rate
}

// curve is that of a structure, without points.
func (r *reader) curve(name string, m runfolder.Metric) figure.Curve {
	return figure.Curve{Label: figure.Text{EN: name, PT: name}, Metric: m, Look: figure.LookOf(r.Summary, name)}
}

// through is a curve with the means of cells in per cent, in the order of their places on
// the x axis.
func through(c figure.Curve, list []claim.Cell, place func(claim.Cell) float64) figure.Curve {
	slices.SortStableFunc(list, func(a, b claim.Cell) int { return cmp.Compare(place(a), place(b)) })
	for _, cell := range list {
		if y, ok := figure.MeanPoint(cell.Values(), 100); ok && !math.IsNaN(place(cell)) {
			c.X, c.Points = append(c.X, place(cell)), append(c.Points, y)
		}
	}
	return c
}

// span is from the first point of curves to the last.
func span(curves []figure.Curve) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		from, to = min(from, slices.Min(c.X)), max(to, slices.Max(c.X))
	}
	return from, to
}

// byMemory is a panel over the logarithm of the bits of an element.
func byMemory(curves []figure.Curve, label figure.Text, l figure.Lang) figure.CurvePanel {
	from, to := span(curves)
	p := figure.CurvePanel{
		XLabel: figure.Text{EN: "Bits per element of the window", PT: "Bits por elemento da janela"}, YLabel: label,
		From: math.Floor(from), To: math.Ceil(to), Curves: curves,
	}
	for x := p.From; x <= p.To; x++ {
		p.Names = append(p.Names, figure.Decimal(strconv.FormatFloat(math.Exp2(x), 'g', 3, 64), l))
	}
	return p
}

// memoryCurves are those of a metric over the bits, one for each structure by ε, and a
// dashed one by room.
func (r *reader) memoryCurves(m runfolder.Metric, stream string, window int) (list []figure.Curve) {
	bits := func(c claim.Cell) float64 { return math.Log2(c.Of(BitsPerElement).Mean()) }
	for _, name := range kindNames() {
		if name == exactName || name == bloomName {
			continue
		}
		here := cells(r.Data, m, name, func(c claim.Cell) bool { return in(stream)(c) && c.Int(axisWindow) == window })
		byRate := through(r.curve(name, m), slices.DeleteFunc(slices.Clone(here), func(c claim.Cell) bool { return !oneRoom(c) }), bits)
		if len(byRate.X) > 0 {
			list = append(list, byRate)
		}
		dashed := r.curve(name, m)
		dashed.Label, dashed.Look.Dashes = figure.Text{}, []vg.Length{4, 2.5}
		byRoom := through(dashed, slices.DeleteFunc(here, func(c claim.Cell) bool { return c.On(axis.Eps) != r.middle().String() }), bits)
		if len(byRoom.X) > 1 {
			list = append(list, byRoom)
		}
	}
	return list
}

// onLogarithm leaves out points that a logarithmic axis has no place for.
func onLogarithm(curves []figure.Curve) (list []figure.Curve) {
	for _, c := range curves {
		xs, points := c.X, c.Points
		c.X, c.Points = nil, nil
		for i, p := range points {
			if p.Value > 0 {
				c.X, c.Points = append(c.X, xs[i]), append(c.Points, p)
			}
		}
		list = append(list, c)
	}
	return list
}

func positivesLabel() figure.Text {
	return figure.Text{EN: "False positives (%)", PT: "Falsos positivos (%)"}
}

func negativesLabel() figure.Text {
	return figure.Text{EN: "False negatives (%)", PT: "Falsos negativos (%)"}
}

// memory draws both errors against memory.
func memory(stream string) figure.Figure {
	title := titleOf(stream)
	return figure.Curves("stream-memory-"+stream, figure.Text{
		EN: "False positives and false negatives against memory, " + title.EN,
		PT: "Falsos positivos e falsos negativos em função da memória, " + title.PT,
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := read(s)
		w := r.window(stream)
		positives := r.memoryCurves(Rate, stream, w)
		if len(positives) == 0 {
			return figure.CurvesOf{}, figure.NoData("the run has no errors in the stream " + stream)
		}
		above := byMemory(positives, positivesLabel(), l)
		below := byMemory(positives, negativesLabel(), l)
		above.Curves, above.Log, above.High = onLogarithm(positives), true, 100
		below.Curves, below.High = r.memoryCurves(Missed, stream, w), 100
		note := r.memoryNote(stream, w)
		note.EN += " No false positives: no point."
		note.PT += " Sem falsos positivos, sem ponto."
		return figure.CurvesOf{Caption: r.caption(l), Note: note, Panels: []figure.CurvePanel{above, below}}, nil
	})
}

func (r *reader) memoryNote(stream string, w int) figure.Text {
	note := figure.Text{
		EN: fmt.Sprintf("A duplicate came among the last %s elements. What came before and is still remembered counts as a false positive.", figure.Count(w, figure.English)),
		PT: fmt.Sprintf("Um duplicado veio entre os últimos %s elementos. O que veio antes e ainda é lembrado conta como falso positivo.", figure.Count(w, figure.Portuguese)),
	}
	if stream == streamUniform {
		note.EN += " Solid: memory by ε. Dashed: ε = " + r.middle().Percent() + "\u00a0% with the memory of several windows."
		note.PT += " Contínua: memória por ε. Tracejada: ε = " + figure.Decimal(r.middle().Percent(), figure.Portuguese) + "% com a memória de várias janelas."
	}
	return note
}

// windowText names a window: "w = 1,000".
func windowText(w string) figure.Text {
	n, _ := strconv.Atoi(w)
	return figure.Text{EN: "w = " + figure.Count(n, figure.English), PT: "w = " + figure.Count(n, figure.Portuguese)}
}

// times draws what an element takes, for up to three windows.
func times(m *runfolder.Meta, stream string) figure.Figure {
	title := titleOf(stream)
	of := figure.RankedOf{
		Metric: metric.Query, Label: figure.Text{EN: "Time of an element", PT: "Tempo de um elemento"},
		Groups: []figure.RankedGroup{
			{Title: figure.Text{EN: "To compare with", PT: "Para comparar"}, Filters: []string{exactName, bufferName, bloomName}},
			{Title: figure.Text{EN: "Nothing of the window is forgotten", PT: "Nada da janela é esquecido"}, Filters: []string{double, aging, sliding}},
			{Title: figure.Text{EN: "Forgotten by chance", PT: "Esquecimento ao acaso"}, Filters: []string{stable, decaying, generalised}},
		},
	}
	windows := m.Values(string(axisWindow))
	for n, w := range windows {
		if n == 0 || n == len(windows)/2 || n == len(windows)-1 {
			of.Panels = append(of.Panels, figure.RankedPanel{Metric: metric.Query, Title: windowText(w), At: figure.Place{
				string(axisStream): stream, string(axisWindow): w, string(axisRoom): "1", axis.Epsilon: m.Parameters[parameterMiddle]}})
		}
	}
	return figure.Ranked("stream-time", figure.Text{
		EN: "Time of an element by window, " + title.EN + " (with 95 % confidence intervals)",
		PT: "Tempo de um elemento por janela, " + title.PT + " (com intervalos de confiança de 95%)",
	}, of)
}
