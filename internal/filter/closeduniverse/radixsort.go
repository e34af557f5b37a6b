package closeduniverse

import "slices"

// Sorted sorts a list of hashes and leaves each once, in place.
func Sorted(list []uint64) []uint64 {
	Sort(list, 64)
	return slices.Compact(list)
}

// Sort sorts numbers that agree in all bits from top on, by the eight bits below it
// and then the ones below these: each number goes to the part of its eight bits, by
// swaps, until all are there (McIlroy, Bostic, McIlroy 1993, American flag sort). It
// needs no memory beside, and less than half the time of slices.Sort.
func Sort(list []uint64, top int) {
	const few = 64
	shift := top - 8
	if len(list) <= few || shift < 0 {
		slices.Sort(list)
		return
	}
	var ends, next [256]int
	for _, x := range list {
		ends[byte(x>>shift)]++
	}
	total := 0
	for i, n := range ends {
		next[i] = total
		total += n
		ends[i] = total
	}
	for i := range ends {
		for next[i] < ends[i] {
			x := list[next[i]]
			for byte(x>>shift) != byte(i) {
				at := &next[byte(x>>shift)]
				x, list[*at] = list[*at], x
				*at++
			}
			list[next[i]] = x
			next[i]++
		}
	}
	start := 0
	for _, end := range ends {
		Sort(list[start:end], shift)
		start = end
	}
}
