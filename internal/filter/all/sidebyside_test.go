package all

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/machine"
)

// bare is the string hash alone, as if it were a filter: what every query pays.
type bare struct{ hash filter.Hasher }

func (b *bare) Contains(key string) bool { return b.hash.Seeded(filter.Fingerprint(key)) == 0 }
func (b *bare) Bits() uint64             { return 0 }
func (b *bare) Theory() float64          { return 0 }
func (b *bare) Params() []filter.Param   { return nil }

// BenchmarkSideBySide asks the filters of all structures in turn, in an order
// drawn anew each round, on the clock of the thread, so that the medians can be
// compared even on a busy machine, where the figures of one benchmark after the
// other cannot. The ratio is the median of those to the bare hash in the same
// round: it holds on machines of another speed.
//
// FILTERS=fuse,xor asks those alone.
//
//	go test ./internal/filter/all -run '^$' -bench SideBySide -benchtime 21x
func BenchmarkSideBySide(b *testing.B) {
	keys := filtertest.Keys(b)
	words, _ := filtertest.Negatives(b, keys)
	text, ends := words.Text(), words.Ends()
	type contestant struct {
		name   string
		filter filter.Filter
		ns     []float64 // a query, by round
	}
	contestants := []*contestant{{name: "hash", filter: &bare{filter.NewHasher(filter.Config{Seed: 1})}}}
	structures := Structures()
	if spec := os.Getenv("FILTERS"); spec != "" {
		var err error
		if structures, err = Resolve(spec); err != nil {
			b.Fatal(err)
		}
	}
	for _, s := range structures {
		if s.Historical {
			continue
		}
		f, err := s.Build(keys, filter.Config{Epsilon: 0.01, Seed: 1, Universe: words})
		if err != nil {
			b.Fatal(err)
		}
		contestants = append(contestants, &contestant{name: s.Name, filter: f})
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if _, ok := machine.ThreadCPU(); !ok {
		b.Skip("the system has no clock of a thread")
	}
	order := slices.Clone(contestants)
	random := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, c := range order {
			start, _ := machine.ThreadCPU()
			pass(c.filter, text, ends)
			end, _ := machine.ThreadCPU()
			c.ns = append(c.ns, float64((end-start).Nanoseconds())/float64(len(ends)))
		}
	}
	hash := contestants[0]
	// A benchmark's log is cut after ten lines.
	fmt.Printf("ε = 1 %%, %d keys, %d queries, %d rounds; hash: %.2f ns\n", keys.Len(), len(ends), b.N, middle(hash.ns))
	for _, c := range contestants {
		ratios := make([]float64, len(c.ns))
		for round, ns := range c.ns {
			ratios[round] = ns / hash.ns[round]
		}
		fmt.Printf("%-18s %6.2f ns, least %6.2f: %5.2f times the hash; %6.2f bits/key, theory %.3f %%\n", c.name, middle(c.ns), slices.Min(c.ns),
			middle(ratios), float64(c.filter.Bits())/float64(keys.Len()), 100*c.filter.Theory())
	}
}

func middle(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
