package filtertest

import (
	"bytes"
	"math"
	"slices"

	"hyphbench/internal/filter"
)

// impression is what a filter shows of itself, to be compared with later.
type impression struct {
	file   []byte
	bits   uint64
	theory float64
	params []filter.Param
	admits []bool // each of the queries
}

func impressionOf(f filter.Filter, queries []string) impression {
	i := impression{fileOf(f), f.Bits(), f.Theory(), f.Params(), make([]bool, len(queries))}
	for at, q := range queries {
		i.admits[at] = f.Contains(q)
	}
	return i
}

func (i impression) equal(j impression) bool {
	return bytes.Equal(i.file, j.file) && i.bits == j.bits && i.theory == j.theory && slices.Equal(i.params, j.params) && slices.Equal(i.admits, j.admits)
}

// nearTheory compares the rate of one filter with its Theory, by six standard
// deviations: enough to notice that one of them is that of another size.
func nearTheory(t TB, s filter.Structure, what string, f filter.Filter, queries []string) {
	t.Helper()
	probability(t, what+", Theory", 0, f.Theory())
	want := f.Theory() * float64(len(queries))
	if got := float64(count(f, queries)); s.Faults&filter.MissesTheory == 0 && math.Abs(got-want) > 6*math.Sqrt(want)+6 {
		t.Errorf("%s: of %d negatives %v are admitted, Theory says %.0f", what, len(queries), got, want)
	}
}

// heldOf is the list as a map of copies.
func heldOf(lists ...[]string) map[string]int {
	held := make(map[string]int)
	for _, k := range slices.Concat(lists...) {
		held[k]++
	}
	return held
}

// thinned deletes every third key of the list, where that can be done, and returns
// those that are left.
func thinned(t TB, what string, f filter.Filter, keys []string) []string {
	t.Helper()
	deleter, ok := f.(filter.Deleter)
	if !ok {
		return keys
	}
	var left []string
	for i, k := range keys {
		if i%3 != 0 {
			left = append(left, k)
		} else if !deleter.Delete(k) {
			t.Errorf("%s: Delete(%q) does not find a key", what, k)
		}
	}
	return left
}

// takenBack deletes each key as often as it is held, if the filter can, and reports
// whether each was found every time.
func takenBack(t TB, what string, f filter.Filter, held map[string]int) bool {
	t.Helper()
	deleter, ok := f.(filter.Deleter)
	if !ok {
		return true
	}
	for k, n := range held {
		for i := range n {
			if !f.Contains(k) || !deleter.Delete(k) {
				t.Errorf("%s: of %d copies of %q only %d are found", what, n, k, i)
				return false
			}
		}
	}
	return true
}
