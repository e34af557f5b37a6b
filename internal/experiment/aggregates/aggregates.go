// Package aggregates computes the sum, the mean and the maximum of changing values at every
// node of a network, without a central node. The methods are filters and sets of what is
// counted, and push-sum.
//
// Guarantee: values, changes and partners are the same for all methods, and so is the number of
// messages; partners are drawn at random. Messages arrive. A test recounts every sum.
// Cost: see --dry-run. Each node knows all others' names: marks at these need less than filters.
// Source: the article, decentralised aggregation; Pournaras, Warnier, Brazier 2013, A generic and
// adaptive aggregation service for large-scale decentralized networks; Kempe, Dobra, Gehrke 2003,
// Gossip-based computation of aggregate information, for push-sum. Two choices are this program's:
// one filter at each of two nodes instead of several, and the list of the largest values.
package aggregates

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

//go:embed help.txt
var help string

// Methods and axes, as in the rows.
const (
	filters, exact, pushSum = "filters", "exact", "push-sum"

	Gossip   axis.CountAxis = "gossip" // rounds of messages
	Nodes    axis.CountAxis = "nodes"
	Changing axis.ShareAxis = "changing"
)

// Errors are means over nodes, after a round.
var (
	metrics metric.List

	ErrorSum  = metrics.Share("error_sum", "error of the sum", "erro da soma")
	ErrorMean = metrics.Share("error_mean", "error of the mean", "erro da média")
	ErrorMax  = metrics.Share("error_max", "error of the maximum", "erro do máximo")
	Bytes     = metrics.Count("bytes", "bytes", "bytes that a node sends per round", "bytes que um nó envia por rodada")
)

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	return trial.New(trial.Spec{
		Name: "aggregates", Title: "nodes know sums, means and maxima of values that change", Help: help,
		Axes: []trial.Axis{
			{Of: Gossip, Flag: "rounds", Default: "8,16,32,64,128,256", Quick: "8,64", Usage: "rounds of messages after which nodes are looked at, up to 16384", About: "rounds of messages"},
			{Of: Nodes, Default: "64,256,512", Quick: "64,256", Usage: "numbers of nodes, 8 to 2048: 64,256", About: "nodes, each with a value"},
			{Of: Changing, Default: "0,0.1%,1%,10%", Quick: "0,1%,10%", Usage: "shares of the values that change in a round: 0,1%", About: "share of the values that change in a round"},
			{Of: axis.Eps, Default: "0.1%,1%,5%,20%", Quick: "1%,20%", Usage: "false-positive rates of a filter that holds all nodes"},
		},
		Reps:  trial.Reps{Default: 6, Least: 2, Why: "an interval over values needs at least 2", Quick: "4", Usage: "sets of values and partners for each point, 2 or more"},
		Seed:  "seed of values, changes, partners and hash functions",
		Quick: "fewer nodes, rounds, points and sets: some seconds",
		Methods: []trial.Method{
			{Name: filters, Title: bilingual.Text{EN: "filters of what is counted", PT: "filtros do que foi contado"}},
			{Name: pushSum, Title: bilingual.Text{EN: "push-sum with changes added", PT: "push-sum com as mudanças somadas"}},
			{Name: exact, Baseline: true, Title: bilingual.Text{EN: "exact sets of what is counted", PT: "conjuntos exatos do que foi contado"}},
		},
		Metrics:   metrics,
		Words:     map[string]string{"gossip": "rodada", "nodes": "nós", "changing": "mudanças", "bytes": "bytes"},
		Headlines: []answer.Headline{{Metric: Bytes, To: exact}},
		Claims:    claims(),
		Figures:   figures,
		Prepare: func(r *trial.Run) error {
			nodes, last := r.Counts(Nodes), slices.Max(r.Counts(Gossip))
			if slices.Min(nodes) < 8 || slices.Max(nodes) > 2048 || last > 1<<14 {
				return fmt.Errorf("--nodes=%s, --rounds=%s: want 8 to 2048, and 16384 at most", r.Text(Nodes), r.Text(Gossip))
			}
			r.Parameters = map[string]string{"rounds": strconv.Itoa(last)}
			return nil
		},
		Trials: func(r *trial.Run) (list []trial.Trial) {
			var along []axis.Place
			for _, round := range r.Counts(Gossip) {
				along = append(along, Gossip.At(round))
			}
			for _, share := range []float64{0.01, 0} { // one axis varies at a time, while values change and while none does
				for _, at := range r.Around(Nodes.At(256), Changing.At(share), axis.Eps.At(axis.Per/100)) {
					for _, m := range r.Methods {
						rate := axis.Rate(0)
						if m.Name == filters {
							rate = at.Rate(axis.Eps)
						}
						here := []axis.Place{Nodes.At(at.Int(Nodes)), Changing.At(at.Share(Changing)), axis.Eps.At(rate)}
						list = append(list, trial.Trial{Method: m.Name, At: here, Along: along, Reports: []runfolder.Metric{ErrorSum, ErrorMean, ErrorMax, Bytes}, Do: func(t *trial.T) error {
							v := newValues(at.Int(Nodes), at.Share(Changing), t.Seed())
							of, err := newMethod(v, m.Name, rate.Float(), t.Seed())
							if err != nil {
								return err
							}
							return gossip(t, v, along, of)
						}})
					}
				}
			}
			return trial.Distinct(list)
		},
	})
}

