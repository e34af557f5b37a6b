package space

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/sample"
)

// place is a point as numbers.
type place struct {
	at      runfolder.Point
	n       int
	epsilon float64 // asked for, as a share; 0 of exact structures
}

// where chooses places.
type where func(place) bool

func near(rate float64) where {
	return func(p place) bool { return math.Abs(p.epsilon-rate) < tiny }
}
func approximate(p place) bool { return p.epsilon > 0 }

// number is what a structure's metric has at a point; NaN for what the run does not
// hold.
type number func(filter string, m runfolder.Metric, p place) float64

// leanOf are the bits for each of log2(1/ε) of a structure that agrees with most of
// what is claimed of it, 0 of others.
func leanOf(filter string) float64 {
	const b = 1 / math.Ln2
	switch filter {
	case compaction:
		return 3
	case bloom, independent, double, enhanced, triple:
		return b
	case blocked:
		return 1.32 * b
	case counting:
		return 4 * b
	case three:
		return 3 * b
	case dleft:
		return 2 * b
	case vicbf:
		return 3.2 * b
	case quotient:
		return 1.35
	case cuckoo, prefix:
		return 1.30
	case semisort:
		return 1.2
	case xor:
		return 1.23
	case fuse:
		return 1.125
	case fuse4:
		return 1.075
	case ribbon128:
		return 1.05
	case burr:
		return 1.005
	}
	return 0
}

// asClaimed are rows that agree with most of the claims: every rate is the one asked
// for.
func asClaimed(filter string, m runfolder.Metric, p place) float64 {
	if p == (place{}) {
		return triedAsClaimed()[runfolder.Cell{Filter: filter, Metric: m}]
	}
	if p.epsilon == 0 {
		size := map[string]float64{goMap: 500, hashtable: 400, redblack: 384, trie: 150, linkedList: 224, cascade: 14, clubcard: 7}[filter]
		switch {
		case size > 0 && (m == BitsPerKey || m == HeldPerKey && size > 100):
			return size
		case m == metric.FalsePositives && (filter == cascade || filter == clubcard):
			return 0
		}
		return math.NaN()
	}
	information := math.Log2(1 / p.epsilon)
	bits := leanOf(filter) * information
	switch filter {
	case onehash:
		bits = -1 / math.Log1p(-p.epsilon)
	case golomb:
		bits = information + 1.4
	}
	if filter == compactionLists && m == HeldPerKey {
		return 84
	}
	if bits == 0 {
		return math.NaN()
	}
	if filter == bloom {
		switch m {
		case BitsSet, SetSecond:
			return setBy(p, float64(p.n))
		case SetUnion:
			return setBy(p, 1.5*float64(p.n))
		}
	}
	switch m {
	case BitsPerKey:
		return bits
	case Overhead:
		return bits/information - 1
	case Rate, metric.FPRTheory:
		return p.epsilon
	}
	return math.NaN()
}

// setBy is the share of the bits that so many keys set in a Bloom filter for those of
// a point, whose estimate is just that number.
func setBy(p place, keys float64) float64 {
	information := math.Log2(1 / p.epsilon)
	return -math.Expm1(-math.Floor(information) * keys / (float64(p.n) * information / math.Ln2))
}

// triedAsClaimed are the rows of the constructions that agree with the claims.
func triedAsClaimed() map[runfolder.Cell]float64 {
	of := func(kind string, number int, m runfolder.Metric) runfolder.Cell {
		return runfolder.Cell{Filter: named(kind, number), Metric: m}
	}
	return map[runfolder.Cell]float64{
		of(buckets, 1, FullAt): 0.52, of(buckets, 2, FullAt): 0.88, of(buckets, 4, FullAt): 0.96, of(buckets, 8, FullAt): 0.99,
		of(threshold, 1, BestProbes): 3, of(threshold, 2, BestProbes): 4, of(threshold, 3, BestProbes): 5,
		of(threshold, 1, WrongTurns): 0, of(threshold, 2, WrongTurns): 0, of(threshold, 3, WrongTurns): 0,
		of(egh, eghElements, metric.FalsePositives): 0, of(egh, eghElements, metric.FalseNegatives): 0,
		of(bitArray, 2, BitsPerKey): 2, of(bitArray, 2, metric.FalsePositives): 0, of(bitArray, 2, metric.FalseNegatives): 0,
		of(bitArray, 10, BitsPerKey): 9.5, of(bitArray, 10, metric.FalsePositives): 0, of(bitArray, 10, metric.FalseNegatives): 0,
		of(egh, eghTooMany, metric.FalsePositives): 7, of(egh, eghTooMany, metric.FalseNegatives): 0,
	}
}

