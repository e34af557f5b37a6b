package closed

import "slices"

// Sorted sorts a list of hashes and leaves each once, in place.
func Sorted(list []uint64) []uint64 {
	const topByte = 56
	sortBytes(list, topByte)
	return slices.Compact(list)
}

// sortBytes sorts by the byte at a shift and the ones below it: each number goes to
// the part of its byte, by swaps, until all are there (McIlroy, Bostic, McIlroy
// 1993, American flag sort). It needs no memory beside, and half the time of
// slices.Sort for ten million hashes.
func sortBytes(list []uint64, shift int) {
	const few = 512
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
		sortBytes(list[start:end], shift-8)
		start = end
	}
}
