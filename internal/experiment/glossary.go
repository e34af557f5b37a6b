package experiment

import (
	"maps"

	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
)

// Glossary is the glossary of an experiment's rows. For a run of an unknown
// experiment, e is nil.
func Glossary(e Experiment) metric.Glossary {
	g := metric.Glossary{Structures: map[string]string{}}
	for _, s := range all.Structures() {
		g.Structures[s.Name] = s.Title
	}
	if e == nil {
		return g
	}
	r := e.Reading()
	maps.Copy(g.Structures, r.Structures)
	g.Title, g.Metrics, g.Baselines = e.Title(), r.Metrics, r.Baselines
	g.Columns = append(SectionFields(), r.Columns...)
	return g
}

// StructureTitle is the title of a structure within a sentence, its name where
// this build lacks it.
func StructureTitle(name string) string {
	s, err := all.ByName(name)
	if err != nil {
		return name
	}
	return s.Title
}
