package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// Header has the command, first, then inputs, machine, progress, what the run resolves,
// notes and warnings of a run. Where it has no intervals of its own it cites the
// calibration of its machine, which was measured at another time.
func (s *Summary) Header() []table.Field {
	m := s.Meta
	fields := []table.Field{{Name: "command", Value: strings.Join(m.Argv, " ")}}
	add := func(name, value string) {
		if value != "" {
			fields = append(fields, table.Field{Name: name, Value: value})
		}
	}
	add("run", s.progress())
	if !s.Part.Whole() {
		add("narrowed", s.Part.field())
	}
	if s.Run.Sealed {
		add("sealed", "run.json and measurements.csv are as they were written")
	}
	for _, in := range m.Inputs {
		add(in.Role, DescribeInput(in))
	}
	for _, line := range s.machines() {
		add("machine", line)
	}
	if resolves := s.resolves(); resolves != "" {
		add(ResolvesField, resolves)
	} else {
		for _, c := range s.Calibrations() {
			add("calibration", c)
		}
	}
	add("note", s.MachinesNote())
	for _, n := range m.Lacks() {
		fields = append(fields, table.Field{Name: "note", Value: n, First: true})
	}
	for _, n := range m.Notes {
		fields = append(fields, table.Field{Name: "note", Value: n, First: m.Design == runfolder.Published})
	}
	for _, w := range worst(m.Sessions) {
		add("warning", w)
	}
	for _, text := range s.differing() {
		add("warning", text)
	}
	for _, w := range s.Noise() {
		add("warning", w.String())
	}
	if m.Error != "" && m.State != runfolder.Interrupted { // whose error is the interruption
		add("error", m.Error)
	}
	return fields
}

// ResolvesField is the field of Header with what the run resolves.
const ResolvesField = "resolves"

func (s *Summary) resolves() string {
	if s.Resolves == nil {
		return ""
	}
	return s.Resolves()
}

// Calibrations are what the sessions cite, each once.
func (s *Summary) Calibrations() []string {
	var list []string
	for _, session := range s.Meta.Sessions {
		list = append(list, session.Calibration)
	}
	return distinct(list)
}

// worst are the warnings of the sessions, each once. Of those that differ in their numbers
// only, such as the load before each of a hundred sessions, it is the one whose first number
// is the largest.
func worst(sessions []runfolder.Session) (list []string) {
	number := regexp.MustCompile(`[0-9]+([.][0-9]+)?`)
	first := func(text string) float64 {
		v, _ := strconv.ParseFloat(number.FindString(text), 64) // 0 of a text without one
		return v
	}
	type kind struct{ at, said int } // place in the list
	kinds, differ := map[string]*kind{}, map[string]bool{}
	for _, session := range sessions {
		for _, text := range session.Warnings {
			name := number.ReplaceAllString(text, "0")
			k := kinds[name]
			if k == nil {
				k = &kind{at: len(list)}
				kinds[name], list = k, append(list, text)
			}
			k.said++
			differ[name] = differ[name] || text != list[k.at]
			if first(text) > first(list[k.at]) {
				list[k.at] = text
			}
		}
	}
	for name, k := range kinds {
		if differ[name] {
			list[k.at] += fmt.Sprintf(" (the largest of %d such warnings)", k.said)
		}
	}
	return list
}

// progress is the design and the progress of the run.
func (s *Summary) progress() string {
	m := s.Meta
	parts := []string{fmt.Sprintf("%s, design %s, %d repetitions", m.Experiment, m.Design, m.Reps)}
	began := "started "
	if m.Design == runfolder.Published {
		began = "imported " // the time of measuring is unknown
	}
	if t := m.Start(); !t.IsZero() {
		parts = append(parts, began+t.UTC().Format("2006-01-02 15:04 UTC"))
	}
	var pinned []string
	for _, session := range m.Sessions {
		if session.Pinned != "" && !slices.Contains(pinned, session.Pinned) {
			pinned = append(pinned, session.Pinned)
		}
	}
	if len(pinned) > 0 {
		parts = append(parts, "pinned to processor "+strings.Join(pinned, " or "))
	}
	rows := axis.Grouped(s.Samples.Rows) + " rows"
	if s.Samples.Warmup > 0 {
		rows += " and " + axis.Grouped(s.Samples.Warmup) + " of warm-up left out"
	}
	state := m.State
	if state == runfolder.Running && s.Run.Dir != "" && !runfolder.Active(s.Run.Dir) {
		state = runfolder.Gone
	}
	parts = append(parts, rows, state)
	if s.Unfinished() {
		parts[len(parts)-1] += ": NOT FINISHED, the numbers are those so far"
	}
	return strings.Join(parts, "; ")
}

// Extent is how much there is of the run, and of when.
func (s *Summary) Extent() string {
	text := axis.Grouped(s.Meta.Reps) + " repetitions"
	if t := s.Meta.Start(); !t.IsZero() && s.Meta.Design != runfolder.Published { // the time of measuring is unknown
		text += ", " + t.UTC().Format("2006-01-02 15:04 UTC")
	}
	if s.Unfinished() {
		text += ", NOT FINISHED"
	}
	return text
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
	parts = append(parts, axis.Grouped(in.Count)+" "+what)
	if in.SHA256 != "" {
		parts = append(parts, "SHA-256 "+in.SHA256[:min(12, len(in.SHA256))]+"…")
	}
	if in.Role == "words" && !in.Pinned {
		parts = append(parts, "not the list of the thesis's text")
	}
	return strings.Join(parts, ", ")
}

// Machine is the machines of the run in one line; empty where it records none.
func (s *Summary) Machine() string { return strings.Join(s.machines(), " · ") }

// machines are the different machines of the sessions, a line each. A run of
// several says which sessions ran on which.
func (s *Summary) machines() []string {
	var lines []string
	sessions := map[string][]string{}
	for i, session := range s.Meta.Sessions {
		if session.Machine == nil {
			continue
		}
		line := session.Machine.Line()
		if sessions[line] == nil {
			lines = append(lines, line)
		}
		sessions[line] = append(sessions[line], strconv.Itoa(i+1))
	}
	if len(lines) > 1 {
		for i, line := range lines {
			lines[i] = line + " (sessions " + strings.Join(sessions[line], ", ") + ")"
		}
	}
	return lines
}

// distinct drops empty texts and repetitions.
func distinct(list []string) []string {
	var out []string
	for _, text := range list {
		if text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}
