package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// mostTimes is how many times a structure has a column for; the rank goes by all headlines'.
const mostTimes = 2

// standing is a structure among the others of a run.
type standing struct {
	name   string
	levels map[runfolder.Metric]compare.Level
	score  float64 // geometric mean of the ratios to the best; NaN: no rank
}

// structures has a row for each structure, the best first: its times with intervals, its size
// and rate, the ratio to no filter, and the rank. Where a size decides, it stands first.
func (a *Answer) structures() table.Table {
	s := a.Summary
	var timed []runfolder.Metric
	for _, h := range a.headlines {
		if m := s.Metric(h.Metric); m != nil && m.Timed() && !m.Extreme && !slices.Contains(timed, h.Metric) {
			timed = append(timed, h.Metric)
		}
	}
	by := timed
	if size := a.size(); size != nil {
		by = []runfolder.Metric{size.Name}
	}
	rows, points := a.standings(timed, by)
	a.fewer = a.fewerThan(timed, points)
	if len(rows) == 0 {
		return table.Table{}
	}
	t := table.Table{Columns: []string{"structure"}, Left: 1, Whole: "'hyphbench show table --format=csv'"}
	column := func(name string, rank int, cell func(standing) string) {
		t.Columns, t.Ranks = append(t.Columns, name), append(t.Ranks, rank)
		for i := range rows {
			t.Rows[i] = append(t.Rows[i], cell(rows[i]))
		}
	}
	for _, r := range rows {
		t.Rows = append(t.Rows, []string{a.named(r.name)})
	}
	t.Ranks = []int{0}
	times := func(least int) {
		for i, name := range timed[:min(len(timed), mostTimes)] {
			clock := " "
			if s.Samples.CPU(name) {
				clock = " CPU "
			}
			column(string(name)+clock+s.Metric(name).Scales[0].Unit, max(least, min(i, 1)*2), func(r standing) string {
				if l, has := r.levels[name]; has {
					return table.Ratio(l.Value, l.In.Low, l.In.High)
				}
				return table.Blank
			})
		}
	}
	sized := a.size() != nil
	if !sized {
		times(0)
	}
	for i, m := range a.counts() {
		scale := relative(m)
		has := 0
		for _, r := range rows {
			if span(m, r.name, scale) != table.Blank {
				has++
			}
		}
		name := string(m.Name)
		if scale.Unit != name {
			name += " " + scale.Unit
		}
		if 2*has >= len(rows) {
			rank := 3 - i
			if sized {
				rank = max(0, 2*i-1) // the size stays, then its rate
			}
			column(name, rank, func(r standing) string { return span(m, r.name, scale) })
		}
	}
	if sized {
		times(2)
	}
	if to, ratio := a.toBaseline(); ratio != nil {
		column("× "+a.named(to), 1, func(r standing) string {
			if p, has := ratio[r.name]; has {
				return a.number(p.Value, p.CI.Low, p.CI.High)
			}
			return table.Blank
		})
	}
	t.Notes = append(t.Notes, a.timesNote(points))
	for _, h := range a.headlines {
		if h.Note != "" {
			t.Notes = append(t.Notes, h.Note)
		}
	}
	if ranked := slices.ContainsFunc(rows, func(r standing) bool { return !math.IsNaN(r.score) }); ranked && !a.Leads() {
		column("rank", 0, func(r standing) string {
			if math.IsNaN(r.score) {
				return table.Blank
			}
			return table.Number(r.score, 2)
		})
		t.Notes = append(t.Notes, rankNote(by))
	}
	return t
}

// fewerThan says that the times are of fewer points than some structure has: of those that all
// have. Empty where they are of all.
func (a *Answer) fewerThan(timed []runfolder.Metric, points int) string {
	most := 0
	for _, name := range timed {
		cells := map[string]int{}
		for _, c := range a.Summary.Metric(name).Cells {
			if !a.Summary.Meta.IsBaseline(c.Filter) {
				cells[c.Filter]++
				most = max(most, cells[c.Filter])
			}
		}
	}
	if most <= points || points == 0 {
		return ""
	}
	return fmt.Sprintf("of the %d points that all structures have (some have %d)", points, most)
}

// timesNote says what the times are: of the estimator and clock of the ratios beside them.
func (a *Answer) timesNote(points int) string {
	how, _, _ := strings.Cut(claim.Estimator(a.Summary), ", ratios")
	text := "times: " + how
	switch {
	case a.fewer != "":
		text += ", " + a.fewer
	case points > 1:
		text += fmt.Sprintf(", of %d points", points)
	}
	return text
}

