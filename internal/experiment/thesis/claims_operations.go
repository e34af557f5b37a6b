package thesis

import (
	"fmt"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t24() claim.Claim {
	return claim.Claim{
		ID: "T24", Section: "3.4.1", Metric: metric.Build,
		Statement: "insertion into a Bloom filter takes a time Θ(k)",
		Margin:    thetaMargin,
		Test:      func(d *claim.Data) claim.Outcome { return proportionalToK(d, metric.Build) },
	}
}

func t25() claim.Claim {
	return claim.Claim{
		ID: "T25", Section: "3.4.2", Metric: metric.Query,
		Statement: "a query of a Bloom filter takes a time Θ(k)",
		Margin:    thetaMargin,
		Test:      func(d *claim.Data) claim.Outcome { return proportionalToK(d, metric.Query) },
	}
}

// Section 4.2 has a high occupancy as the purpose of partial-key cuckoo
// hashing; chapter 4 has 95 %.
func t33() claim.Claim {
	return claim.Claim{
		ID: "T33", Section: "4, 4.2", Metric: LoadLimit,
		Statement: "a cuckoo table takes insertions up to 95 % of its space",
		Margin:    "the load at the first failure is above 95 % on average, at every ε",
		Test:      fillsTo95,
	}
}

// fillsTo95 tests the load at each ε over the hash functions there.
func fillsTo95(d *claim.Data) claim.Outcome {
	at := d.Points(LoadLimit, cuckoo)
	if len(at) == 0 {
		return claim.Untested(fmt.Sprintf("the run does not hold %s of a cuckoo filter, the load at which an insertion fails", LoadLimit))
	}
	var fills overHashes
	worst, filters, below := 0, 0, 0
	for i, cell := range claim.Cells(cuckoo, LoadLimit, at) {
		loads := d.Sample(cell)
		if err := fills.add(loads, claim.Above(fullLoad)); err != nil {
			return d.Missing(LoadLimit, cuckoo)
		}
		for _, v := range loads {
			filters++
			if v < fullLoad {
				below++
			}
		}
		if fills.parts[i].Estimates[0].Value < fills.parts[worst].Estimates[0].Value {
			worst = i
		}
	}
	least := fills.parts[worst]
	o := claim.Outcome{
		Test:   fmt.Sprintf("load at the first failure: t over the hash functions, at each of %d ε", len(at)),
		Effect: fills.percent(worst, fmt.Sprintf("least mean load, at ε = %s %%", d.Meta.Epsilon(at[worst]).Percent())),
		Holds:  least.Claimed.Contains(least.Estimates[0].Value),
		Detail: fmt.Sprintf("%d of %d filters fail before 95 %%", below, filters),
	}
	o.Supports, o.Opposes = fills.test()
	return o
}

// Chapter 4, sections 4.3.3 and 5.3, and chapter 6 have removal without a new
// construction as the advantage of the cuckoo filter. That the keys left are
// not lost is another claim, T13.
func t34() claim.Claim {
	return claim.Claim{
		ID: "T34", Section: "4.3.3", Metric: RemovedAdmitted,
		Statement: "a cuckoo filter removes elements without being built anew",
		Margin:    "of the removed half of the keys no more than a share ε is still admitted, at every ε",
		Test:      removesKeys,
	}
}

// removesKeys tests at each ε whether removed keys are negatives again.
func removesKeys(d *claim.Data) claim.Outcome {
	at := d.Points(RemovedAdmitted, cuckoo)
	removed := float64(removals(int(d.Meta.Expect["keys"])))
	if len(at) == 0 || removed == 0 {
		return claim.Untested(fmt.Sprintf("the run does not hold %s of a cuckoo filter, the removed keys that it still admits", RemovedAdmitted))
	}
	var shares overHashes
	worst := 0
	for i, cell := range claim.Cells(cuckoo, RemovedAdmitted, at) {
		var excess []float64 // of the share admitted over ε, a share of ε
		for _, v := range d.Sample(cell) {
			excess = append(excess, v/removed/d.Meta.Epsilon(cell.Point).Float()-1)
		}
		if err := shares.add(excess, claim.Below(0)); err != nil {
			return d.Missing(RemovedAdmitted, cuckoo)
		}
		if shares.parts[i].Estimates[0].Value > shares.parts[worst].Estimates[0].Value {
			worst = i
		}
	}
	largest := shares.parts[worst]
	o := claim.Outcome{
		Test:   fmt.Sprintf("share of removed keys admitted: t over the hash functions, at each of %d ε", len(at)),
		Effect: shares.percent(worst, fmt.Sprintf("share admitted against ε, at ε = %s %%", d.Meta.Epsilon(at[worst]).Percent())),
		Holds:  largest.Claimed.Contains(largest.Estimates[0].Value),
		Detail: fmt.Sprintf("%.0f keys were removed from each filter, in place", removed),
	}
	o.Supports, o.Opposes = shares.test()
	return o
}

// The reason that section 5.3 gives for T6.
func t38() claim.Claim {
	return claim.Claim{
		ID: "T38", Section: "5.3", Metric: metric.Build,
		Statement: "insertion is more complex with cuckoo than with Bloom: its construction takes longer",
		Margin:    "by 1 %",
		Test:      takesLongerToBuild,
	}
}

func takesLongerToBuild(d *claim.Data) claim.Outcome {
	r, ok := claim.FindRatios(d, cuckoo, bloom, metric.Build)
	if !ok {
		return d.Missing(metric.Build, cuckoo, bloom)
	}
	t := claim.Tested{Estimates: r.Pooled, Claimed: slower()}
	o := claim.Outcome{
		Test: r.Test, Effect: t.Ratio("cuckoo / bloom"), Holds: t.Claimed.Contains(r.Pooled[0].Value),
		Detail: fmt.Sprintf("%s cuckoo takes longer at %d of %d %s", d.InMeans(), r.Count(claim.Slower), len(r.Each), r.Symbol),
	}
	o.Supports, o.Opposes = t.P()
	return o
}
