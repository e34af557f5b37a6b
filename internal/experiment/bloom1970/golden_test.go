package bloom1970

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
)

// Every counted value of a small run is what a slow computation finds: hash areas are sets of
// numbers, every word is asked for one by one, and rates by theory are those of the paper's
// analysis. A cold lookup is so expensive here that nothing else counts in a total.
func TestGoldenRows(t *testing.T) {
	left := -1
	kinds := stores(&left, dead)
	disk := kinds[1]
	disk.Name, disk.Medium = "leaving", store.Disk
	kinds[2] = disk
	b := prepared(t, New(kinds), small(t, "--store=map,dying,leaving", "--n=1010", "--sample=250", "--seed=6")...)
	for _, s := range b.stores {
		s.proof = measuring.Unproved // there is no disk
	}
	const lookups = 1000
	b.cold = coldCost{1, map[string]*experiment.Measurement{"leaving": {Value: coldNanoseconds * lookups, Ops: lookups}}}
	g := &golden{t, b, map[string]func(string) bool{}}
	timed := []runfolder.Metric{metric.Query, Total, ColdLookup}
	of := func(c runfolder.Cell) (experimenttest.Span, bool) {
		v, known := g.value(c)
		return experimenttest.About(v, 1e-9), known
	}
	experimenttest.Golden(t, New(kinds), timed, 108, experimenttest.Worked{Bench: experimenttest.Omit(b, experimenttest.Timed(timed...)), Of: of})
}

// coldNanoseconds is a cold lookup of thirty years.
const coldNanoseconds = 1e18

// golden is what is known of a bench: its words, of which the first tenth are exceptions.
type golden struct {
	t     *testing.T
	b     *bench
	areas map[string]func(word string) bool // by name and rate
}

func (g *golden) exceptions() []string { return g.b.dictionary.words[:len(g.b.dictionary.words)/10] }

func (g *golden) value(c runfolder.Cell) (float64, bool) {
	rate, _ := strconv.ParseFloat(c.Point.Value(0), 64)
	n := len(g.exceptions())
	size := g.size(c.Filter, rate)
	switch c.Metric {
	case metric.Bits:
		if c.Filter == method1 {
			width, _ := bestCode(n, int(size))
			return float64(int(size) / width * width), true
		}
		return size, true
	case metric.FPRTheory:
		if c.Filter == method1 {
			_, admitted := bestCode(n, int(size))
			return admitted, true
		}
		k := float64(g.hashes(c.Filter, rate))
		return math.Pow(1-math.Pow(1-1/size, k*float64(n)), k), true
	case Saved:
		return 1 - g.share(c.Filter, c.Point, rate), true
	case ColdTotal:
		share := 1.0
		if c.Filter != noFilter {
			share = g.share(c.Filter, c.Point, rate)
		}
		return share * coldNanoseconds / 1000, true
	}
	return 0, false
}

// size is the number of bits that a hash area may take.
func (g *golden) size(name string, rate float64) float64 {
	n := float64(len(g.exceptions()))
	switch name {
	case noFilter:
		return 0
	case rocksdb:
		return math.Round(map[float64]float64{0.5: 1.5, 0.25: 2.9, 0.1: 4.9}[rate] * n)
	case exact:
		return float64(experimenttest.Made(g.t, "hashtable", filter.Config{}, g.exceptions()...).Bits())
	}
	if rate == 1.0/128 { // what Table I has for 50,000 keys
		return math.Round(509_800 * n / 50_000)
	}
	return math.Round(72_800 * math.Log2(1/rate) * n / 50_000)
}

// hashes is the number of bits of a key.
func (g *golden) hashes(name string, rate float64) int {
	if name == rocksdb {
		return map[float64]int{0.5: 1, 0.25: 2, 0.1: 3}[rate] // 1.04, 2.01, 3.4
	}
	return int(math.Log2(1 / rate))
}

