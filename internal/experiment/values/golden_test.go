package values

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"testing"
	"unicode/utf8"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Every counted value of a small run is what a slow computation finds: hyphenations are compared
// as lists of breaks, linear filters and compact approximators are lists of cells, and rates by
// theory are those of single answers, summed up.
func TestGoldenRows(t *testing.T) {
	b := prepared(t, 1500, "--fingerprint=1,4", "--width=3", "--cells=4,8", "--sizes=300", "--n=100", "--seed=5")
	g := newGolden(t, b)
	experimenttest.Golden(t, New(), []runfolder.Metric{Hyphenate, Change}, 152, experimenttest.Worked{Bench: experimenttest.Omit(b, experimenttest.Timed(Hyphenate, Change)), Of: g.value})
	if g.right == 0 || g.caught == 0 || g.wrong == 0 {
		t.Errorf("%d negatives are hyphenated as they should be, %d are caught, %d wrong: want some of each", g.right, g.caught, g.wrong)
	}
}

// golden is what is known of a bench without asking it: keys and negatives with their breaks.
type golden struct {
	t    *testing.T
	b    *bench
	done map[runfolder.Cell]map[runfolder.Metric]float64 // by cells without a metric

	keys      []knuthliang.Exception
	list      *wordlist.List // of the keys
	longest   int            // key, in runes
	table     [][]int        // the different breaks of keys, in the order of their masks
	negatives []negative

	right, caught, wrong int // negatives that have a value
}

type negative struct {
	word   string
	runes  int
	breaks []int // by the patterns
}

// visit is a method at a place.
type visit struct {
	name string
	at   place
}

func newGolden(t *testing.T, b *bench) *golden {
	g := &golden{t: t, b: b, done: map[runfolder.Cell]map[runfolder.Metric]float64{}, keys: b.hyphenation.Exceptions, list: b.hyphenation.Keys()}
	known := map[string]bool{}
	for _, key := range g.keys {
		known[key.Word] = true
		g.longest = max(g.longest, utf8.RuneCountInString(key.Word))
		if !slices.ContainsFunc(g.table, func(breaks []int) bool { return slices.Equal(breaks, key.Breaks) }) {
			g.table = append(g.table, key.Breaks)
		}
	}
	// As numbers: the one with the later break last is larger.
	slices.SortFunc(g.table, func(x, y []int) int {
		x, y = slices.Clone(x), slices.Clone(y)
		slices.Reverse(x)
		slices.Reverse(y)
		return slices.Compare(x, y)
	})
	for word := range b.truth.words.Lower().Each() {
		if !known[word] {
			g.negatives = append(g.negatives, negative{word, utf8.RuneCountInString(word), b.hyphenation.Automaton.AppendBreaks(nil, word)})
		}
	}
	return g
}

// value is that of a cell; all metrics of a structure are worked out at once.
func (g *golden) value(c runfolder.Cell) (want experimenttest.Span, known bool) {
	number := func(axis int) int { n, _ := strconv.Atoi(c.Point.Value(axis)); return n }
	at := place{number(0), c.Point.Value(1), number(2), number(3), number(4)}
	cell := runfolder.Cell{Filter: c.Filter, Point: c.Point}
	if g.done[cell] == nil {
		g.done[cell] = g.values(visit{name: c.Filter, at: at})
	}
	v, known := g.done[cell][c.Metric]
	return experimenttest.Exactly(v), known
}

