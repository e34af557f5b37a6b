package space

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// goldenSeed is that of the run.
const goldenSeed = 7

// goldenCell is what a cell is of, found anew from its columns.
type goldenCell struct {
	name    string
	n       int
	epsilon float64 // 0 of exact structures
	filter  filter.Filter
	words   experimenttest.Words // the further ones are the second set with the second half of the keys
	passed  int                  // of the negatives; −1 until they are asked
}

// goldenSet is a set of keys with its negatives.
type goldenSet struct{ n, negatives int }

// golden finds what cells are of, each once.
type golden struct {
	t     *testing.T
	cells map[runfolder.Cell]*goldenCell // without a metric
	words map[goldenSet]experimenttest.Words
}

func (g golden) of(c runfolder.Cell) *goldenCell {
	g.t.Helper()
	c.Metric = ""
	if r := g.cells[c]; r != nil {
		return r
	}
	n, err := axis.ParseCount(c.Point.Value(0))
	if err != nil {
		g.t.Fatal(err)
	}
	set := goldenSet{n, 200_000}
	if c.Point.Value(1) == "0.00001" {
		set.negatives = 900_000 // nine are expected
	}
	if _, known := g.words[set]; !known {
		g.words[set] = experimenttest.WordsOf(goldenSeed, 1, n, (n+1)/2, set.negatives)
	}
	r := &goldenCell{name: c.Filter, n: n, passed: -1, words: g.words[set]}
	if text := c.Point.Value(1); text != "" {
		rate, err := axis.ParseRate(text)
		if err != nil {
			g.t.Fatal(err)
		}
		r.epsilon = rate.Float()
	}
	config := filter.Config{Epsilon: r.epsilon, Seed: experiment.RoundSeed(goldenSeed, 1), Universe: wordlist.Of(r.words.Negatives...)}
	r.filter = experimenttest.Made(g.t, c.Filter, config, r.words.Keys...)
	g.cells[c] = r
	return r
}

// bloom is a Bloom filter of the cell's size with words in it.
func (r *goldenCell) bloom(words ...string) *experimenttest.Bloom {
	b := experimenttest.NewBloom(r.n, r.epsilon, experiment.RoundSeed(goldenSeed, 1))
	b.Add(words...)
	return b
}

// admitted counts the negatives that pass, one by one: of a Bloom filter by the bits of the
// keys, of others by asking one that is built anew.
func (r *goldenCell) admitted() int {
	if r.passed >= 0 {
		return r.passed
	}
	passes := r.filter.Contains
	if r.name == bloom || r.name == counting {
		passes = r.bloom(r.words.Keys...).Admits
	}
	known := map[string]bool{}
	for _, key := range r.words.Keys {
		known[key] = true
	}
	r.passed = 0
	for _, word := range r.words.Negatives {
		if !known[word] && passes(word) {
			r.passed++
		}
	}
	return r.passed
}

// rate is the share of them.
func (r *goldenCell) rate() float64 { return float64(r.admitted()) / float64(len(r.words.Negatives)) }

// bits are the nominal ones by the formula of the structure, of those without one as
// they are.
func (r *goldenCell) bits() float64 {
	switch r.name {
	case bloom:
		return float64(r.bloom().M)
	case counting:
		return 8 * math.Ceil(float64(r.bloom().M)/2) // four bits a counter, in whole bytes
	case cuckoo:
		buckets, f := experimenttest.CuckooShape(r.n, r.epsilon)
		return 4 * buckets * f
	}
	return float64(r.filter.Bits())
}

// theory is the rate by the formula of the structure.
func (r *goldenCell) theory(t *testing.T) float64 {
	t.Helper()
	switch r.name {
	case bloom, counting:
		b := r.bloom()
		return experimenttest.BloomRate(b.M, b.K, r.n)
	case cuckoo:
		buckets, f := experimenttest.CuckooShape(r.n, r.epsilon)
		return experimenttest.CuckooRate(buckets, f, r.n)
	}
	t.Errorf("the test has no formula for %s", r.name)
	return math.NaN()
}