// share is that of the words asked on a store that come to it.
func (g *golden) share(name string, at runfolder.Point, rate float64) float64 {
	words, seed := g.b.dictionary.words, experiment.RoundSeed(6, 1)
	if at.Value(1) == "dying" {
		words = g.sample(250, seed)
	}
	area := g.areas[name+at.Value(0)]
	if area == nil {
		switch name {
		case method1:
			area = g.codes(int(g.size(name, rate)), seed)
		case exact:
			known := map[string]bool{}
			for _, word := range g.exceptions() {
				known[word] = true
			}
			area = func(word string) bool { return known[word] }
		default:
			area = g.bits(int(g.size(name, rate)), g.hashes(name, rate), seed)
		}
		g.areas[name+at.Value(0)] = area
	}
	admitted := 0
	for _, word := range words {
		if area(word) {
			admitted++
		}
	}
	return float64(admitted) / float64(len(words))
}

// sample are so many different words that are asked on an expensive store, a tenth of them exceptions.
func (g *golden) sample(n int, seed uint64) []string {
	words, different, exceptions := g.b.dictionary.sample(n, seed).words.All(), map[string]bool{}, 0
	for _, word := range words {
		different[word] = true
		if slices.Contains(g.exceptions(), word) {
			exceptions++
		}
	}
	if len(words) != n || len(different) != n || exceptions != n/10 {
		g.t.Errorf("a sample of %d words, %d different, %d exceptions: want %d, %d of them exceptions", len(words), len(different), exceptions, n, n/10)
	}
	return words
}

// bits is the paper's method 2.
func (g *golden) bits(m, k int, seed uint64) func(word string) bool {
	hash, set := filter.NewHasher(filter.Config{Seed: seed}), map[uint64]bool{}
	of := func(word string) []uint64 { return cells(hash.Sum64(word), m, k) }
	for _, word := range g.exceptions() {
		for _, bit := range of(word) {
			set[bit] = true
		}
	}
	return func(word string) bool {
		for _, bit := range of(word) {
			if !set[bit] {
				return false
			}
		}
		return true
	}
}

// cells are the places of the first probes of a hash among m.
func cells(sum uint64, m, probes int) []uint64 {
	list := filter.Probes(nil, sum, probes)
	for i, probe := range list {
		list[i], _ = bits.Mul64(probe, uint64(m))
	}
	return list
}

// codes is the paper's method 1: the first cell of a word that has its code, or is empty, decides.
func (g *golden) codes(size int, seed uint64) func(word string) bool {
	width, _ := bestCode(len(g.exceptions()), size)
	hash, held := filter.NewHasher(filter.Config{Seed: seed}), map[uint64]uint64{}
	m := size / width
	find := func(word string, put bool) bool {
		sum := hash.Sum64(word)
		code := 1 + filter.Mix(sum)%(1<<width-1)
		for _, cell := range cells(sum, m, m) {
			switch {
			case held[cell] == code:
				return true
			case held[cell] == 0:
				if put {
					held[cell] = code
				}
				return false
			}
		}
		return true
	}
	for _, word := range g.exceptions() {
		find(word, true)
	}
	return func(word string) bool { return find(word, false) }
}

// bestCode is the width of codes that lets the fewest negatives through, by trial, and the share
// that it lets through.
func bestCode(keys, size int) (width int, share float64) {
	share = math.Inf(1)
	for w := 1; w <= 20 && w <= size; w++ {
		cells, stored := float64(size/w), 0.0
		for range keys { // one that finds its code is not stored
			stored += 1 - admitted(stored/cells, w)
		}
		if s := admitted(stored/cells, w); s < share {
			width, share = w, s
		}
	}
	return width, share
}

// admitted is the share s of negatives that meet their code before an empty cell: it is in the
// first cell, or that has another one and all is as before, s = full·own + full·(1 − own)·s.
func admitted(full float64, width int) float64 {
	own := 1 / (math.Pow(2, float64(width)) - 1)
	full = min(1, full)
	return full * own / (1 - full*(1-own))
}