// method is one at work: messages of a step, and the sum, mean and maximum that a node then knows.
type method interface {
	step()
	estimate(node int) [3]float64
}

// gossip carries out all rounds, and reports at the places along them.
func gossip(t *trial.T, v *values, along []axis.Place, of method) error {
	n, r := float64(len(v.now)), 0
	for _, place := range along {
		for due, _ := strconv.Atoi(place.Text); r < due; r++ {
			if err := t.Context().Err(); err != nil {
				return err
			}
			v.turn()
			for range meet {
				of.step()
			}
		}
		var errors, truth [3]float64
		for node := range v.now {
			truth[0], truth[2] = truth[0]+float64(v.value(node)), max(truth[2], float64(v.value(node)))
		}
		truth[1] = truth[0] / n
		for node := range v.now {
			for i, estimate := range of.estimate(node) {
				errors[i] += math.Abs(estimate/truth[i]-1) / n
			}
		}
		for i, m := range []runfolder.Metric{ErrorSum, ErrorMean, ErrorMax} {
			t.At(place).Report(m, errors[i])
		}
		t.At(place).Report(Bytes, float64(v.sent)/(n*float64(r)))
	}
	return nil
}

const (
	possible = 4  // values that a node can have, as in Pournaras et al.: it has one of them
	meet     = 16 // messages that a node can send per round, each to a random node
)

// values are those of the nodes in a round, and whom each sends its messages to.
type values struct {
	of    [][possible]uint32 // that a node can have
	now   []uint8            // which of them it has
	share float64            // of the values that change in a round
	sent  int                // bytes of all nodes so far

	changes, partners *rand.Rand
}

// newValues draws the values, the same for all shares that change.
func newValues(n int, share float64, seed uint64) *values {
	v := &values{of: make([][possible]uint32, n), now: make([]uint8, n), share: share,
		changes: rand.New(rand.NewPCG(seed, 'c')), partners: rand.New(rand.NewPCG(seed, 'p'))}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	for node := range n {
		for i := range possible {
			v.of[node][i] = 1 + uint32(1000*random.ExpFloat64())
		}
	}
	return v
}

// turn begins a round: each value changes with the probability of the share, into another one.
func (v *values) turn() {
	for node := range v.now {
		if v.changes.Float64() < v.share {
			v.now[node] = (v.now[node] + 1 + uint8(v.changes.IntN(possible-1))) % possible
		}
	}
}

// value is that of a node now.
func (v *values) value(node int) uint32 { return v.of[node][v.now[node]] }

// partner draws whom a node sends to, any other one. All methods ask for each node once a step, in
// order, so that it is the same one.
func (v *values) partner(node int) int {
	return (node + 1 + v.partners.IntN(len(v.now)-1)) % len(v.now)
}
