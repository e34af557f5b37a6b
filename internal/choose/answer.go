package choose

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"hyphbench/internal/report/table"
)

// Answer is a decision with all that is said of it, and what is written as JSON.
type Answer struct {
	Recommended string           `json:"recommended"` // a structure, "none" or "nothing"
	Epsilon     float64          `json:"epsilon"`     // asked; 0 of exact ones and of none
	Headline    string           `json:"headline"`
	Lines       []string         `json:"lines"`
	Keys        int              `json:"keys"`
	Members     float64          `json:"members"`
	Miss        table.JSONNumber `json:"miss_ns"`
	Bare        table.JSONNumber `json:"without_filter_ns"`
	Obtainable  *Obtainable      `json:"obtainable,omitempty"`
	Changes     []Change         `json:"changes"`
	Ranked      []Ranked         `json:"ranked"` // total_ns is null without the cost of a miss
	Excluded    []Excluded       `json:"excluded"`
	Assumed     []string         `json:"assumed"`
	Costs       string           `json:"costs"` // where they are from
}

// Obtainable is the best offer that a maintained library has.
type Obtainable struct {
	Structure string `json:"structure"`
	Module    string `json:"module"`
	Version   string `json:"version"`
	Differs   string `json:"differs"`
	Code      string `json:"code"`
}

// NewAnswer decides and says it. assumed is what the question was completed by, costs
// where the offers are from. Without an offer nothing meets the question.
func NewAnswer(q Question, offers []Offer, out []Excluded, exact func(string) bool, assumed []string, costs string) (*Answer, error) {
	a := &Answer{Recommended: Nothing, Keys: q.N, Members: q.Members, Miss: table.JSONNumber(q.Miss), Bare: table.JSONNumber(math.NaN()), Excluded: out, Assumed: assumed, Costs: costs, Changes: []Change{}, Ranked: []Ranked{}}
	if len(offers) == 0 {
		a.Headline = "No structure meets this: " + nothingWhy(q) + "."
		return a, nil
	}
	d, err := Decide(q, offers, exact)
	if err != nil {
		return nil, err
	}
	a.Recommended, a.Epsilon, a.Ranked, a.Bare = d.Best.Name, d.Best.Epsilon, d.List, table.JSONNumber(d.Bare)
	a.Changes = append(a.Changes, d.Changes...)
	a.Headline = headline(q, d)
	a.Lines = lines(q, d)
	a.obtain(q, d)
	return a, nil
}

func nothingWhy(q Question) string {
	if q.Memory > 0 {
		return fmt.Sprintf("for %d keys and the rates asked each takes more than %s, or lacks what is needed; want more memory, or a larger rate (--eps)", q.N, bytesText(float64(q.Memory)))
	}
	return "none has all that is needed; want fewer --needs"
}

// headline is the recommendation in a sentence.
func headline(q Question, d *Decision) string {
	best := d.Best
	if best.Name == None {
		text := "No filter."
		switch {
		case d.Filter.Name == "":
			return text
		case q.Members >= 1:
			return text + " Every query is a key: a filter can reject nothing."
		case best.Equal && d.Second.Equal:
			return text + fmt.Sprintf(" With %s a query would take as long, within %.0f %%.", d.Second.title(), 100*closeness)
		}
		return text + fmt.Sprintf(" Without one a query takes %s, with the best (%s) %s: %s.", Duration(d.Bare), d.Filter.title(), Duration(d.Filter.Total), times(d.Filter.Total/d.Bare, "more"))
	}
	text := fmt.Sprintf("Take %s: %.3g bits a key, %s.", best.title(), best.Bits, bytesText(best.size(q.N)))
	if q.known() && !q.Final {
		text += fmt.Sprintf(" A query takes %s with it and %s without: %s.", Duration(best.Total), Duration(d.Bare), times(d.Bare/best.Total, "less"))
	}
	return text
}

// title is an offer's name with its rate.
func (r Ranked) title() string {
	if r.Epsilon == 0 {
		return r.Name
	}
	return fmt.Sprintf("%s at ε = %s %%", r.Name, r.Asked.Percent())
}

