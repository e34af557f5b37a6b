package calibration

import (
	"fmt"
	"strings"

	"hyphbench/internal/corpus"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/section"
	"hyphbench/internal/wordlist"
)

// workload is what is measured: words hyphenated behind a Bloom filter, as in
// the thesis's experiment.
type workload struct {
	words       *wordlist.List
	sides       []side
	repetitions int // passes that a section holds
	hyphenator  *knuthliang.Guarded
	structure   filter.Structure
	keys        *wordlist.List
}

// side is a filter under one of its names.
type side struct {
	slowdown float64           // share of the words that is hyphenated again
	again    *wordlist.List    // these words; nil for none
	want     knuthliang.Counts // of one pass; Lookups do not count
}

const (
	// sampleWords is the length of a pass: long enough for every share of it
	// to be a whole number of words of every kind.
	sampleWords = 20_000
	epsilon     = 0.01
)

// slowdowns are the sides beside the first: the same again, and known effects
// in ascending order.
func slowdowns() []float64 { return []float64{0, 0.01, 0.02, 0.05} }

// one are the sides of a calibration for a single effect.
func one(effect float64) []float64 { return []float64{0, effect} }

// newWorkload prepares the embedded inputs, the same on every machine.
func newWorkload(slowdowns []float64) (*workload, error) {
	list, err := corpus.LoadWords("", corpus.Places{})
	if err != nil {
		return nil, err
	}
	files, err := corpus.LoadFiles("")
	if err != nil {
		return nil, err
	}
	h, err := files.Load()
	if err != nil {
		return nil, err
	}
	reference, err := knuthliang.NewReference(h.Rules, h.Exceptions)
	if err != nil {
		return nil, err
	}
	w := &workload{
		words:      every(list.List, float64(list.List.Len())/sampleWords),
		hyphenator: h.Guarded(nil),
		keys:       h.Keys(),
	}
	if w.structure, err = all.ByName("bloom"); err != nil {
		return nil, err
	}
	isKey := map[string]bool{}
	for key := range w.keys.Each() {
		isKey[key] = true
	}
	expect := func(words *wordlist.List) (c knuthliang.Counts) {
		for _, word := range words.All() {
			c.Words++
			c.Breaks += len(reference.Hypher(word))
			if isKey[strings.ToLower(word)] {
				c.Exceptions++
			}
		}
		return c
	}
	base := expect(w.words)
	w.sides = []side{{want: base}}
	for _, share := range slowdowns {
		s := side{slowdown: share, want: base}
		if share > 0 {
			s.again = every(w.words, 1/share)
			s.want = sum(base, expect(s.again))
		}
		w.sides = append(w.sides, s)
	}
	return w, nil
}

// every takes every step-th word of a list, from the middle of the first step.
func every(list *wordlist.List, step float64) *wordlist.List {
	var words []string
	for at := step / 2; int(at) < list.Len(); at += step {
		words = append(words, list.At(int(at)))
	}
	return wordlist.Of(words...)
}

func sum(a, b knuthliang.Counts) knuthliang.Counts {
	return knuthliang.Counts{
		Words: a.Words + b.Words, Breaks: a.Breaks + b.Breaks,
		Exceptions: a.Exceptions + b.Exceptions, Lookups: a.Lookups + b.Lookups,
	}
}

// build puts a new filter in front of the store, whose hash function the seed
// decides.
func (w *workload) build(seed uint64) error {
	f, err := w.structure.Build(w.keys, filter.Config{Epsilon: epsilon, Seed: seed})
	w.hyphenator.Guard = f
	return err
}

// fill determines the number of passes in a section.
func (w *workload) fill(seed uint64) error {
	if err := w.build(seed); err != nil {
		return err
	}
	_, n, err := section.Fill(func(n int) error {
		w.repetitions = n
		return w.check(&w.sides[0], w.pass(&w.sides[0]))
	})
	w.repetitions = n
	return err
}

// measure times one section of a side and checks its counts.
func (w *workload) measure(s *side, quiet bool) (section.Section, error) {
	var got knuthliang.Counts
	work := func() { got = w.pass(s) }
	var took section.Section
	if quiet {
		took = section.Undisturbed(work)
	} else {
		took = section.Measure(false, work)
	}
	return took, w.check(s, got)
}

// pass is the work of a section.
func (w *workload) pass(s *side) (c knuthliang.Counts) {
	for range w.repetitions {
		c = sum(c, w.hyphenator.Pass(w.words))
		if s.again != nil {
			c = sum(c, w.hyphenator.Pass(s.again))
		}
	}
	return c
}

// check compares the counts of a section with those of the reference.
func (w *workload) check(s *side, got knuthliang.Counts) error {
	n := w.repetitions
	want := knuthliang.Counts{Words: n * s.want.Words, Breaks: n * s.want.Breaks, Exceptions: n * s.want.Exceptions}
	got.Lookups = 0
	if got != want {
		return fmt.Errorf("wrong answers on the side with %g %% of the work added: %d words, %d hyphenation points and %d exceptions honoured instead of %d, %d and %d",
			100*s.slowdown, got.Words, got.Breaks, got.Exceptions, want.Words, want.Breaks, want.Exceptions)
	}
	return nil
}
