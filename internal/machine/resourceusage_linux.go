package machine

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// DeviceBytes is how many bytes devices have read for this process, what it mapped
// included; Uncounted where the system does not say.
func DeviceBytes() int64 {
	text, err := os.ReadFile("/proc/self/io")
	if err != nil {
		return Uncounted
	}
	for line := range bytes.Lines(text) {
		if rest, found := bytes.CutPrefix(line, []byte("read_bytes: ")); found {
			if n, err := strconv.ParseInt(string(bytes.TrimSpace(rest)), 10, 64); err == nil {
				return n
			}
		}
	}
	return Uncounted
}

// MajorFaults is the number of page faults of this process that had to read a
// device.
func MajorFaults() int64 {
	var ru unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &ru); err != nil {
		return Uncounted
	}
	return int64(ru.Majflt)
}

// ProcessCPU is the CPU time of all threads of this process.
func ProcessCPU() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}

// ticks of the kernel a second, in which it counts the CPU time of other processes.
const ticks = 100

// CPUOf is the CPU time of another process in steps of 10 ms; 0 where there is none.
func CPUOf(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The second field is the name of the program in brackets, which may hold
	// anything: fields are counted from behind it. Fields 14 and 15 are meant.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 13 {
		return 0
	}
	user, err1 := strconv.ParseInt(string(fields[11]), 10, 64)
	system, err2 := strconv.ParseInt(string(fields[12]), 10, 64)
	if err1 != nil || err2 != nil {
		return 0
	}
	return time.Duration(user+system) * time.Second / ticks
}
