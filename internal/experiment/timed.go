package experiment

import (
	"strconv"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/section"
)

// Timed is a section as a measurement in ns; ops is what it held.
func Timed(s section.Section, ops int) *Measurement {
	m := &Measurement{Value: float64(s.Wall.Nanoseconds()), Unit: "ns", Ops: int64(ops), CPU: runfolder.NoCPU}
	if s.HasCPU {
		m.CPU = s.CPU.Nanoseconds()
	}
	preempted := ""
	if s.Preempted >= 0 {
		preempted = strconv.FormatInt(s.Preempted, 10)
	}
	m.Extra = []string{strconv.FormatUint(s.GCs, 10), preempted, strconv.Itoa(s.Attempts)}
	return m
}

// SectionColumns are the columns of an experiment's own that Timed fills.
func SectionColumns() []string { return []string{"gc", "preempted", "attempts"} }

// Counted is a measurement that was counted, not timed, beside timed ones.
func Counted(value float64, unit string) *Measurement {
	return &Measurement{Value: value, Unit: unit, Ops: 1, CPU: runfolder.NoCPU, Extra: make([]string, len(SectionColumns()))}
}
