package thesis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	bloomfilter "hyphbench/internal/filter/bloom"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// The edges of the claims T17 to T39. Each is tested on a run in which all of
// them are true but for the numbers that the case changes.

// allTrue is a truth of which every claim that can be tested holds.
var allTrue truth = func(filter string, name runfolder.Metric, percent float64, round int) float64 {
	if filter == NoFilter {
		switch name {
		case metric.Bits, metric.ResidentBits:
			return 1e6
		case metric.Query, Hyphenate:
			return 1000 * hardly(filter, name, percent, round)
		}
		return math.NaN()
	}
	m, k := bloomfilter.StandardSize(synthetic.Keys, percent/100)
	size, slower := float64(m), 1.0
	if filter == cuckoo {
		size, slower = 2048*math.Ceil(math.Log2(8/(percent/100))), 3
	}
	switch name {
	case metric.Query, metric.Build:
		return 30 * float64(k) * slower * hardly(filter, name, percent, round)
	case Hyphenate:
		return 900 * hardly(filter, name, percent, round)
	case metric.Bits, metric.ResidentBits:
		return size
	case metric.FPRTheory:
		return bloomfilter.OccupancyMoment(m, k*synthetic.Keys, k)
	case metric.FalsePositives:
		if filter == bloom && round%2 == 0 {
			return synthetic.Negatives * percent / 100 * 0.99
		}
		return synthetic.Negatives * percent / 100 * 0.98
	case metric.FalseNegatives:
		return 0
	case LoadLimit:
		return 0.97 * hardly(filter, name, percent, round)
	case KeyReads:
		return float64(k)
	case NegativeReads:
		return 2
	case AfterForeign:
		return lastOne(percent, round)
	case RemovedAdmitted:
		return float64(removals(synthetic.Keys)) * percent / 100 / 2 * hardly(filter, name, percent, round)
	}
	return math.NaN()
}

// furtherOf are the verdicts on a truth, each of a run with the pair that the claim is about.
func furtherOf(t *testing.T, of truth) map[string]claim.Result {
	t.Helper()
	byID := furtherResults(t, edgeRun(of))
	for id, r := range furtherResults(t, edgeRunOf(literal(), runfolder.Interleaved, of)) {
		if judgedOn(id) == literal() {
			byID[id] = r
		}
	}
	return byID
}

func furtherResults(t *testing.T, run *runfolder.Run) map[string]claim.Result {
	t.Helper()
	byID := map[string]claim.Result{}
	for _, r := range claim.Evaluate(summarize(t, run), slices.DeleteFunc(claims(), func(c claim.Claim) bool { return c.Source != further })) {
		byID[r.ID] = r
	}
	return byID
}

// The claims that a run can test are supported where they are true, and the
// others say what they need. They take no power from those about the results.
func TestFurtherClaimsWhereTrue(t *testing.T) {
	for id, r := range furtherOf(t, allTrue) {
		want := yes
		switch id {
		case "T20", "T21", "T25", "T28", "T36", "T37":
			want = claim.ByConstruction
		case "T35":
			want = untested
			if !strings.HasPrefix(r.Why, "needs ") {
				t.Errorf("%s does not say what it needs: %s", id, r.Why)
			}
		case "T17", "T18": // of 1,753 keys
			want = no
		case "T22": // a filter that admits no other word is none
			want = no
		}
		if r.Verdict != want || r.Source != "thesis further" || r.Section == "" || r.Statement == "" {
			t.Errorf("%s of %s: %s, want %s: %s (%s)", id, r.Source, r.Verdict, want, r.Effect, r.Why)
		}
	}
}

