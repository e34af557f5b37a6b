// Package growth measures what overfilling does to a structure: it gets up to eight times as
// many keys as it was built for.
//
// Guarantee: a denied key ends the run, unless the structure declares that it loses keys, or
// refused this key. Refusals are counted. The keys, negatives and hash functions of a round
// depend on the seed and on the round alone.
// Cost: see --dry-run; the keys in memory, and the structure.
// Source: programs that have to guess the number of keys (stellar-core#3604: 1 % more keys than
// expected give 7 % more false positives, and 5 % more give 40 %); the article on counting,
// d-left and scalable filters; Dayan, Bercea, Reviriego, Pagh 2023 (InfiniFilter).
//
// A trial is a structure that grows to n keys. It is measured at certain percentages of the
// expected number of keys (measure.go). keyinsertion.go inserts the keys.
package growth

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

//go:embed help.txt
var help string

// Axes beside that of ε.
const (
	Inserted axis.CountAxis = "inserted"
	N        axis.CountAxis = "n"
)

// Metrics, in the order of display. All of them are of what happened up to the look; bits
// are nominal, of the keys taken; an insertion is with the empty structure's making.
var (
	metrics metric.List

	Rate         = metrics.Percent("fpr", "false-positive rate", "")
	_            = metrics.Percent(metric.FPRTheory, "false-positive rate by theory", "")
	_            = metrics.Count(metric.FalseNegatives, "keys", "false negatives", "")
	BitsPerKey   = metrics.Number("bits_per_key", "bits", "bits per key taken", "bits por chave aceita")
	Refused      = metrics.Count("refused", "keys", "keys refused", "chaves recusadas")
	Resized      = metrics.Count("resized", "times", "enlargements asked for", "ampliações pedidas") // after a refusal; what grows by itself asks for none
	Insert       = metrics.Time("insert", "key", "one insertion, all told", "uma inserção, com tudo incluído")
	PauseMost    = pause("pause_p99", "an insertion, 99 of 100 within", "uma inserção, 99 de 100 até")
	PauseLongest = pause("pause_longest", "the longest insertion", "a inserção mais longa")
)

func pause(name runfolder.Metric, english, portuguese string) runfolder.Metric {
	return metrics.Add(metric.Definition{Name: name, Rows: runfolder.Nanoseconds, Title: english, Portuguese: portuguese, Extreme: true})
}

// The structures by default are one of each method to take more keys than told.
const defaultOf = "map,hashtable,hashcompaction,roaring,bloom,partitioned,blocked,twoblock,splitblock,register,cuckoo,cuckoo-semisort,counting,vicbf,dleft,prefix,quotient,scalable,dynamic,infini,adaptivecuckoo," + remadeName

// growing is what grows, as the flags say.
type growing struct {
	filters flagvalue.StructureList
	work    workload.Flags
	full    trial.Switch
	able    []filter.Structure // those of the filters that can insert
	looks   []int              // per cent of the keys told, ascending
}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	x := &growing{}
	x.filters.Own = []filter.Structure{remade()}
	// That the default parses is tested.
	_ = x.filters.Set(defaultOf)
	return trial.New(trial.Spec{
		Name: "growth", Title: "more keys than told: rate, size, refusals and pauses", Help: help,
		Axes: []trial.Axis{
			{Of: Inserted, Default: "100,101,105,150,200,400,800", Quick: "100,101,105,200,800",
				Usage: "when to measure: inserted keys, in per cent of the number that the structure was built for; the last is all n",
				About: "keys that came, in per cent of those that the structure was told of"},
			{Of: N, Default: "1753,1e5,1e6", Quick: "1753,1e4", About: "keys that come in all"},
			{Of: axis.Eps, Default: "0.1%,1%", Usage: "false-positive rates: 0.1%,1%"},
		},
		Flags: []trial.Flag{
			{Name: "filter", Value: &x.filters, Usage: "structures to measure: names, a comma-separated list, or all; those that cannot insert are left out"},
			{Name: "full", Value: &x.full, Usage: "measure all combinations of n and ε, not one axis at a time around n = 100,000 and ε = 1 %"},
		},
		Work:    &x.work,
		Reps:    trial.Reps{Default: 20, Least: 2, Why: "an interval over hash functions needs at least 2", Quick: "3", Usage: "hash functions per cell, 2 or more; at most 3 from n = 10^6 on"},
		Seed:    "seed of generated keys, negatives and hash functions",
		Quick:   "fewer keys, measurements and hash functions; --dry-run prints the duration",
		Methods: []trial.Method{{Name: remadeName, Title: bilingual.Text{EN: "Bloom filter made anew", PT: "Bloom filter refeito"}}},
		Words: map[string]string{
			"inserted":                               "inseridas",
			"Left out, since they cannot insert: *.": "Omitidas, pois não inserem: *.",
		},
		Metrics:   metrics,
		Headlines: []answer.Headline{{Metric: Insert}, {Metric: PauseMost}, {Metric: BitsPerKey}}, // which grows soonest, and at what price
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials:    x.trials,
		Together:  N, // a set of keys is made once a round
		Like:      like,
	})
}

