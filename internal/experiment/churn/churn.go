// Package churn measures what deletions and insertions do to a structure: a tenth of its keys
// is deleted and the same number of new keys is inserted, a hundred times.
//
// Guarantee: a denied key, or a deletion that does not find its key, ends the run unless the
// structure declares that it loses keys; then the lost keys are counted. Which keys are deleted
// and inserted in a round depends only on the seed, the round and n. All structures get the
// same keys.
// Cost: see --dry-run; eleven times the keys in memory, and some copies of the structure while
// its operations are timed.
// Source: the article on deletions (counting filters, d-left, cuckoo, a second filter of
// deleted keys); the thesis, chapter 4.
//
// The path of the data:
//
//  1. sets are the words of a round: keys, those that come later, negatives.
//  2. A trial is a structure of n keys. Its looks follow each other: replacementhistory.go plays on
//     from one to the next, and look reports the state there.
//  3. timedreplacement.go times the next replacement on copies; deletedSet (replacementhistory.go)
//     is the theory of the structure that loses keys.
package churn

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
	"hyphbench/internal/workload"
)

//go:embed help.txt
var help string

// Axes beside that of ε.
const (
	Times axis.CountAxis = "churn" // that a tenth was replaced
	N     axis.CountAxis = "n"
)

// Metrics, in the order of display. What is refused is counted from the beginning on.
var (
	metrics metric.List

	Rate       = metrics.Percent("fpr", "false-positive rate", "")
	_          = metrics.Percent(metric.FPRTheory, "false-positive rate by theory", "")
	_          = metrics.Count(metric.FalseNegatives, "keys", "false negatives", "")
	LostTheory = metrics.Count("fn_theory", "keys", "false negatives by theory", "falsos negativos pela teoria") // of the structure that loses keys
	Refused    = metrics.Count("refused", "keys", "insertions refused", "inserções recusadas")
	BitsPerKey = metrics.Count("bits_per_key", "bits", "bits per key", "") // nominal
	Delete     = metrics.Time("delete", "key", "one deletion", "uma remoção")
	Insert     = metrics.Time("insert", "key", "one insertion", "uma inserção")
)

// defaultOf are the structures that can delete, but for redblack, whose keys are slow to
// ask again, and countinggcs, whose insertion takes 10 µs at n = 10^5.
const defaultOf = "map,hashtable,cuckootable,counting,counting3,vicbf,deletedset,dleft,cuckoo,cuckoo-semisort,quotient,dynamic,infini,adaptivecuckoo"

// replacing is what is measured of which structures.
type replacing struct {
	filters    flagvalue.StructureList
	structures []filter.Structure // those that can delete
}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	x := &replacing{}
	_ = x.filters.Set(defaultOf) // that it parses is tested
	return trial.New(trial.Spec{
		Name: "churn", Title: "deletions and insertions without end: rate, lost keys and time", Help: help,
		Work: &workload.Flags{},
		Axes: []trial.Axis{
			{Of: Times, Flag: "times", Default: "0,1,2,5,10,20,50,100", Quick: "0,2,10,100",
				Usage: "numbers of replacements after which to measure; each replaces a tenth of the keys",
				About: "times that a tenth of the keys was deleted and as many others were inserted"},
			{Of: N, Default: "1753,1e5", Quick: "1753,1e4", About: "keys in the structure"},
			{Of: axis.Eps, Default: "1%", One: true, Usage: "false-positive rate"},
		},
		Flags: []trial.Flag{
			{Name: "filter", Value: &x.filters, Usage: "structures to measure: names, a comma-separated list, or all; those that cannot delete are left out"},
		},
		Reps:    trial.Reps{Default: 10, Least: 2, Why: "an interval over hash functions needs at least 2", Quick: "3", Usage: "hash functions per cell, 2 or more"},
		Seed:    "seed of generated keys, negatives, replacements and hash functions",
		Quick:   "fewer keys, measurements and hash functions; --dry-run prints the duration",
		Metrics: metrics,
		Words: map[string]string{
			"churn":                                  "renovações",
			"Left out, since they cannot delete: *.": "Omitidas, pois não removem: *.",
		},
		Headlines: []answer.Headline{{Metric: Insert}, {Metric: Delete}, {Metric: BitsPerKey}}, // which changes soonest, and at what price
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials:    x.trials,
		Together:  N, // trials of as many keys share these
		Like:      like,
	})
}

