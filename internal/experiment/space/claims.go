package space

import (
	"fmt"
	"math"

	"hyphbench/internal/report/claim"
)

// Names of structures in the claims.
const (
	bloom    = "bloom"
	cuckoo   = "cuckoo"
	semisort = "cuckoo-semisort"
	counting = "counting"
	three    = "counting3"
	dleft    = "dleft"
	vicbf    = "vicbf"
	quotient = "quotient"
	golomb   = "gcs"
	xor      = "xor"
	fuse     = "fuse"
	fuse4    = "fuse4"
	ribbon   = "ribbon"
	burr     = "burr"
	cascade  = "cascade"
	clubcard = "clubcard"
)

// claims are those of the texts about sizes, in the order of the texts, each source
// a family of its own.
func claims() []claim.Claim {
	article := claim.Of("article",
		sized("A1", "introduction", "a Bloom filter takes less than 10 bits an element at ε = 1 %, whatever the size of the set",
			"below 10 at every n", sizeWithin(bloom, func(p place) bool { return p.epsilon == 0.01 }, 0, math.Nextafter(10, 0))),
		sized("A2", "space and time advantages", "at ε = 1 % a Bloom filter takes about 9.6 bits an element",
			"within 1 %", sizeWithin(bloom, atRate(0.01), 9.6*0.99, 9.6*1.01)),
		sized("A3", "space and time advantages", "a tenth of the rate costs a Bloom filter about 4.8 bits an element",
			"within 2 %", tenfold),
		sized("A4", "alternatives", "Bloom filters take 44 % more space than the bound log2(1/ε)",
			"within 2 percentage points", overheadWithin(bloom, anyRate, 0.42, 0.46)),
		sized("A5", "alternatives", "a quotient filter takes less space than a Bloom filter",
			"at every point", smaller(quotient, bloom, anyRate)),
		sized("A6", "alternatives", "blocked Bloom filters take about 32 % more space than Bloom filters",
			"from 27 to 37 %, at every ε", ratioWithin("blocked", bloom, anyRate, 1.27, 1.37)),
		sized("A7", "alternatives", "a Golomb-coded filter takes close to log2(1/ε) bits and a constant",
			"the constant differs by at most half a bit between the ε", constantOver),
		sized("A8", "alternatives", "an xor filter takes less space than a Bloom filter",
			"at every point", smaller(xor, bloom, anyRate)),
		sized("A9", "alternatives", "an xor filter takes less space than a cuckoo filter",
			"at every point", smaller(xor, cuckoo, anyRate)),
		sized("A10", "counting filters", "counting filters take three to four times the space of Bloom filters",
			"3 bits and 4 bits a counter: from 2.95 to 4.05 times, at every point", countingRatio),
		sized("A11", "counting filters", "the structure of Fan et al. 2014 takes less space than a Bloom filter",
			"at every point", smaller(cuckoo, bloom, anyRate)),
		sized("A12", "counting filters", "a d-left counting filter takes about half the space of a counting filter",
			"from 0.4 to 0.6, at every point", ratioWithin(dleft, counting, anyRate, 0.4, 0.6)),
		sized("A13", "counting filters", "variable increments take less space than a counting filter at one rate",
			"at every point", smaller(vicbf, counting, anyRate)),
	)
	thesis := claim.Of("thesis space",
		sized("TS1", "4", "a cuckoo filter takes less space than a Bloom filter below ε = 3 %",
			"at every ε below 3 % and n from 10,000 on", smaller(cuckoo, bloom, func(p place) bool { return anyRate(p) && p.epsilon < 0.03 })),
		sized("TS2", "4", "a cuckoo filter with sorted buckets takes less space than a Bloom filter below ε = 3 %",
			"at every ε below 3 % and n from 10,000 on", smaller(semisort, bloom, func(p place) bool { return anyRate(p) && p.epsilon < 0.03 })),
		sized("TS3", "4", "counting Bloom filters take more space than cuckoo filters",
			"at every point", smaller(cuckoo, counting, anywhere)),
		sized("TS4", "4", "quotient filters take more space than cuckoo filters",
			"at every point", smaller(cuckoo, quotient, anywhere)),
		sized("TS5", "2.1.2", "log2 C(u, n) bits are the most that an exact dictionary of n of u words needs",
			"no exact structure takes more", informationBound),
	)
	papers := claim.Of("papers",
		sized("P1", "Graf, Lemire 2020", "an xor filter takes 1.23 times log2(1/ε) bits a key",
			"from 20 to 26 % over the bound, n from 10,000 on", overheadWithin(xor, anyRate, 0.20, 0.26)),
		sized("P2", "Graf, Lemire 2022", "a binary fuse filter takes within 13 % of the bound",
			"n from 1,000,000 on", overheadWithin(fuse, func(p place) bool { return anyRate(p) && p.n >= millionN }, 0, 0.135)),
		sized("P3", "Graf, Lemire 2022", "a 4-wise binary fuse filter takes within 8 % of the bound",
			"n from 1,000,000 on", overheadWithin(fuse4, func(p place) bool { return anyRate(p) && p.n >= millionN }, 0, 0.085)),
		sized("P4", "Dillinger, Walzer 2021", "a standard ribbon filter of width 64 takes within 15 % of the bound",
			"n up to 10,000,000", overheadWithin(ribbon, anyRate, 0, 0.15)),
		sized("P5", "Dillinger, Hübschle-Schneider, Sanders, Walzer 2022", "bumped ribbon retrieval takes within 1 % of the bound",
			"n from 1,000,000 on", overheadWithin(burr, func(p place) bool { return anyRate(p) && p.n >= millionN }, -0.01, 0.01)),
		sized("P6", "Even, Even, Morrison 2022", "a prefix filter takes less space than a Bloom filter at ε = 0.4 %",
			"of the rate that it has: below 44 % over the bound", overheadWithin("prefix", atRate(0.01), 0, 0.44)),
		sized("P7", "Schanck 2025", "a clubcard takes less space than a cascade",
			"at every n", smaller(clubcard, cascade, func(p place) bool { return p.epsilon == 0 && p.n >= 1000 })),
	)
	rates := claim.Of("theory", claim.Claim{
		ID: "R1", Section: "all", Metric: Rate, Margin: "the theory of the parameters really used is within the 99.9 % interval of the mean over hash functions",
		Statement: "every structure has the false-positive rate that its theory gives", Test: followsTheory,
	}, claim.Claim{
		ID: "R2", Section: "all", Metric: Rate, Margin: "the mean is at most 5 % above the rate asked for, at every point",
		Statement: "every structure holds the rate that was asked for", Test: holdsAsked,
	})
	return append(append(append(article, thesis...), papers...), rates...)
}

