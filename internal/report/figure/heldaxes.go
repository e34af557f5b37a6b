package figure

import (
	"maps"
	"slices"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Place is where the axes of a run are held still: a value for the name of an
// axis, as in the rows.
type Place map[string]string

// with is the place with another value on an axis.
func (at Place) with(axis, value string) Place {
	other := Place{}
	maps.Copy(other, at)
	other[axis] = value
	return other
}

// holds reports whether a point is there: on every axis it has the place's value, or none. It
// says on how many it has one.
func (at Place) holds(m *runfolder.Meta, p runfolder.Point) (on int, there bool) {
	for i, a := range m.Axes {
		switch v := p.Value(i); {
		case v == at[a.Name] && v != "":
			on++
		case v != "":
			return 0, false
		}
	}
	return on, true
}

// cell finds a structure's cell of a metric at a place, nil where the run
// lacks it. One with a value on more axes is nearer.
func (at Place) cell(s *report.Summary, m *report.Metric, filter string) (found *report.Cell) {
	most := -1
	for i := range m.Cells {
		if m.Cells[i].Filter != filter {
			continue
		}
		if on, there := at.holds(s.Meta, m.Cells[i].Point); there && on > most {
			found, most = &m.Cells[i], on
		}
	}
	return found
}

// sentence names the place, "At n = 100,000, ε = 1 %.", in the order of the
// run's axes; empty without one.
func (at Place) sentence(s *report.Summary, l bilingual.Lang) string {
	var parts []string
	for _, a := range s.Meta.Axes {
		if v := at[a.Name]; v != "" {
			parts = append(parts, isValue(s, a, v, l))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return bilingual.Text{EN: "Parameters of all points: ", PT: "Parâmetros de todos os pontos: "}.In(l) + strings.ReplaceAll(strings.Join(parts, bilingual.Comma(l)), " = ", "\u00a0=\u00a0") + "."
}

// usualPlace is where most cells of a metric are: of the values on each axis the one with the
// most, the first of several. The axis free is not held; −1 for none.
func usualPlace(s *report.Summary, m *report.Metric, free int) Place {
	at := Place{}
	for i, a := range s.Meta.Axes {
		counts := map[string]int{}
		for _, c := range m.Cells {
			counts[c.Point.Value(i)]++
		}
		order := valuesOn(s, m, i)
		slices.SortStableFunc(order, func(v, w string) int { return counts[w] - counts[v] })
		if i != free && len(order) > 0 {
			at[a.Name] = order[0]
		}
	}
	return at
}

// valuesOn are those of a metric on an axis, in order.
func valuesOn(s *report.Summary, m *report.Metric, number int) (list []string) {
	for _, c := range m.Cells {
		if v := c.Point.Value(number); v != "" {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, s.Meta.Axes[number].Compare)
	return slices.Compact(list)
}

// endsOf are the first, the middle and the last of values in order.
func endsOf(all []string) []string {
	if len(all) <= 3 {
		return all
	}
	return []string{all[0], all[(len(all)-1)/2], all[len(all)-1]}
}
