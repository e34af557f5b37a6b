package lookup

import "hyphbench/internal/report/claim"

// claims are those of the texts about time, in the order of the texts, each source a
// family of its own.
func claims() []claim.Claim { return nil }