// A run without the two filters, or of one repetition, tests nothing about
// them; one without some numbers of a filter nothing of those claims.
func TestFurtherClaimsWithoutData(t *testing.T) {
	racetest.OneGoroutine(t)
	gone := level(math.NaN())
	nothing := plain.with("", gone).put(cuckoo, level(0.01), metric.FPRTheory) // of which no claim speaks
	for id, r := range furtherOf(t, nothing) {
		if id != "T17" && id != "T18" && r.Verdict != untested || r.Why == "" {
			t.Errorf("%s of a run that has nothing about it: %s (%s)", id, r.Verdict, r.Why)
		}
	}
	first := func(_ float64, round int) float64 { return map[bool]float64{true: 1, false: math.NaN()}[round == 1] }
	for id, r := range furtherOf(t, allTrue.with("", first).with(NoFilter, first)) {
		if !r.Exact && r.Verdict != untested {
			t.Errorf("%s of one repetition: %s (%s)", id, r.Verdict, r.Why)
		}
	}
	before := furtherOf(t, allTrue)
	for _, c := range []struct {
		filter string
		metric runfolder.Metric
		ids    string
	}{
		{bloom, metric.Query, "T19"}, {NoFilter, metric.Query, "T19"},
		{bloom, Hyphenate, "T26"}, {NoFilter, Hyphenate, "T26"},
		{bloom, metric.Build, "T24 T38"}, {cuckoo, metric.Build, "T38"},
		{NoFilter, metric.Bits, "T20"}, {NoFilter, metric.ResidentBits, "T20"}, {cuckoo, metric.ResidentBits, "T20"},
		{bloom, metric.Bits, "T20 T24 T25 T36"}, {cuckoo, metric.Bits, "T20 T37"},
		{bloom, metric.FPRTheory, "T24 T25 T36"}, {bloom, KeyReads, "T25"}, {cuckoo, AfterForeign, "T39"},
		{bloom, metric.FalsePositives, "T21 T22 T23"}, {cuckoo, metric.FalsePositives, "T21"},
		{bloom, metric.FalseNegatives, "T22 T28"},
		{cuckoo, LoadLimit, "T33"}, {cuckoo, RemovedAdmitted, "T34"},
	} {
		for id, r := range furtherOf(t, allTrue.with(c.filter, gone, c.metric)) {
			lacking := strings.Contains(c.ids+" ", id+" ")
			if lacking && r.Verdict != untested || !lacking && r.Verdict != before[id].Verdict {
				t.Errorf("%s without %s of %s: %s (%s)", id, c.metric, c.filter, r.Verdict, r.Why)
			}
		}
	}
}

func TestEdgesAgainstTheStore(t *testing.T) {
	try := edges(t)
	for _, c := range []struct {
		id, filter string
		metric     runfolder.Metric
		bound      float64
	}{
		{"T19", bloom, metric.Query, 1.01}, {"T26", bloom, Hyphenate, 1 / 1.01},
	} {
		// a filter's time as a share of the store's
		of := func(share shape) truth {
			return allTrue.put(c.filter, level(1000), c.metric).with(c.filter, share, c.metric)
		}
		try(c.id, c.filter+" just within the margin", of(level(c.bound*0.9999)), yes)
		try(c.id, c.filter+" just outside of the margin", of(level(c.bound*1.0001)), no)
		try(c.id, c.filter+", rounds that differ", of(noisy(c.bound*0.98, 0.1)), open)
		try(c.id, c.filter+", ε that differ", of(apart(0.1, level(c.bound*0.98))), yes)
	}
	try("T19", "cuckoo is not asked", allTrue.put(cuckoo, level(2000), metric.Query), yes)
	try("T26", "cuckoo is not asked", allTrue.put(cuckoo, level(2000), Hyphenate), yes)
	try("T26", "queries are not asked", allTrue.put(bloom, level(2000), metric.Query), yes)

	longer := func(f shape) truth { return allTrue.put("", level(1000), metric.Build).with(cuckoo, f, metric.Build) }
	try("T38", "1.01 % longer", longer(level(1.0101)), yes)
	try("T38", "0.99 % longer", longer(level(1.0099)), no)
	try("T38", "rounds that differ", longer(noisy(1.03, 0.1)), open)
	try("T38", "ε that differ", longer(apart(0.1, level(1.03))), yes)
}

