package filter

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"math"
)

// The file of a filter is, all numbers little-endian,
//
//	magic      8 bytes    "hyphflt" and the version of this frame
//	structure  1 + n      length and name, as --filter takes it
//	version    1 byte     of the structure's own part
//	body                  what the structure writes: numbers and arrays
//	checksum   8 bytes    CRC-64 (ECMA) of all before
//
// A number takes eight bytes, an array its length in eight bytes and its
// elements, so that one filter has one file.
const (
	fileMagic     = "hyphflt\x01"
	fileChecksum  = 8
	fileNameLimit = 255
)

// Hash functions of files, with a seed that Hasher mixes in.
const (
	HashFarm = 1 // go-farm's Fingerprint64
	HashXX   = 2 // xxhash's Sum64
)

// MostKeys bounds the counts of keys in files, so that their products with small
// numbers do not overflow.
const MostKeys = 1 << 48

// ErrNotFilter is the refusal of a file that does not begin as one of a filter.
var ErrNotFilter = errors.New("not the file of a filter: want a file that 'hyphbench build' wrote")

// Stored is a Filter with a file. Its pointer type is also an
// encoding.BinaryUnmarshaler.
type Stored interface {
	Filter
	encoding.BinaryAppender
}

// Open reads the file of a filter of type T. It is what a Structure has in its
// field of that name: Open: filter.Open[standard].
func Open[T any, P interface {
	*T
	Stored
	encoding.BinaryUnmarshaler
}](data []byte) (Filter, error) {
	f := P(new(T))
	if err := f.UnmarshalBinary(data); err != nil {
		return nil, err
	}
	return f, nil
}

// StructureOf is the name of the structure whose file data is. It checks the
// whole file's checksum, not what the structure makes of it.
func StructureOf(data []byte) (string, error) {
	name, _, _, err := frame(data)
	return name, err
}

// CheckBeginning refuses a file by its first bytes.
func CheckBeginning(data []byte) error {
	if len(data) < len(fileMagic) || string(data[:len(fileMagic)-1]) != fileMagic[:len(fileMagic)-1] {
		if len(data) > 0 && bytes.HasPrefix([]byte(fileMagic), data) {
			return fmt.Errorf("the file of a filter is cut: it ends after %d bytes", len(data))
		}
		return ErrNotFilter
	}
	if got, want := data[len(fileMagic)-1], fileMagic[len(fileMagic)-1]; got != want {
		return fmt.Errorf("the file of a filter is damaged or of another release: its format is %d, want %d", got, want)
	}
	return nil
}

// frame takes the frame off a file, after checking it.
func frame(data []byte) (structure string, version byte, body []byte, err error) {
	if err := CheckBeginning(data); err != nil {
		return "", 0, nil, err
	}
	rest := len(data) - fileChecksum
	if rest < len(fileMagic)+2 {
		return "", 0, nil, fmt.Errorf("the file of a filter is cut: it ends after %d bytes", len(data))
	}
	if got, want := checksum(data[:rest]), binary.LittleEndian.Uint64(data[rest:]); got != want {
		return "", 0, nil, fmt.Errorf("the file of a filter is damaged or cut: its checksum is %016x, its bytes have %016x", want, got)
	}
	body = data[len(fileMagic):rest]
	n := int(body[0])
	if len(body) < 1+n+1 {
		return "", 0, nil, errors.New("the file of a filter is damaged: it ends within its head")
	}
	return string(body[1 : 1+n]), body[1+n], body[1+n+1:], nil
}

// checksum finds every error within 64 neighbouring bits, and any other with a
// probability of 1 − 2^−64.
func checksum(data []byte) uint64 { return crc64.Checksum(data, crc64.MakeTable(crc64.ECMA)) }

// Encoder writes the file of a filter. Its first error is kept for Close.
type Encoder struct {
	out   []byte
	start int // of the file in out
	err   error
}

// NewEncoder appends the head of a file to b: the structure's name and the
// version of what it writes.
func NewEncoder(b []byte, structure string, version byte) *Encoder {
	e := &Encoder{out: b, start: len(b)}
	if structure == "" || len(structure) > fileNameLimit {
		e.err = fmt.Errorf("the name %q does not fit a file: want 1 to %d bytes", structure, fileNameLimit)
		return e
	}
	e.out = append(e.out, fileMagic...)
	e.out = append(e.out, byte(len(structure)))
	e.out = append(e.out, structure...)
	e.out = append(e.out, version)
	return e
}

// Uint writes a number.
func (e *Encoder) Uint(v uint64) { e.out = binary.LittleEndian.AppendUint64(e.out, v) }

// Float writes a number, bit for bit.
func (e *Encoder) Float(v float64) { e.Uint(math.Float64bits(v)) }

