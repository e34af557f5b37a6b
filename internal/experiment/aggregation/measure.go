package aggregation

import (
	"context"
	"fmt"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/nodes"
	"hyphbench/internal/runfolder"
)

// Measure implements experiment.Bench. The first step of a place lets its nodes gossip,
// which is where the numbers of all steps are from.
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	p, step, err := b.place(s.Cell)
	if err != nil {
		return nil, err
	}
	c := &b.current
	if c.gossip == nil || c.place != p || c.round != s.Round {
		if c.gossip, err = b.gossip(ctx, p, s.Round); err != nil {
			return nil, err
		}
		c.place, c.round = p, s.Round
	}
	mean, worst := c.errors(step, b.x.items.Value)
	switch s.Cell.Metric {
	case Estimate:
		return counted(c.estimate(step)/float64(b.x.items.Value), "1"), nil
	case Error:
		return counted(mean, "1"), nil
	case Worst:
		return counted(worst, "1"), nil
	case Bytes:
		return counted(float64(c.bytes[step]), "bytes"), nil
	}
	return nil, fmt.Errorf("unknown metric %q", s.Cell.Metric)
}

func counted(value float64, unit string) *experiment.Measurement {
	return &experiment.Measurement{Value: value, Unit: unit, Ops: 1, CPU: runfolder.NoCPU}
}

// gossip lets the nodes of a place gossip.
func (b *bench) gossip(ctx context.Context, p place, round int) (*gossip, error) {
	seed := experiment.RoundSeed(b.x.seed, round)
	network := b.networks[p.nodes]
	if network == nil {
		var err error
		if network, err = nodes.New(p.nodes); err != nil {
			return nil, err
		}
		b.networks[p.nodes] = network
	}
	w := newWorld(p.nodes, b.x.items.Value, p.copies, b.x.steps.Value, filter.Mix(seed))
	return run(ctx, network, p.way, w, filter.Config{Epsilon: p.rate.Float(), Seed: seed})
}
