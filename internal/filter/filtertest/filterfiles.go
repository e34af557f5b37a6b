package filtertest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"math"
	"runtime"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// stores is the need of a file, to be written or to be read.
func stores(s filter.Structure) string {
	if s.Open == nil && !filter.Can[filter.Stored](s) {
		return "its filters have no file"
	}
	return ""
}

// returns is the need of a file that can be read back; files complains of
// others.
func returns(s filter.Structure) string {
	if s.Open == nil || !filter.Can[filter.Stored](s) {
		return "its filters have no file to be read"
	}
	return ""
}

// fileSets are keys of which files are made.
func fileSets() map[string][]string {
	return map[string][]string{
		"no key": nil, "one key": {"a"}, "two keys": {"a", "b"}, "three keys": {"a", "b", ""},
		"1,753 keys": words(1753, 30), "degenerate keys": degenerate(), "equal keys": repeated(words(50, 30), 20),
	}
}

// files writes filters, reads them and compares: answers, bytes, and what
// becomes of both when they are changed alike.
func files(t TB, s filter.Structure) {
	if returns(s) != "" {
		t.Errorf("its filters have a method AppendBinary: %v; it has a function Open: %v; want both", filter.Can[filter.Stored](s), s.Open != nil)
		return
	}
	for name, keys := range fileSets() {
		rates := []float64{0.3, 1e-6}
		if tier.Checking() {
			rates = append(rates, 0.01)
		}
		for _, epsilon := range rates {
			cfg := filter.Config{Epsilon: epsilon, Seed: 30}
			f, twin := build(t, s, keys, cfg), build(t, s, keys, cfg)
			if f == nil || twin == nil {
				return
			}
			what := fmt.Sprintf("%s, ε = %v", name, epsilon)
			file := store(t, what, f)
			if file == nil {
				return
			}
			if !bytes.Equal(file, store(t, what, twin)) {
				t.Errorf("%s: two filters of the same keys and seed have different files", what)
			}
			g := open(t, s, what, file)
			if g == nil {
				return
			}
			same(t, what, f, g, keys)
			changeAlike(t, what, f, g)
		}
	}
	otherHash(t, s)
}

// store is the file of a filter, or reports the error and returns nil.
func store(t TB, what string, f filter.Filter) []byte {
	t.Helper()
	const before = "before"
	out, err := f.(filter.Stored).AppendBinary([]byte(before))
	if err != nil {
		t.Errorf("%s: it is not written: %v", what, err)
		return nil
	}
	file, ok := bytes.CutPrefix(out, []byte(before))
	if !ok {
		t.Errorf("%s: AppendBinary does not append", what)
		return nil
	}
	return file
}

// fileOf is the file of a filter, nil where there is none.
func fileOf(f filter.Filter) []byte {
	if stored, ok := f.(filter.Stored); ok {
		if file, err := stored.AppendBinary(nil); err == nil {
			return file
		}
	}
	return nil
}

// open reads a file, or reports the error and returns nil. What it was read
// from is overwritten.
func open(t TB, s filter.Structure, what string, file []byte) filter.Filter {
	t.Helper()
	if name, err := filter.StructureOf(file); err != nil || name != s.Name {
		t.Errorf("%s: the structure of its file is %q (%v), want %q", what, name, err, s.Name)
	}
	read := bytes.Clone(file)
	f, err := s.Open(read)
	if err != nil {
		t.Errorf("%s: its file is not read: %v", what, err)
		return nil
	}
	clear(read)
	return f
}

