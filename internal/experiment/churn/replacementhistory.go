package churn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
	"hyphbench/internal/workload"
)

// A tenth of the keys is replaced at a time.
const tenth = 10

// negativesLeast and negativesMost bound the number of negatives asked of a
// filter: as many as there are keys, between them.
const (
	negativesLeast = 200_000
	negativesMost  = 1_000_000
)

// sets are the words of a round.
type sets struct {
	seed      uint64
	keys      *wordlist.List // the first in the structure
	further   *wordlist.List // those that come, in their order
	negatives *wordlist.List // never in
	current   *history       // of these words; nil before the first
}

// newSets are n keys, and as many more as replacements take: so many, and the one that is
// timed after the last look.
func newSets(work *workload.Workload, n int, roundSeed uint64, replacements int) *sets {
	seed := filter.Mix(roundSeed + uint64(n))
	keys := work.Keys(n, seed)
	return &sets{
		seed: seed, keys: keys, further: work.Further(n, seed, (replacements+1)*max(1, keys.Len()/tenth)),
		negatives: work.Negatives(n, seed, min(max(n, negativesLeast), negativesMost)),
	}
}

// history is that of a structure after so many replacements. The current one goes on, or
// another begins.
func (s *sets) history(of filter.Structure, cfg filter.Config, replacements int) (*history, error) {
	h := s.current
	if h == nil || h.s.Name != of.Name || h.churn > replacements {
		s.current = nil // the collector may have it
		var err error
		if h, err = begin(s, of, cfg); err != nil {
			return nil, err
		}
		s.current = h
	}
	for h.churn < replacements {
		if err := h.play(); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// key is the one of that number: those of the first keys, then the further ones.
func (s *sets) key(number uint32) string {
	if int(number) < s.keys.Len() {
		return s.keys.At(int(number))
	}
	return s.further.At(int(number) - s.keys.Len())
}

// history is a structure in one round while keys go and come.
type history struct {
	s      filter.Structure
	sets   *sets
	filter mutable

	churn   int      // times that a tenth was replaced
	live    []uint32 // the numbers of the keys in
	old     []string // those to be deleted next, which stand last in live; nil until they are chosen
	refused int      // insertions that found no place
	zeros   float64  // share of the second filter's bits that are expected to be 0
	loss    []float64
	next    *times // of the next replacement; nil until they are measured
}

// begin is a history that begins with a structure of the first keys.
func begin(sets *sets, s filter.Structure, cfg filter.Config) (*history, error) {
	h := &history{s: s, sets: sets, zeros: 1, loss: []float64{0}}
	for i := range sets.keys.Len() {
		h.live = append(h.live, uint32(i))
	}
	var err error
	h.filter, err = filter.As[mutable](s.Build(sets.keys, cfg))
	return h, err
}

func (h *history) batch() int { return max(1, h.sets.keys.Len()/tenth) }

// choose decides which keys go next. The choice depends on what was chosen before, on
// the seed and on the time: not on the structure, unless it refused keys.
func (h *history) choose() []string {
	if h.old != nil {
		return h.old
	}
	random := rand.New(rand.NewPCG(h.sets.seed, uint64(h.churn)))
	h.old = []string{}
	for left := len(h.live); left > 0 && len(h.old) < h.batch(); left-- {
		i := random.IntN(left)
		h.live[i], h.live[left-1] = h.live[left-1], h.live[i]
		h.old = append(h.old, h.sets.key(h.live[left-1]))
	}
	return h.old
}

// coming are the numbers from and up to which keys come next.
func (h *history) coming() (from, to uint32) {
	first := h.sets.keys.Len() + h.churn*h.batch()
	return uint32(first), uint32(first + h.batch())
}

// play replaces a tenth of the keys.
func (h *history) play() error {
	old, found := h.choose(), 0
	for _, key := range old {
		if h.filter.Delete(key) {
			found++
		} else if !h.mayLose() {
			return fmt.Errorf("%q is not found at its deletion, at time %d", key, h.churn+1)
		}
	}
	h.live = h.live[:len(h.live)-len(old)]
	from, to := h.coming()
	h.churn++
	h.loss = append(h.loss, h.lossAfter(found))
	for number := from; number < to; number++ {
		switch err := h.filter.Insert(h.sets.key(number)); {
		case err == nil:
			h.live = append(h.live, number)
		case errors.Is(err, filter.ErrFull):
			h.refused++
		default:
			return err
		}
	}
	h.old, h.next = nil, nil
	return nil
}

// denied counts the keys in that are denied. They end the run unless the structure
// declares that it loses keys.
func (h *history) denied() (float64, error) {
	lost := 0
	for _, number := range h.live {
		if !h.filter.Contains(h.sets.key(number)) {
			lost++
		}
	}
	if lost > 0 && !h.mayLose() {
		return 0, fmt.Errorf("%d false negatives among %d keys after %d replacements", lost, len(h.live), h.churn)
	}
	return float64(lost), nil
}

func (h *history) mayLose() bool { return h.s.Faults&filter.LosesKeys != 0 }

// deletedSet is the structure that turns false positives among the deleted keys into
// false negatives.
const deletedSet = "deletedset"

// lossAfter is the probability that a key which was never asked before is taken for a
// deleted one, after so many more deletions that found their key: the second filter is
// as large as the first. A key that is found has a bit to set there, so that it sets
// more than any key would: k·zeros/(1 − loss) on average. 0 for other structures.
func (h *history) lossAfter(found int) float64 {
	if h.s.Name != deletedSet {
		return 0
	}
	of := filter.ParamsOf(h.filter)
	m, k := of["m"], of["k"]
	for range found {
		h.zeros -= k * h.zeros / m / (1 - math.Pow(1-h.zeros, k))
	}
	return math.Pow(1-h.zeros, k)
}

// expectedLost is how many of the keys in are denied by this theory. A key that came
// later was accepted, since it was not denied then: it is denied now with the
// probability (loss now − loss then) / (1 − loss then).
func (h *history) expectedLost() float64 {
	came := make([]int, h.churn+1) // keys in, by the time when they came
	for _, number := range h.live {
		at := 0
		if later := int(number) - h.sets.keys.Len(); later >= 0 {
			at = later/h.batch() + 1
		}
		came[at]++
	}
	sum, now := 0.0, h.loss[h.churn]
	for at, keys := range came {
		then := h.loss[at]
		sum += float64(keys) * (now - then) / (1 - then)
	}
	return sum
}
