// Package screening measures the search for a part of a word among many words by their
// signatures: Bloom filters of letter n-grams, one for each word, as chemists screen
// molecules by fingerprints and BitFunnel searches pages.
//
// Guarantee: every answer of every way is compared with that of a plain scan before it
// gets a number. A missing document, or one too many, ends the run. Queries, pairs and
// hash functions of a round depend on the seed and on the round alone.
// Cost: see --dry-run; some hundred bytes a document in memory, most of it for the
// suffix array and the posting lists.
// Source: the article on chemical structures (fingerprints) and on the number of items
// (Swamidass and Baldi 2007); Goodwin et al. 2017 (BitFunnel), sections 1 and 3.
package screening

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	words     string
	documents experiment.AtLeast
	bits      experiment.CountList
	hashes    experiment.CountList
	lengths   experiment.CountList
	queries   experiment.AtLeast
	pairs     experiment.AtLeast
	reps      experiment.AtLeast
	quick     bool
	seed      uint64
	given     *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults, decided before anything was measured. A word has 7 n-grams or so.
const (
	defaultBits    = "32,64,128,256"
	quickBits      = "32,64,128"
	defaultHashes  = "1,2,3,4"
	quickHashes    = "1,2"
	defaultLengths = "3,4,5,6,8"
	quickLengths   = "3,5"
	allDocuments   = 1_000_000_000 // more than any list has
	quickDocuments = "30000"
	defaultQueries = 40
	defaultPairs   = 20_000
	quickPairs     = "5000"
	defaultReps    = 10
	quickReps      = "3"

	// The middle of the axes: what is varied is varied around it.
	middleBits   = 64
	middleHashes = 2
	middleLength = 5

	mostBits = 4096 // of a signature
)

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		documents: experiment.AtLeast{Value: allDocuments, Least: 100, Why: "queries are drawn from them"},
		queries:   experiment.AtLeast{Value: defaultQueries, Least: 2, Why: "one is drawn from a document and one glued of two"},
		pairs:     experiment.AtLeast{Value: defaultPairs, Least: 2, Why: "one is drawn at random and one of neighbours"},
		reps:      experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over queries needs at least 2"},
		seed:      1,
	}
	// That the defaults parse is tested.
	_ = x.bits.Set(defaultBits)
	_ = x.hashes.Set(defaultHashes)
	_ = x.lengths.Set(defaultLengths)
	return x
}

func (x *Experiment) Name() string { return "screening" }
func (x *Experiment) Title() string {
	return "search for a part of a word by signatures: candidates and time"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.StringVar(&x.words, "words", "", "word list, whose words are the documents (default: as of run thesis)")
	experiment.MarkFiles(fs, "words")
	fs.Var(&x.documents, "documents", "at most so many of the words, evenly from the whole list")
	fs.Var(&x.bits, "bits", "bits of a signature: 32,64 or 32..256:x2")
	fs.Var(&x.hashes, "hashes", "bits that an n-gram sets in a signature: 1,2,3")
	fs.Var(&x.lengths, "length", "lengths of the queries in bytes, 3 or more")
	fs.Var(&x.queries, "searches", "queries of each length and round; half are in some document, half are glued of two")
	fs.Var(&x.pairs, "pairs", "pairs of words whose similarity is estimated, in each round")
	fs.Var(&x.reps, "reps", "rounds, each with queries and hash functions of its own, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "fewer documents, sizes, lengths and rounds: less than half a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides queries, pairs and hash functions")
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Structures: titles(), Claims: claims(), Figures: figures,
		Headlines: headlines(), Portuguese: portuguese(),
	}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick {
		less := map[string]string{"documents": quickDocuments, "bits": quickBits, "hashes": quickHashes,
			"length": quickLengths, "pairs": quickPairs, "reps": quickReps}
		if err := experiment.Shorten(x.given, less); err != nil {
			return nil, err
		}
	}
	if first := x.lengths.Values[0]; first < gramLength {
		return nil, fmt.Errorf("--length=%s: a query of %d bytes has no n-gram: want %d or more", x.lengths.String(), first, gramLength)
	}
	if values := x.bits.Values; values[0] < 2 || values[len(values)-1] > mostBits {
		return nil, fmt.Errorf("--bits=%s: want signatures of 2 to %d bits", x.bits.String(), mostBits)
	}
	if x.hashes.Values[0] < 1 {
		return nil, fmt.Errorf("--hashes=%s: an n-gram that sets no bit is in every signature: want 1 or more", x.hashes.String())
	}
	words, err := corpus.LoadWords(x.words, corpus.DefaultPlaces())
	if err != nil {
		return nil, err
	}
	docs := newDocuments(words.List.Lower(), x.documents.Value)
	longest := x.lengths.Values[len(x.lengths.Values)-1]
	if docs.list.Len() < 2 || len(docs.ofLength(longest)) == 0 {
		return nil, fmt.Errorf("--length=%s: no word of the list has %d bytes", x.lengths.String(), longest)
	}
	return &bench{x: x, words: words, docs: docs, timer: experiment.NewTimer(ctx)}, nil
}
