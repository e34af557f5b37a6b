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
