package compare

import (
	"testing"

	"hyphbench/internal/stats"
)

// A gate's bound is a share of the time before: 5 % faster is below 0.95, not below 1/1.05. An
// interval up to the bound excludes the condition, and none that ends there meets it.
func TestBoundsOfGate(t *testing.T) {
	for _, c := range []struct {
		gate            Gate
		low, high       float64
		meets, excludes bool
	}{
		{Gate{Faster: true, Share: 0.05}, 0.93, 0.949, true, false},
		{Gate{Faster: true, Share: 0.05}, 0.93, 0.951, false, false},
		{Gate{Faster: true, Share: 0.05}, 0.949, 0.96, false, false},
		{Gate{Faster: true, Share: 0.05}, 0.951, 0.99, false, true},
		{Gate{Faster: true, Share: 0.05}, 0.9515, 1.01, false, true},
		{Gate{Share: 0.05}, 1.051, 1.07, true, false},
		{Gate{Share: 0.05}, 1.049, 1.07, false, false},
		{Gate{Share: 0.05}, 1.05, 1.07, false, false},
		{Gate{Share: 0.05}, 1.03, 1.05, false, true},
		{Gate{Share: 0.05}, 0.7, 0.8, false, true},
		{Gate{Faster: true, Share: 0.05}, 1.2, 1.3, false, true},
	} {
		r := Ratio{Value: (c.low + c.high) / 2, CI: stats.Interval{Low: c.low, High: c.high}, P: 0.0001}
		if meets, excludes := c.gate.meets(r), c.gate.excludes(r); meets != c.meets || excludes != c.excludes {
			t.Errorf("%+v of %v to %v: met %v, excluded %v", c.gate, c.low, c.high, meets, excludes)
		}
		if r.P = 0.9; c.gate.meets(r) {
			t.Errorf("%+v of %v to %v is met by a ratio that is not separated from 1", c.gate, c.low, c.high)
		}
	}
}
