package payoff

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
	"hyphbench/internal/workload"
)

// Numbers of queries. Of a large set so many are asked that what they touch does not
// stay in the caches from one pass to the next.
const (
	fewQueries  = 1 << 16
	manyQueries = 1 << 20
	mostOthers  = 1 << 18 // negatives of a stored set, of which rates are counted
)

// sets are the keys of n, and what is made of them in a round.
type sets struct {
	n, round int
	seed     uint64 // of the keys: the same in all rounds
	keys     *wordlist.List
	others   *wordlist.List // negatives, without those of running text
	known    map[string]struct{}
	words    []string // the distinct negatives of running text
	often    []int    // how often each of them is there
	lists    map[asked]*queries
	filters  map[filterKey]*instance
	parts    map[runfolder.Cell]*experiment.Measurement
	lengths  map[runfolder.Cell]length
}

// queries are words in the order in which they are asked, and the truth of each.
type queries struct {
	words  *wordlist.List
	member []bool
}

// load makes the keys of n and the round current.
func (b *bench) load(n, round int) {
	if b.sets.keys == nil || b.sets.n != n {
		b.sets = sets{n: n, seed: filter.Mix(filter.Mix(b.Seed) + uint64(n)), round: round - 1} // the collector may have the former
		b.sets.keys = b.Work.Keys(n, b.sets.seed)
		most := manyQueries
		switch {
		case b.Work.Real(n):
			most = 0 // all of them, which are sorted
		case n < workload.Million:
			most = mostOthers
		}
		if b.sets.others = b.Work.Negatives(n, b.sets.seed, most); b.sets.others.Len() < 2 { // as many as asked for where they are generated
			b.sets.others = b.Work.Negatives(n, b.sets.seed, fewQueries)
		}
	}
	if b.sets.round != round {
		b.sets.round = round
		b.sets.lists, b.sets.filters = map[asked]*queries{}, map[filterKey]*instance{}
		b.sets.parts, b.sets.lengths = map[runfolder.Cell]*experiment.Measurement{}, map[runfolder.Cell]length{}
	}
}

// isKey reports whether a word of running text is a key.
func (s *sets) isKey(word string) bool {
	if s.known == nil {
		s.known = make(map[string]struct{}, s.keys.Len())
		for key := range s.keys.Each() {
			s.known[key] = struct{}{}
		}
	}
	_, in := s.known[word]
	return in
}

// textNegatives are the distinct words of running text that are not keys, and how often
// each is there.
func (b *bench) textNegatives() (words []string, often []int) {
	s := &b.sets
	if s.words != nil {
		return s.words, s.often
	}
	number := map[string]int{}
	for word := range b.text.Words.Each() {
		if s.isKey(word) {
			continue
		}
		i, seen := number[word]
		if !seen {
			i = len(s.words)
			number[word] = i
			s.words, s.often = append(s.words, word), append(s.often, 0)
		}
		s.often[i]++
	}
	return s.words, s.often
}

// queries are those of a kind to the current keys; an attack is one on a filter.
func (b *bench) queries(k asked, on *instance) (*queries, error) {
	switch {
	case k.queries == attack && on == nil:
		return nil, errors.New("an attack needs a filter")
	case k.queries == attack:
		return on.attack(b)
	}
	s := &b.sets
	if q := s.lists[k]; q != nil {
		return q, nil
	}
	var q *queries
	if k.queries == inText {
		q = &queries{words: b.text.Words, member: make([]bool, b.text.Words.Len())}
		for i := range q.member {
			q.member[i] = s.isKey(q.words.At(i))
		}
	} else {
		share, err := strconv.ParseFloat(k.members, 64)
		if err != nil {
			return nil, fmt.Errorf("share of members %q: %w", k.members, err)
		}
		q = s.mix(share, experiment.RoundSeed(b.Seed, s.round))
	}
	s.lists[k] = q
	return q, nil
}

// textOnly are the words of running text that are keys, or those that are not.
func (b *bench) textOnly(keys bool) (*queries, error) {
	k := asked{inText, map[bool]string{true: "1", false: "0"}[keys]}
	if q := b.sets.lists[k]; q != nil {
		return q, nil
	}
	text, err := b.queries(asked{queries: inText}, nil)
	if err != nil {
		return nil, err
	}
	var words []string
	for i, member := range text.member {
		if member == keys {
			words = append(words, text.words.At(i))
		}
	}
	q := &queries{wordlist.Of(words...), slices.Repeat([]bool{keys}, len(words))}
	b.sets.lists[k] = q
	return q, nil
}

