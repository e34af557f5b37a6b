package thesis

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Plan implements experiment.Bench.
func (b *bench) Plan(session int) experiment.Plan {
	if b.design == runfolder.AsThesis {
		return b.blocks(b.visits())
	}
	return experiment.Rounds(session, b.round, b.reps)
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.reps = n }

// group are the visits at one ε, and those without an ε: the structures that are
// compared stand next to each other, where disturbances hit both sides.
type group []visit

// groups are in the order in which visits first come to them.
func (b *bench) groups() []group {
	var points []runfolder.Point
	at := map[runfolder.Point]group{}
	for _, v := range b.visits() {
		if at[v.cell.Point] == nil {
			points = append(points, v.cell.Point)
		}
		at[v.cell.Point] = append(at[v.cell.Point], v)
	}
	list := make([]group, len(points))
	for i, p := range points {
		list[i] = at[p]
	}
	return list
}

// round has each timed metric of all visits, one metric after the other: trends compare
// its times over ε, so that these are neighbours too. Groups and the visits of a group are
// in random orders, new for every metric. What is counted comes last; it needs no
// warm-up.
func (b *bench) round(number int) []experiment.Step {
	random := rand.New(rand.NewPCG(experiment.RoundSeed(b.seed, number), 0))
	var steps []experiment.Step
	for _, m := range timed() {
		for _, visit := range byGroup(b.all, random) {
			if number < 1 && (b.slow && visit.asksStore(m) || inNode(visit.cell.Filter)) {
				continue // it would warm nothing up, and take a minute
			}
			steps = append(steps, visit.steps(number, m)...)
		}
	}
	if number < 1 {
		return steps
	}
	for _, v := range b.visits() {
		steps = append(steps, v.steps(number, counted()...)...)
	}
	return steps
}

// blocks is the thesis's own order. The baselines, which it does not have,
// come last so as to warm nothing up.
func (b *bench) blocks(visits []visit) experiment.Plan {
	var plan experiment.Plan
	for _, v := range visits {
		for _, metric := range slices.Concat(timed(), counted()) {
			plan = append(plan, experiment.Block{Times: b.reps, Steps: func(i int) []experiment.Step { return v.steps(i+1, metric) }})
		}
	}
	return plan
}

// timed and counted are the metrics of a cell in the order in which they are
// taken: construction before pass, as in the thesis.
func timed() []runfolder.Metric {
	return []runfolder.Metric{Init, Hyphenate, metric.Build, metric.Query, QueryFull}
}

func counted() []runfolder.Metric {
	return []runfolder.Metric{Accesses, metric.FalsePositives, metric.FalseNegatives, AfterDeletions, OverestimatedKeys, LoadLimit, RemovedAdmitted, AfterForeign, KeyReads, NegativeReads, metric.Bits, metric.ResidentBits, metric.FPRTheory}
}

// visit is a filter at an ε, or a baseline.
type visit struct {
	cell    runfolder.Cell
	metrics map[runfolder.Metric]bool // nil: all
	valued  bool                      // the threshold of the run applies to the filter
	fills   bool                      // the table takes keys until it is full
	deletes bool                      // keys can be deleted
	reads   bool                      // a query is Algorithm 2 to the letter, whose bits are counted
	counts  bool                      // the store counts its look-ups
}

// asksStore reports whether the metric's operations are look-ups in the store, or
// have some.
func (v visit) asksStore(m runfolder.Metric) bool {
	switch v.cell.Filter {
	case NoExceptions:
		return false
	case NoFilter:
		return m == Hyphenate || m == metric.Query
	}
	return m == Hyphenate
}

// has reports whether the metric is taken of the visited cell.
func (v visit) has(metric runfolder.Metric) bool {
	switch metric {
	case QueryFull:
		return slices.Contains(queryFullFilters(), v.cell.Filter)
	case OverestimatedKeys:
		return v.valued
	case LoadLimit:
		return v.fills
	case AfterDeletions, RemovedAdmitted, AfterForeign:
		return v.deletes
	case KeyReads, NegativeReads:
		return v.reads
	case Accesses:
		return v.counts && v.asksStore(Hyphenate)
	}
	return v.metrics == nil || v.metrics[metric]
}

