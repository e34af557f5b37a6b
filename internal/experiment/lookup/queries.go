package lookup

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
	"hyphbench/internal/workload"
)

// Numbers of queries. Of a large set so many are asked that what they touch does not
// stay in the caches from one pass to the next: a million lines of 64 bytes.
const (
	fewQueries  = 1 << 16
	manyQueries = 1 << 20
)

func queriesOf(n int) int {
	if n >= workload.Million {
		return manyQueries
	}
	return fewQueries
}

// sets are the keys of a round and the negatives asked beside them.
type sets struct {
	n, round  int
	seed      uint64
	keys      *wordlist.List
	negatives *wordlist.List
	known     map[string]struct{} // the keys, where text is asked of them
}

// queries are words in the order in which they are asked, and the truth of each.
type queries struct {
	words  *wordlist.List
	member []bool
	all    int // members

	negatives map[string]int // of running text: how often each is there
}

// load makes the keys of n and the round current.
func (b *bench) load(n, round int) {
	if b.sets.keys != nil && b.sets.n == n && b.sets.round == round {
		return
	}
	b.sets, b.current = sets{}, instance{} // the collector may have the former
	clear(b.lists)
	seed := filter.Mix(experiment.RoundSeed(b.Seed, round) + uint64(n))
	b.sets = sets{n: n, round: round, seed: seed, keys: b.Work.Keys(n, seed), negatives: b.Work.Negatives(n, seed, queriesOf(n))}
}

// queries are those of a kind to the current keys.
func (b *bench) queries(k asked) (*queries, error) {
	if q := b.lists[k]; q != nil {
		return q, nil
	}
	var q *queries
	if k.order == inText {
		q = b.sets.text(b.text.Words)
	} else {
		share, err := strconv.ParseFloat(k.hits, 64)
		if err != nil {
			return nil, fmt.Errorf("share of members %q: %w", k.hits, err)
		}
		q = b.sets.mix(share, queriesOf(b.sets.n), k.order == dictionary)
	}
	b.lists[k] = q
	return q, nil
}

// mix draws members and takes negatives in turn, and puts them into random or into
// dictionary order.
func (s *sets) mix(share float64, n int, sorted bool) *queries {
	random := rand.New(rand.NewPCG(s.seed, math.Float64bits(share)))
	members := int(math.Round(share * float64(n)))
	order := make([]int, n) // of keys, then negatives
	for i := range order {
		order[i] = s.keys.Len() + i%s.negatives.Len()
		if i < members {
			order[i] = random.IntN(s.keys.Len())
		}
	}
	word := func(i int) string {
		if i < s.keys.Len() {
			return s.keys.At(i)
		}
		return s.negatives.At(i - s.keys.Len())
	}
	random.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	if sorted {
		slices.SortStableFunc(order, func(i, j int) int { return strings.Compare(word(i), word(j)) })
	}
	q := &queries{member: make([]bool, n), all: members}
	q.words = wordlist.Generate(n, func(b []byte, i int) []byte {
		q.member[i] = order[i] < s.keys.Len()
		return append(b, word(order[i])...)
	})
	return q
}

// text asks running text of the keys, word by word.
func (s *sets) text(words *wordlist.List) *queries {
	if s.known == nil {
		s.known = make(map[string]struct{}, s.keys.Len())
		for key := range s.keys.Each() {
			s.known[key] = struct{}{}
		}
	}
	q := &queries{words: words, member: make([]bool, words.Len()), negatives: map[string]int{}}
	i := 0
	for word := range words.Each() {
		if _, q.member[i] = s.known[word]; q.member[i] {
			q.all++
		} else {
			q.negatives[word]++
		}
		i++
	}
	return q
}

// wasted are the shares of the words of running text that are not keys and admitted:
// of all of them, and of the distinct ones. A filter repeats its mistakes.
func (q *queries) wasted(f filter.Filter) (tokens, words float64) {
	admitted, often := 0, 0
	for word, times := range q.negatives {
		if f.Contains(word) {
			admitted++
			often += times
		}
	}
	if admitted == 0 {
		return 0, 0
	}
	return float64(often) / float64(len(q.member)-q.all), float64(admitted) / float64(len(q.negatives))
}
