package exact

import (
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
// Cost: 25 bytes an entry and the text. It is made for 2.3 times the keys: made
// for the keys alone, it takes two to four times as long for some of its hash
// functions, which Go draws anew for each map.
// Source: Go's map (a Swiss table since Go 1.24).
func Map() filter.Structure {
	return filter.Structure{
		Name:      "map",
		Title:     "Go map",
		Reference: "Go's map, a Swiss table (Abseil 2018)",
		Exact:     true,
		Plan:      planMap,
		Build:     buildMap,
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
	m.text = uint64(len(text))
	for _, end := range keys.Ends() {
		key := text[start:end]
		if _, again := m.held[key]; again {
			m.repeats.add(key)
		} else {
			m.held[key] = struct{}{}
		}
		start = end
	}
	return m, nil
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
	if len(m.held) > m.hint()*7/8 {
		m.room *= 2
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
