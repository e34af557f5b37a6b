package lookup

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/machine"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Names in the rows of the experiment.
const (
	shuffled   = "shuffled"
	dictionary = "dictionary"
	inText     = "text"

	// The baselines.
	stream = "stream"
	hash   = "hash"
)

// Places of the axes in a point.
const (
	placeN = iota
	placeEpsilon
	placeHits
	placeOrder
	placeCrowd
	placeLoad
)

// bench is the prepared experiment.
type bench struct {
	x *flagged
	trial.BySize
	text  *corpus.Text // nil: no keys are words
	cpu   machine.CPU
	can   map[string]abilities
	timer measuring.Timer

	passes map[runfolder.Cell]int // of a section of goroutines

	sets    sets               // of the round and n being measured
	lists   map[asked]*queries // of these sets
	current instance
}

// probeNote is a note of every run.
const probeNote = "The time of the probe is query less hash, both of the same rounds: a difference, not measured by itself."

func (x *flagged) prepare(ctx context.Context, r *trial.Run) (_ experiment.Bench, err error) {
	if r.Counts(Crowd)[0] < 1 {
		return nil, errors.New("--goroutines: none asks nothing: want 1 or more")
	}
	b := &bench{x: x, BySize: trial.BySize{Run: r, OfMillion: 10, OfTenMillion: 3}, timer: measuring.NewTimer(ctx), can: map[string]abilities{}, lists: map[asked]*queries{}, passes: map[runfolder.Cell]int{}, cpu: machine.Describe(ctx).CPU}
	for _, s := range x.filters.Structures {
		b.can[s.Name] = abilitiesOf(s)
	}
	r.Methods = append(trial.Methods(x.filters.Structures...), r.Methods...)
	r.Parameters["queries"] = fmt.Sprintf("%d, from n = %d on %d", fewQueries, workload.Million, manyQueries)
	r.Notes = append(r.Notes, probeNote)
	if x.preset.Value == "" && x.work.HasQueries() && !r.Given(string(Hits)) {
		r.Notes = append(r.Notes, "The share of members among the queries is that of --queries, "+r.Text(Hits)+"; --hits asks others.")
	}
	if sizes := b.Work.Sizes(); x.preset.Value != "" {
		r.Parameters["preset"] = x.preset.Value
		r.Notes = append(r.Notes, "This run repeats Table 3 of Fan et al. 2014 with "+presetText(sizes[len(sizes)-1])+".")
	} else if b.text, err = b.Work.Text(string(x.text)); err != nil {
		return nil, err
	}
	if b.text != nil {
		r.Inputs = append(r.Inputs, b.text.Input)
	}
	if note := b.cacheNote(); note != "" {
		r.Notes = append(r.Notes, note)
	}
	return b, nil
}

// abilities are what is measured of a structure beside its queries.
type abilities struct{ many, insert, remove, atomic, steps bool }

func abilitiesOf(s filter.Structure) abilities {
	return abilities{
		many: filter.Can[filter.BatchContainer](s), insert: filter.Can[filter.Inserter](s),
		remove: filter.Can[filter.Deleter](s), atomic: filter.Can[filter.AtomicInserter](s),
		steps: filter.Can[filter.StepCounter](s),
	}
}

// onePercent is the rate around which the other axes are varied.
const onePercent = axis.Per / 100

// asked is a kind of queries.
type asked struct{ hits, order string }

func (b *bench) shares() (list []asked) {
	for _, v := range b.Shares(Hits) {
		list = append(list, asked{axis.ShareText(v), shuffled})
	}
	return list
}

// usual is the kind around which the others are varied.
func (b *bench) usual() asked {
	return asked{axis.ShareText(workload.Middle(b.Shares(Hits), 0)), shuffled}
}

// group is a set of keys and a rate with the queries asked: the structures that are
// compared. Those without a rate, and the baselines, stand in groups of their own.
type group struct {
	n       int
	epsilon axis.Rate // 0 of the exact structures
	asked   []asked
	change  bool // whether insertions and deletions are measured
	crowds  bool // whether goroutines and loads are
	usual   bool // whether it has the middle ε, or none
}

// groups are the points of the run: each axis around the middle of the others, or
// all n, ε and shares crossed.
func (b *bench) groups() (list []group) {
	if b.x.preset.Value != "" {
		return b.presetGroups()
	}
	n, epsilon := workload.Middle(b.Work.Sizes(), middleN), workload.Middle(b.Rates(axis.Eps), onePercent)
	for _, size := range b.Work.Sizes() {
		kinds := []asked{b.usual()}
		if size == n || bool(b.x.full) {
			kinds = b.shares()
		}
		if b.Work.Real(size) {
			kinds = append(kinds, asked{b.usual().hits, dictionary})
		}
		if b.text != nil && b.Work.Real(size) {
			kinds = append(kinds, asked{"", inText})
		}
		few := size < workload.TenMillion
		list = append(list, group{n: size, asked: kinds, change: few, crowds: size == n, usual: true})
		for _, rate := range b.Rates(axis.Eps) {
			switch {
			case rate == epsilon:
				list = append(list, group{size, rate, kinds, few, size == n, true})
			case bool(b.x.full):
				list = append(list, group{size, rate, b.shares(), few, false, false})
			case size == n:
				list = append(list, group{size, rate, []asked{b.usual()}, false, false, false})
			}
		}
	}
	return list
}

