// Package aggregation counts the different items of all nodes of a network, without a central
// node. Each node repeatedly sends its knowledge to another node. Some items are on several
// nodes. How exact is the number at each node, and how many bytes are sent?
//
// Guarantee: after every step the state of every node is compared with that of a reference that
// sends nothing; a node that lost or gained an item, a bit or a share of the sum ends the run.
// Bytes are counted where nodes write them to their sockets. Items, partners and hash functions
// of a round depend on the seed and on the round alone.
// Cost: see --dry-run; of n nodes up to n·(n − 1) connections.
// Source: the article, decentralised aggregation (Pournaras, Warnier, Brazier 2013, A generic
// and adaptive aggregation service for large-scale decentralized networks) and the number of
// items in a filter (Swamidass, Baldi 2007); Kempe, Dobra, Gehrke 2003, Gossip-based
// computation of aggregate information, for push-sum.
package aggregation

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
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

//go:embed help.txt
var help string

// Names in the rows of the experiment.
const (
	exactUnion  = "union"
	bloomFilter = "bloom"
	pushSum     = "push-sum"
	adding      = "adding"

	Step   axis.CountAxis = "step"
	Nodes  axis.CountAxis = "nodes"
	Copies axis.CountAxis = "copies"
)

// Metrics of the experiment's own, in the order of display. All but the bytes are shares of
// the true number of different items.
var (
	metrics metric.List

	Estimate = metrics.Percent("estimate", "estimate of the middle node, of the true number", "estimativa do nó mediano, do número verdadeiro")
	Error    = metrics.Percent("error", "mean error of a node", "erro médio de um nó")
	Worst    = metrics.Percent("worst", "error of the node furthest off", "erro do nó mais distante")
	Bytes    = metrics.Add(metric.Definition{
		Name: "bytes", Rows: "bytes", Unit: "kB", Factor: 1e-3, Title: "bytes sent by all nodes so far", Portuguese: "bytes enviados por todos os nós até então"})
)

// counting is what the nodes count, as the flags say.
type counting struct {
	items, steps flagvalue.AtLeast
}

// mostNodes keeps the connections, two files each, below the limits of most systems.
const mostNodes = 64

// parameterItems is read by claims and figures.
const parameterItems = "items"

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	x := &counting{
		items: flagvalue.AtLeast{Value: 50_000, Least: 100, Why: "the error of an estimate of few items is mostly chance"},
		steps: flagvalue.AtLeast{Value: 20, Least: 1, Why: "nodes that send nothing know nothing of each other"},
	}
	return trial.New(trial.Spec{
		Name: "aggregation", Title: "nodes count together what they have, by filters and by sums", Help: help,
		Axes: []trial.Axis{
			{Of: Step, Values: func() []string { return axis.Counts("", axis.Span(0, x.steps.Value)).Values }, About: "how often each node has sent what it knows"},
			{Of: Nodes, Default: "8,16,32", Quick: "8,16", Usage: "numbers of nodes, 2 to 64: 8,16,32", About: "nodes that count together"},
			{Of: Copies, Default: "1,2,4", Usage: "numbers of nodes that have each item: 1,2,4", About: "how many nodes have each item"},
			{Of: axis.Eps, Default: "0.1%,1%,10%,50%", Quick: "1%,10%,50%", Usage: "false-positive rates of the filter with all items in it"},
		},
		Flags: []trial.Flag{
			{Name: "items", Value: &x.items, Quick: "5000", Usage: "number of different items of all nodes together"},
			{Name: "steps", Value: &x.steps, Usage: "number of times that each node sends what it knows"},
		},
		Reps:  trial.Reps{Default: 10, Least: 2, Why: "an interval over items and partners needs at least 2", Quick: "4", Usage: "sets of items and partners for each point, 2 or more"},
		Seed:  "seed of items, partners, hash functions and the order of the rounds",
		Quick: "fewer nodes, items, points and sets: less than half a minute",
		Methods: []trial.Method{
			{Name: bloomFilter},
			{Name: pushSum, Title: bilingual.Text{EN: "push-sum", PT: "push-sum"}},
			{Name: adding, Title: bilingual.Text{EN: "sum of all received values", PT: "soma de todos os valores recebidos"}},
			{Name: exactUnion, Baseline: true, Title: bilingual.Text{
				EN: "exact union (each node sends all items that it knows)", PT: "união exata (cada nó envia todos os itens que conhece)"}},
		},
		Metrics:   metrics,
		Words:     map[string]string{"step": "passo", "nodes": "nós", "copies": "cópias"},
		Headlines: []answer.Headline{{Metric: Bytes, To: exactUnion}}, // a line for each method
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials:    x.trials,
	})
}

