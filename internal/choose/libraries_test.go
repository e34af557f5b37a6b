package choose

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
)

// Against an adversary only a library serves whose hash has a secret, and its code has it.
func TestSecrets(t *testing.T) {
	serving := 0
	for _, l := range Libraries() {
		for _, keyed := range []bool{false, true} {
			serves := l.serves(Question{Keyed: keyed})
			if serves && keyed {
				serving++
			}
			if want := !keyed || l.Hashed || l.Secret; serves != want {
				t.Errorf("%s, keyed: %v: %v, want %v", l.Measured().Name, keyed, serves, want)
			}
			code, err := l.program(10, onePercentOf(l), keyed, Source{}).code()
			if err != nil {
				t.Fatal(err)
			}
			if secret := strings.Contains(code, "siphash.Hash(f.k0, f.k1"); secret != (keyed && l.Hashed) {
				t.Errorf("the code of %s, keyed: %v:\n%s", l.Measured().Name, keyed, code)
			}
		}
	}
	if serving == 0 || serving == len(Libraries()) {
		t.Errorf("%d libraries serve against an adversary", serving)
	}
}

// onePercentOf is an offer of a library's filter at 1 %, as it would be measured.
func onePercentOf(l Library) Offer {
	s, n := l.Measured(), 1000
	plan, err := s.Plan(n, filter.Config{Epsilon: 0.01})
	if err != nil {
		panic(err)
	}
	o := Offer{Name: s.Name, Asked: onePercent, Epsilon: 0.01, Rate: plan.Theory, Bits: float64(plan.Bits) / float64(n)}
	if s.Exact {
		o.Asked, o.Epsilon = 0, 0
	}
	return o
}

// A library's filter is asked for at the rates that make other filters of it, the least of
// each, and at none that it does not hold.
func TestDistinct(t *testing.T) {
	for _, c := range []struct {
		name string
		want []axis.Rate
	}{
		{"xorfilter-fuse", []axis.Rate{axis.Per / 100, axis.Per / 10_000, axis.Per / 1_000_000}},
		{"xorfilter-xor8", []axis.Rate{axis.Per / 100}},
		{"blobloom", []axis.Rate{axis.Per / 10, axis.Per / 100, axis.Per / 1000}},
	} {
		l, is := libraryOf(c.name)
		if !is {
			t.Fatalf("%s is the filter of no library", c.name)
		}
		if got := distinct(l.Measured(), 100_000, DefaultRates()); !slices.Equal(got, c.want) {
			t.Errorf("%s at %v, want %v", c.name, got, c.want)
		}
	}
}

