package machine

import "golang.org/x/sys/unix"

// Processors are the numbers of those that the calling thread may use, ascending; nil
// on a system that does not say.
func Processors() (list []int) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil { // of more than 1,024, for one
		return nil
	}
	for n := 0; len(list) < set.Count(); n++ {
		if set.IsSet(n) {
			list = append(list, n)
		}
	}
	return list
}

// Pin keeps the calling thread on one processor, counted from 0. The caller has
// called runtime.LockOSThread.
func Pin(processor int) error {
	var set unix.CPUSet
	set.Set(processor)
	return unix.SchedSetaffinity(0, &set)
}
