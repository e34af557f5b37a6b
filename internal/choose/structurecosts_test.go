package choose

import "testing"

// A rate below the one asked for is no merit; one above it counts.
func TestAdmits(t *testing.T) {
	for rate, want := range map[float64]float64{0.001: 0.01, 0.01: 0.01, 0.02: 0.02} {
		if got := (Offer{Epsilon: 0.01, Rate: rate}).admits(); got != want {
			t.Errorf("asked for 1 %%, with %g: %g pass, want %g", rate, got, want)
		}
	}
}

// A query carries its part of the construction and of the memory's price.
func TestFixed(t *testing.T) {
	o := Offer{Bits: 10, Build: 50}
	for want, q := range map[float64]Question{
		0: {N: 1000, Seconds: 1e9}, 500: {N: 1000, Queries: 100},
	} {
		if got := o.fixed(q); got != want {
			t.Errorf("%+v: %g, want %g", q, got, want)
		}
	}
	// 10,000 bits for a day, at 11.45 dollars a GiB beside 62.19 a thread, over 1,000 queries.
	const want = 10_000 * 86400 * 11.45 / (8 << 30) / 62.19 * 1e9 / 1000
	if got := o.fixed(Question{N: 1000, Queries: 1000, Seconds: 86400}) - 50; got < 0.999*want || got > 1.001*want {
		t.Errorf("the memory takes %g, want %g", got, want)
	}
}
