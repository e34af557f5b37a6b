package machine

import (
	native "encoding/binary"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Counters count events of the calling thread, in user mode.
type Counters struct{ files []int }

// event is one that the kernel counts.
type event struct {
	kind   uint32
	config uint64
}

// StartCounters begins to count instructions and mispredicted branches; false
// where the processor, the virtual machine or the kernel's settings have no
// counters for this thread. The caller has called runtime.LockOSThread.
func StartCounters() (Counters, bool) {
	return start(
		event{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS},
		event{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_BRANCH_MISSES})
}

func start(events ...event) (Counters, bool) {
	var c Counters
	for _, e := range events {
		attr := unix.PerfEventAttr{
			Type: e.kind, Config: e.config, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
			Bits: unix.PerfBitDisabled | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
		}
		fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
		if err != nil {
			c.close()
			return Counters{}, false
		}
		c.files = append(c.files, fd)
	}
	for _, fd := range c.files {
		if unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_ENABLE, 0) != nil {
			c.close()
			return Counters{}, false
		}
	}
	return c, true
}

// Stop ends the count: instructions and mispredicted branches. False if a
// counter could not be read.
func (c Counters) Stop() (instructions, branchMisses int64, ok bool) {
	defer c.close()
	counts := c.read()
	if len(counts) != 2 {
		return 0, 0, false
	}
	return counts[0], counts[1], true
}

func (c Counters) read() (counts []int64) {
	for _, fd := range c.files {
		_ = unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_DISABLE, 0)
	}
	for _, fd := range c.files {
		var buffer [8]byte
		if n, err := unix.Read(fd, buffer[:]); err != nil || n != len(buffer) {
			return nil
		}
		counts = append(counts, int64(native.NativeEndian.Uint64(buffer[:])))
	}
	return counts
}

func (c Counters) close() {
	for _, fd := range c.files {
		_ = unix.Close(fd)
	}
}

// Pin keeps the calling thread on one processor, counted from 0. The caller has
// called runtime.LockOSThread.
func Pin(processor int) error {
	var set unix.CPUSet
	set.Set(processor)
	return unix.SchedSetaffinity(0, &set)
}
