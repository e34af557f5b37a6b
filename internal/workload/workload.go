// Package workload has the keys and the negatives of an experiment: those of the thesis,
// generated ones, or the user's own.
//
// Guarantee: keys of one set are distinct, no negative is a key, and both depend on the files,
// the number and the seed alone.
// Cost: some 20 bytes per generated key; no key is kept.
// Source: the numbers of generated words are a permutation of 64 bits (package filter, Mix), so
// no two of them are equal.
package workload

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/usage"
	"hyphbench/internal/wordlist"
)

// Flags choose a workload.
type Flags struct {
	N       flagvalue.CountList // numbers of keys
	keys    string
	queries string
	words   string
	null    bool
	files   map[string]file // that were read, by "role=path": a pipe is read once
}

// Add adds the flags --n, --keys, --queries, --null and --words.
func (f *Flags) Add(fs *pflag.FlagSet) {
	fs.Var(&f.N, "n", "numbers of keys, such as 1753,1e5 or 1e3..1e7:x10 (n = 1753 uses the thesis's keys; for any other n, keys are generated)")
	fs.StringVar(&f.keys, "keys", "", "file of your own keys, one per line, instead of --n")
	fs.StringVar(&f.queries, "queries", "", "file of your own queries, one per line (with --keys); with --hits=0, words that are keys are skipped")
	fs.BoolVarP(&f.null, "null", "0", false, "keys and queries end with zero bytes instead of line ends")
	fs.StringVar(&f.words, "words", "", "word list with the negatives for the thesis's keys (default: that of run thesis)")
	flagvalue.MarkFiles(fs, "keys", "queries", "words")
}

// ErrBothKeys is the error of a command line with keys of a file and numbers of generated ones.
var ErrBothKeys = errors.New("--n and --keys exclude each other: want one of them")

// CheckTyped refuses --n beside --keys. It is asked before flags are set from elsewhere: a
// number of a configuration file gives way to keys that are typed.
func CheckTyped(fs *pflag.FlagSet) error {
	if fs.Changed("keys") && fs.Changed("n") {
		return ErrBothKeys
	}
	return nil
}

// Workload makes sets of keys and of negatives.
type Workload struct {
	sizes  []int
	inputs []runfolder.Input
	notes  []string

	own       *wordlist.List // the user's keys
	thesis    *wordlist.List // the thesis's
	negatives *wordlist.List // to whichever of them there are; nil: generated
}

// thesisKeys is the number of keys that stands for the thesis's.
func thesisKeys() int { return corpus.Hyphenex().Count }

// mostGenerated are the most keys of a generated set: each has up to 16 letters.
const mostGenerated = 250_000_000

// Load reads the files. Errors name file and line.
func (f *Flags) Load() (*Workload, error) {
	if f.keys == "" && f.queries != "" {
		return nil, usage.Errorf("--queries=%s: want the keys too, with --keys", f.queries)
	}
	if f.keys != "" {
		return f.loadOwn()
	}
	w := &Workload{sizes: f.N.Values}
	if w.sizes[0] == 0 {
		return nil, usage.Errorf("--n: a set without keys has no false-positive rate: want 1 or more")
	}
	if most := w.sizes[len(w.sizes)-1]; most > mostGenerated {
		return nil, usage.Errorf("--n: the text of %s keys is larger than 4 GiB: want %s keys or fewer", axis.Grouped(most), axis.Grouped(mostGenerated))
	}
	if slices.Contains(w.sizes, thesisKeys()) {
		return w, w.loadThesis(f.words)
	}
	return w, nil
}

// HasQueries reports whether the queries are the user's.
func (f *Flags) HasQueries() bool { return f.keys != "" && f.queries != "" }

// ShareOfKeys is the share of the user's queries that are keys, repetitions included, to three
// digits.
func (f *Flags) ShareOfKeys() (string, error) {
	keys, err := f.read("keys", f.keys)
	if err != nil {
		return "", err
	}
	queries, err := f.read("queries", f.queries)
	if err != nil {
		return "", err
	}
	known := map[string]struct{}{}
	distinct(keys.list, known)
	hits := queries.list.Count(func(query string) bool { _, is := known[query]; return is })
	return axis.ShareText(math.Round(1000*float64(hits)/float64(queries.list.Len())) / 1000), nil
}

// loadOwn reads the user's files. Repeated keys and queries are left out.
func (f *Flags) loadOwn() (*Workload, error) {
	keys, err := f.read("keys", f.keys)
	if err != nil {
		return nil, err
	}
	known := make(map[string]struct{}, keys.list.Len())
	w := &Workload{own: distinct(keys.list, known), inputs: []runfolder.Input{keys.input}}
	w.sizes = []int{w.own.Len()}
	if twice := keys.list.Len() - w.own.Len(); twice > 0 {
		w.notes = append(w.notes, fmt.Sprintf("%d of the %d keys in %s are there twice or more, and count once.", twice, keys.list.Len(), keys.input.Name))
	}
	if f.queries == "" {
		w.notes = append(w.notes, "There are no queries: negatives are generated, which resemble the keys in nothing.")
		return w, nil
	}
	queries, err := f.read("queries", f.queries)
	if err != nil {
		return nil, err
	}
	w.inputs = append(w.inputs, queries.input)
	if w.negatives = distinct(queries.list, known); w.negatives.Len() == 0 {
		return nil, fmt.Errorf("%s: every query is a key: want some queries that are not keys, or no --queries", f.queries)
	}
	return w, nil
}

