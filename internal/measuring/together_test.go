package measuring_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// BenchmarkSideBySide says what becomes of the queries of nine structures that are measured piece
// by piece beside each other: alone/query and together/query are medians, in ns of CPU time.
// Where the nine do not fit into the caches, each piece begins with those of the eight
// others in them.
func BenchmarkSideBySide(b *testing.B) {
	const structures = 9
	for _, n := range []int{10_000, 100_000} {
		words := func(kind string, n int) []string {
			list := make([]string, n)
			for i := range list {
				list[i] = fmt.Sprintf("%s-%d", kind, i)
			}
			return list
		}
		keys, asked := wordlist.Of(words("key", n)...), wordlist.Of(words("negative", n)...)
		parts := asked.Parts(1 << 13)
		for _, name := range []string{"bloom", "cuckoo", "fuse"} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				s, err := all.ByName(name)
				if err != nil {
					b.Fatal(err)
				}
				admitted := 0
				var jobs []measuring.Job
				for i := range structures {
					f, err := s.Build(keys, filter.Config{Epsilon: 0.01, Seed: uint64(i)})
					if err != nil {
						b.Fatal(err)
					}
					jobs = append(jobs, measuring.Job{Cell: runfolder.Cell{Filter: fmt.Sprint(i)}, Ops: asked.Len(), Parts: len(parts), Do: func(part int) error {
						for word := range parts[part].Each() {
							if f.Contains(word) {
								admitted++
							}
						}
						return nil
					}})
				}
				timer := measuring.NewTimer(b.Context())
				order := func() []int { return rand.Perm(structures) }
				var alone, together []float64
				take := func(list *[]float64, m *experiment.Measurement, err error) {
					if err != nil {
						b.Fatal(err)
					}
					*list = append(*list, float64(m.CPU)/float64(m.Ops))
				}
				for _, j := range jobs { // the first section of each decides on its length
					if _, err := timer.Measure(j.Cell, j.Ops, j.Once); err != nil {
						b.Fatal(err)
					}
				}
				for range b.N {
					list, errs := timer.Together(jobs, order)
					for i, j := range jobs {
						take(&together, list[i], errs[i])
						m, err := timer.Measure(j.Cell, j.Ops, j.Once)
						take(&alone, m, err)
					}
				}
				b.ReportMetric(median(alone), "alone/query")
				b.ReportMetric(median(together), "together/query")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
