package machine

// Counts are events of a thread in user mode.
type Counts struct {
	Instructions int64
	BranchMisses int64
	// CacheMisses are those of the kernel's event cache-misses, NoCount where the
	// processor lacks it: of the last level that the core's own counters see, the L3
	// of Intel, the L2 of AMD Zen (arch/x86/events of Linux).
	CacheMisses int64
}

// NoCount stands for a number of events that was not counted.
const NoCount = -1

// Plus are the events of two stretches.
func (c Counts) Plus(d Counts) Counts {
	sum := Counts{c.Instructions + d.Instructions, c.BranchMisses + d.BranchMisses, c.CacheMisses + d.CacheMisses}
	if c.CacheMisses == NoCount || d.CacheMisses == NoCount {
		sum.CacheMisses = NoCount
	}
	return sum
}

// Times are the events of so many times a stretch.
func (c Counts) Times(factor float64) Counts {
	times := func(n int64) int64 {
		if n == NoCount {
			return n
		}
		return int64(float64(n) * factor)
	}
	return Counts{times(c.Instructions), times(c.BranchMisses), times(c.CacheMisses)}
}
