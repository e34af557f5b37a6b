package figure

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

//go:embed words.txt
var wordsFile string

// words are those that figures say by themselves.
var words = bilingual.Texts(wordsFile)

// Intervals is the title of means that are drawn with their intervals, which it says.
func Intervals(t bilingual.Text) bilingual.Text {
	return bilingual.Text{EN: t.EN + " (with 95 % confidence intervals)", PT: t.PT + " (com intervalos de confiança de 95%)"}
}

// WithIntervals ends a caption: the points of the curves have intervals.
func WithIntervals(t bilingual.Text, l bilingual.Lang) string {
	return t.In(l) + words("with intervals").In(l)
}

// remarks are the lines above every figure: another list than the thesis's,
// the run's notes, an unfinished run.
func remarks(s *report.Summary, l bilingual.Lang) []string {
	var lines []string
	switch in := s.Meta.Input("words"); {
	case s.Meta.Design == runfolder.Published:
		lines = append(lines, words("published", bilingual.Count(in.Count, l)).In(l))
	case in.Name != "" && !in.Pinned:
		lines = append(lines, words("another word list", cmp.Or(in.Title, in.Name), bilingual.Count(in.Count, l)).In(l))
	}
	if s.Meta.Design != runfolder.Published { // whose note is the line above
		for _, n := range otherNotes(s) {
			lines = append(lines, sentence(say(s, n, l)))
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

// sentence is a note as a figure has it: of those that the run recorded as the message of a
// terminal, with a capital and a full stop.
func sentence(note string) string {
	if note == "" || strings.HasSuffix(note, ".") {
		return note
	}
	first, size := utf8.DecodeRuneInString(note)
	return string(unicode.ToUpper(first)) + note[size:] + "."
}

// origin is the caption: the list, the repetitions, what a time is, the machine.
func origin(s *report.Summary, cells []report.Cell, times string, l bilingual.Lang) string {
	in := s.Meta.Input("words")
	var parts []string
	if in.Name != "" && !generatedKeys(s, cells) {
		part := in.Name + ", " + bilingual.Count(in.Count, l) + bilingual.Text{EN: " words", PT: " palavras"}.In(l)
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
		n = bilingual.Text{EN: "up to %d", PT: "até %d"}.With(high).In(l) // counts have one value, times many
	}
	parts = append(parts, bilingual.Text{EN: "%s values per point, %s design", PT: "%s valores por ponto, delineamento %s"}.With(n, design(s.Meta.Design, l)).In(l))
	return joined(append(parts, times, MachineLine(s, l))...)
}

// joined are the parts of a caption that are not empty, in one line.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

// timesText says what the times of the page are, by the estimator and clock of the answer;
// empty where it shows none. Plain means of wall time keep what disturbed a repetition.
func (p *page) timesText(s *report.Summary, l bilingual.Lang) string {
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
func seriesName(s *report.Summary, series *report.Series, l bilingual.Lang) string {
	return strings.TrimSuffix(StructureText(s, series.Filter).In(l)+", "+rest(s, series, l), ", ")
}

// staircase is the remark on a trend of few steps, empty for others.
func staircase(sum *report.Summary, s *report.Series, l bilingual.Lang) string {
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
func elsewhere(sum *report.Summary, m *report.Metric, s *report.Series, l bilingual.Lang) string {
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
func design(name string, l bilingual.Lang) string {
	pt := map[string]string{"interleaved": "intercalado", "thesis": "da monografia", "published": "publicado"}
	if l == bilingual.Portuguese && pt[name] != "" {
		return pt[name]
	}
	return name
}

// say is a text of a run, such as the title of a structure or a note, in a
// language: that of the glossary, the text itself where it lacks one.
func say(s *report.Summary, text string, l bilingual.Lang) string {
	if l == bilingual.Portuguese {
		return s.Glossary.InPortuguese(text)
	}
	return text
}

// rest says where the other axes of a series stand: "hits=0.5".
func rest(s *report.Summary, series *report.Series, l bilingual.Lang) string {
	var parts []string
	for _, part := range strings.Fields(series.Rest) {
		name, value, _ := strings.Cut(part, "=")
		parts = append(parts, say(s, name, l)+"="+say(s, value, l))
	}
	return strings.Join(parts, " ")
}

// MachineLine is the machines of a run in one line.
func MachineLine(s *report.Summary, l bilingual.Lang) string {
	if l != bilingual.Portuguese {
		return s.Machine()
	}
	return strings.NewReplacer(
		"logical cores", "núcleos lógicos", "logical core", "núcleo lógico", " physical", " físicos",
		"unknown CPU", "CPU desconhecida", "(sessions ", "(sessões ",
	).Replace(s.Machine())
}

// StructureText is the title of a structure within a sentence, in each language.
func StructureText(s *report.Summary, name string) bilingual.Text {
	return s.Glossary.InBoth(s.Glossary.Structure(name))
}
