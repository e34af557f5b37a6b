package filtertest

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"hyphbench/internal/filter"
)

// words returns n different random words of ten letters and a number.
func words(n int, seed uint64) []string {
	random := rand.New(rand.NewPCG(seed, 'w'))
	list := make([]string, n)
	for i := range list {
		var w [20]byte
		for j := range 10 {
			w[j] = 'a' + byte(random.IntN(26))
		}
		list[i] = string(strconv.AppendInt(w[:10], int64(i), 10))
	}
	return list
}

// negatives are asked of filters of words(…, seed) with another seed.
const negatives = 1 << 32

// degenerate are keys that are easily forgotten: empty, short, long, with
// zero bytes, not UTF-8, and one for each length about the limits of a hash's
// cases.
func degenerate() []string {
	keys := []string{"", "a", "\x00", "\x00\x00", "\xff", "ção", strings.Repeat("x", 10_000), strings.Repeat("x", 9_999)}
	for n := 2; n <= 130; n++ {
		keys = append(keys, strings.Repeat("y", n))
	}
	return keys
}

func repeated(keys []string, times int) []string {
	var list []string
	for range times {
		list = append(list, keys...)
	}
	return list
}

// FNV is FNV-1a (Fowler, Noll, Vo), a hash other than the default.
type FNV struct{}

// Sum64 hashes key.
func (FNV) Sum64(key string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 1099511628211
	}
	return h
}

// narrow is a hash with few values: 1 << bits of them.
type narrow struct{ bits int }

func (n narrow) Sum64(key string) uint64 { return FNV{}.Sum64(key) & (1<<n.bits - 1) }

// hashes are the default and two under which many keys are equal.
func hashes() map[string]filter.Hash {
	return map[string]filter.Hash{
		"go-farm": nil, "a constant hash": narrow{0}, "a hash of four bits": narrow{4}}
}
