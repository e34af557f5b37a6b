package choose

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Workload is the user's own: keys, and what is asked.
type Workload struct {
	Keys    *wordlist.List // each once
	Queries *wordlist.List // in their order, repetitions included
	Members float64        // share of the queries that are keys
	Notes   []string       // what was found in the two, and what was assumed

	known, negatives *wordlist.List // samples of keys and of words that are none, shuffled
}

// Numbers of queries that are timed. Of many keys so many are asked that what they
// touch does not stay in the caches from one pass to the next.
const (
	fewQueries  = 1 << 16
	manyQueries = 1 << 20
	manyKeys    = 1_000_000
)

// NewWorkload makes the workload of a list of keys and one of queries, which may be
// nil: then a share of members is assumed and negatives are generated. Beside queries
// such a share says how many of the keys and of the negatives among them are asked;
// below 0 it is that of the queries themselves.
func NewWorkload(keys, queries *wordlist.List, members float64, seed uint64) (*Workload, error) {
	if keys.Len() == 0 {
		return nil, errors.New("no keys: want one per line")
	}
	if queries != nil && queries.Len() == 0 {
		return nil, errors.New("no queries: want one per line, or no list")
	}
	w := &Workload{Keys: keys.Distinct()}
	known := make(map[string]struct{}, w.Keys.Len())
	folded := map[string]struct{}{} // keys by their lower case
	for key := range w.Keys.Each() {
		known[key] = struct{}{}
		folded[strings.ToLower(key)] = struct{}{}
	}
	w.oddities(w.Keys)
	if twice := keys.Len() - w.Keys.Len(); twice > 0 {
		w.note("Lines of keys that repeat an earlier one: %d of %d. There are %d keys.", twice, keys.Len(), w.Keys.Len())
	}
	most := fewQueries
	if w.Keys.Len() >= manyKeys {
		most = manyQueries
	}
	random := rand.New(rand.NewPCG(seed, 1))
	w.known = drawn(random, w.Keys, most)
	w.negatives = wordlist.Generate(most, func(b []byte, i int) []byte {
		return strconv.AppendUint(append(b, '~'), filter.Mix(seed+uint64(i)), 36)
	})
	if queries == nil {
		members = max(0, members)
		w.Members = members
		w.Queries = mixed(random, w.known, w.negatives, members, most)
		w.note("Assumed, since there are no queries: %s %% of them are keys (--members), the others resemble the keys in nothing, and the order is random (--queries).", percent(members))
		return w, nil
	}
	w.look(queries, known, folded)
	if members >= 0 {
		w.note("Queries are drawn so that %s %% of them are keys (--members); of those given %s %% are.", percent(members), percent(w.Members))
		w.Members = members
		w.Queries = mixed(random, w.known, drawn(random, w.negatives, most), members, most)
		return w, nil
	}
	asked := queries
	if asked.Len() > most {
		asked = asked.First(most)
		w.note("Of the %s queries the first %s are timed.", axis.Grouped(queries.Len()), axis.Grouped(most))
	}
	w.Queries = asked
	return w, nil
}

// longKey is a key, in bytes, the reading of which takes longer than the filter.
const longKey = 4096

// oddities notes what a file of keys should perhaps not hold.
func (w *Workload) oddities(keys *wordlist.List) {
	zeros, long, longest := 0, 0, 0
	for key := range keys.Each() {
		if strings.IndexByte(key, 0) >= 0 {
			zeros++
		}
		if longest = max(longest, len(key)); len(key) > longKey {
			long++
		}
	}
	if zeros > 0 {
		w.note("Keys that hold a zero byte: %d. It counts as any other; should it end a key, say --null.", zeros)
	}
	if long > 0 {
		w.note("Keys of more than %s bytes: %d, the longest has %s. To read such a key takes longer than the rest of a query, in every filter.", axis.Grouped(longKey), long, axis.Grouped(longest))
	}
}

func (w *Workload) note(format string, a ...any) {
	w.Notes = append(w.Notes, fmt.Sprintf(format, a...))
}

