package filtertest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/cuckoo"
	"hyphbench/internal/wordlist"
)

// codeSet is a small approximate filter, whose parts can be replaced: the upper
// half of each hash, in the order of insertion, each as often as it was
// inserted.
type codeSet struct {
	codes []uint64
	room  int
	hash  filter.Hasher
	faults
}

// faults are replacements, nil for none.
type faults struct {
	write  func(c *codeSet, e *filter.Encoder)
	read   func(c *codeSet, d *filter.Decoder)
	insert func(c *codeSet, key string) error
	remove func(c *codeSet, key string) bool
	many   func(c *codeSet, keys *wordlist.List, out []bool)
	append func(out, file []byte) []byte
	open   func(data []byte) []byte

	anyHash bool // writes the usual hash for every other
}

const codeSetBits = 10

func (c *codeSet) code(key string) uint64 { return c.hash.Sum64(key) >> (64 - codeSetBits) }

func (c *codeSet) index(key string) int {
	code := c.code(key)
	for i, x := range c.codes {
		if x == code {
			return i
		}
	}
	return -1
}

func (c *codeSet) Contains(key string) bool { return c.index(key) >= 0 }
func (c *codeSet) Bits() uint64             { return uint64(64 * len(c.codes)) }
func (c *codeSet) Theory() float64          { return 0.5 }
func (c *codeSet) Params() []filter.Param   { return nil }

func (c *codeSet) Insert(key string) error {
	if c.insert != nil {
		return c.insert(c, key)
	}
	if len(c.codes) >= c.room {
		return filter.ErrFull
	}
	c.codes = append(c.codes, c.code(key))
	return nil
}

func (c *codeSet) Delete(key string) bool {
	if c.remove != nil {
		return c.remove(c, key)
	}
	i := c.index(key)
	if i >= 0 {
		c.codes = append(c.codes[:i:i], c.codes[i+1:]...)
	}
	return i >= 0
}

func (c *codeSet) ContainsBatch(keys *wordlist.List, out []bool) {
	if c.many != nil {
		c.many(c, keys, out)
		return
	}
	for i := range keys.Len() {
		out[i] = c.Contains(keys.At(i))
	}
}

func (c *codeSet) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(nil, "set", 1)
	hash := c.hash
	if c.anyHash && !hash.Usual() {
		hash = filter.NewHasher(filter.Config{})
	}
	if err := e.Hasher(&hash); err != nil {
		return out, err
	}
	e.Uint(uint64(c.room))
	if c.write != nil {
		c.write(c, e)
	} else {
		e.Words(c.codes)
	}
	file, err := e.Close()
	if c.append != nil {
		return c.append(out, file), err
	}
	return append(out, file...), err
}

// setOf is the structure of codeSets with these faults.
func setOf(f faults) filter.Structure {
	return filter.Structure{
		Name: "set", Title: "set", Reference: "none", Family: filter.FamilyCompressed, Explain: explained(),
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			return filter.Plan{Capacity: codeSetRoom(n, cfg), Bits: uint64(64 * n), Theory: 0.5}, cfg.Check()
		},
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			if err := cfg.Check(); err != nil {
				return nil, err
			}
			c := &codeSet{hash: filter.NewHasher(cfg), room: codeSetRoom(keys.Len(), cfg), faults: f}
			for key := range keys.Each() {
				if err := c.Insert(key); err != nil {
					return nil, err
				}
			}
			return c, nil
		},
		Open: func(data []byte) (filter.Filter, error) {
			if f.open != nil {
				data = f.open(data)
			}
			d, err := filter.NewDecoder(data, "set", 1)
			if err != nil {
				return nil, err
			}
			c := &codeSet{hash: d.Hasher(), room: d.Int("room", 1<<30), faults: f}
			if f.read != nil {
				f.read(c, d)
			} else if c.codes = d.Words(); d.Check(len(c.codes) <= c.room, "too many") {
				for _, x := range c.codes {
					d.Check(x>>codeSetBits == 0, "a long code")
				}
			}
			if err := d.Close(); err != nil {
				return nil, err
			}
			return c, nil
		},
	}
}

func codeSetRoom(n int, cfg filter.Config) int { return cfg.Room(n) + 8 }

