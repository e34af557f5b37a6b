package filtertest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Played is how many operations there were in histories.
type Played struct {
	Built, Inserted, Deleted, Asked int // keys
	Files                           int // written and read again
	Resized                         int // filters
}

// Operations is all of them.
func (p Played) Operations() int {
	return p.Built + p.Inserted + p.Deleted + p.Asked + p.Files + p.Resized
}

func (p Played) String() string {
	return fmt.Sprintf("%d operations: %d keys built in, %d insertions, %d deletions, %d queries, %d files, %d resizings",
		p.Operations(), p.Built, p.Inserted, p.Deleted, p.Asked, p.Files, p.Resized)
}

// Plus adds what was played elsewhere.
func (p Played) Plus(q Played) Played {
	return Played{p.Built + q.Built, p.Inserted + q.Inserted, p.Deleted + q.Deleted, p.Asked + q.Asked, p.Files + q.Files, p.Resized + q.Resized}
}

// Soak plays random histories against a map, at least that many operations of
// them, and returns how many there were. Hash functions, degenerate ones
// among them, seeds, rates, sizes and the mixture change from history to
// history. It stops at the first complaint, which names the history.
func Soak(t TB, s filter.Structure, operations int, seed uint64) (played Played) {
	universe := slices.Concat(words(3000, seed), degenerate())
	for history := uint64(0); played.Operations() < operations; history++ {
		h := &soak{
			s: s, universe: universe, held: make(map[string]int), graded: make(map[string]float64),
			random: rand.New(rand.NewPCG(seed^FNV{}.Sum64(s.Name), history)), name: fmt.Sprintf("seed %d, history %d", seed, history),
		}
		ok := h.start(t) && h.run(t)
		if played = played.Plus(h.played); !ok {
			break
		}
	}
	return played
}

// soak is one history.
type soak struct {
	s        filter.Structure
	name     string
	random   *rand.Rand
	universe []string
	cfg      filter.Config
	f        filter.Filter
	capacity int
	copies   int                // of a key at most
	patience int                // keys below which an ordinary table has a place for one more
	held     map[string]int     // insertions less deletions
	graded   map[string]float64 // largest confidence below 1 of a key without any of 1
	total    int
	played   Played
}

// start builds a filter of some keys. A structure may give up under a degenerate
// hash; that is a history of no operation but these.
func (h *soak) start(t TB) bool {
	sizes := []int{0, 1, 2, 3, 8, 70, 600, 2500}
	n := h.random.IntN(sizes[h.random.IntN(len(sizes))] + 1)
	h.capacity = n + h.random.IntN(1000)
	h.universe = h.universe[:min(len(h.universe), 2*n+h.random.IntN(500)+10)]
	hashes := []filter.Hash{nil, nil, nil, FNV{}, narrow{0}, narrow{4}, narrow{12}, ones{}}
	h.cfg = filter.Config{
		Epsilon:  []float64{0.9, 0.5, 0.1, 0.01, 1e-4, 1e-9}[h.random.IntN(6)],
		Seed:     h.random.Uint64(),
		Hash:     hashes[h.random.IntN(len(hashes))],
		Capacity: h.capacity,
	}
	if h.s.Closed {
		h.cfg.Universe = wordlist.Of(h.universe...)
	}
	if h.s.Negatives && h.random.IntN(2) == 0 { // keys among them
		h.cfg.Negatives = wordlist.Of(h.universe[:h.random.IntN(len(h.universe))]...)
	}
	keys := make([]string, n)
	h.copies = []int{1, 4}[h.random.IntN(2)]
	for i, at := range h.random.Perm(len(h.universe))[:n] {
		keys[i] = h.universe[at/h.copies]
		h.held[keys[i]]++
	}
	h.total = n
	plan, err := h.s.Plan(n, h.cfg)
	if err != nil {
		t.Errorf("%s: Plan of %d keys for %+v: %v", h.name, n, h.cfg, err)
		return false
	}
	h.patience = h.trust(plan)
	h.played.Built = n
	if n == 0 {
		h.played.Built = 1 // an empty filter
	}
	if h.f, err = h.s.Build(wordlist.Of(keys...), h.cfg); err == nil {
		return true
	}
	if buildError(t, h.s, err); h.usual() {
		t.Errorf("%s: Build of %d keys for %+v: %v", h.name, n, h.cfg, err)
		return false
	}
	h.f = nil
	return true
}