// doctored is a run of such numbers at every n and ε. The rates of one round in two
// are a little higher, of the others lower, so that their mean has an error: its
// 99.9 % interval is 1.6 in 10,000 wide, to either side.
func doctored(t *testing.T, rounds int, of number) *claim.Data {
	t.Helper()
	counts, asked := []int{1753, 10_000, 100_000, 1_000_000}, []axis.Rate{axis.Per / 1000, axis.Per / 100, axis.Per / 20, axis.Per / 5}
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "space", Design: runfolder.Interleaved, State: runfolder.Finished, Reps: rounds,
		Filters: []string{goMap, hashtable, redblack, trie, linkedList, compaction, compactionLists, cascade, clubcard, bloom, onehash, blocked, golomb, cuckoo, semisort, counting, three, dleft, vicbf,
			quotient, prefix, xor, fuse, fuse4, ribbon128, burr, independent, double, enhanced, triple},
		Axes:   []axis.Axis{axis.Counts(string(N), counts), axis.Rates(asked)},
		Inputs: []runfolder.Input{{Role: "words", Count: 466_550}, {Role: "exceptions", Count: 1753}},
	}}
	add := func(p place) {
		for round := 1; round <= rounds; round++ {
			for _, filter := range run.Meta.Filters {
				for _, m := range []runfolder.Metric{BitsPerKey, Overhead, Rate, metric.FPRTheory, metric.FalsePositives, HeldPerKey, BitsSet, SetSecond, SetUnion} {
					v := of(filter, m, p)
					rate := m == Rate || m == metric.FPRTheory // others do not depend on the hash function
					if math.IsNaN(v) || m == HeldPerKey && round > 1 || !rate && round > 2 {
						continue
					}
					if m == Rate {
						v *= 1 + 1e-4*float64(1-2*(round%2))
					}
					run.Rows = append(run.Rows, runfolder.Row{Round: round, Session: 1, Filter: filter, Metric: m, Point: p.at, Value: v, Ops: 1, CPU: runfolder.NoCPU})
				}
			}
		}
	}
	for _, n := range counts {
		text := run.Meta.Axes[0].Values[map[int]int{1753: 0, 10_000: 1, 100_000: 2, 1_000_000: 3}[n]]
		add(place{at: runfolder.At(text, ""), n: n})
		for _, rate := range asked {
			add(place{at: runfolder.At(text, rate.String()), n: n, epsilon: rate.Float()})
		}
	}
	for c := range triedAsClaimed() {
		for round := 1; round <= 2; round++ {
			if v := of(c.Filter, c.Metric, place{}); !math.IsNaN(v) {
				run.Rows = append(run.Rows, runfolder.Row{Round: round, Session: 1, Filter: c.Filter, Metric: c.Metric, Value: v, Ops: 1, CPU: runfolder.NoCPU})
			}
		}
	}
	samples := experimenttest.Must(sample.New(run))(t)
	return &claim.Data{Summary: &report.Summary{Run: run, Meta: &run.Meta, Samples: samples}} // without the tables of a page
}

// change is another number in place of what was claimed.
type change func(filter string, m runfolder.Metric, p place, v float64) float64

// set replaces one metric of a structure in a region.
func set(filter string, m runfolder.Metric, in where, v float64) change {
	return func(f string, name runfolder.Metric, p place, old float64) float64 {
		if f == filter && name == m && in(p) {
			return v
		}
		return old
	}
}

