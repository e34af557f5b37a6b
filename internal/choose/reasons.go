package choose

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"hyphbench/internal/axis"
)

// What is said is for readers who know nothing of filters: a term is explained where
// it is first used.

// said is an offer's name with its rate.
func (r Ranked) said() string {
	switch {
	case r.Name == None:
		return "no filter"
	case r.exact():
		return r.Name
	}
	return fmt.Sprintf("%s at %s", r.Name, rateText(r.Offer))
}

// titled is an offer's name as a reader meets it first: "fuse (binary fuse filter) with
// 1 % false positives".
func (r Ranked) titled() string {
	text := r.Name
	switch r.Title {
	case "":
	case r.Name + " filter":
		text = "the " + r.Title
	default:
		text += " (" + r.Title + ")"
	}
	if !r.exact() {
		text += fmt.Sprintf(" with %s false positives", rateText(r.Offer))
	}
	return text
}

// headline is the recommendation in a sentence or two.
func headline(q Question, d *Decision) string {
	best := d.Best
	if best.Name == None {
		return "No filter." + withoutFilter(q, d)
	}
	text := fmt.Sprintf("Take %s: %s of memory for %s keys.", best.titled(), bytesText(best.size(q.N)), axis.Grouped(q.N))
	switch {
	case q.Final:
		text += fmt.Sprintf(" It answers a query in %s.", Duration(float64(best.Total)))
	case !q.known():
		text += fmt.Sprintf(" It pays where a lookup that finds nothing takes more than %s.", optional(best.cost.middle))
	default:
		text += fmt.Sprintf(" A query takes %s with it and %s without: %s.", Duration(float64(best.Total)), Duration(d.Bare), times(d.Bare/float64(best.Total), "less"))
	}
	return text
}

// withoutFilter says why there is none.
func withoutFilter(q Question, d *Decision) string {
	f := d.Filter
	switch {
	case q.Members >= 1:
		return " Every query is a key: a filter has nothing to reject."
	case q.Miss <= 0:
		return " A lookup that costs nothing leaves nothing to save."
	case f.Name == "":
		return ""
	case f.Equal:
		return fmt.Sprintf(" A query takes %s without one and %s with %s: that is not clearly less, and no filter is the simplest.", Duration(d.Bare), Duration(float64(f.Total)), f.titled())
	}
	return fmt.Sprintf(" A query takes %s without one, and %s with the best, %s: %s.", Duration(d.Bare), Duration(float64(f.Total)), f.titled(), times(max(1, float64(f.Total)/d.Bare), "more"))
}

// reasons are sentences, and in brief what a first screen has of them.
type reasons struct{ all, brief []string }

// say adds a sentence to both.
func (r *reasons) say(format string, a ...any) {
	text := fmt.Sprintf(format, a...)
	r.add(text, text)
}

// add adds a sentence, and what is said in its place in brief, if anything.
func (r *reasons) add(text, brief string) {
	r.all = append(r.all, text)
	if brief != "" {
		r.brief = append(r.brief, brief)
	}
}

// why are the reasons, and how sure they are.
func why(q Question, d *Decision) (r reasons) {
	if d.Best.Name == None {
		whyNone(q, d, &r)
	} else {
		whyFilter(q, d.Best, &r)
	}
	if d.Best.Fixed {
		r.say("Its keys are fixed: a key that is added later is denied until the structure is built again. --needs=insert leaves such structures out.")
	}
	whySure(q, d, &r)
	return r
}

func whyNone(q Question, d *Decision, list *reasons) {
	list.say("A filter is a small summary of the keys that is asked before the store: it can spare only those lookups that find nothing. Some of these it lets pass, its false positives.")
	if f := d.Filter; f.Name != "" && q.Members < 1 {
		list.say("Of the queries %s %% are no keys; a lookup of such a one takes %s, to ask the filter first takes %s for every query.", percent(1-q.Members), Duration(q.Miss), Duration(f.query(q.Members, q.Members)))
		if f.Equal {
			list.add("A filter is named where it certainly saves a tenth or more: filter and lookup are timed apart, and what they take together may differ by as much.", "")
		}
	}
}

