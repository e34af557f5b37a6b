package sets

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// worked are the values of a round, worked out by other means than those of the bench.
type worked struct {
	testing.TB
	seed   uint64 // of the round
	values experimenttest.Cells
}

func (w *worked) set(name string, at []axis.Place, m runfolder.Metric, value float64) {
	w.values[runfolder.Cell{Filter: name, Metric: m, Point: point(at...)}] = experimenttest.About(value, exactness(m))
}

// point is that of places.
func point(at ...axis.Place) runfolder.Point {
	values := make([]string, len(axes()))
	for _, p := range at {
		values[slices.IndexFunc(axes(), func(a axis.Named) bool { return a.AxisName() == p.Axis })] = p.Text
	}
	return runfolder.At(values...)
}

// value is that of a point on an axis.
func value(p runfolder.Point, a axis.Named) string { return p.Value(slices.Index(axes(), a)) }

// Every counted value of a round is the one that is worked out here: truths by maps,
// filters asked word by word, theory by its formulas.
func TestGoldenRows(t *testing.T) {
	racetest.OneGoroutine(t)
	trees := installed(t)
	p, b := spoken(t, trees), experimenttest.Trials(t, own(trees), "--n=300", "--load=50", "--shared=0.1", "--many=5", "--seed=7")
	few := experimenttest.Omit(b, func(c runfolder.Cell) bool {
		asked := slices.Contains([]string{"", "2", "5"}, value(c.Point, K))
		load := value(c.Point, Load)
		return c.Metric == metric.Query || !asked || c.Filter == egh && load != "" && !slices.Contains([]string{"100", "2400"}, load)
	})

	w := &worked{t, experiment.RoundSeed(7, 1), experimenttest.Cells{}}
	w.estimates(300, 50, 0.1)
	w.generated(5)
	w.languages(p.languages[0].keys.All(), []string{"abba", "baab", "associate"})
	w.ordered()
	w.counts()
	w.thresholds(2, 5)
	w.memories()
	w.zones(20, 480)
	w.lists()
	w.likeness(p.english())
	experimenttest.Golden(t, New(), []runfolder.Metric{metric.Query}, len(w.values), experimenttest.Worked{Bench: few, Of: w.values.Of})
}

// exactness is how far a value may be from the one worked out, as a share of it: theory
// by other sums, all else but for rounding.
func exactness(m runfolder.Metric) float64 {
	switch m {
	case metric.FPRTheory, OftenTheory:
		return 1e-4
	case LayerTheory:
		return 1e-3 // the mean over a filling is of steps there
	}
	return 1e-9
}

// words are those of so many numbers from first on.
func (w *worked) words(seed, first uint64, n int) (list []string) {
	for i := range uint64(n) {
		list = append(list, strconv.FormatUint(filter.Mix(seed+first+i), 36))
	}
	return list
}

// negatives are words that are not keys.
func (w *worked) negatives(n int) []string { return w.words(w.seed, 1<<40, n) }

// build is a filter of the words, for 1 % and room for so many.
func (w *worked) build(name string, seed uint64, room int, words ...string) filter.Filter {
	w.Helper()
	return experimenttest.Made(w, name, filter.Config{Epsilon: 0.01, Seed: seed, Capacity: room}, words...)
}

// share of the words for which a question is answered by yes.
func share(words []string, yes func(word string) bool) float64 {
	n := 0
	for _, word := range words {
		if yes(word) {
			n++
		}
	}
	return float64(n) / float64(len(words))
}

// estimates are those of two sets of n keys: the size of their union that of a filter
// built of it.
func (w *worked) estimates(n, load int, shared float64) {
	seed := w.seed
	for _, of := range []uint64{uint64(n), uint64(load), math.Float64bits(shared)} {
		seed = filter.Mix(seed + of)
	}
	common := int(math.Round(shared * float64(n)))
	one, two := w.words(seed, 0, n), w.words(seed, uint64(n-common), n)
	union := map[string]bool{}
	for _, word := range slices.Concat(one, two) {
		union[word] = true
	}
	var whole []string
	for word := range union {
		whole = append(whole, word)
	}
	inBoth := share(two, func(word string) bool { return slices.Contains(one, word) }) * float64(n)
	at := []axis.Place{N.At(n), Load.At(load), Shared.At(shared)}
	for _, name := range []string{bloom, "partitioned", "blocked", "twoblock", "splitblock", register, blockedG, counting} {
		sized := func(words []string) filter.Sizer { return w.build(name, seed, n*100/load, words...).(filter.Sizer) }
		f := sized(one)
		a, b, u := f.Size(), sized(two).Size(), sized(whole).Size()
		variance := func(n float64) float64 { return math.Pow(f.SizeDeviation(n), 2) }
		deviation := math.Sqrt(variance(u) + 2*variance(a+b-u) - variance(a) - variance(b))
		w.set(name, at, SizeRatio, a/float64(n))
		w.set(name, at, SizeOff, (a-float64(n))/f.SizeDeviation(a))
		w.set(name, at, UnionRatio, u/float64(len(union)))
		w.set(name, at, UnionOff, (u-float64(len(union)))/f.SizeDeviation(u))
		w.set(name, at, CommonRatio, (a+b-u)/inBoth)
		w.set(name, at, CommonOff, (a+b-u-inBoth)/deviation)
		w.set(name, at, metric.FalseNegatives, 0)
		w.set(name, at, UnionDiffers, 0) // the union of bits is that of the keys' bits
	}
}

