package thesis

import "hyphbench/internal/report/claim"

func t35() claim.Claim {
	return needs("T35", "5", Hyphenate, "a filter saves time where an access to the store takes long",
		"an experiment on stores that answer slowly: that of a run answers in nanoseconds")
}
