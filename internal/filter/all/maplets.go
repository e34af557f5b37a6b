package all

import (
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/compact"
	"hyphbench/internal/filter/ribbon"
	"hyphbench/internal/filter/static"
)

// Maplets lists the structures that answer with a value, in the order of display. They
// are none of Structures: what is asked of them is not membership.
func Maplets() []filter.Maplets {
	return []filter.Maplets{static.Bloomier(), static.BloomierMutable(), static.BloomierPairs(), ribbon.Function(), compact.Maplets()}
}
