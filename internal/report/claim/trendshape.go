package claim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hyphbench/internal/runfolder"
)

// shape says in words what the structures do along the sweep: of two, the step;
// of more, a U where the quadratic term over them is resolved and its vertex
// lies within the sweep; else whether they rise or fall one after the other.
func (g *grouped) shape(d *Data, share [][]float64, value []float64, symbol string) string {
	at := func(x float64) string {
		unit := ""
		if symbol == "ε" {
			unit = " %"
		}
		return fmt.Sprintf("%s ≈ %s%s", symbol, strconv.FormatFloat(x, 'g', 2, 64), unit)
	}
	means := g.means(value)
	subject := fmt.Sprintf("the %s points", strconv.Itoa(len(g.x)))
	if !g.own {
		subject = fmt.Sprintf("%s distinct structures (%s)", numeral(len(g.labels)), fromTo(g.labels[0], g.labels[len(g.labels)-1]))
	}
	if len(means) == 2 {
		word := "up"
		if means[1] < means[0] {
			word = "down"
		}
		last := 0.0 // of the first structure
		for i, k := range g.of {
			if k == 0 {
				last = max(last, g.x[i])
			}
		}
		return fmt.Sprintf("shape: %s, so that any trend is one step %s above %s", subject, word, at(last))
	}
	bend, vertex, p := g.bend(d, share, value)
	text := "shape: " + subject
	switch inside := g.mean[0] < vertex && vertex < g.mean[len(g.mean)-1]; {
	case p <= Alpha && inside && bend > 0:
		text += " fall to " + at(vertex) + ", then rise"
	case p <= Alpha && inside:
		text += " rise to " + at(vertex) + ", then fall"
	case monotone(means, 1):
		text += " rise one after the other"
	case monotone(means, -1):
		text += " fall one after the other"
	default:
		text += " neither rise nor fall one after the other"
	}
	if !math.IsNaN(p) {
		text += fmt.Sprintf(" (quadratic term p = %s)", short(p))
	}
	return text
}

// fromTo has what differs between two labels, lists of parameters.
func fromTo(first, last string) string {
	a, b := strings.Split(first, ", "), strings.Split(last, ", ")
	var parts []string
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			parts = append(parts, a[i]+" … "+b[i])
		}
	}
	return strings.Join(parts, ", ")
}

// bend fits a parabola to the structures: its quadratic term, its vertex, and
// the p value of the term over repetitions; NaN where it cannot be fitted.
func (g *grouped) bend(d *Data, share [][]float64, value []float64) (quadratic, vertex, p float64) {
	nan := math.NaN()
	n := float64(len(g.x))
	var third float64
	for k, m := range g.mean {
		third += g.size[k] * math.Pow(m-g.middle, 3)
	}
	// (x − middle)², less its mean and its share of the line
	w := make([]float64, len(g.x))
	sum := 0.0
	for i := range w {
		u := g.mean[g.of[i]] - g.middle
		w[i] = u*u - g.sxx/n - third/g.sxx*u
		sum += w[i] * w[i]
	}
	if !(sum > 1e-12*g.sxx*g.sxx/n) { // nothing is left beside the line
		return nan, nan, nan
	}
	for i := range w {
		w[i] /= sum
	}
	e, _, err := d.Contrast(share, w)
	if err != nil || e.Value == 0 {
		return nan, nan, nan
	}
	line := g.slope(value) - e.Value*third/g.sxx
	return e.Value, g.middle - line/(2*e.Value), e.P()
}

// monotone reports whether the values go one way.
func monotone(values []float64, sign float64) bool {
	for i := 1; i < len(values); i++ {
		if sign*(values[i]-values[i-1]) <= 0 {
			return false
		}
	}
	return true
}

// Tables is the number of tables of a structure of few sizes, in words: its
// trends are staircases. Empty for the others.
func (d *Data) Tables(filter string, metric runfolder.Metric) string {
	m := d.Metric(metric)
	if m == nil || m.Of(filter) == nil {
		return ""
	}
	s := m.Of(filter)
	if s.Tables == 0 || s.Tables == len(s.Cells) {
		return ""
	}
	if s.Tables == 1 {
		return fmt.Sprintf("%s has the same table at all of these %d %s", filter, len(s.Cells), s.Axis.Symbol())
	}
	return fmt.Sprintf("only %s distinct tables of %s exist over these %d %s, so that any trend is a staircase",
		numeral(s.Tables), filter, len(s.Cells), s.Axis.Symbol())
}

// numeral writes small numbers as words, as a sentence has them.
func numeral(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}
