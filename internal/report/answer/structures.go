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
// and rate, the ratio to no filter, and the rank.
func (a *Answer) structures() table.Table {
	s := a.Summary
	var timed []runfolder.Metric
	for _, h := range a.headlines {
		if m := s.Metric(h.Metric); m != nil && m.Timed() && !m.Extreme && !slices.Contains(timed, h.Metric) {
			timed = append(timed, h.Metric)
		}
	}
	rows, points := a.standings(timed)
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
	for i, name := range timed[:min(len(timed), mostTimes)] {
		column(string(name)+" "+s.Metric(name).Scales[0].Unit, min(i, 1)*2, func(r standing) string {
			if l, has := r.levels[name]; has {
				return table.Ratio(l.Value, l.In.Low, l.In.High)
			}
			return table.Blank
		})
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
			column(name, 3-i, func(r standing) string { return span(m, r.name, scale) })
		}
	}
	if to, ratio := a.toBaseline(); ratio != nil {
		column("× "+a.named(to), 1, func(r standing) string {
			if p, has := ratio[r.name]; has {
				return table.Ratio(p.Value, p.CI.Low, p.CI.High)
			}
			return table.Blank
		})
	}
	t.Notes = append(t.Notes, a.timesNote(points))
	if ranked := slices.ContainsFunc(rows, func(r standing) bool { return !math.IsNaN(r.score) }); ranked && !a.Leads() {
		column("rank", 0, func(r standing) string {
			if math.IsNaN(r.score) {
				return table.Blank
			}
			return table.Number(r.score, 2)
		})
		t.Notes = append(t.Notes, rankNote(timed))
	}
	return t
}

// timesNote says what the times are: of the estimator and clock of the ratios beside them.
func (a *Answer) timesNote(points int) string {
	how, _, _ := strings.Cut(claim.Estimator(a.Summary), ", ratios")
	text := "times: " + how
	if points > 1 {
		text += fmt.Sprintf(", of %d points", points)
	}
	return text
}

// rankNote says what the rank is by.
func rankNote(timed []runfolder.Metric) string {
	var names []string
	for _, name := range timed {
		names = append(names, string(name))
	}
	return "rank: geometric mean of ratios to the best: " + strings.Join(names, ", ")
}

// standings are the structures by rank, then those without, and at how many points their times
// are.
func (a *Answer) standings(timed []runfolder.Metric) (list []standing, points int) {
	at := map[string]int{}
	for _, name := range timed {
		levels, _ := compare.Levels(a.Summary, name)
		for _, l := range levels {
			i, known := at[l.Filter]
			if !known {
				i = len(list)
				at[l.Filter] = i
				list = append(list, standing{l.Filter, map[runfolder.Metric]compare.Level{}, math.NaN()})
			}
			list[i].levels[name] = l
			if !a.Summary.Meta.IsBaseline(l.Filter) {
				points = max(points, l.Cells)
			}
		}
	}
	a.score(list, timed)
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

// score ranks the structures that have all times, where there are two or more. A design that
// withholds which is faster ranks none.
func (a *Answer) score(list []standing, timed []runfolder.Metric) {
	var ranked []int
	for i, r := range list {
		if len(r.levels) == len(timed) && !a.Summary.Meta.IsBaseline(r.name) {
			ranked = append(ranked, i)
		}
	}
	if len(ranked) < 2 || a.Summary.Meta.Design == runfolder.AsThesis {
		return
	}
	for _, i := range ranked {
		list[i].score = 1
	}
	for _, name := range timed {
		best := math.Inf(1)
		for _, i := range ranked {
			best = min(best, list[i].levels[name].Value)
		}
		for _, i := range ranked {
			list[i].score *= math.Pow(list[i].levels[name].Value/best, 1/float64(len(timed)))
		}
	}
}

// counts are the size and the rate of structures, or what headlines have in their place.
func (a *Answer) counts() (list []*report.Metric) {
	for _, name := range []runfolder.Metric{metric.Bits, metric.FalsePositives} {
		if m := a.Summary.Metric(name); m != nil {
			list = append(list, m)
		}
	}
	for _, h := range a.headlines {
		if m := a.Summary.Metric(h.Metric); m != nil && !m.Timed() && h.By == "" && len(list) < 2 && !slices.Contains(list, m) {
			list = append(list, m)
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

// toBaseline are the pooled ratios of the first headline that compares with a baseline.
func (a *Answer) toBaseline() (to string, ratios map[string]compare.Ratio) {
	for _, h := range a.headlines {
		if h.To == "" || h.By != "" || !a.Summary.Meta.IsBaseline(h.To) {
			continue
		}
		c, err := compare.Pool(a.Summary, h.Metric, h.To)
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