// without drops a structure.
func without(filter string) change {
	return func(f string, _ runfolder.Metric, _ place, old float64) float64 {
		if f == filter {
			return math.NaN()
		}
		return old
	}
}

// unmeasured drops a metric in a region.
func unmeasured(m runfolder.Metric, in where) change {
	return func(_ string, name runfolder.Metric, p place, old float64) float64 {
		if name == m && in(p) {
			return math.NaN()
		}
		return old
	}
}

func same(_ string, _ runfolder.Metric, _ place, old float64) float64 { return old }

// one is a single point.
func one(n int, epsilon float64) where {
	return func(p place) bool { return p.n == n && math.Abs(p.epsilon-epsilon) < tiny }
}

func everywhere(place) bool { return true }

// tried1 replaces a metric of a construction.
func tried1(kind string, number int, m runfolder.Metric, v float64) change {
	return set(named(kind, number), m, func(p place) bool { return p == (place{}) }, v)
}

// further sets more bits in a region than one filter in a thousand may have: 2·√(kn)
// away from the mean.
func further(in where) change {
	return func(f string, m runfolder.Metric, p place, old float64) float64 {
		if f != bloom || m != BitsSet || !in(p) {
			return old
		}
		information := math.Log2(1 / p.epsilon)
		bits, throws := float64(p.n)*information/math.Ln2, float64(p.n)*math.Floor(information)
		return old + 2*math.Sqrt(throws)/bits
	}
}

// codes makes the rate of hash compaction so many times that of its codes; by theory it is
// n times that.
func codes(times float64) change {
	return func(f string, m runfolder.Metric, p place, old float64) float64 {
		if f != compaction || p.epsilon == 0 {
			return old
		}
		one := math.Exp2(-planned(compaction, p.n, p.epsilon, "l"))
		switch m {
		case Rate:
			return times * one
		case metric.FPRTheory:
			return float64(p.n) * one
		}
		return old
	}
}

// wholeBits drops the Bloom and counting filters, whose k is rounded down: the others hold
// their rates at every whole per cent.
func wholeBits(f string, m runfolder.Metric, p place, v float64) float64 {
	c := then(without(bloom), without(counting), without(three))
	for _, name := range append([]string{double, enhanced, triple}, independent) {
		c = then(c, without(name))
	}
	return c(f, m, p, v)
}

// forOnePercent is the overhead of a structure of so many bits per key at a rate of 1 %.
func forOnePercent(bits float64) float64 { return bits/math.Log2(100) - 1 }

// planned is a parameter that a structure plans, NaN where it has none.
func planned(name string, n int, epsilon float64, param string) float64 {
	s, err := all.ByName(name)
	if err != nil {
		return math.NaN()
	}
	plan, err := s.Plan(n, filter.Config{Epsilon: epsilon})
	if err != nil {
		return math.NaN()
	}
	for _, p := range plan.Params {
		if p.Name == param {
			return p.Value
		}
	}
	return math.NaN()
}

// then makes one change after another.
func then(changes ...change) change {
	return func(f string, m runfolder.Metric, p place, v float64) float64 {
		for _, c := range changes {
			v = c(f, m, p, v)
		}
		return v
	}
}

