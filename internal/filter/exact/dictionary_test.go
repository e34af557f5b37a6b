package exact

import (
	"strconv"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// numbers are n keys.
func numbers(from, n int) *wordlist.List {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(from + i)
	}
	return wordlist.Of(list...)
}

// constant is a hash under which all keys are equal.
type constant struct{}

func (constant) Sum64(string) uint64 { return 7 }

// dictionaries are the structures whose keys come and go.
func dictionaries() []filter.Structure {
	return []filter.Structure{Map(), HashTable(), CuckooTable(), RedBlack(), LinearList(), LinkedList(), SortedArray()}
}

// TestChurn: a dictionary whose keys change all the time does not grow.
func TestChurn(t *testing.T) {
	for _, s := range dictionaries() {
		f, err := s.Build(numbers(0, 1000), filter.Config{})
		if err != nil {
			t.Fatal(err)
		}
		before := f.Bits()
		for i := range 50_000 {
			if !f.(filter.Deleter).Delete(strconv.Itoa(i)) {
				t.Fatalf("%s: key %d is not found", s.Name, i)
			}
			if err := f.(filter.Inserter).Insert(strconv.Itoa(i + 1000)); err != nil {
				t.Fatalf("%s: key %d: %v", s.Name, i+1000, err)
			}
		}
		if after := f.Bits(); after > 2*before {
			t.Errorf("%s: after 50,000 changes %d bits have become %d", s.Name, before, after)
		}
		for i := range 51_000 {
			if f.Contains(strconv.Itoa(i)) != (i >= 50_000) {
				t.Fatalf("%s: Contains(%d) is %v", s.Name, i, i < 50_000)
			}
		}
	}
}

// TestRepeatedKeys: a key is deleted as often as it was inserted, and what was
// never inserted is not found.
func TestRepeatedKeys(t *testing.T) {
	for _, s := range dictionaries() {
		f, err := s.Build(wordlist.Of("a", "b", "a", "a"), filter.Config{})
		if err != nil {
			t.Fatal(err)
		}
		d := f.(filter.Deleter)
		for i, want := range []bool{true, true, true, false, false} {
			if got := f.Contains("a"); got != want {
				t.Errorf("%s: after %d deletions Contains is %v", s.Name, i, got)
			}
			if got := d.Delete("a"); got != want {
				t.Errorf("%s: deletion %d finds the key: %v", s.Name, i+1, got)
			}
		}
		if !f.Contains("b") || d.Delete("never") {
			t.Errorf("%s: deletions touch other keys", s.Name)
		}
	}
}

// TestComparisons: what counts the comparisons makes those of the algorithm, one by one.
func TestComparisons(t *testing.T) {
	order := []string{"table", "areas", "academy", "above", "sister"}
	for _, c := range []struct {
		s      filter.Structure
		keys   []int // of each in turn
		absent map[string]int
	}{
		{LinearList(), []int{1, 2, 3, 4, 5}, map[string]int{"a": 5, "m": 5, "z": 5}},
		{LinkedList(), []int{1, 2, 3, 4, 5}, map[string]int{"a": 5, "m": 5, "z": 5}},
		{SortedArray(), []int{2, 1, 2, 3, 3}, map[string]int{"a": 3, "m": 3, "z": 2}}, // above academy areas sister table
	} {
		f, err := c.s.Build(wordlist.Of(order...), filter.Config{})
		if err != nil {
			t.Fatal(err)
		}
		counter := f.(filter.StepCounter)
		for i, key := range order {
			if found, steps := counter.ContainsSteps(key); !found || steps != c.keys[i] {
				t.Errorf("%s: %s is found: %v, after %d comparisons, want %d", c.s.Name, key, found, steps, c.keys[i])
			}
		}
		for key, want := range c.absent {
			if found, steps := counter.ContainsSteps(key); found || steps != want {
				t.Errorf("%s: %s is found: %v, after %d comparisons, want %d", c.s.Name, key, found, steps, want)
			}
		}
	}
}

// TestHashTableGrows: lists stay short when more keys come than were planned.
func TestHashTableGrows(t *testing.T) {
	f, err := buildChained(numbers(0, 10), filter.Config{})
	if err != nil {
		t.Fatal(err)
	}
	c := f.(*chained)
	for key := range numbers(10, 5000).Each() {
		if err := c.Insert(key); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.heads)*chainedLoad < c.n {
		t.Errorf("%d keys in %d buckets", c.n, len(c.heads))
	}
	for key := range numbers(0, 5010).Each() {
		if !c.Contains(key) {
			t.Fatalf("%s is lost", key)
		}
	}
}

// TestMapEntries holds the runtime's sizes: a group of eight, then tables of a power
// of two.
func TestMapEntries(t *testing.T) {
	for hint, want := range map[int]uint64{0: 8, 8: 8, 9: 16, 14: 16, 15: 32, 896: 1024, 897: 1024, 898: 2048, 4032: 8192, 23_000: 32_768} {
		if got := MapEntries(hint); got != want {
			t.Errorf("a map made for %d has %d entries, not %d", hint, got, want)
		}
	}
}
