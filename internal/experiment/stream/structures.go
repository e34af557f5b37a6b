package stream

import (
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Structures that the experiment brings itself.
const (
	exactName  = "exact"
	bufferName = "buffer"
	bloomName  = "bloom"
)

// remembers is what elements are put to.
type remembers interface {
	Seen(key string) bool
	Bits() uint64
}

// kind is a structure that is measured.
type kind struct {
	name    string
	title   bilingual.Text
	rated   bool // it is built for an ε
	forgets bool // by chance, so that more memory forgets less
	// build makes one for the last w elements, with the memory of room windows.
	build func(w, room int, cfg filter.Config) (remembers, error)
	// wrong reports whether an answer to an element of that age must not be.
	wrong func(age, w int, seen bool) bool
}

// duplicate is the truth: whether an element of that age came among the last w.
func duplicate(age, w int) bool { return age != never && age <= w }

func kinds() []kind {
	portuguese := map[string]string{
		double: "Bloom filter de dois buffers", aging: "Bloom filter com envelhecimento, de dois buffers",
		sliding: "Bloom filter particionado por idade", stable: "Bloom filter estável",
		decaying: "Bloom filter com decaimento", generalised: "Bloom filter generalizado",
	}
	list := []kind{
		{exactName, bilingual.Text{EN: "exact window", PT: "janela exata"}, false, false,
			func(w, _ int, _ filter.Config) (remembers, error) { return newExact(w), nil },
			func(age, w int, seen bool) bool { return seen != duplicate(age, w) }},
		{bufferName, bilingual.Text{EN: "buffer of the last codes", PT: "buffer dos últimos códigos"}, true, true,
			func(w, room int, cfg filter.Config) (remembers, error) { return newBuffer(w*room, cfg), nil },
			func(age, _ int, seen bool) bool { return seen && age == never }},
		{bloomName, bilingual.Text{EN: "Bloom filter that never forgets", PT: "Bloom filter que nunca esquece"}, true, false, newForever,
			func(age, _ int, seen bool) bool { return !seen && age != never }},
	}
	for _, s := range all.Windows() {
		build := func(w, room int, cfg filter.Config) (remembers, error) {
			cfg.Capacity = w * room
			return s.Build(w, cfg)
		}
		wrong := func(age, w int, seen bool) bool { return s.Certain && !seen && duplicate(age, w) }
		list = append(list, kind{s.Name, bilingual.Text{EN: s.Title, PT: portuguese[s.Name]}, true, !s.Certain, build, wrong})
	}
	return list
}

func kindNames() (list []string) {
	for _, k := range kinds() {
		list = append(list, k.name)
	}
	return list
}

func (k kind) method() trial.Method { return trial.Method{Name: k.name, Title: k.title} }

// methods are structures, or small filters, as methods.
func methods[M interface{ method() trial.Method }](of []M) (list []trial.Method) {
	for _, m := range of {
		list = append(list, m.method())
	}
	return list
}

// exact is a window without errors: the last place of every element of it, and the
// elements in their order, to forget them in turn.
type exact struct {
	last  map[string]came
	ring  []string
	now   int
	bytes int // of the different elements
}

type came struct {
	at  int
	own string // the element's only copy
}

func newExact(w int) *exact { return &exact{last: make(map[string]came, w), ring: make([]string, w)} }

func (e *exact) Seen(key string) bool {
	before, seen := e.last[key] // the one of w elements ago is still there
	oldest := &e.ring[e.now%len(e.ring)]
	if e.now >= len(e.ring) && e.last[*oldest].at == e.now-len(e.ring) {
		e.bytes -= len(*oldest)
		delete(e.last, *oldest)
	}
	if _, there := e.last[key]; !there {
		before.own = strings.Clone(key)
		e.bytes += len(key)
	}
	e.last[before.own] = came{e.now, before.own}
	*oldest = before.own
	e.now++
	return seen
}

// Bits counts text, headers and numbers, not the empty places of the table.
func (e *exact) Bits() uint64 {
	const header, number = 16, 8
	return 8 * uint64(e.bytes+len(e.last)*(2*header+number)+len(e.ring)*header)
}

// buffer keeps the codes of the last different elements that fit in the bits of a Bloom
// filter, and replaces the one that was not asked for the longest.
type buffer struct {
	place      map[uint64]int32
	codes      []uint64
	next, prev []int32 // a ring in the order of use; 0 is its head
	hash       filter.Hasher
}

// codeBits is the size of a code. How they are found again is not counted: a buffer
// has at most as many of them.
const codeBits = 64

func newBuffer(w int, cfg filter.Config) *buffer {
	m, _ := bloom.StandardSize(w, cfg.Epsilon)
	n := int(max(1, m/codeBits))
	return &buffer{place: make(map[uint64]int32, n), codes: make([]uint64, 1, n+1), next: make([]int32, n+1), prev: make([]int32, n+1), hash: filter.NewHasher(cfg)}
}

func (b *buffer) Seen(key string) bool {
	code := b.hash.Sum64(key)
	i, seen := b.place[code]
	switch {
	case seen:
		b.unlink(i)
	case len(b.codes) < cap(b.codes):
		i = int32(len(b.codes))
		b.codes = append(b.codes, code)
	default:
		i = b.prev[0]
		b.unlink(i)
		delete(b.place, b.codes[i])
		b.codes[i] = code
	}
	b.place[code] = i
	b.prev[i], b.next[i] = 0, b.next[0]
	b.prev[b.next[0]], b.next[0] = i, i
	return seen
}

func (b *buffer) unlink(i int32) { b.next[b.prev[i]], b.prev[b.next[i]] = b.next[i], b.prev[i] }

func (b *buffer) Bits() uint64 { return codeBits * uint64(cap(b.codes)-1) }

// forever is a Bloom filter that takes every element in.
type forever struct {
	filter.Inserter
	err error // the first
}

func newForever(w, _ int, cfg filter.Config) (remembers, error) {
	cfg.Capacity = w
	f, err := filter.As[filter.Inserter](all.Build(bloomName, &wordlist.List{}, cfg))
	return &forever{Inserter: f}, err
}

func (f *forever) Seen(key string) bool {
	seen := f.Contains(key)
	if err := f.Insert(key); err != nil && f.err == nil {
		f.err = err
	}
	return seen
}