// same compares what two filters say.
func same(t TB, what string, f, g filter.Filter, keys []string) {
	t.Helper()
	if !slices.Equal(f.Params(), g.Params()) || f.Bits() != g.Bits() || f.Theory() != g.Theory() {
		t.Errorf("%s: stored are %v, %d bits, rate %v, read %v, %d bits, rate %v",
			what, f.Params(), f.Bits(), f.Theory(), g.Params(), g.Bits(), g.Theory())
	}
	for _, q := range slices.Concat(keys, words(tier.Of(400, 5000), negatives)) {
		if f.Contains(q) != g.Contains(q) {
			t.Errorf("%s: stored, %q is answered %v, read %v", what, q, f.Contains(q), g.Contains(q))
			return
		}
	}
	if one, two := store(t, what, f), store(t, what, g); !bytes.Equal(one, two) {
		t.Errorf("%s: the file of the filter that was read has %d bytes, other than the %d that were written", what, len(two), len(one))
	}
}

// changeAlike does the same with a filter and with what was read of its file.
func changeAlike(t TB, what string, f, g filter.Filter) {
	t.Helper()
	more := words(300, 31)
	if one, ok := f.(filter.Inserter); ok {
		two := g.(filter.Inserter)
		for _, k := range more {
			if a, b := one.Insert(k), two.Insert(k); !errors.Is(a, b) {
				t.Errorf("%s: Insert(%q) is %v in the stored filter, %v in the read one", what, k, a, b)
				return
			}
		}
	}
	if one, ok := f.(filter.Grader); ok {
		two := g.(filter.Grader)
		for i, k := range more {
			_, _ = one.InsertGraded(k, float64(i%4)/3), two.InsertGraded(k, float64(i%4)/3)
		}
		if v, w := atLeast(t, one, 0.5), atLeast(t, two, 0.5); v != nil && w != nil && (v.Theory() != w.Theory() || count(v, more) != count(w, more)) {
			t.Errorf("%s: the stored filter and the read one grade differently", what)
		}
	}
	if one, ok := f.(filter.Deleter); ok {
		two := g.(filter.Deleter)
		for _, k := range more {
			if a, b := one.Delete(k), two.Delete(k); a != b {
				t.Errorf("%s: Delete(%q) is %v in the stored filter, %v in the read one", what, k, a, b)
				return
			}
		}
	}
	same(t, what+", both changed alike", f, g, more)
}

// otherHash stores filters under a hash that no file names: it is an error,
// unless the hash decides nothing.
func otherHash(t TB, s filter.Structure) {
	keys := words(200, 32)
	f := build(t, s, keys, filter.Config{Epsilon: 0.05, Seed: 32, Hash: FNV{}})
	if f == nil {
		return
	}
	file, err := f.(filter.Stored).AppendBinary([]byte("before"))
	if err != nil {
		if string(file) != "before" {
			t.Errorf("after the error %q AppendBinary returns %d bytes, want the 6 that it was given", err, len(file))
		}
		return
	}
	g, err := s.Open(file[len("before"):])
	if err != nil {
		t.Errorf("a filter with a hash of the caller's own is written, but not read: %v", err)
		return
	}
	for _, q := range slices.Concat(keys, words(tier.Of(400, 5000), negatives)) {
		if f.Contains(q) != g.Contains(q) {
			t.Errorf("a filter with a hash of the caller's own is written without an error, and what is read answers otherwise for %q", q)
			return
		}
	}
}

// damage cuts files and flips their bits: each must be refused. Then it does
// so under a right checksum, as a damaged program would.
func damage(t TB, s filter.Structure) {
	numbers := []int{40}
	if tier.Checking() {
		numbers = []int{0, 40, 400}
	}
	for _, n := range numbers {
		keys := words(n, 33)
		f := build(t, s, keys, filter.Config{Epsilon: 0.05, Seed: 33})
		if f == nil {
			return
		}
		file := store(t, fmt.Sprintf("n = %d", n), f)
		if file == nil {
			return
		}
		step := 1 + len(file)/tier.Of(100, 400)
		for cut := 0; cut < len(file); cut += step {
			if _, err := s.Open(file[:cut]); err == nil {
				t.Errorf("a file of %d bytes is read when cut to %d", len(file), cut)
				return
			}
		}
		for bit := 0; bit < 8*len(file); bit += step {
			damaged := bytes.Clone(file)
			damaged[bit/8] ^= 1 << (bit % 8)
			if _, err := s.Open(damaged); err == nil {
				t.Errorf("a file of %d bytes is read with its bit %d flipped", len(file), bit)
				return
			}
		}
		if _, err := s.Open(append(bytes.Clone(file), 0)); err == nil {
			t.Errorf("a file is read with a byte behind it")
		}
		each := 2 // bytes of the head
		if n == 40 {
			each = tier.Of(2, 1)
		}
		if !sealedDamage(t, s, file, step, each) {
			return
		}
	}
}

