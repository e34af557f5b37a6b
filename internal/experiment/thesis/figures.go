package thesis

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/filter"
	"hyphbench/internal/glossary"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

// figures are the thesis's own, then the false-positive rates and those over
// further structures: lines for a few, ranked dots for many.
func figures(meta *runfolder.Meta) []figure.Figure {
	on := where(meta)
	if on.EN != "" { // it goes on with a caption
		on = bilingual.Text{EN: ", " + on.EN, PT: ", " + on.PT}
	}
	bloom, cuckoo := drawn(meta)
	list := []figure.Figure{
		line("5.1", Init, bloom, on), line("5.2", Hyphenate, bloom, on),
		line("5.3", Init, cuckoo, on), line("5.4", Hyphenate, cuckoo, on),
		bars("5.5", Init, on, bloom, cuckoo), bars("5.6", Hyphenate, on, bloom, cuckoo),
	}
	if p := literal(); bloom == p.bloom {
		list = append(list, line("5.2", metric.Build, bloom, on), line("5.4", metric.Build, cuckoo, on), bars("5.6", metric.Build, on, bloom, cuckoo))
	}
	if on.EN != "" {
		list = append(list, overStore(on))
	}
	if len(meta.Filters) > report.Few {
		return append(append(list, rates(bloom, cuckoo)), rankings(meta.Filters, on)...)
	}
	list = append(list, rates())
	others := 0
	for _, name := range meta.Filters {
		if name != bloom && name != cuckoo {
			others++
			list = append(list, line("", Init, name, on), line("", Hyphenate, name, on))
		}
	}
	if others > 0 && len(meta.Filters) > 1 {
		list = append(list, overlay(Init, on), overlay(Hyphenate, on))
	}
	return list
}

// drawn are the filters of the thesis's own figures: its literal ones where a run has both.
func drawn(meta *runfolder.Meta) (theBloom, theCuckoo string) {
	if p := literal(); slices.Contains(meta.Filters, p.bloom) && slices.Contains(meta.Filters, p.cuckoo) {
		return p.bloom, p.cuckoo
	}
	return bloom, cuckoo
}

// kind names a metric in the files of figures and in the names of texts.
func kind(m runfolder.Metric) string {
	return map[runfolder.Metric]string{Init: "init", Hyphenate: "run", metric.Build: "build"}[m]
}

// id is the name of a figure's files: that of the thesis's number, or the metric and the
// structure, as of constructions, which only the thesis's draft draws.
func id(number string, m runfolder.Metric, name string) string {
	if number != "" && m != metric.Build {
		return strings.ReplaceAll(number, ".", "-")
	}
	return kind(m) + "-" + name
}

// numbered puts the thesis's number before a caption; without one the caption begins a
// sentence of its own. Constructions have their numbers in the draft.
func numbered(number string, m runfolder.Metric, caption bilingual.Text) bilingual.Text {
	switch {
	case m == metric.Build:
		return text("numbered in the draft", number, caption)
	case number == "":
		return bilingual.Text{EN: strings.ToUpper(caption.EN[:1]) + caption.EN[1:], PT: caption.PT}
	}
	return text("numbered", number, caption)
}

// line is a figure as 5.1 to 5.4, with the thesis's caption. on is what the captions
// say of the store.
func line(number string, m runfolder.Metric, filter string, on bilingual.Text) figure.Figure {
	one, behind := oneFilter(filter), on
	if m == Init { // whose caption has its own word for the exceptions
		own := text("exceptions")
		behind = bilingual.Text{EN: strings.TrimPrefix(on.EN, ", "+own.EN), PT: strings.TrimPrefix(on.PT, ", "+own.PT)}
	}
	if m == metric.Build { // of the filter alone
		behind = bilingual.Text{}
	}
	of := figure.LineOf{Metric: m, Filter: filter, Baseline: NoFilter, BaselineLabel: text("no filter")}
	if number != "" && m != metric.Build {
		of.Beside = text("p beside " + number) // it is not that of the claims
	}
	return figure.Line(id(number, m, filter), numbered(number, m, intervals("line "+kind(m), one, behind)), of)
}

// intervals is a title of means that are drawn with their intervals, which it says.
func intervals(name string, values ...any) bilingual.Text {
	return figure.Intervals(text(name, values...))
}

// bars is a figure as 5.5 and 5.6. The thesis's have no error bars; these do,
// and say so.
func bars(number string, m runfolder.Metric, on bilingual.Text, filters ...string) figure.Figure {
	if m == metric.Build { // of the filters alone
		on = bilingual.Text{}
	}
	return figure.Bars(id(number, m, "both"), numbered(number, m, text("bars "+kind(m), on)), text("bars intervals"), m, filters...)
}

// rates are the false-positive rates of some filters, of all without a name.
func rates(filters ...string) figure.Figure {
	return figure.Rates("fpr", intervals("rates"), plannedRate, filters...)
}

// plannedRate is the false-positive rate by theory of a structure of the run's keys at an ε.
func plannedRate(s *report.Summary, name string, epsilon float64) float64 {
	structure, err := structureOf(name)
	if err != nil {
		return math.NaN()
	}
	plan, err := structure.Plan(int(s.Meta.Expect["keys"]), filter.Config{Epsilon: epsilon})
	if err != nil {
		return math.NaN()
	}
	return plan.Theory
}

