package reconcile

import "hyphbench/internal/report/claim"

func claims() []claim.Claim { return nil }
