package thesis

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
)

const (
	goldenSeed    = 6
	goldenEpsilon = 0.2
	goldenOwn     = 201 // exceptions, of which one half is larger than the other
)

// goldenRun is a run over a list whose words are known.
type goldenRun struct {
	t       *testing.T
	keys    []string // the words of the exceptions
	own     map[string]bool
	words   []string // the list
	filled  func(key string) string
	reaches func(key string) bool // the threshold, where there is one

	cell runfolder.Cell
}

// ownWord is word i of the list; the first ones are exceptions with a break behind "zq".
func ownWord(i int) string { return "zq" + experimenttest.Letters(i) + "vw" }

// seed is that of a structure in the first round.
func (g goldenRun) seed() uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %s\n", experiment.RoundSeed(goldenSeed, 1), g.cell.Filter, g.cell.Point)
	return h.Sum64()
}

// fill are the keys of the filter.
func (g goldenRun) fill() (list []string) {
	for _, key := range g.keys {
		list = append(list, g.filled(key))
	}
	return list
}

// bloom is a Bloom filter for all keys of the run, with some of them in it. One that grades
// them is one of those that reach the threshold.
func (g goldenRun) bloom(keys ...string) *experimenttest.Bloom {
	b := experimenttest.NewBloom(len(g.keys), goldenEpsilon, g.seed())
	for _, key := range keys {
		if g.cell.Filter != "linear" || g.reaches(key) {
			b.Add(key)
		}
	}
	return b
}

// made is the structure of the cell.
func (g goldenRun) made() filter.Filter {
	g.t.Helper()
	return experimenttest.Made(g.t, g.cell.Filter, filter.Config{Epsilon: goldenEpsilon, Seed: g.seed()}, g.fill()...)
}

// isKey reports whether a word is an exception.
func (g goldenRun) isKey(word string) bool {
	for _, key := range g.keys {
		if key == word {
			return true
		}
	}
	return false
}

// admits is the answer of the structure of the cell: by the bits of its keys, or of one
// that is made anew.
func (g goldenRun) admits() func(word string) bool {
	switch g.cell.Filter {
	case NoFilter, "map":
		return g.isKey
	case cuckoo, literalBloom:
		return g.made().Contains
	}
	return g.bloom(g.fill()...).Admits // no key is deleted yet
}

// without deletes keys and reports how many were not found, and the answer then. A filter
// that counts is one of the keys left; deletedset has a second one of what was deleted.
func (g goldenRun) without(deleted map[string]bool) (missing int, admits func(string) bool) {
	var left []string
	for _, key := range g.keys {
		if !deleted[key] {
			left = append(left, key)
		}
	}
	switch g.cell.Filter {
	case "map":
		return 0, func(word string) bool { return g.isKey(word) && !deleted[word] }
	case "counting":
		return 0, g.bloom(left...).Admits
	case cuckoo:
		f := g.made()
		for _, key := range g.keys {
			if deleted[key] && !f.(filter.Deleter).Delete(key) {
				missing++
			}
		}
		return missing, f.Contains
	}
	g.t.Errorf("the test cannot delete from %s", g.cell.Filter)
	return 0, nil
}

// afterDeletions are the keys lost when a random half of them, the larger one, is deleted in
// random order.
func (g goldenRun) afterDeletions() (lost int) {
	order := rand.New(rand.NewPCG(g.seed(), uint64(len(g.keys)))).Perm(len(g.keys))
	first := order[:(len(order)+1)/2]
	if g.cell.Filter == "deletedset" {
		gone := experimenttest.NewBloom(len(g.keys), goldenEpsilon, filter.Mix(^g.seed()))
		for i, key := range order {
			taken := gone.Admits(g.keys[key])
			if taken {
				lost++
			}
			if i < len(first) && !taken {
				gone.Add(g.keys[key])
			}
		}
		return lost
	}
	deleted := map[string]bool{}
	for _, key := range first {
		deleted[g.keys[key]] = true
	}
	lost, admits := g.without(deleted)
	for _, key := range g.keys {
		if !deleted[key] && !admits(key) {
			lost++
		}
	}
	return lost
}

// removedAdmitted are those of every other key that pass when they are deleted. A filter
// with a second one of deleted keys denies all of them.
func (g goldenRun) removedAdmitted() (admitted int) {
	if g.cell.Filter == "deletedset" {
		return 0
	}
	deleted := map[string]bool{}
	for i := 0; i < len(g.keys); i += 2 {
		deleted[g.keys[i]] = true
	}
	_, admits := g.without(deleted)
	for key := range deleted {
		if admits(key) {
			admitted++
		}
	}
	return admitted
}

