package compare

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"hyphbench/internal/nearest"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Gate is a condition on the pooled ratios of a comparison:
//
//	[METRIC] slower > X%    the time is longer by more than X %
//	[METRIC] faster > X%    the time is shorter by more than X %
//
// A ratio meets it if it is separated from 1 and all of its plain 95 % interval lies
// beyond: the lower end above 1 + X/100, or the upper end below 1 − X/100.
type Gate struct {
	Metric runfolder.Metric // empty for every one
	Faster bool
	Share  float64
	text   string
}

func (g Gate) String() string { return g.text }

// ParseGate reads a condition.
func ParseGate(text string) (Gate, error) {
	match := regexp.MustCompile(`^\s*(?:(\S+)\s+)?(slower|faster)\s*>\s*([0-9.]+)\s*%\s*$`).FindStringSubmatch(text)
	wrong := fmt.Errorf("%q is no condition: want one as slower>2%%, faster>2%% or 'query slower>2%%'", text)
	if match == nil {
		return Gate{}, wrong
	}
	v, err := strconv.ParseFloat(match[3], 64)
	if err != nil {
		return Gate{}, wrong
	}
	g := Gate{Metric: runfolder.Metric(match[1]), Faster: match[2] == "faster", Share: v / 100, text: text}
	if g.Faster && g.Share >= 1 {
		return Gate{}, fmt.Errorf("%q: no time is shorter by %v %%: want less than 100 %%", text, v)
	}
	return g, nil
}

// Met lists the pooled ratios that meet the condition. It fails for a metric that the
// comparison lacks, and where the design withholds the words.
func (c *Comparison) Met(g Gate) ([]string, error) {
	var list, known []string
	found, undecided := false, ""
	for _, m := range c.Metrics {
		known = append(known, string(m.Name))
		if g.Metric != "" && g.Metric != m.Name {
			continue
		}
		found = true
		for _, p := range m.Pooled {
			if math.IsNaN(p.Value) && undecided == "" {
				undecided = fmt.Sprintf("%s of %s", m.Name, p.Filter)
			}
			if g.meets(p.Ratio) {
				list = append(list, string(m.Name)+" of "+p.Filter+" "+p.Ratio.String())
			}
		}
	}
	switch {
	case !found:
		return nil, fmt.Errorf("no time of %q is compared: want one of %s", g.Metric, strings.Join(nearest.Sorted(string(g.Metric), known), ", "))
	case c.Apart != "":
		return nil, fmt.Errorf("no ratio over the machines for %q: %s; --where session=… selects those of one machine", g.text, c.Apart)
	case undecided != "":
		return nil, fmt.Errorf("%q is not decided for %s, which has no ratio over the machines: want %d of them with %d rounds or more of it",
			g.text, undecided, stats.LeastPooled, stats.LeastRounds)
	case c.Withheld:
		return nil, fmt.Errorf("the design of the run withholds slower and faster, which %q asks for: want a run with --design=interleaved", g.text)
	}
	return list, nil
}

func (g Gate) meets(r Ratio) bool {
	if g.Faster {
		return r.Word() == "faster" && r.CI.High < 1-g.Share
	}
	return r.Word() == "slower" && r.CI.Low > 1+g.Share
}