// trust is the number of keys that no insertion may be refused before: without
// a bound any number, in a table three quarters of it. Equal keys or
// fingerprints, of which a short one has few, fill a table's places for them.
func (h *soak) trust(p filter.Plan) int {
	const few = 64
	switch {
	case p.Capacity == 0:
		return math.MaxInt
	case !h.usual() || h.copies > 1 || h.capacity < few || h.cfg.Epsilon > 0.1:
		return 0
	}
	return min(h.capacity, p.Capacity*3/4)
}

// ones is a hash of 64 ones.
type ones struct{}

func (ones) Sum64(string) uint64 { return 1<<64 - 1 }

func (h *soak) usual() bool { return h.cfg.Hash == nil }

func (h *soak) key() string { return h.universe[h.random.IntN(len(h.universe))] }

// keyWith is a key with that property, or any where the first few have it not.
func (h *soak) keyWith(wanted func(copies int) bool) string {
	key := h.key()
	for range 5 {
		if wanted(h.held[key]) {
			break
		}
		key = h.key()
	}
	return key
}

// run operates on the filter.
func (h *soak) run(t TB) bool {
	if h.f == nil {
		return true
	}
	steps := 200 + h.random.IntN(8000)
	_, able := h.f.(filter.Inserter)
	if _, deletes := h.f.(filter.Deleter); !able && !deletes {
		steps /= 20 // what cannot change is built more often
	}
	inserts, deletes := h.random.IntN(100), h.random.IntN(100) // of a hundred: how the history leans
	for range steps {
		ok := true
		switch dice := h.random.IntN(1000); {
		case dice == 0:
			ok = h.file(t)
		case dice == 1:
			ok = h.list(t)
		case dice == 2:
			ok = h.all(t)
		case dice == 3:
			ok = h.resize(t)
		case dice < 450 && h.random.IntN(100) < inserts:
			ok = h.insert(t)
		case dice < 850 && h.random.IntN(100) < deletes:
			ok = h.remove(t)
		case dice < 880:
			ok = h.grade(t)
		default:
			ok = h.ask(t, h.key())
		}
		if !ok {
			return false
		}
	}
	return h.all(t) && h.file(t)
}

func (h *soak) ask(t TB, key string) bool {
	h.played.Asked++
	in := h.held[key] > 0 || h.graded[key] > 0
	yes := h.f.Contains(key)
	switch {
	case in && !yes:
		t.Errorf("%s: operation %d, %+v: %q was inserted %d times more than deleted and is denied", h.name, h.played.Operations(), h.cfg, key, h.held[key])
		return false
	case yes && !in && h.s.Exact:
		t.Errorf("%s: operation %d, %+v: %q is admitted, but not there", h.name, h.played.Operations(), h.cfg, key)
		return false
	}
	return h.adapt(t, key, in, yes)
}

// adapt tells a filter that can hear it of a false positive, now and then, and of
// a key, which it must not deny.
func (h *soak) adapt(t TB, key string, in, yes bool) bool {
	f, able := h.f.(filter.Adapter)
	if !able || !yes || h.random.IntN(4) > 0 {
		return true
	}
	switch cured := f.Adapt(key); {
	case cured && in:
		t.Errorf("%s: operation %d, %+v: Adapt(%q) is true of a key", h.name, h.played.Operations(), h.cfg, key)
		return false
	case f.Contains(key) == cured:
		t.Errorf("%s: operation %d, %+v: Adapt(%q) is %v, Contains then %v", h.name, h.played.Operations(), h.cfg, key, cured, f.Contains(key))
		return false
	}
	return true
}

// all asks for the whole universe.
func (h *soak) all(t TB) bool {
	for _, key := range h.universe {
		if !h.ask(t, key) {
			return false
		}
	}
	return true
}

func (h *soak) insert(t TB) bool {
	f, able := h.f.(filter.Inserter)
	key := h.keyWith(func(copies int) bool { return copies < h.copies })
	if !able || h.held[key] >= h.copies {
		return h.ask(t, key)
	}
	insert := f.Insert
	if atomic, able := h.f.(filter.AtomicInserter); able && h.random.IntN(2) == 0 {
		insert = atomic.InsertAtomic
	}
	switch err := insert(key); {
	case err == nil:
		h.held[key]++
		h.total++
		h.played.Inserted++
	case !errors.Is(err, filter.ErrFull):
		t.Errorf("%s: operation %d: Insert: %v, but the only error allowed is ErrFull", h.name, h.played.Operations(), err)
		return false
	case h.total < h.patience:
		t.Errorf("%s: operation %d, %+v: no place for a key beside %d, with room for %d", h.name, h.played.Operations(), h.cfg, h.total, h.capacity)
		return false
	}
	return h.held[key] == 0 || h.ask(t, key)
}

