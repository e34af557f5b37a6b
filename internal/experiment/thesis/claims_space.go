package thesis

import (
	"cmp"
	"fmt"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// manyShare is the margin of "many": more than this share of the applications.
const manyShare = 0.25

// applications are the numbers of keys, 1, 1.5, 2, 3, 5 and 7 times the powers of
// ten from 10² on, up to 10⁷: as many in each factor of two, nearly, since the
// load of a cuckoo table depends on where n lies between two powers of two. The
// rates are those below 3 % at about equal ratios.
func applications() (keys []int, rates []axis.Rate) {
	for ten := 100; ten < 10_000_000; ten *= 10 {
		for _, tenths := range []int{10, 15, 20, 30, 50, 70} {
			keys = append(keys, ten/10*tenths)
		}
	}
	for _, hundredths := range []axis.Rate{1, 2, 5, 10, 20, 50, 100, 200, 290} {
		rates = append(rates, hundredths*axis.Per/10_000)
	}
	return append(keys, 10_000_000), rates
}

// usesLessSpace compares the sizes that the structures plan, which are exact and
// need no run: the words of Fan et al., which the thesis quotes, are of
// applications and not of one list of exceptions. The run's own sizes stand
// beside. The cuckoo filter is the one without semi-sorted buckets.
func usesLessSpace(d *claim.Data) claim.Outcome {
	if d.Meta.Design == runfolder.Published {
		return claim.Untested("the published measurements are of no structure of this program")
	}
	a, failed := all.ByName(cuckoo)
	b, err := all.ByName(bloom)
	if err := cmp.Or(failed, err); err != nil {
		return claim.Untested(err.Error())
	}
	keys, rates := applications()
	combinations, smaller := 0, 0
	var each []string
	for _, e := range rates {
		here := 0
		for _, n := range keys {
			less, err := smallerThan(a, b, n, e)
			if err != nil {
				return claim.Untested(err.Error())
			}
			if less {
				here++
			}
		}
		combinations, smaller = combinations+len(keys), smaller+here
		each = append(each, fmt.Sprintf("%d at %s %%", here, e.Percent()))
	}
	share := float64(smaller) / float64(combinations)
	o := claim.Counted(share > manyShare, "planned sizes in bits, n by n and ε by ε", "combinations in which cuckoo is smaller", fmt.Sprintf("of %d", combinations), float64(smaller),
		fmt.Sprintf("cuckoo is smaller, of %d n: %s%s; becomes supported at a share of less than %.3g %%", len(keys), strings.Join(each, ", "), ownSizes(d), 100*share))
	if o.Holds {
		o.Detail = strings.Replace(o.Detail, "becomes supported at a share of less", "becomes contradicted at a share of more", 1)
	}
	return o
}

// smallerThan reports whether structure a plans fewer bits than b.
func smallerThan(a, b filter.Structure, n int, e axis.Rate) (bool, error) {
	var bits [2]uint64
	for i, s := range []filter.Structure{a, b} {
		plan, err := s.Plan(n, filter.Config{Epsilon: e.Float()})
		if err != nil {
			return false, err
		}
		bits[i] = plan.Bits
	}
	return bits[0] < bits[1], nil
}

// ownSizes are those of the run below 3 %, in words.
func ownSizes(d *claim.Data) string {
	below := func(c claim.Cell) bool { return d.Meta.Epsilon(c.Point) < threePercent }
	n, smaller := 0, 0
	for _, c := range d.CellsIn(metric.Bits, below, cuckoo, bloom) {
		if n++; c.Mean() < c.By(bloom).Mean() {
			smaller++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; in this run at %d of %d ε below 3 %%", smaller, n)
}

// smallerThanStore compares nominal with nominal sizes and memory held with
// memory held.
func smallerThanStore(d *claim.Data) claim.Outcome {
	var t claim.Tally
	for _, m := range []runfolder.Metric{metric.Bits, metric.ResidentBits} {
		store := d.Mean(runfolder.Cell{Filter: NoFilter, Metric: m})
		if !(store > 0) {
			return claim.Untested(fmt.Sprintf("the run does not hold %s of the store alone", m))
		}
		for _, filter := range []string{bloom, cuckoo} {
			at := d.Points(m, filter)
			if len(at) == 0 {
				return d.Missing(m, filter)
			}
			for _, cell := range claim.Cells(filter, m, at) {
				size := d.Mean(cell)
				t.Add(fmt.Sprintf("%s of %s at %s %%", m, filter, d.Meta.Epsilon(cell.Point).Percent()), size < store, size/store, size/store)
			}
		}
	}
	return claim.Counted(t.All(), "sizes and memory held, ε by ε", "largest filter / store", "×", t.Worst,
		fmt.Sprintf("smaller in %d of %d comparisons, least so %s; the store holds the hyphenations too and stays behind the filter, which therefore adds its size", t.Held, t.Places, t.At))
}

func needsMoreHashes(d *claim.Data) claim.Outcome {
	at, bits := sizes(d, bloom)
	if bits == nil {
		return d.Missing(metric.Bits, bloom)
	}
	k, ok := hashFunctions(d, bloom, at)
	if !ok {
		return claim.Untested(unknownHashes)
	}
	last := len(at) - 1
	return claim.Counted(falling(bits) && falling(k), "sizes in bits and hash functions, ε by ε", "bits at the smallest ε / at the largest", "×", bits[0]/bits[last],
		fmt.Sprintf("%s; %.0f to %.0f hash functions, falling at %d", fallOf(bits), k[0], k[last], stepsDown(k)))
}

func needsMoreSpace(d *claim.Data) claim.Outcome {
	_, bits := sizes(d, cuckoo)
	if bits == nil {
		return d.Missing(metric.Bits, cuckoo)
	}
	return claim.Counted(falling(bits), "sizes in bits, ε by ε", "bits at the smallest ε / at the largest", "×", bits[0]/bits[len(bits)-1], fallOf(bits))
}

// sizes are those of a structure at each ε; nil without two of them.
func sizes(d *claim.Data, filter string) (at []runfolder.Point, bits []float64) {
	at = d.Points(metric.Bits, filter)
	bits, ok := means(d, filter, metric.Bits, at)
	if !ok || len(at) < 2 {
		return nil, nil
	}
	return at, bits
}

// fallOf says how sizes change over ε.
func fallOf(bits []float64) string {
	last := len(bits) - 1
	return fmt.Sprintf("%.0f to %.0f bits, falling at %d of %d steps", bits[0], bits[last], stepsDown(bits), last)
}