// generated are sets of 500 keys each.
func (w *worked) generated(n int) {
	w.many([]axis.Place{Sets.At(n)}, w.setsOf(slices.Repeat([]int{500}, n)...)...)
}

// setsOf are sets of so many keys each, which share none.
func (w *worked) setsOf(sizes ...int) (sets [][]string) {
	for i, n := range sizes {
		sets = append(sets, w.words(w.seed, uint64(i)<<20, n))
	}
	return sets
}

// languages are sets of words, some of which are in several.
func (w *worked) languages(sets ...[]string) { w.many(nil, sets...) }

// many asks for the sets of every key and of negatives.
func (w *worked) many(at []axis.Place, sets ...[]string) {
	in := map[string]uint64{} // the sets of a key
	last := map[string]uint64{}
	for i, keys := range sets {
		for _, key := range keys {
			in[key] += 1 << i
			last[key] = 1 << i
		}
	}
	var keys []string
	for key := range in {
		keys = append(keys, key)
	}
	values := func(name string, bits uint64, which func(word string) uint64, right map[string]uint64) {
		w.set(name, at, BitsPerKey, float64(bits)/float64(len(keys)))
		w.set(name, at, NegativeSets, share(w.negatives(20_000), func(word string) bool { return which(word) > 0 }))
		w.set(name, at, WrongSets, share(keys, func(key string) bool { return which(key) != right[key] }))
	}
	var own []filter.Filter
	bits := uint64(0)
	for _, keys := range sets {
		own = append(own, w.build(bloom, w.seed, 0, keys...))
		bits += own[len(own)-1].Bits()
	}
	values(separate, bits, func(word string) (which uint64) {
		for i, f := range own {
			if f.Contains(word) {
				which += 1 << i
			}
		}
		return which
	}, in)
	for name, right := range map[string]map[string]uint64{spatial: last, bank: in, attenuated: in} {
		c := w.classifier(name, sets)
		values(name, c.Bits(), c.Which, right)
	}
}

