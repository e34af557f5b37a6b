package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// header sorts the header of a summary into the command, facts, and notes with
// warnings.
func (p *page) header(s *report.Summary) {
	for _, f := range s.Header() {
		switch f.Name {
		case "command":
			p.Command = f.Value
		case "note", "warning", "error":
			p.Notes = append(p.Notes, f)
		default:
			p.Facts = append(p.Facts, f)
		}
	}
	if c := s.Meta.Clock(); c["wall_resolution_ns"] > 0 {
		p.Facts = append(p.Facts, table.Field{Name: "clock", Value: fmt.Sprintf(
			"steps of %.3g ns, a reading takes %.3g ns; of the thread's CPU time: steps of %.3g ns, %.3g ns",
			c["wall_resolution_ns"], c["wall_overhead_ns"], c["cpu_resolution_ns"], c["cpu_overhead_ns"])})
	}
}

// settings are the resolved configuration of the run.
func settings(m *runfolder.Meta) pageTable {
	t := table.Table{Title: "settings", Columns: []string{"setting", "value", "from"}, Left: 3}
	for _, name := range slices.Sorted(maps.Keys(m.Config)) {
		value, from := m.Config[name].Value, m.Config[name].Source
		if at := m.Axis("n"); name == "n" && at >= 0 && from == "default" && m.Config["keys"].Value != "" {
			value, from = strings.Join(m.Axes[at].Values, ","), "keys" // whose number it is
		}
		t.Rows = append(t.Rows, []string{name, value, from})
	}
	return plain(t)
}