func (g *golden) values(v visit) map[runfolder.Metric]float64 {
	n := float64(len(g.keys))
	store := 8 * float64(knuthliang.NewStore(g.keys).Bytes())
	switch {
	case v.name == bareStore:
		return map[runfolder.Metric]float64{BitsPerKey: store / n}
	case v.name == sortedName:
		text := 0
		for _, key := range g.keys {
			text += len(key.Word)
		}
		places := (n + 1) * float64(bits.Len(uint(text)))
		return map[runfolder.Metric]float64{BitsPerKey: (8*float64(text) + places + n*float64(g.tableBits()) + g.tableSize()) / n}
	case v.at.n > 0:
		if v.name == mutable || v.name == pairs {
			return g.changed(v)
		}
		plan := g.plan(v.name, v.at.n, 8, 8)
		return map[runfolder.Metric]float64{Slots: float64(plan.Bits) / float64(16*v.at.n)}
	case v.at.code != "":
		return g.function(v)
	case v.at.f > 0:
		s, err := all.ByName(v.name)
		g.check(err)
		plan, err := s.Plan(len(g.keys), filter.Config{Epsilon: math.Pow(0.5, float64(v.at.f))})
		g.check(err)
		return map[runfolder.Metric]float64{BitsPerKey: (float64(plan.Bits) + store) / n}
	case v.name == compactSet:
		return g.sets(v)
	case v.name == compactTwo:
		return g.two(v)
	}
	return g.confidences(v)
}

func (g *golden) check(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}

func (g *golden) kind(name string) filter.Maplets {
	list := all.Maplets()
	return list[slices.IndexFunc(list, func(s filter.Maplets) bool { return s.Name == name })]
}

// plan is that of a function of n keys with fingerprints of f bits and values of v.
func (g *golden) plan(name string, n, f, v int) filter.Plan {
	p, err := g.kind(name).Plan(n, v, filter.Config{Epsilon: math.Pow(0.5, float64(f))})
	g.check(err)
	return p
}

// latest is the last place in which a key has a break, and so the number of bits of breaks.
func (g *golden) latest() (last int) {
	for _, breaks := range g.table {
		for _, at := range breaks {
			last = max(last, at)
		}
	}
	return last
}

// tableBits are the bits of a number in the table, tableSize those of the table.
func (g *golden) tableBits() int     { return int(math.Ceil(math.Log2(float64(len(g.table))))) }
func (g *golden) tableSize() float64 { return float64(len(g.table) * g.latest()) }

// function asks a function of the exceptions for every negative.
func (g *golden) function(v visit) map[runfolder.Metric]float64 {
	width, table := g.latest(), v.at.code == codeTable
	if table {
		width = g.tableBits()
	}
	seed := g.b.seed(v.name, v.at, 1)
	hash := filter.NewHasher(filter.Config{Seed: filter.Mix(^seed)})
	noise := func(word string) uint64 {
		if v.at.code == codeHashed {
			return hash.Sum64(word) >> (64 - width)
		}
		return 0
	}
	values := make([]uint64, len(g.keys))
	for i, key := range g.keys {
		if table {
			values[i] = uint64(slices.IndexFunc(g.table, func(breaks []int) bool { return slices.Equal(breaks, key.Breaks) }))
		}
		for _, at := range key.Breaks {
			if !table {
				values[i] += 1 << (at - 1)
			}
		}
		values[i] ^= noise(key.Word)
	}
	f, err := g.kind(v.name).Build(g.list, values, width, filter.Config{Epsilon: math.Pow(0.5, float64(v.at.f)), Seed: seed})
	g.check(err)

	known, wrong, chances := 0, 0, 0.0
	for _, s := range g.negatives {
		chances += g.chance(s, table, width)
		value, is := f.Value(s.word)
		if !is {
			continue
		}
		known++
		value ^= noise(s.word)
		var breaks []int
		for at := 1; at <= width && !table; at++ {
			if value>>(at-1)&1 == 1 {
				breaks = append(breaks, at)
			}
		}
		if table && value < uint64(len(g.table)) {
			breaks = g.table[value]
		}
		switch {
		case table && value >= uint64(len(g.table)) || !g.possible(breaks, s.runes):
			g.caught++
		case slices.Equal(breaks, s.breaks):
			g.right++
		default:
			g.wrong++
			wrong++
		}
	}
	size, theory := float64(g.plan(v.name, len(g.keys), v.at.f, width).Bits), math.Pow(0.5, float64(v.at.f))
	if table {
		size += g.tableSize()
	}
	n := float64(len(g.negatives))
	return map[runfolder.Metric]float64{
		BitsPerKey: size / float64(len(g.keys)), WrongKeys: 0,
		Known: float64(known) / n, KnownTheory: theory, Wrong: float64(wrong) / n, WrongTheory: theory * chances / n,
	}
}

