package payoff

import (
	"fmt"
	"math"

	"hyphbench/internal/filter"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// The loops that are timed. The parts are timed by the same ones as the whole: a
// filter before a store that does nothing, and a store behind no filter.

// bare asks the store for every word and counts those found.
func bare(s store.Store, words *wordlist.List, buf []byte) (found int, err error) {
	for word := range words.Each() {
		_, ok, err := s.Get(buf[:0], word)
		if err != nil {
			return found, err
		}
		if ok {
			found++
		}
	}
	return found, nil
}

// guarded asks the store for the words that the filter admits.
func guarded(f filter.Filter, s store.Store, words *wordlist.List, buf []byte) (found int, err error) {
	for word := range words.Each() {
		if !f.Contains(word) {
			continue
		}
		_, ok, err := s.Get(buf[:0], word)
		if err != nil {
			return found, err
		}
		if ok {
			found++
		}
	}
	return found, nil
}

// lone asks the store for every word, each after the answer to the one before: which
// word comes next depends on that answer, so that the processor cannot begin before it.
func lone(s store.Store, words *wordlist.List, buf []byte) (found int, err error) {
	next := 0
	for i := range words.Len() {
		value, ok, err := s.Get(buf[:0], words.At(next))
		if err != nil {
			return found, err
		}
		if ok {
			found++
		}
		next = i + 1 + len(value)>>32 // 0, which only the answer says
	}
	return found, nil
}

// message gathers words until there are enough for a message to the store.
type message struct {
	to    store.ManyGetter
	words []string
	size  int
	found int
}

func (m *message) add(word string) error {
	if m.words = append(m.words, word); len(m.words) < m.size {
		return nil
	}
	return m.send()
}

func (m *message) send() error {
	if len(m.words) == 0 {
		return nil
	}
	err := m.to.GetMany(m.words, m.count)
	m.words = m.words[:0]
	return err
}

func (m *message) count(_ int, value []byte) error {
	if value != nil {
		m.found++
	}
	return nil
}

// bareMany is bare by messages: words that are not enough for one wait for the next
// pass.
func bareMany(m *message, words *wordlist.List) error {
	for word := range words.Each() {
		if err := m.add(word); err != nil {
			return err
		}
	}
	return nil
}

// guardedMany is guarded by messages: the words admitted wait until there are enough.
func guardedMany(f filter.Filter, m *message, words *wordlist.List) error {
	for word := range words.Each() {
		if f.Contains(word) {
			if err := m.add(word); err != nil {
				return err
			}
		}
	}
	return nil
}

// unguarded asks a store for every word: bare or lone.
type unguarded func(s store.Store, words *wordlist.List, buf []byte) (found int, err error)

// ask passes over the words so often, through the filter if there is one, and counts
// the keys found.
func ask(f filter.Filter, s store.Store, without unguarded, words *wordlist.List, batch, passes int, buf []byte) (found int, err error) {
	if batch > 1 {
		many, ok := s.(store.ManyGetter)
		if !ok {
			return 0, fmt.Errorf("the store takes no %d lookups in a message", batch)
		}
		m := &message{to: many, size: batch, words: make([]string, 0, batch)}
		for range passes {
			if f == nil {
				err = bareMany(m, words)
			} else {
				err = guardedMany(f, m, words)
			}
			if err != nil {
				return m.found, err
			}
		}
		err = m.send()
		return m.found, err
	}
	for range passes {
		n := 0
		if f == nil {
			n, err = without(s, words, buf)
		} else {
			n, err = guarded(f, s, words, buf)
		}
		if found += n; err != nil {
			return found, err
		}
	}
	return found, nil
}

// nothing is the store that does nothing.
type nothing struct{}

func (nothing) Get(dst []byte, _ string) ([]byte, bool, error) { return dst, false, nil }
func (nothing) Accesses() (int64, error)                       { return 0, nil }
func (nothing) Close() error                                   { return nil }
func (nothing) GetMany(keys []string, found func(i int, value []byte) error) error {
	for i := range keys {
		if err := found(i, nil); err != nil {
			return err
		}
	}
	return nil
}

// length is how many of the queries a section asks, and how often.
type length struct{ queries, passes int }

// fit is a section of about that length in ns, of queries that take speed each: whole
// messages, and part of a pass or several of them.
func fit(speed float64, most, batch int, within float64) length {
	want := int(math.Ceil(min(within/max(speed, 0.1), 1e9)))
	if want >= most {
		return length{most, (want + most - 1) / most}
	}
	want = max(want, leastQueries)
	return length{min(most, (want+batch-1)/batch*batch), 1}
}

// sized is the length of a section of queries that take speed ns each, of which so many
// there are; sent reports which go to the store. In memory all are asked, whose times
// depend on how much of the memory is touched.
func (b *bench) sized(p place, speed float64, most int, sent func(i int) bool) length {
	size := fit(speed, most, p.batch, b.length)
	if b.inMemory(p.store) && p.batch == 1 && most <= fewQueries {
		size = length{most, max(1, size.queries*size.passes/most)}
	}
	return wholeMessages(size, p.batch, most, sent)
}

// wholeMessages changes the length of a section so that the last message is as full as
// the others: of the few of a short section half a one more would be a tenth. sent
// reports whether one of the queries goes to the store.
func wholeMessages(size length, batch, most int, sent func(i int) bool) length {
	var ends []int // of the queries up to the first, second, … that is sent
	want := 0      // sent in the section
	for i := range most {
		if sent(i) {
			ends = append(ends, i+1)
			if i < size.queries {
				want += size.passes
			}
		}
	}
	if batch <= 1 || len(ends) == 0 {
		return size
	}
	messages := max(1, (want+batch/2)/batch)
	if all := messages * batch; all <= len(ends) { // in one pass
		return length{ends[all-1], 1}
	}
	if whole := len(ends) / batch; whole > 0 {
		return length{ends[whole*batch-1], (messages + whole - 1) / whole}
	}
	part := len(ends)
	for batch%part != 0 { // so many passes fill a message
		part--
	}
	return length{ends[part-1], messages * (batch / part)}
}
