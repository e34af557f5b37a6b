package aggregation

import (
	"slices"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// ends are the cells of a method after the last step.
func ends(d *claim.Data, m runfolder.Metric, method string) []claim.Cell {
	list, last := d.Cells(m, method), 0
	for _, c := range list {
		last = max(last, c.Int(Step))
	}
	return slices.DeleteFunc(list, func(c claim.Cell) bool { return c.Int(Step) < last })
}
