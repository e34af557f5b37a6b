// Package gradient measures requests that follow filters through networks of any size, while
// all messages have one size. Do requests find their resources if links fail or nodes move, and
// with how many messages?
//
// Guarantee: a resource is found only at the node that has it. Networks, filters, links that
// fail and requests of a round depend on the seed and on the round alone, and are the same for
// all methods. Bytes of a request, with the nodes that it visited, are not counted, and after a
// change no filter is told anew. Of this program are the probability of 1/4 that a bit is kept, the best of
// three that were tried, 16 bits of a thing that decay, and the ceiling of four diameters.
// Cost: see --dry-run; a filter for each node, and for decaying ones another for each link.
// Source: Lima, Baquero, Miranda 2015, sections 1 to 3.2, for linear filters in messages of one
// size, and its section 2 for what it compares: attenuated filters (Rhea, Kubiatowicz 2002),
// bits that decay along a gradient (Guo, He, Liu 2014) and within a scope (Li, Wu, Xu 2006).
// Those two papers are not at hand: the rule that each bit is kept at random at each hop is
// from Kumar, Xu, Zegura 2005, section 3.
//
// The path of a trial: a network (network.go), what its nodes tell each other (knowledge.go),
// and requests (requests.go).
package gradient

import (
	_ "embed"
	"fmt"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

//go:embed help.txt
var help string

// Methods, networks and axes, as in the rows.
const (
	confident  = "linear"
	logarithms = "logarithmic"
	decaying   = "decaying"
	attenuated = "attenuated"
	walk       = "walk"
	broadcast  = "broadcast"

	regular   = "random"
	geometric = "geometric"

	Links   axis.NameAxis  = "links"
	Nodes   axis.CountAxis = "nodes"
	Failing axis.ShareAxis = "failing"
	Moving  axis.ShareAxis = "moving"
)

// Metrics of the experiment's own, in the order of display.
var (
	metrics metric.List

	Message = metrics.Count("message", "bytes", "bytes of a message of filters", "bytes de uma mensagem de filtros")
	Told    = metrics.Count("told", "bytes", "bytes told by a node until nothing changes", "bytes enviados por um nó até nada mudar")
	Found   = metrics.Share("found", "requests that find their resource", "requisições que encontram seu recurso")
	Hops    = metrics.Count("hops", "messages", "messages of a request", "mensagens de uma requisição")
)

// networks are what is measured, as the flags say.
type networks struct {
	bits, lookups flagvalue.AtLeast
}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	x := &networks{
		bits:    flagvalue.AtLeast{Value: 4096, Least: 512, Why: "an eighth of fewer is no filter"},
		lookups: flagvalue.AtLeast{Value: 200, Least: 10, Why: "a share of fewer says nothing"},
	}
	return trial.New(trial.Spec{
		Name: "gradient", Title: "messages of one size in networks of any size: requests along filters", Help: help,
		Axes: []trial.Axis{
			{Of: Links, Values: func() []string { return []string{regular, geometric} }, About: "network: random with four links a node, or geometric"},
			{Of: Nodes, Default: "31,127,511,2047,4095", Quick: "31,127,511", Usage: "numbers of nodes, 8 to 4095", About: "nodes of the network"},
			{Of: Failing, Default: "0,1%,5%", Usage: "shares of the links that fail before the requests, below 1", About: "share of the links that failed before the requests"},
			{Of: Moving, Default: "0,1%,5%", Usage: "shares of its range by which a node moves per message of a request, below 1", About: "share of its range by which a node moves at each message of a request"},
		},
		Flags: []trial.Flag{
			{Name: "bits", Value: &x.bits, Usage: "bits of a filter; an attenuated filter has an eighth of them per hop"},
			{Name: "lookups", Value: &x.lookups, Quick: "50", Usage: "requests in each network, 10 or more"},
		},
		Reps:  trial.Reps{Default: 6, Least: 2, Why: "an interval over networks needs at least 2", Quick: "3", Usage: "networks of each kind and size, 2 or more"},
		Seed:  "seed of networks, links that fail, hash functions and requests",
		Quick: "fewer nodes, requests and networks: some seconds",
		Methods: []trial.Method{
			{Name: confident, Title: bilingual.Text{EN: "linear Bloom filters", PT: "Bloom filters lineares"}},
			{Name: logarithms, Title: bilingual.Text{EN: "linear Bloom filters, logarithmic codes", PT: "Bloom filters lineares, códigos logarítmicos"}},
			{Name: decaying, Title: bilingual.Text{EN: "Bloom filters whose bits decay at each hop", PT: "Bloom filters cujos bits decaem a cada salto"}},
			{Name: attenuated, Title: bilingual.Text{EN: "attenuated Bloom filters, one level per hop", PT: "Bloom filters atenuados, um nível por salto"}},
			{Name: walk, Baseline: true, Title: bilingual.Text{EN: "walk without filters", PT: "passeio sem filtros"}},
			{Name: broadcast, Baseline: true, Title: bilingual.Text{EN: "request broadcast to all nodes", PT: "requisição difundida a todos os nós"}},
		},
		Metrics: metrics,
		Words: map[string]string{
			"links": "ligações", "nodes": "nós", "failing": "falhas", "moving": "movimento", "random": "aleatória", "geometric": "geométrica", "messages": "mensagens", "bytes": "bytes",
		},
		Headlines: []answer.Headline{{Metric: Hops, By: string(Links)}},
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials:    x.trials,
		Listed:    true, // a network is made once a round
	})
}

