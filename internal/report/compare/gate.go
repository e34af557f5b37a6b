package compare

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/nearest"
	"hyphbench/internal/renamed"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Gate is a condition on the pooled ratios of a comparison:
//
//	[METRIC] [of STRUCTURE] slower > X%    the time is longer by more than X %
//	[METRIC] [of STRUCTURE] faster > X%    the time is shorter by more than X %
//
// Baselines are left out unless one is named.
// The ratios that it names are a family of tests of their own. A ratio meets the condition if it
// is separated from 1 within that family and all of its plain 95 % interval lies beyond: the
// lower end above 1 + X/100, or the upper end below 1 − X/100. It excludes the condition if all of the
// interval lies on this side. Between the two nothing is decided.
type Gate struct {
	Metric runfolder.Metric // empty for every one
	Filter string           // empty for every one
	Faster bool
	Share  float64
	text   string
}

func (g Gate) String() string { return g.text }

// ParseGate reads a condition.
func ParseGate(text string) (Gate, error) {
	match := regexp.MustCompile(`^\s*(?:(\S+)\s+)??(?:of\s+(\S+)\s+)?(slower|faster)\s*>\s*(-?[0-9.]+)\s*%\s*$`).FindStringSubmatch(text)
	wrong := fmt.Errorf("%q is not a condition: want one such as slower>2%%, 'query slower>2%%' or 'query of bloom slower>2%%'", text)
	if match == nil {
		return Gate{}, wrong
	}
	v, err := strconv.ParseFloat(match[4], 64)
	if err != nil {
		return Gate{}, wrong
	}
	if v < 0 {
		return Gate{}, fmt.Errorf("%q is out of range: want 0 %% or more", text)
	}
	g := Gate{Metric: runfolder.Metric(match[1]), Filter: match[2], Faster: match[3] == "faster", Share: v / 100, text: text}
	if g.Faster && g.Share >= 1 {
		return Gate{}, fmt.Errorf("%q: no time is shorter by %v %%: want less than 100 %%", text, v)
	}
	return g, nil
}

// Judgement is what a comparison says of a gate, ratio by ratio.
type Judgement struct {
	Met       []string // ratios that meet the condition
	Undecided []string // those that neither meet nor exclude it, with what would decide
	Of        int      // ratios that were judged
}

// ofStructures reports whether a pooled ratio of a metric, of any one if it is empty, is of a
// structure, and not of a baseline.
func (c *Comparison) ofStructures(metric runfolder.Metric) bool {
	return slices.ContainsFunc(c.Metrics, func(m Metric) bool {
		return (metric == "" || metric == m.Name) && slices.ContainsFunc(m.Pooled, func(p Pooled) bool { return !c.Meta.IsBaseline(p.Filter) })
	})
}

// Judge judges the pooled ratios that the gate names. It fails for a metric or a structure that
// the comparison lacks, and where the design withholds the words.
func (c *Comparison) Judge(g Gate) (Judgement, error) {
	names := renamed.In(c.Meta.Experiment)
	g.Metric, g.Filter = runfolder.Metric(names.Now(renamed.Metric, string(g.Metric))), names.Now(renamed.Method, g.Filter)
	// A baseline is a control that nobody asked about, unless by its name or because there is
	// nothing else.
	structures := g.Filter == "" && c.ofStructures(g.Metric)
	var metrics, filters, compared []string
	var ratios []Ratio
	var raw []float64
	alone := ""
	for _, m := range c.Metrics {
		metrics = append(metrics, string(m.Name))
		if g.Metric != "" && g.Metric != m.Name {
			continue
		}
		for _, p := range m.Pooled {
			filters = append(filters, p.Filter)
			if g.Filter != "" && g.Filter != p.Filter || structures && c.Meta.IsBaseline(p.Filter) {
				continue
			}
			if math.IsNaN(p.Value) && alone == "" {
				alone = fmt.Sprintf("%s of %s", m.Name, p.Filter)
			}
			compared, ratios, raw = append(compared, string(m.Name)+" of "+p.Filter), append(ratios, p.Ratio), append(raw, p.raw)
		}
	}
	switch {
	case len(filters) == 0:
		return Judgement{}, fmt.Errorf("no time of %q is compared: want one of %s", g.Metric, strings.Join(nearest.Sorted(string(g.Metric), metrics), ", "))
	case len(ratios) == 0:
		return Judgement{}, fmt.Errorf("no time of the structure %q is compared: want one of %s", g.Filter, strings.Join(nearest.Sorted(g.Filter, filters), ", "))
	case c.Apart != "":
		return Judgement{}, fmt.Errorf("no ratio over the machines for %q: %s; --where session=… selects those of one machine", g.text, c.Apart)
	case alone != "":
		return Judgement{}, fmt.Errorf("%q is not decided for %s, which has no ratio over the machines: want %d of them with %d rounds or more of it",
			g.text, alone, stats.LeastPooled, stats.LeastRounds)
	case c.Withheld:
		return Judgement{}, fmt.Errorf("the design of the run withholds slower and faster, which %q asks for: want a run with --design=interleaved", g.text)
	}
	j := Judgement{Of: len(ratios)}
	for i, p := range stats.Holm(raw) {
		r := ratios[i]
		r.P = p
		switch {
		case g.meets(r):
			j.Met = append(j.Met, compared[i]+" "+r.String())
		case !g.excludes(r):
			j.Undecided = append(j.Undecided, compared[i]+" "+r.String()+g.wants(r, c.Rounds))
		}
	}
	return j, nil
}

func (g Gate) meets(r Ratio) bool {
	if g.Faster {
		return r.Word() == "faster" && r.CI.High < 1-g.Share
	}
	return r.Word() == "slower" && r.CI.Low > 1+g.Share
}

// excludes reports whether the whole interval lies on this side of the bound.
func (g Gate) excludes(r Ratio) bool {
	if g.Faster {
		return r.CI.Low >= 1-g.Share
	}
	return r.CI.High <= 1+g.Share
}

// wants says what cannot be excluded, and how many repetitions would decide for an unchanged
// time: an interval is narrower by the root of their number.
func (g Gate) wants(r Ratio, rounds int) string {
	half, bound := math.Log(r.CI.High/r.CI.Low)/2, math.Log1p(g.Share)
	text := fmt.Sprintf(": up to %s %% cannot be excluded", table.Change(100*(r.CI.High-1)))
	if g.Faster {
		bound = -math.Log1p(-g.Share)
		text = fmt.Sprintf(": down to %s %% cannot be excluded", table.Change(100*(r.CI.Low-1)))
	}
	if bound == 0 || rounds == 0 {
		return text
	}
	limit := strconv.FormatFloat(100*g.Share, 'g', 3, 64)
	n := int(math.Ceil(float64(rounds) * math.Pow(half/bound, 2)))
	if n <= rounds {
		return text + fmt.Sprintf("; the change is near %s %%, so more repetitions may not decide", limit)
	}
	return text + fmt.Sprintf("; about %s repetitions would decide %s %%", axis.Grouped(n), limit)
}
