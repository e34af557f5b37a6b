package all

import (
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/novelty"
)

// Novelties lists the structures that answer how unlike what they have seen an item is,
// in the order of display. They are none of Structures.
func Novelties() []filter.Novelties { return []filter.Novelties{novelty.Fly()} }