// classifier is one of the sets, for 1 %.
func (w *worked) classifier(name string, sets [][]string) filter.Classifier {
	w.Helper()
	var lists []*wordlist.List
	for _, keys := range sets {
		lists = append(lists, wordlist.Of(keys...))
	}
	i := slices.IndexFunc(all.Classifiers(), func(s filter.Classifiers) bool { return s.Name == name })
	c, err := all.Classifiers()[i].Build(lists, filter.Config{Epsilon: 0.01, Seed: w.seed})
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// bloomRate is that of a Bloom filter with room for so many keys at 1 % and so many in it.
func bloomRate(room, n int) float64 {
	b := experimenttest.NewBloom(room, 0.01, 0)
	return experimenttest.BloomRate(b.M, b.K, n)
}

// ordered are the rates of each of eight sets.
func (w *worked) ordered() {
	for name, sizes := range map[string][]int{spatial: slices.Repeat([]int{500}, 8), attenuated: {10, 20, 40, 80, 160, 320, 640, 1280}} {
		sets := w.setsOf(sizes...)
		c := w.classifier(name, sets)
		for i, keys := range sets {
			at, only := []axis.Place{Set.At(i + 1)}, uint64(1)<<i
			theory := 0.0
			if name == attenuated { // a level has the size of the fullest
				theory = bloomRate(1280, sizes[i])
			} else { // this set or a later one, and not a later one alone
				theory = bloomRate(8*500, 500*(8-i)) - bloomRate(8*500, 500*(7-i))
			}
			w.set(name, at, Rate, share(w.negatives(20_000), func(word string) bool { return c.Which(word)&only != 0 }))
			w.set(name, at, metric.FPRTheory, theory)
			w.set(name, at, WrongSets, share(keys, func(key string) bool { return c.Which(key) != only }))
		}
	}
}

// counts are those of 4000 keys, a fourth of which came once, twice, …
func (w *worked) counts() {
	const n, most = 4000, 4
	keys := w.words(w.seed, 0, n)
	for _, name := range []string{counting, layered} {
		c := w.build(name, w.seed, n).(filter.Counter)
		for time := range most {
			for i, key := range keys {
				if i%most >= time {
					if err := c.Insert(key); err != nil {
						w.Fatal(err)
					}
				}
			}
		}
		for times := 1; times < most; times++ {
			at := []axis.Place{Times.At(times)}
			var came []string
			for i := times - 1; i < n; i += most {
				came = append(came, keys[i])
			}
			w.set(name, at, TooOften, share(came, func(key string) bool { return c.Count(key) > times }))
			if name == counting { // all others may share its counters
				w.set(name, at, OftenTheory, bloomRate(n, n-1))
				continue
			}
			more := n / most * (most - times) // that came more often
			w.set(name, at, OftenTheory, bloomRate(n, more))
			b := experimenttest.NewBloom(n, 0.01, 0)
			set := func(keys float64) float64 { return 1 - math.Exp(-float64(b.K)*keys/float64(b.M)) }
			either := 0.0
			const step = 10
			for before := step / 2; before < n; before += step { // keys in the first layer when the key came
				share := float64(before) / n
				common := set(share * float64(more)) // bits of keys that are in both layers
				both := common + (1-common)*set(share*float64(n-more))*set((1-share)*float64(more))
				either += (math.Pow(set(float64(before)), float64(b.K)) - math.Pow(both, float64(b.K))) * step / n
			}
			w.set(name, at, LayerTheory, bloomRate(n, more)+either)
		}
	}
}

// thresholds are counting filters of 2^14 counters and a fourth as many keys.
func (w *worked) thresholds(probes ...int) {
	const cells, n = 1 << 14, 1 << 12
	for _, k := range probes {
		c, err := withProbes(k, w.seed) // which has a test of its own
		if err != nil {
			w.Fatal(err)
		}
		m := 0.0
		for _, p := range c.Params() {
			if p.Name == "m" {
				m = p.Value
			}
		}
		for _, key := range w.words(w.seed, 0, n) {
			if err := c.Insert(key); err != nil {
				w.Fatal(err)
			}
		}
		least, exactly := 1.0, math.Pow(1-1/m, float64(k*n)) // the probabilities of least or more, of exactly so many
		for count := 1; count <= 3; count++ {
			least -= exactly
			exactly *= float64(k*n-count+1) / float64(count) / (m - 1)
			name, at := "threshold"+strconv.Itoa(count), []axis.Place{K.At(k)}
			w.set(name, at, Rate, share(w.negatives(20_000), func(word string) bool { return c.Count(word) >= count }))
			w.set(name, at, metric.FPRTheory, math.Pow(least, float64(k)))
		}
	}
}

// memories are filters of 10,000 keys at the least rate, to a hundredth of it, that fits.
func (w *worked) memories() {
	const n = 10_000
	at := []axis.Place{N.At(n)}
	for name, room := range map[string]float64{bloom: 10, register: 10, blockedG: 10, counting: 40, multipartition: 40} {
		s := experimenttest.Must(all.ByName(name))(w)
		epsilon := experimenttest.Must(fitting(s, room))(w)
		fits := func(epsilon float64) bool {
			p, err := s.Plan(n, filter.Config{Epsilon: epsilon})
			return err == nil && float64(p.Bits) <= room*n
		}
		if !fits(epsilon) || fits(epsilon/1.011) {
			w.Errorf("%s: %v is not the least rate in %v bits per key", name, epsilon, room)
		}
		built, err := s.Build(wordlist.Of(w.words(w.seed, 0, n)...), filter.Config{Epsilon: epsilon, Seed: w.seed})
		if err != nil {
			w.Fatal(err)
		}
		theory := built.Theory()
		if name == bloom {
			theory = experimenttest.BloomRate(int(built.Bits()), int(built.Params()[1].Value), n)
		}
		w.set(name, at, Rate, share(w.negatives(20_000), built.Contains))
		w.set(name, at, metric.FPRTheory, theory)
		w.set(name, at, BitsPerKey, float64(built.Bits())/n)
	}
}

// zones are sets of so many of 100,000 numbers, exact up to 20 of them: a number seems to
// be in where it shares its remainder of every prime with an element.
func (w *worked) zones(elements ...int) {
	const universe, exact = 100_000, 20
	var primes []int
	wanted := new(big.Int).Exp(big.NewInt(universe), big.NewInt(exact), nil)
	for p, product := 2, big.NewInt(1); product.Cmp(wanted) < 0; p++ {
		if big.NewInt(int64(p)).ProbablyPrime(0) {
			primes = append(primes, p)
			product.Mul(product, big.NewInt(int64(p)))
		}
	}
	for _, n := range elements {
		random := rand.New(rand.NewPCG(w.seed, 'z'))
		in := map[int]bool{}
		for len(in) < n {
			in[int(random.Uint64N(universe))] = true
		}
		theory := 1.0
		taken := make([][]bool, len(primes))
		for i, p := range primes {
			taken[i] = make([]bool, p)
			for x := range in {
				taken[i][x%p] = true
			}
			theory *= 1 - math.Pow(1-(universe/float64(p)-1)/(universe-1), float64(n))
		}
		if n <= exact {
			theory = 0
		}
		wrong := 0
	numbers:
		for x := range universe {
			for i, p := range primes {
				if !taken[i][x%p] {
					continue numbers
				}
			}
			if !in[x] {
				wrong++
			}
		}
		at := []axis.Place{Load.At(n * 100 / exact)}
		w.set(egh, at, Rate, float64(wrong)/float64(universe-n))
		w.set(egh, at, metric.FPRTheory, theory)
	}
}

// lists are exact structures of some of 20,000 words.
func (w *worked) lists() {
	const universe = 20_000
	for _, n := range []int{10, 30, 100, 300} {
		negatives := w.negatives(universe - n)
		for _, name := range []string{egh, "bitset", "cascade"} {
			f := experimenttest.Made(w, name, filter.Config{Seed: w.seed, Universe: wordlist.Of(negatives...)}, w.words(w.seed, 0, n)...)
			at := []axis.Place{N.At(n)}
			w.set(name, at, metric.FalsePositives, share(negatives, f.Contains)*float64(len(negatives)))
			w.set(name, at, BitsPerKey, float64(f.Bits())/float64(n))
		}
	}
}

// likeness are answers to edited words, which have a test of their own.
func (w *worked) likeness(words *wordlist.List) {
	seen, never := drawnWords(words, w.seed)
	for _, name := range []string{fly, bloom} {
		novelty := w.novelty(name, seen.All()...)
		for edits := range 7 {
			r, sum := rand.New(rand.NewPCG(w.seed, uint64(edits))), 0.0
			for _, word := range seen.All() {
				sum += novelty(edited(word, edits, r))
			}
			w.set(name, []axis.Place{Edits.At(edits)}, NoveltyMean, sum/200)
		}
		sum := 0.0
		for _, word := range never.All() {
			sum += novelty(word)
		}
		w.set(name, nil, Unseen, sum/200)
		w.set(name, nil, Familiar, share(never.All(), func(word string) bool { return novelty(word) == 0 }))
		var alike, known []float64
		r := rand.New(rand.NewPCG(w.seed, 'l'))
		for i := range 60 {
			word := seen.At(i)
			other := edited(word, i%6+1, r)
			alike, known = append(alike, alikeness(word, other)), append(known, 1-w.novelty(name, word)(other))
		}
		w.set(name, nil, Likeness, correlation(alike, known))
	}
}

// novelty is that of words to one that has seen some.
func (w *worked) novelty(name string, seen ...string) func(word string) float64 {
	w.Helper()
	if name == bloom {
		f := w.build(bloom, w.seed, 200, seen...)
		return func(word string) float64 { return 1 - share([]string{word}, f.Contains) }
	}
	f, err := all.Novelties()[0].Build(wordlist.Of(seen...), filter.Config{Epsilon: 0.01, Seed: w.seed, Capacity: 200})
	if err != nil {
		w.Fatal(err)
	}
	return f.Novelty
}

// alikeness is the share of the pairs of neighbours, ends of the word included, that two
// words have in common.
func alikeness(one, other string) float64 {
	in := map[string]int{}
	for bit, word := range []string{"^" + one + "$", "^" + other + "$"} {
		for i := range len(word) - 1 {
			in[word[i:i+2]] |= 1 << bit
		}
	}
	common := 0
	for _, words := range in {
		common += bits.OnesCount(uint(words)) - 1
	}
	return float64(common) / float64(len(in))
}

// correlation is that of two lists, 0 where one of them does not vary.
func correlation(x, y []float64) float64 {
	n, sx, sy, xx, yy, xy := float64(len(x)), 0.0, 0.0, 0.0, 0.0, 0.0
	for i := range x {
		sx, sy = sx+x[i], sy+y[i]
		xx, yy, xy = xx+x[i]*x[i], yy+y[i]*y[i], xy+x[i]*y[i]
	}
	if n*yy == sy*sy {
		return 0
	}
	return (n*xy - sx*sy) / math.Sqrt((n*xx-sx*sx)*(n*yy-sy*sy))
}
