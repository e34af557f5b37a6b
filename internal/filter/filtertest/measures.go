package filtertest

import (
	"math"
	"runtime"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/filter"
)

// rate compares measured false-positive rates with Theory. Every seed has
// keys of its own, so that a structure that ignores seeds is judged too; the
// interval is Student's, on the mean over the seeds of measured − theory.
func rate(t TB, s filter.Structure) {
	const seeds, level = 30, 0.999
	queries := words(40_000, strangers)
	for _, c := range []struct {
		n       int
		epsilon float64
	}{{1753, 0.5}, {1753, 0.2}, {1753, 0.05}, {1753, 0.01}, {1753, 0.001}, {64, 0.05}} {
		excess := make([]float64, seeds)
		theory := 0.0
		for i := range excess {
			f := build(t, s, words(c.n, uint64(100+i)), filter.Config{Epsilon: c.epsilon, Seed: uint64(i)})
			if f == nil {
				return
			}
			excess[i] = float64(count(f, queries))/float64(len(queries)) - f.Theory()
			theory += f.Theory() / seeds
		}
		mean, sd := stat.MeanStdDev(excess, nil)
		half := distuv.StudentsT{Sigma: 1, Nu: seeds - 1}.Quantile(0.5+level/2) * sd / math.Sqrt(seeds)
		off := math.Abs(mean) > half
		if s.Faults&filter.MissesTheory != 0 {
			if off {
				return
			}
			continue
		}
		if off {
			t.Errorf("n = %d, ε = %v: over %d seeds the rate is %.4g %% of the theory's %.4g, outside its %v %% interval of ± %.2g %%",
				c.n, c.epsilon, seeds, 100*(theory+mean)/theory, theory, 100*level, 100*half/theory)
		}
	}
	expect(t, s, filter.MissesTheory, false, "MissesTheory", "")
}

// size compares Bits with the heap and with the least that n keys need at the
// rate. The heap may hold a quarter more (size classes of the allocator) and
// a kilobyte (the structure's header, small tables), but not less.
func size(t TB, s filter.Structure) {
	for _, n := range []int{0, 1753, 10_000} {
		keys := words(n, 20)
		cfg := filter.Config{Epsilon: 0.01, Seed: 20}
		f := build(t, s, keys, cfg)
		if f == nil {
			return
		}
		said := float64(f.Bits()) / 8
		if held := resident(func() filter.Filter { g, _ := s.Build(keys, cfg); return g }); said > held || held > 1.25*said+1024 {
			t.Errorf("n = %d: Bits says %.0f bytes, the heap holds %.0f", n, said, held)
		}
		if least := float64(n) * math.Log2(1/f.Theory()) / 8; n >= 1000 && said < 0.98*least {
			t.Errorf("n = %d: %.0f bytes are less than the %.0f that any structure needs at a rate of %v", n, said, least, f.Theory())
		}
	}
}

// resident is the heap that one filter keeps, in bytes: the least of three
// measurements, since anything else that allocates meanwhile adds to one.
func resident(build func() filter.Filter) float64 {
	const copies = 16
	least := math.Inf(1)
	for range 3 {
		filters := make([]filter.Filter, copies)
		before := heap()
		for i := range filters {
			filters[i] = build()
		}
		least = min(least, (heap()-before)/copies)
		runtime.KeepAlive(filters)
	}
	return least
}

func heap() float64 {
	runtime.GC()
	runtime.GC() // the first one may only start sweeping what a finalizer kept
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
