package routing

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

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{treeFigure(), graphFigure(), depthFigure(), movesFigure(), fillTreeFigure(), fillGraphFigure(), bytesFigure()}
}

// drawer finds the points of curves in a run.
type drawer struct{ reader }

func drawerOf(s *report.Summary) drawer { return drawer{read(&claim.Data{Summary: s})} }

// look is that of a way in all figures of the run. ORs in a tree are attenuated filters
// of one level, and look like these.
func (r drawer) look(way string) figure.Look {
	if way == ored {
		way = attenuated
	}
	return figure.LookOf(r.Summary, way)
}

// point is a cell's mean with its interval.
func (r drawer) point(c runfolder.Cell) (figure.CurvePoint, bool) {
	return figure.MeanPoint(r.Samples.Times(c), 1)
}

// caption says what points are.
func (r drawer) caption(l figure.Lang) string {
	return fmt.Sprintf(figure.Text{
		EN: "means over %d networks, %s lookups in each; 95 %% intervals where they are larger than the points",
		PT: "médias de %d redes, %s consultas em cada; intervalos de 95%% onde são maiores que os pontos",
	}.In(l), r.Meta.Reps, r.Meta.Parameters["lookups"])
}

// curve has a point for each of so many places where the run has a cell.
func (r drawer) curve(label figure.Text, look figure.Look, m runfolder.Metric, places int, at func(i int) runfolder.Cell) figure.Curve {
	c := figure.Curve{Label: label, Look: look, Metric: m}
	for i := range places {
		if y, ok := r.point(at(i)); ok {
			c.X, c.Points = append(c.X, float64(i)), append(c.Points, y)
		}
	}
	return c
}

// line is a cell's mean all along the x axis, dashed.
func (r drawer) line(label figure.Text, nth int, c runfolder.Cell, to float64) figure.Curve {
	y, ok := r.point(c)
	if !ok {
		return figure.Curve{}
	}
	level := figure.CurvePoint{Value: y.Value}
	return figure.Curve{
		Label: label, Look: figure.Look{Nth: nth, Dashes: []vg.Length{4, 2.5}, Bare: true}, Metric: c.Metric,
		X: []float64{0, to}, Points: []figure.CurvePoint{level, level},
	}
}

// over is a panel over a list of whole numbers.
func over(list []int, x, y figure.Text, curves ...figure.Curve) figure.CurvePanel {
	p := figure.CurvePanel{XLabel: x, YLabel: y, From: 0, To: math.Max(1, float64(len(list)-1))}
	for _, v := range list {
		p.Names = append(p.Names, strconv.Itoa(v))
	}
	for _, c := range curves {
		if len(c.X) > 0 {
			p.Curves = append(p.Curves, c)
		}
	}
	return p
}

// drawn is a figure of panels, if there is anything in each.
func (r drawer) drawn(l figure.Lang, note figure.Text, panels ...figure.CurvePanel) (figure.CurvesOf, error) {
	for _, p := range panels {
		if len(p.Curves) == 0 {
			return figure.CurvesOf{}, figure.NoData("the run does not hold two networks of the ways to draw")
		}
	}
	return figure.CurvesOf{Caption: r.caption(l), Note: note, Panels: panels}, nil
}

func bitsLabel() figure.Text {
	return figure.Text{EN: "bits of a message of filters", PT: "bits de uma mensagem de filtros"}
}

func hopsLabel() figure.Text {
	return figure.Text{EN: "Messages of a lookup", PT: "Mensagens de uma consulta"}
}

// Labels of the ways.
func labelOf(way string) figure.Text {
	return map[string]figure.Text{
		ored:       {EN: "ORs of Bloom filters", PT: "disjunções de Bloom filters"},
		kept:       {EN: "the same, bits never cleared", PT: "as mesmas, sem apagar bits"},
		attenuated: {EN: "attenuated Bloom filters", PT: "Bloom filters atenuados"},
		confident:  {EN: "linear Bloom filters", PT: "Bloom filters lineares"},
		flat:       {EN: "one Bloom filter of all within reach", PT: "um só Bloom filter de tudo ao alcance"},
		exact:      {EN: "exact tables", PT: "tabelas exatas"},
		flood:      {EN: "flooding", PT: "inundação"},
		walk:       {EN: "walk without filters", PT: "passeio sem filtros"},
	}[way]
}
