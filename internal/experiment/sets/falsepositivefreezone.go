package sets

import (
	"fmt"
	"math/rand/v2"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/filter/exact"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Sizes of the zones.
const (
	zoneUniverse = 100_000 // numbers
	zoneElements = 20      // that it is made for
	listUniverse = 20_000  // words
)

func zoneLoads() []int { return []int{50, 100, 200, 400, 800, 1200, 1600, 2400, 3200} }
func listKeys() []int  { return []int{10, 30, 100, 300} }

// zones are the filter of Eppstein, Goodrich and Hirschberg over numbers, with as many
// elements as it is made for and with others, asked for all numbers; and over a list of
// words, beside other exact structures.
func zones() (list []trial.Trial) {
	for _, load := range zoneLoads() {
		list = append(list, counted(egh, []axis.Place{Load.At(load)}, rateMetrics(), func(seed uint64) ([]float64, error) {
			return zoneRate(load*zoneElements/100, seed)
		}))
	}
	for _, n := range listKeys() {
		for _, name := range []string{egh, "bitset", "cascade"} {
			list = append(list, counted(name, []axis.Place{N.At(n)}, []runfolder.Metric{metric.FalsePositives, BitsPerKey}, func(seed uint64) ([]float64, error) {
				return overList(name, n, seed)
			}))
		}
	}
	return list
}

// zoneRate has the values of rateMetrics: of all numbers that are no elements the share
// that is admitted, and its theory.
func zoneRate(elements int, seed uint64) ([]float64, error) {
	zone, err := exact.NewZone(zoneUniverse, zoneElements)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(seed, 'z'))
	in := make(map[uint64]bool, elements)
	for len(in) < elements {
		if x := r.Uint64N(zoneUniverse); !in[x] {
			in[x] = true
			zone.Add(x)
		}
	}
	wrong := 0
	for x := range uint64(zoneUniverse) {
		switch found := zone.Contains(x); {
		case in[x] && !found:
			return nil, fmt.Errorf("the element %d is denied", x)
		case !in[x] && found:
			wrong++
		}
	}
	return []float64{float64(wrong) / float64(zoneUniverse-elements), zone.Theory()}, nil
}

// overList has the elements of the list that are admitted wrongly,
// and bits per key.
func overList(name string, n int, seed uint64) ([]float64, error) {
	keys, universe := generated(seed, 0, n), others(seed, listUniverse-n)
	f, err := all.Build(name, keys, filter.Config{Seed: seed, Universe: universe})
	if err != nil {
		return nil, err
	}
	if err := denied(name, f, keys); err != nil {
		return nil, err
	}
	wrong := admitted(f, universe) * float64(universe.Len())
	return []float64{wrong, float64(f.Bits()) / float64(n)}, nil
}
