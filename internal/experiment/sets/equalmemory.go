package sets

import (
	"fmt"
	"math"
	"sync"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// memory is a group of structures that are made for the same keys in the same bits.
type memory struct {
	bits  float64 // a key
	names []string
}

const memoryKeys = 10_000

// Bits per key of the groups: those with which a Bloom filter has a rate of about 1 %, and
// the counting filter made of it.
const (
	bitsOfWords    = 10
	bitsOfCounters = 40
)

// memories are their rates.
func memories() (list []place) {
	for _, m := range []memory{{bitsOfWords, []string{bloom, register, blockedG}}, {bitsOfCounters, []string{counting, multipartition}}} {
		for _, name := range m.names {
			made := sync.OnceValues(func() (fitted, error) { return fit(name, m.bits) })
			list = append(list, place{
				filter: name, at: []axis.Place{N.At(memoryKeys)}, metrics: []runfolder.Metric{Rate, metric.FPRTheory, BitsPerKey},
				count: func(seed uint64) ([]float64, error) {
					of, err := made()
					if err != nil {
						return nil, err
					}
					return of.count(seed)
				},
			})
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

// fitted is a structure with the rate that fits its bits.
type fitted struct {
	filter.Structure
	epsilon, bits float64
}

func fit(name string, bits float64) (fitted, error) {
	s, err := all.ByName(name)
	if err != nil {
		return fitted{}, err
	}
	epsilon, err := fitting(s, bits)
	return fitted{s, epsilon, bits}, err
}

// count has the rate, its theory, and the bits per key.
func (s fitted) count(seed uint64) ([]float64, error) {
	keys := generated(seed, 0, memoryKeys)
	f, err := s.Build(keys, filter.Config{Epsilon: s.epsilon, Seed: seed})
	if err != nil {
		return nil, err
	}
	if err := denied(s.Name, f, keys); err != nil {
		return nil, err
	}
	bits := float64(f.Bits()) / memoryKeys
	if bits > 1.01*s.bits {
		return nil, fmt.Errorf("%s takes %v bits per key, not %v", s.Name, bits, s.bits)
	}
	return []float64{admitted(f, others(seed, negatives)), f.Theory(), bits}, nil
}
