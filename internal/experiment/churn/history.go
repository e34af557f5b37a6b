package churn

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// A tenth of the keys is replaced at a time.
const tenth = 10

// sets are the words of a round.
type sets struct {
	n, round  int
	keys      *wordlist.List // the first in the structure
	further   *wordlist.List // those that come, in their order
	strangers *wordlist.List // never in
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
	name   string
	round  int
	s      filter.Structure
	sets   *sets
	seed   uint64
	filter mutable

	churn   int      // times that a tenth was replaced
	live    []uint32 // the numbers of the keys in
	old     []string // those to be deleted next, which stand last in live; nil until they are chosen
	refused int      // insertions that found no place
	zeros   float64  // share of the second filter's bits that are expected to be 0
	loss    []float64
	rate    float64       // share of the strangers admitted, NaN until they are asked
	lost    int           // keys denied, −1 until they are asked
	times   *times        // nil until they are measured
	section time.Duration // least length of one
}

// batch is how many keys are replaced at a time.
func (h *history) batch() int { return max(1, h.sets.keys.Len()/tenth) }

// choose decides which keys go next. The choice depends on what was chosen before, on
// the seed and on the time: not on the structure, unless it refused keys.
func (h *history) choose() []string {
	if h.old != nil {
		return h.old
	}
	random := rand.New(rand.NewPCG(h.seed, uint64(h.churn)))
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
	h.forget()
	return nil
}

func (h *history) mayLose() bool { return h.s.Faults&filter.LosesKeys != 0 }
