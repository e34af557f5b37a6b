package sets

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Words of the novelty filters, drawn from the exceptions of English: some are seen, and
// as many never.
const (
	seenWords = 200
	editsMost = 6
	likePairs = 60
)

// likeness has the novelty of words in which so many letters of a seen one are replaced,
// and of those that were not seen, by a fly's filter and by a Bloom filter of its bits.
func (p *plan) likeness() (list []trial.Trial) {
	words := p.english()
	for _, name := range []string{fly, bloom} {
		for edits := range editsMost + 1 {
			list = append(list, counted(name, []axis.Place{Edits.At(edits)}, []runfolder.Metric{NoveltyMean}, func(seed uint64) ([]float64, error) {
				n, err := editedNovelty(name, words, edits, seed)
				return []float64{n}, err
			}))
		}
		list = append(list, counted(name, nil, []runfolder.Metric{Unseen, Familiar, Likeness}, func(seed uint64) ([]float64, error) {
			return unseen(name, words, seed)
		}))
	}
	return list
}

func (p *plan) english() *wordlist.List {
	for _, l := range p.languages {
		if l.tag == "en-us" {
			return l.keys
		}
	}
	return wordlist.Of()
}

// plain is a Bloom filter as a novelty filter: what it denies is new.
type plain struct{ filter.Filter }

func (p plain) Novelty(item string) float64 {
	if p.Contains(item) {
		return 0
	}
	return 1
}

// noveltyOf is what tells the novelty of words, having seen some.
type noveltyOf interface{ Novelty(item string) float64 }

func newNovelty(name string, seen *wordlist.List, room int, seed uint64) (noveltyOf, error) {
	cfg := filter.Config{Epsilon: epsilon, Seed: seed, Capacity: room}
	if name == bloom {
		f, err := all.Build(name, seen, cfg)
		return plain{f}, err
	}
	for _, s := range all.Novelties() {
		if s.Name == name {
			return s.Build(seen, cfg)
		}
	}
	return nil, fmt.Errorf("no novelty filter %q", name)
}

// drawnWords are the words seen in a round, and as many others.
func drawnWords(words *wordlist.List, seed uint64) (seen, unseen *wordlist.List) {
	r := rand.New(rand.NewPCG(seed, 'w'))
	list := words.All()
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return wordlist.Of(list[:seenWords]...), wordlist.Of(list[seenWords : 2*seenWords]...)
}

// edited is a word with so many of its letters replaced by others, at different places.
func edited(word string, edits int, r *rand.Rand) string {
	letters := []rune(word)
	for _, at := range r.Perm(len(letters))[:min(edits, len(letters))] {
		for old := letters[at]; letters[at] == old; {
			letters[at] = 'a' + rune(r.IntN(26))
		}
	}
	return string(letters)
}

// editedNovelty is the mean over the seen words.
func editedNovelty(name string, words *wordlist.List, edits int, seed uint64) (float64, error) {
	seen, _ := drawnWords(words, seed)
	f, err := newNovelty(name, seen, seenWords, seed)
	if err != nil {
		return 0, err
	}
	r := rand.New(rand.NewPCG(seed, uint64(edits)))
	sum := 0.0
	for word := range seen.Each() {
		novelty := f.Novelty(edited(word, edits, r))
		if edits == 0 && novelty != 0 {
			return 0, fmt.Errorf("%s: %q was seen and has a novelty of %v", name, word, novelty)
		}
		sum += novelty / seenWords
	}
	return sum, nil
}

// unseen has the mean novelty of words never seen, the share
// of them that is called seen, and the correlation of the likeness of two words (common
// pairs of letters, Jaccard) with their familiarity to a filter that has seen one of them.
func unseen(name string, words *wordlist.List, seed uint64) ([]float64, error) {
	seen, never := drawnWords(words, seed)
	f, err := newNovelty(name, seen, seenWords, seed)
	if err != nil {
		return nil, err
	}
	mean, familiar := 0.0, 0.0
	for word := range never.Each() {
		novelty := f.Novelty(word)
		mean += novelty / seenWords
		if novelty == 0 {
			familiar += 1.0 / seenWords
		}
	}
	var alike, known []float64
	r := rand.New(rand.NewPCG(seed, 'l'))
	for i := range likePairs {
		word := seen.At(i)
		other := edited(word, 1+i%editsMost, r)
		g, err := newNovelty(name, wordlist.Of(word), seenWords, seed)
		if err != nil {
			return nil, err
		}
		alike, known = append(alike, jaccard(word, other)), append(known, 1-g.Novelty(other))
	}
	correlation := 0.0 // of answers that are all the same
	if stat.Variance(known, nil) > 0 {
		correlation = stat.Correlation(alike, known, nil)
	}
	return []float64{mean, familiar, correlation}, nil
}

// jaccard is the share of the pairs of neighbouring letters of two words that both have.
func jaccard(one, other string) float64 {
	pairs := func(word string) map[string]bool {
		letters, set := []rune("\x00"+word+"\x00"), map[string]bool{}
		for i := range len(letters) - 1 {
			set[string(letters[i:i+2])] = true
		}
		return set
	}
	a, b := pairs(one), pairs(other)
	common := 0
	for p := range a {
		if b[p] {
			common++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}
