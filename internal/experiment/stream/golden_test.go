package stream

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Every counted value of a small run is what a slow computation finds: the truth of a stream is
// that of its words in a map, windows are slices, and the answers of a structure with the same
// seed are counted by the place of the element and by its age.
func TestGoldenRows(t *testing.T) {
	var text []string // words of different lengths, the shorter ones more often
	for i := range uint64(3001) {
		text = append(text, strings.Repeat("ab", int(filter.Mix(i)%(1+filter.Mix(^i)%150))/2)+"c")
	}
	x, b := prepared(t, "--window=60", "--length=4096", "--eps=1%,10%", "--room=1,2", "--universe=8", "--seed=3",
		"--text="+experimenttest.File(t, text))
	g := &golden{t: t, seed: experiment.RoundSeed(3, 1), streams: map[set][]string{}, passes: map[runfolder.Cell]*answered{}}
	g.limits = limitErrors(g.seed)
	for _, s := range x.sets {
		for word := range x.load(s, g.seed).words.Each() {
			g.streams[s] = append(g.streams[s], strings.Clone(word))
		}
	}
	of := func(c runfolder.Cell) (experimenttest.Span, bool) {
		v, known := g.value(c)
		return experimenttest.Exactly(v), known
	}
	experimenttest.Golden(t, New(), []runfolder.Metric{metric.Query}, 799,
		experimenttest.Worked{Bench: experimenttest.Omit(b, experimenttest.Timed(metric.Query)), Of: of})
}

// place is where a point lies; 0 or empty where it is off an axis.
type place struct {
	stream                 string
	window, inserted, room int
	eps                    axis.Rate
}

func placeOf(p runfolder.Point) place {
	count := func(i int) int { n, _ := strconv.Atoi(p.Value(i)); return n }
	eps, _ := axis.ParseRate(p.Value(4))
	return place{p.Value(0), count(1), count(2), count(3), eps}
}

// golden is what is known of a bench without asking it.
type golden struct {
	t       *testing.T
	seed    uint64 // of the round
	streams map[set][]string
	passes  map[runfolder.Cell]*answered // by structures and places without a position
	limits  map[string]map[int]float64   // FP + FN of the small filters, by elements
}

// remembering is a structure that a stream is put to.
type remembering interface {
	Seen(key string) bool
	Bits() uint64
}

// answered are the answers of a structure to a stream, from the first element on.
type answered struct {
	w     int
	in    remembering
	of    map[string]float64 // parameters
	ages  []int              // how many elements ago the same word came; 0 where it never did
	seen  []bool
	empty map[int]float64 // share of empty cells by elements so far
}

// value is that of a cell of the plan.
func (g *golden) value(c runfolder.Cell) (float64, bool) {
	at := placeOf(c.Point)
	if errors, is := g.limits[c.Filter]; is {
		return g.limit(c, at.inserted, errors)
	}
	key := runfolder.Cell{Filter: c.Filter, Point: c.Point.With(2, 5, "")}
	if g.passes[key] == nil {
		g.passes[key] = g.pass(c.Filter, at)
	}
	a := g.passes[key]
	n := len(a.ages)
	switch c.Metric {
	case BitsPerElement:
		return float64(a.in.Bits()) / float64(a.w), true
	case Rate:
		return a.fpr(n/2, n), true
	case RateNew:
		return a.fprNew(), true
	case Missed:
		return a.fnr(n/2, n), true
	case Errors:
		return a.fpr(n/2, n) + a.fnr(n/2, n), true
	case RateAt:
		return a.fpr(at.inserted/2, min(at.inserted, n)), true
	case MissedAt:
		return a.fnr(at.inserted/2, min(at.inserted, n)), true
	case Empty:
		return a.empty[at.inserted], true
	case LeastBits:
		return a.leastBits(), true
	case Lifetime:
		return a.lifetime(), true
	case LifetimeTheory:
		return a.of["Max"] * a.of["m"] / a.of["P"], true
	case Recent:
		return a.remembered(a.w) / a.remembered(4*a.w), true
	case EmptyTheory:
		return a.emptyCells(), true
	case RateBound:
		return a.bound(), true
	case metric.FPRTheory:
		positive, _ := a.theory(a.w)
		return positive, true
	case MissedTheory:
		const ages = 24
		sum := 0.0
		for i := range ages { // in the middle of each 24th of the window
			_, negative := a.theory(int((float64(i)+0.5)*float64(a.w)/ages) + 1)
			sum += negative
		}
		return sum / ages, true
	}
	return 0, false
}

