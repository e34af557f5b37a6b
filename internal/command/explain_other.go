package command

import (
	"io"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report/table"
)

// otherStructure is that of a name that answers another question than membership.
func otherStructure(name string) (all.Other, bool) {
	for _, o := range all.Others() {
		if o.Name == name {
			return o, true
		}
	}
	return all.Other{}, false
}

// otherEntry is what is said of it as JSON.
type otherEntry struct {
	Name        string             `json:"name"`
	Title       string             `json:"title"`
	Reference   string             `json:"reference"`
	Answers     string             `json:"answers"`
	Explanation filter.Explanation `json:"explanation"`
}

// writeOther writes its explanation. It has no plan in common with filters.
func writeOther(w io.Writer, o all.Other, format table.Format) error {
	switch format {
	case table.JSON:
		return table.WriteJSON(w, otherEntry{o.Name, o.Title, o.Reference, o.Answers, o.Explain})
	case table.CSV:
		return table.WriteCSV(w, [][]string{{"name", "title", "answers", "reference"}, {o.Name, o.Title, o.Answers, o.Reference}})
	}
	columns := min(table.ColumnsOf(w), 80)
	_, err := io.WriteString(w, explained(o.Name+": "+o.Title, sectionsOf(o.Explain, []chapter{{"Answers", o.Answers, false}, {"Paper", o.Reference, false}}), format, columns))
	return err
}
