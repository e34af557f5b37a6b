package choose

import (
	"fmt"
	"slices"
	"time"

	"hyphbench/internal/store"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// Asked is a store that stands behind the filter.
type Asked struct {
	store.Store
	Name   string
	Medium store.Medium
	Batch  int           // lookups in one message, 1 or more; of use where the store takes lists
	Pipe   time.Duration // of a lookup, what the way to the store takes here and not in a program
}

// Lists reports whether the store takes several lookups in one message.
func (a *Asked) Lists() bool {
	_, can := a.Store.(store.ManyGetter)
	return can
}

// waits reports whether lookups wait for something else than this thread: then the
// time on the wall counts.
func (a *Asked) waits() bool { return a.Medium != store.Memory }

// mostWait bounds a section of lookups that wait.
const mostWait = 200 * time.Millisecond

// lookups is the time of a lookup in the store, of words all of which are keys, or
// none, in ns. Of a store in memory it is that of the thread, less what the words
// alone take, as of a filter.
func (m *measurer) lookups(list *wordlist.List, keys bool) (float64, error) {
	s := m.how.Store
	if !s.waits() {
		t, err := m.timed(what{theStore, list}, func() error { return s.ask(list, keys) })
		return max(leastQuery, t/float64(list.Len())-m.reading[list]), err
	}
	words, known := m.asked[list]
	if !known {
		// The first message says how many words a section may have, and warms up.
		words = inTurn(list, max(1, s.Batch))
		start := time.Now()
		if err := s.ask(words, keys); err != nil {
			return 0, err
		}
		messages := int(mostWait / max(1, time.Since(start)))
		words = inTurn(list, words.Len()*min(max(1, messages), max(1, list.Len()/words.Len())))
		m.asked[list] = words
	}
	var err error
	t := timing.Measure(true, func() { err = s.ask(words, keys) })
	return max(leastQuery, float64(t.Wall)/float64(words.Len())-float64(s.Pipe)), err
}

// inTurn are n words of a list, from the first again where there are fewer.
func inTurn(list *wordlist.List, n int) *wordlist.List {
	return wordlist.Generate(n, func(b []byte, i int) []byte { return append(b, list.At(i%list.Len())...) })
}

// ask looks the words up.
func (a *Asked) ask(words *wordlist.List, keys bool) error {
	found, err := 0, error(nil)
	if many, can := a.Store.(store.ManyGetter); can && a.Batch > 1 {
		found, err = askLists(many, words.All(), a.Batch)
	} else {
		found, err = askEach(a.Store, words)
	}
	switch {
	case err != nil:
		return err
	case keys && found < words.Len():
		return fmt.Errorf("it finds %d of %d keys: want all", found, words.Len())
	case !keys && found > 0:
		return fmt.Errorf("it finds %d of %d words that are no keys: want none", found, words.Len())
	}
	return nil
}

func askEach(s store.Store, words *wordlist.List) (found int, err error) {
	var value []byte
	for word := range words.Each() {
		var ok bool
		if value, ok, err = s.Get(value[:0], word); err != nil {
			return found, err
		}
		if ok {
			found++
		}
	}
	return found, nil
}

func askLists(s store.ManyGetter, words []string, batch int) (found int, err error) {
	for chunk := range slices.Chunk(words, batch) {
		err := s.GetMany(chunk, func(_ int, value []byte) error {
			if value != nil {
				found++
			}
			return nil
		})
		if err != nil {
			return found, err
		}
	}
	return found, nil
}
