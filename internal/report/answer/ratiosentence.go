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
		return fmt.Sprintf("%s interval, for a result examined up to %d times", a.Level(), stats.Looks)
	}
	return a.Level() + " interval"
}

// Corrected says how the p of the ratios are.
func (a *Answer) Corrected() string {
	if compare.Decides(a.Summary.Meta) {
		return fmt.Sprintf("times %d, for as many looks", stats.Looks)
	}
	return "after Holm, as in 'hyphbench show ratios'"
}

// Say is a ratio in words, for other outputs than a screen: "cuckoo 2.4 ± 0.3 % faster than
// bloom".
func (a *Answer) Say(r Ratio) string { return a.sentence(r) }

// sentence is the ratio in words: "cuckoo 1.71 ± 0.06 times faster than bloom".
func (a *Answer) sentence(r Ratio) string {
	subject, object := a.named(r.B), a.named(r.A)
	if r.Of > 1 {
		subject += fmt.Sprintf(" (%s of %d", r.word("fastest", "smallest"), r.Of)
		if r.Near != "" {
			subject += ", not separated from " + a.named(r.Near)
		}
		subject += ")"
	}
	v, low, high := r.Value, r.CI.Low, r.CI.High
	switch {
	case !r.Separated():
		text := fmt.Sprintf("%s, %s not separated: ratio %s", subject, object, table.Ratio(v, low, high))
		if low > 1 || high < 1 { // the interval is of one ratio, the verdict of one among several
			text += ", p = " + table.PValue(r.P) + " after Holm"
		}
		return text
	case v < 1:
		return fmt.Sprintf("%s %s %s than %s", subject, share(v, low, high), r.word("faster", "smaller"), object)
	}
	return fmt.Sprintf("%s %s %s than %s", subject, share(v, low, high), r.word("slower", "larger"), object)
}

// nearOne is up to where a ratio is said as a difference in per cent: "0.4 %" is read at once,
// "1.004 times" is not.
const nearOne = 1.1

// share is how much a ratio is above or below 1: "1.71 ± 0.06 times", or, near 1, "0.41 ± 0.08 %"
// of the time of the other.
func share(v, low, high float64) string {
	switch {
	case v > nearOne:
		return table.Ratio(v, low, high) + " times"
	case v < 1/nearOne:
		return table.Ratio(1/v, 1/high, 1/low) + " times"
	case v < 1:
		v, low, high = 2-v, 2-high, 2-low
	}
	return table.Ratio(100*(v-1), 100*(low-1), 100*(high-1)) + " %"
}

// word is one for times or one for what is no time.
func (r Ratio) word(time, other string) string {
	if r.Metric.Timed() {
		return time
	}
	return other
}
