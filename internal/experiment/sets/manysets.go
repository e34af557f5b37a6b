package sets

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// keysOfSet is the size of each generated set.
const keysOfSet = 500

// classifiers are those that tell which of many sets has a key. The first one, to compare
// with, is a Bloom filter for each set, of its own size, asked one after the other.
func classifiers() []string { return []string{separate, spatial, bank, attenuated} }

// many are the classifiers over generated sets of one size, and, off the axis, over the
// exceptions of the installed languages.
func (p *plan) many() (list []trial.Trial) {
	add := func(at []axis.Place, sets func(seed uint64) []*wordlist.List) {
		for _, name := range classifiers() {
			list = append(list, trial.Trial{
				Method: name, At: at, Reports: []runfolder.Metric{metric.Query, BitsPerKey, NegativeSets, WrongSets},
				Do: func(t *trial.T) error { return classified(t, name, sets(t.Seed())) },
			})
		}
	}
	for _, n := range p.sets.Values {
		add([]axis.Place{Sets.At(n)}, func(seed uint64) []*wordlist.List { return generatedSets(seed, n) })
	}
	if len(p.languages) > 1 {
		add(nil, func(uint64) []*wordlist.List {
			var sets []*wordlist.List
			for _, l := range p.languages {
				sets = append(sets, l.keys)
			}
			return sets
		})
	}
	return list
}

// generatedSets have no key in common.
func generatedSets(seed uint64, n int) (sets []*wordlist.List) {
	for i := range n {
		sets = append(sets, generated(seed, uint64(i)<<20, keysOfSet))
	}
	return sets
}

// built is a classifier of the sets, and whether an answer has one set at most.
func built(name string, sets []*wordlist.List, seed uint64) (c filter.Classifier, single bool, err error) {
	cfg := filter.Config{Epsilon: epsilon, Seed: seed}
	if name == separate {
		c, err := newFilters(sets, cfg)
		return c, false, err
	}
	for _, s := range all.Classifiers() {
		if s.Name == name {
			c, err := s.Build(sets, cfg)
			return c, s.Single, err
		}
	}
	return nil, false, fmt.Errorf("no classifier %q", name)
}

// filters are a Bloom filter for each set.
type filters []filter.Filter

