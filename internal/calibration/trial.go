package calibration

import (
	"context"
	"math/rand/v2"

	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
	"hyphbench/internal/timing"
)

// trial is a small experiment under way.
type trial struct {
	w        *workload
	o        Options
	random   *rand.Rand
	times    [][]float64 // of a side in a round, ns
	sections []timing.Section
}

// trial begins the one of a number, which decides its order and hash functions.
func (w *workload) trial(o Options, number uint64) *trial {
	return &trial{w: w, o: o, random: rand.New(rand.NewPCG(o.Seed, number)), times: make([][]float64, len(w.sides))}
}

// rounds are those measured.
func (t *trial) rounds() int { return len(t.times[0]) }

// measure adds rounds, which visit every side.
func (t *trial) measure(ctx context.Context, rounds int) error {
	if t.o.Design == runfolder.AsThesis {
		return t.inBlocks(ctx, rounds)
	}
	for range rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		filters := make([]filter.Filter, len(t.w.sides))
		for i := range filters {
			var err error
			if filters[i], err = t.w.build(t.random.Uint64()); err != nil {
				return err
			}
		}
		sections, err := t.w.together(filters, t.random)
		if err != nil {
			return err
		}
		for side, s := range sections {
			t.add(side, s)
		}
	}
	return nil
}

// inBlocks adds all passes of one side after those of another, each with the filter built last.
func (t *trial) inBlocks(ctx context.Context, rounds int) error {
	for side := range t.w.sides {
		f, err := t.w.build(t.random.Uint64())
		if err != nil {
			return err
		}
		for range rounds {
			if err := ctx.Err(); err != nil {
				return err
			}
			s, err := t.w.alone(&t.w.sides[side], f)
			if err != nil {
				return err
			}
			t.add(side, s)
		}
	}
	return nil
}

func (t *trial) add(side int, s timing.Section) {
	t.times[side] = append(t.times[side], float64(s.Effort()))
	t.sections = append(t.sections, s)
}

// decide measures as many rounds as the options say, or as few of them as resolve
// their effect.
func (t *trial) decide(ctx context.Context) error {
	if !t.o.looks() {
		return t.measure(ctx, t.o.Rounds)
	}
	return narrow(t.o.Resolve/2, t.o.Rounds, func(rounds int) (half float64, err error) {
		if err := t.measure(ctx, rounds-t.rounds()); err != nil {
			return 0, err
		}
		return t.half()
	})
}

// narrow has rounds measured until the widest interval has the half-width wanted, and a
// third more without a look, but no more than most: the rule of a run with --resolve.
// measure measures up to so many rounds and says the half-width.
func narrow(want float64, most int, measure func(rounds int) (half float64, err error)) error {
	for n := min(stats.Pilot, most); ; {
		half, err := measure(n)
		switch {
		case err != nil || n == most:
			return err
		case half <= want:
			_, err = measure(min(stats.Last(n), most))
			return err
		}
		n = min(stats.NextLook(n, half, want), most)
	}
}

// half is the half-width of the widest interval of a ratio to the first side.
func (t *trial) half() (widest float64, err error) {
	for _, side := range t.times[1:] {
		e, err := compare(t.o.Design, side, t.times[0])
		if err != nil {
			return 0, err
		}
		widest = max(widest, e.CI().High-e.Value)
	}
	return widest, nil
}
