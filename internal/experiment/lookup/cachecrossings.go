package lookup

import (
	"fmt"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/machine"
	"hyphbench/internal/workload"
)

// crossing is a number of keys from which on a structure is larger than a cache.
type crossing struct {
	cache string // "L2"
	bytes int
	n     int
}

// crossings are those of the caches that the machine tells of. 0 keys: even the
// middle n cannot be planned.
func crossings(cpu machine.CPU, s filter.Structure, epsilon float64) (list []crossing) {
	plan, err := s.Plan(middleN, filter.Config{Epsilon: epsilon})
	if err != nil || plan.Bits == 0 {
		return nil
	}
	key := float64(plan.Bits) / 8 / middleN // bytes
	for _, c := range []crossing{{cache: "L1d", bytes: cpu.L1d}, {cache: "L2", bytes: cpu.L2}, {cache: "L3", bytes: cpu.L3}} {
		if c.bytes > 0 {
			c.n = int(float64(c.bytes)/key) + 1
			list = append(list, c)
		}
	}
	return list
}

const cachesNote = "The structures leave the caches of this machine: "

// cacheNote says from which n on the structures leave the caches of this machine,
// of the smallest and the largest structure.
func (b *bench) cacheNote() string {
	sizes := b.Work.Sizes()
	most := sizes[len(sizes)-1]
	var parts []string
	for _, level := range []string{"L1d", "L2", "L3"} {
		bytes, low, high, who, whoLast := 0, 0, 0, "", ""
		for _, s := range b.x.filters.Structures {
			for _, c := range crossings(b.cpu, s, workload.Middle(b.Rates(axis.Eps), onePercent).Float()) {
				if c.cache != level {
					continue
				}
				bytes = c.bytes
				if low == 0 || c.n < low {
					low, who = c.n, s.Name
				}
				if c.n > high {
					high, whoLast = c.n, s.Name
				}
			}
		}
		if bytes == 0 {
			continue
		}
		crossed := ""
		if most < low {
			crossed = ", beyond this run"
		}
		parts = append(parts, fmt.Sprintf("%s (%s KiB) from n = %s (%s) to %s (%s)%s",
			level, axis.Grouped(bytes/1024), axis.Grouped(low), who, axis.Grouped(high), whoLast, crossed))
	}
	if parts == nil {
		return ""
	}
	return cachesNote + strings.Join(parts, "; ") + "."
}