func whyFilter(q Question, r Ranked, list *reasons) {
	share := fmt.Sprintf("its yes is wrong for %s %% of the queries that are no keys", percent(r.admits()))
	what, wrong := "The filter is a small summary of the keys", share+": these are the false positives"
	switch {
	case r.exact() && q.wants(Universe):
		what, wrong = "The structure is made for the queries that are known", "so is its yes for those that are known"
	case r.exact():
		what, wrong = "The structure holds all keys", "so is its yes"
	}
	c := r.payoff(q, q)
	if q.Final {
		if !r.exact() {
			wrong += ". Nothing corrects a wrong answer"
		}
		list.say("%s and is asked in their place. Its no is certain; %s.", what, wrong)
		return
	}
	const before = " and is asked before the store. Its no"
	const certain = " is certain and spares the lookup; "
	if r.exact() {
		list.say("%s%s%s%s.", what, before, certain, wrong)
	} else {
		list.add(what+before+certain+wrong+".", "Its no"+certain+share+".")
	}
	if !q.known() {
		list.say("What a lookup behind it takes was not said (--miss-cost or --store): so the answer is the one that pays the soonest. To ask it takes %s.", Duration(c.Filter))
		return
	}
	times := fmt.Sprintf("Of the queries %s %% are no keys; looking one up takes %s, asking the filter %s.", percent(1-q.Members), Duration(q.Miss), Duration(c.Filter))
	list.add(times+fmt.Sprintf(" It pays wherever such a lookup takes more than %s, and is named where it saves a tenth; what the lookup of a key takes does not matter.", Duration(c.BreakEvenMiss())), times)
	list.add(load(q, r), "")
}

// building says what the construction takes, and when it is repaid.
func building(q Question, r Ranked, say func(string, ...any)) {
	build := r.Build * float64(q.N)
	switch n := r.payoff(q, q).BreakEvenQueries(build); {
	case q.Final || !q.known() || math.IsInf(n, 1):
	case n < 2:
		say("Building it takes %s, repaid by the first queries.", Duration(build))
	default:
		say("Building it takes %s: repaid after %s queries.", Duration(build), count(n))
	}
}

// load is what the filter costs and saves of a million queries a second.
func load(q Question, r Ranked) string {
	const queries = 1e6
	c := r.payoff(q, q)
	misses := (1 - q.Members) * q.Miss
	saved := 1 - (c.Filter+(1-q.Members)*r.admits()*q.Miss)/misses
	return fmt.Sprintf("A million queries a second cost %s %% of a core for the filter; of the lookups that find nothing, a million times %s, %s %% are saved.",
		percent(queries*c.Filter/1e9), Duration(misses), percent(saved))
}

// whySure says which answers are as good, and what comes next.
func whySure(q Question, d *Decision, list *reasons) {
	standing := func(has func(Ranked) bool) (found []Ranked) {
		for _, r := range d.List {
			if r.Name != d.Best.Name && has(r) {
				found = append(found, r)
			}
		}
		return found
	}
	if q.Smaller {
		if s := d.Second; d.Best.Name != None && s.Name != "" && s.Name != None {
			list.say("The smallest was asked for; next is %s with %s.", s.said(), bytesText(s.size(q.N)))
		}
		return
	}
	equal := standing(func(r Ranked) bool { return r.Equal })
	switch {
	case len(equal) == 0:
	case d.Best.Name == None:
		list.say("Not clearly better or worse: %s.", names(equal))
	case q.weighed():
		whyWeighed(q, d, equal, list)
	default:
		list.say("Not distinguishable from it: %s. Among equals, the smallest of %s is named.", names(equal), whose(d.Best))
	}
	if i := sooner(q, d.List); i > 0 && d.Best.Name != None {
		r := d.List[i]
		list.say("Sooner to ask, and hardly larger: %s (%s, %s; %s: %s, %s).", r.said(),
			Duration(r.query(q.Members, q.Members)), bytesText(r.size(q.N)), d.Best.Name, Duration(d.Best.query(q.Members, q.Members)), bytesText(d.Best.size(q.N)))
	}
	if near := standing(func(r Ranked) bool { return r.Near }); len(near) > 0 {
		list.say("Nearly as good, so that another measurement may name it: %s.", names(near))
	}
	if d.Best.Name == None {
		whyNext(q, d, list.say)
	}
}

