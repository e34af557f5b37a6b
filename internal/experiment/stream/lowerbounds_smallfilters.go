package stream

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/figure"
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
	name   string
	title  figure.Text
	stream string
	looks  []int
	bits   int // of its state
	window int // of duplicates; 0: the whole stream
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
		{rollCallName, figure.Text{EN: "roll call of the letters", PT: "chamada das letras"},
			streamLetters, looks, bits.Len(letters), 0,
			func() interface{ Seen(int) bool } { return &rollCall{} }},
		{trackedName, figure.Text{EN: "a bit for every second letter", PT: "um bit a cada duas letras"},
			streamLetters, looks, letters / 2, 0,
			func() interface{ Seen(int) bool } { return &tracked{} }},
		{clearedName, figure.Text{EN: "a bit for every second letter, cleared once a window", PT: "um bit a cada duas letras, apagados uma vez por janela"},
			streamLetters, looks[len(looks)-1:], letters/2 + bits.Len(clearedWindow), clearedWindow,
			func() interface{ Seen(int) bool } { return &tracked{every: clearedWindow} }},
		{majorityName, figure.Text{EN: "signs by majority", PT: "sinais por maioria"},
			streamEndless, []int{majorityElements}, majorityCells * majorityBits, 0, nil},
	}
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
// negatives. It returns the shares of wrong answers.
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

func (l limit) method() trial.Method { return trial.Method{Name: l.name, Title: l.title} }

// trial judges the errors at each look, beside what is claimed of them.
func (l limit) trial() trial.Trial {
	var looks []axis.Place
	for _, n := range l.looks {
		looks = append(looks, axisInserted.At(n))
	}
	return trial.Trial{
		Method: l.name, At: []axis.Place{axisStream.At(l.stream)}, Along: looks, Reports: []runfolder.Metric{Errors, Bound, metric.Bits},
		Do: func(t *trial.T) error {
			errors := l.simulate(filter.Mix(t.Seed() + 'l'))
			for i, n := range l.looks {
				t.ReportAt(looks[i], Errors, errors[n])
				t.ReportAt(looks[i], Bound, l.bound(n))
				t.ReportAt(looks[i], metric.Bits, float64(l.bits))
			}
			return nil
		},
	}
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
