package semijoin

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/corpus"
)

// queryList are the searches of a run: two words each.
type queryList []string

func (q *queryList) String() string { return strings.Join(*q, ",") }
func (q *queryList) Type() string   { return "words" }
func (q *queryList) Set(s string) error {
	*q = nil
	for _, pair := range strings.Split(s, ",") {
		if first, second, two := strings.Cut(pair, "+"); !two || first == "" || second == "" || first == second {
			return fmt.Errorf("%q is not a search: want two words, such as bread+wine", pair)
		}
		*q = append(*q, pair)
	}
	return nil
}

// postings are the numbers of the passages that have a word, ascending, of the words that are
// searched for.
// Source: Reynolds, Vahdat 2003, Efficient peer-to-peer keyword searching: two nodes have a
// word's list each, and join them by a Bloom filter.
type postings map[string][]int

// search finds the passages that have the words of a list of searches.
func search(text *corpus.Passages, queries queryList) (postings, error) {
	p := postings{}
	for _, q := range queries {
		first, second, _ := strings.Cut(q, "+")
		p[first], p[second] = nil, nil
	}
	for i, words := range text.Words {
		for word := range words.Each() {
			if list, asked := p[word]; asked && (len(list) == 0 || list[len(list)-1] != i) {
				p[word] = append(list, i)
			}
		}
	}
	for word, list := range p {
		if len(list) == 0 {
			return nil, fmt.Errorf("--queries: no passage of the text has %q: want words of it", word)
		}
	}
	return p, nil
}

// pair is that of the lists of two words: A has the longer one, whose rows are keys alone.
func (p postings) pair(query string, key int, seed uint64) *pair {
	first, second, _ := strings.Cut(query, "+")
	lists := [][]int{p[first], p[second]}
	slices.SortStableFunc(lists, func(a, b []int) int { return len(a) - len(b) })
	longer := lists[1]
	return pairOf(tableOf(len(longer), func(i int) int { return longer[i] }, key, 0, seed), lists[0], seed)
}