// whyWeighed says what the size is weighed against.
func whyWeighed(q Question, d *Decision, equal []Ranked, list *reasons) {
	most := d.Quickest
	switch bare := bareCost(q).middle; {
	case d.Best.small: // a smaller one may be as good
		list.say("It is exact, and so small that a filter would save no memory that counts.")
		list.add(fmt.Sprintf("As good: %s. Among tables so small the smallest is named.", names(equal)), "")
		return
	case most.Name == d.Best.Name && most.Asked == d.Best.Asked:
		list.say("It saves the most.")
	default:
		list.say("It keeps %s %% of what the quickest saves (%s, %s bits per key), and has %s bits per key. --prefer=time names the quickest.",
			percent((bare-d.Best.cost.middle)/(bare-most.cost.middle)), most.said(), number(most.Bits), number(d.Best.Bits))
	}
	list.add(fmt.Sprintf("As good: %s. Among those that keep 98.5 %% of the best saving the smallest of %s is named.", names(equal), whose(d.Best)), "")
}

// whose are the structures that were ranked.
func whose(best Ranked) string {
	if _, is := libraryOf(best.Name); is {
		return "the libraries' filters, or one hardly larger that is sooner to ask,"
	}
	return "hyphbench's structures"
}

// whyNext says by how much the best is better than the next, and than none.
func whyNext(q Question, d *Decision, say func(string, ...any)) {
	longer := func(f factor, apart string) string {
		text := ratioText(f.value) + " times as long" + apart
		if f.wide() {
			text += fmt.Sprintf(" (%s to %s over the rounds of the measurement, 95 %% interval)", ratioText(f.low), ratioText(f.high))
		}
		return text
	}
	apart := ""
	if q.compared() && q.Members > 0 {
		apart = ", the lookups of keys left out"
	}
	s, times := d.Second, d.Factor.value
	switch {
	case s.Name == "" || !(times > 0) || math.IsInf(times, 0):
		return
	case d.Best.Name == None:
		say("With %s a query takes %s.", s.said(), longer(d.Factor, apart))
		return
	case !q.known() && !q.Final:
		say("Next is %s, which pays from %s on.", s.said(), optional(s.cost.middle))
		return
	}
	say("Next is %s: a query takes %s.", s.said(), longer(d.Factor, apart))
	if q.compared() && s.Name != None && d.Without.wide() {
		say("Without a filter it takes %s.", longer(d.Without, ""))
	}
}

// toDo says what to do with the answer.
func toDo(d *Decision, o *Obtainable, p *program) (r reasons) {
	explained := fmt.Sprintf("'hyphbench filters %s' says how it works.", d.Best.Name)
	const program = "The program builds it from your keys; --go=DIR writes a module that saves and loads it too, with a test."
	if d.Best.Name == None {
		r.say("Ask the store directly; there is nothing to build.")
		return r
	}
	if o != nil && o.Structure == d.Best.Name {
		r.add(fmt.Sprintf("In a Go program it is %s, with %s. Only filters of maintained Go libraries were ranked. %s %s", p.from(), p.offers(), program, explained),
			fmt.Sprintf("In a Go program it is %s. Only filters of maintained Go libraries were ranked.", p.from()))
		return r
	}
	r.add(fmt.Sprintf("%s is code of hyphbench, and no Go package to import: 'hyphbench build --filter=%[1]s' makes its file, 'hyphbench query' asks it; or copy its code (MIT licence).", d.Best.Name),
		d.Best.Name+" is not a Go package. 'hyphbench build' writes the filter to a file.")
	switch {
	case o == nil:
		r.say("No maintained Go library that was measured has what is needed, and pays. %s", explained)
		return r
	}
	of := fmt.Sprintf("Also measured: the best filter of a maintained Go library, %s (%s), with %s.", o.Structure, p.from(), p.offers())
	size := o.Bits / d.Best.Bits
	than := fmt.Sprintf(" A query takes %s with it; it has %s times the size of %s.", Duration(float64(o.Query)), ratioText(size), d.Best.Name)
	if math.IsNaN(float64(o.Query)) {
		than = fmt.Sprintf(" To ask it takes %s; it has %s times the size of %s.", Duration(float64(o.Filter)), ratioText(size), d.Best.Name)
	}
	brief := fmt.Sprintf("The best filter from a maintained Go library (--importable): %s (%s), %s times the size of %s.", o.Structure, p.from(), ratioText(size), d.Best.Name)
	longer := float64(o.Longer)
	if query := float64(o.Query) / float64(d.Best.Total); query < longer { // the lookups of keys are of it
		longer = query
	}
	if !o.equal && longer > farLonger || size > farLarger && float64(o.Longer) > 1/farLonger {
		than += " So no library comes near: " + explained
		brief += " No library comes near: " + explained
	}
	r.add(of+than+" "+program, brief)
	return r
}

