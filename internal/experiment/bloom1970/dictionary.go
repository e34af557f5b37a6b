package bloom1970

import (
	"fmt"
	"math/rand/v2"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/filter"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// tenth of the words are exceptions.
const tenth = 10

// dictionary is a set of distinct words. The first of them are the exceptions, which
// are in the store; the order of all is the seed's.
type dictionary struct {
	words   []string
	first   int           // how many are of the list, before the embedded one filled it up
	entries store.Entries // the exceptions with their hyphenated forms
	inputs  []runfolder.Input
	notes   []string
}

func (d *dictionary) exceptions() int { return d.entries.Keys.Len() }

// newDictionary takes n words of a list, all of them before any of the embedded list.
func newDictionary(path string, n int, seed uint64) (*dictionary, error) {
	words, err := corpus.LoadWords(path, corpus.DefaultPlaces())
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(filter.Mix(seed), 0))
	known := map[string]bool{}
	d := &dictionary{inputs: []runfolder.Input{words.Input}}
	if words.Note != "" {
		d.notes = []string{words.Note}
	}
	d.words = fill(nil, known, words.List, n, random)
	d.first = len(d.words)
	if d.first < n {
		further, err := corpus.LoadWords("", corpus.Places{}) // the embedded list
		if err != nil {
			return nil, err
		}
		if d.words = fill(d.words, known, further.List, n, random); len(d.words) < n {
			return nil, fmt.Errorf("--n=%d: %s has %s distinct words and the embedded list %s more: want at most %d",
				n, words.Input.Name, axis.Grouped(d.first), axis.Grouped(len(d.words)-d.first), len(d.words))
		}
		further.Input.Role = roleFurther
		d.inputs = append(d.inputs, further.Input)
	}
	random.Shuffle(n, func(i, j int) { d.words[i], d.words[j] = d.words[j], d.words[i] })
	return d, d.hyphenate(n / tenth)
}

// roleFurther is that of the list which fills the dictionary up.
const roleFurther = "further_words"

// fill appends words of a list that are not known yet until there are n, in an order
// of the random numbers. Words are told apart in lower case, as a hyphenator looks
// them up.
func fill(words []string, known map[string]bool, list *wordlist.List, n int, random *rand.Rand) []string {
	lower := list.Lower()
	for _, i := range random.Perm(lower.Len()) {
		if len(words) >= n {
			break
		}
		if word := lower.At(i); !known[word] {
			known[word] = true
			words = append(words, word)
		}
	}
	return words
}

// hyphenate makes the entries of the store.
func (d *dictionary) hyphenate(exceptions int) error {
	files, err := corpus.LoadFiles("")
	if err != nil {
		return err
	}
	h, err := files.Load()
	if err != nil {
		return err
	}
	hypher := knuthliang.NewHypher(h.Automaton, h.Rules.Exceptions, h.Exceptions)
	d.entries.Keys = wordlist.Of(d.words[:exceptions]...)
	d.entries.Values = wordlist.Generate(exceptions, func(b []byte, i int) []byte {
		return hypher.AppendHyphenated(b, d.words[i], "-")
	})
	return nil
}

// queries are words that are asked once each.
type queries struct {
	words      *wordlist.List
	exceptions int // of the words
	bytes      int // of the values of these
}

// sample are n of the words, a tenth of them exceptions, in an order of the seed. Of
// all words it is the whole dictionary.
func (d *dictionary) sample(n int, seed uint64) queries {
	random := rand.New(rand.NewPCG(seed, 1))
	q := queries{exceptions: d.exceptions()}
	n = min(n, len(d.words))
	if n < len(d.words) {
		q.exceptions = n / tenth
	}
	list := make([]string, 0, n)
	for _, i := range random.Perm(d.exceptions())[:q.exceptions] {
		list = append(list, d.words[i])
		q.bytes += len(d.entries.Values.At(i))
	}
	for _, i := range random.Perm(len(d.words) - d.exceptions())[:n-q.exceptions] {
		list = append(list, d.words[d.exceptions()+i])
	}
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	q.words = wordlist.Of(list...)
	return q
}
