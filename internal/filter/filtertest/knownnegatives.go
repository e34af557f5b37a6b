package filtertest

import (
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// knownNegatives builds filters that know some negatives, under every hash. Keys
// among these stay keys, and of the others fewer are admitted than of negatives
// that are not known. How many fewer is the structure's own.
func knownNegatives(t TB, s filter.Structure) {
	keys, known, unknown := words(1000, 26), words(20_000, 27), words(20_000, negatives)
	for name, hash := range hashes() {
		cfg := filter.Config{Epsilon: 0.05, Seed: 26, Hash: hash, Negatives: wordlist.Of(slices.Concat(known, known[:50], keys[:500])...)}
		f := buildUnder(t, s, keys, cfg)
		if f == nil {
			continue
		}
		if got := count(f, keys); got != len(keys) {
			t.Errorf("%s: %d of %d keys are lost beside known negatives, some of which are keys", name, len(keys)-got, len(keys))
			return
		}
		if hash != nil {
			continue
		}
		if of, others := count(f, known), count(f, unknown); 2*of >= others {
			t.Errorf("%d of %d known negatives are admitted, and %d of as many unknown ones", of, len(known), others)
		}
	}
}

func knows(s filter.Structure) string {
	if !s.Negatives {
		return "it does not heed known negatives"
	}
	return ""
}
