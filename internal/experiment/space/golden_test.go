package space

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
	"hyphbench/internal/workload"
)

// goldenCell is what a cell is of, found anew from its columns.
type goldenCell struct {
	n         int
	epsilon   float64 // 0 of exact structures
	config    filter.Config
	structure filter.Structure
	filter    filter.Filter
	keys      *wordlist.List
	further   *wordlist.List // with the second half of the keys the second set
	strangers *wordlist.List

	m, k   int // of a Bloom filter
	passed int // of the strangers; −1 until they are asked
}

// golden finds what cells are of, each once.
type golden struct {
	t     *testing.T
	cells map[runfolder.Cell]*goldenCell // without a metric
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
	r := &goldenCell{n: n, passed: -1}
	if text := c.Point.Value(1); text != "" {
		rate, err := axis.ParseRate(text)
		if err != nil {
			g.t.Fatal(err)
		}
		r.epsilon = rate.Float()
		// m = ⌈n·log2(1/ε)/ln 2⌉ and k = ⌊(m/n)·ln 2⌋
		r.m = int(math.Ceil(float64(n) * math.Log2(1/r.epsilon) / math.Ln2))
		r.k = int(float64(r.m) / float64(n) * math.Ln2)
	}
	var flags workload.Flags
	if err := flags.N.Set(c.Point.Value(0)); err != nil {
		g.t.Fatal(err)
	}
	work, err := flags.Load()
	if err != nil {
		g.t.Fatal(err)
	}
	seed := roundSeed()
	words := filter.Mix(seed + uint64(n))
	r.keys, r.strangers, r.further = work.Keys(n, words), work.Strangers(n, words, 200_000), work.Further(n, words, (n+1)/2)
	r.config = filter.Config{Epsilon: r.epsilon, Seed: seed, Universe: r.strangers}
	if r.structure, err = all.ByName(c.Filter); err != nil {
		g.t.Fatal(err)
	}
	if r.filter, err = r.structure.Build(r.keys, r.config); err != nil {
		g.t.Fatal(err)
	}
	g.cells[c] = r
	return r
}

// roundSeed decides all that is random in the first round of a run with the seed 7.
func roundSeed() uint64 { return filter.Mix(filter.Mix(7) + 1) }

// probes are the bits of a word in a Bloom filter of m bits.
func (r *goldenCell) probes(word string) (list []uint64) {
	hash := filter.NewHasher(r.config)
	h := hash.Sum64(word)
	for range r.k {
		bit, _ := bits.Mul64(h, uint64(r.m))
		list = append(list, bit)
		h *= filter.ProbeStep
	}
	return list
}

// set are the bits that words set, and their number.
func (r *goldenCell) set(words []string) (in []bool, ones int) {
	in = make([]bool, r.m)
	for _, w := range words {
		for _, bit := range r.probes(w) {
			if !in[bit] {
				ones++
			}
			in[bit] = true
		}
	}
	return in, ones
}

// shareSet is how many of the bits are set by the words.
func (r *goldenCell) shareSet(words ...string) experimenttest.Span {
	_, ones := r.set(words)
	return experimenttest.Exactly(float64(ones) / float64(r.m))
}

// admitted counts the strangers that pass, one by one: of a Bloom filter by the bits of the
// keys, of others by asking one that is built anew.
func (r *goldenCell) admitted() int {
	if r.passed >= 0 {
		return r.passed
	}
	passes := r.filter.Contains
	if r.structure.Name == bloom || r.structure.Name == counting {
		in, _ := r.set(r.keys.All())
		passes = func(word string) bool {
			return !slices.ContainsFunc(r.probes(word), func(bit uint64) bool { return !in[bit] })
		}
	}
	known := map[string]bool{}
	for _, key := range r.keys.All() {
		known[key] = true
	}
	r.passed = 0
	for _, word := range r.strangers.All() {
		if !known[word] && passes(word) {
			r.passed++
		}
	}
	return r.passed
}

// rate is the share of them.
func (r *goldenCell) rate() float64 { return float64(r.admitted()) / 200_000 }

// cuckooShape are the buckets of four entries and the bits of a fingerprint.
func (r *goldenCell) cuckooShape() (buckets, f float64) {
	return math.Exp2(math.Ceil(math.Log2(float64(r.n) / 0.94 / 4))), math.Ceil(math.Log2(1/r.epsilon) + 3)
}

// bits are the nominal ones by the formula of the structure, of those without one as
// they are.
func (r *goldenCell) bits() float64 {
	switch buckets, f := r.cuckooShape(); r.structure.Name {
	case bloom:
		return float64(r.m)
	case counting:
		return 8 * math.Ceil(float64(r.m)/2) // four bits a counter, in whole bytes
	case cuckoo:
		return 4 * buckets * f
	}
	return float64(r.filter.Bits())
}

