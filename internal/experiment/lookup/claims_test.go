package lookup

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/machine"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// cell is where a time of the doctored run is.
type cell struct {
	filter string
	metric runfolder.Metric
	n      int
	hits   string
	rate   string
}

// doctored is a run of eight rounds whose times are factor ns an operation, but for
// noise of a millionth.
func doctored(factor func(cell) float64) *runfolder.Run {
	const rounds = 8
	sizes, rates, hits := []int{1000, 1753, 10_000, middleN, workload.Million, workload.TenMillion}, []string{"0.001", "0.01", "0.05"}, []string{"0", "0.5", "1"}
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "lookup", Design: runfolder.Interleaved, Reps: rounds, Baselines: []string{stream, hash},
		Filters: []string{goMap, hashtable, cuckootable, randomTable, linearList, linkedList, sortedArray, bloom, blocked, splitblock, register, cuckoo, counting, quotient, prefix, xor, fuse, ribbon},
		Axes: []axis.Axis{axis.Counts(string(N), sizes), {Name: axis.Epsilon, Kind: axis.RateKind, Values: rates},
			{Name: string(Hits), Kind: axis.ShareKind, Values: hits}, axis.Names(string(Order), shuffled, dictionary, inText)},
		Inputs: []runfolder.Input{{Role: "exceptions", Count: 1753}},
	}}
	add := func(c cell, order string) {
		at := runfolder.At(strconv.Itoa(c.n), c.rate, c.hits, order)
		for round := 1; round <= rounds; round++ {
			noise := 1 + 1e-6*math.Sin(float64(len(run.Rows)))
			row := runfolder.Row{
				Seq: len(run.Rows) + 1, Round: round, Session: 1, Design: run.Meta.Design, Filter: c.filter, Metric: c.metric, Point: at,
				Value: 1e6 * noise * factor(c), Unit: runfolder.Nanoseconds, Ops: 1000, CPU: runfolder.NoCPU,
			}
			if c.metric == QuerySteps || c.metric == InsertSteps {
				row.Value, row.Unit, row.Ops = noise*factor(c), "steps", 1
			}
			run.Rows = append(run.Rows, row)
		}
	}
	for _, filter := range run.Meta.Filters {
		for _, n := range sizes {
			for _, rate := range rates {
				exact := slices.Contains([]string{goMap, hashtable, cuckootable, randomTable, linearList, linkedList, sortedArray}, filter)
				if exact {
					rate = ""
				}
				if n != middleN && rate != "0.01" && rate != "" {
					continue
				}
				for _, m := range []runfolder.Metric{metric.Build, Insert, InsertSteps} {
					add(cell{filter, m, n, "", rate}, "")
				}
				for _, h := range hits {
					if h == "0" || n == middleN && (rate == "0.01" || rate == "") {
						add(cell{filter, metric.Query, n, h, rate}, shuffled)
						add(cell{filter, QuerySteps, n, h, rate}, shuffled)
					}
				}
				if exact {
					break
				}
			}
		}
	}
	return run
}

// verdict is the one of a claim on a doctored run.
func verdict(t *testing.T, id string, factor func(cell) float64) claim.Result {
	t.Helper()
	s := experimenttest.Summary(t, New(), doctored(factor))
	list := claims()
	i := slices.IndexFunc(list, func(c claim.Claim) bool { return c.ID == id })
	return claim.Evaluate(s, list[i:i+1])[0]
}

// of a structure the time of a metric is so many times that of all others.
func of(filter string, m runfolder.Metric, times float64) func(cell) float64 {
	return func(c cell) float64 {
		if c.filter == filter && c.metric == m {
			return times
		}
		return 1
	}
}

// stepsOf has as many steps as a function of n says.
func stepsOf(f func(n float64) float64) func(cell) float64 {
	return func(c cell) float64 { return f(float64(c.n)) }
}

// where a condition holds.
func where(in func(cell) bool, f func(cell) float64) func(cell) float64 {
	return func(c cell) float64 {
		if in(c) {
			return f(c)
		}
		return 1
	}
}

