//go:build !linux

package machine

import "time"

// DeviceBytes is how many bytes devices have read for this process; Uncounted here.
func DeviceBytes() int64 { return Uncounted }

// MajorFaults is the number of page faults that had to read a device; Uncounted here.
func MajorFaults() int64 { return Uncounted }

// ProcessCPU is the CPU time of all threads of this process; 0 where it is not had.
func ProcessCPU() time.Duration { return 0 }

// CPUOf is the CPU time of another process; 0 where it is not had.
func CPUOf(int) time.Duration { return 0 }
