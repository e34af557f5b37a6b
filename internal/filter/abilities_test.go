package filter

import (
	"errors"
	"slices"
	"testing"

	"hyphbench/internal/wordlist"
)

// nothing is a filter of no key and no ability.
type nothing struct{}

func (nothing) Contains(string) bool { return false }
func (nothing) Bits() uint64         { return 0 }
func (nothing) Theory() float64      { return 0 }
func (nothing) Params() []Param      { return nil }

type inserter struct{ nothing }

func (inserter) Insert(string) error { return ErrFull }

// grader records what it is given.
type grader struct {
	inserter
	confidence map[string]float64
	capacity   int
}

func (g grader) Delete(string) bool { return false }
func (g grader) InsertGraded(key string, confidence float64) error {
	if confidence == 0 {
		return errors.New("lost")
	}
	g.confidence[key] = confidence
	return nil
}
func (g grader) AtLeast(float64) (Filter, error) { return g, nil }

// several answers lists and takes keys from several goroutines.
type several struct{ nothing }

func (several) ContainsBatch(*wordlist.List, []bool)           {}
func (several) InsertAtomic(string) error                      { return nil }
func (s several) build(*wordlist.List, Config) (Filter, error) { return s, nil }

func structureOf(make func(cfg Config) (Filter, error)) Structure {
	return Structure{Name: "s", Build: func(_ *wordlist.List, cfg Config) (Filter, error) { return make(cfg) }}
}

func TestAbilities(t *testing.T) {
	for _, c := range []struct {
		s    Structure
		want []string
	}{
		{structureOf(func(Config) (Filter, error) { return nothing{}, nil }), nil},
		{structureOf(func(Config) (Filter, error) { return inserter{}, nil }), []string{"insert"}},
		{structureOf(func(Config) (Filter, error) { return grader{}, nil }), []string{"insert", "delete", "grade"}},
		{structureOf(func(Config) (Filter, error) { return grader{}, errors.New("no") }), nil},
		{structureOf(func(Config) (Filter, error) { return several{}, nil }), []string{"many", "atomic"}},
		{Structure{Build: several{}.build, Open: func([]byte) (Filter, error) { return nil, nil }}, []string{"many", "atomic", "file"}},
	} {
		got := Abilities(c.s)
		if !slices.Equal(got, c.want) {
			t.Errorf("abilities are %q, want %q", got, c.want)
		}
		for _, a := range []struct {
			name string
			can  bool
		}{{"insert", Can[Inserter](c.s)}, {"delete", Can[Deleter](c.s)}, {"grade", Can[Grader](c.s)}, {"many", Can[BatchContainer](c.s)}, {"atomic", Can[AtomicInserter](c.s)}} {
			if a.can != slices.Contains(got, a.name) {
				t.Errorf("of %q, Can says %v about %s", got, a.can, a.name)
			}
		}
	}
}

// As has the filter with its ability, and the error where there is neither; so has File.
func TestAs(t *testing.T) {
	if f, err := As[Inserter](inserter{}, nil); err != nil || f != (inserter{}) {
		t.Errorf("%v, %v", f, err)
	}
	if f, err := As[Deleter](inserter{}, nil); err == nil || f != nil {
		t.Errorf("an inserter deletes: %v", f)
	}
	if f, err := As[Inserter](inserter{}, ErrFull); !errors.Is(err, ErrFull) || f != nil {
		t.Errorf("%v, %v: want the error of the construction", f, err)
	}
	for name, err := range map[string]error{"a filter without a file": nil, "a filter that is not built": ErrFull} {
		if file, err := File(nothing{}, err); err == nil || file != nil {
			t.Errorf("%s: %q", name, file)
		}
	}
}

func TestBuildGraded(t *testing.T) {
	graders := structureOf(func(cfg Config) (Filter, error) {
		return grader{confidence: map[string]float64{}, capacity: cfg.Capacity}, nil
	})
	keys := wordlist.Of("a", "b", "c")
	f, err := BuildGraded(graders, keys, []float64{1, 0.5, 0.25}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	if g := f.(grader); g.confidence["a"] != 1 || g.confidence["b"] != 0.5 || g.confidence["c"] != 0.25 || g.capacity != 3 {
		t.Errorf("built are %v, with room for %d keys", g.confidence, g.capacity)
	}
	if f, err := BuildGraded(graders, keys, []float64{1, 1, 1}, Config{Capacity: 10}); err != nil || f.(grader).capacity != 10 {
		t.Errorf("%v with room for 10 keys: %v", f, err)
	}
	for name, c := range map[string]struct {
		s          Structure
		confidence []float64
	}{
		"too few confidences":       {graders, []float64{1, 1}},
		"a refused key":             {graders, []float64{1, 0, 1}},
		"a structure without grade": {structureOf(func(Config) (Filter, error) { return inserter{}, nil }), []float64{1, 1, 1}},
		"a structure not built":     {structureOf(func(Config) (Filter, error) { return nil, ErrFull }), []float64{1, 1, 1}},
	} {
		if _, err := BuildGraded(c.s, keys, c.confidence, Config{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