// visits lists the cells filter by filter, ε ascending, then the baselines.
func (b *bench) visits() []visit {
	var visits []visit
	counts := b.outside != nil
	exact := map[runfolder.Metric]bool{
		Init: true, Hyphenate: true, metric.Build: true, metric.Query: true,
		metric.FalsePositives: true, metric.FalseNegatives: true, metric.Bits: true, metric.ResidentBits: true,
	}
	if counts {
		// It is not built here and takes no memory; its false positives would cost a
		// pass and are none where the pass honours just the exceptions.
		exact = map[runfolder.Metric]bool{Init: true, Hyphenate: true, metric.Query: true, metric.FalseNegatives: true}
	}
	inNodeTimed := map[runfolder.Metric]bool{Init: true, Hyphenate: true, metric.Build: true}
	for _, s := range b.structures {
		if inNode(s.Name) {
			for _, e := range b.ratesOf(s) {
				visits = append(visits, visit{cell: runfolder.Cell{Filter: s.Name, Point: runfolder.At(e.String())}, metrics: inNodeTimed})
			}
			continue
		}
		deletes := filter.Can[filter.Deleter](s)
		if s.Exact { // for which ε means nothing
			visits = append(visits, visit{cell: runfolder.Cell{Filter: s.Name}, deletes: deletes, counts: counts})
			continue
		}
		fills, deletes, reads := takesUntilFull(s), filter.Can[filter.Deleter](s), s.Name == literalBloom
		for _, e := range b.ratesOf(s) {
			visits = append(visits, visit{cell: runfolder.Cell{Filter: s.Name, Point: runfolder.At(e.String())}, valued: b.valued(s), fills: fills, deletes: deletes, reads: reads, counts: counts})
		}
	}
	return append(visits, visit{cell: runfolder.Cell{Filter: NoFilter}, metrics: exact, counts: counts}, withoutExceptions())
}

// withoutExceptions is the visit of the patterns alone.
func withoutExceptions() visit {
	return visit{cell: runfolder.Cell{Filter: NoExceptions}, metrics: map[runfolder.Metric]bool{Init: true, Hyphenate: true}}
}

// steps are those of the given metrics that the visited cell has.
func (v visit) steps(round int, metrics ...runfolder.Metric) []experiment.Step {
	var steps []experiment.Step
	for _, m := range metrics {
		if v.has(m) {
			cell := v.cell
			cell.Metric = m
			steps = append(steps, experiment.Step{Round: round, Cell: cell})
		}
	}
	return steps
}

// besideDefault are the structures beside the literal pair in the main job: its other table,
// and the filters as one would build them today.
const besideDefault = "cuckoo-literal-array," + bloom + "," + cuckoo

const besideParameter = "beside"

// besideRates is at how many ε the structures beside are measured.
const besideRates = 5

// settleBeside gives the default pair its structures beside, and refuses one that is measured
// already.
func (t *Experiment) settleBeside() error {
	if !t.given.Changed("filter") && !t.given.Changed("beside") {
		if s, with := t.store.Chosen(); !with || !slow(s) {
			return t.beside.Set(besideDefault)
		}
	}
	for _, s := range t.beside.Structures {
		if slices.Contains(namesOf(t.filters.Structures), s.Name) {
			return fmt.Errorf("--beside=%s: it is measured at every ε by --filter: want another structure", s.Name)
		}
	}
	return nil
}

// designs says which filters a run of the thesis's pair and of others beside it has.
func (t *Experiment) designs() string {
	pair, beside := namesOf(t.filters.Structures), namesOf(t.beside.Structures)
	if !slices.Equal(pair, []string{literalBloom, literalCuckoo}) || len(beside) == 0 {
		return ""
	}
	return designsNote(strings.Join(pair, ", "), strings.Join(beside, ", "))
}

func designsNote(pair, beside string) string {
	return fmt.Sprintf("As the thesis writes them: %s. As one would today, or otherwise, at five ε at most: %s.", pair, beside)
}

// ratesOf are the ε at which a structure is measured: all, or of one beside those nearest to
// an even spacing by factors, the first and the last among them.
func (b *bench) ratesOf(s filter.Structure) []axis.Rate {
	if !slices.Contains(namesOf(b.beside), s.Name) || len(b.epsilons) <= besideRates {
		return b.epsilons
	}
	sorted := slices.Sorted(slices.Values(b.epsilons))
	low, high := math.Log(sorted[0].Float()), math.Log(sorted[len(sorted)-1].Float())
	var some []axis.Rate
	for i := range besideRates {
		at := low + (high-low)*float64(i)/(besideRates-1)
		some = append(some, slices.MinFunc(sorted, func(x, y axis.Rate) int {
			return cmp.Compare(math.Abs(math.Log(x.Float())-at), math.Abs(math.Log(y.Float())-at))
		}))
	}
	return slices.Compact(some)
}
