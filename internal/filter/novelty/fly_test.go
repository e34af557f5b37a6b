package novelty

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

func made(t *testing.T, n int, epsilon float64) *fly {
	t.Helper()
	f, err := newFly(n, filter.Config{Epsilon: epsilon, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	f.off = make([]uint64, (f.m+63)/64)
	return f
}

// The cells that fire are those of a sort by excitation, k different ones.
func TestFiring(t *testing.T) {
	for _, n := range []int{1, 2, 30, 500} {
		f := made(t, n, 0.01)
		for _, word := range []string{"", "a", "hyphenation", "ação", "\xff\xfe", "aaaaaaaa"} {
			excited := f.excitation(word)
			order := make([]int, len(excited))
			for i := range order {
				order[i] = i
			}
			slices.SortStableFunc(order, func(a, b int) int { return int(excited[b]) - int(excited[a]) })
			if got := f.firing(word); !slices.Equal(got, order[:f.k]) {
				t.Errorf("n = %d, %q: cells %v fire, want %v", n, word, got, order[:f.k])
			}
		}
	}
}

// A pair of letters reaches an eighth of the cells, and each of the pairs of a word
// reaches its own.
func TestExcitation(t *testing.T) {
	f := made(t, 20_000, 0.01)
	cells := make([]uint32, f.m)
	reached := 0
	f.excite(cells[:len(cells)/64*64], f.hash.Sum64("ab"))
	for _, e := range cells {
		if e > 0 {
			reached++
		}
		if e != 0 && (e < 1<<16 || e >= 1<<17) {
			t.Fatalf("a strength of %d", e)
		}
	}
	if share := float64(reached) / float64(f.m); math.Abs(share-1.0/8) > 0.004 { // five standard errors
		t.Errorf("a pair of letters reaches %.4f of the cells", share)
	}
}

// Words that share no pair of letters are new in the share of cells that are left,
// (1 − k/m)^n, as far as the theory of unlike items goes.
func TestUnlike(t *testing.T) {
	const n, seeds = 100, 40
	mean := 0.0
	f := made(t, n, 0.01)
	for seed := range uint64(seeds) {
		var words []string
		for i := range n { // letters of their own
			words = append(words, fmt.Sprintf("%c%c%c", 0x4e00+3*i, 0x4e01+3*i, 0x4e02+3*i))
		}
		g, err := Fly().Build(wordlist.Of(words...), filter.Config{Epsilon: 0.01, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 50 {
			mean += g.Novelty(fmt.Sprintf("%c%c%c", 0xac00+3*i, 0xac01+3*i, 0xac02+3*i)) / (50 * seeds)
		}
	}
	if want := math.Pow(1-float64(f.k)/float64(f.m), n); math.Abs(mean-want) > 0.05 {
		t.Errorf("a novelty of %.3f, want %.3f", mean, want)
	}
}
