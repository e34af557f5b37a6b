package experiment

import (
	"context"
	"fmt"
	"time"

	"hyphbench/internal/runfolder"
)

// Sharded is the bench with the rounds of a shard alone, and the warm-up. reps are
// the rounds of the whole run. Round r is the same whatever the shard: shards measure
// it once between them.
func Sharded(b Bench, s runfolder.Shard, reps int) (Bench, error) {
	if _, ok := b.(Stateful); ok {
		return nil, fmt.Errorf("shard=%v: this experiment keeps sums over its repetitions: want the whole run, on a machine of many processors", s)
	}
	if s.Of > reps {
		return nil, fmt.Errorf("shard=%v: the run has %d rounds: want %d shards or fewer, or more --reps", s, reps, reps)
	}
	part := sharded{b, s}
	if p, ok := b.(Predictor); ok {
		return shardedPredictor{part, p, float64(len(s.Rounds(reps))) / float64(reps)}, nil
	}
	return part, nil
}

type sharded struct {
	Bench
	shard runfolder.Shard
}

// Describe implements Bench.
func (b sharded) Describe(m *runfolder.Meta) {
	b.Bench.Describe(m)
	m.Shard = &b.shard
}

// Plan implements Bench.
func (b sharded) Plan(session int) (plan Plan) {
	for _, block := range b.Bench.Plan(session) {
		plan = append(plan, block.of(b.shard))
	}
	return plan
}

// of is the block with the rounds of a shard. A block that is repeated has a round in
// each repetition, one after the other.
func (b Block) of(s runfolder.Shard) Block {
	kept := func(i int) (list []Step) {
		for _, step := range b.Steps(i) {
			if s.Has(step.Round) {
				list = append(list, step)
			}
		}
		return list
	}
	if b.Times < 2 {
		return Block{Times: b.Times, Steps: kept}
	}
	steps := b.Steps(0)
	if len(steps) == 0 {
		return b
	}
	skipped := (s.Index - steps[0].Round) % s.Of
	if skipped < 0 {
		skipped += s.Of
	}
	times := 0
	if b.Times > skipped {
		times = 1 + (b.Times-1-skipped)/s.Of
	}
	return Block{Times: times, Steps: func(i int) []Step { return kept(skipped + i*s.Of) }}
}

type shardedPredictor struct {
	sharded
	whole Predictor
	share float64
}

// Predict implements Predictor.
func (b shardedPredictor) Predict(ctx context.Context) (time.Duration, error) {
	took, err := b.whole.Predict(ctx)
	return time.Duration(float64(took) * b.share), err
}
