package values

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/filter/packed"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
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

func (x *measured) storeBits() uint64 { return 8 * uint64(x.hyphenation.Store.Bytes()) }

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

// function is the exceptions as a function: the value of a word is its hyphenation. It
// is a knuthliang.Store that is wrong for some negatives, and never for a key.
type function struct {
	values  filter.Maplet
	code    *code
	hash    *filter.Hasher // joined with values; nil: they are as they are
	longest int            // key, in runes
}

// buildFunction makes one of the exceptions.
func buildFunction(of filter.Maplets, c *code, t *truth, cfg filter.Config) (*function, error) {
	f := &function{code: c, longest: t.longest}
	if c.name == codeHashed {
		hash := filter.NewHasher(filter.Config{Seed: filter.Mix(^cfg.Seed)}) // none of the structure's
		f.hash = &hash
	}
	values := make([]uint64, len(t.masks))
	for i, m := range t.masks {
		values[i] = c.value(m) ^ f.noise(t.keys.At(i))
	}
	var err error
	f.values, err = of.Build(t.keys, values, c.v, cfg)
	return f, err
}

// noise is as many bits of the hash of a word as a value has, 0 without a hash.
func (f *function) noise(word string) uint64 {
	if f.hash == nil {
		return 0
	}
	return f.hash.Sum64(word) >> (64 - f.code.v)
}

// Lookup implements knuthliang.Store. A word whose breaks cannot be its own is none of
// the keys; that is looked into only where there is a value.
func (f *function) Lookup(word string) (mask uint64, known bool) {
	value, known := f.values.Value(word)
	if !known {
		return 0, false
	}
	mask, known = f.code.mask(value ^ f.noise(word))
	length := utf8.RuneCountInString(word)
	if !known || length > f.longest || !fits(mask, length) {
		return 0, false
	}
	return mask, true
}

// Bits are those of the function and of the table of its code.
func (f *function) Bits() uint64 { return f.values.Bits() + f.code.bits() }

// sortedList is the exceptions as a lean exact store: the words one behind the other in
// their order, where each begins, and its hyphenation as a number in the table of the
// different ones.
type sortedList struct {
	text   string
	starts packed.Array // one more than there are words
	values packed.Array
	n      int
	code   *code
}

func newSorted(keys *wordlist.List, masks []uint64, c *code) *sortedList {
	order := make([]int, keys.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(keys.At(i), keys.At(j)) })
	s := &sortedList{n: len(order), code: c}
	s.starts = packed.New(uint64(s.n+1), uint64(bits.Len(uint(len(keys.Text())))))
	s.values = packed.New(uint64(s.n), uint64(c.v))
	var text strings.Builder
	for i, key := range order {
		s.starts.Set(uint64(i), uint64(text.Len()))
		s.values.Set(uint64(i), c.value(masks[key]))
		text.WriteString(keys.At(key))
	}
	s.starts.Set(uint64(s.n), uint64(text.Len()))
	s.text = text.String()
	return s
}

func (s *sortedList) at(i int) string { return s.text[s.starts.At(uint64(i)):s.starts.At(uint64(i)+1)] }

// Lookup implements knuthliang.Store.
func (s *sortedList) Lookup(word string) (mask uint64, known bool) {
	low, high := 0, s.n
	for low < high {
		middle := int(uint(low+high) / 2)
		if s.at(middle) < word {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == s.n || s.at(low) != word {
		return 0, false
	}
	return s.code.mask(s.values.At(uint64(low)))
}

// Bits are those of the words, of where they begin, and of their values with the table.
func (s *sortedList) Bits() uint64 {
	return 8*uint64(len(s.text)) + uint64(s.n+1)*s.starts.Width + uint64(s.n)*s.values.Width + s.code.bits()
}
