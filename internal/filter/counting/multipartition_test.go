package counting

import (
	"math/rand/v2"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// The counters of a word are those of an array, in every order of increments and
// decrements, and its levels end within it.
func TestPartitionsCount(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, shape := range []struct{ k, most int }{{1, 40}, {2, 20}, {3, 8}, {8, 6}} {
		p := &partitions{count: 1, k: shape.k, most: shape.most}
		for range 200 {
			word, sum := uint64(0), 0
			want := make([]int, p.first())
			for range 300 {
				bit := random.Uint64N(min(p.first(), 5)) // so that some are high
				switch {
				case random.IntN(2) == 0 && sum < p.k*p.most:
					word = p.increase(word, bit)
					want[bit]++
					sum++
				case want[bit] > 0:
					word = p.decrease(word, bit)
					want[bit]--
					sum--
				}
				for i, h := range want {
					if got := p.height(word, uint64(i)); got != h {
						t.Fatalf("k = %d: counter %d is %d, want %d (%x)", p.k, i, got, h, word)
					}
				}
				if !p.sound(word) {
					t.Fatalf("k = %d: %x with %d increments is called unsound", p.k, word, sum)
				}
			}
		}
	}
}

// Keys for which a word has no room are beside, and are deleted as others.
func TestPartitionsBeside(t *testing.T) {
	f, err := MultiPartition().Build(wordlist.Of("b"), filter.Config{Epsilon: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	p := f.(*partitions)
	for range 30 {
		if err := p.Insert("a"); err != nil {
			t.Fatal(err)
		}
	}
	if len(p.beside) == 0 || p.Count("a") < 30 {
		t.Errorf("30 insertions are counted as %d, %d keys beside", p.Count("a"), len(p.beside))
	}
	data, err := p.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	var again partitions
	if err := again.UnmarshalBinary(data); err != nil || again.Count("a") != p.Count("a") {
		t.Errorf("read again: %v, %d", err, again.Count("a"))
	}
	for i := range 30 {
		if !p.Delete("a") {
			t.Errorf("deletion %d finds nothing", i)
		}
	}
	if p.Contains("a") || !p.Contains("b") || len(p.beside) != 0 {
		t.Errorf("after as many deletions a is there: %v, b: %v, %d beside", p.Contains("a"), p.Contains("b"), len(p.beside))
	}
}

// A key that is inserted again and again is kept beside; deleted as often, it leaves the theory as it
// was.
func TestDeletedBeside(t *testing.T) {
	f := mustBuild(t, MultiPartition(), numbered(0, 1000), filter.Config{Epsilon: 0.01, Seed: 1})
	p := f.(*partitions)
	before, keys := p.Theory(), p.n
	for range 20 {
		if err := f.Insert("again"); err != nil {
			t.Fatal(err)
		}
	}
	if len(p.beside) == 0 {
		t.Fatal("no key is beside")
	}
	for range 20 {
		if !f.Delete("again") {
			t.Fatal("the key is not there")
		}
	}
	if p.n != keys || p.Theory() != before {
		t.Errorf("%d keys and a rate of %v, want %d and %v", p.n, p.Theory(), keys, before)
	}
}
