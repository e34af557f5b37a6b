package command

import (
	"encoding/json"
	"testing"

	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/runfolder"
)

// compare and verify give one answer to one question: of a ratio that a claim
// is about the same value, interval and p.
func TestOneAnswer(t *testing.T) {
	const dir = "../../results/thesis"
	var verify struct {
		Verdicts []struct {
			ID        string
			Effect, P float64
			CI        [2]float64
		}
	}
	text, _ := hyphbench(t.Context(), t, program(), exitOK, "verify", "--format=json", dir)
	if err := json.Unmarshal([]byte(text), &verify); err != nil {
		t.Fatal(err)
	}
	var compare struct {
		Metrics []struct {
			Name   runfolder.Metric
			Pooled []struct {
				Claim    string
				Ratio, P float64
				CI       [2]float64
			}
		}
	}
	text, _ = hyphbench(t.Context(), t, program(), exitOK, "compare", "--format=json", dir)
	if err := json.Unmarshal([]byte(text), &compare); err != nil {
		t.Fatal(err)
	}
	claimed := map[string]runfolder.Metric{}
	for _, m := range compare.Metrics {
		for _, p := range m.Pooled {
			for _, v := range verify.Verdicts {
				if v.ID != p.Claim {
					continue
				}
				claimed[v.ID] = m.Name
				if v.Effect != p.Ratio || v.CI != p.CI || v.P != p.P {
					t.Errorf("%s: verify has %v %v, p = %v, compare %v %v, p = %v", v.ID, v.Effect, v.CI, v.P, p.Ratio, p.CI, p.P)
				}
			}
		}
	}
	if len(claimed) != 2 || claimed["T6"] != thesis.Init || claimed["T7"] != thesis.Hyphenate {
		t.Errorf("ratios of claims: %v", claimed)
	}
}