// afterForeign are the keys lost when as many other words of the list are deleted, in its
// order, from a random one on.
func (g goldenRun) afterForeign() (lost int) {
	f, first := g.made(), rand.New(rand.NewPCG(g.seed(), uint64(len(g.words)))).IntN(len(g.words))
	var foreign []string
	for _, word := range slices.Concat(g.words[first:], g.words[:first]) {
		if word = strings.ToLower(word); !g.isKey(word) {
			foreign = append(foreign, word)
		}
	}
	for _, word := range foreign[:min(len(foreign), len(g.keys))] {
		f.(filter.Deleter).Delete(word)
	}
	for _, key := range g.keys {
		if !f.Contains(key) {
			lost++
		}
	}
	return lost
}

// reads are the bits that queries of some words read, of those that k seeded hash functions
// of the keys set: up to the first that is not set.
func (g goldenRun) reads(words []string) float64 {
	b, h := experimenttest.NewBloom(len(g.keys), goldenEpsilon, 0), filter.NewHasher(filter.Config{Seed: g.seed()})
	position := func(word string, j int) uint64 {
		i, _ := bits.Mul64(h.Nth(word, j), uint64(b.M))
		return i
	}
	set := map[uint64]bool{}
	for _, key := range g.keys {
		for j := range b.K {
			set[position(key, j)] = true
		}
	}
	read := 0
	for _, word := range words {
		for j := range b.K {
			read++
			if !set[position(word, j)] {
				break
			}
		}
	}
	return float64(read) / float64(len(words))
}

// Every counted value of three tiny runs is worked out by other means: with the exceptions
// in a store that counts its look-ups, with a threshold, and with filters filled with
// hyphenated keys, which deny plain ones. Nothing is timed here.
func TestGoldenRows(t *testing.T) {
	plain := goldenRun{t: t, own: map[string]bool{}, filled: func(key string) string { return key }, reaches: func(string) bool { return true }}
	var exceptions []string
	for i := range goldenOwn {
		exceptions = append(exceptions, "zq-"+strings.TrimPrefix(ownWord(i), "zq"))
		plain.keys = append(plain.keys, ownWord(i))
		plain.own[ownWord(i)] = true
	}
	for i := range 3 * goldenOwn { // a third of them are keys, some are there twice
		plain.words = append(plain.words, ownWord(i))
		if i%5 == 0 {
			plain.words = append(plain.words, strings.ToUpper(ownWord(i)))
		}
	}
	own := experimenttest.File(t, []string{"\\hyphenation{" + strings.Join(exceptions, "\n") + "}"})
	flags := func(more ...string) []string {
		return append([]string{"--words=" + experimenttest.File(t, plain.words), "--exceptions=" + own, "--eps=0.2", "--reps=2", fmt.Sprintf("--seed=%d", goldenSeed)}, more...)
	}

	files := experimenttest.Must(corpus.LoadFiles(""))(t)
	hyphenex := experimenttest.Must(files.Load())(t)
	graded := plain
	graded.keys = append(hyphenex.Keys().All(), plain.keys...)
	graded.reaches = func(key string) bool { return !graded.own[key] } // those of hyphenex alone
	hyphenated := plain
	hyphenated.filled = func(key string) string { return "zq\u2027" + strings.TrimPrefix(key, "zq") }

	some := map[runfolder.Metric]float64{} // what is not 0
	run := func(g goldenRun, stores []store.Kind, flags []string) experimenttest.Worked {
		b := experimenttest.Must(preparedWith(t, stores, flags...))(t)
		return experimenttest.Worked{Bench: experimenttest.Omit(b, experimenttest.Timed(timed()...)), Of: g.work(some).Of}
	}
	experimenttest.Golden(t, New(), timed(), 72,
		run(plain, []store.Kind{store.Map()}, flags("--filter=bloom,bloom-literal,cuckoo,counting,deletedset,map", "--store=map")),
		run(graded, nil, flags("--exceptions=../../../data/hyphenex.tex", "--filter=linear:0.9")),
		run(hyphenated, nil, flags("--filter=bloom", "--filter-keys=hyphenated")),
	)
	for _, m := range []runfolder.Metric{Accesses, metric.FalsePositives, metric.FalseNegatives, AfterDeletions, OverestimatedKeys, RemovedAdmitted, AfterForeign} {
		if some[m] == 0 {
			t.Errorf("%s is 0 everywhere: nothing is said of it", m)
		}
	}
}

