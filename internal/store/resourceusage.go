package store

import (
	"time"

	"hyphbench/internal/machine"
)

// Usage is what a stretch of work took of the machine beside the time of its
// thread: the proof that lookups were cold or warm, and who worked for them.
type Usage struct {
	DeviceBytes int64         // read from devices for this process; machine.Uncounted where the system does not say
	MajorFaults int64         // page faults that read a device; machine.Uncounted likewise
	ProcessCPU  time.Duration // of all threads of this process
	ServerCPU   time.Duration // of the store's own process; 0 without one
}

// Watch begins a stretch of work on s; the result ends it. Both stand outside of the
// timed section.
func Watch(s Store) (end func() Usage) {
	read := func() Usage {
		u := Usage{DeviceBytes: machine.DeviceBytes(), MajorFaults: machine.MajorFaults(), ProcessCPU: machine.ProcessCPU()}
		if served, ok := s.(Served); ok {
			u.ServerCPU = machine.CPUOf(served.PID())
		}
		return u
	}
	before := read()
	return func() Usage {
		after := read()
		return Usage{
			DeviceBytes: since(before.DeviceBytes, after.DeviceBytes), MajorFaults: since(before.MajorFaults, after.MajorFaults),
			ProcessCPU: after.ProcessCPU - before.ProcessCPU, ServerCPU: after.ServerCPU - before.ServerCPU,
		}
	}
}

func since(before, after int64) int64 {
	if before == machine.Uncounted || after == machine.Uncounted {
		return machine.Uncounted
	}
	return after - before
}
