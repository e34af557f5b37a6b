package all

import (
	"os"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// TestSoak plays random histories against a map, spread evenly over all
// structures that keep their keys. SOAK is the number of operations, SOAK_SEED
// chooses the histories; 'make soak' plays a hundred million.
func TestSoak(t *testing.T) {
	racetest.OneGoroutine(t)
	soak(t, tier.Of(400_000, 4_000_000))
}

// TestLongSoak plays a hundred million operations.
func TestLongSoak(t *testing.T) {
	tier.Long(t)
	soak(t, 100_000_000)
}

func soak(t *testing.T, operations int) {
	t.Helper()
	seed := uint64(1)
	if text := os.Getenv("SOAK"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("SOAK=%s: want a number of operations", text)
		}
		operations = n
	}
	if text := os.Getenv("SOAK_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("SOAK_SEED=%s: want a number", text)
		}
		seed = n
	}
	var list []filter.Structure
	for _, s := range Structures() {
		if s.Faults&filter.LosesKeys == 0 {
			list = append(list, s)
		}
	}
	var total filtertest.Played
	for _, s := range list {
		t.Run(s.Name, func(t *testing.T) {
			played := filtertest.Soak(t, s, (operations-1)/len(list)+1, seed)
			t.Log(played)
			total = total.Plus(played)
		})
	}
	t.Logf("%d structures, %v", len(list), total)
	if total.Operations() < operations && !t.Failed() {
		t.Errorf("only %d of %d operations were played", total.Operations(), operations)
	}
}
