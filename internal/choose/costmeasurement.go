package choose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"hyphbench/internal/filter"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// How says how offers are measured.
type How struct {
	Rounds      int           // over all candidates
	Finals      int           // further ones over those that may be the best, until it is clear
	Time        time.Duration // after which no round begins but the first; 0: no bound
	Seed        uint64
	Store       *Asked // what stands behind the filter; nil: not measured
	Progress    func(Progress)
	Provisional func(*Costs) // is told what is known after the rounds over all; may be nil
}

// Progress is how far a measurement is, after each visit of a candidate.
type Progress struct {
	Round       int
	Done, Total int64
	Weight      int           // of the visit, in the unit of the two
	Left        time.Duration // at most; negative: not bounded
}

// Costs are what was measured.
type Costs struct {
	Offers       []Offer
	Failed       []Excluded // that cannot be built
	Hits, Misses []float64  // lookups of the store in ns, one value for each round; nil without one
	Screened     int        // rounds over all candidates
	Rounds       int        // of those that may be the best
	Sample       int        // keys of the sample that the others were measured with; 0: all keys
	OnSample     bool       // those that may be the best too
	Cut          string     // what ended the measurement before it was clear; empty: nothing did
}

// Measure builds every candidate of the workload's keys once a round, in an order of
// the round's own, and times its construction and the queries, the store's lookups
// between them: what slows a part of a round down falls on both. The time that it takes
// to read the words is subtracted. Then those that may be the best for the question
// are measured in further rounds, until it is clear which is. A structure that cannot be built
// is left out; a denied key is an error.
//
// With further rounds to come, those over all are short, of a sample of many keys. Time, or an
// interrupt, ends the measurement after any round but the first; what is known then is returned.
func Measure(ctx context.Context, q Question, w *Workload, candidates []Candidate, how How) (*Costs, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	m := &measurer{Workload: w, how: how, candidates: candidates, repetitions: map[what]int{}, least: timing.LeastOf(ctx), asked: map[*wordlist.List]*wordlist.List{}, offers: make([]Offer, len(candidates)), rounds: make([]series, len(candidates)), failed: map[string]string{}, began: time.Now()}
	if q.Keyed {
		m.hash = filter.Keyed()
	}
	every := make([]int, len(candidates))
	for i := range every {
		every[i] = i
	}
	m.total = how.Rounds*len(every) + how.Finals*min(len(every), mostFinalists)
	if how.Finals == 0 {
		for range how.Rounds {
			if err := m.measure(ctx, every); err != nil {
				return nil, err
			}
		}
		return m.costs(), nil
	}
	if err := m.screen(ctx, every); err != nil {
		return nil, err
	}
	return m.refine(ctx, q)
}

type measurer struct {
	*Workload
	how         How
	hash        filter.Hash // nil: the usual one
	candidates  []Candidate
	repetitions map[what]int
	least       time.Duration                     // of a section
	asked       map[*wordlist.List]*wordlist.List // of a store that waits: what is asked of each list
	reading     map[*wordlist.List]float64        // ns per word of each list in this round, without a filter
	round       int
	done, total int // visits
	offers      []Offer
	rounds      []series // of each candidate
	hits        []float64
	misses      []float64
	failed      map[string]string
	began       time.Time
	screened    int       // rounds over all
	finals      int       // rounds over those that may be the best
	small       *Workload // of the rounds over all where it is a sample; else nil
	onSample    bool      // those that may be the best are measured with it too
}

// series are the values of a candidate, one for each round.
type series struct{ rate, bits, yes, no, build []float64 }

// numbers are those of the candidates with these offers.
func (m *measurer) numbers(list []Ranked) (out []int) {
	for i, c := range m.candidates {
		if slices.ContainsFunc(list, func(r Ranked) bool { return r.Name == c.Name && r.Asked == c.Rate }) {
			out = append(out, i)
		}
	}
	return out
}

