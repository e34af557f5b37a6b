package values

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/compact"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// besideConfidence is the fingerprint of the functions of confidences: a negative is
// known at the rate of a filter of ten cells per key.
const besideConfidence = 7

// negativesAsked is how many negatives are asked for a confidence.
const negativesAsked = 50_000

// confidences are the methods to keep a confidence for each of n keys.
func (x *measured) confidences(r *trial.Run) (list []trial.Trial) {
	add := func(name string, p place, reports ...runfolder.Metric) {
		list = append(list, x.ofGraded(name, p, reports, func(t *trial.T, g graded, seed uint64) error {
			e, err := newEstimate(name, p, g, seed)
			if err != nil {
				return err
			}
			e.report(t)
			return nil
		}))
	}
	add(exactMap, place{}, BitsPerKey, Error)
	all := []runfolder.Metric{BitsPerKey, Error, ErrorTheory, Over, OverTheory, Known, KnownTheory, Under}
	for _, width := range x.widths.Values {
		for _, name := range functionNames() {
			add(name, place{width: width}, all...)
		}
		for _, cells := range r.Counts(Cells) {
			p := place{width: width, cells: cells}
			add(linearName, p, all...)
			add(compactOne, p, append(slices.Clone(all), Differing)...)
		}
	}
	return list
}

// graded are keys with a confidence each, and negatives. Confidences are uniform in
// [0, 1], multiples of 1/(2^32 − 1), as in the evaluation of the linear filter.
type graded struct {
	keys, negatives *wordlist.List
	confidences     []float64
}

// firstNegative is above the number of every key.
const firstNegative = 1 << 40

// ofGraded is a trial over those of a round, the same for all structures.
func (x *measured) ofGraded(name string, p place, reports []runfolder.Metric, do func(t *trial.T, g graded, seed uint64) error) trial.Trial {
	return p.trial(name, reports, func(t *trial.T, seed uint64) error {
		g, err := trial.Fixture(t, t.Round, func() (graded, error) { return grade(x.n.Value, filter.Mix(t.Seed())), nil })
		if err != nil {
			return err
		}
		return do(t, g, seed)
	})
}

func grade(n int, seed uint64) graded {
	g := graded{keys: numbered(n, seed), negatives: numbered(negativesAsked, seed+firstNegative)}
	for i := range n {
		g.confidences = append(g.confidences, float64(filter.Mix(^seed+uint64(i))>>32)/(1<<32-1))
	}
	return g
}

// numbered are words of the numbers from first on, no two of which are equal.
func numbered(n int, first uint64) *wordlist.List {
	return wordlist.Generate(n, func(b []byte, i int) []byte { return strconv.AppendUint(b, filter.Mix(first+uint64(i)), 16) })
}

// hashes is the best number of hash functions for so many cells per key, as of a Bloom
// filter (equation 2 of the paper).
func hashes(cells int) int { return max(1, int(math.Round(float64(cells)*math.Ln2))) }

// coded answers a word with a code of a confidence; false for one that is certainly no
// key, which is one of code 0 too where 0 stands for it.
type coded func(word string) (code uint64, known bool)

// estimate is a structure of confidences with what it said of keys and negatives.
type estimate struct {
	bits     uint64
	keys     int
	width    int
	expected linear.Expected

	error       float64 // root of the mean square
	over, under int     // keys above and below their code
	known       int     // negatives
	differing   int     // answers other than the linear filter's
}

// newEstimate builds a structure of confidences and asks it.
func newEstimate(name string, p place, g graded, seed uint64) (*estimate, error) {
	e := &estimate{keys: g.keys.Len(), width: p.width}
	cfg := linear.Config{Cells: uint64(p.cells) * uint64(e.keys), CellBits: e.width, Hashes: hashes(p.cells), Seed: seed}
	var ask coded
	var err error
	switch name {
	case exactMap:
		return e.exactly(g)
	case linearName:
		ask, err = e.linear(g, cfg)
	case compactOne:
		ask, err = e.compact(g, cfg)
	default:
		ask, err = e.function(name, g, seed)
	}
	if err != nil {
		return nil, err
	}
	return e, e.ask(g, ask)
}

// exactly is the map, which has every confidence as it is. Its bits are those of its
// entries, without the places that it keeps free: at the least.
func (e *estimate) exactly(g graded) (*estimate, error) {
	const header, number = 128, 64 // bits
	m := make(map[string]float64, e.keys)
	for i, c := range g.confidences {
		m[g.keys.At(i)] = c
	}
	for i, c := range g.confidences {
		e.error += math.Pow(m[g.keys.At(i)]-c, 2)
	}
	e.bits = 8*uint64(len(g.keys.Text())) + uint64(e.keys)*(header+number)
	return e, nil
}

