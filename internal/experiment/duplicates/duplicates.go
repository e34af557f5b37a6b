// Package duplicates finds elements that exist twice or more. They are spread over processing
// elements that communicate over sockets. The methods are distributed Bloom filters,
// replicating Bloom filters, and no filter.
//
// Guarantee: the answer of each processing element for each of its elements is compared with
// the truth. A missed or an invented duplicate ends the run. Bytes and messages are counted
// where they are written to sockets. They are the same if seed, round and flags are the same.
// Cost: see --dry-run; p² connections of the system and some 200 bytes per element.
// Source: Sanders, Schlag, Müller 2013 (Communication efficient algorithms for fundamental big
// data problems); the article, "distributed Bloom filters".
//
// The path of the data:
//
//  1. newInstance spreads elements over processing elements and notes the truth.
//  2. A method (methods.go) runs on every processing element at once: rounds of hashes
//     (distributedfilter.go), a filter in a hypercube (replicatedfilters.go), or nothing leave candidates;
//     these go as they are to processing elements that compare them (shippedcandidates.go).
//  3. elements.carryOut (measure.go) compares the answers with the truth, and what was sent with theory
//     (theory.go).
//  4. queries.go asks the same filters for negatives, until what a query costs is known.
package duplicates

import (
	_ "embed"
	"errors"
	"fmt"
	"math/bits"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
	"hyphbench/internal/workload"
)

//go:embed help.txt
var help string

// P is the axis of processing elements.
const P axis.CountAxis = "p"

// Metrics of the experiment's own, in the order of display. Bytes are those of all processing
// elements, by the number of elements; theory has no frames.
var (
	metrics metric.List

	Bytes           = metrics.Number("sent_bytes", "B", "bytes sent per element", "bytes enviados por elemento")
	BytesTheory     = metrics.Number("sent_bytes_theory", "B", "bytes sent per element by theory", "bytes enviados por elemento pela teoria")
	HashBytes       = metrics.Number("hash_bytes", "B", "bytes of hashes per element", "bytes de hashes por elemento")                         // filters too
	AnswerBytes     = metrics.Number("answer_bytes", "B", "bytes of answers per element", "bytes de respostas por elemento")                   // which hashes were met
	KeyBytes        = metrics.Number("key_bytes", "B", "bytes of compared elements per element", "bytes de elementos comparados por elemento") // and of the answers to them
	Messages        = metrics.Number("sent_messages", "messages", "messages", "mensagens")
	Busiest         = metrics.Number("busiest", "B", "bytes of the busiest processing element, by its elements", "bytes do elemento de processamento mais ocupado, por elemento seu") // sent and received
	FlaggedFirst    = metrics.Percent("flagged_first", "single elements left by the first round", "elementos únicos que restam da primeira rodada")
	Flagged         = metrics.Percent("flagged", "single elements left to be compared", "elementos únicos que restam para comparar")
	FlaggedTheory   = metrics.Percent("flagged_theory", "single elements left by theory", "elementos únicos que restam pela teoria")
	BuildBytes      = metrics.Number("build_bytes", "B", "bytes to build a filter of all, per element", "bytes para construir um filtro de todos, por elemento")
	QueryBytes      = metrics.Number("query_bytes", "B", "bytes of a query", "bytes de uma consulta") // for a negative, with its answer
	BreakEven       = metrics.Number("break_even", "1", "queries per element from which on replicating sends less", "consultas por elemento a partir das quais replicar envia menos")
	BreakEvenTheory = metrics.Number("break_even_theory", "1", "queries per element from which on replicating sends less, by theory",
		"consultas por elemento a partir das quais replicar envia menos, pela teoria")
)

// elements are what duplicates are found among, as the flags say.
type elements struct {
	n     flagvalue.AtLeast
	twice flagvalue.Rate
	keys  trial.Path
	own   *wordlist.List // the user's; nil: generated
}

// mostProcessors of a run: all talk to all, over p² connections.
const mostProcessors = 64

