// Package space measures size against false-positive rate. The size is in bits per key, nominal
// and held. The rates are the requested, the theoretical and the measured one, the last as a
// mean over hash functions.
//
// Guarantee: a denied key ends the run, unless the structure declares that it loses keys; then
// the lost keys are counted. The keys, negatives and hash functions of a round depend on the
// seed and on the round alone.
// Cost: see --dry-run, which measures a round of it; memory for the largest set of keys twice,
// and the structure.
// Source: the article's table of structures and their sizes; columns after Lemire's
// fastfilter_cpp (bits per key, wasted per cent over log2 1/ε measured).
package space

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// N is the axis of the number of keys.
const N axis.CountAxis = "n"

// Metrics, in the order of display. Bits per key are nominal; those held stay in use on the
// heap. Steps of k are wrong where the rate does not fall towards the best k, or not rise
// beyond it.
var (
	metrics metric.List

	Rate       = metrics.Percent("fpr", "false-positive rate", "")
	_          = metrics.Percent(metric.FPRTheory, "false-positive rate by theory", "")
	_          = metrics.Count(metric.FalseNegatives, "keys", "false negatives", "")
	_          = metrics.Count(metric.FalsePositives, "words", "false positives in its universe", "falsos positivos em seu universo")
	BitsPerKey = metrics.Number("bits_per_key", "bits", "bits per key", "")
	Overhead   = metrics.Percent("bits_overhead", "bits over log2(1/ε measured)", "bits acima de log2(1/ε medido)")
	BitsSet    = metrics.Percent("bits_set", "bits set", "bits ligados") // of a Bloom filter, as are the next two
	SetSecond  = metrics.Percent("bits_set_second", "bits set by as many keys, half of them the same", "bits ligados por outras tantas chaves, metade delas as mesmas")
	SetUnion   = metrics.Percent("bits_set_union", "bits set by both sets", "bits ligados pelos dois conjuntos")
	FullAt     = metrics.Percent("full_at", "load at the first refusal", "ocupação na primeira recusa") // of a simulated cuckoo table
	BestProbes = metrics.Count("best_k", "1", "k of the least rate", "k da menor razão")
	WrongTurns = metrics.Count("wrong_turns", "steps", "steps of k in the wrong direction", "passos de k na direção errada")
	HeldPerKey = metrics.Number("held_per_key", "bits", "bits per key held", "bits por chave mantidos")
	PeakPerKey = metrics.Number("peak_per_key", "bits", "most bits per key while it is built", "máximo de bits por chave durante a construção") // of the builds of peakTime
	_          = metrics.Time(metric.Build, "key", "construction", "")
)

// settings are the flags of the experiment's own.
type settings struct {
	filters flagvalue.StructureList
	full    trial.Switch
}

// One axis is varied at a time, around these.
const (
	middleN    = 100_000
	onePercent = axis.Per / 100
)

const defaultOf = "hashtable,map,redblack,trie,cascade,clubcard,hashcompaction,fingerprints,roaring," +
	"onehash,bloom,bloom-independent,bloom-double,bloom-enhanced,bloom-triple,partitioned,blocked,splitblock,register,gcs,cuckoo,cuckoo-semisort," +
	"counting,counting3,vicbf,countinggcs,dleft,prefix,quotient,xor,fuse,fuse4,ribbon,ribbon128,burr"

// The default numbers of keys fill a table of a power of two to 86 and 61 %, 94 %, 76 %,
// 94 % and 48 %: one that is full has other sizes than one that is not.
const defaultN = "1753,1e4,15400,1e5,123000,1e6"

// mostPerKey are the most bits per key that a structure is built with: one hash function
// takes 1/ε of them.
const mostPerKey = 1000

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	x := &settings{}
	_ = x.filters.Set(defaultOf) // that it parses is tested
	return trial.New(trial.Spec{
		Name: "space", Title: "bits per key against the false-positive rate, over hash functions",
		Axes: []trial.Axis{
			{Of: N, Default: defaultN, Quick: "1753,1e4,1e5", About: "keys in the structure"},
			{Of: axis.Eps, Default: "0.0001%,0.001%,0.01%,0.1%,1%,2%,5%,10%,20%", Quick: "1%,5%", Usage: "false-positive rates: 0.1%,1%..5%"},
		},
		Flags: []trial.Flag{
			{Name: "filter", Value: &x.filters, Usage: "structures to measure: names, a comma-separated list, or all"},
			{Name: "full", Value: &x.full, Usage: "measure all combinations of n and ε, not one axis at a time around n = 100,000 and ε = 1 %"},
		},
		Work:    &workload.Flags{},
		Reps:    trial.Reps{Default: 12, Least: 2, Why: "an interval over hash functions needs at least 2", Quick: "5", Usage: "hash functions per cell; at most 10 from n = 10^6 on and 3 from 10^7 on; 2 rounds of structures without a hash"},
		Seed:    "seed of generated keys, negatives and hash functions",
		Quick:   "fewer keys, rates and hash functions; --dry-run prints the duration",
		Methods: constructionMethods(),
		Metrics: metrics,
		Words: map[string]string{
			"* is not built for ε = * %: it would take more than * bits per key.": "* não é construída para ε = * %: tomaria mais de * bits por chave.",
			"cuckoo table with buckets of *":                                      "tabela cuckoo com baldes de *",
			"counting filter queried for counts of * or more":                     "filtro com contadores consultado por contagens de * ou mais",
			"bit array of * numbers, one in * of them in the set":                 "vetor de bits de * números, um em cada * deles no conjunto",
			"EGH filter for *, with * of * numbers":                               "filtro EGH para *, com * de * números",
		},
		Headlines: []answer.Headline{{Metric: BitsPerKey, Rate: Rate}, {Metric: HeldPerKey}, {Metric: metric.Build}}, // which structure is smallest, and soonest built
		Claims:    claims(),
		Figures:   figures,
		Prepare: func(r *trial.Run) error {
			r.Methods = trial.Methods(x.filters.Structures...)
			for _, s := range x.filters.Structures {
				var large []string
				for _, rate := range r.Rates(axis.Eps) {
					if tooLarge(s, rate) {
						large = append(large, rate.Percent())
					}
				}
				if large != nil {
					r.Notes = append(r.Notes, fmt.Sprintf("%s is not built for ε = %s %%: it would take more than %d bits per key.", s.Name, strings.Join(large, ", "), mostPerKey))
				}
			}
			return nil
		},
		Trials:   x.trials,
		Shuffled: true,
		Like:     like,
	})
}

