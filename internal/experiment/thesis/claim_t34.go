package thesis

import (
	"fmt"

	"hyphbench/internal/report/claim"
)

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

// removesKeys tests at each ε whether removed keys are strangers again.
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