// costs are what was measured until now.
func (m *measurer) costs() *Costs {
	c := &Costs{Hits: m.hits, Misses: m.misses, Screened: m.screened, Rounds: m.finals, OnSample: m.onSample}
	if m.small != nil {
		c.Sample = m.small.Keys.Len()
	}
	for i, o := range m.offers {
		if reason := m.failed[m.candidates[i].name()]; reason != "" {
			c.Failed = append(c.Failed, Excluded{Name: m.candidates[i].name(), Reason: reason})
			continue
		}
		for value, list := range map[*float64][]float64{&o.Rate: m.rounds[i].rate, &o.Bits: m.rounds[i].bits, &o.Yes: m.rounds[i].yes, &o.No: m.rounds[i].no, &o.Build: m.rounds[i].build} {
			*value = median(list)
		}
		c.Offers = append(c.Offers, o)
	}
	return c
}

// storeVisits is how often in a round a store in memory is asked.
const storeVisits = 8

// measure makes a round over some candidates. One that is interrupted leaves nothing.
func (m *measurer) measure(ctx context.Context, which []int) error {
	random := rand.New(rand.NewPCG(m.how.Seed, uint64(m.round)))
	if err := m.read(); err != nil {
		return err
	}
	apart := max(1, (len(which)+storeVisits-1)/storeVisits)
	if m.how.Store != nil && m.how.Store.waits() {
		apart = max(1, len(which)) // its lookups are long
	}
	var misses []float64
	var visited []int
	for done, i := range random.Perm(len(which)) {
		if err := ctx.Err(); err != nil {
			m.undo(visited)
			return err
		}
		if m.how.Store != nil && done%apart == 0 {
			miss, err := m.lookups(m.negatives, false)
			if err != nil {
				return fmt.Errorf("store %s: %w", m.how.Store.Name, err)
			}
			misses = append(misses, miss)
		}
		if err := m.visit(which[i]); err != nil {
			return fmt.Errorf("%s: %w", m.candidates[which[i]].name(), err)
		}
		visited = append(visited, which[i])
		m.done++
		if m.how.Progress != nil {
			m.how.Progress(Progress{m.round + 1, int64(m.done), int64(m.total), 1, m.left()})
		}
	}
	if len(misses) > 0 {
		hit, err := m.lookups(m.known, true)
		if err != nil {
			return fmt.Errorf("store %s: %w", m.how.Store.Name, err)
		}
		m.hits, m.misses = append(m.hits, hit), append(m.misses, median(misses))
	}
	m.round++
	return nil
}

// undo takes the values of a round back.
func (m *measurer) undo(visited []int) {
	for _, i := range visited {
		if m.failed[m.candidates[i].name()] != "" {
			continue
		}
		in := &m.rounds[i]
		for _, list := range []*[]float64{&in.rate, &in.bits, &in.yes, &in.no, &in.build, &m.offers[i].Mixed} {
			*list = (*list)[:len(*list)-1]
		}
	}
}

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

// Stand for what is no candidate.
const (
	noFilter = -1
	theStore = -2
)

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
	var s timing.Section
	var err error
	if known {
		s = timing.Undisturbed(func() { err = cmp.Or(err, repeat(n)) })
	} else {
		s, n, err = timing.Fill(m.least, repeat)
		m.repetitions[of] = n
	}
	return float64(s.Effort()) / float64(n), err
}

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
	return []*wordlist.List{m.known, m.negatives, m.Queries}
}

// visit measures a candidate in the current round.
func (m *measurer) visit(number int) error {
	c := m.candidates[number]
	if m.failed[c.name()] != "" {
		return nil
	}
	cfg := filter.Config{Epsilon: c.Rate.Float(), Hash: m.hash, Universe: m.Universe()}
	var f filter.Filter
	built := 0
	t, err := m.timed(what{number, nil}, func() (err error) {
		built++
		cfg.Seed = filter.Mix(m.how.Seed + uint64(m.round)<<32 + uint64(built))
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
	o.Name, o.Title, o.Asked, o.Epsilon, o.Params = c.Name, c.Title, c.Rate, c.Rate.Float(), f.Params()
	_, inserts := f.(filter.Inserter)
	o.Fixed = !inserts
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
		ns := max(leastQuery, t/float64(list.Len())-m.reading[list])
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