// remove deletes a key that is there, or one that is denied.
func (h *soak) remove(t TB) bool {
	f, able := h.f.(filter.Deleter)
	key := h.key() // one in eight times of any, which may not be there
	if h.random.IntN(8) > 0 {
		key = h.keyWith(func(copies int) bool { return copies > 0 })
	}
	there := h.held[key] > 0
	if !able || !there && h.f.Contains(key) { // deleting it would take another key's copy
		return h.ask(t, key)
	}
	if found := f.Delete(key); found != there {
		t.Errorf("%s: operation %d, %+v: Delete(%q) is %v, it is there %d times", h.name, h.played.Operations(), h.cfg, key, found, h.held[key])
		return false
	}
	if h.played.Deleted++; there {
		h.held[key]--
		h.total--
	}
	return true
}

// grade inserts a key with a confidence, or asks for those of some confidence.
func (h *soak) grade(t TB) bool {
	f, able := h.f.(filter.Grader)
	if !able {
		return h.ask(t, h.key())
	}
	key, confidence := h.key(), []float64{0.2, 0.6, 0.8}[h.random.IntN(3)]
	if h.random.IntN(2) == 0 {
		view := atLeast(t, f, confidence)
		if view == nil {
			return false
		}
		if (h.held[key] > 0 || h.graded[key] >= confidence) && !view.Contains(key) {
			t.Errorf("%s: operation %d: %q has a confidence of %v or more and is denied there", h.name, h.played.Operations(), key, confidence)
			return false
		}
		return true
	}
	if _, deletes := h.f.(filter.Deleter); deletes {
		return h.ask(t, key)
	}
	if err := f.InsertGraded(key, confidence); err != nil {
		t.Errorf("%s: operation %d: confidence %v: %v", h.name, h.played.Operations(), confidence, err)
		return false
	}
	h.played.Inserted++
	h.graded[key] = max(h.graded[key], confidence)
	return h.ask(t, key)
}

// list asks for a stretch of the universe at once.
func (h *soak) list(t TB) bool {
	f, able := h.f.(filter.BatchContainer)
	if !able {
		return h.ask(t, h.key())
	}
	from := h.random.IntN(len(h.universe))
	keys := h.universe[from : from+h.random.IntN(len(h.universe)-from+1)]
	out := make([]bool, len(keys))
	f.ContainsBatch(wordlist.Of(keys...), out)
	for i, key := range keys {
		if out[i] != h.f.Contains(key) || !h.ask(t, key) {
			t.Errorf("%s: operation %d, %+v: of %d keys, number %d (%q) is answered %v", h.name, h.played.Operations(), h.cfg, len(keys), i, key, out[i])
			return false
		}
	}
	return true
}

// resize doubles the room of a filter that is not too large.
func (h *soak) resize(t TB) bool {
	const largest = 1 << 20 // bits
	f, able := h.f.(filter.Resizer)
	if !able || f.Bits() > largest {
		return h.ask(t, h.key())
	}
	if err := f.Resize(); err != nil && !errors.Is(err, filter.ErrFull) {
		t.Errorf("%s: operation %d: Resize: %v, but the only error allowed is ErrFull", h.name, h.played.Operations(), err)
		return false
	}
	h.played.Resized++
	return h.all(t)
}

// file writes the filter and goes on with what is read.
func (h *soak) file(t TB) bool {
	f, able := h.f.(filter.Stored)
	if !able || h.s.Open == nil {
		return h.ask(t, h.key())
	}
	file, err := f.AppendBinary(nil)
	if err != nil {
		if h.usual() {
			t.Errorf("%s: operation %d: no file: %v", h.name, h.played.Operations(), err)
		}
		return !h.usual() // a hash of the caller's own has no name
	}
	g, err := h.s.Open(file)
	if err != nil {
		t.Errorf("%s: operation %d, %+v: its file is not read: %v", h.name, h.played.Operations(), h.cfg, err)
		return false
	}
	if again := fileOf(g); !bytes.Equal(again, file) {
		t.Errorf("%s: operation %d, %+v: the file of what was read is another one", h.name, h.played.Operations(), h.cfg)
		return false
	}
	h.f = g
	h.played.Files++
	return h.all(t)
}