// pass puts a stream to a new structure.
func (g *golden) pass(name string, at place) *answered {
	stream := g.streams[set{at.stream, at.window}]
	a := &answered{w: at.window, in: g.structure(name, at, stream), of: map[string]float64{}, empty: map[int]float64{}}
	if w, is := a.in.(filter.Window); is {
		a.of = filter.ParamsOf(w)
	}
	last := map[string]int{}
	for i, word := range stream {
		age := 0
		if before, came := last[word]; came {
			age = i - before
		}
		last[word] = i
		a.ages, a.seen = append(a.ages, age), append(a.seen, a.in.Seen(word))
		if e, is := a.in.(filter.Emptying); is && bits.OnesCount(uint(i+1)) == 1 {
			a.empty[i+1] = e.Empty()
		}
	}
	return a
}

func (g *golden) structure(name string, at place, stream []string) remembering {
	cfg := filter.Config{Epsilon: at.eps.Float(), Seed: g.seed, Capacity: at.window * max(1, at.room)}
	switch name {
	case "exact":
		return &slowWindow{w: at.window}
	case "buffer":
		m := math.Ceil(float64(cfg.Capacity) * math.Log2(1/cfg.Epsilon) / math.Ln2)
		return &slowBuffer{hash: filter.NewHasher(cfg), n: max(1, int(m)/64)}
	case "bloom":
		return slowForever{experimenttest.Made(g.t, name, cfg)}
	}
	list := all.Windows()
	w, err := list[slices.IndexFunc(list, func(s filter.Windows) bool { return s.Name == name })].Build(at.window, cfg)
	if err != nil {
		g.t.Fatal(err)
	}
	return w
}

// slowWindow has the last w words, in their order.
type slowWindow struct {
	w     int
	words []string
}

func (s *slowWindow) Seen(word string) bool {
	seen := slices.Contains(s.words, word)
	s.words = append(s.words, word)
	s.words = s.words[max(0, len(s.words)-s.w):]
	return seen
}

// Bits has text, two headers and a number of each different word, and a header of each place.
func (s *slowWindow) Bits() uint64 {
	different := map[string]bool{}
	size := 16 * s.w
	for _, word := range s.words {
		if !different[word] {
			size += len(word) + 16 + 16 + 8
		}
		different[word] = true
	}
	return 8 * uint64(size)
}

// slowBuffer has n codes, that of the last word first.
type slowBuffer struct {
	hash  filter.Hasher
	n     int
	codes []uint64
}

func (s *slowBuffer) Seen(word string) bool {
	code := s.hash.Sum64(word)
	at := slices.Index(s.codes, code)
	if at >= 0 {
		s.codes = slices.Delete(s.codes, at, at+1)
	}
	s.codes = slices.Insert(s.codes, 0, code)
	s.codes = s.codes[:min(s.n, len(s.codes))]
	return at >= 0
}

func (s *slowBuffer) Bits() uint64 { return 64 * uint64(s.n) }

// slowForever takes every word in.
type slowForever struct{ filter.Filter }

func (s slowForever) Seen(word string) bool {
	seen := s.Contains(word)
	if err := s.Filter.(filter.Inserter).Insert(word); err != nil {
		panic(err)
	}
	return seen
}

// count is how many elements of some are called seen, and how many there are.
func (a *answered) count(from, to int, of func(age int) bool) (seen, all float64) {
	for i := from; i < to; i++ {
		if of(a.ages[i]) {
			all++
			if a.seen[i] {
				seen++
			}
		}
	}
	return seen, all
}

func (a *answered) duplicate(age int) bool { return 1 <= age && age <= a.w }

func (a *answered) fpr(from, to int) float64 {
	seen, all := a.count(from, to, func(age int) bool { return !a.duplicate(age) })
	return seen / all
}

func (a *answered) fnr(from, to int) float64 {
	seen, all := a.count(from, to, a.duplicate)
	return (all - seen) / all
}