// lines are what a reader wants to know next.
func lines(q Question, d *Decision) (list []string) {
	say := func(format string, a ...any) { list = append(list, fmt.Sprintf(format, a...)) }
	if d.Best.Name != None {
		sayOf(q, d.Best, say)
	}
	if s := d.Second; s.Name != "" && d.Best.Name != None && !math.IsNaN(d.Factor) {
		switch {
		case q.Smaller:
			say("The next smallest is %s with %.3g bits a key.", s.title(), s.Bits)
		case s.Equal && d.Best.Equal:
			say("%s is as good: %s times as long%s, less than the %.0f %% that the layout of a program decides. The one that takes less memory is named first.", s.title(), ratioText(d.Factor), interval(d), 100*closeness)
		case s.Name == None:
			say("Next is no filter: %s times as long%s.", ratioText(d.Factor), interval(d))
		default:
			say("Next is %s: %s times as long%s.", s.title(), ratioText(d.Factor), interval(d))
		}
	}
	if e := d.Exact; e != nil && d.Best.Name != e.Name && d.Best.Name != None {
		say("An exact table of the keys in memory (%s) admits no stranger: %.3g bits a key, %s times the filter's, %s a query.", e.Name, e.Bits, number(e.Bits/d.Best.Bits), Duration(e.query(q.Members, q.Members)))
	}
	if !q.known() && !q.Final {
		say("What a lookup behind the filter costs was not said: the answer is the miss from which on each filter pays (--miss-cost or --store).")
	}
	return list
}

// sayOf says when a filter pays.
func sayOf(q Question, r Ranked, say func(string, ...any)) {
	c := r.payoff(q, q)
	say("It answers in %s (%s of a key, %s of a stranger), and admits %s %% of the strangers.", Duration(c.Filter), Duration(r.Yes), Duration(r.No), percent(r.Rate))
	if len(r.Params) > 0 {
		var list []string
		for _, p := range r.Params {
			list = append(list, p.Name+" = "+strconv.FormatFloat(p.Value, 'f', -1, 64))
		}
		say("Its parameters: %s.", strings.Join(list, ", "))
	}
	if q.Final {
		return
	}
	say("It pays from a miss of %s on, whatever a hit costs.", Duration(c.BreakEvenMiss()))
	if n := c.BreakEvenQueries(r.Build * float64(q.N)); q.known() && !math.IsInf(n, 1) {
		say("Its construction, %s, has paid after %s queries.", Duration(r.Build*float64(q.N)), count(n))
	}
}

func interval(d *Decision) string {
	if math.IsNaN(d.By.Low) {
		return ""
	}
	return fmt.Sprintf(" [%s, %s]", ratioText(d.By.Low), ratioText(d.By.High))
}

// obtain finds the best of the offers that a library has.
func (a *Answer) obtain(q Question, d *Decision) {
	if d.Best.Name == None {
		return
	}
	for _, r := range d.List {
		if r.Name == None {
			break // what follows pays nothing
		}
		if l, there := obtain(r.Offer); there && (q.Memory == 0 || r.size(q.N) <= float64(q.Memory)) {
			a.Obtainable = &Obtainable{r.Name, l.Module, l.Version, l.Differs, l.Code(q.N, r.Epsilon)}
			return
		}
	}
}

// sentence is a change as a sentence.
func (c Change) sentence() string {
	to := c.To
	if to == None {
		to = "no filter"
	}
	side, value := "at most", ""
	if c.Up {
		side = "at least"
	}
	switch c.Parameter {
	case "miss":
		value = "a miss takes " + side + " " + Duration(c.Value)
	case "members":
		value = side + " " + percent(c.Value) + " % of the queries are keys"
	case "queries":
		value = side + " " + count(c.Value) + " queries follow a construction"
	case "seconds":
		value = "a filter lives " + side + " " + time.Duration(c.Value*1e9).Round(time.Second).String()
	}
	return to + " where " + value
}

// Duration writes ns with three digits.
func Duration(ns float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= u.size*0.9995 {
			return number(ns/u.size) + " " + u.name
		}
	}
	return number(ns) + " ns"
}

// ratioText writes a ratio with two decimals, a large one with three digits.
func ratioText(v float64) string {
	if v < 10 {
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return number(v)
}

// number writes three digits.
func number(v float64) string {
	if v >= 1000 {
		return count(v)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// count writes a large number with two digits and zeros, in groups.
func count(v float64) string {
	if math.IsInf(v, 0) || v >= 1e15 {
		return "more than 10^15"
	}
	if v < 1 {
		return "1"
	}
	unit := math.Pow(10, math.Max(0, math.Floor(math.Log10(v))-1))
	n := strconv.FormatInt(int64(math.Round(v/unit)*unit), 10)
	out := ""
	for i, digit := range n {
		if i > 0 && (len(n)-i)%3 == 0 {
			out += ","
		}
		out += string(digit)
	}
	return out
}

func bytesText(bits float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{8e9, "GB"}, {8e6, "MB"}, {8e3, "kB"}} {
		if bits >= u.size {
			return number(bits/u.size) + " " + u.name
		}
	}
	return number(bits/8) + " bytes"
}

// times says by how much one of two times is more or less than the other, of which
// factor is the larger by the smaller.
func times(factor float64, direction string) string {
	if factor >= 2 {
		return number(factor) + " times " + direction
	}
	part := factor - 1
	if direction == "less" {
		part = 1 - 1/factor
	}
	return fmt.Sprintf("%.0f %% %s", 100*part, direction)
}
