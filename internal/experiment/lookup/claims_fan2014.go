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
func fanClaims() []claim.Claim {
	const source = "Fan et al. 2014"
	const atRate = "bits per key over log2(1/ε measured), in the means"
	const measuredAgain = "Fan et al. 2014, Table 3, as its authors measured it again (efficient/cuckoofilter, benchmarks/conext-table3.cc)"
	members := []string{"0", "1"}
	return claim.Of(source,
		claim.About(FullBits, "F1", "Table 3", "a cuckoo filter with fingerprints of 12 bits holds keys at 12.60 bits each, the figure of its authors' later measurement, before it refuses one",
			"within 1 %, in the mean", fanCounted(func(f fan) (float64, string, bool, bool) {
				full, ok := f.mean(cuckoo, FullBits, "")
				return full / 12.60, "measured / 12.60", math.Abs(full/12.60-1) <= 0.01, ok
			})).From(claim.After(measuredAgain)),
		claim.About(FullBits, "F2", "Table 3", "semi-sorted, with fingerprints of 13 bits, a cuckoo filter takes as many bits per key",
			"within 1 %, in the mean", fanCounted(func(f fan) (float64, string, bool, bool) {
				plain, ok := f.mean(cuckoo, FullBits, "")
				sorted, also := f.mean(semisort, FullBits, "")
				return sorted / plain, "semi-sorted / plain", math.Abs(sorted/plain-1) <= 0.01, ok && also
			})).From(claim.After(measuredAgain)),
		claim.About(Admitted, "F3", "Table 3", "semi-sorted a cuckoo filter has half the false-positive rate in as many bits", "from 0.45 to 0.55 times",
			fanRatio(semisort, cuckoo, Admitted, members[:1], claim.Region{Low: math.Log(0.45), High: math.Log(0.55)})).From(claim.After(measuredAgain)),
		claim.About(metric.Build, "F4", "Table 3", "a cuckoo filter is built faster than a semi-sorted one", "1 % or more",
			fanRatio(cuckoo, semisort, metric.Build, []string{""}, claim.FasterBy(leastEffect))).From(claim.After(measuredAgain)),
		claim.About(metric.Build, "F5", "Table 3", "a cuckoo filter is built 1.43 times as fast as a semi-sorted one, the figure of its authors' later measurement", "from 1.2 to 1.7 times",
			fanRatio(semisort, cuckoo, metric.Build, []string{""}, claim.Region{Low: math.Log(1.2), High: math.Log(1.7)})).From(claim.After(measuredAgain)),
		claim.About(BitsPerKey, "F6", "abstract", "where the rate is moderately low a cuckoo filter takes less space than a space-optimized Bloom filter",
			atRate, fanCounted(func(f fan) (float64, string, bool, bool) {
				ratio, ok := f.overhead(cuckoo, bloom)
				return ratio, "cuckoo / bloom", ratio < 1, ok
			})).From(claim.After("Fan et al. 2014, abstract")),
		claim.About(metric.Query, "F7", "abstract", "a cuckoo filter performs better than a Bloom filter", "asked 1 % faster or more, negatives and members, each",
			fanRatio(cuckoo, bloom, metric.Query, members, claim.FasterBy(leastEffect))).From(claim.After("Fan et al. 2014, abstract")),
		claim.About(metric.Query, "F8", "1", "a quotient filter is asked more slowly than a Bloom filter", "1 % or more, negatives and members, each",
			fanRatio(bloom, quotient, metric.Query, members, claim.FasterBy(leastEffect))).From(claim.After("Fan et al. 2014, 1")),
		claim.About(BitsPerKey, "F9", "1", "a d-left counting filter is one and a half times as large as a Bloom filter",
			"from 1.4 to 1.6 times, "+atRate, fanCounted(func(f fan) (float64, string, bool, bool) {
				ratio, ok := f.overhead(dleft, bloom)
				return ratio, "dleft / bloom", ratio >= 1.4 && ratio <= 1.6, ok
			})).From(claim.After("Fan et al. 2014, 1")),
	)
}

// fan is a run of the preset at its largest number of keys.
type fan struct {
	*claim.Data
	n int
}

// onFan is the run as such, or why it is none.
func onFan(d *claim.Data) (fan, string) {
	sizes := d.Meta.Counts(string(N))
	if d.Meta.Parameters["preset"] != fan2014 || len(sizes) == 0 {
		return fan{}, "the run is none of --preset=" + fan2014
	}
	return fan{d, sizes[len(sizes)-1]}, ""
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
func fanCounted(measure func(fan) (value float64, name string, holds, ok bool)) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		f, why := onFan(d)
		if why != "" {
			return claim.Untested(why)
		}
		value, name, holds, ok := measure(f)
		if !ok {
			return claim.Untested("the run lacks a structure of the claim")
		}
		return claim.Counted(holds, "ratio of the means", name, "×", value, "at "+presetText(f.n))
	}
}

// fanRatio is the claim that a/b, at each of some shares of members, is in a region.
func fanRatio(a, b string, m runfolder.Metric, shares []string, claimed claim.Region) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		f, why := onFan(d)
		if why != "" {
			return claim.Untested(why)
		}
		var p claim.Pairs
		for _, hits := range shares {
			p.A, p.B = append(p.A, f.cell(a, m, hits)), append(p.B, f.cell(b, m, hits))
		}
		o := p.Everywhere(f.Data, claimed, "ratio", a+" / "+b)
		if o.NotTested == "" {
			o.Detail = "at " + presetText(f.n)
		}
		return o
	}
}
