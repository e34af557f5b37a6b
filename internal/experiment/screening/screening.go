// Package screening measures substring search with n-gram signatures: each word has a Bloom
// filter of its letter n-grams. Chemists screen molecules in this way with fingerprints, and
// BitFunnel searches pages.
//
// Guarantee: every answer of every method is compared with that of a plain scan before it gets
// a number. A missing document, or one too many, ends the run. Queries, pairs and hash
// functions of a round depend on the seed and on the round alone.
// Cost: see --dry-run; some hundred bytes per document in memory, most of it for the suffix
// array and the posting lists.
// Source: the article on chemical structures (fingerprints) and on the number of items
// (Swamidass and Baldi 2007); Goodwin et al. 2017 (BitFunnel), sections 1 and 3.
package screening

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

//go:embed help.txt
var help string

// The axes.
const (
	Bits   axis.CountAxis = "bits"
	Hashes axis.CountAxis = "hashes"
	Length axis.CountAxis = "length"
)

// Metrics, in the order of display. False candidates are those of the documents looked at
// that are no answer; the rate is their share of all documents that are none.
var (
	metrics metric.List

	_               = metrics.Time(metric.Query, "query", "one query, the look at the candidates included", "uma consulta, incluído o exame dos candidatos")
	_               = metrics.Time(metric.Build, "document", "construction", "")
	Candidates      = metrics.Number("candidates", "documents", "candidates of a query", "candidatos de uma consulta")
	FalseCandidates = metrics.Number("false_candidates", "documents", "false candidates of a query", "candidatos falsos de uma consulta")
	Rate            = metrics.Percent("fpr", "false-positive rate", "")
	_               = metrics.Percent(metric.FPRTheory, "false-positive rate by theory", "")
	BitsPerDocument = metrics.Count("bits_per_document", "bits", "bits per document, without its text", "bits por documento, além de seu texto") // nominal
	SimilarityError = metrics.Number("similarity_error", "1", "mean error of the similarity", "erro médio da similaridade")                      // without regard to its sign
	SimilarityBias  = metrics.Number("similarity_bias", "1", "bias of the similarity", "viés da similaridade")                                   // with its sign
	WordsRead       = metrics.Number("words_read", "words", "words of 64 bits read for a query", "palavras de 64 bits lidas em uma consulta")
	Lost            = metrics.Percent("lost", "answers that a screen would miss", "respostas que uma triagem perderia")
)

// titled are the methods, the estimates, and what no screen can use.
func titled() []trial.Method {
	of := func(name, english, portuguese string) trial.Method {
		return trial.Method{Name: name, Title: bilingual.Text{EN: english, PT: portuguese}}
	}
	return []trial.Method{
		of(scanning, "scan of all documents", "varredura de todos os documentos"),
		of(suffixes, "suffix array", "vetor de sufixos"),
		of(postings, "inverted index of n-grams", "índice invertido de n-gramas"),
		of(byRows, "row-wise signatures", "assinaturas por linhas"),
		of(bySlices, "bit-sliced signatures", "assinaturas por fatias de bits"),
		of(byRanks, "rows of several ranks", "linhas de várias ordens"),
		of(uncorrected, "similarity of the bits", "similaridade dos bits"),
		of(corrected, "similarity by Swamidass and Baldi", "similaridade segundo Swamidass e Baldi"),
		of(environment, "n-grams with their surroundings", "n-gramas com seu entorno"),
	}
}

// collection is what is searched, and how often, as the flags say.
type collection struct {
	words, text             trial.Path
	most, searches, ofPairs flagvalue.AtLeast
	textBits                flagvalue.AtLeast
	docs                    *documents
	passages                *library
	build                   func(name string, d *documents, s scheme) (method, error)
	kept                    map[string]method // those without hash functions, which are the same in all rounds
}

const (
	allDocuments = 1_000_000_000 // more than any list has
	mostBits     = 4096          // of a signature

	middles = "middle" // the parameter: what the axes stand at that are not varied
)

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment { return trial.New(newCollection().spec()) }