// look counts what the queries and the keys have in common.
func (w *Workload) look(queries *wordlist.List, known, folded map[string]struct{}) {
	hits, cased := 0, 0
	different := map[string]struct{}{}
	var negatives []string
	for q := range queries.Each() {
		_, twice := different[q]
		different[q] = struct{}{}
		if _, is := known[q]; is {
			hits++
			continue
		}
		if _, is := folded[strings.ToLower(q)]; is {
			cased++
		}
		if !twice {
			negatives = append(negatives, q)
		}
	}
	w.Members = float64(hits) / float64(queries.Len())
	if cased > 0 {
		w.note("Queries that differ from a key in upper and lower case only: %d. They count as negatives; write both in one case if they are meant to be equal.", cased)
	}
	switch {
	case hits == 0:
		w.note("No query is a key. If some should be, the two files write keys differently (blanks, columns, case), and the answer is wrong.")
	case hits == queries.Len():
		w.note("Every query is a key: there is nothing that a filter could reject.")
	}
	if again := queries.Len() - len(different); again > queries.Len()/10 {
		w.note("Queries that repeat an earlier one: %d of %d. A filter that is wrong about a word is wrong each time.", again, queries.Len())
	}
	if len(negatives) > 0 {
		w.negatives = wordlist.Of(negatives...)
		if w.negatives.Len() > manyQueries {
			w.negatives = w.negatives.First(manyQueries)
		}
	}
}

// sampleKeys are those of a sample, which tells what may be the best of many keys.
const sampleKeys = 200_000

// sample is a workload of some of the keys, the ones that are asked first; the workload itself
// where it has few.
func (w *Workload) sample() *Workload {
	if w.Sampled() == 0 {
		return w
	}
	small := &Workload{Members: w.Members, Queries: w.Queries.First(min(fewQueries, w.Queries.Len())), negatives: w.negatives.First(min(fewQueries, w.negatives.Len()))}
	asked := map[string]bool{}
	for word := range small.Queries.Each() {
		asked[word] = true
	}
	var first, others []string
	for key := range w.Keys.Each() {
		switch {
		case asked[key]:
			first = append(first, key)
		case len(others) < sampleKeys:
			others = append(others, key)
		}
	}
	small.Keys = wordlist.Of(append(first, others[:sampleKeys-len(first)]...)...)
	small.known = drawn(rand.New(rand.NewPCG(1, 1)), small.Keys, fewQueries)
	return small
}

// Sampled is the number of keys of the sample, and 0 where all are taken.
func (w *Workload) Sampled() int {
	if w.Keys.Len() <= sampleKeys*5/4 {
		return 0
	}
	return sampleKeys
}

// Universe are all words that are asked, for structures that are exact on these.
func (w *Workload) Universe() *wordlist.List { return w.negatives }

// drawn are so many words of a list in a random order, all of them in turn where
// there are fewer.
func drawn(random *rand.Rand, list *wordlist.List, n int) *wordlist.List {
	order := random.Perm(list.Len())
	n = affordable(n, list)
	return wordlist.Generate(n, func(b []byte, i int) []byte { return append(b, list.At(order[i%len(order)])...) })
}

// mostText bounds the text of a sample, in bytes.
const mostText = 64 << 20

// affordable is n, or as many copies of words of the list as mostText has room for.
func affordable(n int, list *wordlist.List) int {
	each := 1 + len(list.Text())/list.Len()
	return max(1, min(n, mostText/each))
}

// mixed are queries of which a share is of the one list, in a random order.
func mixed(random *rand.Rand, known, negatives *wordlist.List, share float64, n int) *wordlist.List {
	n = affordable(n, known)
	from := make([]*wordlist.List, n)
	for i := range from {
		if from[i] = negatives; float64(i) < share*float64(n) {
			from[i] = known
		}
	}
	random.Shuffle(n, func(i, j int) { from[i], from[j] = from[j], from[i] })
	return wordlist.Generate(n, func(b []byte, i int) []byte { return append(b, from[i].At(i%from[i].Len())...) })
}