// rankNote says what the rank is by.
func rankNote(by []runfolder.Metric) string {
	var names []string
	for _, name := range by {
		names = append(names, string(name))
	}
	return "rank: geometric mean of ratios to the best: " + strings.Join(names, ", ")
}

// size is the metric that decides, where it is a size; else nil.
func (a *Answer) size() *report.Metric {
	if len(a.headlines) == 0 || a.headlines[0].Rate == "" {
		return nil
	}
	return a.Summary.Metric(a.headlines[0].Metric)
}

// standings are the structures by rank, then those without, and at how many points their times
// are.
func (a *Answer) standings(timed, by []runfolder.Metric) (list []standing, points int) {
	at := map[string]int{}
	names := slices.Clone(timed)
	for _, name := range by {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		levels, _ := compare.Levels(a.Summary, name)
		for _, l := range levels {
			i, known := at[l.Filter]
			if !known {
				i = len(list)
				at[l.Filter] = i
				list = append(list, standing{l.Filter, map[runfolder.Metric]compare.Level{}, math.NaN()})
			}
			list[i].levels[name] = l
			if slices.Contains(timed, name) && !a.Summary.Meta.IsBaseline(l.Filter) {
				points = max(points, l.Cells)
			}
		}
	}
	a.score(list, by)
	slices.SortStableFunc(list, func(x, y standing) int {
		switch xn, yn := math.IsNaN(x.score), math.IsNaN(y.score); {
		case xn && yn, x.score == y.score:
			return 0
		case yn, x.score < y.score:
			return -1
		}
		return 1
	})
	return list, points
}

// score ranks the structures by metrics that they have all of, where there are two or more. A
// design that withholds which is faster ranks none.
func (a *Answer) score(list []standing, by []runfolder.Metric) {
	var ranked []int
	for i, r := range list {
		missing := slices.ContainsFunc(by, func(name runfolder.Metric) bool { _, has := r.levels[name]; return !has })
		if !missing && !a.Summary.Meta.IsBaseline(r.name) {
			ranked = append(ranked, i)
		}
	}
	if len(ranked) < 2 || a.Summary.Meta.Design == runfolder.AsThesis {
		return
	}
	for _, i := range ranked {
		list[i].score = 1
	}
	for _, name := range by {
		best := math.Inf(1)
		for _, i := range ranked {
			best = min(best, list[i].levels[name].Value)
		}
		for _, i := range ranked {
			list[i].score *= math.Pow(list[i].levels[name].Value/best, 1/float64(len(by)))
		}
	}
}

// counts are the size and the rate of structures, or what headlines have in their place.
func (a *Answer) counts() (list []*report.Metric) {
	sized := a.size() != nil
	for _, name := range []runfolder.Metric{metric.Bits, metric.FalsePositives} {
		if m := a.Summary.Metric(name); m != nil && !sized {
			list = append(list, m)
		}
	}
	for _, h := range a.headlines {
		for _, name := range []runfolder.Metric{h.Metric, h.Rate} {
			if m := a.Summary.Metric(name); m != nil && !m.Timed() && h.By == "" && (len(list) < 2 || sized) && !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list
}

// relative is the scale of a metric that is a share or a size per key, where it has one.
func relative(m *report.Metric) metric.Scale {
	for _, scale := range m.Scales {
		if strings.HasPrefix(scale.Unit, "%") || strings.HasSuffix(scale.Unit, "/key") {
			return scale
		}
	}
	return m.Scales[0]
}

// span is from the least to the largest mean of a structure.
func span(m *report.Metric, filter string, scale metric.Scale) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range m.Cells {
		if v := c.Mean * scale.Factor; c.Filter == filter {
			low, high = min(low, v), max(high, v)
		}
	}
	if low > high {
		return table.Blank
	}
	text := func(v float64) string { return table.Significant(v, 3) }
	if text(low) == text(high) {
		return text(low)
	}
	return text(low) + "–" + text(high)
}

// toBaseline are the pooled ratios of the first headline that compares with a baseline, over the
// points of the times beside them.
func (a *Answer) toBaseline() (to string, ratios map[string]compare.Ratio) {
	for _, h := range a.headlines {
		if h.To == "" || h.By != "" || !a.Summary.Meta.IsBaseline(h.To) {
			continue
		}
		c, err := compare.PoolShared(a.Summary, h.Metric, h.To)
		if err != nil || c.Withheld {
			continue
		}
		ratios = map[string]compare.Ratio{}
		for _, p := range c.Metrics[0].Pooled {
			if !math.IsNaN(p.Value) {
				ratios[p.Filter] = p.Ratio
			}
		}
		return h.To, ratios
	}
	return "", nil
}
