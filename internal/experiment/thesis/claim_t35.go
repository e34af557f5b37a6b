package thesis

import (
	"fmt"
	"strings"
	"time"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
	"hyphbench/internal/store"
)

// Chapter 5 has what a filter is for where the exceptions lie on a disk or behind a
// network, as section 3.5.1 describes them.
func t35() claim.Claim {
	return claim.Claim{
		ID: "T35", Section: "5", Metric: Hyphenate,
		Statement: "a filter saves time where an access to the store takes long",
		Margin:    "a pass 1 % sooner than with the store alone, both filters",
		Test:      savesAccesses,
	}
}

func savesAccesses(d *claim.Data) claim.Outcome {
	if medium := store.Medium(d.Meta.Parameters[mediumParameter]); medium == "" || medium == store.Memory {
		return claim.Untested("needs a store on a disk, behind a network or simulated, as of --store=direct: that of the run is in memory and answers in nanoseconds")
	}
	o := againstStore(d, Hyphenate, sooner(), bloom, cuckoo)
	access, err := stats.Mean(d.Sample(runfolder.Cell{Filter: NoFilter, Metric: metric.Query}))
	if o.NotTested == "" && err == nil {
		o.Detail = strings.Join(claim.NonEmpty(o.Detail, fmt.Sprintf("an access takes %s", time.Duration(access).Round(10*time.Nanosecond))), "; ")
	}
	return o
}