// changed works out functions whose values change, and those of parallel filters: its slots and
// rates by formula, its answers by one more of it, whose values are those after the changes.
func (g *golden) changed(v visit) map[runfolder.Metric]float64 {
	n, seed := v.at.n, g.b.seed(v.name, v.at, 1)
	keys, values := numbered(n, seed), make([]uint64, n)
	for i := range values {
		values[i] = filter.Mix(^seed+uint64(i)) >> 56
	}
	f, err := g.kind(v.name).Build(keys, values, 8, filter.Config{Epsilon: 1.0 / 256, Seed: seed})
	g.check(err)
	known := 0
	for word := range numbered(50_000, seed+firstNegative).Each() {
		if _, is := f.Value(word); is {
			known++
		}
	}
	list := map[runfolder.Metric]float64{WrongKeys: 0, Known: float64(known) / 50_000}
	if v.name == mutable { // 3 numbers of 2^10, the first power of two of three for each of 256
		list[Slots] = float64(3*((123*n/100+32)/3)*(10+8)) / float64(16*n)
		list[KnownTheory] = 3.0 / 1024
		return list
	}
	list[Slots], list[KnownTheory] = float64(f.Bits())/float64(16*n), g.parallel(f, keys, values, seed)
	return list
}

// parallel is the rate of cascades of pairs with filters of 1/3 and two hash functions each, as
// sets of positions: the product over the bits of what a pair alone, or a later one, knows.
func (g *golden) parallel(f filter.Maplet, keys *wordlist.List, values []uint64, seed uint64) float64 {
	hash := filter.NewHasher(filter.Config{Seed: seed})
	all, size := 1.0, uint64(0)
	for bit := range 8 {
		reach, known := 1.0, 0.0
		left := make([]int, keys.Len())
		for i := range left {
			left[i] = i
		}
		for level := 0; len(left) > 0; level++ {
			position := func(i int, m uint64) (list [2]uint64) {
				for k, h := range filter.Probes(nil, filter.Mix(hash.Sum64(keys.At(i))+uint64(1+level+80*bit)*filter.ProbeStep), 2) {
					list[k], _ = bits.Mul64(h, m)
				}
				return list
			}
			var set [2]map[uint64]bool
			var m [2]uint64
			var rate [2]float64
			for side := range set {
				count := 0
				for _, i := range left {
					count += int(values[i]>>bit&1 ^ uint64(1-side))
				}
				m[side] = uint64(math.Ceil(-2 * float64(count) / math.Log(1-math.Sqrt(1.0/3))))
				size += m[side]
				set[side] = map[uint64]bool{}
				if count > 0 {
					rate[side] = experimenttest.BloomRate(int(m[side]), 2, count)
				}
			}
			for _, i := range left {
				side := values[i] >> bit & 1
				for _, at := range position(i, m[side]) {
					set[side][at] = true
				}
			}
			var both []int
			for _, i := range left {
				other := 1 - values[i]>>bit&1
				if at := position(i, m[other]); set[other][at[0]] && set[other][at[1]] {
					both = append(both, i)
				}
			}
			known += reach * (rate[0] + rate[1] - 2*rate[0]*rate[1])
			reach *= rate[0] * rate[1]
			left = both
		}
		all *= known
	}
	if size != f.Bits() {
		g.t.Errorf("the parallel filters have %d bits, by sets %d", f.Bits(), size)
	}
	return all
}

