package sets

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	bloomfilters "hyphbench/internal/filter/bloom"
)

// Keys that come once, twice, … are counted; as many of each.
const (
	countedKeys = 4000
	timesMost   = 4
)

// counts are structures that tell how often a key came.
func counts() (list []trial.Trial) {
	for _, name := range []string{counting, layered} {
		for times := 1; times < timesMost; times++ {
			list = append(list, counted(name, []axis.Place{Times.At(times)}, countMetrics(name), func(seed uint64) ([]float64, error) {
				return tooOften(name, times, seed)
			}))
		}
	}
	return list
}

// tooOften has the values of countMetrics: the share of the keys that came so many times
// and are counted more often, and its theory: that of a negative to the keys, or to the
// layer that would count one more; and, of layers, tooOftenByLayers.
func tooOften(name string, times int, seed uint64) ([]float64, error) {
	c, err := empty[filter.Counter](name, filter.Config{Epsilon: epsilon, Seed: seed, Capacity: countedKeys})
	if err != nil {
		return nil, err
	}
	keys := generated(seed, 0, countedKeys)
	came := func(i int) int { return i%timesMost + 1 }
	for round := 1; round <= timesMost; round++ {
		for i := range keys.Len() {
			if came(i) >= round {
				if err := c.Insert(keys.At(i)); err != nil {
					return nil, err
				}
			}
		}
	}
	of, more := 0, 0
	for i := range keys.Len() {
		switch count := c.Count(keys.At(i)); {
		case count < came(i):
			return nil, fmt.Errorf("%s counts the key %q %d times, which came %d times", name, keys.At(i), count, came(i))
		case came(i) != times:
		case count > times:
			of, more = of+1, more+1
		default:
			of++
		}
	}
	rivals := countedKeys - 1
	if name == layered {
		rivals = countedKeys / timesMost * (timesMost - times)
	}
	params := filter.ParamsOf(c)
	m, k := uint64(params["m"]), int(params["k"])
	theory := bloomfilters.OccupancyMoment(m, k*rivals, k)
	values := []float64{float64(more) / float64(of), theory}
	if name == layered {
		values = append(values, tooOftenByLayers(m, k, times))
	}
	return values, nil
}

// tooOftenByLayers is the probability that a key that came so many times is counted more
// often, by layers of m bits and k places of a key. The first layer admits it by chance when
// it comes first, so that it goes one deeper; or the next layer has it in the end. All layers
// have the same places of the key. So a deeper layer that admits it when it comes again tells
// nothing new: every key that it holds by then was in the first layer before the key came. And
// a key that came before it and more often than it is in both: the two are no independent events.
func tooOftenByLayers(m uint64, k, times int) (probability float64) {
	const steps = 100                     // of the mean over the filling of the first layer
	empty := func(keys float64) float64 { // the probability that so many leave a bit empty
		return math.Exp(float64(k) * keys * countedKeys * math.Log1p(-1/float64(m)))
	}
	all := func(bit float64) float64 { return math.Pow(bit, float64(k)) / steps }
	next := float64(timesMost-times) / timesMost // share of the keys that are in the next layer in the end
	for i := range steps {
		before := (float64(i) + 0.5) / steps // and of those that came before
		both := 1 - empty(before) - empty(next) + empty(before+next-before*next)
		probability += all(1-empty(before)) + all(1-empty(next)) - all(both)
	}
	return probability
}

// Sizes of the filters that are asked for counts of a threshold or more.
const (
	thresholdCells = 1 << 14
	thresholdKeys  = thresholdCells / 4
	thresholdMost  = 3
	probesMost     = 16
)

// thresholdName is the counting filter queried for counts of so many or more.
func thresholdName(least int) string { return "threshold" + strconv.Itoa(least) }

// thresholds are counting filters of one size and of 1, 2, … probes.
func thresholds() (list []trial.Trial) {
	for least := 1; least <= thresholdMost; least++ {
		for k := 1; k <= probesMost; k++ {
			list = append(list, counted(thresholdName(least), []axis.Place{K.At(k)}, rateMetrics(), func(seed uint64) ([]float64, error) {
				return threshold(least, k, seed)
			}))
		}
	}
	return list
}

// withProbes is a counting filter of thresholdCells counters, to a rounding, and k probes:
// that of the capacity and rate for which it would take these.
func withProbes(k int, seed uint64) (filter.Counter, error) {
	c, err := empty[filter.Counter](counting, filter.Config{
		Epsilon: math.Exp2(-float64(k) - 0.01), Seed: seed,
		Capacity: int(thresholdCells * math.Ln2 / (float64(k) + 0.01)),
	})
	if err != nil {
		return nil, err
	}
	if of := filter.ParamsOf(c); of["k"] != float64(k) || math.Abs(of["m"]/thresholdCells-1) > 0.01 {
		return nil, fmt.Errorf("a counting filter of %d counters and %d probes has %v and %v", thresholdCells, k, of["m"], of["k"])
	}
	return c, nil
}

// threshold has the values of rateMetrics: the share of the negatives with counts of least
// or more, and its theory P(counter ≥ least)^k.
func threshold(least, k int, seed uint64) ([]float64, error) {
	c, err := withProbes(k, seed)
	if err != nil {
		return nil, err
	}
	keys := generated(seed, 0, thresholdKeys)
	for key := range keys.Each() {
		if err := c.Insert(key); err != nil {
			return nil, err
		}
	}
	for key := range keys.Each() {
		if c.Count(key) < 1 {
			return nil, fmt.Errorf("the key %q is counted 0 times", key)
		}
	}
	passed := 0
	for word := range others(seed, negatives).Each() {
		if c.Count(word) >= least {
			passed++
		}
	}
	cell := distuv.Binomial{N: float64(k * thresholdKeys), P: 1 / filter.ParamsOf(c)["m"]}
	share := 1 - cell.CDF(float64(least)-1)
	return []float64{float64(passed) / negatives, math.Pow(share, float64(k))}, nil
}
