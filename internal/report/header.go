package report

import (
	"encoding/json"
	"fmt"
	"strings"

	"hyphbench/internal/machine"
	"hyphbench/internal/report/published"
	"hyphbench/internal/runfolder"
)

// Field is a line above the tables.
type Field struct{ Name, Value string }

// Header says what was measured, with what, on what, how far, and what a
// reader must know. Its first field is the command.
func (s *Summary) Header() []Field {
	m := &s.Meta
	fields := []Field{{"command", strings.Join(m.Argv, " ")}}
	add := func(name, value string) {
		if value != "" {
			fields = append(fields, Field{name, value})
		}
	}
	add("run", s.progress())
	for _, in := range m.Inputs {
		add(in.Role, DescribeInput(in))
	}
	add("machine", s.Machine())
	add("calibration", m.Calibration)
	for _, n := range m.Notes {
		add("note", n)
	}
	for _, w := range m.Warnings {
		add("warning", w)
	}
	for _, w := range s.Noise() {
		add("warning", w.String())
	}
	if m.Error != "" {
		add("error", m.Error)
	}
	return fields
}

// progress is the design and how far the run came.
func (s *Summary) progress() string {
	m := &s.Meta
	parts := []string{fmt.Sprintf("%s, design %s, %d repetitions", m.Experiment, m.Design, m.Reps)}
	began := "started "
	if m.Design == published.Design {
		began = "imported " // when they were measured is not known
	}
	if t := m.Start(); !t.IsZero() {
		parts = append(parts, began+t.UTC().Format("2006-01-02 15:04 UTC"))
	}
	rows := grouped(s.Rows) + " rows"
	if s.Warmup > 0 {
		rows += " and " + grouped(s.Warmup) + " of warm-up left out"
	}
	parts = append(parts, rows, m.State)
	if s.Unfinished() {
		parts[len(parts)-1] += ": NOT FINISHED, the numbers are those so far"
	}
	return strings.Join(parts, "; ")
}

// Unfinished reports whether more measurements are to come.
func (s *Summary) Unfinished() bool { return s.Meta.State != runfolder.Finished }

// DescribeInput names a file, its size and checksum, and whether it is the one
// that the thesis used: "words.txt, 466,550 words, SHA-256 3797c8dd6adf…, the
// thesis's".
func DescribeInput(in runfolder.Input) string {
	what := map[string]string{"words": "words", "exceptions": "exceptions", "patterns": "patterns"}[in.Role]
	if what == "" {
		what = "values"
	}
	parts := []string{in.Name}
	if in.Title != "" && in.Title != in.Name {
		parts[0] += " (" + in.Title + ")"
	}
	parts = append(parts, grouped(in.Count)+" "+what)
	if in.SHA256 != "" {
		parts = append(parts, "SHA-256 "+in.SHA256[:min(12, len(in.SHA256))]+"…")
	}
	if in.Role == "words" && !in.Pinned {
		parts = append(parts, "not the list of the thesis's text")
	}
	return strings.Join(parts, ", ")
}

// Machine is one line on what the run ran on; empty where it does not say.
func (s *Summary) Machine() string {
	if on, ok := MachineOf(&s.Meta); ok {
		return on.Line()
	}
	return ""
}

// MachineOf is what a run ran on, where it says so.
func MachineOf(m *runfolder.Meta) (machine.Machine, bool) {
	var on machine.Machine
	text, err := json.Marshal(m.Machine)
	if err != nil || json.Unmarshal(text, &on) != nil {
		return machine.Machine{}, false
	}
	return on, on.OS != ""
}
