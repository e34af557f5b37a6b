package bloom

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

// buildExample is a filter of so many bits and hash functions, which cfg must come to.
func buildExample(t *testing.T, m uint64, k int, cfg filter.Config, keys ...string) *standard {
	t.Helper()
	built, err := Standard().Build(wordlist.Of(keys...), cfg)
	if err != nil {
		t.Fatal(err)
	}
	f := built.(*standard)
	if f.m != m || f.k != k {
		t.Fatalf("m = %d, k = %d, want %d and %d", f.m, f.k, m, k)
	}
	return f
}

// positions of a key's bits, in the order in which they are computed.
func (b *standard) positions(key string) (list []uint64) {
	for _, p := range filter.Probes(nil, b.hash.Sum64(key), b.k) {
		i, _ := bits.Mul64(p, b.m)
		list = append(list, i)
	}
	return list
}

// drawInsertion inserts a key whose bits must be at so many positions, as a text has them.
func (b *standard) drawInsertion(t *testing.T, key string, want ...uint64) []string {
	t.Helper()
	at := b.positions(key)
	if got := slices.Sorted(slices.Values(at)); !slices.Equal(got, want) {
		t.Errorf("%s has the bits %d, want %d", key, got, want)
	}
	if err := b.Insert(key); err != nil {
		t.Fatal(err)
	}
	return []string{filtertest.Row("+ "+key, filtertest.Marks(int(b.m), "▼", at...)...), filtertest.Row("", bitsOf(b.words, b.m)...)}
}

// The article's figure and Figure 1 of the linear Bloom filter's paper.
func TestBloomExamples(t *testing.T) {
	filtertest.Drawn(t, Standard().Explain, slices.Concat(drawArticle(t), drawFBL(t))...)
}

// drawArticle is the figure of the article: x, y and z are in the filter, and w is not, since
// one of its positions has a 0. Four keys at ε = 12 % have 18 bits and 3 hash functions.
func drawArticle(t *testing.T) []string {
	f := buildExample(t, 18, 3, filter.Config{Epsilon: 0.12, Capacity: 4, Seed: 32})
	rows := []string{filtertest.Row("bit", filtertest.Positions(18)...)}
	rows = append(rows, f.drawInsertion(t, "xeroxes", 1, 5, 13)...)
	rows = append(rows, f.drawInsertion(t, "yuccas", 4, 11, 16)...)
	rows = append(rows, f.drawInsertion(t, "zincize", 3, 5, 11)...)
	read, zeros := make([]string, f.m), 0
	for _, i := range f.positions("wart") {
		bit := bitsOf(f.words, f.m)[i]
		if read[i] = fmt.Sprint(bit); bit == 0 {
			zeros++
		}
	}
	if zeros != 1 || f.Contains("wart") {
		t.Errorf("w has %d zeros and is answered %v, in the figure one zero and no", zeros, f.Contains("wart"))
	}
	for _, key := range []string{"xeroxes", "yuccas", "zincize"} {
		if found, steps := f.ContainsSteps(key); !f.Contains(key) || !found || steps != 3 {
			t.Errorf("%s is denied, or found after %d bits", key, steps)
		}
	}
	return append(rows, filtertest.Row("wart? "+yes(f.Contains("wart")), read...))
}

// drawFBL is Figure 1 of the linear Bloom filter's paper: its positions of a and e, and words at places
// of our own for b, c and d, which it does not give. Three keys at ε = 6 % have 18 bits, the
// fewest that have a position 17, and the four hash functions.
func drawFBL(t *testing.T) []string {
	f := buildExample(t, 18, 4, filter.Config{Epsilon: 0.06, Seed: 3}, "banns", "candy", "dance")
	rows := []string{filtertest.Row("bit", filtertest.Positions(18)...), filtertest.Row("{b, c, d}", bitsOf(f.words, f.m)...)}
	rows = append(rows, f.drawInsertion(t, "attestant", 1, 4, 11, 17)...)
	rows = append(rows, f.drawInsertion(t, "easygoing", 0, 7, 14, 17)...)
	for _, key := range []string{"attestant", "banns", "candy", "dance", "easygoing"} {
		if !f.Contains(key) {
			t.Errorf("%s is denied", key)
		}
	}
	return rows
}
