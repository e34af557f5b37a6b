package choose

import (
	"strings"
	"testing"
)

// Against an adversary only a library serves whose hash has a secret, and one that
// admits too much only where a lookup follows.
func TestObtain(t *testing.T) {
	offer := func(name string, epsilon float64) Offer {
		return Offer{Name: name, Asked: onePercent, Epsilon: epsilon}
	}
	for _, c := range []struct {
		Offer
		keyed, want bool
	}{
		{offer("bloom", 0.01), false, true}, {offer("bloom", 0.01), true, false}, {offer("fuse", 0.01), true, true},
		{offer("xor", 0.01), false, true}, {offer("xor", 0.001), false, false}, {offer("burr", 0.01), false, false}, {Offer{Name: "hashtable"}, true, true},
	} {
		l, got := obtain(c.Offer, Question{Keyed: c.keyed})
		if got != c.want {
			t.Errorf("%s at %g, keyed: %v: %v, want %v", c.Name, c.Epsilon, c.keyed, got, c.want)
		}
		code, err := l.program(10, c.Epsilon, c.keyed, Source{}).code()
		if err != nil {
			t.Fatal(err)
		}
		if keyed := strings.Contains(code, "siphash.Hash(f.k0, f.k1"); got && keyed != (c.keyed && l.Hashed) {
			t.Errorf("the code of %s, keyed: %v:\n%s", c.Name, c.keyed, code)
		}
	}
	for final, want := range map[bool]bool{false: true, true: false} {
		if _, got := obtain(offer("scalable", 0.01), Question{Final: final}); got != want {
			t.Errorf("scalable, final: %v: %v, want %v", final, got, want)
		}
	}
}
