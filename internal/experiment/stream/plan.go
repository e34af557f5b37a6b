package stream

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Names of the axes beside that of ε.
const (
	axisStream   = "stream"
	axisWindow   = "window"
	axisInserted = "inserted"
	axisRoom     = "room"
)

// bench is the prepared experiment.
type bench struct {
	x      *Experiment
	text   *text // nil: no stream is text
	sets   []set
	middle axis.Rate
	notes  []string
	timer  experiment.Timer

	stream  *elements // of the set and round loaded
	loaded  set
	round   int
	bins    []uint8 // of ages
	current visited
	judged  judgement
}

// set is a stream with a window: structures of a round share it.
type set struct {
	stream string
	window int
}

// visit is a structure to which a stream is put.
type visit struct {
	set
	kind kind
	room int       // 0 of one without
	eps  axis.Rate // 0 of one without
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

func (b *bench) roundSeed(round int) uint64 { return experiment.RoundSeed(b.x.seed, round) }

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	for _, k := range b.x.kinds.kinds {
		m.Filters = append(m.Filters, k.name)
	}
	for _, l := range limits() {
		m.Filters = append(m.Filters, l.name)
	}
	streams := append(slices.Clone(b.x.streams.names), streamLetters, streamEndless)
	m.Axes = []axis.Axis{
		axis.Names(axisStream, streams...), axis.Counts(axisWindow, b.x.windows.Values), axis.Counts(axisInserted, b.looks()),
		axis.Counts(axisRoom, b.x.rooms.Values), axis.Rates(b.x.eps.Values),
	}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	m.Parameters = map[string]string{
		"length": strconv.Itoa(b.x.length.Value), parameterUniverse: strconv.Itoa(b.x.universe.Value), "middle": b.middle.String(),
	}
	if b.text != nil {
		m.Inputs = append(m.Inputs, b.text.input)
	}
	m.Notes = append(m.Notes, b.notes...)
}

// parameterUniverse is read by figures and claims.
const parameterUniverse = "universe"

