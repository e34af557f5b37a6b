package answer

import (
	"fmt"

	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
	"hyphbench/internal/stats"
)

// Level is that of the intervals of the ratios.
func (a *Answer) Level() string {
	if compare.Decides(a.Summary.Meta) {
		return fmt.Sprintf("%.1f %%", 100*(1-stats.WrongInLook))
	}
	return "95 %"
}

// Interval names these intervals.
func (a *Answer) Interval() string {
	if compare.Decides(a.Summary.Meta) {
		return fmt.Sprintf("%s interval, which %d looks share", a.Level(), stats.Looks)
	}
	return a.Level() + " interval"
}

// Corrected says how the p of the ratios are.
func (a *Answer) Corrected() string {
	if compare.Decides(a.Summary.Meta) {
		return fmt.Sprintf("times %d, for as many looks", stats.Looks)
	}
	return "after Holm over the structures compared by a metric"
}

// Say is a ratio in words, for other outputs than a screen: "cuckoo 1.025 ± 0.003
// times faster than bloom".
func (a *Answer) Say(r Ratio) string { return a.sentence(r) }

// sentence is the ratio in words: "cuckoo 1.025 ± 0.003 times faster than bloom".
func (a *Answer) sentence(r Ratio) string {
	subject, object := a.named(r.B), a.named(r.A)
	if r.Of > 1 {
		subject += fmt.Sprintf(" (%s of %d)", r.word("fastest", "smallest"), r.Of)
	}
	v, low, high := r.Value, r.CI.Low, r.CI.High
	switch {
	case !r.Separated():
		return fmt.Sprintf("%s, %s not separated: ratio %s", subject, object, table.Ratio(v, low, high))
	case v < 1:
		return fmt.Sprintf("%s %s times %s than %s", subject, table.Ratio(1/v, 1/high, 1/low), r.word("faster", "smaller"), object)
	}
	return fmt.Sprintf("%s %s times %s than %s", subject, table.Ratio(v, low, high), r.word("slower", "larger"), object)
}

// word is one for times or one for what is no time.
func (r Ratio) word(time, other string) string {
	if r.Metric.Timed() {
		return time
	}
	return other
}
