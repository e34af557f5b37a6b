package stream

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Streams of the simulations that judge the lower bound.
const (
	streamLetters = "letters" // an alphabet of 256, all as likely
	streamEndless = "endless" // no element comes twice but to be asked for
)

// letters are those of the small alphabet.
const letters = 256

// limit is a small filter that is held against the lower bound.
type limit struct {
	name, title string
	stream      string
	looks       []int
	bits        int // of its state
	window      int // of duplicates; 0: the whole stream
	// new makes one for a stream of letters; nil for an endless one.
	new func() interface{ Seen(letter int) bool }
}

// Names of these filters.
const (
	rollCallName = "rollcall"
	trackedName  = "tracked"
	clearedName  = "tracked-cleared"
	majorityName = "majority"
)

// clearedWindow is that of the third one.
const clearedWindow = 20 * letters

// limits lists them in the order of display.
func limits() []limit {
	var looks []int
	for k := 10; k <= 18; k++ {
		looks = append(looks, 1<<k)
	}
	return []limit{
		{rollCallName, "roll call of the letters", streamLetters, looks, bits.Len(letters), 0,
			func() interface{ Seen(int) bool } { return &rollCall{} }},
		{trackedName, "a bit for every second letter", streamLetters, looks, letters / 2, 0,
			func() interface{ Seen(int) bool } { return &tracked{} }},
		{clearedName, "a bit for every second letter, cleared once a window", streamLetters, looks[len(looks)-1:], letters/2 + bits.Len(clearedWindow), clearedWindow,
			func() interface{ Seen(int) bool } { return &tracked{every: clearedWindow} }},
		{majorityName, "signs by majority", streamEndless, []int{majorityElements}, majorityCells * majorityBits, 0, nil},
	}
}

func limitNamed(name string) (limit, bool) {
	list := limits()
	i := slices.IndexFunc(list, func(l limit) bool { return l.name == name })
	if i < 0 {
		return limit{}, false
	}
	return list[i], true
}

// rollCall waits for one letter after the other, and calls those seen that it waited
// for: a number is all that it keeps.
type rollCall struct{ next int }

func (r *rollCall) Seen(letter int) bool {
	if letter == r.next {
		r.next++
		return false
	}
	return letter < r.next
}

// tracked has a bit for every second letter, and calls the others new. It may clear them
// all after so many elements, for which it counts these.
type tracked struct {
	came         [letters]bool
	every, count int
}

func (t *tracked) Seen(letter int) bool {
	if t.every > 0 {
		if t.count == t.every {
			t.came, t.count = [letters]bool{}, 0
		}
		t.count++
	}
	if letter%2 == 1 {
		return false
	}
	seen := t.came[letter]
	t.came[letter] = true
	return seen
}

// Sizes of the filter by majority: each element has a cell and a sign, which is added to
// the cell's number; an element is called seen if its sign is that of its cell. It says
// little of each element, and so of more of them than it has bits.
const (
	majorityElements = 1 << 20
	majorityBits     = 7
	majorityCells    = majorityElements / 1225
)

// majority puts elements into a filter by majority, and asks for them and for as many
// strangers. It returns the shares of wrong answers.
func majority(seed uint64) (positives, negatives float64) {
	const most = 1<<(majorityBits-1) - 1
	cells := make([]int, majorityCells)
	at := func(i int) (cell, sign int) {
		h := filter.Mix(seed + uint64(i)*filter.ProbeStep)
		high, low := bits.Mul64(h, majorityCells)
		return int(high), 2*int(low>>63) - 1
	}
	for i := range majorityElements {
		cell, sign := at(i)
		cells[cell] = max(-most, min(most, cells[cell]+sign))
	}
	seen := func(from int) (n int) {
		for i := from; i < from+majorityElements; i++ {
			if cell, sign := at(i); (cells[cell] >= 0) == (sign > 0) {
				n++
			}
		}
		return n
	}
	return share(seen(majorityElements), majorityElements), 1 - share(seen(0), majorityElements)
}

// judgement is what a limit's stream gave in a round.
type judgement struct {
	name   string
	round  int
	errors map[int]float64 // by look
}

// limitSteps are those of a round.
func limitSteps(round int) (list []experiment.Step) {
	for _, l := range limits() {
		for _, n := range l.looks {
			at := runfolder.At(l.stream, "", number(n), "", "")
			for _, m := range []runfolder.Metric{Errors, Bound, metric.Bits} {
				list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: l.name, Metric: m, Point: at}})
			}
		}
	}
	return list
}

// judge measures a limit's errors, or computes what is claimed of them.
func (b *bench) judge(l limit, s experiment.Step) (*experiment.Measurement, error) {
	n := placeOf(s.Cell.Point).inserted
	switch s.Cell.Metric {
	case metric.Bits:
		return experiment.Counted(float64(l.bits), unitBits), nil
	case Bound:
		return experiment.Counted(l.bound(n), unitShare), nil
	case Errors:
		if b.judged.name != l.name || b.judged.round != s.Round {
			b.judged = judgement{l.name, s.Round, l.simulate(filter.Mix(b.roundSeed(s.Round) + 'l'))}
		}
		return experiment.Counted(b.judged.errors[n], unitShare), nil
	}
	return nil, fmt.Errorf("unknown metric %q", s.Cell.Metric)
}

// bound is the article's after n elements.
func (l limit) bound(n int) float64 {
	if l.window > 0 {
		n = l.window
	}
	if l.new == nil {
		return articleBound(float64(l.bits), float64(n), math.Inf(1))
	}
	return articleBound(float64(l.bits), float64(n), letters)
}

// passes of the letters' stream add up: it is short.
const passes = 8

// simulate has FP + FN by look. False positives are those among all new letters so far:
// at most 256 come. False negatives are those since half as many elements, and so more
// than at the look itself where they get fewer.
func (l limit) simulate(seed uint64) map[int]float64 {
	if l.new == nil {
		positives, negatives := majority(seed)
		return map[int]float64{majorityElements: positives + negatives}
	}
	last := l.looks[len(l.looks)-1]
	at := make([]tally, position(last)+1)
	for pass := range uint64(passes) {
		random, f := rand.New(rand.NewPCG(seed, pass)), l.new()
		var came [letters]int // place after the last one
		for n := 1; n <= last; n++ {
			letter, age := random.IntN(letters), never
			if came[letter] > 0 {
				age = n - came[letter]
			}
			came[letter] = n
			window := l.window
			if window == 0 {
				window = last
			}
			at[position(n)].add(age, window, f.Seen(letter))
		}
	}
	errors := map[int]float64{}
	others, positives := 0, 0
	for k, t := range at {
		others, positives = others+t.others, positives+t.positives
		if n := 1 << k; slices.Contains(l.looks, n) {
			errors[n] = share(positives, others) + t.fnr()
		}
	}
	return errors
}
