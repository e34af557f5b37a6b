// Package reconcile measures the bytes that two peers send each other to compare their sets of
// keys. They look for the difference S_A − S_B, the intersection, or the number of differences.
// The methods are filters, reconciliation trees, invertible tables, rateless symbols, and
// sending all keys.
//
// Guarantee: peers are nodes that talk over TCP, and every byte of them is counted. The result
// of a peer is compared with the true difference. An exact method that misses a key ends the
// run, and so does any method that invents a key. The keys that an approximate method misses
// are counted. All numbers except the CPU time depend only on the seed and the round.
// Cost: see --dry-run; some 50 bytes per key.
// Source: the thesis, sections 3.5.3 and 3.5.4; the article on data synchronization; the papers
// of package difference.
package reconcile

import (
	_ "embed"
	"errors"
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/workload"
)

//go:embed help.txt
var help string

// The axes beside that of ε.
const (
	Task axis.NameAxis  = "task"
	D    axis.CountAxis = "d"
	N    axis.CountAxis = "n"
)

// Tasks: what peer B wants to know.
const (
	taskDifference   = "difference"   // the keys of S_A − S_B
	taskIntersection = "intersection" // those of S_A ∩ S_B, from A
	taskSize         = "size"         // how many keys only one of the two has
)

// Metrics of the experiment's own, in the order of display. What is simulated sends nothing.
var (
	metrics metric.List

	Bytes     = metrics.Count("bytes", "bytes", "bytes sent, both directions", "bytes enviados, nos dois sentidos") // with the frames of the messages
	Messages  = metrics.Count("messages", "messages", "messages, both directions", "mensagens, nos dois sentidos")
	Missing   = metrics.Count("missing", "keys", "keys of the difference not found", "chaves da diferença não encontradas") // by an approximate method
	Extra     = metrics.Count("extra", "keys", "keys sent in vain for the intersection", "chaves enviadas em vão para a interseção")
	Cells     = metrics.Count("cells", "cells", "cells or symbols for each difference", "células ou símbolos por diferença") // of the table that peels; symbols needed
	Tables    = metrics.Count("tables", "tables", "tables until one peels", "tabelas até que uma se resolva")
	Off       = metrics.Share("off", "error of the number of differences", "erro do número de diferenças") // of an estimate
	Symbols   = metrics.Count("symbols", "symbols", "rateless symbols for each difference, simulated", "símbolos sem taxa fixa por diferença, simulados")
	Threshold = metrics.Count("threshold", "cells", "least cells per key of a large table, simulated", "menos células por chave de uma tabela grande, simuladas")
	Questions = metrics.Count("questions", "questions", "questions to the summary of the peer", "perguntas ao resumo do par")
	CPU       = metrics.Count("cpu", "µs", "CPU time of both peers", "tempo de CPU dos dois pares") // of their threads
)

// peers are what is compared, as the flags say.
type peers struct {
	filters flagvalue.StructureList
	methods []method // the baseline, filters, the others
}

// mostKeys of a peer: an exchange takes some 100 bytes for each.
const mostKeys = 20_000_000

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment { return trial.New(newPeers("bloom,gcs").spec()) }

func newPeers(filters string) *peers {
	x := &peers{}
	_ = x.filters.Set(filters) // that the default parses is tested
	return x
}

