package choose

import (
	"slices"
	"testing"

	"hyphbench/internal/racetest"
)

// Every documented decision is answered as it was found to be right there, or the
// preset says why not; so it is with three records whose times are 3 % off.
func TestPresets(t *testing.T) {
	racetest.OneGoroutine(t)
	record, err := OwnRecord()
	if err != nil {
		t.Fatal(err)
	}
	if len(Presets()) != 25 {
		t.Errorf("%d presets", len(Presets()))
	}
	seen := map[string]bool{}
	agree := 0
	for _, p := range Presets() {
		if seen[p.Name] {
			t.Errorf("%s is named twice", p.Name)
		}
		seen[p.Name] = true
		for seed := range uint64(4) {
			a, err := p.Answer(considered(t), noisy(record, seed))
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case p.Other != "":
				if a.Recommended != Nothing {
					t.Errorf("%s: %s, want no answer", p.Name, a.Headline)
				}
			case slices.Contains(p.Expect, a.Recommended):
				if seed == 0 {
					agree++
				}
			case p.Why == "":
				t.Errorf("%s, seed %d: %s, want one of %v, or the reason", p.Name, seed, a.Headline, p.Expect)
			}
		}
	}
	if agree < 13 {
		t.Errorf("%d of 24 agree with what was found there, want 13 or more", agree)
	}
}
