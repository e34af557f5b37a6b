package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"
)

// Plan says how long to measure.
type Plan struct {
	Rounds int           // at most
	Least  int           // rounds that are made whatever the time
	Time   time.Duration // no round begins after it
	Seed   uint64        // of the order in each round
}

// Runner is a participant with what it measured.
type Runner struct {
	*Participant
	Samples []Sample // one a round
	answer  int64    // of the warm-up
}

// measure lets every participant do its section once a round, in a fresh
// order, so that a slow drift of the machine falls on all alike and the
// samples of one round can be compared in pairs. A participant that fails, or
// answers otherwise than in the warm-up, is out with its reason; the others
// go on.
func measure(ctx context.Context, participants []*Participant, plan Plan, progress io.Writer) []*Runner {
	runners := make([]*Runner, len(participants))
	for i, p := range participants {
		runners[i] = &Runner{Participant: p}
		if p.Problem != nil {
			continue
		}
		s, err := p.Section()
		if err == nil && s.Ops == 0 {
			err = errors.New("its section held no operation")
		}
		runners[i].answer, p.Problem = s.Check, err
	}

	random := rand.New(rand.NewPCG(plan.Seed, 0))
	start := time.Now()
	for round := 1; round <= plan.Rounds; round++ {
		if ctx.Err() != nil || round > plan.Least && time.Since(start) > plan.Time {
			break
		}
		for _, i := range random.Perm(len(runners)) {
			r := runners[i]
			if r.Problem != nil {
				continue
			}
			s, err := r.Section()
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
		fmt.Fprintf(progress, "round %d after %s\n", round, time.Since(start).Round(time.Second))
	}
	return runners
}

func closeAll(participants []*Participant) {
	for _, p := range participants {
		if p.Close != nil {
			_ = p.Close() // it is ending anyway
		}
	}
}
