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
