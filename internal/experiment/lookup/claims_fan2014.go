package lookup

import (
	"math"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

const (
	semisort = "cuckoo-semisort"
	dleft    = "dleft"
)

// fanClaims are those of Fan et al. 2014, on runs of the preset. Where Table 3 is quoted
// the numbers are those of the authors' second measurement (fan2014preset.go).
func fanClaims() claim.Tests {
	built, members := []string{""}, []string{"0", "1"}
	faster := claim.FasterBy(leastEffect)
	return claim.Tests{
		"F1": fanCounted(FullBits, "measured / 12.60", claim.Near(0.01), func(f fan) (float64, bool) {
			full, ok := f.mean(cuckoo, FullBits, "")
			return full / 12.60, ok
		}),
		"F2": fanCounted(FullBits, "semi-sorted / plain", claim.Near(0.01), func(f fan) (float64, bool) {
			plain, ok := f.mean(cuckoo, FullBits, "")
			sorted, also := f.mean(semisort, FullBits, "")
			return sorted / plain, ok && also
		}),
		"F3": fanRatio(semisort, cuckoo, Admitted, members[:1], claim.Region{Low: math.Log(0.45), High: math.Log(0.55)}),
		"F4": fanRatio(cuckoo, semisort, metric.Build, built, faster),
		"F5": fanRatio(semisort, cuckoo, metric.Build, built, claim.Region{Low: math.Log(1.2), High: math.Log(1.7)}),
		"F6": fanCounted(BitsPerKey, "cuckoo / bloom", claim.Under(1), func(f fan) (float64, bool) { return f.overhead(cuckoo, bloom) }),
		"F7": fanRatio(cuckoo, bloom, metric.Query, members, faster),
		"F8": fanRatio(bloom, quotient, metric.Query, members, faster),
		"F9": fanCounted(BitsPerKey, "dleft / bloom", func(_ claim.Cell, v float64) (bool, float64) { return v >= 1.4 && v <= 1.6, 0 },
			func(f fan) (float64, bool) { return f.overhead(dleft, bloom) }),
	}
}

// fan is a run of the preset at its largest number of keys.
type fan struct {
	*claim.Data
	n int
}

// onFan is a claim on such a run.
func onFan(m runfolder.Metric, test func(fan) claim.Outcome) claim.Claim {
	return claim.By(m, func(d *claim.Data) claim.Outcome {
		sizes := d.Meta.Counts(string(N))
		if d.Meta.Parameters["preset"] != fan2014 || len(sizes) == 0 {
			return claim.Untested("the run is none of --preset=" + fan2014)
		}
		return test(fan{d, sizes[len(sizes)-1]})
	})
}

// cell is that of a structure at its rate, for a share of members, or none.
func (f fan) cell(filter string, m runfolder.Metric, hits string) runfolder.Cell {
	rate, order := axis.Rate(fanRate), ""
	if filter == semisort {
		rate = fanSorted
	}
	if hits != "" {
		order = shuffled
	}
	return runfolder.Cell{Filter: filter, Metric: m, Point: runfolder.At(strconv.Itoa(f.n), rate.String(), hits, order, "", "")}
}

// mean is that of a cell's values; false without one.
func (f fan) mean(filter string, m runfolder.Metric, hits string) (float64, bool) {
	mean, err := stats.Mean(f.Sample(f.cell(filter, m, hits)))
	return mean, err == nil
}

// overhead compares the sizes of two structures at the rates that they have.
func (f fan) overhead(a, b string) (ratio float64, ok bool) {
	ratio = 1
	for i, filter := range []string{a, b} {
		bits, known := f.mean(filter, BitsPerKey, "")
		rate, measured := f.mean(filter, Admitted, "0")
		if !known || !measured || !(rate > 0 && rate < 1) {
			return 0, false
		}
		share := bits / math.Log2(1/rate)
		if i == 1 {
			share = 1 / share
		}
		ratio *= share
	}
	return ratio, true
}

// fanCounted is a claim on means of what is counted.
func fanCounted(m runfolder.Metric, name string, is claim.Tolerance, measure func(fan) (value float64, ok bool)) claim.Claim {
	return onFan(m, func(f fan) claim.Outcome {
		value, ok := measure(f)
		if !ok {
			return claim.Untested("the run lacks a structure of the claim")
		}
		holds, _ := is(claim.Cell{}, value)
		return claim.Counted(holds, "ratio of the means", name, "×", value, "at "+presetText(f.n))
	})
}

// fanRatio is the claim that a/b, at each of some shares of members, is in a region.
func fanRatio(a, b string, m runfolder.Metric, shares []string, claimed claim.Region) claim.Claim {
	return onFan(m, func(f fan) claim.Outcome {
		var p claim.Pairs
		for _, hits := range shares {
			p.A, p.B = append(p.A, f.cell(a, m, hits)), append(p.B, f.cell(b, m, hits))
		}
		o := p.Everywhere(f.Data, claimed, "ratio", a+" / "+b)
		if o.NotTested == "" {
			o.Detail = "at " + presetText(f.n)
		}
		return o
	})
}
