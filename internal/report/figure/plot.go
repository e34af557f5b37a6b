package figure

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Plot is a figure of counted numbers along an axis: means of rounds with their
// intervals, and dashed beside each curve what theory says. Caption, marks and legend
// follow from the run.
type Plot struct {
	ID             string
	Title          Text
	Along          axis.CountAxis
	XLabel, YLabel Text
	Curves         []Plotted
	At             claim.Where                        // the cells that are drawn
	Doubling       bool                               // each place is twice the one before: they stand at equal distances
	Log            bool                               // of the y axis
	Level          Text                               // names a line at the rate asked for; empty: there is none
	About          func(*runfolder.Meta, Lang) string // begins the caption
	Note           Text
}

// Plotted is a curve of a method.
type Plotted struct {
	Method         string
	Metric, Theory runfolder.Metric // no theory where it is empty
	Label          Text
	Nth            int // colour and marker
}

// Figure is the plot as a figure.
func (p Plot) Figure() Figure { return Curves(p.ID, p.Title, p.curves) }

func (p Plot) curves(s *report.Summary, l Lang) (CurvesOf, error) {
	d := &claim.Data{Summary: s}
	panel := CurvePanel{XLabel: p.XLabel, YLabel: p.YLabel, From: math.Inf(1), To: math.Inf(-1), Log: p.Log}
	rate := 0.0
	for _, of := range p.Curves {
		cells := p.At.Find(d, of.Metric, of.Method)
		if len(cells) == 0 {
			continue
		}
		measured := Curve{Label: of.Label, Look: Look{Nth: of.Nth}, Metric: of.Metric}
		theory := Curve{Look: Look{Nth: of.Nth, Dashes: []vg.Length{3, 2}, Bare: true}}
		for _, c := range cells {
			e, err := stats.MeanEstimate(c.Values())
			if err != nil || p.Log && e.Value <= 0 { // a logarithmic scale has no place for it
				continue
			}
			rate = max(rate, c.Float(axis.Eps))
			x := p.place(c)
			panel.From, panel.To = min(panel.From, x), max(panel.To, x)
			measured.X = append(measured.X, x)
			measured.Points = append(measured.Points, PointOf(e, factor(s, of.Metric)))
			if of.Theory != "" {
				theory.X = append(theory.X, x)
				theory.Points = append(theory.Points, CurvePoint{Value: factor(s, of.Metric) * c.Of(of.Theory).Mean()})
			}
		}
		panel.Curves = append(panel.Curves, measured)
		if len(theory.X) > 0 {
			panel.Curves = append(panel.Curves, theory)
		}
	}
	if math.IsInf(panel.From, 1) {
		return CurvesOf{}, NoData("the run has none of these numbers over " + string(p.Along))
	}
	if p.Doubling {
		for x := panel.From; x <= panel.To; x++ {
			panel.Names = append(panel.Names, strconv.Itoa(1<<int(x)))
		}
	}
	if p.Level != (Text{}) {
		panel.Level, panel.LevelLabel = percent*rate, p.Level
	}
	return CurvesOf{Caption: p.caption(s, l, rate), Note: p.Note, Panels: []CurvePanel{panel}}, nil
}

const percent = 100

// place is where a cell stands on the x axis.
func (p Plot) place(c claim.Cell) float64 {
	if p.Doubling {
		return math.Log2(float64(c.Int(p.Along)))
	}
	return float64(c.Int(p.Along))
}

// factor is that of the unit in which a metric is shown.
func factor(s *report.Summary, m runfolder.Metric) float64 {
	for _, d := range s.Glossary.Metrics {
		if d.Name == m && d.Unit != "" {
			return d.Factor
		}
	}
	return 1
}

func (p Plot) caption(s *report.Summary, l Lang, rate float64) string {
	about := ""
	if p.About != nil {
		about = p.About(s.Meta, l)
	}
	if rate > 0 {
		asked := axis.Rate(math.Round(rate * axis.Per)).Percent()
		about += fmt.Sprintf(Text{EN: ", ε = %s %%", PT: ", ε = %s%%"}.In(l), Decimal(asked, l))
	}
	return about + "; " + fmt.Sprintf(Text{
		EN: "means of counts over %d rounds, with 95 %% intervals where they are larger than the points",
		PT: "médias de contagens de %d rodadas, com intervalos de 95%% onde são maiores que os pontos",
	}.In(l), s.Meta.Reps)
}