func (x *growing) prepare(r *trial.Run) error {
	if x.looks = r.Counts(Inserted); x.looks[0] == 0 {
		return fmt.Errorf("--inserted=%s: a structure without keys has nothing to tell: want 1 %% or more", r.Text(Inserted))
	}
	inserts := func(s filter.Structure) bool { return filter.Can[filter.Inserter](s) && !s.Closed }
	x.able = r.Choose(x.filters.Structures, inserts, "cannot insert")
	if len(x.able) == 0 {
		return errors.New("--filter: none of the structures can insert: want some such as bloom, scalable")
	}
	r.Methods = trial.Methods(x.able...)
	return nil
}

// middle is where the other axis is varied: the usual place or, where the run lacks it,
// that of the most keys and of the highest rate.
func middle(r *trial.Run) (n int, epsilon axis.Rate) {
	return orLast(r.Work.Sizes(), 100_000), orLast(r.Rates(axis.Eps), onePercent)
}

const onePercent = axis.Per / 100

// orLast is the value that is wanted or, where it is not there, the last of the list.
func orLast[T comparable](list []T, wanted T) T {
	if slices.Contains(list, wanted) {
		return wanted
	}
	return list[len(list)-1]
}

// trials are every n at the middle ε and every ε at the middle n, or all of them. Of a
// million keys a few hash functions tell as much as many do of fewer.
func (x *growing) trials(r *trial.Run) (list []trial.Trial) {
	const ofMillion = 3
	n, epsilon := middle(r)
	for _, size := range r.Work.Sizes() {
		for _, s := range x.able {
			rates := r.Rates(axis.Eps)
			if s.Exact {
				rates = []axis.Rate{0} // off the axis
			}
			for _, rate := range rates {
				if !s.Exact && !bool(x.full) && size != n && rate != epsilon {
					continue
				}
				h := trial.Trial{
					Method: s.Name, At: []axis.Place{N.At(size), axis.Eps.At(rate)},
					DoAt: func(t *trial.T, look int) error { return x.look(t, r, history{s, size, rate}, x.looks[look]) },
				}
				if size >= workload.Million {
					h.Rounds, h.Cold = ofMillion, true
				}
				for _, percent := range x.looks {
					h.Looks = append(h.Looks, trial.Look{At: []axis.Place{Inserted.At(percent)}, Reports: reports(s, percent)})
				}
				list = append(list, h)
			}
		}
	}
	return list
}

// reports are the metrics at a look. Times are measured at whole multiples of what was
// told, or nowhere if there are none: a few keys more change none.
func reports(s filter.Structure, percent int) []runfolder.Metric {
	list := []runfolder.Metric{BitsPerKey, Refused, Resized, metric.FalseNegatives}
	if !s.Exact {
		list = append(list, Rate, metric.FPRTheory)
	}
	if percent%100 == 0 {
		list = append(list, Insert, PauseMost, PauseLongest)
	}
	return list
}

// like predicts by at most 100,000 keys. What goes through the keys takes as much longer
// as there are more, and a tenth more past the caches, where insertions do not wait for
// each other; what asks negatives half as much again.
func like(r *trial.Run, s experiment.Step) (experiment.Step, float64) {
	const predicted, uncached, asked = 100_000, 1.1, 1.5
	s.Round = min(s.Round, 2) // the first round finds out how long sections are
	s, more := r.Fewer(s, N, predicted)
	if more == 1 {
		return s, 1
	}
	_, epsilon := middle(r)
	s = r.Moved(s, axis.Eps.At(epsilon))
	if s.Cell.Metric == Rate {
		return s, asked
	}
	return s, uncached * more
}
