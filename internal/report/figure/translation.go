package figure

import (
	"regexp"
	"strings"

	"hyphbench/internal/report"
)

// say is a text of a run, such as the title of a structure or a note, in a
// language: that of the glossary, the text itself where it lacks one. A list is
// said part by part, a number as the language writes it.
func say(s *report.Summary, text string, l Lang) string {
	if l != Portuguese || text == "" {
		return text
	}
	if t, ok := s.Glossary.Portuguese[text]; ok {
		return t
	}
	if plainNumber.MatchString(text) {
		return strings.NewReplacer(",", ".", ".", ",").Replace(text)
	}
	best, found := "", []string(nil)
	for pattern := range s.Glossary.Portuguese {
		if !better(pattern, best) {
			continue
		}
		if parts, ok := within(pattern, text); ok {
			best, found = pattern, parts
		}
	}
	if best == "" {
		parts := strings.Split(text, "; ")
		for i := range parts {
			if len(parts) > 1 {
				parts[i] = say(s, parts[i], l)
			}
		}
		return strings.Join(parts, "; ")
	}
	said := strings.Split(s.Glossary.Portuguese[best], "*")
	var b strings.Builder
	for i, part := range said {
		b.WriteString(part)
		if i < len(said)-1 && i < len(found) {
			b.WriteString(say(s, found[i], l))
		}
	}
	return b.String()
}

// better reports whether a pattern says more of a text than another one: how it
// begins, before how much of it.
func better(a, b string) bool {
	if b == "" || (a[0] == '*') != (b[0] == '*') {
		return b == "" || b[0] == '*'
	}
	return len(a) > len(b) || len(a) == len(b) && a < b
}

var plainNumber = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})*(\.[0-9]+)?$`)

// within matches a text with a pattern, in which a * stands for any text, and
// returns these texts. A pattern that begins with one is for a part of a list.
func within(pattern, text string) (parts []string, ok bool) {
	if !strings.Contains(pattern, "*") {
		return nil, false
	}
	fixed := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(text, fixed[0])
	if !ok {
		return nil, false
	}
	for i, f := range fixed[1:] {
		at := strings.Index(rest, f)
		if i == len(fixed)-2 {
			if at = len(rest) - len(f); !strings.HasSuffix(rest, f) {
				at = -1
			}
		}
		if at < 1 || pattern[0] == '*' && strings.Contains(rest[:at], "; ") { // nothing, or a list
			return nil, false
		}
		parts, rest = append(parts, rest[:at]), rest[at+len(f):]
	}
	return parts, true
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