// A library comes near the best structure where a query takes no more than so many times as
// long, and its filter no more than so many times the memory, unless it is as much faster.
const (
	farLonger = 1 + margin
	farLarger = 1.5
)

// details are for who knows filters.
func details(q Question, d *Decision) (list []string) {
	say := func(format string, a ...any) { list = append(list, fmt.Sprintf(format, a...)) }
	best := d.Best
	if best.Name == None {
		best = d.Filter
	}
	if best.Name == "" {
		return nil
	}
	if d.Best.Name != None {
		building(q, best, say)
		if !q.Smaller {
			whyNext(q, d, say)
		}
	}
	say("%s has %s bits per key and answers in %s for a key, in %s for another word.", best.said(), number(best.Bits), Duration(best.Yes), Duration(best.No))
	if len(best.Params) > 0 {
		var words []string
		for _, p := range best.Params {
			words = append(words, p.Name+" = "+axis.Readable(strconv.FormatFloat(p.Value, 'f', -1, 64)))
		}
		say("Its parameters: %s.", strings.Join(words, ", "))
	}
	if e := d.Exact; e != nil && d.Best.Name != e.Name && d.Best.Name != None {
		say("An exact table of the keys in memory (%s) is never wrong: it takes %s, %s times the filter's memory, and %s per query.", e.Name, bytesText(e.size(q.N)), number(e.Bits/d.Best.Bits), Duration(e.query(q.Members, q.Members)))
	}
	return list
}

// nothingWhy says what no structure meets.
func nothingWhy(q Question, out []Excluded) string {
	if slices.Contains(q.Needs, Values) {
		return "a filter says yes or no and holds no values"
	}
	least := Excluded{}
	for _, e := range out {
		if e.Bits > 0 && (least.Bits == 0 || e.Bits < least.Bits) {
			least = e
		}
	}
	if least.Bits > 0 {
		return fmt.Sprintf("for %s keys the smallest that has what is needed (%s) takes %s, and the limit is %s; want more memory, or a larger rate of false positives (--eps)", axis.Grouped(q.N), least.Name, bytesText(float64(least.Bits)), bytesText(float64(q.Memory)))
	}
	return "none has all that is needed; want fewer --needs"
}

// sentences are the changes, those of one parameter on one side in a sentence.
func sentences(changes []Change) (list []string) {
	for i, c := range changes {
		if i > 0 && changes[i-1].Parameter == c.Parameter && changes[i-1].Up == c.Up {
			last := &list[len(list)-1]
			*last = strings.TrimSuffix(*last, ".") + "; " + c.further() + "."
		} else {
			list = append(list, c.sentence())
		}
	}
	return list
}

// sentence is a change as a sentence.
func (c Change) sentence() string {
	value, more := c.value()
	switch {
	case c.Parameter == "miss":
		return "If a lookup that finds nothing took about " + value + " " + more + ": " + c.to() + "."
	case c.Parameter == "members" && c.Value > allKeys:
		return "If all queries were keys: " + c.to() + "."
	case c.Parameter == "members" && c.Value < 1-allKeys:
		return "If no query were a key: " + c.to() + "."
	case c.Parameter == "members":
		return "If about " + value + " of the queries " + more + " were keys: " + c.to() + "."
	case c.Parameter == "queries":
		return "If about " + value + " queries " + more + " followed a construction: " + c.to() + "."
	}
	return "If a filter lived about " + value + " " + more + ": " + c.to() + "."
}

// further is the change behind another one of its parameter.
func (c Change) further() string {
	value, more := c.value()
	switch {
	case c.Parameter == "members" && c.Value > allKeys:
		return "all: " + c.to()
	case c.Parameter == "members" && c.Value < 1-allKeys:
		return "none: " + c.to()
	}
	return value + " " + more + ": " + c.to()
}

// to is the answer that it becomes.
func (c Change) to() string {
	if c.To == None {
		return "no filter"
	}
	return c.To
}

// value is the value of the parameter, and on which side of it the answer is another one.
func (c Change) value() (value, more string) {
	more = "or less"
	switch c.Parameter {
	case "miss":
		value = Duration(c.Value)
	case "members":
		value, more = percent(c.Value)+" %", "or fewer"
	case "queries":
		value, more = count(c.Value), "or fewer"
	case "seconds":
		value = time.Duration(c.Value * 1e9).Round(time.Second).String()
	}
	if c.Up {
		more = "or more"
	}
	return value, more
}
