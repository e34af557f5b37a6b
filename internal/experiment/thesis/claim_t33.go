package thesis

import (
	"fmt"

	"hyphbench/internal/report/claim"
)

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
