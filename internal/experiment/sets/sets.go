// Package sets measures structures that answer more than membership: how many keys one filter
// has, and two filters together; which of many sets contain a key; how often a key was
// inserted; how different a word is from all words before it; and membership without errors in
// a universe of numbers.
//
// Guarantee: a denied key, a missing set of a key, or a count that is too small ends the run.
// Keys, sets and hash functions of a round depend only on the seed and the round. They are the
// same for all structures of a round.
// Cost: see --dry-run.
// Source: Swamidass, Baldi 2007; Palmieri, Calderoni, Maio 2014; Goodwin et al. 2017; Rhea,
// Kubiatowicz 2002; Zhiwang, Jungang, Jian 2010; Kim et al. 2019; Huang, Zhang, Zhang 2013;
// Qiao, Li, Chen 2014; Kiss et al. 2018; Dasgupta et al. 2018; the thesis, section 3.5.5.
//
// A trial is one structure at one place. What it does is in a file for each question:
// sizeestimates.go, manysets.go, keymultiplicities.go, equalmemory.go,
// falsepositivefreezone.go, noveltywords.go.
package sets

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

//go:embed help.txt
var help string

// One of n, load and shared is varied at a time around the middle of the others.
const (
	middleN      = 1000
	middleLoad   = 100
	middleShared = 0.5
)

// plan is what a run asks, as the flags say.
type plan struct {
	n, load, sets flagvalue.CountList
	shared        []float64
	trees         func() corpus.Trees // of the installed languages
	languages     []language
	trials        []trial.Trial
}

// newPlan is that without flags.
func newPlan(trees func() corpus.Trees) *plan {
	p := &plan{trees: trees}
	// That the defaults parse is tested.
	_ = p.n.Set("100,1e3,1e4")
	_ = p.load.Set("25,50,100,200,400")
	_ = p.sets.Set("2,4,8,16,32,64")
	return p
}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment { return In(corpus.InstalledTrees) }

// In is New with the languages of these trees alone.
func In(trees func() corpus.Trees) experiment.Experiment { return newPlan(trees).experiment() }

func (p *plan) experiment() experiment.Experiment {
	return trial.New(trial.Spec{
		Name: "sets", Title: "more than membership: sizes, unions, many sets, counts, novelty", Help: help,
		Axes: []trial.Axis{
			p.count(N, "keys in the structure, or in each of two sets"),
			p.count(Load, "keys in the structure in per cent of what it is made for"),
			{Of: Shared, Default: "0.01,0.05,0.1,0.25,0.5,0.75,1", Quick: "0.01,0.1,0.5,1",
				Usage: "shares of keys of one set that are also in the other, above 0", About: "share of the keys of one set that are in the other too"},
			p.count(Sets, "number of generated sets; empty with those of the installed languages"),
			p.count(Set, "which of eight sets, in the order of insertion, or which level"),
			p.count(K, "probes of a counting filter of one size"),
			p.count(Times, "how often a key came"),
			p.count(Edits, "letters of a seen word that are replaced"),
		},
		Flags: []trial.Flag{
			{Name: "n", Value: &p.n, Usage: "keys of each of two sets whose sizes, union and intersection are estimated"},
			{Name: "load", Value: &p.load, Usage: "keys in a filter, in per cent of the number that it is built for"},
			{Name: "many", Value: &p.sets, Quick: "2,8,64", Usage: "numbers of sets among which one structure finds a key's set, 1 to 64"},
		},
		Reps:  trial.Reps{Default: 80, Least: 2, Why: "an interval over hash functions needs at least 2", Quick: "20", Usage: "hash functions per cell, 2 or more"},
		Seed:  "seed of generated keys, hash functions and the order of the rounds",
		Quick: "fewer places and hash functions: less than half a minute",
		Methods: []trial.Method{
			{Name: separate, Title: bilingual.Text{EN: "Bloom filter for each set", PT: "um Bloom filter para cada conjunto"}},
			{Name: spatial, Title: bilingual.Text{EN: "spatial Bloom filter", PT: "Bloom filter espacial"}},
			{Name: bank, Title: bilingual.Text{EN: "bit-sliced bank of Bloom filters", PT: "banco de Bloom filters fatiado por bits"}},
			{Name: attenuated, Title: bilingual.Text{EN: "attenuated Bloom filter", PT: "Bloom filter atenuado"}},
			{Name: fly, Title: bilingual.Text{EN: "Bloom filter of the fruit fly", PT: "Bloom filter da mosca-das-frutas"}},
			{Name: thresholdName(1), Title: bilingual.Text{EN: "counting filter queried for counts of 1 or more"}},
			{Name: thresholdName(2), Title: bilingual.Text{EN: "counting filter queried for counts of 2 or more"}},
			{Name: thresholdName(3), Title: bilingual.Text{EN: "counting filter queried for counts of 3 or more"}},
		},
		Metrics: metrics,
		Words: map[string]string{
			"load":   "ocupação",
			"shared": "em comum",
			"sets":   "conjuntos",
			"set":    "posição",
			"edits":  "edições",
			"times":  "vezes",
			"counting filter queried for counts of * or more": "filtro com contadores consultado por contagens a partir de *",
			onlyEnglish: "Nenhum padrão do hyph-utf8 está instalado: há um só idioma com exceções, e os conjuntos são gerados.",
		},
		Headlines: []answer.Headline{{Metric: metric.Query}}, // which structure tells the set of a word soonest
		Claims:    claims(),
		Figures:   figures,
		Prepare:   p.prepare,
		Trials:    func(*trial.Run) []trial.Trial { return p.trials },
	})
}