// spec has a Bloom filter of 2 %, which takes 8 bits per key, as in Byers et al.
func (x *peers) spec() trial.Spec {
	s := trial.Spec{
		Name: "reconcile", Title: "what two peers send to find the difference of their sets", Help: help,
		Axes: []trial.Axis{
			{Of: Task, Values: func() []string { return []string{taskDifference, taskIntersection, taskSize} },
				About: "what peer B wants of peer A: the difference S_A − S_B, the intersection, or the size of the symmetric difference"},
			{Of: D, Default: "1,2,5,10,30,100,300,1e3,3e3,1e4,3e4,1e5,2e5", Quick: "1,5,10,100,1e3,1e4",
				Usage: "numbers of keys that only one of the peers has, half of them each; for each n up to 2n",
				About: "keys that one of the peers has alone, half of them each"},
			{Of: N, Default: "1e3,1e4,1e5", Quick: "1e3,1e4", About: "keys of peer A",
				Usage: "numbers of keys of a peer: 1e3..1e6 (each ten times the one before), 1e4,5e5"},
			{Of: axis.Eps, Default: "0.001,0.02", Usage: "false-positive rates of the filters; a tree has the bits of a Bloom filter"},
		},
		Flags: []trial.Flag{{Name: "filter", Value: &x.filters,
			Usage: "filters that peers send: names, a comma-separated list, or all; structures without a file are left out"}},
		Reps:    trial.Reps{Default: 10, Least: 2, Why: "an interval over hash functions needs at least 2", Quick: "5", Usage: "hash functions and sets per cell, 2 or more"},
		Seed:    "seed of keys, hash functions and the order of the rounds",
		Quick:   "fewer keys, differences and repetitions: less than half a minute",
		Metrics: metrics,
		Words: map[string]string{
			"task": "tarefa", "difference": "diferença", "intersection": "interseção", "size": "tamanho",
			"bytes": "bytes", "messages": "mensagens", "questions": "perguntas", "tables": "tabelas", "cells": "células", "symbols": "símbolos",
			"invertible Bloom lookup table with * hashes":          "tabela de Bloom invertível com * hashes",
			"Left out, since they cannot be sent or lose keys: *.": "Omitidas, pois não podem ser enviadas ou perdem chaves: *.",
		},
		Headlines: []answer.Headline{{Metric: Bytes, To: allKeys, By: string(Task)}, {Metric: CPU, To: allKeys}},
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials:    x.trials,
		Columned:  true,
		Like:      predicted,
	}
	for _, m := range methods() {
		s.Methods = append(s.Methods, m.compared())
	}
	for _, k := range thresholdHashes() {
		s.Methods = append(s.Methods, trial.Method{Name: tableOf(k), Title: bilingual.Text{EN: fmt.Sprintf("invertible Bloom lookup table with %d hashes", k)}})
	}
	return s
}

func (x *peers) prepare(r *trial.Run) error {
	sizes := r.Counts(N)
	last := sizes[len(sizes)-1]
	switch {
	case sizes[0] == 0:
		return errors.New("--n: a peer of 0 keys has nothing to find: want 1 or more")
	case last > mostKeys:
		return fmt.Errorf("--n: %s keys are more than a run has room for: want %s or fewer", axis.Grouped(last), axis.Grouped(mostKeys))
	case r.Counts(D)[0] > 2*last:
		return fmt.Errorf("--d=%s: two sets of %s keys differ in twice as many at most", r.Text(D), axis.Grouped(last))
	}
	x.choose(r)
	r.Methods = nil
	for _, m := range x.methods {
		r.Methods = append(r.Methods, m.compared())
	}
	return nil
}

func (x *peers) choose(r *trial.Run) {
	own := methods()
	x.methods = own[:1:1]
	sent := func(s filter.Structure) bool { return s.Open != nil && !s.Closed && s.Faults&filter.LosesKeys == 0 }
	for _, s := range r.Choose(x.filters.Structures, sent, "cannot be sent or lose keys") {
		x.methods = append(x.methods, byFilter(s))
	}
	x.methods = append(x.methods, own[1:]...)
}

// visits are the exchanges of sets of so many keys, in the order of the tables.
func (x *peers) visits(sizes, differences []int, rates []axis.Rate) (list []visit) {
	for _, n := range sizes {
		for _, d := range differences {
			if d > 2*n {
				continue
			}
			for _, m := range x.methods {
				of := []axis.Rate{0}
				if m.sized {
					of = rates
				}
				for _, task := range m.tasks {
					for _, rate := range of {
						list = append(list, visit{m, task, d, n, rate})
					}
				}
			}
		}
	}
	return list
}

func (x *peers) trials(r *trial.Run) (list []trial.Trial) {
	for _, v := range x.visits(r.Counts(N), r.Counts(D), r.Rates(axis.Eps)) {
		list = append(list, trial.Trial{
			Method: v.method.name, At: []axis.Place{Task.At(v.task), D.At(v.d), N.At(v.n), axis.Eps.At(v.rate)},
			Reports: v.method.reports(v.task, v.d), Do: v.carryOut,
		})
	}
	return append(list, simulations(r.Counts(D))...)
}

// predicted is the exchange by which a large one is predicted: one of as many keys as is
// quick, and of as many differences as these can have. It takes as much longer as it has
// more of both. A simulation has no keys, and is its own.
func predicted(r *trial.Run, s experiment.Step) (experiment.Step, float64) {
	const quick = 100_000
	s.Round = 1
	like, times := r.Fewer(s, N, quick)
	d, most := r.On(s, D), 2*r.On(like, N)
	if times == 1 || d <= most {
		return like, times
	}
	fewer := workload.Largest(r.Counts(D), most)
	if fewer == 0 || fewer > most { // where another metric is measured, or nothing is
		return s, 1
	}
	return r.Moved(like, D.At(fewer)), times * float64(d) / float64(fewer)
}
