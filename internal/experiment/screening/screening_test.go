package screening

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// prepared is a bench with what it searches.
func prepared(t *testing.T, flags ...string) (*trial.Bench, *collection) {
	t.Helper()
	x := newCollection()
	return experimenttest.Prepared[*trial.Bench](t, trial.New(x.spec()), flags...), x
}

func TestConforms(t *testing.T) {
	racetest.OneGoroutine(t)
	passages := "--text=" + experimenttest.File(t, verses(300))
	experimenttest.Conforms(t, experimenttest.Conformance{New: New,
		Small: []string{"--words=../../../data/hyphenex.tex", "--documents=500", "--bits=32,64", "--hashes=1,2", "--length=3,5", "--rank=0,2", "--text-bits=64", passages,
			"--searches=10", "--pairs=100", "--reps=2", "--seed=5"},
		Bad: [][]string{{"--length=2,5"}, {"--length=3000"}, {"--bits=1"}, {"--bits=8192"}, {"--hashes=0,2"}, {"--searches=1"},
			{"--pairs=1"}, {"--documents=5"}, {"--rank=9"}, {"--text-bits=7"}, {"--text=no such file"}, {"--text=" + experimenttest.File(t, []string{"one", "two"})}, {"--words=no such file"}},
		Varies: experimenttest.Timed(metric.Query, metric.Build), Ops: experimenttest.Each(map[runfolder.Metric]int{metric.Query: 10, metric.Build: 500})})
}

// few are documents with what is hard: short ones, repetitions, all n-grams of a query and
// not in a row, one that ends with what the next begins with, letters of several bytes.
func few() *documents {
	return newDocuments(wordlist.Of("a", "bc", "abc", "banana", "anan", "nanb", "abcab", "bcab", "cabx", "xabcaabca", "coração", "ção", "abc"), allDocuments)
}

// Every method finds what a scan finds, with signatures of all shapes.
func TestMethods(t *testing.T) {
	d := few()
	if d.list.Len() != 12 { // one was there twice
		t.Fatalf("%d documents", d.list.Len())
	}
	var schemes []scheme
	for _, bits := range []int{2, 63, 64, 65, 200} {
		for _, hashes := range []int{1, 3} {
			schemes = append(schemes, scheme{bits, hashes, uint64(bits)})
		}
	}
	for _, s := range schemes {
		of := map[string]method{}
		for _, name := range methods() {
			w := experimenttest.Must(newMethod(name, d, s))(t)
			of[name] = w
			if (w.bits() == 0) != (name == scanning) {
				t.Errorf("%s: %d bits", name, w.bits())
			}
			var r result
			for _, text := range []string{"abc", "ana", "nan", "anana", "bcab", "cabca", "ção", "xyz", "abcabca", "nab"} {
				r.find(w, d, text)
				if err := r.check(name, search{text, d.containing(text)}); err != nil {
					t.Errorf("%+v: %v", s, err)
				}
			}
		}
		if a, b := of[byRows].candidates(nil, "abca"), of[bySlices].candidates(nil, "abca"); !slices.Equal(a, b) {
			t.Errorf("%+v: candidates %v by rows, %v by slices", s, a, b)
		}
	}
	// Its three n-grams are there, and not in a row.
	if got := newInverted(d).candidates(nil, "cabca"); len(got) != 1 || d.list.At(int(got[0])) != "abcab" {
		t.Errorf("candidates %v", got)
	}
	if _, err := newMethod("none", d, scheme{}); err == nil {
		t.Error("an unknown method is made")
	}
}

// lossy is a method that loses one document, or adds one, from some search on.
type lossy struct {
	method
	lost  bool
	extra bool
	left  int // searches before
}

func (l *lossy) candidates(dst []uint32, text string) []uint32 {
	list := l.method.candidates(dst, text)
	if l.left--; l.left >= 0 {
		return list
	}
	if l.lost && len(list) > 0 {
		return list[:len(list)-1]
	}
	if l.extra {
		return append(list, 0)
	}
	return list
}

