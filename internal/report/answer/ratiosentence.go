package answer

import (
	"fmt"
	"math"

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

// Say is a ratio in words without its interval, which stands beside it: "cuckoo 2.4 % faster than
// bloom".
func (a *Answer) Say(r Ratio) string {
	r.CI = stats.Interval{Low: math.NaN(), High: math.NaN()}
	return a.sentence(r)
}

// alignIntervals has all ratios of the screen with both ends of their intervals where one of them must
// have them: ± alone would mislead.
func (a *Answer) alignIntervals() {
	_, baseline := a.toBaseline()
	lopsided := func(r compare.Ratio) bool { return table.Lopsided(r.Value, r.CI.Low, r.CI.High) }
	for _, r := range baseline {
		a.ends = a.ends || lopsided(r)
	}
	for _, r := range a.Ratios {
		v, low, high, _ := share(r.Value, r.CI.Low, r.CI.High)
		a.ends = a.ends || lopsided(r.Ratio) || table.Lopsided(v, low, high)
	}
}

// number is a ratio with its interval, as all of the screen have it.
func (a *Answer) number(v, low, high float64) string {
	if a.ends {
		return table.RatioEnds(v, low, high)
	}
	return table.Ratio(v, low, high)
}

// sentence is the ratio in words: "cuckoo 1.71 ± 0.06 times faster than bloom".
func (a *Answer) sentence(r Ratio) string {
	over := ""
	if r.Points > 0 {
		over = fmt.Sprintf(" (of %d points)", r.Points)
	}
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
		text := fmt.Sprintf("%s, %s not separated: ratio %s", subject, object, a.number(v, low, high))
		if low > 1 || high < 1 { // the interval is of one ratio, the verdict of one among several
			text += ", p = " + table.PValue(r.P) + " after Holm for " + r.For
		}
		return text + over
	}
	word := r.word("slower", "larger")
	if v < 1 {
		word = r.word("faster", "smaller")
	}
	v, low, high, unit := share(v, low, high)
	return fmt.Sprintf("%s %s %s %s than %s", subject, a.number(v, low, high), unit, word, object) + over
}

// nearOne is up to where a ratio is said as a difference in per cent: "0.4 %" is read at once,
// "1.004 times" is not.
const nearOne = 1.1

// share is how much a ratio is above or below 1, with its interval: 1.71 "times", or, near 1,
// 0.41 "%" of the time of the other.
func share(v, low, high float64) (value, from, to float64, unit string) {
	switch {
	case v > nearOne:
		return v, low, high, "times"
	case v < 1/nearOne:
		return 1 / v, 1 / high, 1 / low, "times"
	case v < 1:
		v, low, high = 2-v, 2-high, 2-low
	}
	return 100 * (v - 1), 100 * (low - 1), 100 * (high - 1), "%"
}

// word is one for times or one for what is no time.
func (r Ratio) word(time, other string) string {
	if r.Metric.Timed() {
		return time
	}
	return other
}
