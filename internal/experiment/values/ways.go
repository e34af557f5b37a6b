package values

import (
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/runfolder"
)

// ways are the ways to hyphenate the word list, each with a look-up of its own for the
// exceptions: a store, a filter in front of it, or a function in place of both.
func (b *bench) ways() []visit {
	exact := []runfolder.Metric{BitsPerKey}
	list := []visit{
		{name: bareStore, make: makeWay, timed: true, of: exact},
		{name: sortedName, make: makeWay, timed: true, of: exact},
	}
	for _, f := range b.x.fingerprints.Values {
		for _, name := range filterNames() {
			list = append(list, visit{name, place{f: f}, makeWay, true, exact})
		}
		for _, name := range functionNames() {
			for _, c := range codeNames() {
				list = append(list, visit{name, place{f: f, code: c}, makeWay, true,
					[]runfolder.Metric{BitsPerKey, WrongKeys, Known, KnownTheory, Wrong, WrongTheory}})
			}
		}
	}
	return list
}

// way is one of them, ready to hyphenate.
type way struct {
	*bench
	hyphenator knuthliang.Guarded
	bits       uint64 // of all that is held for the exceptions
	answers    answers
	function   *function // nil for the exact ways
}

// rate is that of strangers with a fingerprint of f bits.
func rate(f int) float64 { return math.Ldexp(1, -f) }

// makeWay builds what answers for the exceptions and asks it every word.
func makeWay(b *bench, v visit, round int) (subject, error) {
	w := &way{bench: b, hyphenator: knuthliang.Guarded{Patterns: b.hyphenation.Automaton}}
	cfg := filter.Config{Epsilon: rate(v.at.f), Seed: b.seed(v, round)}
	store := b.hyphenation.Store
	var err error
	switch {
	case v.name == bareStore:
		w.hyphenator.Store, w.bits = store, 8*uint64(store.Bytes())
	case v.name == sortedName:
		s := newSorted(b.truth.keys, b.truth.masks, b.codes[codeTable])
		w.hyphenator.Store, w.bits = s, s.Bits()
	case v.at.code == "":
		err = w.guard(v.name, cfg)
	default:
		err = w.without(v.name, b.codes[v.at.code], cfg)
	}
	if err != nil {
		return nil, err
	}
	return w, w.ask()
}

// guard puts a filter in front of the exception store.
func (w *way) guard(name string, cfg filter.Config) error {
	s, err := all.ByName(name)
	if err != nil {
		return err
	}
	f, err := s.Build(w.truth.keys, cfg)
	if err != nil {
		return err
	}
	store := w.bench.hyphenation.Store
	w.hyphenator.Guard, w.hyphenator.Store = f, store
	w.bits = f.Bits() + 8*uint64(store.Bytes())
	return nil
}

// without puts a function in the place of filter and store.
func (w *way) without(name string, c *code, cfg filter.Config) error {
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
		return filter.Maplets{}, unknownStructure(name)
	}
	return list[i], nil
}

// ask compares what the way says of every key, and what a pass with it must count. An
// exact way must count what the list requires.
func (w *way) ask() (err error) {
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
func (w *way) pass() error { return compare(w.hyphenator.Pass(w.truth.words), w.answers.counts) }

// count implements subject.
func (w *way) count(m runfolder.Metric) (float64, string, error) {
	switch strangers := float64(w.truth.strangers); m {
	case BitsPerKey:
		return float64(w.bits) / float64(w.truth.keys.Len()), "bits", nil
	case WrongKeys:
		return float64(w.answers.wrongKeys), "keys", nil
	case Known:
		known := 0
		for i, k := range w.truth.key {
			if k >= 0 {
				continue
			}
			if _, is := w.function.values.Value(w.truth.lower.At(i)); is {
				known++
			}
		}
		return float64(known) / strangers, "1", nil
	case KnownTheory:
		return w.function.values.Theory(), "1", nil
	case Wrong:
		return float64(w.answers.wrong) / strangers, "1", nil
	case WrongTheory:
		return w.function.values.Theory() * w.chance(w.function.code), "1", nil
	}
	return 0, "", unknown(m)
}

// chance is that of a code over the list, worked out once.
func (b *bench) chance(c *code) float64 {
	if _, there := b.chances[c.name]; !there {
		b.chances[c.name] = b.truth.chances(c)
	}
	return b.chances[c.name]
}
