package experiment

import (
	"strconv"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/section"
)

// Timed is a section of ops operations as a measurement in ns.
func Timed(s section.Section, ops int) *Measurement {
	m := &Measurement{Value: float64(s.Wall.Nanoseconds()), Unit: runfolder.Nanoseconds, Ops: int64(ops), CPU: runfolder.NoCPU}
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

// SectionFields describes the columns of an experiment's own that Timed fills.
func SectionFields() []runfolder.Field {
	return []runfolder.Field{
		{Name: "gc", Type: "string", Description: "garbage collections within the section"},
		{Name: "preempted", Type: "string", Description: "involuntary context switches within the section"},
		{Name: "attempts", Type: "string", Description: "measurements of the section, of which the last one is recorded"},
	}
}

// SectionColumns are the names of these columns.
func SectionColumns() []string {
	var names []string
	for _, f := range SectionFields() {
		names = append(names, f.Name)
	}
	return names
}

// Counted is a measurement that was counted, not timed, beside timed ones.
func Counted(value float64, unit string) *Measurement {
	return &Measurement{Value: value, Unit: unit, Ops: 1, CPU: runfolder.NoCPU, Extra: make([]string, len(SectionFields()))}
}