// Counts are compared as they are: one decides.
func TestEdgesOfCounts(t *testing.T) {
	try := edges(t)
	for _, filter := range []string{bloom, cuckoo} {
		for _, m := range []runfolder.Metric{metric.Bits, metric.ResidentBits} {
			try("T20", fmt.Sprintf("%s of %s a bit less", m, filter), allTrue.put(filter, alone(7, 1e6-1, 1000), m), yes)
			try("T20", fmt.Sprintf("%s of %s equal", m, filter), allTrue.put(filter, alone(7, 1e6, 1000), m), no)
		}
		avoided := func(n float64) truth {
			return allTrue.put(filter, alone(20, synthetic.Negatives-n, 0), metric.FalsePositives)
		}
		try("T21", filter+" avoids half", avoided(synthetic.Words/2), no)
		try("T21", filter+" avoids one more", avoided(synthetic.Words/2+1), yes)
	}
	none := allTrue.put("", level(0), metric.FalsePositives, metric.FalseNegatives)
	try("T22", "none", none, yes)
	try("T22", "one word admitted", none.put(bloom, lastOne, metric.FalsePositives), no)
	try("T22", "one key denied", none.put(bloom, lastOne, metric.FalseNegatives), no)
	try("T22", "one word admitted by cuckoo", none.put(cuckoo, lastOne, metric.FalsePositives), yes)
	try("T28", "none", none, yes)
	try("T28", "one key denied", none.put(bloom, lastOne, metric.FalseNegatives), no)
	try("T28", "one key denied by cuckoo", none.put(cuckoo, lastOne, metric.FalseNegatives), yes)
	try("T28", "one word admitted", none.put(bloom, lastOne, metric.FalsePositives), yes)
	try("T39", "one key, by the last filter", allTrue, yes)
	try("T39", "none", allTrue.put("", level(0), AfterForeign), no)
	try("T39", "one key, of another structure", allTrue.put(cuckoo, level(0), AfterForeign).put(bloom, level(1), AfterForeign), no)
	try("T25", "k bits", allTrue, yes)
	try("T25", "a bit less at 7 %", allTrue.with(bloom, alone(7, 0.99, 1), KeyReads), no)
	try("T25", "negatives are not asked", allTrue.put(bloom, level(100), NegativeReads), yes)
	run := edgeRun(allTrue)
	run.Meta.Parameters["filter_keys"] = keysHyphenated
	for _, id := range []string{"T22", "T28"} {
		if r := resultOf(t, run, id); r.Verdict != untested {
			t.Errorf("%s of filters with other strings: %s", id, r.Verdict)
		}
	}
}

// A bound holds at every ε, over the hash functions.
func TestEdgesOfRates(t *testing.T) {
	try := edges(t)
	for _, c := range []struct {
		id, filter string
		metric     runfolder.Metric
		one        float64 // the number at ε = 100 %
		bound      float64 // of the share of ε
	}{
		{"T23", bloom, metric.FalsePositives, synthetic.Negatives, 1.01},
		{"T34", cuckoo, RemovedAdmitted, float64(removals(synthetic.Keys)), 1},
	} {
		of := func(share shape) truth {
			return allTrue.put(c.filter, func(p float64, _ int) float64 { return c.one * p / 100 }, c.metric).with(c.filter, share, c.metric).with(c.filter, noisy(1, 1e-6), c.metric)
		}
		try(c.id, "just below at 13 %", of(alone(13, c.bound-0.0001, 0.5)), yes)
		try(c.id, "just above at 13 % alone", of(alone(13, c.bound+0.0001, 0.5)), no)
		try(c.id, "hash functions that differ", of(noisy(c.bound-0.02, 0.2)), open)
	}
	try("T23", "cuckoo is not asked", allTrue.with(cuckoo, level(2), metric.FalsePositives), yes)
	load := func(f shape) truth { return allTrue.put(cuckoo, f, LoadLimit).with(cuckoo, noisy(1, 1e-6), LoadLimit) }
	try("T33", "just above at 20 %", load(alone(20, 0.9501, 0.98)), yes)
	try("T33", "just below at 20 % alone", load(alone(20, 0.9499, 0.98)), no)
	try("T33", "hash functions that differ", load(noisy(0.96, 0.03)), open)
}

func TestEdgesOfTheta(t *testing.T) {
	try := edges(t)
	hashes := func(percent float64) float64 {
		_, k := bloomfilter.StandardSize(synthetic.Keys, percent/100)
		return float64(k)
	}
	of := func(time func(k float64, round int) float64) truth {
		return allTrue.put(bloom, func(p float64, round int) float64 { return time(hashes(p), round) }, metric.Build)
	}
	// A line through 1 at k = 4, the mean of 2 … 6, with a slope.
	line := func(b float64) truth { return of(func(k float64, _ int) float64 { return 1000 * (1 + b*(k-4)) }) }
	for b, want := range map[float64]claim.Verdict{0.25: yes, 0.0101: yes, 0.0099: no, 0: no, -0.1: no} {
		try("T24", fmt.Sprintf("each k adds %v", b), line(b), want)
	}
	// Off the line, at k = 4 alone, by four fifths of what is added there.
	for off, want := range map[float64]claim.Verdict{0.06: yes, -0.06: yes, 0.065: no, -0.065: no} {
		try("T24", fmt.Sprintf("%v more at k = 4", off), of(func(k float64, _ int) float64 {
			time := 1000 * (1 + 0.25*(k-4))
			if k == 4 {
				time += 1000 * off
			}
			return time
		}), want)
	}
	try("T24", "rounds that differ", of(func(k float64, round int) float64 { return 1000 * (1 + (0.05+0.1*sign(round))*(k-4)) }), open)
	try("T24", "two k", line(0.1), untested, 1, 2)
	try("T24", "three k", line(0.1), yes, 1, 2, 4)
	try("T24", "a theory that no k has", allTrue.with("", level(1.0001), metric.FPRTheory), untested)
}