func overlay(m runfolder.Metric, on bilingual.Text) figure.Figure {
	return figure.Overlay(id("", m, "all"), intervals("overlay "+kind(m), on), m)
}

// rankings are the figures of a run of many structures.
func rankings(filters []string, on bilingual.Text) []figure.Figure {
	groups := glossary.Families(filters)
	ranked := func(id string, m runfolder.Metric, title bilingual.Text) figure.Figure {
		return figure.Ranked("ranked-"+id, title, figure.RankedOf{Metric: m, Groups: groups, Baseline: NoFilter, BaselineLabel: text("no filter")})
	}
	return []figure.Figure{
		ranked("query", metric.Query, intervals("ranked query")), ranked("hyphenate", Hyphenate, intervals("ranked run", on)),
		ranked("build", metric.Build, intervals("ranked build")), ranked("init", Init, intervals("ranked init", on)),
		ranked("bits", metric.Bits, text("ranked bits")),
		figure.Ranked("ranked-fpr", intervals("ranked rates"), figure.RankedOf{Metric: metric.FalsePositives, OfAsked: true, Groups: groups}),
	}
}

// overStore is the time of a pass and the accesses in it, with each filter over ε and
// without one, on logarithmic axes: in 5.2 and 5.4 the pass without a filter would
// leave no room for the others.
func overStore(on bilingual.Text) figure.Figure {
	return figure.Curves("run-store", intervals("run-store", on), func(s *report.Summary, l bilingual.Lang) (figure.CurvesOf, error) {
		seconds := float64(s.Meta.Input("words").Count) / 1e9
		times, err := overEpsilon(s, Hyphenate, seconds)
		if err != nil {
			return figure.CurvesOf{}, err
		}
		times.YLabel = text("time of a pass")
		counts, err := overEpsilon(s, Accesses, 1)
		if err != nil {
			return figure.CurvesOf{}, err
		}
		counts.YLabel = text("accesses")
		return figure.CurvesOf{
			Caption: strings.Join(claim.NonEmpty(text("repetitions", s.Meta.Reps).In(l), figure.MachineLine(s, l)), " · "),
			Panels:  []figure.CurvePanel{times, counts},
			Of:      []*report.Metric{s.Metric(Hyphenate), s.Metric(Accesses)},
		}, nil
	})
}

// overEpsilon is a panel of a metric: a curve for each filter with an ε, or for the
// thesis's two where there are many, and the level without a filter. factor leads from
// the unit of the rows to that of the panel.
func overEpsilon(s *report.Summary, name runfolder.Metric, factor float64) (figure.CurvePanel, error) {
	panel := figure.CurvePanel{
		XLabel: bilingual.Both("ε (%)"), From: math.Inf(1), Log: true,
		LevelLabel: text("no filter"),
	}
	m := s.Metric(name)
	if m == nil {
		return panel, figure.NoData(fmt.Sprintf("the run has no measurement of %q", name))
	}
	filters := s.Meta.Filters
	if len(filters) > report.Few {
		filters = []string{bloom, cuckoo}
	}
	for _, filter := range filters {
		series := m.Of(filter)
		if series == nil {
			continue
		}
		curve := figure.Curve{Label: figure.StructureText(s, filter), Look: figure.LookOf(s, filter), Metric: name}
		for i, c := range series.Cells {
			x, d := series.X(i), c.Scaled(factor)
			panel.From, panel.To = min(panel.From, x), max(panel.To, x)
			half := d.HalfWidth
			if math.IsNaN(half) {
				half = 0
			}
			curve.X, curve.Points = append(curve.X, x), append(curve.Points, figure.CurvePoint{Value: d.Mean, Half: half})
		}
		panel.Curves = append(panel.Curves, curve)
	}
	if len(panel.Curves) == 0 {
		return panel, figure.NoData(fmt.Sprintf("the run has no measurement of %q for a filter along ε", name))
	}
	for _, c := range s.Baselines(m) {
		if c.Filter == NoFilter {
			panel.Level = c.Mean * factor
		}
	}
	return panel, nil
}

// where says within a sentence where the exceptions of a run are, "exceptions on disk,
// cold (direct)"; nothing of those in the hyphenator's own table.
func where(m *runfolder.Meta) bilingual.Text {
	name := m.Parameters[storeParameter]
	if name == "" {
		return bilingual.Text{}
	}
	media := map[store.Medium]bilingual.Text{
		store.Memory: text("in memory"), store.Disk: text("on disk"), store.Network: text("behind a network"), store.Simulated: text("simulated"),
	}
	temperatures := map[string]bilingual.Text{cold: text("cold"), warm: text("warm")}
	return text("exceptions there", text("exceptions"), media[store.Medium(m.Parameters[mediumParameter])], temperatures[m.Parameters[temperatureParameter]], name)
}

// passOf says within a sentence how a run's passes go; nothing of published measurements.
func passOf(m *runfolder.Meta) string {
	switch {
	case m.Design == runfolder.Published:
		return ""
	case m.Parameters[passParameter] == passLiteral:
		return "pass word by word"
	}
	return "pass by batches"
}