// possible reports whether a key of so many runes can have the breaks, all of which are before
// some of its letters.
func (g *golden) possible(breaks []int, runes int) bool {
	return runes <= g.longest && !slices.ContainsFunc(breaks, func(at int) bool { return at >= runes })
}

// chance is the probability that random bits are breaks of a negative other than its own.
func (g *golden) chance(s negative, table bool, width int) float64 {
	if s.runes > g.longest {
		return 0
	}
	own := math.Pow(0.5, float64(width)) // of any value
	if table {
		others := 0.0
		for _, breaks := range g.table {
			if g.possible(breaks, s.runes) && !slices.Equal(breaks, s.breaks) {
				others += own
			}
		}
		return others
	}
	sum := 1.0
	for at := s.runes; at <= width; at++ {
		sum /= 2 // this bit must be 0
	}
	if len(s.breaks) == 0 || s.breaks[len(s.breaks)-1] <= width {
		sum -= own
	}
	return sum
}

// cells are those of a linear filter or compact approximator: a key raises its own to its code
// and has the least of them.
type cells struct {
	codes []uint64
	k     int
	hash  filter.Hasher
}

func newCells(m, k int, seed uint64) *cells {
	return &cells{make([]uint64, m), k, filter.NewHasher(filter.Config{Seed: seed})}
}

func (c *cells) of(key string) (list []*uint64) {
	for _, probe := range filter.Probes(nil, c.hash.Sum64(key), c.k) {
		i, _ := bits.Mul64(probe, uint64(len(c.codes)))
		list = append(list, &c.codes[i])
	}
	return list
}

func (c *cells) add(key string, code uint64) {
	for _, cell := range c.of(key) {
		*cell = max(*cell, code)
	}
}

func (c *cells) at(key string) uint64 {
	least := uint64(math.MaxUint64)
	for _, cell := range c.of(key) {
		least = min(least, *cell)
	}
	return least
}

// bestHashes is the number of hash functions of the least rate, by trial.
func bestHashes(cells int) (best int) {
	least := 2.0
	for k := 1; k <= 2*cells; k++ {
		if rate := math.Pow(1-math.Exp(-float64(k)/float64(cells)), float64(k)); rate < least {
			best, least = k, rate
		}
	}
	return best
}

// confidences asks a structure of confidences for all keys and negatives.
func (g *golden) confidences(v visit) map[runfolder.Metric]float64 {
	of := g.b.graded(1)
	n, top := of.keys.Len(), math.Pow(2, float64(v.at.width))-1
	codes := make([]uint64, n)
	for i, c := range of.confidences {
		codes[i] = uint64(math.Floor(c * top))
	}
	if v.name == exactMap {
		size := 0
		for key := range of.keys.Each() {
			size += 8*len(key) + 2*64 + 64 // text, its header, a number
		}
		return map[runfolder.Metric]float64{BitsPerKey: float64(size) / float64(n), Error: 0}
	}
	var ask func(key string) (code uint64, known bool)
	list := map[runfolder.Metric]float64{Under: 0}
	if v.name == linearName || v.name == compactOne {
		m, k := v.at.cells*n, bestHashes(v.at.cells)
		c := newCells(m, k, g.b.seed(v.name, v.at, 1))
		for i, code := range codes {
			c.add(of.keys.At(i), code)
		}
		ask = func(key string) (uint64, bool) { code := c.at(key); return code, code > 0 }
		list[BitsPerKey] = float64(m*v.at.width) / float64(n)
		g.expect(list, m, k, n, top)
		if v.name == compactOne {
			list[Differing] = 0 // the linear filter has the same cells
		}
	} else {
		f, err := g.kind(v.name).Build(of.keys, codes, v.at.width, filter.Config{Epsilon: 1.0 / 128, Seed: g.b.seed(v.name, v.at, 1)})
		g.check(err)
		ask = f.Value
		list[BitsPerKey] = float64(g.plan(v.name, n, 7, v.at.width).Bits) / float64(n)
		list[ErrorTheory], list[OverTheory], list[KnownTheory] = 1/top/math.Sqrt(3), 0, 1.0/128
	}
	squares, over, known := 0.0, 0, 0
	for i, c := range of.confidences {
		code, _ := ask(of.keys.At(i))
		if code > codes[i] {
			over++
		}
		squares += (float64(code)/top - c) * (float64(code)/top - c)
	}
	for word := range of.negatives.Each() {
		if _, is := ask(word); is {
			known++
		}
	}
	list[Error], list[Over] = math.Sqrt(squares/float64(n)), float64(over)/float64(n)
	list[Known] = float64(known) / float64(of.negatives.Len())
	return list
}

