package claim

import "fmt"

// Variant is the same sentence judged of another form of what it speaks of, where its text
// leaves the form open.
type Variant struct {
	ID     string // of the claim on the other form
	Remark string // what a verdict adds where the other's differs: "depends on storage"
}

// vary remarks the verdicts that the other form of what the claim speaks of does not have.
// Claims without a verdict on either side have none.
func vary(results []Result) {
	byID := map[string]*Result{}
	for i := range results {
		byID[results[i].ID] = &results[i]
	}
	for i := range results {
		r := &results[i]
		other := byID[r.Variant.ID]
		if other == nil || r.Verdict == NotTested || other.Verdict == NotTested || r.Verdict == other.Verdict {
			continue
		}
		r.Remark = r.Variant.Remark
		r.Why += fmt.Sprintf("; %s: %s is %s, %s %s", r.Remark, other.ID, other.Verdict, other.Effect.Name, other.Effect)
	}
}
