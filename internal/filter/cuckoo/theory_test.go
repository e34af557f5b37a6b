package cuckoo

import (
	"fmt"
	"math"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// TestStandardTheory: the rate is that of the keys in the table, not of the
// places. Of the 512 buckets of 1,753 keys 256 are even; a key that is in none
// of the tables agrees with a given one in bucket and fingerprint once in
// 256·(2^f − 1).
func TestStandardTheory(t *testing.T) {
	for _, c := range []struct {
		n, percent int
		rate       float64
	}{
		{1753, 1, 1 - math.Pow(1-1/(256*1023.0), 1753)},
		{1753, 20, 1 - math.Pow(1-1/(256*63.0), 1753)},
		{1000, 20, 1 - math.Pow(1-1/(256*63.0), 1000)},
		{0, 20, 0},
	} {
		words := make([]string, c.n)
		for i := range words {
			words[i] = fmt.Sprint("key ", i)
		}
		cfg := filter.Config{Epsilon: float64(c.percent) / 100, Seed: 1, Capacity: 1753}
		f, err := Standard().Build(wordlist.Of(words...), cfg)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := Standard().Plan(c.n, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for what, got := range map[string]float64{"filter": f.Theory(), "plan": plan.Theory} {
			if math.Abs(got-c.rate) > 1e-9 {
				t.Errorf("%s of %d keys at ε = %d %%: rate %v, not %v", what, c.n, c.percent, got, c.rate)
			}
		}
	}
}
