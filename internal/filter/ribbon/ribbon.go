package ribbon

import (
	"errors"
	"math"
	"runtime"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Standard is the ribbon filter with windows of 64 slots: each key is a linear
// equation over some of 64 neighbouring slots, and the slots hold a solution.
//
// Guarantee: no false negatives; the requested rate is held, whatever ε; nothing
// can be inserted later. Keys of equal hash have one equation.
// Cost: 2 % more than log2(1/ε) bits per key at a thousand keys, 9 % at a million,
// and half a block of 64 slots. A query reads two words a result bit, neighbours
// all; it branches after every fourth. Building takes 27 bytes per key.
// Source: Dillinger, Walzer 2021, Ribbon filter: practically smaller than Bloom and
// Xor, section 2; the columns and the split of r are those of its section 4.
func Standard() filter.Structure {
	return filter.Structure{
		Name:      "ribbon",
		Title:     "ribbon filter",
		Reference: "Dillinger, Walzer 2021, Ribbon filter: practically smaller than Bloom and Xor, sections 2 and 4",
		Family:    filter.FamilyStatic,
		Plan:      planStandard,
		Build:     buildStandard,
		Open:      filter.Open[standard],
		Explain: filter.Explanation{
			What: "Slots of r bits, in which a key chooses some of 64 neighbours: their exclusive or is the key's r result bits. The slots are found as the solution of one linear equation a key, by elimination that stays within a band. A query computes the exclusive or of its slots and compares it with its result bits.",
			Layout: `
                start      window of 64 slots
  key ──hash──►   ▼◄──────────────────────►
  coefficients    1 0 0 1 1 0 ...       0 1
  ┌───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┐
  │   │   │   │ + │   │   │ + │ + │   │   │ + │   │   m slots of r bits
  └───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘
  the exclusive or of the + is the key's result? yes: admitted`,
			Formula: `
  m ≈ n·(1.036 + 0.029·log10(n/10^4)) + 32, in blocks of 64
  bits = m·r
  rate = 2^−r; r between two whole numbers: some blocks have one more`,
			Guarantee: "No false negatives. The requested rate, whatever ε.",
			Price:     "6.9 bits per key at n = 1,753 and ε = 1 %, 4 % above the least possible; 9 % above it at a million keys. Some seeds have no solution: one to two attempts. Nothing can be inserted later.",
			When:      "Where the set is known and memory counts more than speed. ribbon128 is smaller for many keys; a fuse filter is faster and larger.",
		},
	}
}

// Wide is the ribbon filter with windows of 128 slots.
//
// Guarantee: as that of Standard.
// Cost: 2 % more than log2(1/ε) bits per key at a thousand keys, 4 % at a million.
// A query reads three words a result bit. Building takes 34 bytes per key.
// Source: as that of Standard.
func Wide() filter.Structure {
	return filter.Structure{
		Name:      "ribbon128",
		Title:     "ribbon filter of width 128",
		Reference: "Dillinger, Walzer 2021, Ribbon filter: practically smaller than Bloom and Xor, sections 2 and 4",
		Family:    filter.FamilyStatic,
		Plan:      planWide,
		Build:     buildWide,
		Open:      filter.Open[wide],
		Explain: filter.Explanation{
			What: "A ribbon filter whose equations go over 128 slots in place of 64: there is a solution in fewer slots.",
			Layout: `
                start        window of 128 slots
  key ──hash──►   ▼◄──────────────────────────────────►
  ┌───────────┬───────────┬───────────┬───────────┐
  │ 64 slots  │ 64 slots  │ 64 slots  │ 64 slots  │   a word for each
  └───────────┴───────────┴───────────┴───────────┘   result bit
                  └───── read ────────────┘`,
			Formula: `
  m ≈ n·(1.014 + 0.0128·log10(n/10^4)) + 24, in blocks of 64
  bits = m·r
  rate = 2^−r; r between two whole numbers: some blocks have one more`,
			Guarantee: "No false negatives. The requested rate, whatever ε.",
			Price:     "6.9 bits per key at n = 1,753 and ε = 1 %, as much as with 64 slots; 4 % above the least possible at a million keys, where those take 9 %. Queries and building take a fifth longer or more.",
			When:      "For a hundred thousand keys and more that are known beforehand. For fewer, ribbon is as small and faster.",
		},
	}
}

// attempts are more than enough where four in ten succeed.
const attempts = 64

// errDependent is the failure of an attempt.
var errDependent = errors.New("the equations of the keys contradict each other")

// StandardBlocks and WideBlocks are the blocks of 64 starts for n keys; one block
// more, or two, ends the last windows. The overhead that lets four attempts in ten
// or more, mostly six, succeed was found by solving random systems of 100 to 2·10^7
// equations: the chance of a contradiction a key falls by a factor of about e^−0.8
// per hundredth of overhead, e^−1.6 with 128 slots, so that the overhead grows with
// log n. The slots of the last blocks are credited, since a window overlaps them;
// there must be some more slots than keys.
func StandardBlocks(n int) uint64 { return blocksFor(n, 1, 1.036, 0.029, 32) }
func WideBlocks(n int) uint64     { return blocksFor(n, 2, 1.0138, 0.0128, 104) }

func blocksFor(n int, further, factor, decade, credit float64) uint64 {
	if n == 0 {
		return 0
	}
	keys := float64(n)
	starts := keys*(factor+decade*math.Log10(keys/1e4)) - credit
	const spare = 12 // slots more than keys
	least := math.Ceil((keys+spare)/blockSlots) - further
	return uint64(max(1, math.Round(starts/blockSlots), least))
}

// standard has windows of 64 slots.
type standard struct {
	table
	hash filter.Hasher
}

// wide has windows of 128 slots.
type wide struct{ standard }

// newStandard is a filter of n keys without its words.
func newStandard(n int, cfg filter.Config) (*standard, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return &standard{newTable(StandardBlocks(n), 1, cfg.Epsilon), filter.NewHasher(cfg)}, nil
}

func newWide(n int, cfg filter.Config) (*wide, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return &wide{standard{newTable(WideBlocks(n), 2, cfg.Epsilon), filter.NewHasher(cfg)}}, nil
}

func planStandard(n int, cfg filter.Config) (filter.Plan, error) {
	s, err := newStandard(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: s.Params(), Bits: s.Bits(), Capacity: n, Theory: s.Theory()}, nil
}

func planWide(n int, cfg filter.Config) (filter.Plan, error) {
	w, err := newWide(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: w.Params(), Bits: w.Bits(), Capacity: n, Theory: w.Theory()}, nil
}

// buildStandard uses the memory of one attempt for the next.
func buildStandard(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	s, err := newStandard(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	rows, starts, mask := make(band, s.slots()), s.starts(), s.mask()
	return filter.Retry("ribbon", attempts, cfg, func(_ int, cfg filter.Config) (filter.Filter, error) {
		s.hash = filter.NewHasher(cfg)
		clear(rows)
		for _, h := range ascending(keys, &s.hash) {
			start, coefficients, result := equation(h, starts)
			if !rows.add(start, coefficients, result, mask) {
				return nil, errDependent
			}
		}
		s.words = make([]uint64, s.length())
		rows.solve(&s.table)
		return s, nil
	})
}

func buildWide(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	w, err := newWide(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	rows, starts, mask := make(wideBand, w.slots()), w.starts(), w.mask()
	return filter.Retry("ribbon128", attempts, cfg, func(_ int, cfg filter.Config) (filter.Filter, error) {
		w.hash = filter.NewHasher(cfg)
		clear(rows)
		for _, h := range ascending(keys, &w.hash) {
			start, low, high, result := wideEquation(h, starts)
			if !rows.add(start, low, high, result, mask) {
				return nil, errDependent
			}
		}
		w.words = make([]uint64, w.length())
		rows.solve(&w.table)
		return w, nil
	})
}

func (s *standard) Contains(key string) bool {
	var h uint64
	if s.hash.Usual() {
		h = s.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = s.hash.Sum64(key)
	}
	if s.blocks == 0 {
		return false
	}
	start, coefficients, result := equation(h, s.starts())
	return s.matches(start, coefficients, result)
}

func (w *wide) Contains(key string) bool {
	var h uint64
	if w.hash.Usual() {
		h = w.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = w.hash.Sum64(key)
	}
	if w.blocks == 0 {
		return false
	}
	start, low, high, result := wideEquation(h, w.starts())
	return w.matchesWide(start, low, high, result)
}

// ContainsBatch hashes some keys and reads a part of their windows before it compares
// the first. Past the last cache the reads wait for memory together, not one after
// the other.
func (s *standard) ContainsBatch(keys *wordlist.List, out []bool) {
	if s.blocks == 0 {
		clear(out[:keys.Len()])
		return
	}
	starts := s.starts()
	for first, hashes := range s.hash.Batches(keys) {
		read := uint64(0)
		for _, h := range hashes {
			read |= s.touch(startOf(h, starts))
		}
		runtime.KeepAlive(read)
		answers := out[first : first+len(hashes)]
		for i, h := range hashes {
			start, coefficients, result := equation(h, starts)
			answers[i] = s.matches(start, coefficients, result)
		}
	}
}

// ContainsBatch is that of standard.
func (w *wide) ContainsBatch(keys *wordlist.List, out []bool) {
	if w.blocks == 0 {
		clear(out[:keys.Len()])
		return
	}
	starts := w.starts()
	for first, hashes := range w.hash.Batches(keys) {
		read := uint64(0)
		for _, h := range hashes {
			read |= w.touch(startOf(h, starts))
		}
		runtime.KeepAlive(read)
		answers := out[first : first+len(hashes)]
		for i, h := range hashes {
			start, low, high, result := wideEquation(h, starts)
			answers[i] = w.matchesWide(start, low, high, result)
		}
	}
}

// Bits counts all slots, those of the last blocks too.
func (s *standard) Bits() uint64 { return 64 * s.length() }

func (s *standard) Params() []filter.Param {
	return []filter.Param{
		{Name: "w", Value: float64(blockSlots * s.further)}, {Name: "slots", Value: float64(s.slots())}, {Name: "r", Value: s.mean()},
	}
}

// Theory is exact: the result bits of a negative have nothing to do with the slots
// that it chooses.
func (s *standard) Theory() float64 { return s.rate() }

// standardVersion is that of both files.
const standardVersion = 1

// AppendBinary implements filter.Stored.
func (s *standard) AppendBinary(out []byte) ([]byte, error) { return s.append(out, "ribbon") }

// AppendBinary implements filter.Stored.
func (w *wide) AppendBinary(out []byte) ([]byte, error) { return w.append(out, "ribbon128") }

func (s *standard) append(out []byte, name string) ([]byte, error) {
	e := filter.NewEncoder(out, name, standardVersion)
	if err := e.Hasher(&s.hash); err != nil {
		return out, err
	}
	s.write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (s *standard) UnmarshalBinary(data []byte) error { return s.unmarshal(data, "ribbon", 1) }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (w *wide) UnmarshalBinary(data []byte) error { return w.unmarshal(data, "ribbon128", 2) }

func (s *standard) unmarshal(data []byte, name string, further uint64) error {
	d, err := filter.NewDecoder(data, name, standardVersion)
	if err != nil {
		return err
	}
	s.hash = d.Hasher()
	s.read(d, further)
	return d.Close()
}
