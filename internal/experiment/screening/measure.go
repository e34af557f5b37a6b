package screening

import (
	"context"
	"fmt"
	"math/rand/v2"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Measure implements experiment.Bench.
func (b *bench) Measure(_ context.Context, s experiment.Step) (*experiment.Measurement, error) {
	at, err := b.place(s.Cell.Point)
	if err != nil {
		return nil, err
	}
	if b.ways == nil || b.round != s.Round {
		b.begin(s.Round)
	}
	of := scheme{at.bits, at.hashes, experiment.RoundSeed(b.x.seed, s.Round)}
	name := s.Cell.Filter
	switch s.Cell.Metric {
	case SimilarityError, SimilarityBias:
		off, bias := of.errors(name, b.pairs)
		if s.Cell.Metric == SimilarityBias {
			off = bias
		}
		return experiment.Counted(off, "1"), nil
	case Lost:
		return experiment.Counted(b.docs.lost(b.searchesOf(at.length)), "1"), nil
	case metric.Build:
		return b.timer.Measure(s.Cell, b.docs.list.Len(), func() error {
			_, err := newWay(name, b.docs, of)
			return err
		})
	}
	w, err := b.way(name, of)
	if err != nil {
		return nil, err
	}
	if s.Cell.Metric == BitsPerDocument {
		return experiment.Counted(float64(w.bits())/float64(b.docs.list.Len()), "bits"), nil
	}
	searches := b.searchesOf(at.length)
	key := asked{signedWay{name, of}, at.length}
	sum, known := b.found[key]
	if !known {
		if sum, err = b.checked(name, w, searches); err != nil {
			return nil, err
		}
		b.found[key] = sum
	}
	if s.Cell.Metric == metric.Query {
		return b.timer.Measure(s.Cell, len(searches), func() error { return b.pass(name, w, searches, sum) })
	}
	return b.counted(s.Cell.Metric, of, searches, sum)
}

// place is that of a point: an axis that it does not lie on is at its middle.
func (b *bench) place(p runfolder.Point) (place, error) {
	at := b.middle()
	for i, v := range []*int{&at.bits, &at.hashes, &at.length} {
		if text := p.Value(i); text != "" {
			n, err := axis.ParseCount(text)
			if err != nil {
				return at, err
			}
			*v = n
		}
	}
	return at, nil
}

// begin draws the pairs of a round and drops what belongs to another one.
func (b *bench) begin(round int) {
	b.round, b.searches, b.ways, b.found = round, map[int][]search{}, map[signedWay]way{}, map[asked]found{}
	random := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, round), 'p'))
	b.pairs = b.docs.pairs(random, b.x.pairs.Value)
}

// searchesOf are the queries of a length in the round.
func (b *bench) searchesOf(length int) []search {
	if b.searches[length] == nil {
		random := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, b.round), uint64(length)))
		b.searches[length] = b.docs.searches(random, b.x.queries.Value, length)
	}
	return b.searches[length]
}

// way is one of the round, or one that is the same in all rounds.
func (b *bench) way(name string, of scheme) (w way, err error) {
	if !signed(name) {
		if w = b.kept[name]; w == nil {
			if b.kept == nil {
				b.kept = map[string]way{}
			}
			w, err = newWay(name, b.docs, of)
			b.kept[name] = w
		}
		return w, err
	}
	key := signedWay{name, of}
	if w = b.ways[key]; w == nil {
		w, err = newWay(name, b.docs, of)
		b.ways[key] = w
	}
	return w, err
}

// found is what the searches came to, together.
type found struct{ candidates, answers int }

// checked carries all searches out and compares every answer with the truth, which that
// of the scan is by itself: the clock compares its counts.
func (b *bench) checked(name string, w way, searches []search) (sum found, err error) {
	var a result
	for _, s := range searches {
		if name == scanning {
			sum.candidates += len(s.answers)
			sum.answers += len(s.answers)
			continue
		}
		a.find(w, b.docs, s.text)
		if err := a.check(name, s); err != nil {
			return sum, err
		}
		sum.candidates += len(a.candidates)
		sum.answers += len(a.answers)
	}
	return sum, nil
}

// pass carries all searches out under the clock. They must come to as much as before.
func (b *bench) pass(name string, w way, searches []search, want found) error {
	var a result
	var sum found
	for _, s := range searches {
		a.find(w, b.docs, s.text)
		sum.candidates += len(a.candidates)
		sum.answers += len(a.answers)
	}
	if sum != want {
		return fmt.Errorf("%s: %d candidates and %d answers under the clock: want %d and %d", name, sum.candidates, sum.answers, want.candidates, want.answers)
	}
	return nil
}

// counted is a metric of the searches, per search or as a share.
func (b *bench) counted(name runfolder.Metric, of scheme, searches []search, f found) (*experiment.Measurement, error) {
	n := float64(len(searches))
	switch name {
	case Candidates:
		return experiment.Counted(float64(f.candidates)/n, "documents"), nil
	case FalseCandidates:
		return experiment.Counted(float64(f.candidates-f.answers)/n, "documents"), nil
	case Rate:
		without := len(searches)*b.docs.list.Len() - f.answers
		return experiment.Counted(float64(f.candidates-f.answers)/float64(max(1, without)), "1"), nil
	case metric.FPRTheory:
		sum := 0.0
		for _, s := range searches {
			sum += of.expected(s.text, b.docs.sizes)
		}
		return experiment.Counted(sum/n, "1"), nil
	}
	return nil, fmt.Errorf("unknown metric %q", name)
}