// mutable are the filters of the structures measured here.
type mutable interface {
	filter.Inserter
	filter.Deleter
}

func (x *replacing) prepare(r *trial.Run) error {
	if r.Counts(Times)[0] != 0 {
		return fmt.Errorf("--times=%s: want 0 among them, to compare with", r.Text(Times))
	}
	x.structures = r.Choose(x.filters.Structures, filter.Can[mutable], "cannot delete")
	if len(x.structures) == 0 {
		return errors.New("--filter: none of the structures can delete and insert: want some such as counting, cuckoo")
	}
	r.Methods = trial.Methods(x.structures...)
	return nil
}

// trials are a history of each structure with each number of keys.
func (x *replacing) trials(r *trial.Run) (list []trial.Trial) {
	times, rate := r.Counts(Times), r.Rates(axis.Eps)[0]
	var looks []axis.Place
	for _, v := range times {
		looks = append(looks, Times.At(v))
	}
	for _, n := range r.Counts(N) {
		for _, s := range x.structures {
			on := rate
			if s.Exact {
				on = 0 // off the axis
			}
			list = append(list, trial.Trial{
				Method: s.Name, At: []axis.Place{N.At(n), axis.Eps.At(on)}, Along: looks, Reports: reports(s),
				DoAt: func(t *trial.T, i int) error {
					set, err := trial.Fixture(t, [2]int{n, t.Round}, func() (*sets, error) {
						return newSets(r.Work, n, t.Seed(), times[len(times)-1]), nil
					})
					if err != nil {
						return err
					}
					h, err := set.history(s, filter.Config{Epsilon: rate.Float(), Seed: t.Seed(), Universe: set.negatives}, times[i])
					if err != nil {
						return err
					}
					h.look(t)
					return nil
				},
			})
		}
	}
	return list
}

// reports are the metrics of a structure at a look. The first one takes no time but that of
// playing up to it: like counts on that.
func reports(s filter.Structure) []runfolder.Metric {
	list := []runfolder.Metric{BitsPerKey, Refused, metric.FalseNegatives}
	if s.Name == deletedSet {
		list = append(list, LostTheory)
	}
	if !s.Exact {
		list = append(list, Rate, metric.FPRTheory)
	}
	if s.Open != nil { // copies are made by way of files
		list = append(list, Delete, Insert)
	}
	return list
}

func (h *history) look(t *trial.T) {
	t.Report(BitsPerKey, float64(h.filter.Bits())/float64(h.sets.keys.Len()))
	t.Report(Refused, float64(h.refused))
	t.Later(metric.FalseNegatives, h.denied)
	t.Later(LostTheory, func() (float64, error) { return h.expectedLost(), nil })
	t.Later(Rate, func() (float64, error) { return measuring.Share(t.Context(), h.sets.negatives, h.filter.Contains) })
	t.Later(metric.FPRTheory, func() (float64, error) { return h.filter.Theory(), nil })
	t.Section(Delete, func() (timing.Section, int, error) {
		next, err := h.timed(t.Least())
		return next.deletes, next.deleted, err
	})
	t.Section(Insert, func() (timing.Section, int, error) {
		next, err := h.timed(t.Least())
		return next.inserts, next.inserted, err
	})
}

// like: replacements take as long as the first, and a look as long as one after these; of
// more keys than predicted, as much longer as they are more, and half as much again past
// the caches.
func like(r *trial.Run, s experiment.Step) (experiment.Step, float64) {
	times := r.Counts(Times)
	replacements := 1.0 // of those before the second look
	if i := slices.Index(times, r.On(s, Times)); i > 0 {
		if s.Cell.Metric == BitsPerKey {
			replacements = float64(times[i]-times[i-1]) / float64(times[1])
		}
		s = r.Moved(s, Times.At(times[1]))
	}
	s, more := r.Uncached(s, N)
	return s, replacements * more
}
