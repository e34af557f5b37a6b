package values

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/runfolder"
)

// methods are the methods to hyphenate the word list, each with a look-up of its own for the
// exceptions: a store, a filter in front of it, or a function in place of both.
// exactly are those without a fingerprint.
func (x *measured) methods(r *trial.Run) (exactly, list []trial.Trial) {
	method := func(name string, p place, reports ...runfolder.Metric) trial.Trial {
		reports = append([]runfolder.Metric{Hyphenate, BitsPerKey}, reports...)
		return p.trial(name, reports, func(t *trial.T, seed uint64) error {
			w, err := x.newMethod(name, p, seed)
			if err != nil {
				return err
			}
			w.report(t)
			return nil
		})
	}
	for _, f := range r.Counts(F) {
		for _, name := range filterNames() {
			list = append(list, method(name, place{f: f}))
		}
		for _, name := range functionNames() {
			for _, c := range codeNames() {
				list = append(list, method(name, place{f: f, code: c}, WrongKeys, Known, KnownTheory, Wrong, WrongTheory))
			}
		}
	}
	return []trial.Trial{method(bareStore, place{}), method(sortedName, place{})}, list
}

// method is one of them, ready to hyphenate.
type method struct {
	*measured
	hyphenator knuthliang.Guarded
	bits       uint64 // of all that is held for the exceptions
	answers    answers
	function   *function // nil for the exact methods
}

// rate is that of negatives with a fingerprint of f bits.
func rate(f int) float64 { return math.Ldexp(1, -f) }

// newMethod builds what answers for the exceptions and asks it every word.
func (x *measured) newMethod(name string, p place, seed uint64) (*method, error) {
	w := &method{measured: x, hyphenator: knuthliang.Guarded{Patterns: x.hyphenation.Automaton}}
	cfg := filter.Config{Epsilon: rate(p.f), Seed: seed}
	var err error
	switch {
	case name == bareStore:
		w.hyphenator.Store, w.bits = x.hyphenation.Store, w.storeBits()
	case name == sortedName:
		s := newSorted(x.truth.keys, x.truth.masks, x.codes[codeTable])
		w.hyphenator.Store, w.bits = s, s.Bits()
	case p.code == "":
		err = w.guard(name, cfg)
	default:
		err = w.without(name, x.codes[p.code], cfg)
	}
	if err != nil {
		return nil, err
	}
	return w, w.ask()
}

// storeBits are those of the exception store.
func (x *measured) storeBits() uint64 { return 8 * uint64(x.hyphenation.Store.Bytes()) }

// guard puts a filter in front of the exception store.
func (w *method) guard(name string, cfg filter.Config) error {
	f, err := all.Build(name, w.truth.keys, cfg)
	if err != nil {
		return err
	}
	w.hyphenator.Guard, w.hyphenator.Store = f, w.hyphenation.Store
	w.bits = f.Bits() + w.storeBits()
	return nil
}

// without puts a function in the place of filter and store.
func (w *method) without(name string, c *code, cfg filter.Config) error {
	kind, err := mapletsByName(name)
	if err != nil {
		return err
	}
	if w.function, err = buildFunction(kind, c, w.truth, cfg); err != nil {
		return err
	}
	w.hyphenator.Store, w.bits = w.function, w.function.Bits()
	return nil
}

func mapletsByName(name string) (filter.Maplets, error) {
	list := all.Maplets()
	i := slices.IndexFunc(list, func(s filter.Maplets) bool { return s.Name == name })
	if i < 0 {
		return filter.Maplets{}, fmt.Errorf("no structure %q answers with a value", name)
	}
	return list[i], nil
}

// ask compares what the method says of every key, and what a pass with it must count. An
// exact method must count what the list requires.
func (w *method) ask() (err error) {
	if w.answers, err = w.truth.ask(guarded{w.hyphenator}); err != nil {
		return err
	}
	if w.function == nil {
		return compare(w.answers.counts, w.truth.exact)
	}
	return nil
}

// guarded is guard and store of a hyphenator as one look-up.
type guarded struct{ knuthliang.Guarded }

func (g guarded) Lookup(word string) (mask uint64, known bool) {
	if g.Guard != nil && !g.Guard.Contains(word) {
		return 0, false
	}
	return g.Store.Lookup(word)
}

// pass hyphenates the list once, under the clock; its counts are compared behind it.
func (w *method) pass() error { return compare(w.hyphenator.Pass(w.truth.words), w.answers.counts) }

// report reports what the method is and says. Each look at every negative is taken when its
// row is due.
func (w *method) report(t *trial.T) {
	negatives := float64(w.truth.negatives)
	t.Time(Hyphenate, w.truth.words.Len(), w.pass)
	t.Report(BitsPerKey, float64(w.bits)/float64(w.truth.keys.Len()))
	if w.function == nil {
		return
	}
	values := w.function.values
	t.Report(WrongKeys, float64(w.answers.wrongKeys))
	t.Report(KnownTheory, values.Theory())
	t.Report(Wrong, float64(w.answers.wrong)/negatives)
	t.Later(Known, func() (float64, error) {
		known := 0
		for i, k := range w.truth.key {
			if k >= 0 {
				continue
			}
			if _, is := values.Value(w.truth.lower.At(i)); is {
				known++
			}
		}
		return float64(known) / negatives, nil
	})
	t.Later(WrongTheory, func() (float64, error) { return values.Theory() * w.truth.chances(w.function.code), nil })
}
