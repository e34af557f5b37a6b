package calibration

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"hyphbench/internal/corpus"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// workload is what is measured: words hyphenated behind a Bloom filter, as in
// the thesis's experiment.
type workload struct {
	words       *wordlist.List
	parts       []*wordlist.List // of them
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
	w.parts = w.words.Parts(sampleWords / 4)
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
			s.want = base.Plus(expect(s.again))
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

// build makes a filter, whose hash function the seed decides.
func (w *workload) build(seed uint64) (filter.Filter, error) {
	return w.structure.Build(w.keys, filter.Config{Epsilon: epsilon, Seed: seed})
}

// fill determines the number of passes in a section of that length.
func (w *workload) fill(seed uint64, least time.Duration) error {
	f, err := w.build(seed)
	if err != nil {
		return err
	}
	s := &w.sides[0]
	_, n, err := timing.Fill(least, func(n int) error {
		w.repetitions = n
		p := w.pass(s, f)
		p.all()
		return w.check(s, p.counts())
	})
	w.repetitions = n
	return err
}

// together times a section of each side, piece by piece side by side as in the interleaved
// design, and checks their counts. The filters are those of the sides.
func (w *workload) together(filters []filter.Filter, random *rand.Rand) ([]timing.Section, error) {
	passes, works := make([]*pass, len(w.sides)), make([]timing.Work, len(w.sides))
	for i := range w.sides {
		p := w.pass(&w.sides[i], filters[i])
		passes[i], works[i] = p, timing.Work{Units: len(p.got), Do: func(unit int) error { p.unit(unit); return nil }}
	}
	list, errs := timing.Together(works, func() []int { return random.Perm(len(works)) })
	for i, p := range passes {
		errs[i] = w.check(p.side, p.counts())
	}
	return list, errors.Join(errs...)
}

// alone times one section of a side as in the thesis's order, and checks its counts.
func (w *workload) alone(s *side, f filter.Filter) (timing.Section, error) {
	p := w.pass(s, f)
	took := timing.Measure(false, p.all)
	return took, w.check(s, p.counts())
}

// pass is the work of a section.
type pass struct {
	side       *side
	parts      []*wordlist.List
	hyphenator knuthliang.Guarded
	got        []knuthliang.Counts // of each unit: one may be measured again
}

// pass is that of a side behind a filter.
func (w *workload) pass(s *side, guard knuthliang.Guard) *pass {
	p := &pass{side: s, parts: w.parts, hyphenator: *w.hyphenator, got: make([]knuthliang.Counts, w.repetitions*len(w.parts))}
	p.hyphenator.Guard = guard
	return p
}

// unit hyphenates a part of the words; the first part has what a side does again.
func (p *pass) unit(n int) {
	p.got[n] = p.hyphenator.Pass(p.parts[n%len(p.parts)])
	if p.side.again != nil && n%len(p.parts) == 0 {
		p.got[n] = p.got[n].Plus(p.hyphenator.Pass(p.side.again))
	}
}

func (p *pass) all() {
	for n := range p.got {
		p.unit(n)
	}
}

func (p *pass) counts() (total knuthliang.Counts) {
	for _, c := range p.got {
		total = total.Plus(c)
	}
	return total
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