func newCollection() *collection {
	return &collection{
		most:     flagvalue.AtLeast{Value: allDocuments, Least: 100, Why: "queries are drawn from them"},
		searches: flagvalue.AtLeast{Value: 40, Least: 2, Why: "one is drawn from a document and one glued of two"},
		ofPairs:  flagvalue.AtLeast{Value: 20_000, Least: 2, Why: "one is drawn at random and one of neighbours"},
		textBits: flagvalue.AtLeast{Value: 512, Least: 8, Why: "every word of a passage sets some"},
		build:    newMethod, kept: map[string]method{},
	}
}

// spec has defaults that were decided before anything was measured. A word has 7 n-grams or so.
func (x *collection) spec() trial.Spec {
	return trial.Spec{
		Name: "screening", Title: "search for a part of a word by signatures: candidates and time", Help: help,
		Axes: []trial.Axis{
			{Of: Bits, Default: "32,64,128,256", Quick: "32,64,128", Usage: "bits of a signature: 32,64 or 32..256:x2",
				About: "bits of a signature; empty where it stands at the parameter middle, and where there are none"},
			{Of: Hashes, Default: "1,2,3,4", Quick: "1,2", Usage: "bits that an n-gram sets in a signature, or rows of a word: 1,2,3",
				About: "bits that an n-gram sets in a signature, or rows of a word; empty as before"},
			{Of: Length, Default: "3,4,5,6,8", Quick: "3,5", Usage: "lengths of the queries in bytes, 3 or more",
				About: "length of the queries in bytes; empty where it stands at the parameter middle"},
			{Of: Rank, Default: "0,1,2,3,4,5", Quick: "0,3", Usage: "highest ranks of rows, whose bits stand for 2^rank passages: 0,3",
				About: "highest rank of the rows of a word; empty where the documents are words"},
		},
		Flags: []trial.Flag{
			{Name: "words", Value: &x.words, File: true, Usage: "word list, whose words are the documents (default: that of run thesis)"},
			{Name: "documents", Value: &x.most, Quick: "30000", Usage: "maximum number of words, taken evenly from the list"},
			{Name: "searches", Value: &x.searches,
				Usage: "queries per length and round; half are cut from a document, half are glued from parts of two"},
			{Name: "text", Value: &x.text, File: true, Usage: "file whose lines are the passages (default: the verses of the King James Bible)"},
			{Name: "text-bits", Value: &x.textBits, Usage: "bits per passage in rows of all ranks"},
			{Name: "pairs", Value: &x.ofPairs, Quick: "5000", Usage: "pairs of words per round whose similarity is estimated"},
		},
		Reps:    trial.Reps{Default: 10, Least: 2, Why: "an interval over queries needs at least 2", Quick: "3", Usage: "rounds, each with its own queries and hash functions, 2 or more"},
		Seed:    "seed of queries, pairs and hash functions",
		Quick:   "fewer documents, sizes, lengths and rounds: less than half a minute",
		Methods: titled(),
		Metrics: metrics,
		Words: map[string]string{
			"hashes": "funções de hash", "rank": "ordem", "length": "comprimento", "documents": "documentos", "*/document": "*/documento",
		},
		Headlines: []answer.Headline{{Metric: metric.Query}}, // how soon the methods answer, beside a scan
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials:    x.trials,
		Shuffled:  true,
	}
}

