//go:build !linux

package machine

// Processors are the numbers of those that the calling thread may use, ascending; nil
// on a system that does not say.
func Processors() []int { return nil }
