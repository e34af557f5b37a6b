// Package aggregates computes the sum, the mean and the maximum of changing values at every
// node of a network, without a central node. The methods are filters and sets of what is
// counted, and push-sum.
//
// Guarantee: values, changes and partners are the same for all methods, and so is the number of
// messages; partners are drawn at random. Messages arrive. A test recounts every sum.
// Cost: see --dry-run; some bytes for each pair of nodes.
// Source: the article, decentralised aggregation; Pournaras, Warnier, Brazier 2013, A generic
// and adaptive aggregation service for large-scale decentralized networks, for nodes that have
// one of a few possible values, and filters of memberships at both nodes that meet; Kempe,
// Dobra, Gehrke 2003, Gossip-based computation of aggregate information, for push-sum;
// Jelasity, Montresor, Babaoglu 2005, Gossip-based aggregation in large dynamic networks, for
// its restarts. Two choices are this program's: one filter at each of two nodes instead of
// several, and the list of the largest values.
package aggregates

import (
	_ "embed"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed help.txt
var help string

// Methods and axes, as in the rows.
const (
	filters, exact, pushSum, restarted = "filters", "exact", "push-sum", "restarted"

	Gossip   axis.CountAxis = "gossip" // rounds of messages
	Nodes    axis.CountAxis = "nodes"
	Changing axis.ShareAxis = "changing"
)

// Errors are means over nodes and over the second half of all rounds so far.
var (
	metrics metric.List

	ErrorSum  = metrics.Share("error_sum", "error of the sum", "erro da soma")
	ErrorMean = metrics.Share("error_mean", "error of the mean", "erro da média")
	ErrorMax  = metrics.Share("error_max", "error of the maximum", "erro do máximo")
	Bytes     = metrics.Count("bytes", "bytes", "bytes that a node sends per round", "bytes que um nó envia por rodada")
	Memory    = metrics.Count("memory", "bytes", "bytes that a node keeps", "bytes que um nó guarda")
)

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	rounds := &flagvalue.AtLeast{Value: 256, Least: 8, Why: "in fewer no method has come to an end"}
	meet := &flagvalue.AtLeast{Value: 16, Least: 1, Why: "a node that meets nobody tells nothing"}
	looks := func() (list []string) { // each after twice as many rounds as the one before
		for r := rounds.Value; r >= max(1, rounds.Value/32); r /= 2 {
			list = slices.Insert(list, 0, strconv.Itoa(r))
		}
		return list
	}
	return trial.New(trial.Spec{
		Name: "aggregates", Title: "nodes know sums, means and maxima of values that change", Help: help,
		Axes: []trial.Axis{
			{Of: Gossip, Values: looks, About: "round of messages after which nodes are looked at"},
			{Of: Nodes, Default: "64,256,512", Quick: "64,256", Usage: "numbers of nodes, 8 to 2048: 64,256", About: "nodes, each with a value"},
			{Of: Changing, Default: "0,0.1%,1%,10%", Quick: "0,1%,10%", Usage: "shares of the values that change in a round: 0,1%", About: "share of the values that change in a round"},
			{Of: axis.Eps, Default: "0.1%,1%,5%,20%", Quick: "1%,20%", Usage: "false-positive rates of a filter that holds all nodes"},
		},
		Flags: []trial.Flag{
			{Name: "rounds", Value: rounds, Quick: "64", Usage: "rounds of messages, 8 to 16384"},
			{Name: "meetings", Value: meet, Usage: "messages that a node can send per round, each to a random node"},
		},
		Reps:  trial.Reps{Default: 6, Least: 2, Why: "an interval over values needs at least 2", Quick: "4", Usage: "sets of values and partners for each point, 2 or more"},
		Seed:  "seed of values, changes, partners and hash functions",
		Quick: "fewer nodes, rounds, points and sets: some seconds",
		Methods: []trial.Method{
			{Name: filters, Title: figure.Text{EN: "filters of what is counted", PT: "filtros do que foi contado"}},
			{Name: pushSum, Title: figure.Text{EN: "push-sum with changes added", PT: "push-sum com as mudanças somadas"}},
			{Name: restarted, Title: figure.Text{EN: "push-sum that begins again", PT: "push-sum que recomeça"}},
			{Name: exact, Baseline: true, Title: figure.Text{EN: "exact sets of what is counted", PT: "conjuntos exatos do que foi contado"}},
		},
		Metrics:   metrics,
		Words:     map[string]string{"gossip": "rodada", "nodes": "nós", "changing": "mudanças", "bytes": "bytes"},
		Headlines: []answer.Headline{{Metric: Memory, To: exact}},
		Claims:    claims(),
		Figures:   figures,
		Prepare: func(r *trial.Run) error {
			if list := r.Counts(Nodes); list[0] < 8 || list[len(list)-1] > 2048 || rounds.Value > 1<<14 {
				return fmt.Errorf("--nodes=%s, --rounds=%d: want 8 to 2048, and 16384 at most", r.Text(Nodes), rounds.Value)
			}
			r.Parameters = map[string]string{"rounds": rounds.String(), "meetings": meet.String()}
			return nil
		},
		Trials: func(r *trial.Run) (list []trial.Trial) {
			var along []axis.Place
			for _, look := range looks() {
				along = append(along, axis.Place{Axis: string(Gossip), Text: look})
			}
			add := func(method string, at axis.Places) {
				rate, reports := axis.Rate(0), []runfolder.Metric{ErrorSum, ErrorMean, ErrorMax, Bytes, Memory}
				if method == filters {
					rate = at.Rate(axis.Eps)
				}
				here := []axis.Place{Nodes.At(at.Int(Nodes)), Changing.At(at.Share(Changing)), axis.Eps.At(rate)}
				if slices.ContainsFunc(list, func(t trial.Trial) bool { return t.Method == method && slices.Equal(t.At, here) }) {
					return
				}
				list = append(list, trial.Trial{Method: method, At: here, Along: along, Reports: reports, Do: func(t *trial.T) error {
					v := newValues(at.Int(Nodes), meet.Value, at.Share(Changing), t.Seed())
					return gossip(t, v, along, newMethod(v, method, rate.Float(), t.Seed()))
				}})
			}
			for _, share := range []float64{0.01, 0} { // one axis varies at a time, while values change and while none does
				for _, at := range r.Around(Nodes.At(256), Changing.At(share), axis.Eps.At(axis.Per/100)) {
					for _, m := range r.Methods {
						add(m.Name, at)
					}
				}
			}
			return list
		},
	})
}

