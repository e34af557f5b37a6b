// Package routing finds things in a network with filters. Nodes send their neighbours filters
// of the things that can be reached through them, and a request follows the filters.
//
// Guarantee: every answer is compared with the real place of the thing. The run ends if a thing
// is not found. In the graph, it ends if filters deny a thing within their reach. Bytes and
// messages are counted at the sockets. Topologies, hash functions and requests of a round
// depend only on the seed and the round. They are the same for all schemes.
// Cost: see --dry-run; a node is a goroutine with a listener on loopback, and two connections
// for each link.
// Source: the thesis, section 3.5.5 (tree and quadtree of ORs); the article on attenuated Bloom
// filters (Rhea, Kubiatowicz 2002); Lima, Baquero, Miranda 2015, sections 1 to 3.2 (linear
// filters, attenuated at each hop).
//
// The path of the data:
//
//  1. A topology (topology.go) has nodes, links and things, by scene.
//  2. A trial is a scheme of finding them (measure.go). Its routers (router.go) tell each
//     other what they know (neighbourmessages.go; knowledge_bloom.go, knowledge_linear.go,
//     knowledge_exact.go), then take requests along (search.go).
//  3. Hops are counted and compared with the distances of the topology (lookupcounts.go).
package routing

import (
	_ "embed"
	"fmt"
	"math/bits"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed help.txt
var help string

// Methods of finding things, in the rows of the experiment.
const (
	ored       = "ored"       // tree, quadtree: ORs of Bloom filters
	kept       = "kept"       // quadtree: the same, of which no bit is ever cleared
	attenuated = "attenuated" // graph: attenuated Bloom filters
	confident  = "linear"     // graph: linear Bloom filters, attenuated at each hop
	flat       = "flat"       // graph: one Bloom filter of all that is within reach
	exact      = "tables"     // exact lists, in the graph with distances
	flood      = "flood"      // nothing is told; all nodes are asked
	walk       = "walk"       // nothing is told; one neighbour after the other is tried
)

// Axes.
const (
	Scene axis.NameAxis  = "scene"
	Bits  axis.CountAxis = "bits"
	Depth axis.CountAxis = "depth"
	Times axis.CountAxis = "times" // that a tenth of the devices moved
	Level axis.CountAxis = "level"
)

// Metrics of the experiment's own, in the order of display. Wrong turns are hops that were
// proposed and led no nearer, random steps those that nothing proposed.
var (
	metrics metric.List

	Hops        = metrics.Count("hops", "messages", "messages of a lookup", "mensagens de uma consulta")
	Wrong       = metrics.Count("wrong_turns", "hops", "wrong turns of a lookup", "desvios errados de uma consulta")
	Walked      = metrics.Count("walked", "hops", "random steps of a lookup", "passos aleatórios de uma consulta")
	Direct      = metrics.Share("direct", "lookups on a shortest way", "consultas por um caminho mais curto")
	Found       = metrics.Share("found", "lookups found by filters alone", "consultas achadas apenas pelos filtros")
	Distance    = metrics.Share("distance", "distances told rightly", "distâncias informadas corretamente") // of what is within reach
	Absent      = metrics.Count("absent", "messages", "messages of a lookup of what nobody has", "mensagens de uma consulta do que ninguém tem")
	LookupBytes = metrics.Count("lookup_bytes", "bytes", "bytes of a lookup", "bytes de uma consulta")
	Message     = metrics.Count("message", "bytes", "largest message to a neighbour", "maior mensagem a um vizinho")  // with all that a node knows
	Advert      = metrics.Count("advert", "bytes", "bytes told before lookups", "bytes enviados antes das consultas") // changes alone after the first message
	Update      = metrics.Count("update", "bytes", "bytes told for a device that moved", "bytes enviados por dispositivo que se moveu")
	Fill        = metrics.Share("fill", "bits set, by level", "bits ligados, por nível") // of cells too
)

func methods() []trial.Method {
	return []trial.Method{
		{Name: exact, Title: bilingual.Text{EN: "exact tables", PT: "tabelas exatas"}},
		{Name: flood, Title: bilingual.Text{EN: "flooding", PT: "inundação"}},
		{Name: walk, Title: bilingual.Text{EN: "walk without filters", PT: "passeio sem filtros"}},
		{Name: ored, Title: bilingual.Text{EN: "ORs of Bloom filters", PT: "disjunções de Bloom filters"}},
		{Name: kept, Title: bilingual.Text{EN: "ORs of Bloom filters whose bits stay", PT: "disjunções de Bloom filters cujos bits ficam"}},
		{Name: attenuated, Title: bilingual.Text{EN: "attenuated Bloom filters", PT: "Bloom filters atenuados"}},
		{Name: confident, Title: bilingual.Text{EN: "linear Bloom filters, attenuated at each hop", PT: "Bloom filters lineares, atenuados a cada salto"}},
		{Name: flat, Title: bilingual.Text{EN: "Bloom filters of all resources within reach", PT: "Bloom filters de todos os recursos ao alcance"}},
	}
}

// network is what things are found in, as the flags say.
type network struct {
	nodes, resources, hashes, lookups flagvalue.AtLeast
	levels                            int // on the axis of levels
}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	x := &network{
		nodes:     flagvalue.AtLeast{Value: 127, Least: 8, Why: "fewer are no network"},
		resources: flagvalue.AtLeast{Value: 8, Least: 1, Why: "there is nothing to find"},
		lookups:   flagvalue.AtLeast{Value: 100, Least: 10, Why: "a mean needs at least 10 lookups"},
		hashes:    flagvalue.AtLeast{Value: 4, Least: 1, Why: "a key needs one hash function or more"},
	}
	return trial.New(trial.Spec{
		Name: "routing", Title: "requests that find their way by filters: tree, quadtree, graph", Help: help,
		Axes: []trial.Axis{
			{Of: Scene, Values: func() []string { return []string{tree, quadtree, graph} },
				About: "world: tree, quadtree with devices that move, random graph"},
			{Of: Bits, Default: "512..16384:x2", Quick: "512,2048,8192",
				Usage: "bits of a message of filters, for all levels together", About: "bits of a message of filters"},
			{Of: Depth, Default: "1,2,4,6,8", Quick: "2,4,8",
				Usage: "hops that filters reach in the graph", About: "hops that filters reach in the graph"},
			{Of: Times, Default: "0,1,2,4,8,16", Quick: "0,2,8",
				Usage: "numbers of moves after which to look up in the quadtree; each moves a tenth of the devices",
				About: "times that a tenth of the devices moved"},
			{Of: Level, Values: func() []string { return axis.Counts("", axis.Span(0, x.levels-1)).Values }, About: "hops below the root; in the graph, from the node that asks"},
		},
		Flags: []trial.Flag{
			{Name: "nodes", Value: &x.nodes, Usage: "nodes of the tree and of the graph, 8 to 256"},
			{Name: "resources", Value: &x.resources,
				Usage: "resources per node; a smallest square of the quadtree has twice as many devices"},
			{Name: "hashes", Value: &x.hashes, Usage: "hash functions per key, 1 to 16"},
			{Name: "lookups", Value: &x.lookups, Quick: "50", Usage: "lookups per cell and round, 10 or more"},
		},
		Reps:    trial.Reps{Default: 8, Least: 2, Why: "an interval over networks needs at least 2", Quick: "3", Usage: "networks per cell, 2 or more"},
		Seed:    "seed of networks, places, moves, hash functions and lookups",
		Quick:   "fewer sizes, lookups and networks; --dry-run prints the duration",
		Methods: methods(),
		Metrics: metrics,
		Words: map[string]string{
			"scene": "cenário", "bits": "bits", "depth": "alcance", "level": "nível",
			"tree": "árvore", "quadtree": "quadtree", "graph": "grafo",
			"messages": "mensagens", "hops": "saltos", "bytes": "bytes",
		},
		// Which method needs the fewest messages and bytes, beside exact tables, the first of the run.
		Headlines: []answer.Headline{{Metric: Hops, By: string(Scene)}, {Metric: LookupBytes, By: string(Scene)}},
		Claims:    claims(),
		Figures:   func(*runfolder.Meta) []figure.Figure { return figures() },
		Prepare:   x.prepare,
		Trials:    x.trials,
		Listed:    true, // a topology is made once a round
		Like:      like,
		Columned:  true,
	})
}

