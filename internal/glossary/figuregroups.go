package glossary

import (
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/filter"
	"hyphbench/internal/report/figure"
)

// Families are the structures of a run by family with their headings, the
// groups of its figures.
func Families(filters []string) []figure.RankedGroup {
	titles := map[string]bilingual.Text{
		filter.FamilyExact:      {EN: "Exact", PT: "Exatas"},
		filter.FamilyCompressed: {EN: "Compressed", PT: "Comprimidas"},
		filter.FamilyBloom:      {EN: "Bloom", PT: "Bloom"},
		filter.FamilyCuckoo:     {EN: "Cuckoo", PT: "Cuckoo"},
		filter.FamilyCounting:   {EN: "Counting", PT: "Com contadores"},
		filter.FamilyQuotient:   {EN: "Quotient", PT: "De quocientes"},
		filter.FamilyGrowing:    {EN: "Growing", PT: "Que crescem"},
		filter.FamilyStatic:     {EN: "Static", PT: "Estáticas"},
		filter.FamilyAdaptive:   {EN: "Adaptive", PT: "Adaptativas"},
		filter.FamilyLinear:     {EN: "Linear", PT: "Linear"},
		filter.FamilyNpm:        {EN: "npm packages", PT: "Pacotes npm"},
		filter.FamilyLibrary:    {EN: "Go libraries", PT: "Bibliotecas Go"},
		"":                      {EN: "Others", PT: "Outras"},
	}
	var list []figure.RankedGroup
	for _, f := range ByFamily(filters) {
		title, there := titles[f.Name]
		if !there {
			name := strings.ToUpper(f.Name[:1]) + f.Name[1:]
			title = bilingual.Both(name)
		}
		list = append(list, figure.RankedGroup{Title: title, Filters: f.Members})
	}
	return list
}