// Bounds of what fits memory.
const (
	leastNodes = 8
	mostNodes  = 4095
	mostBits   = 1 << 16
	mostMoving = 600 // nodes: each message looks for neighbours among all
)

func (x *networks) prepare(r *trial.Run) error {
	if list := r.Counts(Nodes); list[0] < leastNodes || list[len(list)-1] > mostNodes {
		return fmt.Errorf("--nodes=%s: want values from %d to %d", r.Text(Nodes), leastNodes, mostNodes)
	}
	if list := r.Shares(Failing); list[len(list)-1] >= 1 {
		return fmt.Errorf("--failing=%s: want shares below 1: no request passes links that all have failed", r.Text(Failing))
	}
	if list := r.Shares(Moving); list[len(list)-1] >= 1 {
		return fmt.Errorf("--moving=%s: want shares below 1: none passes a neighbour between two messages", r.Text(Moving))
	}
	if x.bits.Value > mostBits || x.bits.Value%512 != 0 {
		return fmt.Errorf("--bits=%d: want a multiple of 512 up to %d", x.bits.Value, mostBits)
	}
	r.Parameters = map[string]string{"bits": strconv.Itoa(x.bits.Value), "lookups": x.lookups.String()}
	return nil
}

// trials are one of each method in each network.
func (x *networks) trials(r *trial.Run) (list []trial.Trial) {
	for _, kind := range []string{regular, geometric} {
		for _, n := range r.Counts(Nodes) {
			for _, method := range []string{confident, logarithms, decaying, attenuated, walk, broadcast} {
				of := trial.Trial{Method: method, At: []axis.Place{Links.At(kind), Nodes.At(n)}}
				if method != walk && method != broadcast {
					of.Looks = append(of.Looks, trial.Look{Reports: []runfolder.Metric{Message, Told}})
				}
				for _, p := range r.Shares(Failing) {
					of.Looks = append(of.Looks, trial.Look{At: []axis.Place{Failing.At(p)}, Reports: []runfolder.Metric{Found, Hops}})
				}
				var speeds []float64
				if kind == geometric && n <= mostMoving { // the others have no places
					speeds = r.Shares(Moving)
				}
				for _, p := range speeds {
					of.Looks = append(of.Looks, trial.Look{At: []axis.Place{Moving.At(p)}, Reports: []runfolder.Metric{Found, Hops}})
				}
				of.Do = func(t *trial.T) error { return x.measure(t, r, kind, n, method, speeds) }
				list = append(list, of)
			}
		}
	}
	return list
}

// measure lets the nodes tell each other what they have, then sends requests.
func (x *networks) measure(t *trial.T, r *trial.Run, kind string, n int, method string, speeds []float64) error {
	type key struct {
		kind     string
		n, round int
	}
	net, err := trial.Fixture(t, key{kind, n, t.Round}, func() (*network, error) { return newNetwork(kind, n, t.Seed()) })
	if err != nil {
		return err
	}
	var k knowledge
	switch method {
	case confident, logarithms:
		k = newConfidences(net, x.bits.Value, method == logarithms)
	case decaying:
		k = newTraces(net, x.bits.Value)
	case attenuated:
		k = newLevels(net, x.bits.Value/8)
	}
	if k != nil {
		times := 0
		for times = 1; k.tell(); times++ {
		}
		t.Report(Message, float64(k.message()))
		t.Report(Told, float64(k.message()*times))
	}
	ask := func(at axis.Place, failing, moving float64) {
		found, hops := net.ask(k, method, failing, moving, x.lookups.Value)
		t.At(at).Report(Found, float64(found)/float64(x.lookups.Value))
		t.At(at).Report(Hops, float64(hops)/float64(x.lookups.Value))
	}
	for _, p := range r.Shares(Failing) {
		ask(Failing.At(p), p, 0)
	}
	for _, p := range speeds {
		ask(Moving.At(p), 0, p)
	}
	return nil
}
