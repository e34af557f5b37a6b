// Package all lists the experiments.
package all

import (
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/aggregates"
	"hyphbench/internal/experiment/aggregation"
	"hyphbench/internal/experiment/bloom1970"
	"hyphbench/internal/experiment/cache"
	"hyphbench/internal/experiment/churn"
	"hyphbench/internal/experiment/duplicates"
	"hyphbench/internal/experiment/fbl"
	"hyphbench/internal/experiment/gradient"
	"hyphbench/internal/experiment/growth"
	"hyphbench/internal/experiment/lookup"
	"hyphbench/internal/experiment/molecules"
	"hyphbench/internal/experiment/payoff"
	"hyphbench/internal/experiment/prefixes"
	"hyphbench/internal/experiment/reconcile"
	"hyphbench/internal/experiment/routing"
	"hyphbench/internal/experiment/screening"
	"hyphbench/internal/experiment/semijoin"
	"hyphbench/internal/experiment/sets"
	"hyphbench/internal/experiment/space"
	"hyphbench/internal/experiment/states"
	"hyphbench/internal/experiment/stream"
	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/experiment/values"
	"hyphbench/internal/store"
)

// Experiments returns all experiments with the stores of the program, each with
// flags at their defaults, in the order of display; the first one is the default of
// hyphbench run.
func Experiments() []experiment.Experiment { return With(store.Kinds())() }

// With is Experiments with other stores.
func With(stores []store.Kind) func() []experiment.Experiment {
	return func() []experiment.Experiment {
		return []experiment.Experiment{
			thesis.New(stores...), fbl.New(), space.New(), lookup.New(), churn.New(), growth.New(), bloom1970.New(stores), payoff.New(stores),
			values.New(), stream.New(), sets.New(),
			semijoin.New(), reconcile.New(), routing.New(), gradient.New(), cache.New(), duplicates.New(), screening.New(), molecules.New(), aggregation.New(), aggregates.New(), states.New(), prefixes.New(), // applications
		}
	}
}
