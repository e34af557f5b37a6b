package semijoin

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"hyphbench/internal/corpus"
	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// table has rows of one length, one behind the other: the key, then the payload.
type table struct {
	text     string
	key, row int // bytes
}

func (t *table) len() int              { return len(t.text) / t.row }
func (t *table) at(i int) string       { return t.text[i*t.row : (i+1)*t.row] }
func (t *table) keyAt(i int) string    { return t.text[i*t.row : i*t.row+t.key] }
func (t *table) keyOf(r string) string { return r[:t.key] }

// newTable has rows of the numbers from 0 to n − 1.
func newTable(n, key, payload int, seed uint64) *table {
	return tableOf(n, func(i int) int { return i }, key, payload, seed)
}

// tableOf has rows of n numbers.
func tableOf(n int, number func(i int) int, key, payload int, seed uint64) *table {
	t := &table{key: key, row: key + payload}
	var text strings.Builder
	text.Grow(n * t.row)
	var row []byte
	for i := range n {
		row = appendKey(row[:0], key, seed, number(i))
		row = appendNoise(row, payload, filter.Mix(seed)+uint64(i))
		text.Write(row)
	}
	t.text = text.String()
	return t
}

// appendKey appends the key of a number: no two of a seed are equal, since Mix is a
// bijection.
func appendKey(b []byte, length int, seed uint64, number int) []byte {
	first := filter.Mix(seed + uint64(number))
	return appendNoise(binary.LittleEndian.AppendUint64(b, first), length-8, first)
}

// appendNoise appends bytes that follow from a number.
func appendNoise(b []byte, length int, number uint64) []byte {
	end := len(b) + length
	for len(b) < end {
		number = filter.Mix(number + 1)
		b = binary.LittleEndian.AppendUint64(b, number)
	}
	return b[:end]
}

// pair is a table with rows and one of which keys and row numbers matter: nothing else
// of it is shipped.
type pair struct {
	rows  *table         // of node A
	keys  *wordlist.List // of node B, in the order of its rows
	index map[string]int // of B: its rows by their keys, as a database has them
	exact answers

	gone *wordlist.List // keys that B deletes while the tables are joined; nil: none
	left *wordlist.List // the others, where some are
}

// answers are those of both nodes.
type answers struct {
	rows   []int32 // of A, ascending: those with a partner
	pairs  int     // of B
	digest uint64  // of B: over its pairs, in any order
}

// digest is that of a pair: a row of A as it came, and the number of B's row.
func digest(row string, partner int) uint64 {
	return filter.Mix(filter.Fingerprint(row) + filter.Mix(uint64(partner)))
}

func partners(n int, share float64) int { return int(math.Round(share * float64(n))) }

// newPair makes B's table to A's and joins them: a share of the rows has a partner.
func newPair(rows *table, share float64, seed uint64) (*pair, error) {
	n := rows.len()
	m := partners(n, share)
	random := rand.New(rand.NewPCG(seed, math.Float64bits(share)))
	numbers := random.Perm(n)[:m]
	for i := n; len(numbers) < n; i++ { // keys that A has not
		numbers = append(numbers, i)
	}
	random.Shuffle(n, func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	p := pairOf(rows, numbers, seed)
	if p.exact.pairs != m {
		return nil, fmt.Errorf("%d rows have a partner, not %d", p.exact.pairs, m)
	}
	return p, nil
}

// pairOf has B's keys of these numbers.
func pairOf(rows *table, numbers []int, seed uint64) *pair {
	p := &pair{rows: rows}
	p.keys = wordlist.Generate(len(numbers), func(b []byte, i int) []byte { return appendKey(b, rows.key, seed, numbers[i]) })
	p.join(0)
	return p
}

// deleting is the pair of which B deletes its first rows, which are in no order.
func (p *pair) deleting(count int) *pair {
	d := &pair{rows: p.rows, keys: p.keys, gone: p.keys.First(count)}
	d.left = wordlist.Generate(p.keys.Len()-count, func(b []byte, i int) []byte { return append(b, p.keys.At(count+i)...) })
	d.join(count)
	return d
}

// join joins the rows plainly, of B those from one on.
func (p *pair) join(from int) {
	p.index = make(map[string]int, p.keys.Len())
	for i := from; i < p.keys.Len(); i++ {
		p.index[p.keys.At(i)] = i
	}
	for i := range p.rows.len() {
		if partner, has := p.index[p.rows.keyAt(i)]; has {
			p.exact.rows = append(p.exact.rows, int32(i))
			p.exact.pairs++
			p.exact.digest += digest(p.rows.at(i), partner)
		}
	}
}

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