// Every claim is supported just inside of what it says, contradicted just outside,
// at one point alone where it is about all, and not tested without its rows.
func TestEdges(t *testing.T) {
	const b = 1 / math.Ln2
	bits := func(epsilon float64) float64 { return b * math.Log2(1/epsilon) }
	middle := one(100_000, 0.05)
	bound := math.Pow(-math.Expm1(-6*(100_000+0.5)/(bits(0.01)*100_000-1)), 6)
	zeros := 1 - setBy(place{n: 100_000, epsilon: 0.05}, 100_000)
	atLarge := func(p place) bool { return p.n == 1_000_000 }
	r := planned(burr, 1_000_000, 0.05, "r")
	seen := map[string]bool{}
	for _, c := range []struct {
		id                      string
		inside, outside, lacked change
	}{
		{"A1", set(bloom, Overhead, one(1753, 0.01), forOnePercent(9.999)), set(bloom, Overhead, one(1753, 0.01), forOnePercent(10.001)), without(bloom)},
		{"A1", same, set(bloom, Overhead, one(1753, 0.01), forOnePercent(11)), // one size alone
			unmeasured(Overhead, func(p place) bool { return p.n != 1753 && math.Abs(p.epsilon-0.01) < tiny })},
		{"A2", set(bloom, Overhead, one(1_000_000, 0.01), forOnePercent(9.6*1.009)), set(bloom, Overhead, one(1_000_000, 0.01), forOnePercent(9.6*0.989)), without(bloom)},
		{"A3", set(bloom, BitsPerKey, one(10_000, 0.001), bits(0.01)+4.8*1.019), set(bloom, BitsPerKey, one(10_000, 0.001), bits(0.01)+4.8*1.021),
			unmeasured(BitsPerKey, near(0.001))},
		{"A3", set(bloom, Rate, one(10_000, 0.001), 0.00103), set(bloom, Rate, one(10_000, 0.001), 0.00107), unmeasured(Rate, near(0.001))}, // bits for less than a tenth
		{"A4", set(bloom, Overhead, middle, 0.459), set(bloom, Overhead, middle, 0.461), without(bloom)},
		{"A4", set(bloom, Overhead, middle, 0.421), set(bloom, Overhead, middle, 0.419), without(bloom)},
		{"A6", set(blocked, BitsPerKey, middle, 1.369*bits(0.05)), set(blocked, BitsPerKey, middle, 1.371*bits(0.05)), without(blocked)},
		{"A6", set(blocked, BitsPerKey, middle, 1.271*bits(0.05)), set(blocked, BitsPerKey, middle, 1.269*bits(0.05)), without(bloom)},
		{"A7", set(golomb, BitsPerKey, middle, math.Log2(20)+1.499), set(golomb, BitsPerKey, middle, math.Log2(20)+1.501), without(golomb)},
		{"A8", set(xor, Overhead, middle, b-1.0001), set(xor, Overhead, middle, b-0.9999), without(xor)},
		{"A10", set(three, BitsPerKey, middle, 2.951*bits(0.05)), set(three, BitsPerKey, middle, 2.949*bits(0.05)), without(three)},
		{"A10", set(counting, BitsPerKey, middle, 4.049*bits(0.05)), set(counting, BitsPerKey, middle, 4.051*bits(0.05)), without(counting)},
		{"A12", set(dleft, Overhead, middle, 4*0.599*b-1), set(dleft, Overhead, middle, 4*0.601*b-1), without(dleft)},
		{"A12", set(dleft, Overhead, middle, 4*0.1*b-1), set(dleft, Overhead, approximate, 4*0.601*b-1), without(counting)},
		{"A13", set(vicbf, Overhead, middle, 4*b*0.8999-1), set(vicbf, Overhead, middle, 4*b*0.9001-1), without(vicbf)},
		{"A14", set(bloom, BitsSet, middle, 0.599), set(bloom, BitsSet, middle, 0.601), without(bloom)},
		{"A14", set(bloom, BitsSet, one(1753, 0.01), 0.401), set(bloom, BitsSet, one(1753, 0.01), 0.399), unmeasured(BitsSet, everywhere)},
		{"A15", set(onehash, BitsPerKey, middle, 2.01*bits(0.05)), set(onehash, BitsPerKey, middle, 1.99*bits(0.05)), without(onehash)},
		{"A15", set(onehash, Rate, middle, 0.0599), set(onehash, Rate, middle, 0.0601), without(onehash)},
		{"A16", set(bloom, Rate, one(100_000, 0.01), bound*1.0001), set(bloom, Rate, one(100_000, 0.01), bound*1.0003), without(bloom)},
		{"A17", set(bloom, metric.FPRTheory, middle, 0.06), then(set(bloom, metric.FPRTheory, middle, 0.06), set(bloom, metric.FPRTheory, one(1753, 0.01), 0.02)), without(bloom)}, // of 16 intervals one may miss, two may not
		{"A18", set(burr, Overhead, middle, -0.0099), set(burr, Overhead, middle, -0.0101), unmeasured(Overhead, everywhere)},
		{"A19", same, set(cascade, metric.FalsePositives, one(10_000, 0), 1), without(cascade)},
		{"A20", set(bloom, BitsSet, middle, setBy(place{n: 100_000, epsilon: 0.05}, 100_900)), set(bloom, BitsSet, middle, setBy(place{n: 100_000, epsilon: 0.05}, 98_900)), unmeasured(BitsSet, everywhere)},
		{"A21", set(bloom, SetUnion, middle, setBy(place{n: 100_000, epsilon: 0.05}, 148_600)), set(bloom, SetUnion, middle, setBy(place{n: 100_000, epsilon: 0.05}, 151_600)), unmeasured(SetUnion, everywhere)},
		{"A22", set(bloom, SetUnion, middle, setBy(place{n: 100_000, epsilon: 0.05}, 149_100)), set(bloom, SetUnion, middle, setBy(place{n: 100_000, epsilon: 0.05}, 148_900)), unmeasured(SetSecond, everywhere)},
		{"A22", set(bloom, SetSecond, middle, setBy(place{n: 100_000, epsilon: 0.05}, 99_100)), set(bloom, SetSecond, middle, setBy(place{n: 100_000, epsilon: 0.05}, 98_900)), unmeasured(BitsPerKey, everywhere)},
		{"A23", tried1(threshold, 3, BestProbes, 4.01), tried1(threshold, 3, BestProbes, 4), without(named(threshold, 2))},
		{"A23", tried1(threshold, 1, BestProbes, 1.01), tried1(threshold, 1, BestProbes, 1), unmeasured(WrongTurns, everywhere)},
		{"A23", same, tried1(threshold, 2, WrongTurns, 1), unmeasured(BestProbes, everywhere)},
		{"A24", tried1(egh, eghTooMany, metric.FalsePositives, 1000), tried1(egh, eghElements, metric.FalsePositives, 1), without(named(egh, eghElements))},
		{"A24", same, tried1(egh, eghElements, metric.FalseNegatives, 1), unmeasured(metric.FalseNegatives, everywhere)},
		// Of 32 filters one pair may be beyond what one in a hundred is, two may not.
		{"A28", tried1(bitArray, 2, BitsPerKey, 1.001*math.Log2(5)/math.Ln2-0.01), tried1(bitArray, 2, BitsPerKey, 1.001*math.Log2(5)/math.Ln2), without(named(bitArray, 2))},
		{"A28", same, tried1(bitArray, 2, metric.FalsePositives, 1), without(bloom)},
		{"A28", same, tried1(bitArray, 2, metric.FalseNegatives, 1), unmeasured(BitsPerKey, everywhere)},
		{"A29", tried1(bitArray, 2, BitsPerKey, 5), tried1(bitArray, 10, BitsPerKey, 10), without(named(bitArray, 10))},
		{"A25", further(one(100_000, 0.05)), further(func(p place) bool { return p.n == 100_000 && p.epsilon >= 0.05-tiny }), unmeasured(BitsSet, everywhere)},
		{"A25", same, further(approximate), unmeasured(BitsSet, func(p place) bool { return p.n > 1753 })},
		{"A26", set(triple, Rate, middle, 0.05*1.0501), set(triple, Rate, middle, 0.05*1.0503), without(independent)},
		{"A26", set(double, Rate, one(1753, 0.01), 0.02), set(double, Rate, one(10_000, 0.01), 0.02), unmeasured(Rate, everywhere)},
		{"A27", set(trie, HeldPerKey, one(100_000, 0), 2.01*bits(0.001)), set(trie, HeldPerKey, one(100_000, 0), 1.99*bits(0.001)), unmeasured(HeldPerKey, everywhere)},
		{"A27", set(redblack, HeldPerKey, one(1753, 0), bits(0.001)), set(bloom, BitsPerKey, one(10_000, 0.001), 76), without(bloom)},
		{"A27", without(trie), set(linkedList, HeldPerKey, one(10_000, 0), 1.99*bits(0.001)), unmeasured(HeldPerKey, everywhere)},
		{"R1", set(xor, Rate, middle, 0.05*1.0003), set(xor, metric.FPRTheory, everywhere, 0.02), unmeasured(metric.FPRTheory, everywhere)},
		{"R2", then(wholeBits, set(xor, Rate, middle, 0.05*1.0501)), then(wholeBits, set(xor, Rate, middle, 0.05*1.0503)), unmeasured(Rate, everywhere)},
		{"R2", wholeBits, same, then(wholeBits, unmeasured(Rate, func(p place) bool { return p.n > 0 }))},
		{"TS3", set(counting, Overhead, middle, b-0.9999), set(counting, Overhead, middle, b-1.0001), without(counting)},
		{"TS4", set(quotient, Overhead, middle, b-0.9999), set(quotient, Overhead, middle, b-1.0001), without(quotient)},
		{"TS5", func(_ string, m runfolder.Metric, p place, old float64) float64 {
			if one(1753, 0)(p) {
				return min(old, 8.2)
			}
			return old
		}, same, unmeasured(BitsPerKey, one(1753, 0))},
		{"TS6", set(cuckoo, Overhead, middle, 4*b-1.0001), set(cuckoo, Overhead, middle, 4*b-0.9999), without(counting)},
		{"TS7", set(bloom, Overhead, middle, b-1.0099), set(bloom, Overhead, middle, b-1.0101), without(bloom)},
		{"TS8", set(goMap, HeldPerKey, atLarge, 999), set(goMap, HeldPerKey, atLarge, 1001), unmeasured(HeldPerKey, atLarge)},
		{"TS8", then(without(goMap), without(trie)), set(trie, HeldPerKey, atLarge, 301), unmeasured(HeldPerKey, everywhere)},
		{"TS8", set(linkedList, HeldPerKey, one(1753, 0), 447), set(linkedList, HeldPerKey, one(1753, 0), 449), unmeasured(HeldPerKey, atLarge)},
		{"TS9", set(bloom, Rate, middle, 0.05*1.049), set(bloom, Rate, middle, 0.05*1.051), without(bloom)},
		{"TS10", set(bloom, BitsSet, middle, 1-zeros*1.009), set(bloom, BitsSet, middle, 1-zeros*1.011), without(bloom)},
		{"TS11", tried1(threshold, 1, BestProbes, 2), tried1(threshold, 1, BestProbes, 4), without(named(threshold, 1))},
		{"TS14", codes(1), codes(1.02), without(compaction)},
		{"TS15", set(compactionLists, HeldPerKey, one(1753, 0.05), 167), set(compactionLists, HeldPerKey, one(1753, 0.05), 169), unmeasured(HeldPerKey, atLarge)},
		{"P1", set(xor, Overhead, middle, 0.259), set(xor, Overhead, middle, 0.261), without(xor)},
		{"P2", set(fuse, Overhead, one(1_000_000, 0.05), 0.1349), set(fuse, Overhead, one(1_000_000, 0.05), 0.1351), unmeasured(Overhead, atLarge)},
		{"P3", set(fuse4, Overhead, one(1_000_000, 0.05), 0.0849), set(fuse4, Overhead, one(1_000_000, 0.05), 0.0851), unmeasured(Overhead, atLarge)},
		{"P4", set(ribbon128, Overhead, middle, 0.0999), set(ribbon128, Overhead, middle, 0.1001), without(ribbon128)},
		{"P5", set(burr, BitsPerKey, one(1_000_000, 0.05), r*1.0099), set(burr, BitsPerKey, one(1_000_000, 0.05), r*1.0101), unmeasured(BitsPerKey, atLarge)},
		{"P6", set(prefix, Overhead, one(100_000, 0.01), b-1.0001), set(prefix, Overhead, one(100_000, 0.01), b-0.9999), without(prefix)},
		{"P7", set(prefix, Overhead, one(100_000, 0.01), 1.35*1.149-1), set(prefix, Overhead, one(100_000, 0.01), 1.35*1.151-1), without(prefix)},
		{"P7", set(prefix, Overhead, one(100_000, 0.01), 1.35*0.851-1), set(prefix, Overhead, one(100_000, 0.01), 1.35*0.849-1), without(quotient)},
		{"P9", tried1(buckets, 2, FullAt, 0.8401), tried1(buckets, 2, FullAt, 0.8399), without(named(buckets, 8))},
		{"P9", tried1(buckets, 4, FullAt, 0.9999), tried1(buckets, 4, FullAt, 1.0001), unmeasured(FullAt, everywhere)},
		{"P10", set(ribbon128, Overhead, middle, b*0.7499-1), set(ribbon128, Overhead, middle, b*0.7501-1), without(bloom)},
		{"P10", set(ribbon128, Overhead, middle, b*0.6501-1), set(ribbon128, Overhead, middle, b*0.6499-1), without(ribbon128)},
		{"P8", set(clubcard, BitsPerKey, one(10_000, 0), 13.9), set(clubcard, BitsPerKey, one(10_000, 0), 14), without(clubcard)},
	} {
		seen[c.id] = true
		rounds := 2
		if slices.Contains([]string{"A16", "A17", "A26", "R1", "R2"}, c.id) { // by intervals
			rounds = leastHashes
		}
		for _, e := range []struct {
			change change
			want   claim.Verdict
		}{{c.inside, claim.Supported}, {c.outside, claim.Contradicted}, {c.lacked, claim.NotTested}} {
			r := judged(doctored(t, rounds, func(f string, m runfolder.Metric, p place) float64 { return e.change(f, m, p, asClaimed(f, m, p)) }), c.id)
			if r.CannotFail != "" && e.want == claim.Supported {
				e.want = claim.ByConstruction
			}
			if r.Verdict != e.want {
				t.Errorf("%s: %s, want %s: %s (%s)", c.id, r.Verdict, e.want, r.Effect, r.Why)
			}
			if r.NotTested != "" && !strings.Contains(r.Why, "the run ") {
				t.Errorf("%s: not tested because %q", c.id, r.Why)
			}
		}
	}
	for _, c := range claims() {
		if !seen[c.ID] && !slices.Contains([]string{"A9", "A11", "TS12", "TS13"}, c.ID) { // of plans (TestWhenFull)
			t.Errorf("%s has no edges", c.ID)
		}
	}
}