// count is an axis of counts, with the values that the places of the run have.
func (p *plan) count(a axis.CountAxis, about string) trial.Axis {
	return trial.Axis{Of: a, About: about, Values: func() []string {
		var values []int
		for _, t := range p.trials {
			for _, at := range t.At {
				if v, err := strconv.Atoi(at.Text); err == nil && at.Axis == string(a) {
					values = append(values, v)
				}
			}
		}
		slices.Sort(values)
		return axis.Counts(string(a), slices.Compact(values)).Values
	}}
}

func (p *plan) prepare(r *trial.Run) (err error) {
	many := p.sets.Values
	switch {
	case p.n.Values[0] < 2:
		return errors.New("--n: no keys can be shared by sets of 0 or 1: want 2 or more")
	case p.load.Values[0] < 1:
		return errors.New("--load: a filter at 0 % has no keys: want 1 or more")
	case r.Shares(Shared)[0] == 0:
		return errors.New("--shared: of no common key no estimate is off by a share: want more than 0")
	case many[0] < 1 || many[len(many)-1] > 64:
		return errors.New("--many: a structure has 1 to 64 sets")
	}
	if p.languages, err = exceptionsOf(p.trees()); err != nil {
		return err
	}
	p.shared = r.Shares(Shared)
	p.trials = p.all()
	n, load, shared := p.held()
	r.Parameters = map[string]string{
		"ε": strconv.FormatFloat(epsilon, 'g', -1, 64), "languages": languagesText(p.languages),
		held(N): strconv.Itoa(n), held(Load): strconv.Itoa(load), held(Shared): axis.ShareText(shared),
	}
	for _, l := range p.languages {
		r.Inputs = append(r.Inputs, l.inputs...)
	}
	if len(p.languages) == 1 {
		r.Notes = append(r.Notes, onlyEnglish)
	}
	r.Methods = nil
	for _, t := range p.trials {
		if m := (trial.Method{Name: t.Method}); !slices.Contains(r.Methods, m) {
			r.Methods = append(r.Methods, m)
		}
	}
	return nil
}

// all are the trials of a run, in the order of the tables.
func (p *plan) all() []trial.Trial {
	return slices.Concat(p.estimates(), p.many(), ordered(), counts(), thresholds(), memories(), zones(), p.likeness())
}

// counted is the trial of a structure at a place: count has a value for each of the metrics. An
// estimate of a filter without an empty cell is no number.
func counted(filter string, at []axis.Place, metrics []runfolder.Metric, count func(seed uint64) ([]float64, error)) trial.Trial {
	return trial.Trial{Method: filter, At: at, Reports: metrics, Do: func(t *trial.T) error {
		values, err := count(t.Seed())
		if err != nil {
			return err
		}
		for i, m := range metrics {
			t.Report(m, values[i])
		}
		return nil
	}}
}

// held is the parameter with the value of an axis while another one is varied.
func held(a axis.Named) string { return a.AxisName() + " held" }

// onlyEnglish says that there are no exceptions of several languages.
const onlyEnglish = "No patterns of hyph-utf8 are installed: there is one language with exceptions, and the sets are generated."

// firstNegative is above the number of every key.
const firstNegative = 1 << 40

// generated are n words of the numbers from first on, of which no two are equal.
func generated(seed, first uint64, n int) *wordlist.List {
	return wordlist.Generate(n, func(b []byte, i int) []byte {
		return strconv.AppendUint(b, filter.Mix(seed+first+uint64(i)), 36)
	})
}

// others are words that are not keys.
func others(seed uint64, n int) *wordlist.List { return generated(seed, firstNegative, n) }

// empty is a structure without keys that can do what is asked of it.
func empty[T filter.Filter](name string, cfg filter.Config) (T, error) {
	return filter.As[T](all.Build(name, wordlist.Of(), cfg))
}

