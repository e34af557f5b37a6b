package choose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/section"
	"hyphbench/internal/wordlist"
)

// How says how offers are measured.
type How struct {
	Rounds int
	Seed   uint64
	Hash   filter.Hash // nil: the usual one
	// Progress is called before each filter is built.
	Progress func(done, total int)
}

// Measure builds every candidate of the workload's keys once a round, in an order of
// the round's own, and times its construction and the queries. The time that it takes
// to read the words is subtracted. A structure that cannot be built is excluded; a
// denied key is an error.
func Measure(ctx context.Context, w *Workload, candidates []Candidate, how How) ([]Offer, []Excluded, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	m := &measurer{Workload: w, how: how, repetitions: map[what]int{}, offers: make([]Offer, len(candidates)), rounds: make([]series, len(candidates)), failed: map[string]string{}}
	for round := range how.Rounds {
		random := rand.New(rand.NewPCG(how.Seed, uint64(round)))
		if err := m.read(); err != nil {
			return nil, nil, err
		}
		for done, i := range random.Perm(len(candidates)) {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			if how.Progress != nil {
				how.Progress(round*len(candidates)+done, how.Rounds*len(candidates))
			}
			if err := m.visit(round, i, candidates[i]); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", candidates[i].name(), err)
			}
		}
	}
	var offers []Offer
	var out []Excluded
	for i, o := range m.offers {
		if reason := m.failed[candidates[i].name()]; reason != "" {
			out = append(out, Excluded{candidates[i].name(), reason})
			continue
		}
		for value, list := range map[*float64][]float64{&o.Rate: m.rounds[i].rate, &o.Bits: m.rounds[i].bits, &o.Yes: m.rounds[i].yes, &o.No: m.rounds[i].no, &o.Build: m.rounds[i].build} {
			*value = median(list)
		}
		offers = append(offers, o)
	}
	return offers, out, nil
}

type measurer struct {
	*Workload
	how         How
	repetitions map[what]int
	reading     map[*wordlist.List]float64 // ns a word of each list in this round, without a filter
	offers      []Offer
	rounds      []series // of each candidate
	failed      map[string]string
}

// series are the values of a candidate, one for each round.
type series struct{ rate, bits, yes, no, build []float64 }

// median is the middle of a list, the mean of two middles.
func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}

// what identifies sections of equal length.
type what struct {
	candidate int
	list      *wordlist.List // nil: the construction
}

// timed is the time of one repetition of work in ns. For the first section of its
// kind it finds out how many make one long enough.
func (m *measurer) timed(of what, work func() error) (float64, error) {
	repeat := func(n int) error {
		for range n {
			if err := work(); err != nil {
				return err
			}
		}
		return nil
	}
	n, known := m.repetitions[of]
	var s section.Section
	var err error
	if known {
		s = section.Undisturbed(func() { err = cmp.Or(err, repeat(n)) })
	} else {
		s, n, err = section.Fill(repeat)
		m.repetitions[of] = n
	}
	return float64(s.Effort()) / float64(n), err
}

// noFilter stands for none among the candidates.
const noFilter = -1

// read times the words of the lists without a filter.
func (m *measurer) read() error {
	m.reading = map[*wordlist.List]float64{}
	for _, list := range m.lists() {
		sum := 0
		t, err := m.timed(what{noFilter, list}, func() error {
			for word := range list.Each() {
				sum += len(word)
			}
			return nil
		})
		if err != nil || sum < 0 {
			return err
		}
		m.reading[list] = t / float64(list.Len())
	}
	return nil
}

func (m *measurer) lists() []*wordlist.List {
	return []*wordlist.List{m.known, m.strangers, m.Queries}
}

// visit measures a candidate in a round.
func (m *measurer) visit(round, number int, c Candidate) error {
	if m.failed[c.name()] != "" {
		return nil
	}
	cfg := filter.Config{Epsilon: c.Rate.Float(), Hash: m.how.Hash, Universe: m.Universe()}
	var f filter.Filter
	built := 0
	t, err := m.timed(what{number, nil}, func() (err error) {
		built++
		cfg.Seed = filter.Mix(m.how.Seed + uint64(round)<<32 + uint64(built))
		f, err = c.Build(m.Keys, cfg)
		return err
	})
	var cannot *filter.BuildError
	if errors.As(err, &cannot) {
		m.failed[c.name()] = err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	o, in := &m.offers[number], &m.rounds[number]
	o.Name, o.Asked, o.Epsilon, o.Params = c.Name, c.Rate, c.Rate.Float(), f.Params()
	in.build = append(in.build, t/float64(m.Keys.Len()))
	in.bits = append(in.bits, float64(f.Bits())/float64(m.Keys.Len()))
	in.rate = append(in.rate, f.Theory())
	for i, list := range m.lists() {
		yes := 0
		t, err := m.timed(what{number, list}, func() error {
			yes = 0
			for word := range list.Each() {
				if f.Contains(word) {
					yes++
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		// Noise can make the words alone slower than the words asked.
		ns := max(0.1, t/float64(list.Len())-m.reading[list])
		switch i {
		case 0:
			if in.yes = append(in.yes, ns); yes < list.Len() && c.Faults&filter.LosesKeys == 0 {
				return fmt.Errorf("%d of %d keys are denied", list.Len()-yes, list.Len())
			}
		case 1:
			in.no = append(in.no, ns)
		case 2:
			o.Mixed = append(o.Mixed, ns)
		}
	}
	return nil
}
