package figure

import (
	"slices"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
)

// by makes the words of a page about means speak of medians where the metrics that
// it shows are read by medians. Of times and other metrics side by side it says
// which is which.
func (p *page) by(l bilingual.Lang) {
	medians := 0
	for _, m := range p.of {
		if m.By == report.Medians {
			medians++
		}
	}
	if medians == 0 {
		return
	}
	p.medians = true
	words, said := medianWords(l), false
	texts := []*string{&p.title, &p.caption}
	for i := range p.lines {
		texts = append(texts, &p.lines[i])
	}
	for i := range p.legend {
		texts = append(texts, &p.legend[i].label)
	}
	for i := range p.planes {
		texts = append(texts, &p.planes[i].yLabel)
	}
	for _, text := range texts {
		other := words.Replace(*text)
		said = said || other != *text
		*text = other
	}
	switch {
	case medians < len(p.of):
		p.lines = append(p.lines, bilingual.Text{EN: "Times are medians. All other values are means.", PT: "Os tempos são medianas; todo o resto é média."}.In(l))
	case !said:
		p.lines = append(p.lines, bilingual.Text{EN: "Times are medians.", PT: "Os tempos são medianas."}.In(l))
	}
}

// times reports whether the page shows means of times.
func (p *page) times() bool {
	return slices.ContainsFunc(p.of, func(m *report.Metric) bool { return m.Timed() })
}

// medianWords replaces means by medians in a text of a figure.
func medianWords(l bilingual.Lang) *strings.Replacer {
	if l == bilingual.Portuguese {
		return strings.NewReplacer("Tempo médio", "Tempo mediano", "tempo médio", "tempo mediano",
			"Tempos médios", "Tempos medianos", "tempos médios", "tempos medianos",
			"Médias", "Medianas", "médias", "medianas", "Média", "Mediana", "média", "mediana")
	}
	return strings.NewReplacer("Mean", "Median", "mean", "median")
}

// titled is the title of a file: the given one, or that about medians.
func (d *Drawing) titled(given string) string {
	if !d.page.medians {
		return given
	}
	return d.page.title
}
