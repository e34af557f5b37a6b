package values

import (
	"fmt"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Fingerprint and value of the functions that are compared by their keys.
const (
	sizedFingerprint = 8
	sizedValue       = 8
)

// functionsByKeys are functions of so many keys: their bits, what a change of values takes, and
// whether keys keep the value that they were given last.
func functionsByKeys(r *trial.Run) (list []trial.Trial) {
	for _, n := range r.Counts(N) {
		for _, name := range sizedNames() {
			reports := []runfolder.Metric{Slots}
			if name == bloomier || name == mutable {
				reports = append(reports, Change)
			}
			if name == mutable || name == pairs {
				reports = append(reports, WrongKeys, Known, KnownTheory)
			}
			list = append(list, place{n: n}.trial(name, reports, func(t *trial.T, seed uint64) error {
				s, err := newSized(name, n, seed)
				if err != nil {
					return err
				}
				return s.report(t)
			}))
		}
	}
	return list
}

// sized is a function of keys with random values.
type sized struct {
	kind   filter.Maplets
	keys   *wordlist.List
	values []uint64
	seed   uint64
	filter.Maplet
}

func newSized(name string, n int, seed uint64) (*sized, error) {
	kind, err := mapletsByName(name)
	if err != nil {
		return nil, err
	}
	s := &sized{kind: kind, keys: numbered(n, seed), values: make([]uint64, n), seed: seed}
	for i := range s.values {
		s.values[i] = filter.Mix(^seed+uint64(i)) >> (64 - sizedValue)
	}
	return s, s.build()
}

func (s *sized) build() (err error) {
	s.Maplet, err = s.kind.Build(s.keys, s.values, sizedValue, filter.Config{Epsilon: rate(sizedFingerprint), Seed: s.seed})
	return err
}

// report changes the value of every other key where that can be done, and asks for all.
func (s *sized) report(t *trial.T) error {
	t.Report(Slots, float64(s.Bits())/float64(s.keys.Len()*(sizedFingerprint+sizedValue)))
	t.Report(KnownTheory, s.Theory())
	if s.kind.Name == mutable {
		if err := s.change(2); err != nil {
			return err
		}
		t.Time(Change, s.keys.Len(), func() error { return s.change(1) })
	} else {
		t.Time(Change, s.keys.Len(), s.changeAnew)
	}
	wrong := 0
	for i, want := range s.values {
		if got, known := s.Value(s.keys.At(i)); !known || got != want {
			wrong++
		}
	}
	if s.kind.Name == mutable || s.kind.Name == pairs {
		t.Report(WrongKeys, float64(wrong))
		t.Report(Known, float64(s.known())/negativesAsked)
	} else if wrong > 0 {
		return fmt.Errorf("%s: %d keys have a wrong value", s.kind.Name, wrong)
	}
	return nil
}

func (s *sized) known() (count int) {
	for word := range numbered(negativesAsked, s.seed+firstNegative).Each() {
		if _, is := s.Value(word); is {
			count++
		}
	}
	return count
}

// change gives every step-th key another value.
func (s *sized) change(step int) error {
	change := s.Maplet.(filter.Setter)
	for i := 0; i < len(s.values); i += step {
		s.values[i] ^= 1<<sizedValue - 1
		if !change.Set(s.keys.At(i), s.values[i]) {
			return fmt.Errorf("%s: the key %q is not known", s.kind.Name, s.keys.At(i))
		}
	}
	return nil
}

// changeAnew gives every key another value, for which a static function is built anew.
func (s *sized) changeAnew() error {
	for i := range s.values {
		s.values[i] ^= 1<<sizedValue - 1
	}
	return s.build()
}
