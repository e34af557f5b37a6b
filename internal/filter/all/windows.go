package all

import (
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/window"
)

// Windows lists the structures that remember what came lately in a stream, in the order
// of display. They are none of Structures: what is old is denied.
func Windows() []filter.Windows {
	return []filter.Windows{window.Double(), window.Aging(), window.Sliding(), window.Stable(), window.Decaying(), window.Generalised()}
}
