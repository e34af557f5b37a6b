package all

import (
	"bytes"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

// FuzzFile reads anything as the file of a filter. The first byte selects the
// structure, the second byte whether the rest is the whole file or what stands
// in one between head and checksum, which are then right.
func FuzzFile(f *testing.F) {
	structures := Structures()
	heads := make(map[string][]byte)
	for i, s := range structures {
		for _, keys := range []*wordlist.List{wordlist.Of(), wordlist.Of("a"), wordlist.Of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")} {
			built, err := s.Build(keys, filter.Config{Epsilon: 0.1, Seed: 1, Universe: wordlist.Of("b", "z")})
			if err != nil {
				f.Fatal(err)
			}
			stored, ok := built.(filter.Stored)
			if !ok {
				continue
			}
			file, err := stored.AppendBinary(nil)
			if err != nil {
				f.Fatal(err)
			}
			heads[s.Name] = file[:headOf(s):headOf(s)]
			f.Add(append([]byte{byte(i), 0}, file...))
			f.Add(append([]byte{byte(i), 1}, file[headOf(s):len(file)-8]...))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 {
			return
		}
		s := structures[int(data[0])%len(structures)]
		if data[1]%2 == 0 {
			whole := data[2:]
			if read, g, err := Open(whole); err == nil {
				again, err := g.(filter.Stored).AppendBinary(nil)
				if err != nil || !bytes.Equal(again, whole) {
					t.Errorf("a file of a %s is read and written otherwise: %v", read.Name, err)
				}
			}
			return
		}
		if s.Open == nil {
			return
		}
		file := append(append(heads[s.Name], data[2:]...), make([]byte, 8)...)
		filtertest.Survives(t, s, filtertest.Seal(file))
	})
}

// headOf is the length of a file's head: magic, name and version.
func headOf(s filter.Structure) int { return 8 + 1 + len(s.Name) + 1 }
