package history

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
)

// mostLines is how many structures have a colour each.
const mostLines = 8

// apart is how far the points of two structures are, so that their intervals do not
// cover each other; the distance of two runs is 1.
const apart = 0.03

// mostLabels is how many dates have room below the axis.
const mostLabels = 8

// Drawing draws the history: a line for each structure over the runs in their order,
// broken and marked where machine, design, parameters or inputs change.
func (h *History) Drawing(l bilingual.Lang) (*figure.Drawing, error) {
	if len(h.Lines) > mostLines {
		return nil, fmt.Errorf("%d structures are too many for one figure: want --filter with %d at most", len(h.Lines), mostLines)
	}
	day, labels := h.labels()
	panel := figure.CurvePanel{
		XLabel: bilingual.Text{EN: strings.TrimSpace("run, by its start (UTC) " + day), PT: strings.TrimSpace("execução, pelo início (UTC) " + day)},
		YLabel: bilingual.Text{EN: string(h.Metric) + " (" + h.Scale.Unit + ")", PT: string(h.Metric) + " (" + h.Scale.Unit + ")"},
		From:   1, To: float64(len(h.Runs)), Names: labels, Marks: h.marks(l),
	}
	for nth, line := range h.Lines {
		panel.Curves = append(panel.Curves, h.curves(nth, line)...)
	}
	panel.Low, panel.High = room(panel.Curves)
	by := map[report.Statistic]bilingual.Text{report.Means: {EN: "means", PT: "médias"}, report.Medians: {EN: "medians", PT: "medianas"}}[h.By]
	title := bilingual.Text{
		EN: "History of %[1]s: %[3]s, %[2]s with 95 %% intervals",
		PT: "Histórico de %[1]s: %[2]s com intervalos de 95%%",
	}.With(h.Metric, by, h.Title)
	return figure.CurvesOf{Note: h.note(), Caption: h.machinesText(), Panels: []figure.CurvePanel{panel}}.Draw(title, l), nil
}

// note says what is narrowed, and over how many places a point is.
func (h *History) note() bilingual.Text {
	var en, pt []string
	if h.Part != "" {
		en, pt = append(en, "Narrowed to "+h.Part+"."), append(pt, "Restrito a "+h.Part+".")
	}
	for _, l := range h.Lines {
		if l.Places > 1 {
			en = append(en, "Geometric means over the places of the newest run on its axes.")
			pt = append(pt, "Médias geométricas sobre os pontos da execução mais nova em seus eixos.")
			break
		}
	}
	return bilingual.Text{EN: strings.Join(en, " "), PT: strings.Join(pt, " ")}
}

// labels are the dates of the runs, or the times of runs of one day; of many runs
// some.
func (h *History) labels() (day string, labels []string) {
	layout := "2006-01-02"
	if first, last := h.Runs[0].Start.Format(layout), h.Runs[len(h.Runs)-1].Start.Format(layout); first == last {
		layout, day = "15:04:05", first
	}
	every := (len(h.Runs) + mostLabels - 1) / mostLabels
	labels = make([]string, len(h.Runs))
	for i := 0; i < len(labels); i += every {
		labels[i] = h.Runs[i].Start.Format(layout)
	}
	return day, labels
}

// marks stand between two runs that differ.
func (h *History) marks(l bilingual.Lang) []figure.Mark {
	words := bilingual.Text{EN: "machine,design,parameters,inputs", PT: "máquina,delineamento,parâmetros,entradas"}
	translated := map[string]string{}
	for i, word := range strings.Split(words.EN, ",") {
		translated[word] = strings.Split(words.In(l), ",")[i]
	}
	var list []figure.Mark
	for i, r := range h.Runs {
		if len(r.Changes) == 0 {
			continue
		}
		var names []string
		for _, c := range r.Changes {
			word, which, _ := strings.Cut(c, ":")
			name := strings.TrimSpace(translated[word] + " " + which)
			if c == "machine" {
				name += " " + Letter(r.Machine)
			}
			names = append(names, name)
		}
		list = append(list, figure.Mark{X: float64(i) + 0.5, Name: strings.Join(names, ", ")})
	}
	return list
}

// curves are the pieces of a line between changes; the first one has the name.
func (h *History) curves(nth int, line Line) []figure.Curve {
	name := bilingual.Both(line.Filter)
	list := []figure.Curve{{Label: name, Look: figure.Look{Nth: nth}}}
	for i, v := range line.Values {
		if len(h.Runs[i].Changes) > 0 && len(list[len(list)-1].X) > 0 {
			list = append(list, figure.Curve{Look: figure.Look{Nth: nth}})
		}
		if v.N == 0 {
			continue
		}
		half, beside := v.HalfWidth, apart*(float64(nth)-float64(len(h.Lines)-1)/2)
		if math.IsNaN(half) {
			half = 0
		}
		last := &list[len(list)-1]
		last.X, last.Points = append(last.X, float64(i+1)+beside), append(last.Points, figure.CurvePoint{Value: v.Mean, Half: half})
	}
	return list
}

// room is the extent of all intervals with a margin.
func room(curves []figure.Curve) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, p := range c.Points {
			low, high = min(low, p.Value-p.Half), max(high, p.Value+p.Half)
		}
	}
	margin := 0.12 * (high - low) // of which the names of marks take some
	if margin == 0 {
		margin = 0.05 * math.Abs(high)
	}
	if high+margin <= 0 {
		return 0, 1
	}
	return max(low-margin, 0), high + margin
}