// looks are all numbers of elements after which something is looked at.
func (b *bench) looks() (list []int) {
	for _, s := range b.sets {
		list = append(list, b.positions(s)...)
	}
	for _, l := range limits() {
		list = append(list, l.looks...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// positions are the powers of two from a quarter of the window on, at the window in the
// middle of the list.
func (b *bench) positions(s set) (list []int) {
	if s.window != b.x.windows.Values[len(b.x.windows.Values)/2] {
		return nil
	}
	for n := 1 << position(max(1, s.window/4)); n <= b.length(s.stream, s.window); n *= 2 {
		list = append(list, n)
	}
	return list
}

// visits are those of a set, in the order of the tables. Memory by ε and by room is
// varied one at a time around the middle ε and one window's room.
func (b *bench) visits(s set) (list []visit) {
	for _, k := range b.x.kinds.kinds {
		if !k.rated {
			list = append(list, visit{set: s, kind: k})
			continue
		}
		for _, eps := range b.x.eps.Values {
			if k.name == bloomName && eps != b.middle {
				continue
			}
			rooms := []int{1}
			if k.forgets && eps == b.middle && s.stream == streamUniform {
				rooms = b.x.rooms.Values
			}
			for _, room := range rooms {
				if room == 1 || b.length(s.stream, s.window) >= leastWindows*room*s.window { // else it is far from steady
					list = append(list, visit{s, k, room, eps})
				}
			}
		}
	}
	return list
}

// usual reports whether a visit is at the middle of what is varied.
func (b *bench) usual(v visit) bool { return !v.kind.rated || v.eps == b.middle && v.room == 1 }

// point is the place of a visit, at a position of the stream; 0 for none.
func (v visit) point(inserted int) runfolder.Point {
	return runfolder.At(v.stream, strconv.Itoa(v.window), number(inserted), number(v.room), v.eps.String())
}

// number is empty for 0: off the axis.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Plan implements experiment.Bench. A round has the sets in an order of its own, and for
// each the structures: a stream is made once a round. The lower bound is judged at the
// end of each.
func (b *bench) Plan(session int) experiment.Plan {
	return experiment.Rounds(session, b.steps, b.x.reps.Value)
}

func (b *bench) steps(round int) (list []experiment.Step) {
	random := rand.New(rand.NewPCG(b.roundSeed(round), 0))
	sets := slices.Clone(b.sets)
	random.Shuffle(len(sets), func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
	for _, s := range sets {
		visits := b.visits(s)
		random.Shuffle(len(visits), func(i, j int) { visits[i], visits[j] = visits[j], visits[i] })
		for _, v := range visits {
			list = append(list, b.visitSteps(v, round)...)
		}
	}
	if round > 0 {
		list = append(list, limitSteps(round)...)
	}
	return list
}

// visitSteps are those of a visit. The warm-up has the times alone.
func (b *bench) visitSteps(v visit, round int) (list []experiment.Step) {
	add := func(inserted int, names ...runfolder.Metric) {
		for _, name := range names {
			list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: v.kind.name, Metric: name, Point: v.point(inserted)}})
		}
	}
	if round > 0 {
		add(0, v.metrics()...)
		if b.usual(v) && v.kind.rated {
			for _, n := range b.positions(v.set) {
				add(n, RateAt, MissedAt)
				if v.emptying() {
					add(n, Empty)
				}
			}
		}
	}
	if b.usual(v) {
		add(0, metric.Query)
	}
	return list
}

// metrics are what is counted of the steady state.
func (v visit) metrics() []runfolder.Metric {
	list := []runfolder.Metric{BitsPerElement, Rate, Missed, Errors}
	if v.kind.rated {
		list = append(list, RateNew)
	}
	if !v.theoretical() {
		return list
	}
	if v.stream == streamUniform {
		list = append(list, metric.FPRTheory, LeastBits)
		if v.kind.forgets {
			list = append(list, MissedTheory)
		}
	}
	if v.emptying() {
		list = append(list, EmptyTheory)
		if v.stream == streamUniform && v.eps <= axis.Per/10 { // above, chance finds too much
			list = append(list, Lifetime, LifetimeTheory, Recent)
		}
	}
	if v.kind.name == generalised {
		list = append(list, RateBound)
	}
	return list
}

// Structures with metrics of their own.
const (
	stable      = "stable"
	generalised = "generalised"
)

// emptying reports whether the share of empty cells has a limit by theory.
func (v visit) emptying() bool { return v.kind.name == stable }

// theoretical reports whether the structure is one of the program's windows.
func (v visit) theoretical() bool {
	return v.kind.name != exactName && v.kind.name != bufferName && v.kind.name != bloomName
}

// visit is that of a cell of the plan, with the position at which it is looked at.
func (b *bench) visit(c runfolder.Cell) (v visit, inserted int, err error) {
	place := placeOf(c.Point)
	kind, known := kindNamed(c.Filter)
	if !known {
		return v, 0, fmt.Errorf("no structure %q", c.Filter)
	}
	return visit{set{place.stream, place.window}, kind, place.room, place.eps}, place.inserted, nil
}

// place is where a point lies; 0 or empty where it is off an axis.
type place struct {
	stream                 string
	window, inserted, room int
	eps                    axis.Rate
}

// placeOf reads a point; what does not parse is off the axis.
func placeOf(p runfolder.Point) place {
	count := func(i int) int { n, _ := strconv.Atoi(p.Value(i)); return n }
	eps, _ := axis.ParseRate(p.Value(4))
	return place{p.Value(0), count(1), count(2), count(3), eps}
}

// params are those of a window, by name.
func params(w filter.Window) map[string]float64 {
	of := map[string]float64{}
	for _, p := range w.Params() {
		of[p.Name] = p.Value
	}
	return of
}
