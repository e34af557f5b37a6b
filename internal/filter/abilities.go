package filter

import (
	"fmt"
	"reflect"

	"hyphbench/internal/wordlist"
)

// Inserter is a Filter that takes further keys. Insert returns ErrFull, and
// leaves the filter as it was, when there is no place for the key.
type Inserter interface {
	Filter
	Insert(key string) error
}

// AtomicInserter is an Inserter that several goroutines may use at once, beside
// queries: every key whose InsertAtomic has returned nil is found by all queries
// that begin later. Insert, Delete and a file are not safe meanwhile.
type AtomicInserter interface {
	Filter
	InsertAtomic(key string) error
}

// BatchContainer is a Filter that answers a list faster than key by key:
// out[i] = Contains(keys.At(i)) for every i < keys.Len(). out must be at least
// that long; what lies behind stays.
type BatchContainer interface {
	Filter
	ContainsBatch(keys *wordlist.List, out []bool)
}

// Deleter is a Filter whose keys can be deleted. Delete undoes one insertion of
// key and reports whether the key was found.
//
// Only keys that were inserted may be deleted. Of another one Delete reports
// what Contains does. If that is false nothing changes. If it is true, a false
// positive, the copy of another key is taken away, which may then be denied.
type Deleter interface {
	Filter
	Delete(key string) bool
}

// StepCounter is an Inserter that counts the steps of its operations: the bits or entries
// that it reads, compares or moves, and those of buckets where it reads these as a whole. It
// goes one step after the other; the answers, and the filter afterwards, are the same as of
// Contains and Insert, which are faster.
type StepCounter interface {
	Inserter
	ContainsSteps(key string) (found bool, steps int)
	InsertSteps(key string) (steps int, err error)
}

// Grader is a Filter whose keys carry a confidence in (0, 1]. The keys that
// Build and Insert put in have 1.
type Grader interface {
	Filter
	// InsertGraded adds key; of several confidences for one key the largest
	// holds. It refuses a confidence that the filter quantises to 0, and
	// leaves the filter as it was.
	InsertGraded(key string, confidence float64) error
	// AtLeast views the filter as the set of the keys whose confidence reaches
	// the threshold, in [0, 1], as far as the filter resolves it. Theory of the
	// view is that of these keys. Keys inserted later count.
	AtLeast(threshold float64) (Filter, error)
}

// Counter is an Inserter that counts: Count is at least the number of insertions of key
// that were not deleted, or MostCount where that is less. It is larger where other keys
// share all that counts for key, as a negative is admitted.
type Counter interface {
	Inserter
	Count(key string) int
	MostCount() int
}

// Resizer is an Inserter that can double its room by itself, without the keys.
// No key is lost. Theory and Bits are those of the new size; whether the rate
// stays is the structure's own. Resize returns ErrFull, and leaves the filter as
// it was, when it cannot be larger. A structure that grows by itself on Insert
// needs none.
type Resizer interface {
	Inserter
	Resize() error
}

// Merger is a Filter that takes in the keys of another one, without the keys:
// afterwards it admits what either admitted, copies added up, and other is as it
// was. Both must be of one structure, hash function and seed; the error for
// anything else says what differs, and changes nothing. ErrFull: no place.
type Merger interface {
	Filter
	Merge(other Filter) error
}

// Sizer is a Filter that estimates from its cells alone how many different keys are in
// it. EstimateSize, EstimateUnion and EstimateCommon put the estimates beside how far
// off they may be.
// Source: Swamidass, Baldi 2007, Mathematical correction for fingerprint similarity
// measures to improve chemical retrieval, section 3.
type Sizer interface {
	Filter
	// Size is the number of keys by which the cells would be as full as they are, on
	// average over hash functions; +Inf where none is empty.
	Size() float64
	// SizeWith is Size of a filter that has the keys of both. The two must be alike as
	// for Merger, and neither changes; the error says what differs.
	SizeWith(other Filter) (float64, error)
	// SizeDeviation is the standard deviation, over hash functions, of Size of a filter
	// of these cells with n ≥ 0 different keys.
	SizeDeviation(n float64) float64
}

// Adapter is a Filter that can be told of a false positive. Adapt reports
// whether the filter denies it from now on, until a later change of the filter
// brings it back. A key of the set is never denied: Adapt of one reports false.
type Adapter interface {
	Filter
	Adapt(query string) bool
}

// Closed is a Filter of an exact structure for a closed universe
// (Structure.Closed). It answers truly for every element of the universe and for
// every key.
type Closed interface {
	Filter
	// Outside is the false-positive rate expected of a word that is neither a
	// key nor in the universe; in [0, 1].
	Outside() float64
}

// BuildGraded builds s without keys, but with room for these, and inserts each
// with its confidence.
func BuildGraded(s Structure, keys *wordlist.List, confidence []float64, cfg Config) (Grader, error) {
	if len(confidence) != keys.Len() {
		return nil, fmt.Errorf("%d confidences for %d keys: want one for each", len(confidence), keys.Len())
	}
	cfg.Capacity = cfg.Room(keys.Len())
	f, err := s.Build(wordlist.Of(), cfg)
	if err != nil {
		return nil, err
	}
	g, ok := f.(Grader)
	if !ok {
		return nil, fmt.Errorf("%s does not grade its keys", s.Name)
	}
	i := 0
	for key := range keys.Each() {
		if err := g.InsertGraded(key, confidence[i]); err != nil {
			return nil, err
		}
		i++
	}
	return g, nil
}

// Abilities names what the filters of s can do beside Contains. A small one is
// built for the purpose; there are none where that fails.
func Abilities(s Structure) []string {
	f := sample(s)
	var list []string
	for _, a := range []struct {
		name string
		has  bool
	}{
		{"insert", is[Inserter](f)},
		{"delete", is[Deleter](f)},
		{"grade", is[Grader](f)},
		{"count", is[Counter](f)},
		{"steps", is[StepCounter](f)},
		{"resize", is[Resizer](f)},
		{"merge", is[Merger](f)},
		{"size", is[Sizer](f)},
		{"adapt", is[Adapter](f)},
		{"closed", is[Closed](f)},
		{"many", is[BatchContainer](f)},
		{"atomic", is[AtomicInserter](f)},
		{"file", s.Open != nil},
	} {
		if a.has {
			list = append(list, a.name)
		}
	}
	return list
}

// Can reports whether the filters of s have the ability A, such as Grader. It
// builds a small filter for the purpose.
func Can[A Filter](s Structure) bool { return is[A](sample(s)) }

func is[A Filter](f Filter) bool {
	_, ok := f.(A)
	return ok
}

// As is a filter with the ability A, such as Inserter, of what built or opened it: Build of a
// Structure or Open of its file.
func As[A Filter](f Filter, err error) (able A, _ error) {
	if err != nil {
		return able, err
	}
	able, ok := f.(A)
	if !ok {
		return able, fmt.Errorf("a filter of type %T is no %s", f, reflect.TypeFor[A]())
	}
	return able, nil
}

// File is the file of a filter, of what built it.
func File(f Filter, err error) ([]byte, error) {
	stored, err := As[Stored](f, err)
	if err != nil {
		return nil, err
	}
	return stored.AppendBinary(nil)
}

// sample is a filter of one key, nil when it cannot be built.
func sample(s Structure) Filter {
	f, err := s.Build(wordlist.Of("a"), Config{Epsilon: 0.01, Universe: wordlist.Of("a", "b")})
	if err != nil {
		return nil
	}
	return f
}
