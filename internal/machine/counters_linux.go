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

// StartCounters begins to count instructions, mispredicted branches and misses of
// the last cache; false where the processor, the virtual machine or the kernel's
// settings do not count the first two for this thread. The caller has called
// runtime.LockOSThread.
func StartCounters() (Counters, bool) {
	return start(
		[]event{{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS}, {unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_BRANCH_MISSES}},
		event{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CACHE_MISSES})
}

// start begins to count the needed events, and those of the wanted ones that are
// there. All are open before the first is enabled.
func start(needed []event, wanted ...event) (Counters, bool) {
	var c Counters
	for i, e := range append(needed, wanted...) {
		fd, err := e.open()
		if err != nil && i < len(needed) {
			c.close()
			return Counters{}, false
		}
		if err != nil {
			fd = absent
		}
		c.files = append(c.files, fd)
	}
	for _, fd := range c.files {
		if fd != absent && unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_ENABLE, 0) != nil {
			c.close()
			return Counters{}, false
		}
	}
	return c, true
}

// absent stands for an event that is not counted.
const absent = -1

func (e event) open() (fd int, err error) {
	attr := unix.PerfEventAttr{
		Type: e.kind, Config: e.config, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
		Bits:        unix.PerfBitDisabled | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	return unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
}

// Stop ends the count. False if the instructions or the branches could not be
// counted.
func (c Counters) Stop() (Counts, bool) {
	defer c.close()
	list := c.read()
	if len(list) != 3 || list[0] == NoCount || list[1] == NoCount {
		return Counts{}, false
	}
	return Counts{list[0], list[1], list[2]}, true
}

// read has a number for each event, NoCount for one that was not counted all the
// time: a processor with fewer counters than events takes turns.
func (c Counters) read() (counts []int64) {
	for _, fd := range c.files {
		if fd != absent {
			_ = unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_DISABLE, 0)
		}
	}
	for _, fd := range c.files {
		count := int64(NoCount)
		var buffer [24]byte // count, time enabled, time running
		if fd != absent {
			if n, err := unix.Read(fd, buffer[:]); err == nil && n == len(buffer) {
				count = whole(buffer)
			}
		}
		counts = append(counts, count)
	}
	return counts
}

// whole is the count that the kernel has written, NoCount if the event was enabled
// for longer than it was counted.
func whole(buffer [24]byte) int64 {
	number := func(i int) uint64 { return native.NativeEndian.Uint64(buffer[8*i:]) }
	if number(2) < number(1) {
		return NoCount
	}
	return int64(number(0))
}

func (c Counters) close() {
	for _, fd := range c.files {
		if fd != absent {
			_ = unix.Close(fd)
		}
	}
}
