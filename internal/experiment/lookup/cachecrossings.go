package lookup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/machine"
	"hyphbench/internal/workload"
)

// crossing is a number of keys from which on a structure is larger than a cache.
type crossing struct {
	machine.Cache
	n         int
	structure string
}

// crossings are those of the caches that the machine tells of. 0 keys: even the
// middle n cannot be planned.
func crossings(cpu machine.CPU, s filter.Structure, epsilon float64) (list []crossing) {
	plan, err := s.Plan(middleN, filter.Config{Epsilon: epsilon})
	if err != nil || plan.Bits == 0 {
		return nil
	}
	key := float64(plan.Bits) / 8 / middleN // bytes
	for _, c := range cpu.Caches() {
		list = append(list, crossing{c, int(float64(c.Bytes)/key) + 1, s.Name})
	}
	return list
}

const cachesNote = "The structures leave the caches of this machine: "

// cacheNote says from which n on the structures leave the caches of this machine,
// of the smallest and the largest structure.
func (b *bench) cacheNote() string {
	sizes, epsilon := b.Work.Sizes(), workload.Middle(b.Rates(axis.Eps), onePercent).Float()
	var all []crossing
	for _, s := range b.x.filters.Structures {
		all = append(all, crossings(b.cpu, s, epsilon)...)
	}
	if all == nil {
		return ""
	}
	var parts []string
	for _, cache := range b.cpu.Caches() {
		of := slices.DeleteFunc(slices.Clone(all), func(c crossing) bool { return c.Cache != cache })
		byKeys := func(a, b crossing) int { return cmp.Compare(a.n, b.n) }
		low, high, beyond := slices.MinFunc(of, byKeys), slices.MaxFunc(of, byKeys), ""
		if sizes[len(sizes)-1] < low.n {
			beyond = ", beyond this run"
		}
		parts = append(parts, fmt.Sprintf("%s (%s KiB) from n = %s (%s) to %s (%s)%s",
			cache.Name, axis.Grouped(cache.Bytes/1024), axis.Grouped(low.n), low.structure, axis.Grouped(high.n), high.structure, beyond))
	}
	return cachesNote + strings.Join(parts, "; ") + "."
}