// A missing document, and one too many of an exact method, end the run; so do other counts
// under the clock.
func TestGate(t *testing.T) {
	passages := "--text=" + experimenttest.File(t, verses(100))
	for _, c := range []struct {
		name string
		lie  lossy
		says string
	}{
		{byRows, lossy{lost: true}, "missing"},
		{bySlices, lossy{lost: true}, "missing"},
		{postings, lossy{lost: true}, "missing"},
		{suffixes, lossy{lost: true}, "missing"},
		{suffixes, lossy{extra: true}, "answers to"},
		{bySlices, lossy{extra: true, left: 40}, "under the clock"},
		{scanning, lossy{extra: true}, "under the clock"},
		{bySlices, lossy{}, ""},
	} {
		b, x := prepared(t, "--quick", "--words=../../../data/hyphenex.tex", "--documents=300", "--searches=40", "--reps=2", passages)
		x.build = func(name string, d *documents, s scheme) (method, error) {
			honest, err := newMethod(name, d, s)
			liar := c.lie
			liar.method = honest
			return &liar, err
		}
		cell := runfolder.Cell{Filter: c.name, Metric: metric.Query, Point: runfolder.At("", "", "3", "")}
		_, err := b.Measure(t.Context(), experiment.Step{Round: 1, Cell: cell})
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s lies: %v, want %q", c.name, err, c.says)
		}
	}
}

// Of the pairs every second one is of neighbours: of a document and one of the next five in
// the list, never itself. The others are any two.
func TestPairs(t *testing.T) {
	d := newDocuments(wordlist.Of("aab", "ab", "aac", "aad", "aae", "aaf", "aag", "aah", "aai", "aaj", "aak"), allDocuments)
	at := map[string]int{} // among the ten that have an n-gram
	for i, word := range strings.Fields("aab aac aad aae aaf aag aah aai aaj aak") {
		at[word] = i
	}
	near, far := map[int]int{}, map[int]int{}
	for i, p := range d.pairs(rand.New(rand.NewPCG(7, 8)), 4000) {
		steps := (at[p.b] - at[p.a] + len(at)) % len(at)
		if i%2 == 1 {
			near[steps]++
		} else {
			far[steps]++
		}
		if same := p.a == p.b; same != (p.similarity == 1) {
			t.Fatalf("%+v", p)
		}
	}
	for steps := range len(at) {
		want := 0.0
		if 1 <= steps && steps <= 5 {
			want = 400
		}
		if math.Abs(float64(near[steps])-want) > 100 || want == 0 && near[steps] > 0 || far[steps] < 100 {
			t.Errorf("%d steps apart: %d neighbours, want about %v; %d of any two, want about 200", steps, near[steps], want, far[steps])
		}
	}
}