// cuckooFull is the load at which a table of 2^16 entries refuses a key, kept as a list for
// each bucket: a key goes to the end of its first bucket or of its second, or drives out an
// entry at random of one at random, which goes to its other bucket, 500 times at most.
func cuckooFull(entries int, r *rand.Rand) float64 {
	const places = 1 << 16
	n := uint64(places / entries)
	table := make([][][2]uint64, n)
	for in := 0; ; in++ {
		key := [2]uint64{r.Uint64N(n), r.Uint64N(n)}
		at := key[0]
		if len(table[at]) == entries {
			at = key[1]
		}
		if len(table[at]) == entries {
			at = key[r.IntN(2)]
		}
		for moves := 0; len(table[at]) == entries; moves++ {
			if moves == 500 {
				return float64(in) / places
			}
			which := r.IntN(entries)
			key, table[at][which] = table[at][which], key
			if key[0] == at {
				at = key[1]
			} else {
				at = key[0]
			}
		}
		table[at] = append(table[at], key)
	}
}

// thrown throws the keys of a counting filter with k = 1, 2, … 16 probes into 2^19
// counters, counts anew those of the least count or more, and walks over the rates: down
// to the best k and up behind it.
func thrown(least int, r *rand.Rand) (best, wrong int) {
	counts := make([]int, 1<<19)
	rates := []float64{1} // of no probe
	for k := 1; k <= 16; k++ {
		for range len(counts) / 4 {
			counts[r.IntN(len(counts))]++
		}
		large := 0
		for _, c := range counts {
			if c >= least {
				large++
			}
		}
		rates = append(rates, math.Pow(float64(large)/float64(len(counts)), float64(k)))
		if best == 0 || rates[k] < rates[best] {
			best = k
		}
	}
	for k := 2; k <= 16; k++ {
		if k <= best && rates[k] >= rates[k-1] || k > best && rates[k] <= rates[k-1] {
			wrong++
		}
	}
	return best, wrong
}

// zone are the wrong answers of a filter for 20 of the numbers below 466,921: by tests of
// groups, it admits a number that has the remainder of an element for each of the first
// primes of which the product is 466,921^20 or more.
func zone(elements int, r *rand.Rand) (admitted int) {
	const u = 466_921
	in := map[uint64]bool{}
	for len(in) < elements {
		in[uint64(r.IntN(u))] = true
	}
	candidates := make([]bool, u)
	for x := range candidates {
		candidates[x] = true
	}
	most := new(big.Int).Exp(big.NewInt(u), big.NewInt(20), nil)
	product := big.NewInt(1)
	for p := int64(2); product.Cmp(most) < 0; p++ {
		if !big.NewInt(p).ProbablyPrime(0) {
			continue
		}
		product.Mul(product, big.NewInt(p))
		taken := make([]bool, p)
		for x := range in {
			taken[x%uint64(p)] = true
		}
		for x := range candidates {
			candidates[x] = candidates[x] && taken[x%int(p)]
		}
	}
	for x, is := range candidates {
		if is && !in[uint64(x)] {
			admitted++
		}
	}
	return admitted
}

