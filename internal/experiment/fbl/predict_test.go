package fbl

import (
	"context"
	"errors"
	"testing"
	"time"

	"hyphbench/internal/tier"
)

// A hundred times the iterations take many times as long, and nothing of the run is
// touched.
func TestPredict(t *testing.T) {
	few, many := newBench(1, 2_000), newBench(1, 200_000)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := few.Predict(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	tier.Check(t) // simulates for seconds
	short, err := few.Predict(t.Context())
	if err != nil || short <= 0 {
		t.Fatal(short, err)
	}
	long, err := many.Predict(t.Context())
	if err != nil || long < 5*short || long > time.Hour {
		t.Errorf("2,000 iterations take %v, 200,000 %v, %v", short, long, err)
	}
	if many.sums.Iterations != 0 {
		t.Errorf("the prediction left %d iterations", many.sums.Iterations)
	}
}