// TestFilesFail breaks one promise of files, of many queries or of deletion at
// a time.
func TestFilesFail(t *testing.T) {
	for _, c := range []struct {
		name  string
		check string
		fault faults
	}{
		{"loses a code", "files", faults{read: func(c *codeSet, d *filter.Decoder) {
			if c.codes = d.Words(); len(c.codes) > 1 {
				c.codes = c.codes[1:]
			}
		}}},
		{"forgets its room", "files", faults{read: func(c *codeSet, d *filter.Decoder) {
			c.codes = d.Words()
			c.room = len(c.codes)
		}}},
		{"has another file each time", "files", faults{
			write: func(c *codeSet, e *filter.Encoder) { e.Uint(rand.Uint64()); e.Words(c.codes) },
			read:  func(c *codeSet, d *filter.Decoder) { d.Uint(); c.codes = d.Words() },
		}},
		{"does not append", "files", faults{append: func(_, file []byte) []byte { return file }}},
		{"writes what it does not read", "files", faults{write: func(c *codeSet, e *filter.Encoder) { e.Words(c.codes); e.Uint(0) }}},
		{"reads a cut file", "damage", faults{open: func(data []byte) []byte {
			if len(data) > 20 {
				return Seal(bytes.Clone(data))
			}
			return data
		}}},
		{"panics on a wrong number", "damage", faults{read: func(c *codeSet, d *filter.Decoder) {
			for _, x := range d.Words() {
				_ = make([]int, 1<<codeSetBits)[x]
				c.codes = append(c.codes, x)
			}
		}}},
		{"believes a length", "damage", faults{
			write: func(c *codeSet, e *filter.Encoder) {
				e.Uint(uint64(len(c.codes)))
				for _, x := range c.codes {
					e.Uint(x)
				}
			},
			read: func(c *codeSet, d *filter.Decoder) {
				c.codes = make([]uint64, 0, d.Int("n", 1<<24))
				for range cap(c.codes) {
					c.codes = append(c.codes, d.Uint())
				}
			},
		}},
		{"mends what is damaged", "damage", faults{read: func(c *codeSet, d *filter.Decoder) {
			for _, x := range d.Words() {
				c.codes = append(c.codes, x%(1<<codeSetBits))
			}
		}}},
		{"writes another hash than it has", "files", faults{anyHash: true}},
		{"answers the last of a list wrong", "many queries", faults{many: func(c *codeSet, keys *wordlist.List, out []bool) {
			for i := range keys.Len() {
				out[i] = c.Contains(keys.At(i)) && i != 63
			}
		}}},
		{"answers more than it is asked", "many queries", faults{many: func(c *codeSet, keys *wordlist.List, out []bool) {
			for i := range keys.Len() {
				out[i] = c.Contains(keys.At(i))
			}
			out[keys.Len()] = !out[keys.Len()]
		}}},
		{"sets answers only", "many queries", faults{many: func(c *codeSet, keys *wordlist.List, out []bool) {
			for i := range keys.Len() {
				out[i] = out[i] || c.Contains(keys.At(i))
			}
		}}},
		{"keeps one copy of a key", "repetitions", faults{insert: func(c *codeSet, key string) error {
			if !c.Contains(key) {
				c.codes = append(c.codes, c.code(key))
			}
			return nil
		}}},
		{"has a counter that overflows", "repetitions", faults{insert: func(c *codeSet, key string) error {
			n := 0
			for _, x := range c.codes {
				if x == c.code(key) {
					n++
				}
			}
			if c.codes = append(c.codes, c.code(key)); n == 255 {
				for c.Delete(key) {
				}
			}
			return nil
		}}},
		{"changes when it refuses", "repetitions", faults{insert: func(c *codeSet, key string) error {
			if len(c.codes) >= 150 {
				c.codes[len(c.codes)-1] = 0
				return filter.ErrFull
			}
			c.codes = append(c.codes, c.code(key))
			return nil
		}}},
		{"keeps one copy of a repeated key", "duplicates", faults{insert: func(c *codeSet, key string) error {
			if !c.Contains(key) {
				c.codes = append(c.codes, c.code(key))
			}
			return nil
		}}},
		{"finds whatever is deleted", "negatives deleted", faults{remove: func(c *codeSet, key string) bool { return true }}},
		{"deletes another key in its place", "negatives deleted", faults{remove: func(c *codeSet, key string) bool {
			c.codes = c.codes[min(1, len(c.codes)):]
			return false
		}}},
		{"does not admit that it deletes", "negatives deleted", faults{remove: func(c *codeSet, key string) bool { return false }}},
		{"loses a neighbour when it deletes at load", "load", faults{remove: func(c *codeSet, key string) bool {
			i := c.index(key)
			if c.codes = append(c.codes[:i:i], c.codes[i+1:]...); len(c.codes) > 800 {
				c.codes = c.codes[1:]
			}
			return true
		}}},
		{"takes less than it has room for", "load", faults{insert: func(c *codeSet, key string) error {
			if len(c.codes) >= c.room*2/3 && len(c.codes) > 60 {
				return filter.ErrFull
			}
			c.codes = append(c.codes, c.code(key))
			return nil
		}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			oneGoroutine(t, c.check)
			s := setOf(c.fault)
			if failed := Failures(s, c.check); len(failed) == 0 {
				t.Errorf("the check %q does not notice", c.check)
			}
		})
	}
	oneGoroutine(t, "")
	checks := []string{"description", "files", "damage", "many queries", "repetitions", "duplicates", "negatives deleted", "load"}
	if failed := Failures(setOf(faults{}), checks...); len(failed) > 0 {
		t.Errorf("a sound set fails: %v", failed)
	}
}

