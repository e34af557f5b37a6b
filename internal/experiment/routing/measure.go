package routing

import (
	"context"
	"errors"
	"fmt"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/nodes"
	"hyphbench/internal/runfolder"
)

// ground is a world in one round with its network.
type ground struct {
	scene string
	round int
	net   *nodes.Network
}

// cuts of the quadtree: 64 smallest squares.
const cuts = 3

// devices of each smallest square of the quadtree, for each resource of a node elsewhere.
const devices = 2

// world is that of the ground, as it is at first.
func (b *bench) world(scene string, seed uint64) *world {
	switch scene {
	case tree:
		return newTree(b.x.nodes.Value, b.x.resources.Value, seed)
	case quadtree:
		return newQuadtree(cuts, devices*b.x.resources.Value, seed)
	}
	return newGraph(b.x.nodes.Value, b.x.resources.Value, seed)
}

// Close implements io.Closer.
func (b *bench) Close() error {
	if b.ground.net == nil {
		return nil
	}
	return b.ground.net.Close()
}

// stand makes the ground that of a scene in a round: its network serves all visits.
func (b *bench) stand(scene string, round int) (*world, error) {
	w := b.world(scene, experiment.RoundSeed(b.x.seed, round))
	if g := b.ground; g.net != nil && g.scene == scene && g.round == round {
		return w, nil
	}
	if err := errors.Join(b.Close(), w.check()); err != nil {
		return nil, err
	}
	net, err := nodes.New(len(w.links))
	if err != nil {
		return nil, err
	}
	b.ground = ground{scene, round, net}
	return w, nil
}

// Measure implements experiment.Bench. All cells of a visit are measured together.
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	v := b.visit(s.Cell)
	if b.current.values == nil || b.current.visit != v || b.current.round != s.Round {
		w, err := b.stand(v.scene, s.Round)
		if err != nil {
			return nil, err
		}
		b.current = results{v, s.Round, map[runfolder.Cell]float64{}}
		if err := b.measure(ctx, v, w); err != nil {
			b.current = results{}
			return nil, err
		}
	}
	value, measured := b.current.values[s.Cell]
	if !measured {
		return nil, fmt.Errorf("%s is not measured of %s", s.Cell.Metric, s.Cell.Filter)
	}
	return experiment.Counted(value, unitOf(s.Cell.Metric)), nil
}

func unitOf(m runfolder.Metric) string {
	switch m {
	case Hops, Absent:
		return "messages"
	case Wrong, Walked:
		return "hops"
	case LookupBytes, Message, Advert, Update:
		return "bytes"
	}
	return "1"
}

// floods of a round: each takes the same messages.
const floods = 5

// measure lets one way find things in a world, after each of its moves.
func (b *bench) measure(ctx context.Context, v visit, w *world) error {
	t := newTrial(v, w, b.ground.net, b.x.hashes.Value, w.seed)
	told, err := t.advertise(ctx)
	if err != nil {
		return err
	}
	moves := 0
	for _, times := range b.looks(v) {
		moved := 0
		for ; moves < times; moves++ {
			moved += w.move(moves)
			t.hold()
			more, err := t.advertise(ctx)
			if err != nil {
				return err
			}
			told = nodes.Traffic{Bytes: told.Bytes + more.Bytes, Messages: told.Messages + more.Messages}
		}
		set := func(m runfolder.Metric, value float64) { b.set(v, m, times, -1, value) }
		switch {
		case v.way == flood || v.way == walk:
		case moved > 0:
			set(Update, float64(told.Bytes)/float64(moved))
		default:
			set(Advert, float64(told.Bytes))
			set(Message, float64(t.largest()))
		}
		told = nodes.Traffic{}
		if err := b.look(ctx, t, times, set); err != nil {
			return err
		}
	}
	return nil
}

// set is a value of the visit being measured.
func (b *bench) set(v visit, m runfolder.Metric, times, level int, value float64) {
	b.current.values[runfolder.Cell{Filter: v.way, Metric: m, Point: v.at(times, level)}] = value
}

// look asks for things and counts.
func (b *bench) look(ctx context.Context, t *trial, times int, set func(runfolder.Metric, float64)) error {
	v, seed := t.visit, filter.Mix(t.world.seed+uint64(times+2)) // times is −1 where nothing moves
	list := questions(t.world, b.x.lookups.Value, seed)
	if v.way == flood {
		list = list[:min(floods, len(list))]
	}
	asked, err := t.ask(ctx, list)
	if err != nil {
		return err
	}
	lookups := float64(len(list))
	set(Hops, float64(asked.traffic.Messages)/lookups)
	set(LookupBytes, float64(asked.traffic.Bytes)/lookups)
	if v.way == flood {
		return nil
	}
	c := t.count(list, asked.ways)
	set(Direct, c.direct/lookups)
	if v.way != walk {
		set(Wrong, c.wrong/lookups)
	}
	if v.scene == tree {
		none, err := t.ask(ctx, absent(t.world, b.x.lookups.Value/absentShare+1, seed))
		if err != nil {
			return err
		}
		set(Absent, float64(none.traffic.Messages)/float64(len(none.ways)))
	}
	if !v.filters() {
		return nil
	}
	if v.scene == graph {
		set(Found, c.found/lookups)
		set(Walked, c.walked/lookups)
	}
	if v.way == attenuated || v.way == confident {
		set(Distance, t.distances(list))
	}
	fills := t.fills()
	for _, level := range b.levels(v) {
		b.set(v, Fill, times, level, fills[level])
	}
	return nil
}

// absentShare: for as many lookups, one of what nobody has.
const absentShare = 5