func (x *collection) prepare(r *trial.Run) error {
	lengths, bits := r.Counts(Length), r.Counts(Bits)
	longest := lengths[len(lengths)-1]
	switch {
	case lengths[0] < gramLength:
		return fmt.Errorf("--length=%s: a query of %d bytes has no n-gram: want %d or more", r.Text(Length), lengths[0], gramLength)
	case bits[0] < 2 || bits[len(bits)-1] > mostBits:
		return fmt.Errorf("--bits=%s: want signatures of 2 to %d bits", r.Text(Bits), mostBits)
	case r.Counts(Hashes)[0] < 1:
		return fmt.Errorf("--hashes=%s: an n-gram that sets no bit is in every signature: want 1 or more", r.Text(Hashes))
	case r.Counts(Rank)[len(r.Counts(Rank))-1] > mostRank:
		return fmt.Errorf("--rank=%s: want ranks of 0 to %d", r.Text(Rank), mostRank)
	}
	words, err := corpus.LoadWords(x.words.String(), corpus.DefaultPlaces())
	if err != nil {
		return err
	}
	x.docs = newDocuments(words.List.Lower(), x.most.Value)
	if x.docs.list.Len() < 2 || len(x.docs.ofLength(longest)) == 0 {
		return fmt.Errorf("--length=%s: no word of the list has %d bytes", r.Text(Length), longest)
	}
	r.Inputs = append(r.Inputs, words.Input)
	if words.Note != "" {
		r.Notes = append(r.Notes, words.Note)
	}
	text, err := corpus.LoadPassages(x.text.String())
	if err != nil {
		return err
	}
	r.Inputs = append(r.Inputs, text.Input)
	x.passages = newLibrary(text, r.Counts(Rank)[len(r.Counts(Rank))-1])
	if len(x.passages.askable()) == 0 {
		return fmt.Errorf("--text=%s: no line has %d different words, as a query has", &x.text, asked)
	}
	at := middle(r)
	r.Parameters["text_bits"], r.Parameters["passages"] = x.textBits.String(), strconv.Itoa(len(x.passages.docs))
	r.Parameters["documents"] = strconv.Itoa(x.docs.list.Len())
	r.Parameters["searches"], r.Parameters["pairs"] = x.searches.String(), x.ofPairs.String()
	r.Parameters[middles] = fmt.Sprintf("%d,%d,%d", at.bits, at.hashes, at.length)
	return nil
}

// place is where the axes stand.
type place struct{ bits, hashes, length int }

// middle is the place around which one axis is varied at a time.
func middle(r *trial.Run) place {
	return place{workload.Middle(r.Counts(Bits), 64), workload.Middle(r.Counts(Hashes), 2), workload.Middle(r.Counts(Length), 5)}
}

// trials vary one axis at a time and stand on it, or off all of them where nothing of them
// is. The methods without signatures stand off the axes of these, and beside them along the
// lengths.
func (x *collection) trials(r *trial.Run) (list []trial.Trial) {
	list, at := x.rankTrials(r), middle(r)
	add := func(name string, here place, on ...axis.Place) {
		// What does not depend on the queries is measured at the middle of their lengths.
		own := len(on) == 1 && on[0] == Length.At(at.length)
		list = append(list, trial.Trial{Method: name, At: on, Reports: reports(name, own),
			Do: func(t *trial.T) error { return x.carryOut(t, name, here) }})
	}
	for _, m := range titled() {
		if m.Name == byRanks {
			continue
		}
		estimate := slices.Contains(estimates(), m.Name)
		if signed(m.Name) || estimate {
			for _, bits := range r.Counts(Bits) {
				add(m.Name, place{bits, at.hashes, at.length}, Bits.At(bits))
			}
			for _, hashes := range r.Counts(Hashes) {
				add(m.Name, place{at.bits, hashes, at.length}, Hashes.At(hashes))
			}
		} else if m.Name == suffixes || m.Name == postings { // a scan takes long, and is along the lengths
			add(m.Name, at)
		}
		if estimate {
			continue
		}
		for _, length := range r.Counts(Length) {
			add(m.Name, place{at.bits, at.hashes, length}, Length.At(length))
		}
	}
	return list
}

// reports are the metrics of a method; own are those that do not depend on the queries.
// Row-wise signatures have the candidates of sliced ones.
func reports(name string, own bool) (list []runfolder.Metric) {
	switch name {
	case uncorrected, corrected:
		return []runfolder.Metric{SimilarityError, SimilarityBias}
	case environment:
		return []runfolder.Metric{Lost}
	}
	if own && name != scanning {
		list = append(list, metric.Build)
	}
	list = append(list, metric.Query)
	if name == postings || name == bySlices {
		list = append(list, Candidates, FalseCandidates)
	}
	if name == bySlices {
		list = append(list, Rate, metric.FPRTheory)
	}
	if own {
		list = append(list, BitsPerDocument)
	}
	return list
}