// work is what is worked out for a run. some has the sums of it.
func (g goldenRun) work(some map[runfolder.Metric]float64) experimenttest.Metrics {
	exactly := func(of func(goldenRun) float64) func(runfolder.Cell) experimenttest.Span {
		return func(c runfolder.Cell) experimenttest.Span {
			at := g
			at.cell = runfolder.Cell{Filter: c.Filter, Point: c.Point}
			v := of(at)
			some[c.Metric] += v
			return experimenttest.Exactly(v)
		}
	}
	count := func(words []string, is func(word string) bool) (n float64) {
		for _, word := range words {
			if is(word) {
				n++
			}
		}
		return n
	}
	return experimenttest.Metrics{
		Accesses: exactly(func(g goldenRun) float64 { // a word is looked up in lower case
			if g.cell.Filter == NoFilter {
				return float64(len(g.words))
			}
			admits := g.admits()
			return count(g.words, func(word string) bool { return admits(strings.ToLower(word)) })
		}),
		metric.FalsePositives: exactly(func(g goldenRun) float64 {
			admits := g.admits()
			return count(g.words, func(word string) bool { return admits(strings.ToLower(word)) && !g.isKey(strings.ToLower(word)) })
		}),
		metric.FalseNegatives: exactly(func(g goldenRun) float64 { // those below the threshold are denied by design
			admits := g.admits()
			return count(g.keys, func(key string) bool { return g.reaches(key) && !admits(key) })
		}),
		OverestimatedKeys: exactly(func(g goldenRun) float64 {
			admits := g.admits()
			return count(g.keys, func(key string) bool { return !g.reaches(key) && admits(key) })
		}),
		AfterDeletions:  exactly(func(g goldenRun) float64 { return float64(g.afterDeletions()) }),
		RemovedAdmitted: exactly(func(g goldenRun) float64 { return float64(g.removedAdmitted()) }),
		AfterForeign:    exactly(func(g goldenRun) float64 { return float64(g.afterForeign()) }),
		KeyReads:        exactly(func(g goldenRun) float64 { return g.reads(g.keys) }),
		NegativeReads: exactly(func(g goldenRun) float64 {
			var others []string
			for _, word := range g.words {
				if word = strings.ToLower(word); !g.isKey(word) {
					others = append(others, word)
				}
			}
			return g.reads(others)
		}),
		LoadLimit: exactly(func(g goldenRun) float64 {
			table, taken := g.made().(filter.Inserter), len(g.keys)
			for !errors.Is(table.Insert(fmt.Sprintf("filling%d", taken-len(g.keys))), filter.ErrFull) {
				taken++
			}
			buckets, _ := experimenttest.CuckooShape(len(g.keys), goldenEpsilon)
			return float64(taken) / (4 * buckets)
		}),
		metric.Bits: exactly(goldenRun.bits),
		metric.ResidentBits: func(c runfolder.Cell) experimenttest.Span {
			at := g
			at.cell = runfolder.Cell{Filter: c.Filter, Point: c.Point}
			may := experimenttest.Held(at.bits())
			if c.Filter == NoFilter || c.Filter == "map" { // dictionaries have room for more
				may.High *= 2
			}
			return may
		},
		metric.FPRTheory: func(c runfolder.Cell) experimenttest.Span {
			n := int(count(g.keys, g.reaches))
			switch b := experimenttest.NewBloom(len(g.keys), goldenEpsilon, 0); c.Filter {
			case "map":
				return experimenttest.Exactly(0)
			case cuckoo:
				buckets, f := experimenttest.CuckooShape(len(g.keys), goldenEpsilon)
				return experimenttest.Exactly(experimenttest.CuckooRate(buckets, f, n))
			default:
				return experimenttest.About(experimenttest.BloomRate(b.M, b.K, n), 1e-6)
			}
		},
	}
}

// bits are the nominal ones by the formula of the structure, of those without one as they
// are when they are made anew.
func (g goldenRun) bits() float64 {
	m := float64(experimenttest.NewBloom(len(g.keys), goldenEpsilon, 0).M)
	switch g.cell.Filter {
	case NoFilter:
		var list []knuthliang.Exception
		for _, key := range g.keys {
			list = append(list, knuthliang.Exception{Word: key, Breaks: []int{2}})
		}
		return 8 * float64(knuthliang.NewStore(list).Bytes())
	case bloom, literalBloom:
		return m
	case "counting": // four bits a counter, in whole bytes
		return 8 * math.Ceil(m/2)
	case "deletedset": // the second filter is in whole bytes
		return m + 8*math.Ceil(m/8)
	case cuckoo:
		buckets, f := experimenttest.CuckooShape(len(g.keys), goldenEpsilon)
		return 4 * buckets * f
	}
	return float64(g.made().Bits())
}
