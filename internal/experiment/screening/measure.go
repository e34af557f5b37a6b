package screening

import (
	"fmt"
	"math/rand/v2"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/metric"
)

// round is what is searched for in a round, and by what.
type round struct {
	seed     uint64
	docs     *documents
	pairs    []pair
	searches map[int][]search // by length
	methods  map[signedMethod]method
}

// signedMethod is a method with its signatures.
type signedMethod struct {
	name string
	scheme
}

func newRound(d *documents, pairs int, seed uint64) *round {
	random := rand.New(rand.NewPCG(seed, 'p'))
	return &round{seed: seed, docs: d, pairs: d.pairs(random, pairs), searches: map[int][]search{}, methods: map[signedMethod]method{}}
}

func (r *round) searchesOf(length, n int) []search {
	if r.searches[length] == nil {
		r.searches[length] = r.docs.searches(rand.New(rand.NewPCG(r.seed, uint64(length))), n, length)
	}
	return r.searches[length]
}

// method is one of the round, or one that is the same in all rounds.
func (x *collection) method(r *round, name string, of scheme) (w method, err error) {
	if !signed(name) {
		if w = x.kept[name]; w == nil {
			w, err = x.build(name, x.docs, of)
			x.kept[name] = w
		}
		return w, err
	}
	key := signedMethod{name, of}
	if w = r.methods[key]; w == nil {
		w, err = x.build(name, x.docs, of)
		r.methods[key] = w
	}
	return w, err
}

// carryOut estimates similarities, counts what a screen would lose, or searches.
func (x *collection) carryOut(t *trial.T, name string, at place) error {
	r, err := trial.Fixture(t, t.Round, func() (*round, error) { return newRound(x.docs, x.ofPairs.Value, t.Seed()), nil })
	if err != nil {
		return err
	}
	of := scheme{at.bits, at.hashes, r.seed}
	switch name {
	case uncorrected, corrected:
		off, bias := of.errors(name, r.pairs)
		t.Report(SimilarityError, off)
		t.Report(SimilarityBias, bias)
		return nil
	case environment:
		t.Report(Lost, x.docs.lost(r.searchesOf(at.length, x.searches.Value)))
		return nil
	}
	return x.search(t, r, name, of, r.searchesOf(at.length, x.searches.Value))
}

// search carries all searches out: first each with its answer compared, then under the clock.
func (x *collection) search(t *trial.T, r *round, name string, of scheme, searches []search) error {
	w, err := x.method(r, name, of)
	if err != nil {
		return err
	}
	sum, err := checked(name, w, x.docs, searches)
	if err != nil {
		return err
	}
	n, documents := float64(len(searches)), x.docs.list.Len()
	t.Time(metric.Build, documents, func() error {
		_, err := x.build(name, x.docs, of)
		return err
	})
	t.Time(metric.Query, len(searches), func() error { return pass(name, w, x.docs, searches, sum) })
	wrong := float64(sum.candidates - sum.answers)
	t.Report(Candidates, float64(sum.candidates)/n)
	t.Report(FalseCandidates, wrong/n)
	t.Report(Rate, wrong/float64(max(1, len(searches)*documents-sum.answers)))
	t.Report(BitsPerDocument, float64(w.bits())/float64(documents))
	t.Later(metric.FPRTheory, func() (float64, error) {
		expected := 0.0
		for _, s := range searches {
			expected += of.expected(s.text, x.docs.sizes)
		}
		return expected / n, nil
	})
	return nil
}

// found is what the searches came to, together.
type found struct{ candidates, answers int }

// checked carries all searches out and compares every answer with the truth, which that
// of the scan is by itself: the clock compares its counts.
func checked(name string, w method, d *documents, searches []search) (sum found, err error) {
	var a result
	for _, s := range searches {
		if name == scanning {
			sum.candidates += len(s.answers)
			sum.answers += len(s.answers)
			continue
		}
		a.find(w, d, s.text)
		if err := a.check(name, s); err != nil {
			return sum, err
		}
		sum.candidates += len(a.candidates)
		sum.answers += len(a.answers)
	}
	return sum, nil
}

// pass carries all searches out under the clock. They must come to as much as before.
func pass(name string, w method, d *documents, searches []search, want found) error {
	var a result
	var sum found
	for _, s := range searches {
		a.find(w, d, s.text)
		sum.candidates += len(a.candidates)
		sum.answers += len(a.answers)
	}
	if sum != want {
		return fmt.Errorf("%s: %d candidates and %d answers under the clock: want %d and %d",
			name, sum.candidates, sum.answers, want.candidates, want.answers)
	}
	return nil
}
