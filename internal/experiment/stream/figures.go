package stream

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display.
func figures(m *runfolder.Meta) (list []figure.Figure) {
	streams := namesOf(m)
	for _, stream := range streams {
		list = append(list, memory(stream))
	}
	list = append(list, figure.Curves("stream-bound", figure.Text{
		EN: "Both errors together against memory, with bounds from below, uniform stream",
		PT: "Soma dos dois erros pela memória, com limites inferiores, fluxo uniforme",
	}, withBounds))
	for _, stream := range streams {
		list = append(list, along(stream))
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

// namesOf are the streams of a run to which structures are put.
func namesOf(m *runfolder.Meta) []string {
	i := m.Axis(axisStream)
	if i < 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(m.Axes[i].Values), func(name string) bool { return !slices.Contains(streamNames(), name) })
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
type reader struct{ *report.Summary }

// mean is a cell's mean with the half-width of its interval.
func (r *reader) mean(c runfolder.Cell) (figure.CurvePoint, bool) {
	return figure.MeanPoint(r.Samples.Times(c), 1)
}

// percent is a share in per cent.
func percent(p figure.CurvePoint) figure.CurvePoint {
	return figure.CurvePoint{Value: 100 * p.Value, Half: 100 * p.Half}
}

func (r *reader) caption(l figure.Lang) string {
	return fmt.Sprintf(figure.Text{
		EN: "means over %d streams and hash functions; 95 %% intervals where they are larger than the points",
		PT: "médias de %d fluxos e funções de hash; intervalos de 95%% onde são maiores que os pontos",
	}.In(l), r.Meta.Reps)
}

// window is that in the middle of a run's list.
func (r *reader) window(stream string) int {
	var list []int
	for _, c := range r.Samples.Cells(Rate) {
		if at := placeOf(c.Point); at.stream == stream && !slices.Contains(list, at.window) {
			list = append(list, at.window)
		}
	}
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// drawn are the structures of curves, in their order, with a colour each.
func (r *reader) drawnKinds(without ...string) (list []kind) {
	for _, k := range kinds() {
		if slices.Contains(r.Meta.Filters, k.name) && !slices.Contains(without, k.name) {
			list = append(list, k)
		}
	}
	return list
}

func nameText(name string) figure.Text { return figure.Text{EN: name, PT: name} }

// byMemory is a panel over the logarithm of the bits of an element.
func byMemory(from, to float64, label figure.Text, l figure.Lang) figure.CurvePanel {
	p := figure.CurvePanel{
		XLabel: figure.Text{EN: "Bits an element of the window", PT: "Bits por elemento da janela"}, YLabel: label,
		From: math.Floor(from), To: math.Ceil(to),
	}
	for x := p.From; x <= p.To; x++ {
		p.Names = append(p.Names, figure.Decimal(strconv.FormatFloat(math.Exp2(x), 'g', 3, 64), l))
	}
	return p
}

// memoryCurves are those of a metric over the bits, one for each structure by ε, and a
// dashed one by room.
func (r *reader) memoryCurves(m runfolder.Metric, stream string, window int) (list []figure.Curve, low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, k := range r.drawnKinds(exactName, bloomName) {
		byRate := figure.Curve{Label: nameText(k.name), Metric: m, Look: figure.LookOf(r.Summary, k.name)}
		byRoom := figure.Curve{Metric: m, Look: figure.LookOf(r.Summary, k.name)}
		byRoom.Look.Dashes = []vg.Length{4, 2.5}
		for _, c := range r.Samples.Cells(m) {
			at := placeOf(c.Point)
			if c.Filter != k.name || at.stream != stream || at.window != window || at.inserted > 0 {
				continue
			}
			bits, known := r.mean(runfolder.Cell{Filter: k.name, Metric: BitsPerElement, Point: c.Point})
			y, ok := r.mean(c.Cell)
			if !known || !ok {
				continue
			}
			x := math.Log2(bits.Value)
			low, high = min(low, x), max(high, x)
			if at.room <= 1 {
				byRate.X, byRate.Points = append(byRate.X, x), append(byRate.Points, percent(y))
			}
			if at.room >= 1 && at.eps == r.middle() {
				byRoom.X, byRoom.Points = append(byRoom.X, x), append(byRoom.Points, percent(y))
			}
		}
		if len(byRate.X) > 0 {
			list = append(list, ascending(byRate))
		}
		if len(byRoom.X) > 1 {
			list = append(list, ascending(byRoom))
		}
	}
	return list, low, high
}

// middle is the ε at which the room is varied.
func (r *reader) middle() axis.Rate {
	rate, _ := axis.ParseRate(r.Meta.Parameters["middle"])
	return rate
}

// ascending puts the points of a curve in order.
func ascending(c figure.Curve) figure.Curve {
	order := make([]int, len(c.X))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return int(math.Copysign(1, c.X[i]-c.X[j])) })
	sorted := c
	sorted.X, sorted.Points = nil, nil
	for _, i := range order {
		sorted.X, sorted.Points = append(sorted.X, c.X[i]), append(sorted.Points, c.Points[i])
	}
	return sorted
}

// onLogarithm leaves out points that a logarithmic axis has no place for.
func onLogarithm(curves []figure.Curve) []figure.Curve {
	list := slices.Clone(curves)
	for i, c := range list {
		list[i].X, list[i].Points = nil, nil
		for j, p := range c.Points {
			if p.Value > 0 {
				list[i].X, list[i].Points = append(list[i].X, c.X[j]), append(list[i].Points, p)
			}
		}
	}
	return list
}

// memory draws both errors against memory.
func memory(stream string) figure.Figure {
	title := titleOf(stream)
	return figure.Curves("stream-memory-"+stream, figure.Text{
		EN: "False positives and false negatives against memory, " + title.EN,
		PT: "Falsos positivos e falsos negativos em função da memória, " + title.PT,
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := &reader{s}
		w := r.window(stream)
		positives, low, high := r.memoryCurves(Rate, stream, w)
		negatives, _, _ := r.memoryCurves(Missed, stream, w)
		if len(positives) == 0 {
			return figure.CurvesOf{}, figure.NoData("the run has no errors in the stream " + stream)
		}
		above := byMemory(low, high, figure.Text{EN: "False positives (%)", PT: "Falsos positivos (%)"}, l)
		below := byMemory(low, high, figure.Text{EN: "False negatives (%)", PT: "Falsos negativos (%)"}, l)
		above.Curves, below.Curves = onLogarithm(positives), negatives
		above.Log, above.High, below.High = true, 100, 100
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
	if i := m.Axis(axisWindow); i >= 0 {
		windows := m.Axes[i].Values
		for n, w := range windows {
			if n == 0 || n == len(windows)/2 || n == len(windows)-1 {
				of.Panels = append(of.Panels, figure.RankedPanel{Metric: metric.Query, Title: windowText(w),
					At: figure.Place{axisStream: stream, axisWindow: w, axisRoom: "1", axis.Epsilon: m.Parameters["middle"]}})
			}
		}
	}
	return figure.Ranked("stream-time", figure.Text{
		EN: "Time of an element by window, " + title.EN + " (with 95 % confidence intervals)",
		PT: "Tempo de um elemento por janela, " + title.PT + " (com intervalos de confiança de 95%)",
	}, of)
}
