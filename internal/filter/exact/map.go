package exact

import (
	"maps"
	"math"
	"math/bits"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Map is Go's own map, the first choice of a programmer and the baseline of
// every filter that fits the cache.
//
// Guarantee: exact; keys are inserted and deleted.
// Cost: 25 bytes per entry and the text. It is made for 2.3 times the keys: made
// for the keys alone, it takes two to four times as long for some of its hash
// functions, which Go draws anew for each map.
// Source: Go's map (a Swiss table since Go 1.24).
func Map() filter.Structure {
	return filter.Structure{
		Name:      "map",
		Title:     "Go map",
		Reference: "Go's map, a Swiss table (Abseil 2018)",
		Exact:     true,
		Family:    filter.FamilyExact,
		Plan:      planMap,
		Build:     buildMap,
		Open:      filter.Open[goMap],
		Explain: filter.Explanation{
			What: "Go's own hash map with the keys in it. Entries stand in groups of eight; a query compares seven bits of the hash of all eight at once, then the keys that are left.",
			Layout: `
  key ──hash──► table, group, 7 bits = 3c
           ┌────┬────┬────┬────┬────┬────┬────┬────┐
  control  │ -- │ 3c │ 71 │ -- │ -- │ -- │ 3c │ -- │  8 x 1 byte
           ├────┼────┼────┼────┼────┼────┼────┼────┤
  keys     │    │ ▪──┼────┼─► "academy": compare │  8 x 24 bytes
           └────┴────┴────┴────┴────┴────┴────┴────┘`,
			Formula: `
  made for 2.3·n keys; entries: a power of two, 7/8 of which are used
  25 bytes per entry + the text
  rate = 0`,
			Guarantee: "Exact. Keys are inserted and deleted at will.",
			Price:     "Some 500 to 1,000 bits per key and the text. Made for n keys alone it is twice as dense, and for some of its hash functions two to four times as slow.",
			When:      "Where the keys are in memory anyway and memory is no concern: with a few thousand keys a query takes about as long as a filter's.",
		},
	}
}

// mapHint is how many entries per key the map is made for.
const mapHint = 2.3

type goMap struct {
	held map[string]struct{}
	repeats
	room int    // keys that it is made for, doubled as it grows
	text uint64 // bytes of the keys
}

// MapEntries is the number of entries of Go's map that is made for the hint: a
// group of eight, or one or more tables with a power of two of entries, 1,024 at
// most, of which seven eighths are used.
func MapEntries(hint int) uint64 {
	const group, most = 8, 1024
	if hint <= group {
		return group
	}
	capacity := uint64(hint) * group / 7
	tables := nextPower((capacity + most - 1) / most)
	return tables * max(group, nextPower(capacity/tables))
}

// nextPower is the least power of two that is not below x.
func nextPower(x uint64) uint64 { return 1 << bits.Len64(max(1, x)-1) }

func newMap(n int, cfg filter.Config) (*goMap, error) {
	if err := cfg.CheckExact(); err != nil {
		return nil, err
	}
	return &goMap{room: cfg.Room(n)}, nil
}

func (m *goMap) hint() int { return int(math.Ceil(mapHint * float64(m.room))) }

// planMap knows no text: its bits are those of the entries.
func planMap(n int, cfg filter.Config) (filter.Plan, error) {
	m, err := newMap(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: m.Params(), Bits: m.Bits(), Estimated: true}, nil
}

func buildMap(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	m, err := newMap(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	m.held = make(map[string]struct{}, m.hint())
	text, start := strings.Clone(keys.Text()), uint32(0)
	for _, end := range keys.Ends() {
		key := text[start:end]
		if _, again := m.held[key]; again {
			m.repeats.add(key)
		} else {
			m.held[key] = struct{}{}
			m.text += uint64(len(key))
		}
		start = end
	}
	if n := len(m.held); n < keys.Len() {
		return m.fit(cfg.Room(n)), nil
	}
	return m, nil
}

// fit copies the keys to a map with room for that many, and their text with them.
func (m *goMap) fit(room int) *goMap {
	f := &goMap{room: room, repeats: m.repeats, text: m.text}
	f.held = make(map[string]struct{}, f.hint())
	for key := range m.held {
		f.held[strings.Clone(key)] = struct{}{}
	}
	return f
}

func (m *goMap) Contains(key string) bool {
	_, found := m.held[key]
	return found
}

// Insert adds key; a map is never full.
func (m *goMap) Insert(key string) error {
	if m.Contains(key) {
		m.repeats.add(key)
		return nil
	}
	m.held[strings.Clone(key)] = struct{}{}
	m.text += uint64(len(key))
	if len(m.held) > m.hint() {
		m.room = 2 * len(m.held)
	}
	return nil
}

func (m *goMap) Delete(key string) bool {
	if m.repeats.take(key) {
		return true
	}
	if !m.Contains(key) {
		return false
	}
	delete(m.held, key)
	m.text -= uint64(len(key))
	return true
}

// mapVersion is that of the file below.
const mapVersion = 1

// AppendBinary implements filter.Stored.
func (m *goMap) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "map", mapVersion)
	writeKeys(e, m.room, maps.Keys(m.held))
	m.repeats.write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (m *goMap) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "map", mapVersion)
	if err != nil {
		return err
	}
	*m = goMap{}
	readKeys(d, func(room int) { m.room = room; m.held = make(map[string]struct{}, m.hint()) }, func(key string) {
		m.held[key] = struct{}{}
		m.text += uint64(len(key))
	})
	d.Check(len(m.held) <= m.hint(), "%d keys where there is room for %d", len(m.held), m.room)
	m.repeats.read(d, m.Contains)
	return d.Close()
}

// Bits counts the header of the key, its padding (Go adds some behind an element
// of no size) and the control byte of each entry, and the text. The runtime does
// not tell the entries; they are those of a map made at once for the keys.
func (m *goMap) Bits() uint64 {
	const header, padding, control = 16, 8, 1
	entries := uint64(0)
	if m.room > 0 {
		entries = MapEntries(m.hint())
	}
	return 8*(entries*(header+padding+control)+m.text) + m.repeats.bits()
}

func (m *goMap) Params() []filter.Param {
	return []filter.Param{{Name: "hint", Value: float64(m.hint())}}
}

// Theory is 0: the map is exact.
func (m *goMap) Theory() float64 { return 0 }
