package filtertest

import (
	"errors"
	"math"
	"strconv"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
)

// Windows holds a kind of window to what it declares: what must be remembered, the rates
// of both errors against its theory over a long stream, its errors.
func Windows(t TB, s filter.Windows) {
	t.Helper()
	about(t, s.About)
	windowRemembers(t, s)
	windowRates(t, s)
	windowErrors(t, s)
	windowSeed(t, s)
}

func newWindow(t TB, s filter.Windows, w int, cfg filter.Config) filter.Window {
	win, err := s.Build(w, cfg)
	if err != nil {
		t.Errorf("w = %d, %+v: %v", w, cfg, err)
		return nil
	}
	return win
}

// windowRemembers asks again for keys that came up to w different keys ago, in streams in
// which keys are repeated, some at once.
func windowRemembers(t TB, s filter.Windows) {
	for _, w := range []int{1, 2, 7, 100, 1000} {
		for name, hash := range hashes() {
			win := newWindow(t, s, w, filter.Config{Epsilon: 0.1, Seed: uint64(w), Hash: hash})
			if win == nil {
				return
			}
			random, calls := uint64(w), 0
			last := map[string]int{} // at which call a key came
			ask := func(key string) bool {
				before, came := last[key]
				seen := win.Seen(key)
				calls++
				last[key] = calls
				if ago := calls - before; s.Certain && came && ago <= w && !seen {
					t.Errorf("w = %d, %s: a key that came %d keys ago is called new", w, name, ago)
					return false
				}
				return true
			}
			for range 6*w + 50 {
				random = filter.Mix(random + 1)
				key := strconv.FormatUint(random%uint64(3*w+2), 10)
				if !ask(key) || random>>60 == 0 && !ask(key) {
					return
				}
			}
		}
	}
}

// windowRates runs different keys through, and asks for some again, a distance later.
func windowRates(t TB, s filter.Windows) {
	const w, turns = 500, 12
	seeds := tier.Of(2, 12)
	for _, epsilon := range []float64{0.1, 0.02} {
		for _, d := range []int{w / 8, w / 2, w, 2 * w, 5 * w} {
			newKeys, positives, asked, forgotten := 0.0, 0.0, 0.0, 0.0
			positive, negative := 0.0, 0.0
			for seed := range uint64(seeds) {
				win := newWindow(t, s, w, filter.Config{Epsilon: epsilon, Seed: seed})
				if win == nil {
					return
				}
				positive, negative = win.Theory(d)
				probability(t, "positives", epsilon, positive)
				probability(t, "negatives", epsilon, negative)
				stream := 0
				came := map[int]int{} // after how many steps a key came
				for step := range turns * w {
					warm := step > 5*w
					if old := step - d; warm && step%17 == 0 && old >= 0 { // a repetition in the place of a new key
						if number, is := came[old]; is {
							asked++
							if !win.Seen("k" + strconv.Itoa(number)) {
								forgotten++
							}
							continue
						}
					}
					came[step] = stream
					if seen := win.Seen("k" + strconv.Itoa(stream)); warm {
						newKeys++
						if seen {
							positives++
						}
					}
					stream++
				}
			}
			within(t, s, epsilon, d, "new keys called seen", positives/newKeys, positive, newKeys, s.Certain)
			within(t, s, epsilon, d, "repetitions called new", forgotten/asked, negative, asked, false)
			if positive > 1.1*epsilon {
				t.Errorf("ε = %v: by theory %.4f of the new keys are called seen", epsilon, positive)
			}
			if s.Certain && d <= w && forgotten > 0 {
				t.Errorf("%v of the keys of %d ago are forgotten, of a window of %d", forgotten, d, w)
			}
		}
	}
}

// within compares a rate with its theory, which may be a bound from above.
func within(t TB, s filter.Windows, epsilon float64, d int, what string, got, theory, n float64, bound bool) {
	// Keys of one filter are not independent: three times the binomial error, and a
	// tenth for what the theory leaves out.
	room := 3*3*math.Sqrt(theory*(1-theory)/n) + 0.1*theory + 0.002
	if got > theory+room || !bound && got < theory-room {
		t.Errorf("ε = %v, %d keys ago: %.4f of the %.0f %s, the theory says %.4f", epsilon, d, got, n, what, theory)
	}
}

// windowErrors tries what cannot be built.
func windowErrors(t TB, s filter.Windows) {
	for _, c := range []struct {
		w   int
		cfg filter.Config
	}{{0, filter.Config{Epsilon: 0.1}}, {-1, filter.Config{Epsilon: 0.1}}, {10, filter.Config{}}, {10, filter.Config{Epsilon: 1}}} {
		var cannot *filter.BuildError
		if _, err := s.Build(c.w, c.cfg); err == nil || errors.As(err, &cannot) {
			t.Errorf("w = %d, ε = %v: %v, want a plain error", c.w, c.cfg.Epsilon, err)
		}
	}
	for _, epsilon := range []float64{1e-9, 0.5, 0.99} {
		for _, w := range []int{1, 3, 200} {
			if win := newWindow(t, s, w, filter.Config{Epsilon: epsilon}); win != nil && (win.Bits() == 0 || len(win.Params()) == 0) {
				t.Errorf("w = %d, ε = %v: %d bits, %v", w, epsilon, win.Bits(), win.Params())
			}
		}
	}
}

// windowSeed asks for many different keys in turn.
func windowSeed(t TB, s filter.Windows) {
	seeded(t, func(seed uint64) (answers []bool) {
		win := newWindow(t, s, 50, filter.Config{Epsilon: 0.3, Seed: seed})
		if win == nil {
			return nil
		}
		for i := range 2000 {
			answers = append(answers, win.Seen(strconv.Itoa(i)))
		}
		return answers
	})
}
