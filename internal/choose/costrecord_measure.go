package choose

import (
	"context"
	"slices"
	"strconv"
	"time"

	"hyphbench/internal/filter"
	"hyphbench/internal/machine"
	"hyphbench/internal/wordlist"
)

// RecordSizes are the numbers of keys of this project's record.
func RecordSizes() []int { return []int{1000, 10_000, 100_000, 1_000_000, 10_000_000} }

// recordRounds are those of a record at each size.
const recordRounds = 3

// MakeRecord measures a record of the structures' costs, of generated keys and
// negatives, at these numbers of keys. command is what makes it again.
func MakeRecord(ctx context.Context, structures []filter.Structure, sizes []int, seed uint64, command string, progress func(Progress)) (*Record, error) {
	r := &Record{Machine: machine.Describe(ctx).Line(), Date: time.Now().UTC().Format(time.DateOnly), Command: command}
	var done, total int64 // visits by the number of keys
	candidates := func(i int) []Candidate { return recordCandidates(structures, sizes[i], i == len(sizes)-1) }
	for i, n := range sizes {
		total += int64(n * recordRounds * len(candidates(i)))
	}
	for i, n := range sizes {
		keys := wordlist.Generate(n, func(b []byte, i int) []byte { return strconv.AppendUint(b, filter.Mix(seed+uint64(i)), 16) })
		w, err := NewWorkload(keys, nil, 0, seed)
		if err != nil {
			return nil, err
		}
		c, err := Measure(ctx, Question{}, w, candidates(i), How{Rounds: recordRounds, Seed: seed, Progress: func(p Progress) {
			p.Done, p.Total, p.Weight = done+p.Done*int64(n), total, n
			progress(p)
		}})
		if err != nil {
			return nil, err
		}
		done += int64(n * recordRounds * len(candidates(i)))
		for _, offer := range c.Offers {
			r.Rows = append(r.Rows, Recorded{N: n, Offer: offer})
		}
	}
	return r, nil
}

// recordCandidates are the structures at the rates that a record for n keys has: the
// default ones, and those of the presets with about n keys; of the largest n those with as
// many or more.
func recordCandidates(structures []filter.Structure, n int, largest bool) (list []Candidate) {
	rates := DefaultRates()
	for _, p := range Presets() {
		if q := p.Question; !largest && q.N <= 10*n && n <= 10*q.N || largest && q.N >= n {
			rates = append(rates, q.Rates...)
		}
	}
	slices.Sort(rates)
	for _, s := range structures {
		if s.Exact {
			list = append(list, Candidate{s, 0})
			continue
		}
		own := slices.Compact(slices.Clone(rates))
		if s.Family == filter.FamilyLibrary {
			own = distinct(s, n, own)
		}
		for _, r := range own {
			list = append(list, Candidate{s, r})
		}
	}
	return list
}
