package values

import (
	"math"
	"math/bits"
	"testing"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
)

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
				t.Errorf("%s: %v of the strangers are known", name, known)
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
			t.Errorf("%v bits a key, want %d", bits, 6*width)
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

// Rounds have other keys, confidences are uniform, and none of the strangers is a key.
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
	for word := range g.strangers.Each() {
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
