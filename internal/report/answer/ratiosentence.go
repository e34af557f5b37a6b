package answer

import (
	"fmt"

	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
	"hyphbench/internal/stats"
)

// Interval names the intervals of the ratios.
func (a *Answer) Interval() string {
	if compare.Decides(a.Summary.Meta) {
		return fmt.Sprintf("%.1f %% interval, which %d looks share", 100*(1-stats.WrongInLook), stats.Looks)
	}
	return "95 % interval"
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
