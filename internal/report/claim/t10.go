package claim

import (
	"fmt"
	"hyphbench/internal/experiment/thesis"
	"math"
	"strings"
)

func t10() Claim {
	return Claim{
		ID: "T10", Experiment: thesisName, Source: "4", Metric: thesis.MetricBits,
		Statement: "cuckoo uses less space than Bloom when ε < 3 %",
		Test:      usesLessSpace,
	}
}

// usesLessSpace compares the nominal sizes, which are known without error.
func usesLessSpace(d *Data) Outcome {
	at := d.Epsilons(thesis.MetricBits, cuckoo, bloom)
	var sum float64
	var each []string
	n, smaller := 0, 0
	for i := range at {
		if at[i] >= threePercent {
			continue
		}
		sizes, ok := means(d.columns(append(
			series(cuckoo, thesis.MetricBits, at[i:i+1]),
			series(bloom, thesis.MetricBits, at[i:i+1])...)))
		if !ok || !(sizes[0] > 0 && sizes[1] > 0) {
			return missing(thesis.MetricBits, cuckoo, bloom)
		}
		n++
		if sizes[0] < sizes[1] {
			smaller++
		}
		sum += math.Log(sizes[0] / sizes[1])
		each = append(each, fmt.Sprintf("%.0f against %.0f bits at %s %%", sizes[0], sizes[1], at[i].Percent()))
	}
	if n == 0 {
		return Untested("the run holds no sizes of both filters below ε = 3 %")
	}
	if len(each) > 4 {
		each = append(each[:3], "…", each[len(each)-1])
	}
	return Counted(smaller == n, "sizes in bits, ε by ε", "cuckoo / bloom", "×", math.Exp(sum/float64(n)),
		fmt.Sprintf("cuckoo is smaller at %d of %d ε below 3 %%: %s", smaller, n, strings.Join(each, ", ")))
}
