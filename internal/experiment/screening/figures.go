package screening

import (
	_ "embed"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

func groups() []figure.RankedGroup {
	return []figure.RankedGroup{
		{Title: text("without"), Filters: []string{scanning, suffixes, postings}},
		{Title: text("by"), Filters: []string{byRows, bySlices}},
	}
}

func figures(m *runfolder.Meta) []figure.Figure {
	families := func(id string, of runfolder.Metric, over axis.CountAxis, x figure.Scaling, label, along bilingual.Text) figure.Figure {
		return figure.Families(id, figure.Intervals(text(id)), figure.FamiliesOf{
			Groups: groups(), Metric: of, Axis: string(over), X: x, Y: figure.Logarithmic, Label: label, Along: along,
		})
	}
	_, length, _ := strings.Cut(m.Parameters[middles], ",")
	_, length, _ = strings.Cut(length, ",")
	return []figure.Figure{
		families("screening-candidates", FalseCandidates, Bits, figure.Logarithmic, text("candidates"), text("bits")),
		families("screening-hashes", FalseCandidates, Hashes, figure.Linear, text("candidates"), text("hashes")),
		families("screening-length", FalseCandidates, Length, figure.Linear, text("candidates"), text("length")),
		families("screening-query", metric.Query, Length, figure.Linear, text("time"), text("length")),
		families("screening-query-bits", metric.Query, Bits, figure.Logarithmic, text("time"), text("bits")),
		figure.Front("screening-front", figure.Intervals(text("screening-front")), figure.FrontOf{
			X:  figure.FrontAxis{Metric: BitsPerDocument, Label: text("bits per document")},
			Y:  figure.FrontAxis{Metric: metric.Query, Label: text("time"), Scaling: figure.Logarithmic},
			At: figure.Place{string(Length): length}, Filters: methods(),
		}),
		figure.Families("screening-similarity", figure.Intervals(text("screening-similarity")), figure.FamiliesOf{
			Groups: []figure.RankedGroup{{Title: text("corrected"), Filters: estimates()}},
			Metric: SimilarityError, Axis: string(Bits), X: figure.Logarithmic,
			Label: text("similarity"), Along: text("bits"),
		}),
		trial.Curves("screening-ranks", figure.Intervals(text("screening-ranks")), overRanks),
	}
}

// overRanks draws false candidates against words read: a curve for each highest rank, with a point
// for each number of rows of a word.
func overRanks(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	panel := figure.CurvePanel{Log: true, LogX: true,
		XLabel: text("words"), YLabel: text("candidates")}
	for i, rank := range d.Meta.Counts(string(Rank)) {
		cells := d.CellsIn(FalseCandidates, func(c claim.Cell) bool { return c.On(Rank) == Rank.At(rank).Text }, byRanks)
		panel.Add(figure.Through(figure.Curve{Label: text("rank", rank), Look: figure.Look{Nth: i}, Metric: FalseCandidates},
			cells, 1, func(c claim.Cell) float64 { return c.Of(WordsRead).Mean() }))
	}
	panel.Fit()
	return figure.CurvesOf{Panels: []figure.CurvePanel{panel},
		Note:    text("ranks note", strings.Join(axis.Counts("", d.Meta.Counts(string(Hashes))).Values, ", "), d.Meta.Parameters["text_bits"]),
		Caption: figure.WithIntervals(text("means", d.Meta.Reps), l)}.Or(figure.NoData("the run has no rows of several ranks"))
}
