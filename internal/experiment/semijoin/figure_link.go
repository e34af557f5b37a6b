package semijoin

import (
	"fmt"
	"math"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
)

// Speeds of a link are half powers of ten, from 10 Mbit/s to 100 Gbit/s.
const slowest, halves = 10, 8

// speed is the ith of them, in Mbit/s.
func speed(i int) float64 { return slowest * math.Pow(10, float64(i)/2) }

// byLink draws what a join would take over a link: the time over loopback and that of
// its bytes, which cost little there.
func byLink(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	d := &claim.Data{Summary: s}
	at, _ := middleOf(s.Meta)
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "Speed of the link (Mbit/s)", PT: "Velocidade do enlace (Mbit/s)"},
		YLabel: figure.Text{EN: "Time of a join, computed (ms)", PT: "Tempo de uma junção, calculado (ms)"},
		From:   speed(0), To: speed(halves), Log: true, LogX: true,
	}
	here := func(c claim.Cell) (float64, float64, bool) { return 0, 1, at.tables(c) && at.rated(c) }
	for _, w := range ways() {
		took, sent := w.curve(d, Time, here), w.curve(d, Bytes, here)
		if len(took.X) == 0 || len(sent.X) == 0 {
			continue
		}
		c := figure.Curve{Label: w.label, Look: w.look}
		for i := range halves + 1 {
			const perBit = 1e3 // ns of a Mbit/s
			ns := took.Points[0].Value + 8*perBit*sent.Points[0].Value/speed(i)
			c.X, c.Points = append(c.X, speed(i)), append(c.Points, figure.CurvePoint{Value: ns / 1e6})
		}
		panel.Curves = append(panel.Curves, c)
	}
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, noTimes
	}
	note := fmt.Sprintf(figure.Text{
		EN: "%s; %s %% of them have a partner; %s. Nothing was sent over such links: bytes / speed is added to the time over loopback.",
		PT: "%s; %s%% delas têm par; %s. Nada foi enviado por tais enlaces: bytes / velocidade somam-se ao tempo na própria máquina.",
	}.In(l), at.joined(s.Meta, l), at.partners(l), at.filters(l))
	means := fmt.Sprintf(figure.Text{
		EN: "of 20 %% trimmed means of wall time and means of bytes over %d pairs of tables",
		PT: "de médias aparadas a 20%% do tempo de relógio e médias dos bytes de %d pares de tabelas",
	}.In(l), s.Meta.Reps)
	return figure.CurvesOf{Caption: means, Note: same(note), Panels: []figure.CurvePanel{panel}}, nil
}