// Every counted value of tiny runs is worked out by other means. The set of 100,001 keys
// has the memory in use while a filter is built; odd sets are not halved evenly.
func TestGoldenRows(t *testing.T) {
	g := golden{t, map[runfolder.Cell]*goldenCell{}, map[goldenSet]experimenttest.Words{}}
	exactly := experimenttest.Exactly
	trial := func() *rand.Rand { return rand.New(rand.NewPCG(experiment.RoundSeed(goldenSeed, 1), 1)) }
	number := func(c runfolder.Cell, list []int, kind string) int {
		for _, n := range list {
			if c.Filter == named(kind, n) {
				return n
			}
		}
		t.Errorf("%s is none of %s %v", c.Filter, kind, list)
		return list[0]
	}
	turns := map[string][2]int{} // the best k and the wrong turns
	valley := func(c runfolder.Cell, which int) experimenttest.Span {
		if _, known := turns[c.Filter]; !known {
			best, wrong := thrown(number(c, []int{1, 2, 3}, threshold), trial())
			turns[c.Filter] = [2]int{best, wrong}
		}
		return exactly(float64(turns[c.Filter][which]))
	}
	work := experimenttest.Metrics{
		BitsPerKey: func(c runfolder.Cell) experimenttest.Span {
			if c.Point == "" { // a bit for each number
				return exactly(float64(number(c, []int{2, 10}, bitArray)))
			}
			r := g.of(c)
			return exactly(r.bits() / float64(r.n))
		},
		Rate: func(c runfolder.Cell) experimenttest.Span { return exactly(g.of(c).rate()) },
		metric.FPRTheory: func(c runfolder.Cell) experimenttest.Span {
			return experimenttest.About(g.of(c).theory(t), 1e-4) // sums of signs, and an expansion of them
		},
		Overhead: func(c runfolder.Cell) experimenttest.Span {
			r := g.of(c)
			rate := r.rate()
			if r.admitted() < 100 {
				rate = r.theory(t)
			}
			return experimenttest.About(r.bits()/float64(r.n)/-math.Log2(rate)-1, 1e-4)
		},
		metric.FalseNegatives: func(c runfolder.Cell) experimenttest.Span {
			if c.Point == "" {
				return exactly(0) // an element has its own remainders, or its own bit
			}
			lost := 0
			for _, key := range g.of(c).words.Keys {
				if !g.of(c).filter.Contains(key) {
					lost++
				}
			}
			return exactly(float64(lost))
		},
		metric.FalsePositives: func(c runfolder.Cell) experimenttest.Span {
			if strings.HasPrefix(c.Filter, bitArray) {
				return exactly(0)
			}
			if c.Point == "" {
				return exactly(float64(zone(number(c, []int{20, 400}, egh), trial())))
			}
			return exactly(float64(g.of(c).admitted()))
		},
		BitsSet: func(c runfolder.Cell) experimenttest.Span {
			r := g.of(c)
			return exactly(r.bloom(r.words.Keys...).Share())
		},
		SetSecond: func(c runfolder.Cell) experimenttest.Span {
			r := g.of(c)
			return exactly(r.bloom(slices.Concat(r.words.Keys[(r.n+1)/2:], r.words.Further)...).Share())
		},
		SetUnion: func(c runfolder.Cell) experimenttest.Span {
			r := g.of(c)
			return exactly(r.bloom(slices.Concat(r.words.Keys, r.words.Further)...).Share())
		},
		FullAt: func(c runfolder.Cell) experimenttest.Span {
			return exactly(cuckooFull(number(c, []int{1, 2, 4, 8}, buckets), trial()))
		},
		BestProbes: func(c runfolder.Cell) experimenttest.Span { return valley(c, 0) },
		WrongTurns: func(c runfolder.Cell) experimenttest.Span { return valley(c, 1) },
		HeldPerKey: g.held,
		PeakPerKey: g.held,
	}
	run := func(flags ...string) experimenttest.Worked {
		return experimenttest.Worked{Bench: prepared(t, append(flags, "--reps=2", "--seed=7")...), Of: work.Of}
	}
	experimenttest.Golden(t, New(), []runfolder.Metric{metric.Build}, 76,
		run("--filter=map,cascade,bloom,counting,cuckoo", "--n=301", "--eps=10%"),
		run("--filter=bloom", "--n=301", "--eps=0.00001%"), // of which no negative is seen to be admitted
		run("--filter=bloom", "--n=301", "--eps=0.001%"),   // of which some are, too few for their logarithm
		run("--filter=bloom", "--n=100001", "--eps=10%"),
	)
}

// held are the bits per key that a structure may keep. A map keeps the keys and a string for
// each, in up to four times the room.
func (g golden) held(c runfolder.Cell) experimenttest.Span {
	r := g.of(c)
	n, may := float64(r.n), experimenttest.Held(r.bits())
	if c.Filter == "map" {
		text := 0.0
		for _, key := range r.words.Keys {
			text += 8*float64(len(key)) + 128
		}
		may = experimenttest.Span{Low: text, High: experimenttest.Held(4 * text).High}
	}
	return experimenttest.Span{Low: may.Low / n, High: may.High / n}
}
