package filtertest

import (
	"fmt"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/racetest"
	"hyphbench/internal/wordlist"
)

// complaints is a TB that keeps what it is told.
type complaints struct{ list []string }

func (*complaints) Helper() {}
func (c *complaints) Errorf(format string, args ...any) {
	c.list = append(c.list, fmt.Sprintf(format, args...))
}

// TestSoakFails: histories find what is wrong with a structure, and nothing
// wrong with a sound one.
func TestSoakFails(t *testing.T) {
	racetest.OneGoroutine(t)
	const operations = 300_000
	for _, c := range []struct {
		name string
		want string // in the complaint; empty: there is none
		s    filter.Structure
	}{
		{"a sound filter", "", brokenCuckoo(broken{})},
		{"a sound set", "", exactMap(nil)},
		{"a sound set with files", "", setOf(faults{})},
		{"a key in a hundred lost", "is denied", brokenCuckoo(broken{contains: func(f filter.Filter, key string) bool {
			return FNV{}.Sum64(key)%100 != 0 && f.Contains(key)
		}})},
		{"two copies deleted", "denied", brokenCuckoo(broken{remove: func(f filter.Filter, key string) bool {
			found := f.(filter.Deleter).Delete(key)
			f.(filter.Deleter).Delete(key)
			return found
		}})},
		{"inserts nothing", "denied", brokenCuckoo(broken{insert: func(filter.Filter, string) error { return nil }})},
		{"is always full", "no place", brokenCuckoo(broken{insert: func(filter.Filter, string) error { return filter.ErrFull }})},
		{"an exact set that admits", "not there", exactMap(func(m *mapSet) filter.Filter {
			return &misled{mapSet: m, contains: func(m *mapSet, key string) bool { return m.Contains(key) || len(key) == 12 }}
		})},
		{"a file that loses a code", "another one", setOf(faults{read: func(c *codeSet, d *filter.Decoder) {
			if c.codes = d.Words(); len(c.codes) > 1 {
				c.codes = c.codes[1:]
			}
		}})},
		{"a list answered wrong", "of ", setOf(faults{many: func(c *codeSet, keys *wordlist.List, out []bool) {
			for i := range keys.Len() {
				out[i] = c.Contains(keys.At(i)) && i != 9
			}
		}})},
		{"a sound filter that is resized", "", grownQuotient(grown{})},
		{"a key lost when it is resized", "denied", grownQuotient(grown{resize: func(f filter.Resizer) error {
			err := f.Resize()
			for i, k := range words(3000, 1) {
				if i%10 == 0 {
					forget(f, k)
				}
			}
			return err
		}})},
		{"not built", "not built", failingCuckoo(func(*wordlist.List, filter.Config) error {
			return &filter.BuildError{Structure: "cuckoo", Attempts: 3, Err: filter.ErrFull}
		})},
	} {
		got := &complaints{}
		done := Soak(got, c.s, operations, 1).Operations()
		switch {
		case c.want == "" && (len(got.list) > 0 || done < operations):
			t.Errorf("%s: after %d operations %q", c.name, done, got.list)
		case c.want != "" && (len(got.list) == 0 || !strings.Contains(got.list[0], c.want)):
			t.Errorf("%s: %q after %d operations, want %q", c.name, got.list, done, c.want)
		}
	}
}
