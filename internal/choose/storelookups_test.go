package choose

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/filter/all"
	"hyphbench/internal/store"
	"hyphbench/internal/tier"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// behind is a store of words that waits for each message; with errors it has none.
type behind struct {
	words    map[string]bool
	wait     time.Duration
	lookups  int
	messages []int // their lengths
	fail     error
}

func (b *behind) Get(dst []byte, key string) ([]byte, bool, error) {
	time.Sleep(b.wait)
	b.lookups++
	return dst, b.words[key], b.fail
}
func (b *behind) Accesses() (int64, error) { return int64(b.lookups), nil }
func (b *behind) Close() error             { return nil }

// inLists is a store that takes lists.
type inLists struct{ behind }

func (b *inLists) GetMany(keys []string, found func(i int, value []byte) error) error {
	time.Sleep(b.wait)
	b.messages = append(b.messages, len(keys))
	for i, key := range keys {
		var value []byte
		if b.words[key] {
			value = []byte{1}
		}
		if err := found(i, value); err != nil {
			return err
		}
	}
	return b.fail
}

// measured are the costs of a candidate before a store with these words.
func measured(t *testing.T, s store.Store, medium store.Medium, batch int) (*Costs, error) {
	t.Helper()
	w, err := NewWorkload(wordlist.Of("a", "b", "c"), wordlist.Of("a", "x", "y", "z"), -1, 1)
	if err != nil {
		t.Fatal(err)
	}
	bloom, err := all.ByName("bloom")
	if err != nil {
		t.Fatal(err)
	}
	return Measure(timing.WithLeast(t.Context(), timing.Short), Question{N: 3, Members: 0.25}, w, []Candidate{{bloom, onePercent}, {bloom, onePercent / 10}}, How{Rounds: 2, Finals: 1, Store: &Asked{Store: s, Name: "s", Medium: medium, Batch: batch}})
}

func words(list ...string) map[string]bool {
	m := map[string]bool{}
	for _, w := range list {
		m[w] = true
	}
	return m
}

// The store is asked in the rounds of the filters, of keys and of words that are none.
func TestStoreInRounds(t *testing.T) {
	c, err := measured(t, &behind{words: words("a", "b", "c")}, store.Memory, 1)
	if err != nil || len(c.Misses) != 3 || len(c.Hits) != 3 {
		t.Fatalf("%+v %v, want hits and misses of 3 rounds", c, err)
	}
	q := Question{}
	q.Know(c)
	if !(q.Hit > 0 && q.Hit < 1e5) || !(q.Miss > 0 && q.Miss < 1e5) || len(q.Swing) != 3 || math.Abs(q.swing(0)*q.Miss-c.Misses[0]) > 1e-6 || q.swing(99) != 1 {
		t.Errorf("%+v of %+v", q, c)
	}
	for want, s := range map[string]*behind{
		"of 65536 keys: want all": {words: words("a", "b")}, "of 3 words that are no keys: want none": {words: words("a", "b", "c", "x")}, "broken": {words: words("a", "b", "c"), fail: errors.New("broken")},
	} {
		if _, err := measured(t, s, store.Memory, 1); err == nil || !strings.Contains(err.Error(), "store s: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Lookups share a message where the store takes lists, and else do not.
func TestBatch(t *testing.T) {
	const wait = 500 * time.Microsecond
	miss := func(s store.Store, batch int) float64 {
		c, err := measured(t, s, store.Network, batch)
		if err != nil {
			t.Fatal(err)
		}
		return median(c.Misses)
	}
	all := words("a", "b", "c")
	lists := &inLists{behind{words: all, wait: wait}}
	if got := miss(lists, 10); got < float64(wait)/10 || tier.Checking() && got > float64(wait)/2 {
		t.Errorf("a tenth of a message of %s takes %s", wait, Duration(got))
	}
	for _, n := range lists.messages {
		if n != 10 {
			t.Errorf("a message of %d lookups, want 10", n)
		}
	}
	if !(&Asked{Store: lists}).Lists() {
		t.Error("a store that takes lists is not asked for them")
	}
	tier.Check(t) // waits for seconds
	if got := miss(&inLists{behind{words: all, wait: wait}}, 1); got < float64(wait) {
		t.Errorf("a lookup of its own takes %s", Duration(got))
	}
	alone := &Asked{Store: &behind{words: all, wait: wait}, Batch: 10}
	if got := miss(alone.Store, 10); got < float64(wait) || alone.Lists() {
		t.Errorf("a lookup of a store without lists takes %s", Duration(got))
	}
}