// fprNew is of the second half of the stream.
func (a *answered) fprNew() float64 {
	seen, all := a.count(len(a.ages)/2, len(a.ages), func(age int) bool { return age == 0 })
	return seen / all
}

// leastBits is the divergence of two coins, one of which shows a duplicate seen, the other a
// negative.
func (a *answered) leastBits() float64 {
	fp, fn := a.fprNew(), a.fnr(len(a.ages)/2, len(a.ages))
	switch {
	case fp == 0:
		return math.NaN()
	case fp+fn >= 1:
		return 0
	case fn == 0:
		return -math.Log2(fp)
	}
	return (1-fn)*math.Log2((1-fn)/fp) + fn*math.Log2(fn/(1-fp))
}

// begins is the age with which a bin of ages begins, four of which are a doubling.
func begins(bin int) float64 { return math.Pow(2, float64(bin)/4) }

// found is the share of the elements of a bin of ages, in the second half, that are called seen
// for being remembered and not as negatives are; all is their number.
func (a *answered) found(bin int) (share, all float64) {
	from, to := begins(bin), begins(bin+1)
	seen, all := a.count(len(a.ages)/2, len(a.ages), func(age int) bool { return from <= float64(age) && float64(age) < to })
	negatives := a.fprNew()
	return (seen/all - negatives) / (1 - negatives), all
}

// bins are all that an age of the stream can be in.
func (a *answered) bins() int { return 4*bits.Len(uint(len(a.ages))) + 1 }

// lifetime is where the shares of bins of 30 elements or more, from all at the age of 1 on, come
// below a half: between the middles of two bins, on a logarithmic axis.
func (a *answered) lifetime() float64 {
	age, share := 0.0, 1.0 // the logarithm of the age
	for bin := range a.bins() {
		next, all := a.found(bin)
		if all < 30 {
			continue
		}
		middle := (float64(bin) + 0.5) / 4 * math.Ln2
		if next < 0.5 {
			return math.Exp(age + (middle-age)*(share-0.5)/(share-next))
		}
		age, share = middle, next
	}
	return math.NaN()
}

// remembered are the elements up to an age that are remembered.
func (a *answered) remembered(upTo int) (sum float64) {
	for bin := range a.bins() {
		share, all := a.found(bin)
		width := min(begins(bin+1), float64(upTo)) - begins(bin)
		if all > 0 && width > 0 {
			sum += share * width
		}
	}
	return sum
}

// emptyCells is the limit for a stable Bloom filter.
func (a *answered) emptyCells() float64 {
	m := a.of["m"]
	set := 1 - math.Pow(1-1/m, a.of["K"])
	return math.Pow(1+set/(1-set)*m/a.of["P"], -a.of["Max"])
}

// bound is the largest rate of a generalised Bloom filter, whatever share of its bits is set: by
// trial of some thousand shares, again and again around the best.
func (a *answered) bound() (most float64) {
	best, step := 0.5, 0.001
	for range 4 {
		middle := best
		for i := -500; i <= 500; i++ {
			share := middle + float64(i)*step
			if rate := math.Pow(share, a.of["k1"]) * math.Pow(1-share, a.of["k0"]); share >= 0 && share <= 1 && rate > most {
				best, most = share, rate
			}
		}
		step /= 100
	}
	return most
}

// theory has both rates of an element of an age: of a stable and of a generalised Bloom filter by
// their formulas, of the others as they have them themselves.
func (a *answered) theory(age int) (positive, negative float64) {
	m := a.of["m"]
	hit := func(k string) float64 { return 1 - math.Pow(1-1/m, a.of[k]) }
	switch {
	case a.of["Max"] > 0:
		// The chances of a cell's number, by what each further element does to it.
		most := int(a.of["Max"])
		number := make([]float64, most+1)
		number[most] = 1
		for range age - 1 {
			next := make([]float64, most+1)
			for x, p := range number {
				next[max(0, x-1)] += p * a.of["P"] / m * (1 - hit("K"))
				next[x] += p * (1 - a.of["P"]/m) * (1 - hit("K"))
				next[most] += p * hit("K")
			}
			number = next
		}
		return math.Pow(1-a.emptyCells(), a.of["K"]), 1 - math.Pow(1-number[0], a.of["K"])
	case a.of["k1"] > 0:
		cleared, set := hit("k0"), (1-hit("k0"))*hit("k1")
		ones, old := set/(cleared+set), math.Pow(1-cleared-set, float64(age-1))
		own := math.Pow(old+(1-old)*ones, a.of["k1"]) * math.Pow(old+(1-old)*(1-ones), a.of["k0"])
		return math.Pow(ones, a.of["k1"]) * math.Pow(1-ones, a.of["k0"]), 1 - own
	}
	return a.in.(filter.Window).Theory(age)
}