func (x *counting) prepare(r *trial.Run) error {
	counts, copies := r.Counts(Nodes), r.Counts(Copies)
	if counts[0] < 2 || counts[len(counts)-1] > mostNodes {
		return fmt.Errorf("--nodes=%s: want 2 to %d", r.Text(Nodes), mostNodes)
	}
	if copies[0] < 1 || copies[len(copies)-1] > counts[0] {
		return fmt.Errorf("--copies=%s: want 1 to %d, the fewest nodes", r.Text(Copies), counts[0])
	}
	r.Parameters[parameterItems] = x.items.String()
	return nil
}

// place is a method of counting; rate is 0 of one without a filter.
type place struct {
	method        string
	nodes, copies int
	rate          axis.Rate
}

// places are those of the run, one axis varied at a time.
func places(r *trial.Run) (list []place) {
	for _, at := range r.Around(Nodes.At(16), Copies.At(2), axis.Eps.At(axis.Per/10)) {
		for _, method := range []string{exactUnion, pushSum, adding, bloomFilter} {
			p := place{method, at.Int(Nodes), at.Int(Copies), 0}
			if method == bloomFilter {
				p.rate = at.Rate(axis.Eps)
			}
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// trials let the nodes of each place gossip once, and report after each step.
func (x *counting) trials(r *trial.Run) (list []trial.Trial) {
	var steps []axis.Place
	for step := range x.steps.Value + 1 {
		steps = append(steps, Step.At(step))
	}
	for _, p := range places(r) {
		list = append(list, trial.Trial{
			Method: p.method, At: []axis.Place{Nodes.At(p.nodes), Copies.At(p.copies), axis.Eps.At(p.rate)}, Along: steps,
			Reports: []runfolder.Metric{Estimate, Error, Worst, Bytes},
			Do:      func(t *trial.T) error { return x.gossip(t, p) },
		})
	}
	return list
}

// networks are kept by their number of nodes: rounds take them in any order.
type networks map[int]*loopbacknetwork.Network

func (n networks) Close() error {
	var list []error
	for _, network := range n {
		list = append(list, network.Close())
	}
	return errors.Join(list...)
}

func (x *counting) gossip(t *trial.T, p place) error {
	kept, err := trial.Fixture(t, nil, func() (networks, error) { return networks{}, nil })
	if err != nil {
		return err
	}
	if kept[p.nodes] == nil {
		if kept[p.nodes], err = loopbacknetwork.New(p.nodes); err != nil {
			return err
		}
	}
	w := newPlacement(p.nodes, x.items.Value, p.copies, x.steps.Value, filter.Mix(t.Seed()))
	g, err := run(t.Context(), kept[p.nodes], p.method, w, filter.Config{Epsilon: p.rate.Float(), Seed: t.Seed()})
	if err != nil {
		return err
	}
	for step := range x.steps.Value + 1 {
		at := Step.At(step)
		mean, worst := g.errors(step, x.items.Value)
		t.ReportAt(at, Estimate, g.estimate(step)/float64(x.items.Value))
		t.ReportAt(at, Error, mean)
		t.ReportAt(at, Worst, worst)
		t.ReportAt(at, Bytes, float64(g.bytes[step]))
	}
	return nil
}
