package all

import (
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/sets"
)

// Classifiers lists the structures that answer in which of several sets a key may be,
// in the order of display. They are none of Structures.
func Classifiers() []filter.Classifiers {
	return []filter.Classifiers{sets.Spatial(), sets.Bank(), sets.Attenuated()}
}
