// Package example is an experiment to copy: what does a question to a structure
// cost, by the number of its keys and the share of members among the questions?
//
// Guarantee: a structure that gives a wrong answer gets no number; the keys,
// questions and hash functions of a round depend on the seed and on the round.
// Cost: about a minute, and the memory of the largest structure with its keys.
// Source: none. docs/adding-an-experiment.md goes through it.
package example

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// The axes, and the metric of the experiment's own beside metric.Query.
const (
	N        axis.CountAxis   = "n"
	Hits     axis.ShareAxis   = "hits"
	Admitted runfolder.Metric = "admitted" // share of the negatives asked for that get a yes
)

const questions = 50_000 // of one pass; a section holds as many as make it long enough

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment { return trial.New(spec(all.Resolve("map,bloom"))) }

func spec(structures []filter.Structure, err error) trial.Spec {
	return trial.Spec{
		Name: "lookups", Title: "the cost of a question to a set, by keys and share of members",
		Axes: []trial.Axis{
			{Of: N, Default: "1e2..1e5", About: "keys in the structure",
				Usage: "numbers of keys: 1e2..1e6 (each ten times the one before), 1e3..9e3:2e3, 100,5000"},
			{Of: Hits, Default: "0,0.5,1", About: "share of members among the questions", Usage: "shares of members among the questions: 0,0.5,1 or 10%"},
			{Of: axis.Eps, Default: "1%", One: true, Usage: "false-positive rate asked of the Bloom filter"},
		},
		Reps:    trial.Reps{Default: 30, Least: 2, Why: "an interval needs at least 2 repetitions", Usage: "repetitions of every cell, 2 or more"},
		Seed:    "decides keys, questions, hash functions and the order of the rounds",
		Methods: []trial.Method{{Name: "map"}, {Name: "bloom"}},
		Metrics: []metric.Definition{
			{Name: metric.Query, Rows: runfolder.Nanoseconds, Op: "question", Title: "one question", Portuguese: "uma pergunta"},
			{Name: Admitted, Rows: "1", Unit: "%", Factor: 100, Title: "negatives admitted", Portuguese: "negativos admitidos"},
		},
		Words: map[string]string{"hits": "membros"},
		Claims: claim.Of("guide", claim.Claim{
			ID: "E1", Section: "5", Metric: metric.Query,
			Statement: "with half of the questions for members the Bloom filter is slower than the Go map for most n",
			Test: func(d *claim.Data) claim.Outcome {
				epsilon := d.Meta.Values(axis.Epsilon)[0] // the one of the flag
				return claim.SlowerForMost(d.Where(string(Hits), "0.5").Where(axis.Epsilon, epsilon), "bloom", "map", metric.Query, 0.01)
			},
		}),
		Figures: func(*runfolder.Meta) []figure.Figure {
			return []figure.Figure{figure.Overlay("query", figure.Text{
				EN: "Mean time of a question, by keys and share of members (with 95 % confidence intervals)",
				PT: "Tempo médio de uma pergunta, por chaves e fração de membros (com intervalos de confiança de 95%)",
			}, metric.Query)}
		},
		Prepare: func(r *trial.Run) error {
			if r.Counts(N)[0] == 0 {
				return errors.New("--n: no member of 0 keys can be asked for: want 1 or more")
			}
			r.Parameters["questions"] = strconv.Itoa(questions)
			return err
		},
		Trials: func(r *trial.Run) (list []trial.Trial) {
			for _, s := range structures {
				for _, n := range r.Counts(N) {
					for _, hits := range r.Shares(Hits) {
						list = append(list, question(s, n, hits, r.Rates(axis.Eps)[0]))
					}
				}
			}
			return list
		},
	}
}

// question is the trial of a structure of n keys with a share of members among the questions.
func question(s filter.Structure, n int, hits float64, epsilon axis.Rate) trial.Trial {
	q := trial.Trial{Method: s.Name, At: []axis.Place{N.At(n), Hits.At(hits)}, Reports: []runfolder.Metric{metric.Query}}
	if !s.Exact { // an exact one is off the axis of ε
		q.At = append(q.At, axis.Eps.At(epsilon))
	}
	if !s.Exact && hits < 1 {
		q.Reports = append(q.Reports, Admitted)
	}
	q.Do = func(t *trial.T) error {
		seed := filter.Mix(t.Seed() + uint64(n))
		key := func(i int) string { return strconv.FormatUint(filter.Mix(seed+uint64(i)), 16) }
		keys := make([]string, n)
		for i := range keys {
			keys[i] = key(i)
		}
		f, err := s.Build(wordlist.Of(keys...), filter.Config{Epsilon: epsilon.Float(), Seed: seed})
		if err != nil {
			return err
		}
		random, members := rand.New(rand.NewPCG(seed, 0)), int(math.Round(hits*questions))
		words := make([]string, questions)
		for i := range words { // members first, then negatives
			if words[i] = key(n + i); i < members {
				words[i] = key(random.IntN(n))
			}
			if i < members && !f.Contains(words[i]) {
				return fmt.Errorf("wrong answer to %q: no", words[i])
			}
		}
		random.Shuffle(questions, func(i, j int) { words[i], words[j] = words[j], words[i] })
		list := wordlist.Of(words...)
		yes := ask(f, list)
		if s.Exact && yes != members {
			return fmt.Errorf("wrong answers: %d questions answered with yes, not %d", yes, members)
		}
		t.Report(Admitted, float64(yes-members)/float64(questions-members))
		t.Time(metric.Query, questions, func() error {
			if got := ask(f, list); got != yes {
				return fmt.Errorf("wrong answers: %d questions answered with yes, not %d", got, yes)
			}
			return nil
		})
		return nil
	}
	return q
}

func ask(f filter.Filter, list *wordlist.List) (yes int) {
	for word := range list.Each() {
		if f.Contains(word) {
			yes++
		}
	}
	return yes
}
