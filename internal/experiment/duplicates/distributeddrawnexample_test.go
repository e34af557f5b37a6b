package duplicates

import (
	"fmt"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/loopbacknetwork"
)

// The article's figure of a distributed Bloom filter: six elements on three processing
// elements, each the owner of four bits. Room for six elements at ε = 0.4 is twelve bits.
func TestDistributedExamples(t *testing.T) {
	const p, n = 3, 12
	hasher := filter.NewHasher(filter.Config{})
	in := &instance{shares: make([]share, p)}
	for id, keys := range [][]string{{"apple", "banana"}, {"cherry", "damson"}, {"elder", "fig"}} {
		s := share{keys: keys, truth: make([]bool, len(keys)), local: make([]bool, len(keys))}
		for _, key := range keys {
			s.hash = append(s.hash, hasher.Sum64(key))
		}
		in.shares[id] = s
	}
	s := newSingleShot(6, 0.4, 129, p)
	owners := make([]string, n)
	for owner := range p {
		if s.first(owner+1)-s.first(owner) != 4 {
			t.Fatalf("owner %d has the positions from %d on, and the next from %d on, want 4 for each", owner, s.first(owner), s.first(owner+1))
		}
		for i := s.first(owner); i < s.first(owner+1); i++ {
			owners[i] = fmt.Sprint(owner + 1)
		}
	}
	rows := []string{filtertest.Row("position", filtertest.Positions(n)...), filtertest.Row("bit of PE", owners...)}
	net, err := loopbacknetwork.New(p)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = net.Close() }()
	all, err := perform(t.Context(), net, in, 1, func(e *processor) error {
		if err := e.exclude(s); err != nil {
			return err
		}
		return e.ship(e.toAll)
	})
	if err != nil {
		t.Fatal(err)
	}
	times := make([]int, n)
	var left []string
	for id, e := range all {
		sent, stays := make([]string, n), make([]string, n)
		for i, key := range e.keys {
			position := s.position(e.hash[i])
			times[position]++
			if sent[position] = key[:1]; e.candidate[i] {
				stays[position] = key[:1]
			}
			if want := key == "damson" || key == "fig"; e.candidate[i] != want {
				t.Errorf("%s may be a duplicate: %v, want %v", key, e.candidate[i], want)
			}
			if e.found[i] {
				t.Errorf("%s is said to be there twice, and is not", key)
			}
		}
		rows = append(rows, filtertest.Row(fmt.Sprintf("PE %d sends", id+1), sent...))
		left = append(left, filtertest.Row(fmt.Sprintf("PE %d marks", id+1), stays...))
	}
	// "el PE 1 recibe el hash '2' dos veces", of PE 2 and PE 3, and no other comes twice
	if want := []int{0, 0, 2, 0, 1, 0, 1, 0, 0, 1, 0, 1}; !slices.Equal(times, want) {
		t.Errorf("positions come %d times, want %d", times, want)
	}
	rows = append(append(rows, filtertest.Row("received", times...)), left...)
	filtertest.Drawn(t, bloom.OneHash().Explain, rows...)
}