func newFilters(sets []*wordlist.List, cfg filter.Config) (filters, error) {
	list := make(filters, len(sets))
	for i, keys := range sets {
		var err error
		if list[i], err = all.Build(bloom, keys, cfg); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (f filters) Which(key string) (which uint64) {
	for i, of := range f {
		if of.Contains(key) {
			which |= 1 << i
		}
	}
	return which
}

func (f filters) Theory(i int) float64   { return f[i].Theory() }
func (f filters) Params() []filter.Param { return nil }

func (f filters) Bits() (bits uint64) {
	for _, of := range f {
		bits += of.Bits()
	}
	return bits
}

// truthOf is the true answer to every key.
func truthOf(sets []*wordlist.List) map[string]uint64 {
	truth := map[string]uint64{}
	for i, keys := range sets {
		for key := range keys.Each() {
			truth[key] |= 1 << i
		}
	}
	return truth
}

// right is the answer to a key that has no error: its sets, or the last of them.
func right(truth uint64, single bool) uint64 {
	if single && truth != 0 {
		return 1 << (63 - bits.LeadingZeros64(truth))
	}
	return truth
}

// checked is the error of an answer that denies a set of a key, nil for none.
func checked(name, key string, answer, truth uint64, single bool) error {
	if single && (bits.OnesCount64(answer) != 1 || answer < right(truth, true)) || !single && answer&truth != truth {
		return fmt.Errorf("%s: the key %q is in the sets %b and not only in %b", name, key, truth, answer)
	}
	return nil
}

// classified counts the errors of a classifier of the sets, and asks it under the clock. In a
// warm-up nothing is counted.
func classified(t *trial.T, name string, sets []*wordlist.List) error {
	c, single, err := built(name, sets, t.Seed())
	if err != nil {
		return err
	}
	if t.Round > 0 {
		bits, some, wrong, err := errorsOf(c, single, name, sets, t.Seed())
		if err != nil {
			return err
		}
		t.Report(BitsPerKey, bits)
		t.Report(NegativeSets, some)
		t.Report(WrongSets, wrong)
	}
	work, ops, err := asked(c, single, name, sets, t.Seed())
	if err != nil {
		return err
	}
	t.Time(metric.Query, ops, work)
	return nil
}

// errorsOf has the bits per key, and the shares of negatives that seem to be in some set and of
// keys whose answer is another than the right one.
func errorsOf(c filter.Classifier, single bool, name string, sets []*wordlist.List, seed uint64) (bits, some, wrong float64, err error) {
	truth := truthOf(sets)
	for key, of := range truth {
		answer := c.Which(key)
		if err := checked(name, key, answer, of, single); err != nil {
			return 0, 0, 0, err
		}
		if answer != right(of, single) {
			wrong++
		}
	}
	for word := range others(seed, negatives).Each() {
		if c.Which(word) != 0 {
			some++
		}
	}
	return float64(c.Bits()) / float64(len(truth)), some / negatives, wrong / float64(len(truth)), nil
}

// membersAsked is the share of keys among the queries that are timed: as of a text in
// which few words are exceptions.
const membersAsked = 0.1

// asked asks which sets a word is in, of keys and negatives in random order. Answers to
// keys are compared with the truth before, the sum of all answers under the clock.
func asked(c filter.Classifier, single bool, name string, sets []*wordlist.List, seed uint64) (work func() error, ops int, err error) {
	r := rand.New(rand.NewPCG(seed, 'q'))
	words := others(seed, negatives).All()
	for i := range int(membersAsked * float64(len(words))) {
		keys := sets[r.IntN(len(sets))]
		words[i] = keys.At(r.IntN(keys.Len()))
	}
	r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	queries, truth, want := wordlist.Of(words...), truthOf(sets), uint64(0)
	for word := range queries.Each() {
		answer := c.Which(word)
		if of, key := truth[word]; key {
			if err := checked(name, word, answer, of, single); err != nil {
				return nil, 0, err
			}
		}
		want += answer
	}
	return func() error {
		got := uint64(0)
		for word := range queries.Each() {
			got += c.Which(word)
		}
		if got != want {
			return fmt.Errorf("%s answers otherwise than before", name)
		}
		return nil
	}, queries.Len(), nil
}

// orderedSets is the number of sets whose rates are measured one by one.
const orderedSets = 8

// ordered are the rates of each set: of a spatial filter by the order of the sets, of an
// attenuated one by level.
func ordered() (list []trial.Trial) {
	for _, name := range []string{spatial, attenuated} {
		for set := range orderedSets {
			list = append(list, counted(name, []axis.Place{Set.At(set + 1)}, append(rateMetrics(), WrongSets), func(seed uint64) ([]float64, error) {
				return rateOf(name, set, seed)
			}))
		}
	}
	return list
}

// rateOf has the share of the negatives that have the set,
// its theory, and the share of the set's keys whose answer is another one.
func rateOf(name string, set int, seed uint64) ([]float64, error) {
	sets := generatedSets(seed, orderedSets)
	if name == attenuated {
		for i, n := range []int{10, 20, 40, 80, 160, 320, 640, 1280} { // what is to be found at more hops is more
			sets[i] = generated(seed, uint64(i)<<20, n)
		}
	}
	c, single, err := built(name, sets, seed)
	if err != nil {
		return nil, err
	}
	in, wrong := 0, 0
	for word := range others(seed, negatives).Each() {
		in += int(c.Which(word) >> set & 1)
	}
	for key := range sets[set].Each() {
		answer := c.Which(key)
		if err := checked(name, key, answer, 1<<set, single); err != nil {
			return nil, err
		}
		if answer != 1<<set {
			wrong++
		}
	}
	return []float64{float64(in) / negatives, c.Theory(set), float64(wrong) / float64(sets[set].Len())}, nil
}

// language is a language with exceptions.
type language struct {
	tag    string
	keys   *wordlist.List // each once
	inputs []runfolder.Input
}

// exceptionsOf are the exceptions of the installed languages that have some, by tag; those
// of American English are the program's.
func exceptionsOf(trees corpus.Trees) (list []language, err error) {
	for _, l := range trees.List() {
		rules, err := corpus.ReadRules(l.Path, func() corpus.Trees { return trees })
		if err != nil {
			return nil, fmt.Errorf("exceptions of %s: %w", l.Tag, err)
		}
		var words []string
		for _, e := range rules.Exceptions {
			words = append(words, e.Word)
		}
		var inputs []runfolder.Input
		if l.Tag == corpus.EmbeddedTag {
			files, err := corpus.LoadFiles("")
			if err != nil {
				return nil, err
			}
			exceptions, err := files.ParseExceptions()
			if err != nil {
				return nil, err
			}
			for _, e := range exceptions {
				words = append(words, e.Word)
			}
			if inputs, err = files.Inputs(); err != nil {
				return nil, err
			}
		} else {
			src, err := inputfile.Read(l.Path, inputfile.Rules)
			if err != nil {
				return nil, err
			}
			input := corpus.InputOf("exceptions "+l.Tag, l.Path, src)
			input.Count = len(words)
			inputs = append(inputs, input)
		}
		slices.Sort(words)
		words = slices.Compact(words)
		if len(words) > 0 {
			list = append(list, language{l.Tag, wordlist.Of(words...), inputs})
		}
	}
	return list, nil
}

func languagesText(list []language) string {
	var names []string
	for _, l := range list {
		names = append(names, fmt.Sprintf("%s %d", l.tag, l.keys.Len()))
	}
	return strings.Join(names, ", ")
}
