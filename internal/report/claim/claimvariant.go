package claim

import "fmt"

// Variant is the same sentence judged of another form of what it speaks of, where its text
// leaves the form open.
type Variant struct {
	ID     string // of the claim on the other form
	Remark string // what a verdict adds where the other is decided too, and differs: "depends on storage"
}

// vary has a verdict say of the other form's where that differs, and remarks it where both are
// decided: what is not decided yet may be the same. Claims without a verdict on either side have
// none.
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
		r.Why += "; "
		if r.Verdict != Inconclusive && other.Verdict != Inconclusive {
			r.Remark = r.Variant.Remark
			r.Why += r.Remark + ": "
		}
		r.Why += fmt.Sprintf("%s is %s, %s %s", other.ID, other.Verdict, other.Effect.Name, other.Effect)
	}
}
