package sets

import (
	"fmt"
	"math"
	"sync"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
)

const memoryKeys = 10_000

// Bits per key of the groups: those with which a Bloom filter has a rate of about 1 %, and
// the counting filter made of it.
const (
	bitsOfWords    = 10
	bitsOfCounters = 40
)

// memories are the rates of structures that are made for the same keys in the same bits.
func memories() (list []trial.Trial) {
	for _, group := range []struct {
		bits  float64 // a key
		names []string
	}{{bitsOfWords, []string{bloom, register, blockedG}}, {bitsOfCounters, []string{counting, multipartition}}} {
		for _, name := range group.names {
			list = append(list, counted(name, []axis.Place{N.At(memoryKeys)}, append(rateMetrics(), BitsPerKey), inMemory(name, group.bits)))
		}
	}
	return list
}

// fitting is the smallest rate, to a hundredth of itself, that a structure plans for the
// keys in no more than so many bits per key.
func fitting(s filter.Structure, bits float64) (epsilon float64, err error) {
	low, high := 1e-5, 0.5 // too low, and high enough
	for high/low > 1.01 {
		middle := math.Sqrt(low * high)
		p, err := s.Plan(memoryKeys, filter.Config{Epsilon: middle})
		if err != nil {
			return 0, err
		}
		if float64(p.Bits) <= bits*memoryKeys {
			high = middle
		} else {
			low = middle
		}
	}
	return high, nil
}

// inMemory counts the rate of a structure that fits so many bits per key, its theory, and the
// bits per key.
func inMemory(name string, most float64) func(seed uint64) ([]float64, error) {
	fits := sync.OnceValues(func() (epsilon float64, err error) {
		s, err := all.ByName(name)
		if err != nil {
			return 0, err
		}
		return fitting(s, most)
	})
	return func(seed uint64) ([]float64, error) {
		epsilon, err := fits()
		if err != nil {
			return nil, err
		}
		keys := generated(seed, 0, memoryKeys)
		f, err := all.Build(name, keys, filter.Config{Epsilon: epsilon, Seed: seed})
		if err != nil {
			return nil, err
		}
		if err := denied(name, f, keys); err != nil {
			return nil, err
		}
		bits := float64(f.Bits()) / memoryKeys
		if bits > 1.01*most {
			return nil, fmt.Errorf("%s takes %v bits per key, not %v", name, bits, most)
		}
		return []float64{admitted(f, others(seed, negatives)), f.Theory(), bits}, nil
	}
}
