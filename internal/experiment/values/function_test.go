package values

import (
	"errors"
	"math"
	"math/bits"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// A code gives every hyphenation back, and takes no more bits than it says.
func TestCodes(t *testing.T) {
	masks := []uint64{0, 0b100, 0b100, 0b10100, 1 << 23, 0b1000}
	codes := newCodes(masks)
	for _, name := range codeNames() {
		c := codes[name]
		for _, m := range masks {
			v := c.value(m)
			if got, is := c.mask(v); !is || got != m || v>>c.v != 0 {
				t.Errorf("%s: %b is %b of %d bits, and %b again", name, m, v, c.v, got)
			}
		}
	}
	if c := codes[codeTable]; c.v != 3 || c.bits() != 5*23 {
		t.Errorf("numbers of %d bits, a table of %d", c.v, c.bits())
	}
	if _, is := codes[codeTable].mask(5); is {
		t.Error("a number beyond the table is a hyphenation")
	}
	if c := codes[codeMask]; c.v != 23 || c.bits() != 0 {
		t.Errorf("masks of %d bits, a table of %d", c.v, c.bits())
	}
	if one := newCodes([]uint64{0}); one[codeTable].v != 1 || one[codeMask].v != 1 {
		t.Errorf("values of %d and %d bits of words that never break", one[codeTable].v, one[codeMask].v)
	}
}

// The chance of a wrong hyphenation is that over all values, counted one by one.
func TestChance(t *testing.T) {
	codes := newCodes([]uint64{0, 0b10, 0b110, 0b1010, 1 << 11, 1<<11 | 0b100})
	for _, name := range codeNames() {
		c := codes[name]
		for length := 1; length < 16; length++ {
			for _, pattern := range []uint64{0, 0b10, 0b1010, 1 << 11, 1 << 14} {
				if pattern>>length != 0 {
					continue
				}
				wrong := 0
				for value := range uint64(1) << c.v {
					if mask, is := c.mask(value); is && fits(mask, length) && mask != pattern {
						wrong++
					}
				}
				if want := float64(wrong) / float64(uint64(1)<<c.v); c.chance(length, pattern) != want {
					t.Errorf("%s, %d letters, %b: %v, want %v", name, length, pattern, c.chance(length, pattern), want)
				}
			}
		}
	}
}

// maplet answers as told.
type maplet func(key string) (uint64, bool)

func (m maplet) Value(key string) (uint64, bool) { return m(key) }
func (maplet) Bits() uint64                      { return 1000 }
func (maplet) Theory() float64                   { return 1 }
func (maplet) Params() []filter.Param            { return nil }

// A negative with a value that no word of its length can have is caught; a break before
// its last letter may be.
func TestNegativesCaught(t *testing.T) {
	codes := newCodes([]uint64{0b100, 1 << 6})
	for _, c := range []struct {
		word  string
		value uint64
		code  string
		known bool
	}{
		{"abcdefg", 1 << 5, codeMask, true},
		{"abcdef", 1 << 5, codeMask, false},
		{"äöüßéèê", 1 << 5, codeMask, true},
		{"äöüßéè", 1 << 5, codeMask, false},
		{"abcdefghi", 1 << 1, codeMask, false}, // longer than every key
		{"abcdefg", 1, codeTable, true}, {"abc", 1, codeTable, false}, {"abcdefg", 2, codeTable, false},
	} {
		f := &function{maplet(func(string) (uint64, bool) { return c.value, true }), codes[c.code], nil, 8}
		if _, known := f.Lookup(c.word); known != c.known {
			t.Errorf("%s with %b, %s: %v", c.word, c.value, c.code, known)
		}
	}
}

// Functions have the hyphenation of every key, whatever the code, and the sorted list
// that of no other word.
func TestFunctions(t *testing.T) {
	b := prepared(t, 3000)
	for _, name := range functionNames() {
		kind, err := mapletsByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range codeNames() {
			f, err := buildFunction(kind, b.codes[code], b.truth, filter.Config{Epsilon: rate(3), Seed: 7})
			if err != nil {
				t.Fatal(err)
			}
			if a, err := b.truth.ask(f); err != nil || a.wrong == 0 && code != codeHashed {
				t.Errorf("%s, %s: %+v, %v", name, code, a, err)
			}
		}
	}
	s := newSorted(b.truth.keys, b.truth.masks, b.codes[codeTable])
	a, err := b.truth.ask(s)
	if err != nil || a.wrong > 0 {
		t.Errorf("sorted: %+v, %v", a, err)
	}
	if err := compare(a.counts, b.truth.exact); err != nil {
		t.Error(err)
	}
	for _, word := range []string{"", "a", "zzzz", "academ", "academyy"} {
		if _, known := s.Lookup(word); known {
			t.Errorf("%q is in the list", word)
		}
	}
	if least := uint64(8 * len(b.truth.keys.Text())); s.Bits() < least || s.Bits() > 2*least {
		t.Errorf("%d bits of %d of text", s.Bits(), least)
	}
}

// Negatives are known at the rate of the fingerprint, and with a hash in front of the
// masks as many are wrong as a random value is. Without one more are.
func TestWrongNegatives(t *testing.T) {
	racetest.OneGoroutine(t)
	b := prepared(t, 60_000)
	kind, err := mapletsByName(ribbon)
	if err != nil {
		t.Fatal(err)
	}
	wrong := func(code string, f int) (share, theory float64) {
		const seeds = 4
		for seed := range uint64(seeds) {
			fn, err := buildFunction(kind, b.codes[code], b.truth, filter.Config{Epsilon: rate(f), Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			a, err := b.truth.ask(fn)
			if err != nil {
				t.Fatal(err)
			}
			share += float64(a.wrong) / float64(b.truth.negatives) / seeds
		}
		return share, rate(f) * b.truth.chances(b.codes[code])
	}
	for _, c := range []struct {
		code string
		f    int
	}{{codeHashed, 1}, {codeHashed, 3}, {codeTable, 4}} {
		share, theory := wrong(c.code, c.f)
		noise := 4 * math.Sqrt(theory/float64(4*b.truth.negatives))
		if math.Abs(share-theory) > noise+0.06*theory {
			t.Errorf("%s, f = %d: %v of the negatives, want %v", c.code, c.f, share, theory)
		}
	}
	if share, theory := wrong(codeMask, 1); share < 1.2*theory {
		t.Errorf("plain masks: %v of the negatives are wrong, want more than %v", share, theory)
	}
}

// lying is a store that is wrong for one word.
type lying struct {
	knuthliang.Store
	word string
}

func (l lying) Lookup(word string) (uint64, bool) {
	mask, known := l.Store.Lookup(word)
	if word == l.word {
		return mask ^ 0b100, true
	}
	return mask, known
}

// A wrong key ends the run, and so do passes that count something else than what was
// asked one by one; a wrong negative is counted.
func TestGate(t *testing.T) {
	b := prepared(t, 500, "--fingerprint=8", "--width=4", "--cells=6", "--sizes=100", "--n=100")
	store := b.hyphenation.Store
	if _, err := b.truth.ask(lying{store, "academy"}); err == nil || !strings.Contains(err.Error(), "academy") {
		t.Errorf("a wrong key: %v", err)
	}
	negative := b.truth.lower.At(20)
	a, err := b.truth.ask(lying{store, negative})
	if err != nil || a.wrong != 1 || a.counts.Exceptions != b.truth.exact.Exceptions+1 {
		t.Errorf("a wrong negative: %+v, %v", a, err)
	}
	exact := &method{measured: b.measured, hyphenator: knuthliang.Guarded{Store: lying{store, negative}, Patterns: b.hyphenation.Automaton}}
	if exact.ask() == nil {
		t.Error("a store with a wrong negative is an exact way")
	}
	w := &method{measured: b.measured, hyphenator: knuthliang.Guarded{Store: store, Patterns: b.hyphenation.Automaton}}
	if err := errors.Join(w.ask(), w.pass()); err != nil {
		t.Error(err)
	}
	w.hyphenator.Store = lying{store, negative}
	if w.pass() == nil {
		t.Error("a pass that counts otherwise is taken")
	}
	w.hyphenator.Store = store
	w.hyphenator.Guard = denying{}
	if w.ask() == nil {
		t.Error("a filter that denies a key is taken")
	}
}

type denying struct{}

func (denying) Contains(word string) bool { return word != "academy" }

// The bits are counted: a function's with its table, a method's with its filter.
func TestBits(t *testing.T) {
	b := prepared(t, 300, "--fingerprint=4", "--width=4", "--cells=6", "--sizes=100", "--n=100")
	at := func(name string, p place) float64 { return b.count(t, name, p, BitsPerKey) }
	n := float64(b.truth.keys.Len())
	store := at(bareStore, place{})
	if want := 8 * float64(b.hyphenation.Store.Bytes()) / n; store != want {
		t.Errorf("the store takes %v bits, want %v", store, want)
	}
	if with := at(fuse, place{f: 4}); with < store+4 || with > store+8 {
		t.Errorf("a filter of 4 bits and the store take %v bits, the store %v", with, store)
	}
	table := at(bloomier, place{f: 4, code: codeTable})
	slots := float64(3 * ((int(1.23*n) + 32) / 3))
	if want := (slots*12 + 196*23) / n; math.Abs(table-want) > 0.1 {
		t.Errorf("a function and its table take %v bits, want %v", table, want)
	}
	if masks := at(bloomier, place{f: 4, code: codeMask}); masks != at(bloomier, place{f: 4, code: codeHashed}) || masks < 27*1.23 {
		t.Errorf("masks take %v bits", masks)
	}
}

// What answers with no value is no function.
func TestUnknown(t *testing.T) {
	if _, err := mapletsByName("bloom"); err == nil {
		t.Error("a Bloom filter answers with a value")
	}
}

// The words of the sorted list are found whatever their number and order.
func TestSortedOfFew(t *testing.T) {
	for n := 1; n < 5; n++ {
		words := []string{"cc", "a", "dddd", "bbb"}[:n]
		masks := []uint64{0b10, 0, 0b1100, 0b110}[:n]
		s := newSorted(wordlist.Of(words...), masks, newCodes(masks)[codeTable])
		for i, word := range words {
			if mask, known := s.Lookup(word); !known || mask != masks[i] {
				t.Errorf("%d words: %s has %b (%v), want %b", n, word, mask, known, masks[i])
			}
		}
	}
}

// A map has no error; a function that of the quantisation; linear filter and compact
// approximator have the same answers, and more of an error as theory has it.
func TestConfidences(t *testing.T) {
	racetest.OneGoroutine(t)
	b := prepared(t, 20, "--width=4,12", "--cells=6", "--n=20000", "--sizes=100", "--fingerprint=4")
	if e := b.count(t, exactMap, place{}, Error); e != 0 {
		t.Errorf("a map has an error of %v", e)
	}
	for _, width := range []int{4, 12} {
		step := 1 / float64(linear.TopCode(width))
		alone, cells := place{width: width}, place{width: width, cells: 6}
		for _, name := range functionNames() {
			if e := b.count(t, name, alone, Error); math.Abs(e-step/math.Sqrt(3)) > 0.03*step {
				t.Errorf("%s: an error of %v, want %v", name, e, step/math.Sqrt(3))
			}
			if known := b.count(t, name, alone, Known); math.Abs(known-1.0/128) > 0.002 {
				t.Errorf("%s: %v of the negatives are known", name, known)
			}
		}
		for _, m := range []runfolder.Metric{BitsPerKey, Error, Over, Known, ErrorTheory} {
			if l, c := b.count(t, linearName, cells, m), b.count(t, compactOne, cells, m); l != c {
				t.Errorf("%d bits, %s: %v, and %v of the compact approximator", width, m, l, c)
			}
		}
		if n := b.count(t, compactOne, cells, Differing); n != 0 {
			t.Errorf("%v answers differ", n)
		}
		if bits := b.count(t, linearName, cells, BitsPerKey); bits != float64(6*width) {
			t.Errorf("%v bits per key, want %d", bits, 6*width)
		}
		for measured, theory := range map[runfolder.Metric]runfolder.Metric{Error: ErrorTheory, Over: OverTheory, Known: KnownTheory} {
			got, want := b.count(t, linearName, cells, measured), b.count(t, linearName, cells, theory)
			if math.Abs(got-want) > 0.15*want {
				t.Errorf("%d bits, %s: %v, want %v", width, measured, got, want)
			}
		}
	}
}

// A structure with a confidence below a key's own ends the run, and an exact one with one
// above it; a linear filter may have such.
func TestConfidenceGate(t *testing.T) {
	g := grade(500, 3)
	own := map[string]uint64{}
	for i, c := range g.confidences {
		own[g.keys.At(i)] = uint64(linear.Floor.Code(c, 8))
	}
	shifted := func(by int) coded {
		return func(word string) (uint64, bool) {
			code := own[word]
			if word == g.keys.At(7) {
				code = uint64(int(code) + by)
			}
			return code, code > 0
		}
	}
	for _, c := range []struct {
		by   int
		over float64 // expected
		good bool
	}{{0, 0, true}, {1, 0.1, true}, {1, 0, false}, {-1, 0.1, false}} {
		e := &estimate{keys: 500, width: 8, expected: linear.Expected{Overestimated: c.over}}
		if err := e.ask(g, shifted(c.by)); (err == nil) != c.good {
			t.Errorf("%+d codes, %v expected above: %v", c.by, c.over, err)
		}
	}
	e := &estimate{keys: 500, width: 8}
	if e.ask(g, func(word string) (uint64, bool) { return own[word], word != g.keys.At(7) }) == nil {
		t.Error("a key that is not known is taken")
	}
}

// Rounds have other keys, confidences are uniform, and none of the negatives is a key.
func TestGrades(t *testing.T) {
	g := grade(3000, 2)
	if grade(3000, 3).keys.At(0) == g.keys.At(0) {
		t.Error("two rounds have the same keys")
	}
	keys := map[string]bool{}
	mean := 0.0
	for i, c := range g.confidences {
		keys[g.keys.At(i)] = true
		mean += c / 3000
	}
	if len(keys) != 3000 || math.Abs(mean-0.5) > 0.03 {
		t.Errorf("%d keys, confidences of %v on average", len(keys), mean)
	}
	for word := range g.negatives.Each() {
		if keys[word] {
			t.Fatalf("%q is a key", word)
		}
	}
}

// Sets: about as many too many as theory has it, none missing, as the Bloom filters; each
// key is in one set or in two.
func TestSets(t *testing.T) {
	racetest.OneGoroutine(t)
	b := prepared(t, 20, "--cells=5", "--n=20000", "--width=4")
	p := place{width: languages, cells: 5}
	got, want := b.count(t, compactSet, p, Surplus), b.count(t, compactSet, p, SurplusTheory)
	if math.Abs(got-want) > 0.1*want || want < 0.05 || want > 0.12 {
		t.Errorf("%v of the sets too many, want %v", got, want)
	}
	for _, m := range []runfolder.Metric{Missing, Differing} {
		if n := b.count(t, compactSet, p, m); n != 0 {
			t.Errorf("%s: %v", m, n)
		}
	}
	if n := b.count(t, compactTwo, place{width: twoElements, cells: 5}, Differing); n != 0 {
		t.Errorf("%v answers of a Bloom filter differ", n)
	}
	twice := 0
	for i := range 10_000 {
		switch bits.OnesCount64(setsOf(i, 5)) {
		case 1:
		case 2:
			twice++
		default:
			t.Fatalf("key %d is in %b", i, setsOf(i, 5))
		}
	}
	if want := 10_000 * second * (languages - 1) / languages; math.Abs(float64(twice)-want) > 200 {
		t.Errorf("%d of 10,000 keys are in two sets, want %v", twice, want)
	}
}

// Functions of more keys take the bits that their plans say.
func TestSizes(t *testing.T) {
	b := prepared(t, 20, "--sizes=1000,20000")
	for _, n := range []int{1000, 20_000} {
		if got, want := b.count(t, bloomier, place{n: n}, Slots), float64(3*((int(1.23*float64(n))+32)/3))/float64(n); math.Abs(got-want) > 0.01 {
			t.Errorf("%d keys: %v bits for each, want %v", n, got, want)
		}
		if got := b.count(t, ribbon, place{n: n}, Slots); got < 1 || got > 1.1 {
			t.Errorf("%d keys by ribbon: %v bits for each", n, got)
		}
	}
}