// Of the libraries that were measured the same decision names one, at the rate that its filter
// has; none is the answer itself.
func TestMeasuredLibraries(t *testing.T) {
	offers := []Offer{
		{Name: "fuse", Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Bits: 8, Yes: 20, No: 20, Build: 10},
		{Name: "xorfilter-fuse", Asked: onePercent, Epsilon: 0.01, Rate: 1.0 / 256, Bits: 9, Yes: 25, No: 25, Build: 10},
		{Name: "bits-and-blooms", Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Bits: 9.6, Yes: 1, No: 1, Build: 10},
	}
	for _, c := range []struct {
		q    Question
		want string
		says string
	}{
		{Question{N: 100_000, Miss: 50_000, Hit: 50_000, Quicker: true}, "xorfilter-fuse", "1.12 times the size of fuse"}, // 0.39 % admitted decide
		{Question{N: 100_000, Miss: 1000, Hit: 1000, Quicker: true}, "bits-and-blooms", "1.20 times the size of fuse"},    // its query decides
		{Question{N: 100_000, Miss: 1000, Hit: 1000, Quicker: true, Keyed: true}, "xorfilter-fuse", "fuse"},               // it takes no secret
	} {
		a, err := NewAnswer(c.q, slices.Clone(offers), nil, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		if a.Recommended != "fuse" || len(a.Ranked) != 2 || len(a.Libraries) != 2 {
			t.Errorf("%s, of %d and %d libraries", a.Recommended, len(a.Ranked), len(a.Libraries))
		}
		if o := a.Obtainable; o == nil || o.Structure != c.want || !strings.Contains(strings.Join(a.Do, " "), c.says) {
			t.Errorf("miss %v: %+v, %v, want %s and %q", c.q.Miss, o, a.Do, c.want, c.says)
		}
	}
	// Without the cost of a miss a query has no time but the filter's.
	a, err := NewAnswer(Question{N: 100_000, Miss: math.NaN(), Quicker: true}, slices.Clone(offers), nil, nil, "")
	if err != nil || !strings.Contains(strings.Join(a.Do, " "), "To ask it takes 1 ns") {
		t.Errorf("%v, %v", a.Do, err)
	}
	// Lookups of keys leave of a filter that is a fifth slower nothing in the time of a query.
	near := []Offer{offers[0], {Name: "xorfilter-fuse", Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Bits: 6.4, Yes: 25, No: 25, Build: 10}}
	a, err = NewAnswer(Question{N: 100_000, Members: 0.9, Miss: 1000, Hit: 1000, Quicker: true}, near, nil, nil, "")
	if said := strings.Join(a.Do, " "); err != nil || !strings.Contains(said, "0.80 times the size") || strings.Contains(said, "near") {
		t.Errorf("%v, %v", said, err)
	}
	// Of two libraries' filters of nearly one size the one that is sooner to ask is named, and of this
	// project's two it is said.
	for bits, want := range map[float64]string{9.2: "xorfilter-xor8", 9.6: "xorfilter-fuse"} {
		pair := []Offer{offers[0], {Name: "xorfilter-fuse", Asked: onePercent, Epsilon: 0.01, Rate: 0.004, Bits: 9, Yes: 90, No: 90, Build: 10}, {Name: "xorfilter-xor8", Asked: onePercent, Epsilon: 0.01, Rate: 0.004, Bits: bits, Yes: 36, No: 36, Build: 10}}
		a, err = NewAnswer(Question{N: 100_000, Miss: 80_000, Hit: 80_000}, pair, nil, nil, "")
		if err != nil || a.Obtainable == nil || a.Obtainable.Structure != want {
			t.Errorf("%v bits: %+v, %v, want %s", bits, a.Obtainable, err, want)
		}
		pair[1].Name, pair[2].Name = "ribbon", "xor"
		a, err = NewAnswer(Question{N: 100_000, Miss: 80_000, Hit: 80_000}, pair[1:], nil, nil, "")
		if says := strings.Contains(strings.Join(a.Why, " "), "hardly larger: xor at 1 % (36 ns, "); err != nil || says != (want == "xorfilter-xor8") {
			t.Errorf("%v bits: %v, %v", bits, a.Why, err)
		}
	}
	offers[1].Bits, offers[2].Bits = 20, 20
	a, err = NewAnswer(Question{N: 100_000, Miss: 50_000, Hit: 50_000, Quicker: true, Rates: []axis.Rate{onePercent}}, slices.Clone(offers), nil, nil, "")
	if err != nil || strings.Contains(strings.Join(a.Do, " "), "near") { // less than half the lookups in vain
		t.Errorf("%v, %v", a.Do, err)
	}
	offers[1].Rate = 0.01
	a, err = NewAnswer(Question{N: 100_000, Miss: 50_000, Hit: 50_000, Quicker: true}, offers, nil, nil, "")
	if err != nil || !strings.Contains(strings.Join(a.Do, " "), "no library comes near: 'hyphbench filters fuse'") {
		t.Errorf("%v, %v", a.Do, err)
	}
}

// Every library's filter is stored by the library itself: what is needed of a file is met.
func TestLibrariesSerialise(t *testing.T) {
	q := Question{N: 1000, Rates: DefaultRates(), Needs: []Need{Delete, Serialise}}
	candidates, _, err := q.Candidates(Measured(), nil)
	if err != nil || !slices.ContainsFunc(candidates, func(c Candidate) bool { return c.Name == "panmari-cuckoo" }) {
		t.Errorf("%v, %v", candidates, err)
	}
	for _, l := range Libraries() {
		if l.Save == "" || l.Load == "" {
			t.Errorf("%s saves no file", l.Module)
		}
	}
}

// Where the offers are of libraries alone, they are ranked at the rates that they have, and the
// answer is a library's filter with its program.
func TestImportable(t *testing.T) {
	offers := []Offer{
		{Name: "xorfilter-fuse", Title: "binary fuse filter", Asked: onePercent, Epsilon: 0.01, Rate: 1.0 / 256, Bits: 9, Yes: 25, No: 25, Build: 10},
		{Name: "bits-and-blooms", Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Bits: 9.6, Yes: 90, No: 90, Build: 10},
	}
	a, err := NewAnswer(Question{N: 100_000, Miss: 50_000, Hit: 50_000}, offers, nil, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if a.Recommended != "xorfilter-fuse" || !strings.Contains(a.Headline, "with 0.391 % false positives") || len(a.Ranked) != 3 || len(a.Libraries) != 0 {
		t.Errorf("%s, %q, %d ranked and %d libraries", a.Recommended, a.Headline, len(a.Ranked), len(a.Libraries))
	}
	if do := strings.Join(a.Do, " "); a.Obtainable == nil || !strings.Contains(do, "In a Go program it is github.com/FastFilter/xorfilter, with 0.391 %") || strings.Contains(do, "MIT licence") {
		t.Errorf("%+v, %s", a.Obtainable, do)
	}
	if len(Importable(Question{Keyed: true})) >= len(Importable(Question{})) {
		t.Error("every library serves against an adversary")
	}
}
