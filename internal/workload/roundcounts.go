package workload

// Numbers of keys from which on a round takes long, and fewer tell as much.
const (
	Million    = 1_000_000
	TenMillion = 10_000_000
)

// Rounds is how many rounds n keys have: all of them, and at most ofMillion from a
// million keys on and ofTenMillion from ten million on.
func Rounds(n, all, ofMillion, ofTenMillion int) int {
	switch {
	case n >= TenMillion:
		return min(ofTenMillion, all)
	case n >= Million:
		return min(ofMillion, all)
	}
	return all
}

// Middle is the value of an axis around which the others are varied: the one wanted
// or, where it is not there, the middle of the list.
func Middle[T comparable](list []T, wanted T) T {
	for _, v := range list {
		if v == wanted {
			return v
		}
	}
	return list[(len(list)-1)/2]
}

// Largest is the largest number of keys up to a bound, by which a prediction goes of more;
// the smallest of all where each is above it. sizes are ascending.
func Largest(sizes []int, most int) int {
	largest := sizes[0]
	for _, n := range sizes {
		if n <= most {
			largest = n
		}
	}
	return largest
}