// trials compare the structures at every n of the middle ε, at every ε of the middle n, or
// at all of them; then come the simulated constructions.
func (x *settings) trials(r *trial.Run) (list []trial.Trial) {
	n, epsilon := workload.Middle(r.Counts(N), middleN), workload.Middle(r.Rates(axis.Eps), onePercent)
	for _, size := range r.Counts(N) {
		list = append(list, x.compared(r, size, 0)...)
		for _, rate := range r.Rates(axis.Eps) {
			if bool(x.full) || size == n || rate == epsilon {
				list = append(list, x.compared(r, size, rate)...)
			}
		}
	}
	return append(list, x.simulated()...)
}

// compared are the structures over a set of keys: for a rate, or the exact ones for 0. Of
// more keys one hash function tells more, and what lasts so long needs no warm-up.
func (x *settings) compared(r *trial.Run, n int, epsilon axis.Rate) (list []trial.Trial) {
	for _, s := range x.filters.Structures {
		if s.Exact != (epsilon == 0) || tooLarge(s, epsilon) {
			continue
		}
		million, more := 10, 3
		if s.Exact { // without hash functions
			million, more = 2, 2
		}
		list = append(list, trial.Trial{
			Method: s.Name, At: []axis.Place{N.At(n), axis.Eps.At(epsilon)},
			Reports: reports(s, n, epsilon), Once: []runfolder.Metric{HeldPerKey, PeakPerKey},
			Rounds: workload.Rounds(n, math.MaxInt, million, more), Cold: n >= workload.Million,
			Group: uint64(n) ^ uint64(epsilon),
			Do:    func(t *trial.T) error { return measure(t, r.Work, s, n, epsilon) },
		})
	}
	return list
}

// tooLarge reports whether a structure is not built for a rate.
func tooLarge(s filter.Structure, epsilon axis.Rate) bool {
	if s.Exact {
		return false
	}
	plan, err := s.Plan(middleN, filter.Config{Epsilon: epsilon.Float()})
	return err == nil && plan.Bits > mostPerKey*middleN
}

// peakLeast is the least number of keys for which the heap can be looked at often
// enough while a structure is built.
const peakLeast = 100_000

// reports are the metrics of a structure over n keys. Memory is measured of up to a million
// keys: it takes many builds, or one that is slowed by the collector.
// The rate of what answers slowly is not measured where it takes millions of queries.
func reports(s filter.Structure, n int, epsilon axis.Rate) []runfolder.Metric {
	list := []runfolder.Metric{metric.Build, BitsPerKey, metric.FalseNegatives}
	if s.Closed { // the negatives are its universe
		list = append(list, metric.FalsePositives)
	}
	if !s.Exact && !byTheory(s.Name, epsilon) {
		list = append(list, Rate)
	}
	if !s.Exact {
		list = append(list, metric.FPRTheory, Overhead)
	}
	if n > workload.Million {
		return list
	}
	if filter.Can[bitCounter](s) { // a second set takes as long as the first
		list = append(list, BitsSet, SetSecond, SetUnion)
	}
	list = append(list, HeldPerKey)
	if n >= peakLeast {
		list = append(list, PeakPerKey)
	}
	return list
}

// like predicts that sets of many keys take as much longer as they are larger than one that
// is measured, and half as much again past the caches.
func like(r *trial.Run, s experiment.Step) (experiment.Step, float64) {
	s, factor := r.Uncached(s, N)
	if factor == 1 {
		return s, 1
	}
	s = r.Moved(s, axis.Eps.At(workload.Middle(r.Rates(axis.Eps), onePercent)))
	if s.Cell.Metric == PeakPerKey && r.On(s, N) < peakLeast { // which so few keys lack
		s.Cell.Metric = HeldPerKey
	}
	return s, factor
}