// parameterN is the number of elements.
const parameterN = "n"

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	x := &elements{
		n:     flagvalue.AtLeast{Value: 262_144, Least: 2, Why: "one element has no duplicate"},
		twice: flagvalue.Rate{Value: axis.Per / 10},
	}
	return trial.New(trial.Spec{
		Name: "duplicates", Title: "duplicates on several machines: bytes, messages, false positives", Help: help,
		Axes: []trial.Axis{
			{Of: P, Default: "2,4,8,16,32,64", Quick: "2,8,32", Usage: "numbers of processing elements, powers of two from 2 to 64", About: "processing elements"},
			{Of: axis.Eps, Default: "0.001,0.01,0.1", Usage: "false-positive rates of the filters after all rounds; methods are compared over p at the middle rate"},
		},
		Flags: []trial.Flag{
			{Name: "n", Value: &x.n, Quick: "32768", Usage: "number of elements of all processing elements together"},
			{Name: "twice", Value: &x.twice, Usage: "share of the elements that occur twice"},
			{Name: "keys", Value: &x.keys, File: true, Usage: "file of your own elements, one per line, instead of --n and --twice; repeated lines are the duplicates"},
		},
		Reps:      trial.Reps{Default: 3, Least: 2, Why: "an interval over hash functions needs at least 2", Quick: "2", Usage: "hash functions and placements per cell, 2 or more"},
		Seed:      "seed of elements, their places and hash functions",
		Quick:     "fewer elements, processing elements and hash functions: less than half a minute",
		Methods:   compared(),
		Metrics:   metrics,
		Headlines: []answer.Headline{{Metric: Bytes, To: shipping, By: string(P)}}, // beside shipping all elements
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials:    x.trials,
		Listed:    true, // trials of as many processing elements share a network
	})
}

// trials compare the methods over p at the middle ε, and filters over ε at the middle p.
func (x *elements) trials(r *trial.Run) (list []trial.Trial) {
	middleP, middle := workload.Middle(r.Counts(P), 16), workload.Middle(r.Rates(axis.Eps), axis.Per/100)
	for _, p := range r.Counts(P) {
		for _, w := range methods() {
			rates := r.Rates(axis.Eps)
			if !w.filter {
				rates = []axis.Rate{0} // off the axis
			}
			for _, epsilon := range rates {
				if !w.filter || epsilon == middle || p == middleP {
					list = append(list, trial.Trial{
						Method: w.name, At: []axis.Place{P.At(p), axis.Eps.At(epsilon)}, Reports: w.reports(),
						Do: func(t *trial.T) error { return x.carryOut(t, w, p, epsilon) },
					})
				}
			}
		}
	}
	return list
}

func (w method) reports() []runfolder.Metric {
	list := []runfolder.Metric{Bytes, BytesTheory, HashBytes, AnswerBytes, KeyBytes, Messages, Busiest}
	switch w.name {
	case distributed:
		list = append(list, Flagged, FlaggedTheory, BuildBytes, QueryBytes)
	case twoRounds, threeRounds:
		list = append(list, FlaggedFirst, Flagged, FlaggedTheory)
	case replicating, coded:
		list = append(list, Flagged, FlaggedTheory, BuildBytes, BreakEven, BreakEvenTheory)
	}
	return list
}

func (x *elements) prepare(r *trial.Run) error {
	for _, p := range r.Counts(P) {
		if p < 2 || p > mostProcessors || bits.OnesCount(uint(p)) != 1 {
			return fmt.Errorf("--p=%s: %d is not a power of two from 2 to %d, which a hypercube needs", r.Text(P), p, mostProcessors)
		}
	}
	n := x.n.Value
	if x.keys == "" {
		r.Parameters["twice"] = x.twice.String()
	} else {
		if err := x.load(r); err != nil {
			return err
		}
		n = x.own.Len()
	}
	r.Parameters[parameterN] = strconv.Itoa(n)
	if most := r.Counts(P)[len(r.Counts(P))-1]; most > n {
		return fmt.Errorf("--p=%s: %d processing elements for %d elements: want as many elements or more", r.Text(P), most, n)
	}
	return nil
}

func (x *elements) load(r *trial.Run) error {
	if r.Given("n") || r.Given("twice") {
		return errors.New("--keys: the file has the elements and says which are there twice: want no --n and no --twice beside it")
	}
	name := x.keys.String()
	src, err := inputfile.Read(name, inputfile.Words)
	if err != nil {
		return fmt.Errorf("--keys: %w", err)
	}
	list, err := wordlist.Parse(name, src)
	if err != nil {
		return err
	}
	input := corpus.InputOf("keys", name, src)
	input.Count = list.Len()
	x.own, r.Inputs = list, []runfolder.Input{input}
	return nil
}