func admitted(f filter.Filter, words *wordlist.List) float64 {
	return float64(trial.Admitted(f, words)) / float64(words.Len())
}

// denied is the error for a key that a structure denies; nil if it admits them all.
func denied(name string, f interface{ Contains(string) bool }, keys *wordlist.List) error {
	for key := range keys.Each() {
		if !f.Contains(key) {
			return fmt.Errorf("%s denies the key %q", name, key)
		}
	}
	return nil
}

// Names of structures in rows and claims.
const (
	bloom          = "bloom"
	register       = "register"
	blockedG       = "blocked-g"
	counting       = "counting"
	multipartition = "multipartition"
	layered        = "layered"
	spatial        = "spatial"
	bank           = "bank"
	attenuated     = "attenuated"
	separate       = "separate" // a Bloom filter for each set
	egh            = "egh"
	fly            = "fly"
)

// Axes of the experiment, in their order.
const (
	N      axis.CountAxis = "n"
	Load   axis.CountAxis = "load"
	Shared axis.ShareAxis = "shared"
	Sets   axis.CountAxis = "sets"
	Set    axis.CountAxis = "set"
	K      axis.CountAxis = "k"
	Times  axis.CountAxis = "times"
	Edits  axis.CountAxis = "edits"
)

func axes() []axis.Named { return []axis.Named{N, Load, Shared, Sets, Set, K, Times, Edits} }

// Rates and sizes that are the same for all.
const (
	epsilon   = 0.01
	negatives = 20_000 // asked of a structure
)

// Metrics, in the order of display. A size is that of a set, a union or an intersection; its
// error is in the standard deviations that theory gives.
var (
	metrics metric.List

	SizeRatio    = metrics.Percent("size_ratio", "estimated / true size", "tamanho estimado / verdadeiro")
	UnionRatio   = metrics.Percent("union_ratio", "estimated / true size of a union", "tamanho estimado / verdadeiro de uma união")
	CommonRatio  = metrics.Percent("common_ratio", "estimated / true size of an intersection", "tamanho estimado / verdadeiro de uma interseção")
	SizeOff      = metrics.Count("size_off", "1", "error of a size in deviations", "erro de um tamanho em desvios padrão")
	UnionOff     = metrics.Count("union_off", "1", "error of a union in deviations", "erro de uma união em desvios padrão")
	CommonOff    = metrics.Count("common_off", "1", "error of an intersection in deviations", "erro de uma interseção em desvios padrão")
	_            = metrics.Count(metric.FalseNegatives, "keys", "false negatives", "")
	UnionDiffers = metrics.Count("union_differs", "words", "negatives that a union answers otherwise", "negativos que uma união responde de outro modo") // than a filter built of both sets
	_            = metrics.Time(metric.Query, "query", "one question to all sets", "uma pergunta a todos os conjuntos")
	BitsPerKey   = metrics.Number("bits_per_key", "bits", "bits per key", "")
	NegativeSets = metrics.Percent("negative_sets", "negatives in some set", "negativos em algum conjunto")
	WrongSets    = metrics.Percent("wrong_sets", "keys with a wrong set", "chaves com um conjunto errado")
	Rate         = metrics.Percent("fpr", "false-positive rate", "")
	_            = metrics.Percent(metric.FPRTheory, "false-positive rate by theory", "")
	_            = metrics.Count(metric.FalsePositives, "words", "false positives in the list", "falsos positivos na lista")
	TooOften     = metrics.Percent("count_high", "keys counted too often", "chaves contadas a mais")
	OftenTheory  = metrics.Percent("count_high_theory", "keys counted too often by theory", "chaves contadas a mais pela teoria")
	LayerTheory  = metrics.Percent("count_high_layers", "keys counted too often by theory of every insertion", "chaves contadas a mais pela teoria de cada inserção") // of layers
	NoveltyMean  = metrics.Percent("novelty", "novelty of an edited word", "novidade de uma palavra editada")
	Unseen       = metrics.Percent("novelty_unseen", "novelty of an unseen word", "novidade de uma palavra não vista")
	Familiar     = metrics.Percent("familiar", "unseen words called seen", "palavras não vistas dadas como vistas") // by a novelty of 0
	Likeness     = metrics.Count("likeness", "1", "correlation of likeness and familiarity", "correlação entre semelhança e familiaridade")
)

func countMetrics(name string) []runfolder.Metric {
	list := []runfolder.Metric{TooOften, OftenTheory}
	if name == layered {
		list = append(list, LayerTheory)
	}
	return list
}

func rateMetrics() []runfolder.Metric { return []runfolder.Metric{Rate, metric.FPRTheory} }
