package all

import (
	"bytes"
	"encoding/binary"
	"hash/crc64"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

func fileOf(t *testing.T, name string, cfg filter.Config, keys ...string) []byte {
	t.Helper()
	s, err := ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Build(wordlist.Of(keys...), cfg)
	if err != nil {
		t.Fatal(err)
	}
	file, err := f.(filter.Stored).AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestFileByHand reads the file of a Bloom filter as docs/files.md describes it,
// without the package that wrote it, and asks it.
func TestFileByHand(t *testing.T) {
	keys := []string{"academy", "areas", "zygote", ""}
	file := fileOf(t, "bloom", filter.Config{Epsilon: 0.01, Seed: 3}, keys...)
	rest := file
	take := func(n int) []byte {
		part := rest[:n]
		rest = rest[n:]
		return part
	}
	number := func() uint64 { return binary.LittleEndian.Uint64(take(8)) }
	if magic, format := string(take(7)), take(1)[0]; magic != "hyphflt" || format != 1 {
		t.Fatalf("it begins with %q, format %d", magic, format)
	}
	if name, version := string(take(int(take(1)[0]))), take(1)[0]; name != "bloom" || version != 1 {
		t.Fatalf("it is of structure %q, version %d", name, version)
	}
	m, k, n, function, seed, words := number(), number(), number(), number(), number(), number()
	if m != 39 || k != 6 || n != 4 || function != 1 || words != 1 {
		t.Fatalf("m = %d, k = %d, n = %d, hash function %d, %d words", m, k, n, function, words)
	}
	array := number()
	if sum := number(); len(rest) != 0 || sum != crc64.Checksum(file[:len(file)-8], crc64.MakeTable(crc64.ECMA)) {
		t.Fatalf("the checksum is %x, %d bytes follow", sum, len(rest))
	}
	contains := func(key string) bool {
		const spread, step = 0x9e3779b97f4a7c15, filter.ProbeStep
		hi, lo := bits.Mul64(filter.Fingerprint(key)^seed, spread)
		for h, i := hi^lo, uint64(0); i < k; i++ {
			if bit, _ := bits.Mul64(h, m); array>>bit&1 == 0 {
				return false
			}
			h *= step
		}
		return true
	}
	for _, key := range keys {
		if !contains(key) {
			t.Errorf("%q is denied", key)
		}
	}
	if contains("table") && contains("tables") && contains("words") {
		t.Error("three negatives are admitted")
	}
}

// TestFilesStay: files written once are read for ever. testdata/files has one of
// every structure; where a structure's file changes on purpose, its version does
// too, and UPDATE_GOLDEN=1 writes them anew.
func TestFilesStay(t *testing.T) {
	keys := strings.Fields("academy analysis areas associate hyphenation project table zygote")
	cfg := filter.Config{Epsilon: 0.01, Seed: 9, Universe: wordlist.Of("tables", "words")}
	for _, s := range Structures() {
		if s.Open == nil {
			continue
		}
		name := filepath.Join("testdata", "files", s.Name+".filter")
		if kept, err := os.ReadFile(name); os.Getenv("UPDATE_GOLDEN") != "" && (err != nil || !stays(kept)) {
			if err := os.WriteFile(name, fileOf(t, s.Name, cfg, keys...), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		file, err := os.ReadFile(name)
		if err != nil {
			t.Errorf("%v: want a file of each structure, from UPDATE_GOLDEN=1", err)
			continue
		}
		read, f, err := Open(file)
		if err != nil || read.Name != s.Name {
			t.Errorf("%s is read as a %q: %v", name, read.Name, err)
			continue
		}
		for _, key := range keys {
			if !f.Contains(key) && s.Faults&filter.LosesKeys == 0 {
				t.Errorf("%s denies %q", name, key)
			}
		}
		if !stays(file) {
			t.Errorf("%s is written otherwise", name)
		}
	}
}

// stays says whether a file is read, and written again as it is. What a builder makes of the keys
// today may be another one.
func stays(file []byte) bool {
	_, f, err := Open(file)
	if err != nil {
		return false
	}
	again, err := f.(filter.Stored).AppendBinary(nil)
	return err == nil && bytes.Equal(again, file)
}

// TestOpen: what is no file, and what is the file of nothing known here.
func TestOpen(t *testing.T) {
	other, err := filter.NewEncoder(nil, "blooom", 1).Close()
	if err != nil {
		t.Fatal(err)
	}
	for want, data := range map[string][]byte{
		"not the file of a filter": []byte("academy\n"),
		`another release: unknown filter "blooom": did you mean bloom or blobloom?`: other,
	} {
		if _, f, err := Open(data); f != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%q): %v, want an error with %q", data, err, want)
		}
	}
}