func (w *Workload) loadThesis(path string) error {
	files, err := corpus.LoadFiles("")
	if err != nil {
		return err
	}
	h, err := files.Load()
	if err != nil {
		return err
	}
	words, err := corpus.LoadWords(path, corpus.DefaultPlaces())
	if err != nil {
		return err
	}
	inputs, err := files.Inputs()
	if err != nil {
		return err
	}
	known := map[string]struct{}{}
	w.thesis = distinct(h.Keys(), known)
	w.negatives = distinct(words.List.Lower(), known)
	w.inputs = append(inputs, words.Input)
	if words.Note != "" {
		w.notes = append(w.notes, words.Note)
	}
	return nil
}

type file struct {
	list  *wordlist.List
	input runfolder.Input
}

// read reads a file of words, for a role of the run.
func (f *Flags) read(role, path string) (file, error) {
	if known, ok := f.files[role+"="+path]; ok {
		return known, nil
	}
	src, err := inputfile.Read(path, inputfile.Words)
	if err != nil {
		return file{}, fmt.Errorf("--%s: %w", role, err)
	}
	parse := wordlist.Parse
	if f.null {
		parse = wordlist.ParseNull
	}
	list, err := parse(path, src)
	if err != nil {
		return file{}, err
	}
	input := corpus.InputOf(role, path, src)
	input.Count = list.Len()
	if f.files == nil {
		f.files = map[string]file{}
	}
	f.files[role+"="+path] = file{list, input}
	return file{list, input}, nil
}

// distinct are the words that are not known yet, each once. They are known then.
func distinct(list *wordlist.List, known map[string]struct{}) *wordlist.List {
	var words []string
	for word := range list.Each() {
		if _, twice := known[word]; !twice {
			known[word] = struct{}{}
			words = append(words, word)
		}
	}
	return wordlist.Of(words...)
}

// Sizes are the numbers of keys, ascending.
func (w *Workload) Sizes() []int { return w.sizes }

// Describe fills in a run's inputs and notes.
func (w *Workload) Describe(m *runfolder.Meta) {
	m.Inputs = append(m.Inputs, w.inputs...)
	m.Notes = append(m.Notes, w.notes...)
}

// real are the keys of that number which are not generated, nil for none.
func (w *Workload) real(n int) *wordlist.List {
	switch {
	case w.own != nil:
		return w.own
	case n == thesisKeys():
		return w.thesis
	}
	return nil
}

// Keys are n keys. The seed decides on generated ones.
func (w *Workload) Keys(n int, seed uint64) *wordlist.List {
	if list := w.real(n); list != nil {
		return list
	}
	return generate(seed, 0, n)
}

// Negatives are about so many words that are none of the n keys of that seed:
// as many as there are of real ones, in their order, all of them where most is 0.
func (w *Workload) Negatives(n int, seed uint64, most int) *wordlist.List {
	if w.real(n) != nil && w.negatives != nil {
		if most == 0 || w.negatives.Len() <= most {
			return w.negatives
		}
		return w.negatives.First(most)
	}
	return generate(seed, firstNegative, max(1, most))
}

// firstNegative is above the number of every key.
const firstNegative = 1 << 48

// generate makes words of the numbers from first on.
func generate(seed, first uint64, n int) *wordlist.List {
	return wordlist.Generate(n, func(b []byte, i int) []byte {
		return strconv.AppendUint(b, filter.Mix(seed+first+uint64(i)), 16)
	})
}

// Real reports whether the n keys are not generated.
func (w *Workload) Real(n int) bool { return w.real(n) != nil }

// Text is running text that is asked of keys which are words: of a file, or of the thesis's keys
// the King James Bible. It is nil where all keys are generated, and where the keys are the user's,
// who named no file: another's text says nothing of them.
func (w *Workload) Text(file string) (*corpus.Text, error) {
	switch real := slices.ContainsFunc(w.Sizes(), w.Real); {
	case real && w.own != nil && file == "":
		return nil, nil
	case real:
		return corpus.LoadText(file)
	case file != "":
		return nil, fmt.Errorf("--text=%s: running text needs the thesis's keys or your own: want --n=1753 or --keys", file)
	}
	return nil, nil
}

// Mixed are so many queries, drawn by the seed from keys and negatives: each is a member with
// the probability hits. members is how many are.
func Mixed(keys, negatives *wordlist.List, hits float64, queries int, seed uint64) (list *wordlist.List, members int) {
	random := rand.New(rand.NewPCG(seed, 0))
	list = wordlist.Generate(queries, func(b []byte, _ int) []byte {
		if random.Float64() < hits {
			members++
			return append(b, keys.At(random.IntN(keys.Len()))...)
		}
		return append(b, negatives.At(random.IntN(negatives.Len()))...)
	})
	return list, members
}
