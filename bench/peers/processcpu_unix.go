//go:build unix

package main

import (
	"syscall"
	"time"
)

// processCPU is the CPU time of all threads of this process.
func processCPU() (time.Duration, bool) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, false
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), true
}
