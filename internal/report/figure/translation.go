package figure

import (
	"strings"

	"hyphbench/internal/report"
)

// say is a text of a run, such as the title of a structure or a note, in a
// language: that of the glossary, the text itself where it lacks one.
func say(s *report.Summary, text string, l Lang) string {
	if l == Portuguese {
		return s.Glossary.InPortuguese(text)
	}
	return text
}

// structure is the title of a structure within a sentence.
func structure(s *report.Summary, name string, l Lang) string {
	return say(s, s.Glossary.Structure(name), l)
}

// rest says where the other axes of a series stand: "hits=0.5".
func rest(s *report.Summary, series *report.Series, l Lang) string {
	if l != Portuguese {
		return series.Rest
	}
	var parts []string
	for _, part := range strings.Fields(series.Rest) {
		name, value, _ := strings.Cut(part, "=")
		parts = append(parts, say(s, name, l)+"="+say(s, value, l))
	}
	return strings.Join(parts, " ")
}

// MachineLine is the machines of a run in one line.
func MachineLine(s *report.Summary, l Lang) string {
	if l != Portuguese {
		return s.Machine()
	}
	return strings.NewReplacer(
		"logical cores", "núcleos lógicos", "logical core", "núcleo lógico", " physical", " físicos",
		"unknown CPU", "CPU desconhecida", "(sessions ", "(sessões ",
	).Replace(s.Machine())
}

// StructureText is the title of a structure within a sentence, in each language.
func StructureText(s *report.Summary, name string) Text {
	return Text{EN: structure(s, name, English), PT: structure(s, name, Portuguese)}
}
