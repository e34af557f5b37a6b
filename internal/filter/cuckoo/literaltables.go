package cuckoo

import (
	"encoding/binary"

	"hyphbench/internal/filter"
)

// LiteralArray is Literal with a word of 16 bits per entry, as an array of numbers has it: the
// text does not say how a bucket is kept. Fingerprints of more than 16 bits, below a rate of
// 1 in 8,192, take 64.
func LiteralArray() filter.Structure {
	s := literalStructure[arrayTable]("cuckoo-literal-array", "cuckoo filter, as in the thesis, 16-bit entries")
	s.Explain.Price = "16/α bits per key at load α, whatever the rate down to 1 in 8,192, then 64/α. An entry is read without a shift or a mask."
	return s
}

// packedTable has f bits per entry, one behind the other.
type packedTable struct {
	packed []byte // and slack behind it
	f      uint64
}

func (packedTable) name() string { return "cuckoo-literal" }

func (packedTable) make(buckets, f uint64) packedTable {
	return packedTable{make([]byte, buckets*entries*f/8+slack), f}
}

func (t packedTable) bits() uint64 { return t.f }

func (t packedTable) get(entry uint64) uint64 {
	bit := entry * t.f
	return binary.LittleEndian.Uint64(t.packed[bit/8:]) >> (bit % 8) & (1<<t.f - 1)
}

func (t packedTable) set(entry, fingerprint uint64) {
	bit := entry * t.f
	at := t.packed[bit/8:]
	word := binary.LittleEndian.Uint64(at) &^ ((1<<t.f - 1) << (bit % 8))
	binary.LittleEndian.PutUint64(at, word|fingerprint<<(bit%8))
}

func (t packedTable) find(bucket, fingerprint uint64) (entry uint64, found bool) {
	for e := bucket * entries; e < (bucket+1)*entries; e++ {
		if t.get(e) == fingerprint {
			return e, true
		}
	}
	return 0, false
}

func (t packedTable) bytes() []byte { return t.packed[:len(t.packed)-slack] }
func (t packedTable) fill(b []byte) { copy(t.packed, b) }

// arrayTable has a word per entry.
type arrayTable struct {
	words []uint16
	wide  []uint64 // in place of words, for fingerprints of more than 16 bits
}

func (arrayTable) name() string { return "cuckoo-literal-array" }

func (arrayTable) make(buckets, f uint64) arrayTable {
	if f > 16 {
		return arrayTable{wide: make([]uint64, buckets*entries)}
	}
	return arrayTable{words: make([]uint16, buckets*entries)}
}

func (t arrayTable) bits() uint64 {
	if t.wide != nil {
		return 64
	}
	return 16
}

func (t arrayTable) get(entry uint64) uint64 {
	if t.wide != nil {
		return t.wide[entry]
	}
	return uint64(t.words[entry])
}

func (t arrayTable) set(entry, fingerprint uint64) {
	if t.wide != nil {
		t.wide[entry] = fingerprint
		return
	}
	t.words[entry] = uint16(fingerprint)
}

func (t arrayTable) find(bucket, fingerprint uint64) (entry uint64, found bool) {
	if t.wide != nil {
		return findIn(t.wide, bucket, fingerprint)
	}
	return findIn(t.words, bucket, fingerprint)
}

func findIn[W uint16 | uint64](words []W, bucket, fingerprint uint64) (entry uint64, found bool) {
	for i, w := range words[bucket*entries : (bucket+1)*entries] {
		if uint64(w) == fingerprint {
			return bucket*entries + uint64(i), true
		}
	}
	return 0, false
}

func (t arrayTable) bytes() []byte {
	var b []byte
	for _, w := range t.words {
		b = binary.LittleEndian.AppendUint16(b, w)
	}
	for _, w := range t.wide {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

func (t arrayTable) fill(b []byte) {
	for i := range t.words {
		t.words[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	for i := range t.wide {
		t.wide[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
}