// Every claim is supported and contradicted by times that were made so, and turns at
// its margin.
func TestClaimsTurn(t *testing.T) {
	racetest.OneGoroutine(t)
	const q = metric.Query
	large := func(c cell) bool { return c.n >= workload.Million }
	growing := func(filter string, m runfolder.Metric, to float64) func(cell) float64 {
		return where(func(c cell) bool { return c.n == workload.TenMillion }, of(filter, m, to))
	}
	smallest := func(c cell) bool { return c.n == 1000 }
	for _, c := range []struct {
		id       string
		yes, no  func(cell) float64
		whatElse string
	}{
		{"Q1", growing(bloom, QuerySteps, 1.09), growing(bloom, QuerySteps, 1.11), "along n"},
		{"Q1", growing(bloom, QuerySteps, 1/1.09), growing(bloom, QuerySteps, 1/1.11), "a fall"},
		{"Q1", growing(bloom, q, 7), where(func(c cell) bool { return c.n == 10_000 }, of(bloom, QuerySteps, 1.11)), "at one n; the time decides nothing"},
		{"Q2", growing(bloom, InsertSteps, 1.09), growing(bloom, InsertSteps, 1.5), ""},
		{"Q3", where(smallest, of(goMap, q, 0.98)), of(goMap, q, 0.995), "at one n"},
		{"Q3", where(smallest, of(counting, q, 1.02)), of(hashtable, q, 1.5), "slower than one of the filters"},
		{"Q4", of(blocked, q, 0.98), of(blocked, q, 0.995), ""},
		{"Q5", of(xor, q, 0.98), of(xor, q, 1.2), ""},
		{"Q6", of(xor, q, 0.98), of(cuckoo, q, 0.9), ""},
		{"Q7", of(bloom, q, 1.005), of(bloom, q, 1.02), ""},
		{"Q7", where(smallest, of(goMap, q, 0.9)), of(goMap, q, 0.9), "one table of two"},
		{"Q9", of(cuckoo, q, 0.98), where(func(c cell) bool { return c.rate != "0.05" }, of(cuckoo, q, 1.1)), ""},
		{"Q10", of(quotient, q, 1.02), of(quotient, q, 1.005), ""},
		{"Q12", of(cuckoo, q, 1.005), where(func(c cell) bool { return c.hits == "0.5" }, of(cuckoo, q, 1.1)), "at one share"},
		{"Q13", where(large, of(blocked, q, 0.9)), where(func(c cell) bool { return !large(c) }, of(blocked, q, 0.5)), "small sets do not count"},
		{"Q14", of(register, q, 0.98), of(register, q, 1), ""},
		{"Q15", of(splitblock, q, 0.98), of(splitblock, q, 1), ""},
		{"Q16", where(func(c cell) bool { return c.rate == "0.05" }, of(xor, q, 0.98)), of(xor, q, 0.995), "at one ε"},
		{"Q16", of(xor, q, 0.98), of(bloom, q, 1.1), "faster than one of the two"},
		{"Q17", of(fuse, q, 1.005), of(fuse, q, 1.02), ""},
		{"Q18", where(smallest, of(xor, metric.Build, 2.05)), of(xor, metric.Build, 1.95), "at one n"},
		{"Q19", of(ribbon, metric.Build, 3.5), of(ribbon, metric.Build, 2.9), ""},
		{"Q19", of(ribbon, metric.Build, 3.1), of(ribbon, metric.Build, 4.1), "above"},
		{"Q21", of(counting, q, 1.02), of(counting, q, 1.005), ""},
		{"Q22", growing(hashtable, QuerySteps, 1.09), growing(hashtable, QuerySteps, 1.11), ""},
		{"Q22", growing(hashtable, q, 7), where(func(c cell) bool { return c.n == 10_000 }, of(hashtable, QuerySteps, 1/1.11)), "at one n; the time decides nothing"},
		{"Q23", growing(hashtable, InsertSteps, 1.09), growing(hashtable, InsertSteps, 1.11), ""},
		{"Q24", growing(cuckootable, InsertSteps, 1/1.09), growing(cuckootable, InsertSteps, 1.11), ""},
		{"Q28", growing(randomTable, InsertSteps, 1/1.09), growing(randomTable, InsertSteps, 1.11), ""},
		{"Q29", stepsOf(func(n float64) float64 { return n }), stepsOf(func(n float64) float64 { return 0.5 * n }), ""},
		{"Q29", stepsOf(func(n float64) float64 { return n }), func(c cell) float64 {
			if c.filter == linkedList && c.n == 10_000 {
				return 0.98 * float64(c.n)
			}
			return float64(c.n)
		}, "one list at one n"},
		{"Q30", stepsOf(math.Log2), stepsOf(func(n float64) float64 { return 1.2 * math.Log2(n) }), ""},
		{"Q25", of(cuckoo, metric.Build, 3.1), of(cuckoo, metric.Build, 2.9), ""},
		{"Q25", of(cuckoo, metric.Build, 3.9), of(cuckoo, metric.Build, 4.1), "above"},
		{"Q26", of(prefix, q, 1.24), of(prefix, q, 1.26), ""},
		{"Q26", of(prefix, q, 1/1.24), of(prefix, q, 1/1.26), "faster"},
		{"Q27", growing(cuckoo, q, 0.98), where(func(c cell) bool { return c.n < workload.Million }, of(bloom, q, 0.5)), "small sets do not count"},
	} {
		got, want := verdict(t, c.id, c.yes), claim.Supported
		if got.CannotFail != "" {
			want = claim.ByConstruction
		}
		if got.Verdict != want || !got.Holds {
			t.Errorf("%s %s: %s, want %s (%s)", c.id, c.whatElse, got.Verdict, want, got.Why)
		}
		if got := verdict(t, c.id, c.no); got.Verdict != claim.Contradicted || got.Holds {
			t.Errorf("%s %s: %s, want contradicted (%s)", c.id, c.whatElse, got.Verdict, got.Why)
		}
	}
}