// judged is the verdict on one claim.
func judged(d *claim.Data, id string) claim.Result {
	for _, c := range claims() {
		if c.ID == id {
			return claim.Evaluate(d.Summary, []claim.Claim{c})[0]
		}
	}
	return claim.Result{Verdict: "no such claim"}
}

// Rates of fewer hash functions have no interval.
func TestFewHashFunctions(t *testing.T) {
	d := doctored(t, leastHashes-1, asClaimed)
	for _, id := range []string{"A16", "A17", "A26", "R1", "R2"} {
		if r := judged(d, id); r.Verdict != claim.NotTested {
			t.Errorf("%s: %s of %d hash functions", id, r.Verdict, leastHashes-1)
		}
	}
}

// The reasons name what decides.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		id, want string
		change   change
	}{
		{"TS5", "of 201,753 words, the least that a structure for all sets can have (a number for each set takes no more): it is the lower bound; the smallest, clubcard, has 7.00", same},
		{"A18", "least of burr, n = 10,000, ε = ", same},
		{"A7", "so at 11 of 12 points; nearest to the edge, or furthest beyond it, at n = 100,000, ε = 5 %, 1.6", set(golomb, BitsPerKey, one(100_000, 0.05), math.Log2(20)+1.6)},
		{"A8", "xor has fewer bits per key for the requested rate at 12 of 12", same},
		{"R2", "by theory above at 21 of 440, largest 1.085 × of bloom-enhanced, ε = 13 %", same},
		{"TS8", "furthest apart: trie, from 150 to 151 bits over n = 10,000 to 1,000,000", set(trie, HeldPerKey, one(1_000_000, 0), 151)},
		{"R2", "largest of xor, n = 100,000, ε = 5 %", set(xor, Rate, one(100_000, 0.05), 0.06)},
	} {
		r := judged(doctored(t, 10, func(f string, m runfolder.Metric, p place) float64 { return c.change(f, m, p, asClaimed(f, m, p)) }), c.id)
		if !strings.Contains(r.Why, c.want) {
			t.Errorf("%s: %q, want %q", c.id, r.Why, c.want)
		}
	}
}