// Bounds of what one machine's loopback holds, and of what fits names and messages.
const (
	mostNodes     = 256
	mostResources = 64
	leastBits     = 256
	mostBits      = 1 << 20
	mostTimes     = 100
	mostHashes    = 16
)

func (x *network) prepare(r *trial.Run) error {
	for _, f := range []struct {
		name      string
		got, most int
	}{{"nodes", x.nodes.Value, mostNodes}, {"resources", x.resources.Value, mostResources}, {"hashes", x.hashes.Value, mostHashes}} {
		if f.got > f.most {
			return fmt.Errorf("--%s=%d: want %d or fewer", f.name, f.got, f.most)
		}
	}
	for _, f := range []struct {
		axis        axis.CountAxis
		least, most int
	}{{Bits, leastBits, mostBits}, {Depth, 1, len(codes())}, {Times, 0, mostTimes}} {
		if list := r.Counts(f.axis); list[0] < f.least || last(list) > f.most {
			return fmt.Errorf("--%s=%s: want values from %d to %d", f.axis, r.Text(f.axis), f.least, f.most)
		}
	}
	if r.Counts(Times)[0] != 0 {
		return fmt.Errorf("--times=%s: want 0 among them, to compare with", r.Text(Times))
	}
	x.levels = max(x.treeLevels(), cuts+1, last(r.Counts(Depth))+1)
	r.Parameters = map[string]string{
		"nodes": x.nodes.String(), "resources": x.resources.String(), "lookups": x.lookups.String(), "hashes": x.hashes.String(),
	}
	return nil
}

// treeLevels are those of the binary tree, the root's included.
func (x *network) treeLevels() int { return bits.Len(uint(x.nodes.Value)) }

// last is the largest of a list; 0 where it is empty.
func last(list []int) int {
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1]
}

// like: filters of any size take as long as those of the middle one, in every round as in
// the first.
func like(r *trial.Run, s experiment.Step) (experiment.Step, float64) {
	s.Round = 1
	sizes := r.Counts(Bits)
	return r.Moved(s, Bits.At(sizes[len(sizes)/2])), 1
}
