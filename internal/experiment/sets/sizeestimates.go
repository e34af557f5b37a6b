package sets

import (
	"cmp"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
	"hyphbench/internal/workload"
)

func estimators() []string {
	return []string{bloom, "partitioned", "blocked", "twoblock", "splitblock", register, blockedG, counting}
}

// estimates are two sets in filters of one kind: their sizes, their union and their
// intersection from the bits alone, and the filter of the union.
func (p *plan) estimates() (list []trial.Trial) {
	metrics := []runfolder.Metric{SizeRatio, SizeOff, UnionRatio, UnionOff, CommonRatio, CommonOff, metric.FalseNegatives, UnionDiffers}
	add := func(n, load int, shared float64) {
		at := []axis.Place{N.At(n), Load.At(load), Shared.At(shared)}
		for _, name := range estimators() {
			if slices.ContainsFunc(list, func(t trial.Trial) bool { return t.Method == name && slices.Equal(t.At, at) }) {
				return
			}
			list = append(list, counted(name, at, metrics, func(seed uint64) ([]float64, error) { return estimate(name, n, load, shared, seed) }))
		}
	}
	n, load, shared := p.held()
	for _, of := range p.n.Values {
		add(of, load, shared)
	}
	for _, of := range p.load.Values {
		add(n, of, shared)
	}
	for _, of := range p.shared {
		add(n, load, of)
	}
	return list
}

// held is where two of n, load and shared are while the third is varied.
func (p *plan) held() (n, load int, shared float64) {
	return workload.Middle(p.n.Values, middleN), workload.Middle(p.load.Values, middleLoad), workload.Middle(p.shared, middleShared)
}

// both is what a filter must do beside Contains.
type both interface {
	filter.Inserter
	filter.Sizer
	filter.Merger
}

// filled is a filter made for so many keys that has others.
func filled(name string, room int, seed uint64, lists ...*wordlist.List) (both, error) {
	b, err := empty[both](name, filter.Config{Epsilon: epsilon, Seed: seed, Capacity: room})
	if err != nil {
		return nil, err
	}
	for _, keys := range lists {
		for key := range keys.Each() {
			if err := b.Insert(key); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// estimate has what is measured of the size, the union and the intersection of two sets.
func estimate(name string, n, load int, shared float64, seed uint64) ([]float64, error) {
	for _, of := range []uint64{uint64(n), uint64(load), math.Float64bits(shared)} {
		seed = filter.Mix(seed + of) // places have sets of their own, so that they are independent
	}
	common := max(1, int(shared*float64(n)+0.5))
	one := generated(seed, 0, n)
	two := generated(seed, uint64(n-common), n)
	room := max(1, n*100/load)
	f, failed := filled(name, room, seed, one)
	g, err := filled(name, room, seed, two)
	if err := cmp.Or(failed, err); err != nil {
		return nil, err
	}
	union, failed := filter.EstimateUnion(f, g)
	inBoth, err := filter.EstimateCommon(f, g)
	if err := cmp.Or(failed, err); err != nil {
		return nil, err
	}
	var values []float64
	for i, e := range []filter.Estimate{filter.EstimateSize(f), union, inBoth} {
		truth := float64([]int{n, 2*n - common, common}[i])
		values = append(values, e.Keys/truth, (e.Keys-truth)/e.Deviation)
	}
	if err := f.Merge(g); err != nil {
		return nil, err
	}
	for _, keys := range []*wordlist.List{one, two} {
		if err := denied("the union of two filters of "+name, f, keys); err != nil {
			return nil, err
		}
	}
	whole, err := filled(name, room, seed, one, two)
	if err != nil {
		return nil, err
	}
	differs := 0
	for word := range others(seed, 2000).Each() {
		if f.Contains(word) != whole.Contains(word) {
			differs++
		}
	}
	return append(values, 0, float64(differs)), nil
}