// logChoose is that of small numbers.
func TestLogChoose(t *testing.T) {
	if got := logChoose(10, 3); math.Abs(got-math.Log2(120)) > 1e-9 {
		t.Errorf("log2 C(10, 3) = %v", got)
	}
}

// The plans of a full table decide: at which rates it is smaller, and where a power of two
// spoils it. Without the one of the two the claim is not tested.
func TestWhenFull(t *testing.T) {
	d := doctored(t, 2, asClaimed)
	for _, c := range []struct {
		id      string
		verdict claim.Verdict
		lacks   string
		want    []string
	}{
		{"A9", claim.Supported, cuckoo, []string{"smaller at 12 of 12 ε"}},
		{"A11", claim.Contradicted, bloom, []string{"smaller at 5 of 12 ε, at all up to 0.2 % and at none above 0.2 %; cuckoo / bloom is 0.8896 to 1.395, most at ε = 20 %"}},
		{"TS12", claim.Supported, bloom, []string{"smaller at 5 of 9 ε, at all up to 0.2 % and at none above 0.2 %; cuckoo / bloom is 0.9414 to 1.299, most at ε = 2.9 %", "a power of two spoils it at 0.1 %", "at 1 %, where a full table is larger too"}},
		{"TS13", claim.Supported, bloom, []string{"smaller at 7 of 9 ε, at all up to 1 % and at none above 1 %", "a power of two spoils it at 1 %"}},
	} {
		r := judged(d, c.id)
		if r.Verdict != c.verdict {
			t.Errorf("%s: %s", c.id, r.Verdict)
		}
		for _, want := range c.want {
			if !strings.Contains(r.Why, want) {
				t.Errorf("%s: %q, want %q", c.id, r.Why, want)
			}
		}
		lacking := doctored(t, 2, func(f string, m runfolder.Metric, p place) float64 {
			return without(c.lacks)(f, m, p, asClaimed(f, m, p))
		})
		if r := judged(lacking, c.id); r.Verdict != claim.NotTested {
			t.Errorf("%s without %s: %s", c.id, c.lacks, r.Verdict)
		}
	}
	// Of other structures the verdicts are others.
	for _, c := range []struct {
		w    whenFull
		want bool
	}{
		{whenFull{a: fuse4, b: bloom, rates: to20()}, true},
		{whenFull{a: counting, b: bloom, rates: below3(), many: true}, false},
		{whenFull{a: cuckoo, b: xor, rates: to20(), ownRate: true}, false},
		{whenFull{a: cuckoo, b: xor, rates: []float64{0.000001}, ownRate: true}, true},
		{whenFull{a: cuckoo, b: bloom, rates: []float64{0.0001, 0.0002, 0.0005, 0.02}, ownRate: true}, false},
		{whenFull{a: cuckoo, b: bloom, rates: []float64{0.0001, 0.0002, 0.0005}, ownRate: true}, true},
		{whenFull{a: cuckoo, b: bloom, rates: []float64{0.0001, 0.01, 0.02, 0.03}, many: true}, false}, // a quarter is not more
	} {
		if o := c.w.test(d); o.Holds != c.want {
			t.Errorf("%+v: %v (%s)", c.w, o.Holds, o.Detail)
		}
	}
}