// method is one at work: a message of each node in a step, and what a node then knows.
type method interface {
	step(step int)
	estimate(node int) (sum, mean, max float64)
}

// gossip carries out all rounds, and reports at the places along them.
func gossip(t *trial.T, v *values, along []axis.Place, of method) error {
	errors, n := [3]float64{}, float64(len(v.now))
	for r := 1; len(along) > 0; r++ {
		if err := t.Context().Err(); err != nil {
			return err
		}
		v.turn()
		for i := range v.meet {
			of.step((r-1)*v.meet + i)
		}
		due, _ := strconv.Atoi(along[0].Text)
		if r <= due/2 {
			continue
		}
		trueSum, trueMax := 0.0, 0.0
		for node := range v.now {
			trueSum, trueMax = trueSum+float64(v.value(node)), max(trueMax, float64(v.value(node)))
		}
		for node := range v.now {
			sum, mean, maximum := of.estimate(node)
			errors[0] += math.Abs(sum/trueSum - 1)
			errors[1] += math.Abs(mean/(trueSum/n) - 1)
			errors[2] += math.Abs(maximum/trueMax - 1)
		}
		if r < due {
			continue
		}
		look := t.At(along[0])
		for i, m := range []runfolder.Metric{ErrorSum, ErrorMean, ErrorMax} {
			look.Report(m, errors[i]/(n*float64(due-due/2)))
		}
		look.Report(Bytes, float64(v.sent)/(n*float64(r)))
		look.Report(Memory, float64(v.kept))
		along, errors = along[1:], [3]float64{}
	}
	return nil
}

// possible is how many values a node can have, as in Pournaras et al.: it has one of them.
const possible = 4

// values are those of the nodes in a round, and whom each sends its messages to.
type values struct {
	of         [][possible]uint32 // that a node can have
	now, last  []uint8            // which of them it has, and had in the round before
	meet       int                // steps of a round
	sent, kept int                // bytes: of all nodes so far, and of one

	random   *rand.Rand
	share    float64
	partners uint64 // seed of whom a node sends to
}

// newValues draws the values, the same for all shares that change.
func newValues(n, meet int, share float64, seed uint64) *values {
	v := &values{of: make([][possible]uint32, n), now: make([]uint8, n), last: make([]uint8, n), meet: meet,
		random: rand.New(rand.NewPCG(seed, 'c')), share: share, partners: filter.Mix(seed ^ 'p')}
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
	copy(v.last, v.now)
	for node := range v.now {
		if v.random.Float64() < v.share {
			v.now[node] = (v.now[node] + 1 + uint8(v.random.IntN(possible-1))) % possible
		}
	}
}

// value is that of a node now.
func (v *values) value(node int) uint32 { return v.of[node][v.now[node]] }

// partner is whom a node sends to in a step: any other one, independent of the steps before.
func (v *values) partner(node, step int) int {
	n := len(v.now)
	other, _ := bits.Mul64(filter.Mix(v.partners+uint64(step*n+node)), uint64(n-1))
	if int(other) >= node {
		other++
	}
	return int(other)
}
