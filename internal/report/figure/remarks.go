package figure

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// remarks are the lines above every figure: another list than the thesis's,
// the run's notes, an unfinished run.
func remarks(s *report.Summary, l Lang) []string {
	var lines []string
	switch in := s.Meta.Input("words"); {
	case s.Meta.Design == runfolder.Published:
		lines = append(lines, words("published", Count(in.Count, l)).In(l))
	case in.Name != "" && !in.Pinned:
		name := in.Name
		if in.Title != "" {
			name = in.Title
		}
		lines = append(lines, words("another word list", name, Count(in.Count, l)).In(l))
	}
	if s.Meta.Design != runfolder.Published { // whose note is the line above
		for _, n := range otherNotes(s) {
			lines = append(lines, say(s, n, l))
		}
	}
	if n := len(s.ByMachine()); n > 0 {
		lines = append(lines, words("machines", n).In(l))
	}
	if !s.Part.Whole() {
		lines = append(lines, words("part", s.Part.Text).In(l))
	}
	if s.Unfinished() {
		lines = append(lines, words("unfinished").In(l))
	}
	return lines
}

// otherNotes are those of the run but for the one on the word list, which is
// identified by its checksum.
func otherNotes(s *report.Summary) []string {
	sum := s.Meta.Input("words").SHA256
	var notes []string
	for _, n := range s.Meta.Caveats() {
		if len(sum) < 12 || !strings.Contains(n, sum[:12]) {
			notes = append(notes, n)
		}
	}
	return notes
}

// origin is the caption: the list, the repetitions, what a time is, the machine.
func origin(s *report.Summary, cells []report.Cell, times string, l Lang) string {
	in := s.Meta.Input("words")
	var parts []string
	if in.Name != "" && !generatedKeys(s, cells) {
		part := in.Name + ", " + Count(in.Count, l) + Text{" words", " palavras"}.In(l)
		if in.SHA256 != "" {
			part += ", SHA-256 " + in.SHA256[:min(12, len(in.SHA256))] + "…"
		}
		parts = append(parts, part)
	}
	low, high := cells[0].N, cells[0].N
	for _, c := range cells {
		low, high = min(low, c.N), max(high, c.N)
	}
	n := fmt.Sprint(low)
	if low != high {
		n = fmt.Sprintf(Text{"up to %d", "até %d"}.In(l), high) // counts have one value, times many
	}
	parts = append(parts, fmt.Sprintf(Text{"%s values per point, design %s", "%s valores por ponto, delineamento %s"}.In(l), n, design(s.Meta.Design, l)))
	if times != "" {
		parts = append(parts, times)
	}
	if m := MachineLine(s, l); m != "" {
		parts = append(parts, m)
	}
	return strings.Join(parts, " · ")
}

// timesText says what the times of the page are, by the estimator and clock of the answer;
// empty where it shows none. Plain means of wall time keep what disturbed a repetition.
func (p *page) timesText(s *report.Summary, l Lang) string {
	var cpu, wall []string
	for _, m := range slices.Concat(p.of, p.shown) {
		list := &wall
		if s.Samples.CPU(m.Name) {
			list = &cpu
		}
		if m.Timed() && !slices.Contains(*list, string(m.Name)) {
			*list = append(*list, string(m.Name))
		}
	}
	switch {
	case len(cpu)+len(wall) == 0 || s.Meta.Design == runfolder.Published:
		return ""
	case !s.Answered():
		return words("plain times").In(l)
	case len(wall) == 0:
		return words("CPU times").In(l)
	case len(cpu) == 0:
		return words("wall times").In(l)
	}
	return words("times by two clocks", strings.Join(wall, ", ")).In(l)
}

// generatedKeys reports whether all cells are of generated keys and negatives: they have a
// number of keys, which is not that of the thesis's exceptions.
func generatedKeys(s *report.Summary, cells []report.Cell) bool {
	n, real := s.Meta.Axis("n"), fmt.Sprint(s.Meta.Input("exceptions").Count)
	return n >= 0 && s.Meta.Input("exceptions").Name != "" && !slices.ContainsFunc(cells, func(c report.Cell) bool {
		return c.Point.Value(n) == "" || c.Point.Value(n) == real
	})
}

// seriesName is the name of a series where all of a metric are drawn.
func seriesName(s *report.Summary, series *report.Series, l Lang) string {
	return strings.TrimSuffix(structure(s, series.Filter, l)+", "+rest(s, series, l), ", ")
}

// staircase is the remark on a trend of few steps, empty for others.
func staircase(sum *report.Summary, s *report.Series, l Lang) string {
	if s.Tables == 0 || s.Tables >= len(s.Cells) {
		return ""
	}
	if s.Tables == 1 {
		return words("one table", len(s.Cells), say(sum, s.Axis.Symbol(), l)).In(l)
	}
	return words("few tables", s.Tables, len(s.Cells), say(sum, s.Axis.Symbol(), l)).In(l)
}

// elsewhere says where the other axes stand of a series that is drawn alone
// of several; empty if it is the only one.
func elsewhere(sum *report.Summary, m *report.Metric, s *report.Series, l Lang) string {
	places := 0
	for _, other := range m.Series {
		if other.Filter == s.Filter {
			places++
		}
	}
	if places < 2 {
		return ""
	}
	return words("first of several", rest(sum, s, l), places).In(l)
}

// design names the order of the measurements.
func design(name string, l Lang) string {
	pt := map[string]string{"interleaved": "intercalado", "thesis": "da monografia", "published": "publicado"}
	if l == Portuguese && pt[name] != "" {
		return pt[name]
	}
	return name
}

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