// The thesis's keys, whose words are shorter, decide no claim along n.
func TestRealKeysDecideNothing(t *testing.T) {
	for id, times := range map[string]func(cell) float64{"Q3": of(goMap, metric.Query, 0.1), "Q22": of(hashtable, QuerySteps, 100)} {
		real, all := verdict(t, id, where(func(c cell) bool { return c.n == 1753 }, times)), verdict(t, id, func(cell) float64 { return 1 })
		if real.Verdict != all.Verdict {
			t.Errorf("%s: %s, without them %s (%s)", id, real.Verdict, all.Verdict, real.Why)
		}
	}
}

// A run without the structures of a claim leaves it untested.
func TestUntested(t *testing.T) {
	run := doctored(func(cell) float64 { return 1 })
	run.Rows = slices.DeleteFunc(run.Rows, func(r runfolder.Row) bool { return r.Filter != quotient })
	for _, r := range experimenttest.Judged(t, New(), run) {
		if r.Verdict != claim.NotTested {
			t.Errorf("%s: %s", r.ID, r.Verdict)
		}
	}
}

// What is claimed whatever the share of members is not tested at one share alone.
func TestOneShare(t *testing.T) {
	for shares, want := range map[string]claim.Verdict{"0.5": claim.NotTested, "0": claim.NotTested, "0 0.5": claim.Supported} {
		run := doctored(of(cuckoo, metric.Query, 0.9))
		at := run.Meta.Axis(string(Hits))
		run.Rows = slices.DeleteFunc(run.Rows, func(r runfolder.Row) bool {
			return r.Metric == metric.Query && !slices.Contains(strings.Fields(shares), r.Point.Value(at))
		})
		for _, r := range experimenttest.Judged(t, New(), run) {
			if r.ID == "Q12" && r.Verdict != want {
				t.Errorf("shares %s: %s, want %s (%s)", shares, r.Verdict, want, r.Why)
			}
		}
	}
}

// planned is a run of invented times for all steps of a plan.
func planned(t *testing.T, flags ...string) *runfolder.Run {
	t.Helper()
	b := prepared(t, flags...)
	b.cpu = machine.CPU{L1d: 48 << 10, L2: 1 << 20}
	run := experimenttest.Planned(New(), b, func(r *runfolder.Row) {
		r.Value = 20 + 15*math.Sin(float64((r.Seq-1)%97))
		switch r.Metric {
		case WastedTokens, WastedWords:
			r.Value /= 2000
		case BitsPerKey, Filters:
			r.Unit = "bits"
		default:
			r.Unit = runfolder.Nanoseconds
		}
	})
	run.Meta.Sessions[0].Machine = &machine.Machine{CPU: b.cpu}
	return run
}

// A plan of all structures leaves no figure without its data, in either language. Notes
// that do not concern a figure are not in it, and numbers are those of the language.
func TestFigures(t *testing.T) {
	file := experimenttest.File(t, []string{"academy", "areas", "table"})
	run := planned(t, "--words="+file, "--text="+file, "--n=1753,1e4,1e5", "--eps=0.1%,1%", "--hits=0,1", "--reps=2", "--goroutines=1,2,8", "--filter=all")
	s := experimenttest.Summary(t, New(), run)
	experimenttest.Draw(t, New(), run)
	for _, f := range figures(s.Meta) {
		if strings.Contains(f.Title.PT, "100,000") || strings.Contains(f.Title.PT, "\u00a0%") || strings.Contains(f.Title.EN, "100.000") {
			t.Errorf("%s has the numbers of the other language: %q, %q", f.ID, f.Title.EN, f.Title.PT)
		}
	}
	s.Meta.Notes = []string{"of the user", probeNote, cachesNote + "here"}
	if notes := noted(s, false).Meta.Notes; !slices.Equal(notes, s.Meta.Notes[:1]) {
		t.Errorf("notes %q", notes)
	}
	if notes := noted(s, true).Meta.Notes; !slices.Equal(notes, []string{"of the user", cachesNote + "here"}) {
		t.Errorf("notes along n: %q", notes)
	}
	if title := figures(s.Meta)[1].Title.PT; !strings.HasSuffix(title, "(ε\u00a0=\u00a01%)") {
		t.Errorf("title %q", title)
	}
}