// limit has what is known of the small filters and of the article's lower bound.
func (g *golden) limit(c runfolder.Cell, n int, errors map[int]float64) (float64, bool) {
	states := map[string]float64{ // logarithms of their numbers
		"rollcall":        math.Log2(257), // the letter that it waits for, or none any more
		"tracked":         128,
		"tracked-cleared": 128 + math.Log2(20*256+1),
		"majority":        7 * math.Floor(float64(1<<20)/1225),
	}
	m := math.Ceil(states[c.Filter])
	switch c.Metric {
	case metric.Bits:
		return m, true
	case Errors:
		v, known := errors[n]
		return v, known
	case Bound:
		if c.Filter == "majority" {
			return 1 - m/float64(n), true
		}
		if c.Filter == "tracked-cleared" {
			n = 20 * 256
		}
		came := func(n float64) float64 { return 1 - math.Pow(255.0/256, n) }
		return 1 - came(m)/came(float64(n)), true
	}
	return 0, false
}

// limitErrors are FP + FN of the small filters in a round, by elements.
func limitErrors(seed uint64) map[string]map[int]float64 {
	const last = 1 << 18
	seed = filter.Mix(seed + 'l')
	type counts struct{ others, seen, duplicates, missed float64 }
	count := func(c *counts, duplicate, seen bool) {
		switch {
		case duplicate && !seen:
			c.missed++
			fallthrough
		case duplicate:
			c.duplicates++
		case seen:
			c.seen++
			fallthrough
		default:
			c.others++
		}
	}
	var rollCall, tracked, cleared [19]counts // by logarithm
	for pass := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, pass))
		var came, bit, clearing [256]int // place after the last one of a letter
		waits := 0
		for n := 1; n <= last; n++ {
			letter := random.IntN(256)
			before := came[letter]
			came[letter] = n
			k := bits.Len(uint(n - 1))
			count(&rollCall[k], before > 0, letter < waits)
			if letter == waits {
				waits++
			}
			even := letter%2 == 0
			count(&tracked[k], before > 0, even && bit[letter] > 0)
			bit[letter] = n
			epoch := (n - 1) / 5120 // bits that were set in another one are cleared
			count(&cleared[k], before > 0 && n-before <= 5120, even && clearing[letter] == epoch+1)
			clearing[letter] = epoch + 1
		}
	}
	errors := map[string]map[int]float64{"majority": {1 << 20: majorityErrors(seed)}}
	for name, at := range map[string][19]counts{"rollcall": rollCall, "tracked": tracked, "tracked-cleared": cleared} {
		errors[name] = map[int]float64{}
		others, seen := 0.0, 0.0
		for k, c := range at {
			others, seen = others+c.others, seen+c.seen
			errors[name][1<<k] = seen/others + c.missed/c.duplicates
		}
	}
	return errors
}

// majorityErrors puts a million elements into cells of signs, each of which adds up to 63 at most
// either way, and asks for them and for a million others.
func majorityErrors(seed uint64) float64 {
	const elements, n = 1 << 20, (1 << 20) / 1225
	var sums [n]int
	at := func(i int) (cell uint64, up bool) {
		h := filter.Mix(seed + uint64(i)*filter.ProbeStep)
		high, low := bits.Mul64(h, n)
		return high, low >= 1<<63
	}
	for i := range elements {
		if cell, up := at(i); up {
			sums[cell] = min(63, sums[cell]+1)
		} else {
			sums[cell] = max(-63, sums[cell]-1)
		}
	}
	wrong := 0
	for i := range 2 * elements {
		if cell, up := at(i); up == (sums[cell] >= 0) != (i < elements) {
			wrong++
		}
	}
	return float64(wrong) / elements
}