func TestEdgesOfSizes(t *testing.T) {
	try := edges(t)
	// the Bloom filters have m bits and k hash functions
	of := func(m, k shape) truth {
		return allTrue.put(bloom, m, metric.Bits).put(bloom, func(p float64, round int) float64 {
			hashes := int(k(p, round))
			return bloomfilter.OccupancyMoment(uint64(m(p, round)), hashes*synthetic.Keys, hashes)
		}, metric.FPRTheory)
	}
	stairs := func(at, m, k float64) truth {
		return of(stepped(10, alone(at, m, 10_000), level(9_000)), stepped(10, alone(at, k, 3), level(2)))
	}
	try("T36", "one step of both", stairs(0, 0, 0), yes)
	try("T36", "a bit more at 5 %", stairs(5, 10_001, 3), no)
	try("T36", "a hash function more at 5 %", stairs(5, 10_000, 4), no)
	try("T36", "as many hash functions at all ε", of(func(p float64, _ int) float64 { return 20_000 - 100*p }, level(3)), no)
	try("T36", "as much space at all ε", of(level(10_000), step(10, 3, 2)), no)
	try("T36", "one ε", allTrue, untested, 5)
	size := func(f shape) truth { return allTrue.put(cuckoo, f, metric.Bits) }
	try("T37", "one step", size(step(19.5, 2, 1)), yes)
	try("T37", "level", size(level(2)), no)
	try("T37", "more at 5 %", size(func(p float64, _ int) float64 { return 21 - p + alone(5, 5, 0)(p, 0) }), no)
	try("T37", "one ε", allTrue, untested, 5)
}

// The arithmetic of hash compaction, at the keys of a run.
func TestEdgesOfCompaction(t *testing.T) {
	racetest.OneGoroutine(t)
	at := func(keys int64) map[string]claim.Result {
		run := edgeRun(allTrue, 1)
		run.Meta.Expect["keys"] = keys
		return furtherResults(t, run)
	}
	for keys, want := range map[int64]claim.Verdict{0: untested, 1: yes, 2: no, 1753: no} {
		for _, id := range []string{"T17", "T18"} {
			if r := at(keys)[id]; r.Verdict != want {
				t.Errorf("%s of %d keys: %s, want %s (%s)", id, keys, r.Verdict, want, r.Why)
			}
		}
	}
	for _, c := range []struct{ got, want float64 }{
		{allDistinct(2, 6), 1 - 1.0/64}, {allDistinct(3, 2), 3.0 / 4 * 2 / 4}, {allDistinct(5, 2), 0},
		{negativeMeets(1, 6), 1.0 / 64}, {negativeMeets(2, 1), 0.75},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

// On the edge of their margin either verdict is an error, which few runs make.
func TestFurtherMargins(t *testing.T) {
	simulation(t)
	r := rand.New(rand.NewPCG(14, 38))
	n, wrong := trials(), 0
	for range n {
		noise := func(v float64) shape { return func(float64, int) float64 { return v * (1 + 0.02*r.NormFloat64()) } }
		of := plain.with("", level(math.NaN())).put(bloom, noise(1010), metric.Query).put(NoFilter, noise(1000), metric.Query).
			put(bloom, noise(1000), metric.Build).put(cuckoo, noise(1010), metric.Build)
		results := furtherOf(t, of) // of two runs: the tuned filters have T19, the literal ones T38
		for _, id := range []string{"T19", "T38"} {
			if results[id].Verdict != open {
				wrong++
			}
		}
	}
	if tooMany(wrong, 2*n) {
		t.Errorf("a verdict on the margin in %d of %d runs", wrong, 2*n)
	}
}