// Words writes an array of words.
func (e *Encoder) Words(w []uint64) {
	e.Uint(uint64(len(w)))
	for _, x := range w {
		e.out = binary.LittleEndian.AppendUint64(e.out, x)
	}
}

// Bytes writes an array of bytes.
func (e *Encoder) Bytes(b []byte) {
	e.Uint(uint64(len(b)))
	e.out = append(e.out, b...)
}

// Hasher writes the hash function: which one and its seed. A Config.Hash of the
// caller's own has no name to be found by later and is an error.
func (e *Encoder) Hasher(h *Hasher) error { return e.HasherOf(HashFarm, h) }

// HasherOf is Hasher for a structure whose usual hash is another one.
func (e *Encoder) HasherOf(function uint64, h *Hasher) error {
	if !h.Usual() {
		e.err = errors.Join(e.err, errors.New("a filter with a hash function of the caller's own has no file: want Config.Hash nil"))
		return e.err
	}
	e.Uint(function)
	e.Uint(h.seed)
	return nil
}

// Close appends the checksum and returns all that NewEncoder was given, with
// the file behind it. After an error it returns none of the file.
func (e *Encoder) Close() ([]byte, error) {
	if e.err != nil {
		return e.out[:e.start], e.err
	}
	return binary.LittleEndian.AppendUint64(e.out, checksum(e.out[e.start:])), nil
}

// Decoder reads what an Encoder wrote, in the same order. After an error all
// it reads is zero, and Close returns the first one. A length is compared with
// what is left of the file before anything is allocated, so that a damaged one
// costs no memory. Nothing that it returns shares memory with the file.
type Decoder struct {
	structure string
	left      []byte
	err       error
}

// NewDecoder checks the frame of a file, which must be the structure's own, in
// that version.
func NewDecoder(data []byte, structure string, version byte) (*Decoder, error) {
	name, v, body, err := frame(data)
	switch {
	case err != nil:
		return nil, err
	case name != structure:
		return nil, fmt.Errorf("the file is that of a %q: want one of a %q", name, structure)
	case v != version:
		return nil, fmt.Errorf("the file of a %s has version %d: want %d", structure, v, version)
	}
	return &Decoder{structure: structure, left: body}, nil
}

// Uint reads a number.
func (d *Decoder) Uint() uint64 {
	if d.Check(len(d.left) >= 8, "it ends within a number"); d.err != nil {
		return 0
	}
	v := binary.LittleEndian.Uint64(d.left)
	d.left = d.left[8:]
	return v
}

// Int reads a number from 0 to most, such as a count.
func (d *Decoder) Int(name string, most int) int {
	v := d.Uint()
	if d.Check(v <= uint64(most), "%s = %d: want at most %d", name, v, most); d.err != nil {
		return 0
	}
	return int(v)
}

// Float reads a number, bit for bit.
func (d *Decoder) Float() float64 { return math.Float64frombits(d.Uint()) }

// Words reads an array of words.
func (d *Decoder) Words() []uint64 {
	n := d.length(8)
	if n == 0 {
		return nil
	}
	w := make([]uint64, n)
	for i := range w {
		w[i] = binary.LittleEndian.Uint64(d.left[8*i:])
	}
	d.left = d.left[8*n:]
	return w
}

// Bytes reads an array of bytes.
func (d *Decoder) Bytes() []byte {
	n := d.length(1)
	b := bytes.Clone(d.left[:n])
	d.left = d.left[n:]
	return b
}

// length reads that of an array, which the rest of the file must hold.
func (d *Decoder) length(size int) int {
	n := d.Uint()
	if d.Check(n <= uint64(len(d.left)/size), "an array of %d elements is longer than the file", n); d.err != nil {
		return 0
	}
	return int(n)
}

// Fits reports whether as many elements of that size, in bytes, can be left.
func (d *Decoder) Fits(n, size int) bool { return d.err == nil && n <= len(d.left)/size }

// Hasher reads the hash function.
func (d *Decoder) Hasher() Hasher { return d.HasherOf(HashFarm) }

// HasherOf is Hasher for a structure whose usual hash is another one.
func (d *Decoder) HasherOf(function uint64) Hasher {
	kind := d.Uint()
	d.Check(kind == function, "hash function %d is unknown: want %d", kind, function)
	return Hasher{seed: d.Uint()}
}

// Check is the structure's own test of what was read. If ok is false, it is an
// error that the format explains. It reports whether all was well so far, for
// tests that would not survive wrong numbers.
func (d *Decoder) Check(ok bool, format string, args ...any) bool {
	if d.err == nil && !ok {
		d.err = fmt.Errorf("the file of a %s is damaged: %s", d.structure, fmt.Sprintf(format, args...))
	}
	return d.err == nil
}

// Close is the first error, and one if something is left over.
func (d *Decoder) Close() error {
	d.Check(len(d.left) == 0, "%d bytes are left over", len(d.left))
	return d.err
}
