package values

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// Names in the rows of the experiment.
const (
	bareStore  = "none"   // the exception store, asked for every word
	sortedName = "sorted" // a lean exact store
	bloom      = "bloom"  // in front of the exception store, as fuse is
	fuse       = "fuse"
	bloomier   = "bloomier"
	ribbon     = "bloomier-ribbon"
	linearName = "linear"
	compactOne = "compact"      // over a chain: the numbers in their order
	compactSet = "compact-sets" // over sets
	compactTwo = "compact-two"  // over two elements
	exactMap   = "floats"

	axisF     = "fingerprint"
	axisCode  = "code"
	axisWidth = "width"
	axisCells = "cells"
	axisN     = "n"
)

// functionNames are the structures that a value is asked of, filterNames those in front
// of the exception store.
func functionNames() []string { return []string{bloomier, ribbon} }
func filterNames() []string   { return []string{bloom, fuse} }

// place is where a cell stands: 0 or empty off an axis.
type place struct {
	f     int    // bits of a fingerprint
	code  string // of hyphenations
	width int    // bits of a confidence, or sets
	cells int    // a key
	n     int    // keys
}

func (p place) point() runfolder.Point {
	text := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	return runfolder.At(text(p.f), p.code, text(p.width), text(p.cells), text(p.n))
}

// at is the cell of a structure's metric there.
func (p place) at(name string, m runfolder.Metric) runfolder.Cell {
	return runfolder.Cell{Filter: name, Metric: m, Point: p.point()}
}

// bench is the prepared experiment.
type bench struct {
	x           *Experiment
	hyphenation *corpus.Hyphenation
	truth       *truth
	codes       map[string]*code
	inputs      []runfolder.Input
	notes       []string
	timer       experiment.Timer
	chances     map[string]float64 // of codes, by name: that a stranger with a value is wrong

	visit   visit // being made
	round   int
	graded  graded  // of the round that needed it last
	current subject // nil before the first step
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	m.Filters = []string{bloom, fuse, bloomier, ribbon, sortedName, linearName, compactOne, compactTwo, compactSet, exactMap}
	m.Baselines = []string{bareStore}
	m.Axes = []axis.Axis{
		axis.Counts(axisF, b.x.fingerprints.Values), axis.Names(axisCode, codeNames()...),
		axis.Counts(axisWidth, b.widths()), axis.Counts(axisCells, b.x.cells.Values), axis.Counts(axisN, b.x.sizes.Values),
	}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	m.Inputs, m.Notes = b.inputs, b.notes
	m.Expect = map[string]int64{
		"keys": int64(b.truth.keys.Len()), "words": int64(b.truth.words.Len()), "negatives": int64(b.truth.strangers),
		"exceptions": int64(b.truth.exact.Exceptions), "breaks": int64(b.truth.exact.Breaks),
	}
	m.Parameters = map[string]string{
		parameterKeys: strconv.Itoa(b.x.n.Value), parameterFingerprint: strconv.Itoa(besideConfidence),
		"mask_bits": strconv.Itoa(b.codes[codeMask].v), "table_bits": strconv.Itoa(b.codes[codeTable].v),
		"table_entries": strconv.Itoa(len(b.codes[codeTable].table)),
	}
}

// Parameters in run.json that figures read.
const (
	parameterKeys        = "keys_with_a_confidence"
	parameterFingerprint = "fingerprint_beside_confidence"
)

// widths are those of confidences, with the two that lattices have: two elements, and
// sets.
func (b *bench) widths() []int {
	list := slices.Concat(b.x.widths.Values, []int{twoElements, languages})
	slices.Sort(list)
	return slices.Compact(list)
}

// visit is a structure at a place, with what is taken of it.
type visit struct {
	name  string
	at    place
	make  func(b *bench, v visit, round int) (subject, error)
	timed bool
	of    []runfolder.Metric // that are counted
}

// subject is what a visit measures.
type subject interface {
	// count is a metric that is not timed.
	count(m runfolder.Metric) (value float64, unit string, err error)
}

// visits are in the order of the tables.
func (b *bench) visits() (list []visit) {
	list = append(list, b.ways()...)
	list = append(list, b.confidences()...)
	return append(list, b.functionSizes()...)
}

// Plan implements experiment.Bench. The ways to hyphenate at one f stand next to each
// other, in an order of the round's own: their times are compared.
func (b *bench) Plan(session int) experiment.Plan {
	at := map[int][]visit{} // by f
	var groups [][]visit
	for _, v := range b.visits() {
		if v.at.f == 0 {
			groups = append(groups, []visit{v})
			continue
		}
		at[v.at.f] = append(at[v.at.f], v)
	}
	for _, f := range b.x.fingerprints.Values {
		groups = append(groups, at[f])
	}
	return experiment.Interleaved(session, b.x.reps.Value, b.x.seed, groups, func(group []visit, round int) (steps []experiment.Step) {
		random := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, round), uint64(group[0].at.f)))
		for _, i := range random.Perm(len(group)) {
			steps = append(steps, group[i].steps(round)...)
		}
		return steps
	})
}

// steps are those of a visit in a round. What is counted needs no warm-up.
func (v visit) steps(round int) (list []experiment.Step) {
	if v.timed {
		list = append(list, v.step(Hyphenate, round))
	}
	if round < 1 {
		return list
	}
	for _, m := range v.of {
		list = append(list, v.step(m, round))
	}
	return list
}

func (v visit) step(m runfolder.Metric, round int) experiment.Step {
	return experiment.Step{Round: round, Cell: v.at.at(v.name, m)}
}
