package filter

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

// sample writes a file with everything that a file can hold.
func sampleFile(t *testing.T, before []byte) []byte {
	t.Helper()
	h := NewHasher(Config{Seed: 5})
	e := NewEncoder(before, "sample", 3)
	e.Uint(7)
	e.Float(math.Pi)
	e.Words([]uint64{1, 1 << 63})
	e.Words(nil)
	e.Bytes([]byte("abc"))
	if err := e.Hasher(&h); err != nil {
		t.Fatal(err)
	}
	out, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFileReturns(t *testing.T) {
	file := sampleFile(t, nil)
	if behind := sampleFile(t, []byte("before")); !bytes.Equal(behind, append([]byte("before"), file...)) {
		t.Error("a file that is appended to something is another one")
	}
	if name, err := StructureOf(file); name != "sample" || err != nil {
		t.Errorf("the structure is %q: %v", name, err)
	}
	d, err := NewDecoder(file, "sample", 3)
	if err != nil {
		t.Fatal(err)
	}
	n, f, w, none, b, h := d.Int("n", 7), d.Float(), d.Words(), d.Words(), d.Bytes(), d.Hasher()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if n != 7 || f != math.Pi || !slices.Equal(w, []uint64{1, 1 << 63}) || len(none) != 0 || string(b) != "abc" || h != NewHasher(Config{Seed: 5}) {
		t.Errorf("read are %v, %v, %v, %v, %q, %v", n, f, w, none, b, h)
	}
	for i := range file { // what was read is a copy
		file[i] = 0
	}
	if w[0] != 1 || string(b) != "abc" {
		t.Error("the arrays share memory with the file")
	}
}

// TestFileDamage cuts the file everywhere, flips every bit and appends bytes.
func TestFileDamage(t *testing.T) {
	file := sampleFile(t, nil)
	for n := range file {
		if _, err := NewDecoder(file[:n], "sample", 3); err == nil {
			t.Errorf("cut to %d bytes, it is read", n)
		}
	}
	for bit := range 8 * len(file) {
		damaged := bytes.Clone(file)
		damaged[bit/8] ^= 1 << (bit % 8)
		if _, err := StructureOf(damaged); err == nil {
			t.Errorf("with bit %d flipped, it is read", bit)
		}
	}
	if _, err := StructureOf(append(bytes.Clone(file), 0)); err == nil {
		t.Error("with a byte behind it, it is read")
	}
}

func TestFileErrors(t *testing.T) {
	file := sampleFile(t, nil)
	for _, c := range []struct {
		name, want string
		err        func() error
	}{
		{"nothing", "not the file of a filter", func() error { _, err := StructureOf(nil); return err }},
		{"a text", "not the file of a filter", func() error { _, err := StructureOf([]byte("academy\nzygote\n")); return err }},
		{"a start", "ends after 5 bytes", func() error { _, err := StructureOf(file[:5]); return err }},
		{"a head", "ends after 10 bytes", func() error { _, err := StructureOf(file[:10]); return err }},
		{"another frame", "format is 2, want 1", func() error { _, err := StructureOf([]byte("hyphflt\x02")); return err }},
		{"another structure", `that of a "sample": want one of a "bloom"`, func() error { _, err := NewDecoder(file, "bloom", 3); return err }},
		{"another version", "has version 3: want 4", func() error { _, err := NewDecoder(file, "sample", 4); return err }},
		{"a long number", "n = 7: want at most 6", func() error { return decode(t, file, func(d *Decoder) { d.Int("n", 6) }) }},
		{"its own check", "damaged: 7 is odd", func() error { return decode(t, file, func(d *Decoder) { d.Check(d.Uint()%2 == 0, "%d is odd", 7) }) }},
		{"left over", "bytes are left over", func() error { return decode(t, file, func(d *Decoder) { d.Uint() }) }},
		{"read past the end", "ends within a number", func() error {
			return decode(t, file, func(d *Decoder) {
				for range 100 {
					d.Uint()
				}
			})
		}},
		{"a long array", "longer than the file", func() error { return decode(t, file, func(d *Decoder) { d.Uint(); d.Words() }) }},
		{"another hash", "hash function 7 is unknown", func() error { return decode(t, file, func(d *Decoder) { d.Hasher() }) }},
		{"a name too long", "does not fit a file", func() error { _, err := NewEncoder(nil, strings.Repeat("x", 256), 1).Close(); return err }},
		{"no name", "does not fit a file", func() error { _, err := NewEncoder(nil, "", 1).Close(); return err }},
	} {
		if err := c.err(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
	if _, err := StructureOf([]byte("no")); !errors.Is(err, ErrNotFilter) {
		t.Errorf("not ErrNotFilter: %v", err)
	}
}

func decode(t *testing.T, file []byte, read func(*Decoder)) error {
	t.Helper()
	d, err := NewDecoder(file, "sample", 3)
	if err != nil {
		t.Fatal(err)
	}
	read(d)
	return d.Close()
}

// TestFileOfOtherHash: a hash of the caller's own cannot be found again.
func TestFileOfOtherHash(t *testing.T) {
	h := NewHasher(Config{Hash: constant{}})
	e := NewEncoder([]byte("before"), "sample", 1)
	if err := e.Hasher(&h); err == nil {
		t.Error("it is written")
	}
	out, err := e.Close()
	if err == nil || string(out) != "before" {
		t.Errorf("after the error there are %q and %v", out, err)
	}
}

type constant struct{}

func (constant) Sum64(string) uint64 { return 42 }

// TestFileLengths: the length of an array is not believed, even with a right
// checksum.
func TestFileLengths(t *testing.T) {
	for _, n := range []uint64{1, 4, 1 << 20, 1 << 40, 1 << 61, 1<<61 + 1, math.MaxUint64} {
		e := NewEncoder(nil, "sample", 3)
		e.Uint(n)
		e.out = append(e.out, 0, 0, 0, 0)
		file, err := e.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, read := range []func(*Decoder){func(d *Decoder) { d.Words() }, func(d *Decoder) { d.Bytes() }} {
			allocated := testing.AllocsPerRun(1, func() {
				if err := decode(t, file, read); n > 4 && err == nil {
					t.Errorf("an array of %d in a file of %d bytes is read", n, len(file))
				}
			})
			if allocated > 20 {
				t.Errorf("%v allocations", allocated)
			}
		}
	}
	// A name longer than the file, under a right checksum.
	cut := append([]byte(fileMagic), 200, 'a')
	cut = binary.LittleEndian.AppendUint64(cut, checksum(cut))
	if _, err := StructureOf(cut); err == nil || !strings.Contains(err.Error(), "within its head") {
		t.Errorf("a name longer than the file: %v", err)
	}
}
