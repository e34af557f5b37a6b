package golomb

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// someNumbers are n different random numbers of a range, ascending.
func someNumbers(n int, within, seed uint64) []uint64 {
	random := rand.New(rand.NewPCG(seed, within))
	there := map[uint64]bool{}
	for len(there) < n {
		there[random.Uint64N(within)] = true
	}
	list := make([]uint64, 0, n)
	for number := range there {
		list = append(list, number)
	}
	slices.Sort(list)
	return list
}

// What is written is read again, of few numbers and of all of the range.
func TestStream(t *testing.T) {
	for _, c := range []struct {
		n      int
		within uint64
	}{{0, 0}, {0, 5}, {1, 1}, {1, 1 << 63}, {2, 3}, {7, 7}, {100, 100}, {100, 150}, {100, 1000}, {1000, 1 << 40}, {1753, 175_300}} {
		list := someNumbers(c.n, c.within, 1)
		text := AppendStream([]byte("before"), list, c.within)
		got, err := ReadStream(text[len("before"):], c.within)
		if err != nil || !slices.Equal(got, list) {
			t.Errorf("%d numbers below %d: %v, %v", c.n, c.within, got, err)
		}
	}
}

// Runs of near and of far numbers, which take the longest codes.
func TestStreamOfExtremes(t *testing.T) {
	const within = 1 << 20
	for _, list := range [][]uint64{{0, 1, 2, 3}, {within - 1}, {0, within - 1}, {within - 3, within - 2, within - 1}} {
		got, err := ReadStream(AppendStream(nil, list, within), within)
		if err != nil || !slices.Equal(got, list) {
			t.Errorf("%v: %v, %v", list, got, err)
		}
	}
}

// The codes take what theory says: about log2(range/n) + 1.5 bits, and no less than the
// entropy.
func TestStreamSize(t *testing.T) {
	const n = 50_000
	for _, epsilon := range []float64{0.1, 0.01, 0.001, 1e-5} {
		within := uint64(n / epsilon)
		bits := 8 * float64(len(AppendStream(nil, someNumbers(n, within, 2), within))) / n
		entropy := (-epsilon*math.Log2(epsilon) - (1-epsilon)*math.Log2(1-epsilon)) / epsilon
		if bits < entropy || bits > entropy*1.02+0.05 || bits > math.Log2(1/epsilon)+1.55 {
			t.Errorf("ε = %v: %.3f bits per number, the entropy is %.3f, log2(1/ε) + 1.5 is %.3f", epsilon, bits, entropy, math.Log2(1/epsilon)+1.5)
		}
	}
}

// What is no stream is refused: numbers beyond the range, cut ones, and what is behind.
func TestBadStreams(t *testing.T) {
	good := AppendStream(nil, someNumbers(50, 5000, 3), 5000)
	for name, bad := range map[string][]byte{
		"nothing":        {},
		"cut":            good[:len(good)-1],
		"more behind":    append(slices.Clone(good), 0),
		"many":           {0xff, 0xff, 3, 1},
		"no end of ones": {1, 0xff, 0xff},
		"count alone":    {1},
		"0 and more":     {0, 0},
	} {
		if got, err := ReadStream(bad, 5000); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got, err := ReadStream(good, 4000); err == nil {
		t.Errorf("read with another range: %v", got)
	}
}

// Whatever is read is ascending and within the range.
func FuzzReadStream(f *testing.F) {
	f.Add([]byte{0}, uint64(0))
	f.Add([]byte{2, 0xa5, 0x5a}, uint64(9))
	f.Add(AppendStream(nil, someNumbers(20, 2000, 4), 2000), uint64(2000))
	f.Fuzz(func(t *testing.T, src []byte, within uint64) {
		list, err := ReadStream(src, within)
		if err != nil {
			return
		}
		if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) || len(list) > 0 && list[len(list)-1] >= within {
			t.Errorf("below %d: %v", within, list)
		}
	})
}

// The parameter is the best one: the mean length of a code, for distances that are geometric, is no
// less with the one before or behind it.
func TestStreamParameter(t *testing.T) {
	length := func(m uint64, share float64) (mean float64) {
		c := code{m: m, length: uint64(bits.Len64(m - 1))}
		c.short = 1<<c.length - m
		for distance := range uint64(20 / share) {
			long := c.length
			if distance%m < c.short {
				long--
			}
			mean += share * math.Pow(1-share, float64(distance)) * float64(distance/m+1+long)
		}
		return mean
	}
	for _, n := range []uint64{450, 382, 380, 250, 120, 50, 20, 7} {
		own, share := codeOf(n, 1000).m, float64(n)/1000
		for _, m := range []uint64{own - 1, own + 1} {
			if m > 0 && length(m, share) < length(own, share)-1e-9 {
				t.Errorf("%d of 1000: %v bits with m = %d, %v with %d", n, length(own, share), own, length(m, share), m)
			}
		}
	}
}