func sized(id, section, statement, margin string, test func(*claim.Data) claim.Outcome) claim.Claim {
	return claim.Claim{ID: id, Section: section, Metric: BitsPerKey, Statement: statement, Margin: margin, Test: test}
}

// tenfold compares neighbouring powers of ten.
func tenfold(d *claim.Data) claim.Outcome {
	list := places(d, BitsPerKey, anyRate, bloom)
	type step struct {
		place
		bits float64
	}
	var steps []step
	for _, p := range list {
		for _, q := range list {
			if p.n == q.n && math.Abs(q.epsilon/p.epsilon-10) < 1e-6 {
				steps = append(steps, step{p, mean(d, bloom, BitsPerKey, p) - mean(d, bloom, BitsPerKey, q)})
			}
		}
	}
	if len(steps) == 0 {
		return claim.Untested("the run has no two rates of which one is a tenth of the other")
	}
	var at []place
	bits := map[place]float64{}
	for _, s := range steps {
		at = append(at, s.place)
		bits[s.place] = s.bits
	}
	return within(d, at, 4.8*0.98, 4.8*1.02, "a tenth of the rate", "bits", func(p place) float64 { return bits[p] })
}

// constantOver is how much the bits of a Golomb-coded filter over log2(1/ε) differ.
func constantOver(d *claim.Data) claim.Outcome {
	list := places(d, BitsPerKey, anyRate, golomb)
	if len(list) < 2 {
		return missing(BitsPerKey, golomb)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range list {
		over := mean(d, golomb, BitsPerKey, p) - math.Log2(1/p.epsilon)
		low, high = min(low, over), max(high, over)
	}
	return claim.Counted(high-low <= 0.5, fmt.Sprintf("counted, at %d points", len(list)), "difference of the constants", "bits", high-low,
		fmt.Sprintf("from %.2f to %.2f bits over log2(1/ε), the index included", low, high))
}

// countingRatio has a filter with three bits a counter and one with four.
func countingRatio(d *claim.Data) claim.Outcome {
	list := places(d, BitsPerKey, anyRate, counting, three, bloom)
	if len(list) == 0 {
		return missing(BitsPerKey, counting, three, bloom)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range list {
		one := mean(d, bloom, BitsPerKey, p)
		low, high = min(low, mean(d, three, BitsPerKey, p)/one), max(high, mean(d, counting, BitsPerKey, p)/one)
	}
	return claim.Counted(low >= 2.95 && high <= 4.05, fmt.Sprintf("counted, at %d points", len(list)), "four bits / Bloom", "×", high,
		fmt.Sprintf("three bits a counter take %.3f times the space, four bits %.3f times", low, high))
}

// informationBound looks for an exact structure above log2 C(u, n) bits a key, which
// no structure for all sets can be below.
func informationBound(d *claim.Data) claim.Outcome {
	words := d.Meta.Input("words").Count
	n := d.Meta.Input("exceptions").Count
	list := places(d, BitsPerKey, func(p place) bool { return p.epsilon == 0 && p.n == n }, cascade)
	if words == 0 || n == 0 || len(list) == 0 {
		return claim.Untested("the run does not hold the cascade of the thesis's keys in its word list (n = 1,753)")
	}
	bound := logChoose(float64(words), float64(n)) / float64(n)
	bits := mean(d, cascade, BitsPerKey, list[0])
	return claim.Counted(bits <= bound, "counted", "cascade / log2 C(u, n)", "×", bits/bound,
		fmt.Sprintf("the bound is %.2f bits a key, the least that any exact structure for all sets can have: it is the lower bound; the cascade has %.2f", bound, bits))
}

// logChoose is log2 of the number of sets of n of u.
func logChoose(u, n float64) float64 {
	a, _ := math.Lgamma(u + 1)
	b, _ := math.Lgamma(n + 1)
	c, _ := math.Lgamma(u - n + 1)
	return (a - b - c) / math.Ln2
}
