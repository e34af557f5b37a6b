package stream

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// articleBound is the lower bound of FP + FN that the article quotes from Géraud-Stewart,
// Lombard-Platet and Naccache 2020: of a filter of m bits after n elements of an alphabet
// of L letters, 1 − (1 − (1 − 1/L)^m)/(1 − (1 − 1/L)^n); in a window w in the place of n.
// An infinite alphabet has its limit. It says nothing, 0, of m ≥ n.
func articleBound(m, n, letters float64) float64 {
	if m >= n {
		return 0
	}
	if math.IsInf(letters, 1) {
		return 1 - m/n
	}
	came := func(n float64) float64 { return -math.Expm1(n * math.Log1p(-1/letters)) }
	return 1 - came(m)/came(n)
}

// leastBits is what an element of the window takes at least, of an endless alphabet, if
// negatives are called seen with probability fp and elements called new with fn: the
// state must tell w·D(1 − fn ‖ fp) bits of the elements, with D Kullback and Leibler's
// divergence of two coins. Without false negatives that is log2(1/fp).
//
// For: elements X₁ … X_w are independent and uniform, Z is the state. Then
// m ≥ H(Z) ≥ I(X; Z) ≥ Σ I(Xᵢ; Z), and whether Z calls Xᵢ seen, against a negative,
// tells no more than that (data processing); D is convex, so that means decide.
func leastBits(fp, fn float64) float64 {
	term := func(p, q float64) float64 {
		if p == 0 {
			return 0
		}
		return p * math.Log2(p/q)
	}
	if fp+fn >= 1 { // no better than chance
		return 0
	}
	return term(1-fn, fp) + term(fn, 1-fp)
}

// leastErrors is the smallest FP + FN that so many bits for an element allow, by
// leastBits.
func leastErrors(bits float64) float64 {
	best := 1.0
	for fp := 0.999; fp > 1e-9; fp *= 0.995 {
		low, high := 0.0, 1-fp // fn is between
		if leastBits(fp, 0) <= bits {
			high = 0
		}
		for high-low > 1e-9 && fp+low < best {
			if fn := (low + high) / 2; leastBits(fp, fn) > bits {
				low = fn
			} else {
				high = fn
			}
		}
		best = min(best, fp+high)
	}
	return best
}

// againstBound are the errors of a filter with their distance from the article's bound.
type againstBound struct {
	method string
	above  stats.Estimate
	bound  float64
}

// judgedLimits are those of the small filters, at all looks where the bound says
// something.
func judgedLimits(d *claim.Data, names ...string) (list []againstBound) {
	for _, name := range names {
		for _, c := range d.Cells(Errors, name) {
			bound := c.Of(Bound)
			e, err := stats.MeanEstimate(differences(d, pairs([]claim.Cell{c}, func(claim.Cell) claim.Cell { return bound })))
			if err == nil && bound.Mean() > 0 {
				list = append(list, againstBound{name, e, bound.Mean()})
			}
		}
	}
	return list
}

// outcome is that of "none is below": each is tested for itself.
func outcome(list []againstBound) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Above(0)}
	below := map[string]bool{}
	for _, j := range list {
		parts.Add(j.method, j.above)
		if j.above.Value < 0 {
			below[j.method] = true
		}
	}
	o := parts.Outcome(fmt.Sprintf("FP + FN − bound at %d places: t over rounds, each for itself", len(list)),
		"distance from the bound", "points", 100)
	o.Effect.Range = parts.Range().Scaled(100)
	o.Holds = len(below) == 0
	o.Detail = fmt.Sprintf("%d of the filters fall below it", len(below))
	slices.SortStableFunc(list, func(a, b againstBound) int { return cmp.Compare(a.above.Value, b.above.Value) })
	named := map[string]bool{}
	for i, j := range list { // the nearest of all, or of each filter that falls below what is the furthest
		if i == 0 || below[j.method] && !named[j.method] {
			o.Detail += fmt.Sprintf("; %s has FP + FN = %.4f where the bound is %.4f", j.method, max(0, j.bound+j.above.Value), j.bound) // rounding can leave less than none
		}
		named[j.method] = true
	}
	return o
}

func aboveBound(names ...string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := judgedLimits(d, names...)
		if len(list) == 0 {
			return d.Missing(Errors, names...)
		}
		return outcome(list)
	}
}

// aboveInWindow holds the structures of fewer bits than a window, and the small filter
// with a window, against the bound.
func aboveInWindow(d *claim.Data) claim.Outcome {
	list := judgedLimits(d, clearedName)
	for _, name := range kindNames() {
		for _, c := range d.CellsIn(Errors, in(streamUniform), name) {
			w := float64(c.Int(axisWindow))
			bound := articleBound(c.Of(BitsPerElement).Mean()*w, w, w*float64(c.Parameter(parameterUniverse)))
			e, err := stats.MeanEstimate(c.Values())
			if err != nil || !(bound > 0) {
				continue
			}
			e.Value -= bound
			list = append(list, againstBound{name, e, bound})
		}
	}
	if len(list) == 0 {
		return d.Missing(Errors, clearedName)
	}
	return outcome(list)
}

// nearChance looks at the longest stream of the filters that run over all of it.
func nearChance(d *claim.Data) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Above(0.99)}
	for _, name := range []string{rollCallName, trackedName} {
		list := d.Cells(Errors, name)
		if len(list) == 0 {
			return d.Missing(Errors, name)
		}
		parts.AddMean(name, list[len(list)-1].Values())
	}
	return parts.Spread("FP + FN: t over rounds, each filter for itself", "FP + FN", "%", 100)
}

// aboveLeast tests that bits are at least those of the two rates.
func aboveLeast(d *claim.Data) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Below(1)}
	for _, name := range kindNames() {
		for _, c := range d.Cells(LeastBits, name) {
			bits := c.Of(BitsPerElement).Mean()
			if e, err := stats.MeanEstimate(c.Values()); err == nil && bits > 0 {
				parts.Add(name+", "+c.Place(), e.Scaled(1/bits))
			}
		}
	}
	if parts.Len() == 0 {
		return d.Missing(LeastBits, stable)
	}
	return parts.Spread(fmt.Sprintf("least bits / bits at %d places: t over rounds, each for itself", parts.Len()), "least bits / bits", "×", 1)
}

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
	title  bilingual.Text
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

func limits() []limit {
	var looks []int
	for k := 10; k <= 18; k++ {
		looks = append(looks, 1<<k)
	}
	return []limit{
		{rollCallName, bilingual.Text{EN: "roll call of the letters", PT: "chamada das letras"},
			streamLetters, looks, bits.Len(letters), 0,
			func() interface{ Seen(int) bool } { return &rollCall{} }},
		{trackedName, bilingual.Text{EN: "a bit for every second letter", PT: "um bit a cada duas letras"},
			streamLetters, looks, letters / 2, 0,
			func() interface{ Seen(int) bool } { return &tracked{} }},
		{clearedName, bilingual.Text{EN: "a bit for every second letter, cleared once a window", PT: "um bit a cada duas letras, apagados uma vez por janela"},
			streamLetters, looks[len(looks)-1:], letters/2 + bits.Len(clearedWindow), clearedWindow,
			func() interface{ Seen(int) bool } { return &tracked{every: clearedWindow} }},
		{majorityName, bilingual.Text{EN: "signs by majority", PT: "sinais por maioria"},
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