// The runs of the golden rows.
const (
	goldenSeed    = 17
	goldenEpsilon = 0.1
)

// bloomOf is a Bloom filter of the keys.
func bloomOf(keys []string) *experimenttest.Bloom {
	b := experimenttest.NewBloom(len(keys), goldenEpsilon, experiment.RoundSeed(goldenSeed, 1))
	b.Add(keys...)
	return b
}

// made is a structure of the keys, with room for so many.
func made(t *testing.T, name string, keys []string, room int) filter.Filter {
	t.Helper()
	return experimenttest.Made(t, name, filter.Config{Epsilon: goldenEpsilon, Seed: experiment.RoundSeed(goldenSeed, 1), Capacity: room}, keys...)
}

// Every counted value of three tiny runs is worked out by other means: of running text, of
// the table of a paper, and of many small filters. Nothing is timed here.
func TestGoldenRows(t *testing.T) {
	keys, text := experimenttest.OwnWords()
	words := func(c runfolder.Cell) experimenttest.Words {
		n := experimenttest.Must(strconv.Atoi(c.Point.Value(placeN)))(t)
		if n == len(keys) {
			return experimenttest.Words{Keys: keys}
		}
		return experimenttest.WordsOf(goldenSeed, 1, n, 2*n, 1<<16)
	}
	const fewer = 0.25 // of the queries are keys
	wasted := func(distinct bool) func(runfolder.Cell) experimenttest.Span {
		return func(runfolder.Cell) experimenttest.Span {
			b, seen := bloomOf(keys), map[string]bool{}
			asked, admitted := 0, 0
			for _, word := range text {
				if slices.Contains(keys, word) || distinct && seen[word] {
					continue
				}
				seen[word] = true
				asked++
				if b.Admits(word) {
					admitted++
				}
			}
			if admitted == 0 || admitted == asked {
				t.Errorf("%d of %d negatives are admitted: nothing is said of the others", admitted, asked)
			}
			return experimenttest.Exactly(float64(admitted) / float64(asked))
		}
	}
	steps := func(c runfolder.Cell) experimenttest.Span {
		return experimenttest.Exactly(float64(bloomOf(words(c).Keys).K))
	}
	work := experimenttest.Metrics{
		BitsPerKey: func(c runfolder.Cell) experimenttest.Span {
			w := words(c)
			bits := float64(bloomOf(w.Keys).M)
			if c.Filter == cuckoo {
				buckets, f := experimenttest.CuckooShape(len(w.Keys), goldenEpsilon)
				bits = 4 * buckets * f
			}
			return experimenttest.Exactly(bits / float64(len(w.Keys)))
		},
		WastedTokens: wasted(false),
		WastedWords:  wasted(true),
		Admitted: func(c runfolder.Cell) experimenttest.Span {
			w, admitted := words(c), 0
			passes := bloomOf(w.Keys).Admits
			if c.Filter == cuckoo {
				passes = made(t, cuckoo, w.Keys, 0).Contains
			}
			negatives := w.Negatives[int(fewer*(1<<16)):] // the first places are those of keys
			for _, word := range negatives {
				if passes(word) {
					admitted++
				}
			}
			return experimenttest.Exactly(float64(admitted) / float64(len(negatives)))
		},
		FullBits: func(c runfolder.Cell) experimenttest.Span {
			w := words(c)
			table, in := made(t, cuckoo, nil, len(w.Keys)).(filter.Inserter), 0
			for offered := slices.Concat(w.Keys, w.Further); !errors.Is(table.Insert(offered[in]), filter.ErrFull); {
				in++
			}
			buckets, f := experimenttest.CuckooShape(len(w.Keys), goldenEpsilon)
			return experimenttest.Exactly(4 * buckets * f / float64(in))
		},
		QuerySteps:  steps,
		InsertSteps: steps,
		Filters: func(c runfolder.Cell) experimenttest.Span { // of as many bits as 20 MiB have
			return experimenttest.Exactly(math.Floor(8 * 20 * 1024 * 1024 / float64(bloomOf(words(c).Keys).M)))
		},
	}
	timed := timedMetrics()
	run := func(flags ...string) experimenttest.Worked {
		flags = append(flags, "--eps=10%", "--reps=2", "--seed=17", "--goroutines=1")
		return experimenttest.Worked{Bench: experimenttest.Omit(prepared(t, flags...), experimenttest.Timed(timed...)), Of: work.Of}
	}
	experimenttest.Golden(t, New(), timed, 14,
		run("--filter=bloom", "--keys="+experimenttest.File(t, keys), "--text="+experimenttest.File(t, text), "--hits=0"),
		run("--filter=bloom,cuckoo", "--preset=fan2014", "--n=990", "--hits=0.25"),
		run("--filter=bloom", "--n=10000", "--quick", "--hits=0"),
	)
}