// Each claim is supported by rows made so, with a little noise, and contradicted, or left
// open, by others.
func TestClaims(t *testing.T) {
	run := experimenttest.Run(t, New(), "--quick", "--documents=2000", "--pairs=300", "--reps=3", "--text="+experimenttest.File(t, verses(100)))
	for i := range run.Rows {
		r := &run.Rows[i]
		noise := 1 + 1e-4*math.Sin(float64(r.Seq))
		switch r.Metric {
		case metric.Query:
			r.Ops, r.Value = 1, 1000*noise*map[string]float64{scanning: 1000, suffixes: 1, postings: 5, byRows: 100, bySlices: 10}[r.Filter]
			r.CPU = int64(r.Value)
		case SimilarityError:
			r.Value = map[string]float64{uncorrected: 0.2, corrected: 0.1}[r.Filter] * noise
		case BitsPerDocument:
			r.Value = map[string]float64{postings: 30, bySlices: 64}[r.Filter]
		case WordsRead:
			r.Value = map[string]float64{"0": 100, "3": 60}[r.Point.Value(3)]
		case FalseCandidates:
			r.Value = 5
		}
	}
	experimenttest.Supported(t, New(), run, map[string]claim.Verdict{"SC3": claim.ByConstruction})
	of, gone := experimenttest.Of, experimenttest.Gone
	const atBits, atHashes, atLength, atRank = 0, 1, 2, 3
	noisy := func(f float64) func(*runfolder.Row) float64 {
		return func(r *runfolder.Row) float64 { return f * (1 + 0.6*float64(r.Round-2)) * r.Value }
	}
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"SC1", of(byRows, metric.Query).At(atLength, "3").Times(11), claim.Contradicted},
		{"SC1", of(bySlices, metric.Query).At(atLength, "3").Times(110), claim.Contradicted},
		{"SC1", of(byRows, metric.Query).Times(9), claim.Supported},
		{"SC1", of(byRows, metric.Query).Are(noisy(9)), claim.Inconclusive},
		{"SC2", of(corrected, SimilarityError).At(atBits, "64").Times(2.1), claim.Contradicted},
		{"SC2", of(corrected, SimilarityError).Times(1.9), claim.Supported},
		{"SC2", of(corrected, SimilarityError).Are(noisy(1.9)), claim.Inconclusive},
		{"SC3", of(environment, Lost).At(atLength, "3").Is(0), claim.Contradicted},
		{"SC4", of(bySlices, metric.Query).At(atBits, "64").Times(0.4), claim.Contradicted},
		{"SC4", of(byRows, metric.Query).At(atLength, "3").Times(0.04), claim.Contradicted},
		{"SC4", of(bySlices, metric.Query).Times(0.6), claim.Supported},
		{"SC5", of(byRows, metric.Query).At(atHashes, "2").Times(0.05), claim.Contradicted},
		{"SC6", of(postings, BitsPerDocument).Times(1.3), claim.Contradicted}, // 39 bits, beside 32, 64 and 128
		{"SC6", of(postings, BitsPerDocument).Times(1.05), claim.Supported},
		{"SC1", gone(scanning), claim.NotTested},
		{"SC4", gone(postings), claim.NotTested},
		{"SC6", gone(bySlices), claim.NotTested},
		{"SC6", gone(postings), claim.NotTested},
		{"SC7", of(byRanks, WordsRead).At(atRank, "3").Is(101), claim.Contradicted},
		{"SC7", of(byRanks, FalseCandidates).At(atRank, "3").Is(6), claim.Contradicted},
		{"SC7", of(byRanks, WordsRead).At(atRank, "3").Is(99), claim.Supported},
		{"SC7", of(byRanks, WordsRead).At(atRank, "0").At(atHashes, "2").Is(1), claim.Supported}, // more than half of the most rows
		{"SC7", of(byRanks, WordsRead).At(atRank, "3").Gone(), claim.NotTested},
	})
}

// A document that a row has lost ends the run.
func TestLostPassage(t *testing.T) {
	_, x := prepared(t, "--quick", "--words=../../../data/hyphenex.tex", "--documents=100", "--text="+experimenttest.File(t, verses(300)))
	for r := range 3 {
		w := newRanked(x.passages, 2, scheme{64, 3, 1})
		searches := w.searches(rand.New(rand.NewPCG(1, 1)), 50)
		if _, _, err := w.checked(searches); err != nil {
			t.Fatal(err)
		}
		for _, row := range w.rows[r] {
			clear(row)
		}
		if _, _, err := w.checked(searches); err == nil || !strings.Contains(err.Error(), "missing") {
			t.Errorf("rows of rank %d without a bit: %v", r, err)
		}
	}
}

// verses are lines of words: one is in nearly all, some are in few, two stand in one line twice.
func verses(n int) (list []string) {
	for i := range uint64(n) {
		words := []string{"and", "and"}
		if i%11 == 0 {
			words = words[:0]
		}
		for j := range 1 + filter.Mix(i)%6 {
			x := filter.Mix(8*i + j + 1)
			words = append(words, strings.Repeat(string(rune('a'+x%17)), 1+int(x>>32)%9))
		}
		list = append(list, strings.Join(words, " "))
	}
	return list
}