// theory is the rate by the formula of the structure: of a Bloom filter the mean of
// (X/m)^k over the X bits that kn throws hit. By inclusion and exclusion all of j bits are
// hit with Σ(−1)^i·C(j,i)·(1 − i/m)^kn, and of k throws j different ones are meant with
// S(k,j)·m(m − 1)…(m − j + 1)/m^k.
func (r *goldenCell) theory(t *testing.T) float64 {
	t.Helper()
	switch r.structure.Name {
	case cuckoo:
		buckets, f := r.cuckooShape()
		return -math.Expm1(float64(r.n) * math.Log1p(-2/(buckets*(math.Exp2(f)-1))))
	case bloom, counting:
	default:
		t.Errorf("the test has no formula for %s", r.structure.Name)
	}
	m, k := int64(r.m), r.k
	ways := make([]int64, k+1) // S(k, j): the last of k throws joins one of j, or is of its own
	ways[0] = 1
	for range k {
		for j := k; j > 0; j-- {
			ways[j] = int64(j)*ways[j] + ways[j-1]
		}
		ways[0] = 0
	}
	rate, different := exactFloat(0), exactFloat(1)
	for j := 1; j <= k; j++ {
		different.Mul(different, exactFloat(m-int64(j)+1))
		hit := exactFloat(0)
		for i := range j + 1 {
			term := power(new(big.Float).Quo(exactFloat(m-int64(i)), exactFloat(m)), k*r.n)
			term.Mul(term, exactFloat(new(big.Int).Binomial(int64(j), int64(i)).Int64()))
			if i%2 == 1 {
				term.Neg(term)
			}
			hit.Add(hit, term)
		}
		term := new(big.Float).Mul(exactFloat(ways[j]), different)
		rate.Add(rate, term.Mul(term, hit))
	}
	v, _ := rate.Quo(rate, power(exactFloat(m), k)).Float64()
	return v
}

// exactFloat is a number with digits to spare for sums that cancel.
func exactFloat(v int64) *big.Float { return new(big.Float).SetPrec(256).SetInt64(v) }

func power(x *big.Float, n int) *big.Float {
	v := exactFloat(1)
	for square := new(big.Float).Copy(x); n > 0; n /= 2 {
		if n%2 == 1 {
			v.Mul(v, square)
		}
		square.Mul(square, square)
	}
	return v
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

// Every counted value of a tiny run is worked out by other means. The set of 100,001 keys
// has the memory in use while a filter is built; odd sets are not halved evenly.
func TestGoldenRows(t *testing.T) {
	g := golden{t, map[runfolder.Cell]*goldenCell{}}
	exactly := experimenttest.Exactly
	trial := func() *rand.Rand { return rand.New(rand.NewPCG(roundSeed(), 1)) }
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
	work := map[runfolder.Metric]func(runfolder.Cell) experimenttest.Span{
		BitsPerKey: func(c runfolder.Cell) experimenttest.Span { r := g.of(c); return exactly(r.bits() / float64(r.n)) },
		Rate:       func(c runfolder.Cell) experimenttest.Span { return exactly(g.of(c).rate()) },
		metric.FPRTheory: func(c runfolder.Cell) experimenttest.Span {
			return experimenttest.About(g.of(c).theory(t), 1e-4) // sums of signs, and an expansion of them
		},
		Overhead: func(c runfolder.Cell) experimenttest.Span {
			r := g.of(c)
			rate := r.rate()
			if rate == 0 {
				rate = r.theory(t)
			}
			return experimenttest.About(r.bits()/float64(r.n)/-math.Log2(rate)-1, 1e-4)
		},
		metric.FalseNegatives: func(c runfolder.Cell) experimenttest.Span {
			if c.Point == "" {
				return exactly(0) // an element has its own remainders
			}
			lost := 0
			for _, key := range g.of(c).keys.All() {
				if !g.of(c).filter.Contains(key) {
					lost++
				}
			}
			return exactly(float64(lost))
		},
		metric.FalsePositives: func(c runfolder.Cell) experimenttest.Span {
			if c.Point == "" {
				return exactly(float64(zone(number(c, []int{20, 400}, egh), trial())))
			}
			return exactly(float64(g.of(c).admitted()))
		},
		BitsSet: func(c runfolder.Cell) experimenttest.Span { r := g.of(c); return r.shareSet(r.keys.All()...) },
		SetSecond: func(c runfolder.Cell) experimenttest.Span {
			r := g.of(c)
			return r.shareSet(append(r.keys.All()[(r.n+1)/2:], r.further.All()...)...)
		},
		SetUnion: func(c runfolder.Cell) experimenttest.Span {
			r := g.of(c)
			return r.shareSet(append(r.keys.All(), r.further.All()...)...)
		},
		FullAt: func(c runfolder.Cell) experimenttest.Span {
			return exactly(cuckooFull(number(c, []int{1, 2, 4, 8}, buckets), trial()))
		},
		BestProbes: func(c runfolder.Cell) experimenttest.Span { return valley(c, 0) },
		WrongTurns: func(c runfolder.Cell) experimenttest.Span { return valley(c, 1) },
		HeldPerKey: g.held,
		PeakPerKey: g.held,
	}
	small := prepared(t, "--filter=map,cascade,bloom,counting,cuckoo", "--n=301", "--eps=0.00001%,10%", "--reps=2", "--seed=7")
	large := prepared(t, "--filter=bloom", "--n=100001", "--eps=10%", "--reps=2", "--seed=7")
	experimenttest.Golden(t, New(), []runfolder.Metric{metric.Build}, work, small, large)
}

// held are the bits a key that a structure may keep: no fewer than its words have, and an
// eighth more where the allocator rounds, with 2 KiB for headers. A map keeps the keys and a
// string for each, in up to four times the room.
func (g golden) held(c runfolder.Cell) experimenttest.Span {
	r := g.of(c)
	n := float64(r.n)
	const headers = 8 * 2048
	if c.Filter != "map" {
		return experimenttest.Span{Low: r.bits() / n, High: (1.15*r.bits() + headers) / n}
	}
	text := 0.0
	for _, key := range r.keys.All() {
		text += 8*float64(len(key)) + 128
	}
	return experimenttest.Span{Low: text / n, High: (4*text + headers) / n}
}