// linear is the filter of the paper, with its quantisation.
func (e *estimate) linear(g graded, cfg linear.Config) (coded, error) {
	l, err := filledLinear(g, cfg)
	if err != nil {
		return nil, err
	}
	e.bits = l.Bits()
	if e.expected, err = linear.Expect(cfg, e.keys); err != nil {
		return nil, err
	}
	return func(word string) (uint64, bool) { code := uint64(l.Estimate(word)); return code, code > 0 }, nil
}

func filledLinear(g graded, cfg linear.Config) (*linear.Filter, error) {
	l, err := linear.New(cfg)
	if err != nil {
		return nil, err
	}
	for i, c := range g.confidences {
		if err := l.Add(g.keys.At(i), c); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// compact is the compact approximator over the chain of the codes, compared with a
// linear filter of the same cells and hash functions.
func (e *estimate) compact(g graded, cfg linear.Config) (coded, error) {
	a, err := compact.New(compact.Config{Lattice: compact.Chain{Width: cfg.CellBits}, Cells: cfg.Cells, Hashes: cfg.Hashes, Seed: cfg.Seed})
	if err != nil {
		return nil, err
	}
	for i, c := range g.confidences {
		a.Add(g.keys.At(i), uint64(linear.Floor.Code(c, cfg.CellBits)))
	}
	l, err := filledLinear(g, cfg)
	if err != nil {
		return nil, err
	}
	for _, list := range []*wordlist.List{g.keys, g.negatives} {
		for word := range list.Each() {
			if a.At(word) != uint64(l.Estimate(word)) {
				e.differing++
			}
		}
	}
	e.bits = a.Bits()
	if e.expected, err = linear.Expect(cfg, e.keys); err != nil {
		return nil, err
	}
	return func(word string) (uint64, bool) { code := a.At(word); return code, code > 0 }, nil
}

// function is a static function of the codes.
func (e *estimate) function(name string, g graded, seed uint64) (coded, error) {
	kind, err := mapletsByName(name)
	if err != nil {
		return nil, err
	}
	codes := make([]uint64, e.keys)
	for i, c := range g.confidences {
		codes[i] = uint64(linear.Floor.Code(c, e.width))
	}
	m, err := kind.Build(g.keys, codes, e.width, filter.Config{Epsilon: rate(besideConfidence), Seed: seed})
	if err != nil {
		return nil, err
	}
	e.bits = m.Bits()
	// The error is that of the quantisation alone: uniform below a step.
	e.expected = linear.Expected{RMS: 1 / float64(linear.TopCode(e.width)) / math.Sqrt(3), Known: m.Theory()}
	return m.Value, nil
}

// ask asks for all keys and negatives. A key below its own code, or unknown though its
// code is not 0, ends the run; so does one above it where values are exact.
func (e *estimate) ask(g graded, ask coded) error {
	squares := 0.0
	for i, c := range g.confidences {
		own := uint64(linear.Floor.Code(c, e.width))
		got, known := ask(g.keys.At(i))
		switch {
		case got > own:
			e.over++
		case got < own || !known && own > 0:
			e.under++
		}
		squares += math.Pow(linear.Value(uint16(got), e.width)-c, 2)
	}
	e.error = math.Sqrt(squares / float64(e.keys))
	for word := range g.negatives.Each() {
		if _, known := ask(word); known {
			e.known++
		}
	}
	switch {
	case e.under > 0:
		return fmt.Errorf("the confidence of %d of %d keys is too low", e.under, e.keys)
	case e.over > 0 && e.expected.Overestimated == 0:
		return fmt.Errorf("the confidence of %d of %d keys is not their own", e.over, e.keys)
	}
	return nil
}

func (e *estimate) report(t *trial.T) {
	keys := float64(e.keys)
	t.Report(BitsPerKey, float64(e.bits)/keys)
	t.Report(Error, e.error)
	t.Report(ErrorTheory, e.expected.RMS)
	t.Report(Over, float64(e.over)/keys)
	t.Report(OverTheory, e.expected.Overestimated)
	t.Report(Known, float64(e.known)/negativesAsked)
	t.Report(KnownTheory, e.expected.Known)
	t.Report(Under, float64(e.under))
	t.Report(Differing, float64(e.differing))
}
