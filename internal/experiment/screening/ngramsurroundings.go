package screening

import "slices"

// environment are fingerprints of another kind, in the rows: each n-gram with the letters
// beside it, and the ends of the word as letters of their own, as ECFP has atoms with
// their surroundings. A part of a word has other surroundings at its ends than the word.
const environment = "environment"

// around appends the n-grams of s, each with a byte of its surroundings on either side,
// 0 beyond the ends.
func around(dst []uint64, s string) []uint64 {
	at := func(i int) uint64 {
		if i < 0 || i >= len(s) {
			return 0
		}
		return uint64(s[i])
	}
	for i := 0; i+gramLength <= len(s); i++ {
		feature := uint64(0)
		for j := i - 1; j <= i+gramLength; j++ {
			feature = feature<<8 | at(j)
		}
		dst = append(dst, feature)
	}
	return dst
}

// lost is the share of all answers that screening by these features would miss, even if
// no two of them shared a bit.
func (d *documents) lost(searches []search) float64 {
	missed, all := 0, 0
	var wanted, features []uint64
	for _, s := range searches {
		wanted = around(wanted[:0], s.text)
		for _, i := range s.answers {
			features = around(features[:0], d.list.At(int(i)))
			all++
			if !containsAll(features, wanted) {
				missed++
			}
		}
	}
	return float64(missed) / float64(max(1, all))
}

func containsAll(features, wanted []uint64) bool {
	for _, w := range wanted {
		if !slices.Contains(features, w) {
			return false
		}
	}
	return true
}