// TestHalfAFile: a structure that writes reads, and the other way round.
func TestHalfAFile(t *testing.T) {
	unread, unwritten := bloom.Standard(), exactMap(nil)
	unread.Open = nil
	unwritten.Open = func([]byte) (filter.Filter, error) { return nil, errors.New("no") }
	for _, s := range []filter.Structure{unread, unwritten} {
		if failed := Failures(s, "files"); len(failed) == 0 {
			t.Errorf("%s: half a file is not noticed", s.Name)
		}
	}
}

// TestExplanationFails takes each text away and breaks lines.
func TestExplanationFails(t *testing.T) {
	for name, change := range map[string]func(*filter.Structure){
		"no family":  func(s *filter.Structure) { s.Family = "others" },
		"no What":    func(s *filter.Structure) { s.Explain.What = "" },
		"no Layout":  func(s *filter.Structure) { s.Explain.Layout = " " },
		"no Formula": func(s *filter.Structure) { s.Explain.Formula = "" },
		"no promise": func(s *filter.Structure) { s.Explain.Guarantee = "" },
		"no Price":   func(s *filter.Structure) { s.Explain.Price = "" },
		"no When":    func(s *filter.Structure) { s.Explain.When = "" },
		"two lines":  func(s *filter.Structure) { s.Explain.When = "a\nb" },
		"a tab":      func(s *filter.Structure) { s.Explain.Layout = "\ta" },
		"a long one": func(s *filter.Structure) { s.Explain.Layout = string(make([]byte, 77)) },
		"an example": func(s *filter.Structure) { s.Explain.Examples = string(make([]byte, 77)) },
	} {
		s := cuckoo.Standard()
		change(&s)
		if failed := Failures(s, "description"); len(failed) == 0 {
			t.Errorf("%s is not noticed", name)
		}
	}
}

// TestSeal: the suite's idea of the checksum is the format's.
func TestSeal(t *testing.T) {
	f := build(t, bloom.Standard(), []string{"a"}, filter.Config{Epsilon: 0.1})
	file := fileOf(f)
	changed := bytes.Clone(file)
	binary.LittleEndian.PutUint64(changed[len(changed)-8:], 0)
	if !bytes.Equal(Seal(changed), file) {
		t.Error("a sealed file is not the file that was written")
	}
}

// dropping loses the keys of one goroutine's insertions beside another's.
type dropping struct {
	filter.Filter
	insert func(f filter.Filter, key string) error
}

func (d *dropping) InsertAtomic(key string) error { return d.insert(d.Filter, key) }

// TestAtomicInsertionsFail breaks the promises of an AtomicInserter, without
// the races that another tool detects.
func TestAtomicInsertionsFail(t *testing.T) {
	for _, c := range []struct {
		name   string
		insert func(f filter.Filter, key string) error
	}{
		{"drops a key", func(f filter.Filter, key string) error { return nil }},
		{"has errors of its own", func(f filter.Filter, key string) error { return errors.New("no") }},
		{"is full too early", func(f filter.Filter, key string) error { return filter.ErrFull }},
	} {
		s := bloom.Standard()
		build := s.Build
		s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			f, err := build(keys, cfg)
			return &dropping{f, c.insert}, err
		}
		if failed := Failures(s, "atomic insertions"); len(failed) == 0 {
			t.Errorf("%s: not noticed", c.name)
		}
	}
}
