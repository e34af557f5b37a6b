package filtertest

import (
	"errors"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Fuzz is a fuzz target: it reads a script of operations on a filter of s, each
// a byte of operation and length, then the key. The keys before the first zero
// byte are built in. A map is the reference.
func Fuzz(f *testing.F, s filter.Structure) {
	f.Add(uint64(0), uint16(100), []byte("\x04a\x05bc\x00\x81a\x01a"), false)
	f.Add(uint64(1), uint16(1), []byte("\x00\x41a\x41a\x41a\x41a\x41a\x41a\x41a\x41a\x41a\x41a\x81a"), true)
	f.Add(uint64(2), uint16(9999), []byte{}, false)
	s = enclosed(s)
	f.Fuzz(func(t *testing.T, seed uint64, rate uint16, script []byte, equal bool) {
		cfg := filter.Config{Epsilon: float64(rate%9999+1) / 10000, Seed: seed}
		if equal {
			cfg.Hash = narrow{0}
		}
		next := func() (op byte, key string, ok bool) {
			if len(script) == 0 {
				return 0, "", false
			}
			op, n := script[0]>>6, min(int(script[0]&3), len(script)-1)
			key, script = string(script[1:1+n]), script[1+n:]
			return op, key, true
		}
		held := make(map[string]int)
		var keys []string
		for len(script) > 0 && script[0] != 0 {
			_, key, _ := next()
			keys = append(keys, key)
			held[key]++
		}
		built, err := s.Build(wordlist.Of(keys...), cfg)
		if err != nil {
			if buildError(t, s, err); !equal {
				t.Error(err)
			}
			return
		}
		inserter, inserts := built.(filter.Inserter)
		deleter, deletes := built.(filter.Deleter)
		for {
			op, key, ok := next()
			if !ok {
				break
			}
			switch {
			case op >= 2 && deletes && held[key] > 0:
				if !deleter.Delete(key) {
					t.Fatalf("Delete(%q) finds nothing, but it is there %d times", key, held[key])
				}
				held[key]--
			case op == 1 && inserts:
				err := inserter.Insert(key)
				if err == nil {
					held[key]++
				} else if !errors.Is(err, filter.ErrFull) {
					t.Fatal(err)
				}
			default:
				built.Contains(key)
			}
			if k, ok := missing(built, held); ok {
				t.Fatalf("%q is there %d times and is not found", k, held[k])
			}
		}
		if theory := built.Theory(); !(theory >= 0 && theory <= 1) {
			t.Fatalf("Theory is %v", theory)
		}
	})
}