// expect has what is expected of confidences in m cells. A code is any below the top one as
// likely; an estimate reaches another if keys of that one or more cover all cells. A key's
// quantisation leaves it short of its confidence by anything below a step.
func (g *golden) expect(list map[runfolder.Metric]float64, m, k, n int, top float64) {
	reached := func(code float64, others int) float64 {
		return experimenttest.BloomRate(m, k, int(math.Round(float64(others)*(1-code/top))))
	}
	squares, over := 1.0/3, 0.0
	for own := 0.0; own < top; own++ {
		over += reached(own+1, n-1) / top
		for more := 1.0; own+more <= top; more++ {
			// (more − u)² for a u that is 1/2 on average, less that of one step less.
			squares += 2 * (more - 1) * reached(own+more, n-1) / top
		}
	}
	list[ErrorTheory], list[OverTheory] = math.Sqrt(squares)/top, over
	list[KnownTheory] = reached(1, n)
}

// two compares the Bloom filter of the thesis with cells of one bit.
func (g *golden) two(v visit) map[runfolder.Metric]float64 {
	of, seed := g.b.graded(1), g.b.seed(v.name, v.at, 1)
	plain := experimenttest.Made(g.t, "bloom", filter.Config{Epsilon: math.Exp(-float64(v.at.cells) * math.Ln2 * math.Ln2), Seed: seed}, of.keys.All()...)
	param := map[string]float64{}
	for _, p := range plain.Params() {
		param[p.Name] = p.Value
	}
	c := newCells(int(param["m"]), int(param["k"]), seed)
	for key := range of.keys.Each() {
		c.add(key, 1)
	}
	differing := 0.0
	for _, list := range []*wordlist.List{of.keys, of.negatives} {
		for word := range list.Each() {
			if (c.at(word) > 0) != plain.Contains(word) {
				differing++
			}
		}
	}
	return map[runfolder.Metric]float64{Differing: differing}
}

// sets asks cells of one bit for each of the sets. A key is in 1 set and, with a probability of
// a quarter, in a second one, which is another 7 times in 8.
func (g *golden) sets(v visit) map[runfolder.Metric]float64 {
	of, seed := g.b.graded(1), g.b.seed(v.name, v.at, 1)
	n := of.keys.Len()
	m, k := int(math.Round(float64(v.at.cells*n)*(1+1.0/4*7/8)/8)), bestHashes(v.at.cells)
	surplus, foreign, expected := 0.0, 0.0, 0.0
	for set := range 8 {
		c, members := newCells(m, k, seed), map[string]bool{}
		for i := range n {
			if setsOf(i, seed)>>set&1 == 1 {
				members[of.keys.At(i)] = true
				c.add(of.keys.At(i), 1)
			}
		}
		for key := range of.keys.Each() {
			if members[key] {
				continue
			}
			foreign++
			surplus += float64(c.at(key))
			expected += experimenttest.BloomRate(m, k, len(members))
		}
	}
	return map[runfolder.Metric]float64{
		BitsPerKey: float64(8*m) / float64(n), Surplus: surplus / foreign, SurplusTheory: expected / foreign, Missing: 0, Differing: 0,
	}
}
