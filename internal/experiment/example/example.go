// Package example is an experiment to copy. How does the time of a query depend on the number
// of keys and on the share of members among the queries?
//
// Guarantee: a structure that gives a wrong answer has no result; the keys, queries and hash
// functions of a round depend on the seed and on the round.
// Cost: about a minute, and the memory of the largest structure with its keys.
// Source: none. docs/adding-an-experiment.md explains it step by step.
package example

import (
	_ "embed"
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/exact"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// The axes, and the metric of the experiment's own beside metric.Query.
const (
	N        axis.CountAxis   = "n"
	Hits     axis.ShareAxis   = "hits"
	Admitted runfolder.Metric = "admitted" // share of the negatives among the queries that get a yes
)

//go:embed claims.txt
var claimTexts string

const queries = 50_000 // of one pass; a section holds as many passes as make it long enough

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment { return trial.New(spec(exact.Map(), bloom.Standard())) }

func spec(structures ...filter.Structure) trial.Spec {
	return trial.Spec{
		Name: "lookups", Title: "the cost of a query to a set, by keys and share of members",
		Axes: []trial.Axis{
			{Of: N, Default: "1e2..1e5", About: "keys in the structure"},
			{Of: Hits, Default: "0,0.5,1", About: "share of members among the queries", Usage: "shares of members among the queries, such as 0,0.5,1 or 10%"},
			{Of: axis.Eps, Default: "1%", One: true, Usage: "false-positive rate of the Bloom filter"},
		},
		Work:    &workload.Flags{}, // --n, and --keys and --queries for those of the user
		Reps:    trial.Reps{Default: 30, Least: 2, Why: "an interval needs at least 2 repetitions", Usage: "repetitions of each measurement, 2 or more"},
		Seed:    "seed of keys, queries, hash functions and the order of the rounds",
		Methods: trial.Methods(structures...),
		Metrics: []metric.Definition{
			{Name: metric.Query, Rows: runfolder.Nanoseconds, Op: "query", Title: "one query", Portuguese: "uma consulta"},
			{Name: Admitted, Rows: "1", Unit: "%", Factor: 100, Title: "negatives admitted", Portuguese: "negativos admitidos"},
		},
		Words: map[string]string{"hits": "membros"},
		Claims: claim.Read(claimTexts, claim.Tests{
			"E1": claim.By(metric.Query, func(d *claim.Data) claim.Outcome {
				return claim.SlowerForMost(d.At(Hits.At(0.5)), "bloom", "map", metric.Query, 0.01)
			}),
		}),
		Figures: func(*runfolder.Meta) []figure.Figure {
			return []figure.Figure{figure.Overlay("query", bilingual.Text{
				EN: "Mean time of a query, by keys and share of members (with 95 % confidence intervals)",
				PT: "Tempo médio de uma consulta, por chaves e fração de membros (com intervalos de confiança de 95%)",
			}, metric.Query)}
		},
		Trials: func(r *trial.Run) (list []trial.Trial) {
			for _, s := range structures {
				for _, n := range r.Work.Sizes() {
					for _, hits := range r.Shares(Hits) {
						list = append(list, query(r, s, n, hits))
					}
				}
			}
			return list
		},
	}
}

// query is the trial of a structure of n keys, with a share of members among the queries.
func query(r *trial.Run, s filter.Structure, n int, hits float64) trial.Trial {
	epsilon := r.Rates(axis.Eps)[0]
	q := trial.Trial{Method: s.Name, At: []axis.Place{N.At(n), Hits.At(hits)}, Reports: []runfolder.Metric{metric.Query}}
	if !s.Exact { // an exact one is off the axis of ε
		q.At = append(q.At, axis.Eps.At(epsilon))
	}
	if !s.Exact && hits < 1 {
		q.Reports = append(q.Reports, Admitted)
	}
	q.Do = func(t *trial.T) error {
		keys, negatives := r.Work.Keys(n, t.Seed()), r.Work.Negatives(n, t.Seed(), queries)
		f, err := t.Build(s, keys, epsilon.Float())
		if err != nil {
			return err
		}
		asked, members := workload.Mixed(keys, negatives, hits, queries, t.Seed())
		yes := t.TimeQueries(metric.Query, f, asked)
		if s.Exact && yes != members {
			return fmt.Errorf("wrong answers: %d queries answered with yes, not %d", yes, members)
		}
		t.Report(Admitted, float64(yes-members)/float64(queries-members))
		return nil
	}
	return q
}
