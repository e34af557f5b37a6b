package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"
)

// Plan is the length of a measurement.
type Plan struct {
	Rounds int           // at most
	Least  int           // at least, whatever the time
	Time   time.Duration // no round begins after it
	Seed   uint64        // of the order in each round
}

// Runner is a participant with its samples.
type Runner struct {
	*Participant
	Samples []Sample // one per round, from the first on
	rounds  int      // at most
	answer  int64    // of the warm-up
}

// A participant whose warm-up is as long as slowSection takes part in slowRounds
// only.
const (
	slowSection = time.Second
	slowRounds  = 5
)

// unitsOf are the places of the runners, those that follow another one behind it.
func unitsOf(runners []*Runner) [][]int {
	var units [][]int
	for i, r := range runners {
		if r.Follows && len(units) > 0 {
			last := len(units) - 1
			units[last] = append(units[last], i)
			continue
		}
		units = append(units, []int{i})
	}
	return units
}

// measure runs the section of every participant once per round, in a new order:
// drift of the machine affects all alike, and the samples of a round are pairs.
// Slow participants, and filters that are built anew, sit out the later ones. A
// participant with an error, or an answer other than in the warm-up, is dropped
// with the reason.
func measure(ctx context.Context, participants []*Participant, plan Plan, progress io.Writer) []*Runner {
	runners := make([]*Runner, len(participants))
	for i, p := range participants {
		r := &Runner{Participant: p, rounds: plan.Rounds}
		runners[i] = r
		if p.Fresh {
			r.rounds = plan.Least
		}
		if p.Problem != nil || p.Fresh {
			continue
		}
		began := time.Now()
		s, err := p.Section()
		if time.Since(began) >= slowSection {
			r.rounds = min(slowRounds, plan.Rounds)
		}
		if err == nil && s.Ops == 0 {
			err = errors.New("its section held no operation")
		}
		r.answer, p.Problem = s.Check, err
	}

	units := unitsOf(runners)
	random := rand.New(rand.NewPCG(plan.Seed, 0))
	start := time.Now()
	for round := 1; round <= plan.Rounds; round++ {
		if ctx.Err() != nil || round > plan.Least && time.Since(start) > plan.Time {
			break
		}
		for _, u := range random.Perm(len(units)) {
			for _, i := range units[u] {
				if r := runners[i]; r.Problem == nil && round <= r.rounds {
					r.run(round)
				}
			}
		}
		fmt.Fprintf(progress, "round %d after %s\n", round, time.Since(start).Round(time.Second))
	}
	return runners
}

// run measures the section of one round. The rounds of a runner have no gap.
func (r *Runner) run(round int) {
	s, err := r.Section()
	if r.Fresh && len(r.Samples) == 0 {
		r.answer = s.Check
	}
	switch {
	case err != nil:
		r.Problem = fmt.Errorf("round %d: %w", round, err)
	case s.Check != r.answer:
		r.Problem = fmt.Errorf("round %d answered %d, the warm-up %d", round, s.Check, r.answer)
	case s.CPU <= 0:
		r.Problem = fmt.Errorf("round %d took no CPU time that the clock can see", round)
	default:
		r.Samples = append(r.Samples, s)
	}
}

func closeAll(participants []*Participant) {
	for _, p := range participants {
		if p.Close != nil {
			_ = p.Close() // it is ending anyway
		}
	}
}
