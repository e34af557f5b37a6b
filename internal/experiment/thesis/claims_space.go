package thesis

import (
	"fmt"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// manyShare is the margin of "many": more than this share of the applications.
const manyShare = 0.25

func t10() claim.Claim {
	return claim.Claim{
		ID: "T10", Section: "4", Metric: metric.Bits,
		Statement: "cuckoo uses less space than Bloom in many practical applications if ε < 3 %",
		Margin:    "many: more than a quarter of all n from 100 to 10,000,000 keys and ε from 0.01 % to 2.9 %",
		Test:      usesLessSpace,
	}
}

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
	a, err := all.ByName(cuckoo)
	if err != nil {
		return claim.Untested(err.Error())
	}
	b, err := all.ByName(bloom)
	if err != nil {
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
	at := d.Points(metric.Bits, cuckoo, bloom)
	n, smaller := 0, 0
	for i := range at {
		if d.Meta.Epsilon(at[i]) >= threePercent {
			continue
		}
		sizes, ok := claim.Means(d.Columns(append(
			claim.Cells(cuckoo, metric.Bits, at[i:i+1]),
			claim.Cells(bloom, metric.Bits, at[i:i+1])...)))
		if !ok {
			continue
		}
		n++
		if sizes[0] < sizes[1] {
			smaller++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; in this run at %d of %d ε below 3 %%", smaller, n)
}

// Chapters 1, 3 and 6 say it of probabilistic structures, as against
// dictionaries.
func t20() claim.Claim {
	return claim.Claim{
		ID: "T20", Section: "3, 6", Metric: metric.Bits,
		Statement: "the filters take less space than a dictionary",
		Test:      smallerThanStore,
	}
}

// smallerThanStore compares nominal with nominal sizes and memory held with
// memory held.
func smallerThanStore(d *claim.Data) claim.Outcome {
	n, smaller, largest, at := 0, 0, 0.0, ""
	for _, m := range []runfolder.Metric{metric.Bits, metric.ResidentBits} {
		store, err := stats.Mean(d.Sample(runfolder.Cell{Filter: NoFilter, Metric: m}))
		if err != nil || !(store > 0) {
			return claim.Untested(fmt.Sprintf("the run does not hold %s of the store alone", m))
		}
		for _, filter := range []string{bloom, cuckoo} {
			points := d.Points(m, filter)
			if len(points) == 0 {
				return d.Missing(m, filter)
			}
			for _, cell := range claim.Cells(filter, m, points) {
				size, err := stats.Mean(d.Sample(cell))
				if err != nil {
					return d.Missing(m, filter)
				}
				n++
				if size < store {
					smaller++
				}
				if size/store > largest {
					largest = size / store
					at = fmt.Sprintf("%s of %s at %s %%", m, filter, d.Meta.Epsilon(cell.Point).Percent())
				}
			}
		}
	}
	return claim.Counted(smaller == n, "sizes and memory held, ε by ε", "largest filter / store", "×", largest,
		fmt.Sprintf("smaller in %d of %d comparisons, least so %s; the store holds the hyphenations too and stays behind the filter, which therefore adds its size", smaller, n, at))
}

// The reason that section 5.1 gives for T2.
func t36() claim.Claim {
	return claim.Claim{
		ID: "T36", Section: "5.1", Metric: metric.Bits,
		Statement: "Bloom: a smaller ε needs more space and more hash functions",
		Margin:    "both never rise with ε, and are larger at the smallest ε than at the largest",
		Test:      needsMoreHashes,
	}
}

func needsMoreHashes(d *claim.Data) claim.Outcome {
	at := d.Points(metric.Bits, bloom)
	if len(at) < 2 {
		return d.Missing(metric.Bits, bloom)
	}
	k, ok := hashFunctions(d, at)
	if !ok {
		return claim.Untested("the run does not tell the hash functions of its Bloom filters by their theory")
	}
	bits, ok := means(d, bloom, metric.Bits, at)
	if !ok {
		return d.Missing(metric.Bits, bloom)
	}
	last := len(at) - 1
	return claim.Counted(falling(bits) && falling(k), "sizes in bits and hash functions, ε by ε", "hash functions at the smallest ε / at the largest", "×", k[0]/k[last],
		fmt.Sprintf("%.0f to %.0f bits, falling at %d of %d steps; %.0f to %.0f hash functions, falling at %d",
			bits[0], bits[last], stepsDown(bits), last, k[0], k[last], stepsDown(k)))
}

// The reason that section 5.2 gives for T5.
func t37() claim.Claim {
	return claim.Claim{
		ID: "T37", Section: "5.2", Metric: metric.Bits,
		Statement: "cuckoo: a smaller ε needs more space",
		Margin:    "it never rises with ε, and is larger at the smallest ε than at the largest",
		Test:      needsMoreSpace,
	}
}

func needsMoreSpace(d *claim.Data) claim.Outcome {
	at := d.Points(metric.Bits, cuckoo)
	if len(at) < 2 {
		return d.Missing(metric.Bits, cuckoo)
	}
	bits, ok := means(d, cuckoo, metric.Bits, at)
	if !ok || !(bits[len(bits)-1] > 0) {
		return d.Missing(metric.Bits, cuckoo)
	}
	last := len(at) - 1
	return claim.Counted(falling(bits), "sizes in bits, ε by ε", "bits at the smallest ε / at the largest", "×", bits[0]/bits[last],
		fmt.Sprintf("%.0f to %.0f bits, falling at %d of %d steps", bits[0], bits[last], stepsDown(bits), last))
}
