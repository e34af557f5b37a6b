package all

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/section"
)

// bareHash is the floor of every structure: it hashes the key and compares.
type bareHash struct{}

func (bareHash) Contains(key string) bool { return filter.Fingerprint(key) == 0 }
func (bareHash) Bits() uint64             { return 0 }
func (bareHash) Theory() float64          { return 0 }
func (bareHash) Params() []filter.Param   { return nil }

// besideRounds are the passes over the list of each structure.
const besideRounds = 15

// BenchmarkBeside asks every negative of the whole word list of each structure at
// ε = 1 % and of the bare hash beside it, in random order in each round, and
// reports the medians: the ns of a query, and their ratio to the hash, which
// other machines share.
func BenchmarkBeside(b *testing.B) {
	keys := filtertest.Keys(b)
	words, _ := filtertest.Negatives(b, keys)
	text, ends := words.Text(), words.Ends()
	for _, s := range Structures() {
		b.Run(s.Name, func(b *testing.B) {
			f, err := s.Build(keys, filter.Config{Epsilon: 0.01, Seed: 1, Universe: words})
			if err != nil {
				b.Fatal(err)
			}
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var hash, own []time.Duration
			for b.Loop() {
				for range besideRounds {
					sides := []func(){
						func() { hash = append(hash, timed(func() { pass(bareHash{}, text, ends) })) },
						func() { own = append(own, timed(func() { pass(f, text, ends) })) },
					}
					rand.Shuffle(len(sides), func(i, j int) { sides[i], sides[j] = sides[j], sides[i] })
					for _, run := range sides {
						run()
					}
				}
			}
			b.ReportMetric(median(own)/float64(len(ends)), "ns/query")
			b.ReportMetric(median(hash)/float64(len(ends)), "ns/hash")
			b.ReportMetric(median(own)/median(hash), "x-hash")
			b.ReportMetric(float64(f.Bits())/float64(keys.Len()), "bits/key")
		})
	}
}

// timed is the CPU time of the thread, where there is a clock for it: the wall
// time of a busy machine is that of others too.
func timed(work func()) time.Duration {
	s := section.Measure(false, work)
	if s.HasCPU {
		return s.CPU
	}
	return s.Wall
}

func median(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2].Nanoseconds())
}