// sealedDamage changes single numbers of a file, at every so many bytes of its head, and corrects
// the checksum.
func sealedDamage(t TB, s filter.Structure, file []byte, step, each int) bool {
	numbers := []uint64{0, 1, 2, 65, 1 << 31, 1 << 48, 1 << 61, 1 << 63, math.MaxUint64}
	head := len("hyphflt\x01") + 1 + len(s.Name) + 1
	for at := head; at+8 <= len(file)-8; at++ {
		if (at-head)%each > 0 || at > head+80 && at%(8*step) != 0 {
			continue
		}
		for i, n := range numbers {
			changed := bytes.Clone(file)
			if i%2 == 0 || (at-head)%8 == 0 {
				binary.LittleEndian.PutUint64(changed[at:], n)
			} else {
				changed[at] ^= byte(n%251 + 1)
			}
			if !Survives(t, s, Seal(changed)) {
				return false
			}
		}
	}
	return true
}

// Seal gives a file of 8 bytes or more the checksum of its other bytes.
func Seal(file []byte) []byte {
	rest := file[:len(file)-8]
	return binary.LittleEndian.AppendUint64(slices.Clip(rest), crc64.Checksum(rest, crc64.MakeTable(crc64.ECMA)))
}

// Survives opens a file with a right checksum that nothing ever wrote, and
// reports whether all is well: an error, or a filter that answers, with the same
// file. Neither may panic or take memory out of proportion.
func Survives(t TB, s filter.Structure, file []byte) (ok bool) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("a damaged file leads to a panic: %v\n%x", p, file[:min(len(file), 200)])
			ok = false
		}
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := s.Open(file)
	runtime.ReadMemStats(&after)
	if took, most := after.TotalAlloc-before.TotalAlloc, uint64(1<<18+256*len(file)); took > most {
		t.Errorf("a damaged file of %d bytes leads to %d bytes of memory\n%x", len(file), took, file[:min(len(file), 200)])
		return false
	}
	if err != nil {
		if f != nil {
			t.Errorf("Open returns a filter beside the error %q", err)
		}
		return f == nil
	}
	f.Bits()
	f.Params()
	if theory := f.Theory(); !(theory >= 0 && theory <= 1) {
		t.Errorf("a damaged file leads to a filter whose Theory is %v", theory)
		return false
	}
	again, err := f.(filter.Stored).AppendBinary(nil)
	if err != nil || !bytes.Equal(again, file) {
		t.Errorf("a damaged file is read, but written otherwise (%v)\nread    %x\nwritten %x", err, file[:min(len(file), 200)], again[:min(len(again), 200)])
		return false
	}
	list := wordlist.Of(words(tier.Of(20, 70), 34)...)
	for key := range list.Each() {
		f.Contains(key)
	}
	if many, is := f.(filter.BatchContainer); is {
		many.ContainsBatch(list, make([]bool, list.Len()))
	}
	if inserter, is := f.(filter.Inserter); is {
		_ = inserter.Insert("a") // full or not
	}
	if deleter, is := f.(filter.Deleter); is {
		deleter.Delete("a")
	}
	const small = 1 << 22 // bits
	if resizer, is := f.(filter.Resizer); is && f.Bits() < small {
		_ = resizer.Resize() // full or not
	}
	if merger, is := f.(filter.Merger); is && f.Bits() < small {
		if g, err := s.Open(file); err == nil {
			_ = merger.Merge(g) // full or not
		}
	}
	return true
}
