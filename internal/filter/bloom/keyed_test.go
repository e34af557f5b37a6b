package bloom

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

func FuzzKeyed(f *testing.F) { filtertest.Fuzz(f, Keyed()) }

// alike returns two keys of 32 bytes with one FarmHash of 64 bits. Of such a key FarmHash
// makes two numbers u and v of four, before it mixes these into one: another first half has
// the same u and v if the second half makes up for it.
func alike() (string, string) {
	const k1, k2 = 0xb492b66fbe98f273, 0x9ae16a3b2f90404f // FarmHash's
	mul := uint64(k2)
	mul += 64
	key := func(a, b uint64) string {
		c := 12345 - a - bits.RotateLeft64(b+k2, -18)
		d := 67890 - bits.RotateLeft64(a+b, -43) - bits.RotateLeft64(c, -30)
		var s []byte
		for _, x := range []uint64{a * inverse(k1), b, d * inverse(k2), c * inverse(mul)} {
			s = binary.LittleEndian.AppendUint64(s, x)
		}
		return string(s)
	}
	return key(1, 2), key(3, 4)
}

// inverse is that of an odd number modulo 2^64: Newton's steps double its right bits.
func inverse(x uint64) uint64 {
	y := x
	for range 6 {
		y *= 2 - x*y
	}
	return y
}

// Two keys with one FarmHash have all places in common by k seeds of it, and none but by
// chance by k keys of SipHash.
func TestKeyedTellsApartWhatSeedsDoNot(t *testing.T) {
	a, b := alike()
	if a == b || filter.Fingerprint(a) != filter.Fingerprint(b) {
		t.Fatal("the two keys do not have one hash")
	}
	of, err := newStandard(1000, filter.Config{Epsilon: 1e-6, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	seeded, own := &literal{*of}, &keyed{*of}
	sameSeeded, sameOwn := 0, 0
	for j := range of.k {
		if seeded.position(a, j) == seeded.position(b, j) {
			sameSeeded++
		}
		if own.position(a, j) == own.position(b, j) {
			sameOwn++
		}
	}
	if sameSeeded != of.k || sameOwn > 1 {
		t.Errorf("%d of %d places are equal by seeds, %d by keys: want all and at most one", sameSeeded, of.k, sameOwn)
	}
}

// Any two functions agree on one position in m of many keys, as chance has it, and the bits
// of a filter are those of its keys.
func TestKeyedFunctionsAreIndependent(t *testing.T) {
	built, err := Keyed().Build(wordlist.Of("associate", "project", "table"), filter.Config{Epsilon: 0.01, Capacity: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	f := built.(*keyed)
	const keys = 100_000
	for j := range f.of.k {
		for i := range j {
			same := 0
			for key := range keys {
				if word := strconv.Itoa(key); f.position(word, i) == f.position(word, j) {
					same++
				}
			}
			want := float64(keys) / float64(f.of.m)
			if math.Abs(float64(same)-want) > 5*math.Sqrt(want) {
				t.Errorf("functions %d and %d agree on %d of %d keys, want about %.0f", i, j, same, keys, want)
			}
		}
	}
	want := make([]uint64, len(f.of.words))
	for _, key := range []string{"associate", "project", "table"} {
		for j := range f.of.k {
			i := f.position(key, j)
			want[i/64] |= 1 << (i % 64)
		}
	}
	for i, w := range want {
		if f.of.words[i] != w {
			t.Errorf("word %d of the bits is %x, not %x", i, f.of.words[i], w)
		}
	}
}
