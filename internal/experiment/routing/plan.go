package routing

import (
	"context"
	"slices"
	"strconv"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// Ways of finding things, in the rows of the experiment.
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

// Names of the axes.
const (
	axisScene = "scene"
	axisBits  = "bits"
	axisDepth = "depth"
	axisTimes = "times"
	axisLevel = "level"
)

// visit is one way of finding things in one world. 0 stands for no bits and no depth.
type visit struct {
	scene, way  string
	bits, depth int
}

// filters reports whether what is told is in filters.
func (v visit) filters() bool { return v.bits > 0 }

// at is a point of the visit, −1 for off the axis.
func (v visit) at(times, level int) runfolder.Point {
	text := func(n, none int) string {
		if n == none {
			return ""
		}
		return strconv.Itoa(n)
	}
	return runfolder.At(v.scene, text(v.bits, 0), text(v.depth, 0), text(times, -1), text(level, -1))
}

// bench is the prepared experiment.
type bench struct {
	x       *Experiment
	ground  ground // of the round and scene being measured
	current results
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

// results are those of one visit in one round.
type results struct {
	visit  visit
	round  int
	values map[runfolder.Cell]float64
}

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	for _, v := range b.visits() {
		if !slices.Contains(m.Filters, v.way) {
			m.Filters = append(m.Filters, v.way)
		}
	}
	levels := []int{}
	for i := range max(b.x.treeLevels(), cuts+1, b.x.depths.Values[len(b.x.depths.Values)-1]+1) {
		levels = append(levels, i)
	}
	m.Axes = []axis.Axis{
		axis.Names(axisScene, tree, quadtree, graph), axis.Counts(axisBits, b.x.bits.Values), axis.Counts(axisDepth, b.x.depths.Values),
		axis.Counts(axisTimes, b.x.times.Values), axis.Counts(axisLevel, levels),
	}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	m.Parameters = map[string]string{
		"nodes": strconv.Itoa(b.x.nodes.Value), "resources": strconv.Itoa(b.x.resources.Value), "lookups": strconv.Itoa(b.x.lookups.Value),
		"hashes": strconv.Itoa(b.x.hashes.Value),
	}
}

// visits are those of a round, world after world.
func (b *bench) visits() (list []visit) {
	for _, scene := range []string{tree, quadtree, graph} {
		for _, way := range []string{exact, flood, walk} {
			list = append(list, visit{scene: scene, way: way})
		}
		for _, bits := range b.x.bits.Values {
			switch scene {
			case tree:
				list = append(list, visit{tree, ored, bits, 0})
			case quadtree:
				list = append(list, visit{quadtree, ored, bits, 0}, visit{quadtree, kept, bits, 0})
			case graph:
				for _, depth := range b.x.depths.Values {
					list = append(list, visit{graph, attenuated, bits, depth}, visit{graph, confident, bits, depth}, visit{graph, flat, bits, depth})
				}
			}
		}
	}
	return list
}

// Plan implements experiment.Bench. Nothing is timed: there is no warm-up, and the order
// is that of the worlds, each of which is made once a round.
func (b *bench) Plan(int) experiment.Plan {
	return experiment.Plan{{Times: b.x.reps.Value, Steps: func(i int) (list []experiment.Step) {
		for _, v := range b.visits() {
			for _, cell := range b.cells(v) {
				list = append(list, experiment.Step{Round: i + 1, Cell: cell})
			}
		}
		return list
	}}}
}

// visit is that of a cell.
func (b *bench) visit(c runfolder.Cell) visit {
	number := func(i int) int {
		n, _ := strconv.Atoi(c.Point.Value(i)) // none is 0
		return n
	}
	return visit{c.Point.Value(0), c.Filter, number(1), number(2)}
}

// cells are those that a visit fills, in the order of the plan.
func (b *bench) cells(v visit) (list []runfolder.Cell) {
	add := func(times, level int, metrics ...runfolder.Metric) {
		for _, m := range metrics {
			list = append(list, runfolder.Cell{Filter: v.way, Metric: m, Point: v.at(times, level)})
		}
	}
	for _, times := range b.looks(v) {
		add(times, -1, Hops, LookupBytes)
		if v.way != flood {
			add(times, -1, Direct)
		}
		if v.scene == tree && v.way != flood {
			add(times, -1, Absent)
		}
		if v.way != flood && v.way != walk {
			add(times, -1, Wrong)
			if times > 0 {
				add(times, -1, Update)
			} else {
				add(times, -1, Message, Advert)
			}
		}
		if !v.filters() {
			continue
		}
		if v.scene == graph {
			add(times, -1, Found, Walked)
		}
		if v.way == attenuated || v.way == confident {
			add(times, -1, Distance)
		}
		for _, level := range b.levels(v) {
			add(times, level, Fill)
		}
	}
	return list
}

// looks are after how many moves of a tenth of the devices things are looked for; −1 where
// nothing moves. A way to which moves make no difference is looked at once.
func (b *bench) looks(v visit) []int {
	switch {
	case v.scene != quadtree:
		return []int{-1}
	case v.way == flood || v.way == walk:
		return []int{0}
	}
	return b.x.times.Values
}

// levels are hops below the root, in the graph from the node that asks.
func (b *bench) levels(v visit) (list []int) {
	last := b.x.treeLevels() - 1
	switch {
	case v.scene == quadtree:
		last = cuts
	case v.way == flat:
		return []int{v.depth}
	case v.scene == graph:
		last = v.depth
	}
	for level := range last + 1 {
		list = append(list, level)
	}
	if v.scene == graph {
		list = list[1:]
	}
	return list
}

// Predict implements experiment.Predictor: what is measured of one world takes as long in
// every round, and a visit as long as one like it of other bits.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	first := map[visit]runfolder.Cell{}
	for _, v := range b.visits() {
		first[v] = b.cells(v)[0]
	}
	middle := b.x.bits.Values[len(b.x.bits.Values)/2]
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		v, factor := b.visit(s.Cell), 0.0
		if s.Cell == first[v] {
			factor = 1
		}
		if v.filters() {
			v.bits = middle
		}
		return experiment.Step{Round: 1, Cell: first[v]}, factor
	})
}
