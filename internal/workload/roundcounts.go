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