// mix draws members and takes negatives, each as often as any other, in random order.
func (s *sets) mix(share float64, seed uint64) *queries {
	n := fewQueries
	if s.n >= workload.Million {
		n = manyQueries
	}
	random := rand.New(rand.NewPCG(seed, math.Float64bits(share)))
	members := int(math.Round(share * float64(n)))
	others := random.Perm(s.others.Len())
	order := make([]int, n) // of keys, then negatives
	for i := range order {
		order[i] = s.keys.Len() + others[i%len(others)]
		if i < members {
			order[i] = random.IntN(s.keys.Len())
		}
	}
	random.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	q := &queries{member: make([]bool, n)}
	q.words = wordlist.Generate(n, func(b []byte, i int) []byte {
		if q.member[i] = order[i] < s.keys.Len(); q.member[i] {
			return append(b, s.keys.At(order[i])...)
		}
		return append(b, s.others.At(order[i]-s.keys.Len())...)
	})
	return q
}

// filterKey names a filter of the current round.
type filterKey struct{ name, epsilon string }

// instance is a filter in one round. That of the loop without one has none.
type instance struct {
	s      filter.Structure
	config filter.Config
	filter filter.Filter
	admits map[asked][]bool // of the queries that were verified
	found  *queries         // of an attack
}

// instance is the filter of a name and rate, built if it is not.
func (b *bench) instance(name, epsilon string) (*instance, error) {
	key := filterKey{name, epsilon}
	if in := b.sets.filters[key]; in != nil {
		return in, nil
	}
	in, err := b.unbuilt(name, epsilon)
	if err != nil {
		return nil, err
	}
	if !b.stored(b.sets.n) { // it is asked once, and may be large
		clear(b.sets.filters)
	}
	if in.filter, err = in.s.Build(b.sets.keys, in.config); err != nil {
		return nil, err
	}
	b.sets.filters[key] = in
	return in, nil
}

func (b *bench) unbuilt(name, epsilon string) (*instance, error) {
	s, err := b.structure(name)
	if err != nil {
		return nil, err
	}
	in := &instance{s: s, admits: map[asked][]bool{}}
	in.config = filter.Config{Seed: experiment.RoundSeed(b.Seed, b.sets.round), Universe: b.sets.others}
	if epsilon != "" {
		rate, err := strconv.ParseFloat(epsilon, 64)
		if err != nil {
			return nil, err
		}
		in.config.Epsilon = rate
	}
	return in, nil
}

// attackQueries is how many queries an attack makes, with as many negatives as it has.
const attackQueries = 1 << 14

// attack are negatives that the filter admits, asked in turn; nil where there are none.
func (in *instance) attack(b *bench) (*queries, error) {
	if in.found != nil {
		return in.found, nil
	}
	var found []string
	for word := range b.sets.others.Each() {
		if in.filter.Contains(word) {
			if found = append(found, word); len(found) == attackQueries {
				break
			}
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	in.found = &queries{member: make([]bool, attackQueries)}
	in.found.words = wordlist.Generate(attackQueries, func(b []byte, i int) []byte { return append(b, found[i%len(found)]...) })
	return in.found, nil
}

// verify compares every answer with the truth, once.
func (in *instance) verify(k asked, q *queries) ([]bool, error) {
	if admits := in.admits[k]; admits != nil {
		return admits, nil
	}
	admits := make([]bool, len(q.member))
	exact := in.s.Exact && !(in.s.Closed && k.queries == inText) // the text is outside of the universe
	i := 0
	for word := range q.words.Each() {
		admits[i] = in.filter.Contains(word)
		switch {
		case q.member[i] && !admits[i]:
			return nil, fmt.Errorf("false negative: %q", word)
		case !q.member[i] && admits[i] && exact:
			return nil, fmt.Errorf("an exact structure admits %q", word)
		}
		i++
	}
	in.admits[k] = admits
	return admits, nil
}
