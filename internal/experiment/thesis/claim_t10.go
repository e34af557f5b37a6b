package thesis

import (
	"fmt"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"math"
	"strings"
)

func t10() claim.Claim {
	return claim.Claim{
		ID: "T10", Section: "4", Metric: metric.Bits,
		Statement: "cuckoo uses less space than Bloom when ε < 3 %",
		Test:      usesLessSpace,
	}
}

// usesLessSpace compares the nominal sizes, which are known without error.
func usesLessSpace(d *claim.Data) claim.Outcome {
	at := d.Points(metric.Bits, cuckoo, bloom)
	var sum float64
	var each []string
	n, smaller := 0, 0
	for i := range at {
		if d.Meta.Epsilon(at[i]) >= threePercent {
			continue
		}
		sizes, ok := claim.Means(d.Columns(append(
			claim.Cells(cuckoo, metric.Bits, at[i:i+1]),
			claim.Cells(bloom, metric.Bits, at[i:i+1])...)))
		if !ok || !(sizes[0] > 0 && sizes[1] > 0) {
			return d.Missing(metric.Bits, cuckoo, bloom)
		}
		n++
		if sizes[0] < sizes[1] {
			smaller++
		}
		sum += math.Log(sizes[0] / sizes[1])
		each = append(each, fmt.Sprintf("%.0f against %.0f bits at %s %%", sizes[0], sizes[1], d.Meta.Epsilon(at[i]).Percent()))
	}
	if n == 0 {
		return claim.Untested("the run holds no sizes of both filters below ε = 3 %")
	}
	if len(each) > 4 {
		each = append(each[:3], "…", each[len(each)-1])
	}
	return claim.Counted(smaller == n, "sizes in bits, ε by ε", "cuckoo / bloom", "×", math.Exp(sum/float64(n)),
		fmt.Sprintf("cuckoo is smaller at %d of %d ε below 3 %%: %s", smaller, n, strings.Join(each, ", ")))
}