// presetGroups have all shares of members at each rate, and nothing beside queries.
func (b *bench) presetGroups() (list []group) {
	for _, n := range b.Work.Sizes() {
		list = append(list, group{n: n, asked: b.shares()})
		for _, rate := range b.Rates(axis.Eps) {
			list = append(list, group{n: n, epsilon: rate, asked: b.shares()})
		}
	}
	return list
}

// Plan implements experiment.Bench. The groups of one set of keys are together, whose keys and
// queries are made once.
func (b *bench) Plan(session int) experiment.Plan {
	return b.PlanOf(session, b.Work.Sizes(), func(order *rand.Rand, n, round int) (list []experiment.Step) {
		var visits []visit
		for _, g := range b.groups() {
			if g.n == n {
				visits = append(visits, b.visits(g)...)
			}
		}
		trial.Shuffle(order, visits)
		for _, v := range visits {
			list = append(list, b.steps(v, round)...)
		}
		return list
	})
}

// visit is a structure in a group.
type visit struct {
	group
	name string
}

func (b *bench) visits(g group) (list []visit) {
	for _, s := range b.x.filters.Structures {
		if s.Exact == (g.epsilon == 0) && !b.elsewhere(s, g.epsilon) {
			list = append(list, visit{g, s.Name})
		}
	}
	if g.epsilon == 0 {
		list = append(list, visit{g, stream}, visit{g, hash})
	}
	return list
}

func baseline(name string) bool { return name == stream || name == hash }

// steps are those of a visit in a round. What is counted has no warm-up.
func (b *bench) steps(v visit, round int) (list []experiment.Step) {
	addAt := func(m runfolder.Metric, k asked, crowd, load string) {
		at := runfolder.At(strconv.Itoa(v.n), v.epsilon.String(), k.hits, k.order, crowd, load)
		list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: v.name, Metric: m, Point: at}})
	}
	add := func(m runfolder.Metric, k asked) { addAt(m, k, "", "") }
	own := !baseline(v.name)
	counts := b.can[v.name].steps && b.x.preset.Value == "" && round > 0
	if own {
		add(metric.Build, asked{})
	}
	if own && round == 1 {
		add(BitsPerKey, asked{})
	}
	if own && b.x.preset.Value != "" && round > 0 {
		// Only the cuckoo filters of the table are known to be filled until they refuse.
		if v.epsilon != 0 {
			add(Admitted, b.usual())
		}
		if b.can[v.name].insert && b.structure(v.name).Family == filter.FamilyCuckoo {
			add(FullBits, asked{})
		}
	}
	for _, k := range v.asked {
		add(metric.Query, k)
		if k.order == shuffled {
			add(Latency, k)
		}
		if counts && k.order == shuffled {
			add(QuerySteps, k)
		}
		if b.can[v.name].many && k == b.usual() {
			add(Many, k)
		}
		if own && k.order == inText && v.epsilon != 0 && round > 0 {
			add(WastedTokens, k)
			add(WastedWords, k)
		}
	}
	if v.usual && v.n == manyN && own && round > 0 && (round <= manyRounds || b.Alike) && b.structure(v.name).Open != nil {
		add(Among, b.usual())
		add(Skewed, b.usual())
		if round == 1 {
			add(Filters, b.usual())
		}
	}
	for _, g := range b.Counts(Crowd) {
		if !own || !v.crowds || round < 1 {
			break
		}
		addAt(Parallel, b.usual(), strconv.Itoa(g), "")
		if b.can[v.name].atomic {
			addAt(Written, b.usual(), strconv.Itoa(g), "")
		}
	}
	if own && v.crowds && !b.Work.Real(v.n) && loadable(b.structure(v.name), b.can[v.name]) {
		for _, load := range loads() {
			addAt(Loaded, b.usual(), "", axis.ShareText(load))
		}
	}
	if v.change && b.can[v.name].insert {
		add(Insert, asked{})
		if counts {
			add(InsertSteps, asked{})
		}
		if b.can[v.name].remove {
			add(Delete, asked{})
		}
	}
	return list
}

// structure is that of a name of the run.
func (b *bench) structure(name string) filter.Structure {
	i := slices.IndexFunc(b.x.filters.Structures, func(s filter.Structure) bool { return s.Name == name })
	return b.x.filters.Structures[i]
}
