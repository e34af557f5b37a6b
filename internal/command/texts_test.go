package command

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/choose"
	"hyphbench/internal/experiment/all"
	"hyphbench/internal/filter"
	filters "hyphbench/internal/filter/all"
	"hyphbench/internal/store"

	"hyphbench/internal/racetest"
)

// mentioned is what a row of docs/texts.md may name: words in `this type`, tests among them,
// and claims.
type mentioned struct {
	names  map[string]bool
	claims map[string]bool
	quotes map[string]string // of a claim, the place in a source text of the sentence that it judges
}

func allMentioned(t *testing.T) mentioned {
	m := mentioned{map[string]bool{}, map[string]bool{}, map[string]string{}}
	for _, name := range testsOfExamples(t) {
		m.names[name] = true
	}
	for _, e := range all.Experiments() {
		m.names[e.Name()] = true
		for _, c := range e.Reading().Claims {
			m.claims[c.ID] = true
			if c.Quote.Text != "" {
				m.quotes[c.ID] = c.Quote.Place
			}
		}
		for name := range e.Reading().Structures {
			m.names[name] = true
		}
	}
	for name, x := range explanations() {
		m.names[name] = true
		m.names["hyphbench filters "+name] = x.Examples != ""
	}
	for _, n := range filters.Named() {
		m.names[n.Name] = true
	}
	for _, k := range store.Kinds() {
		m.names[k.Name] = true
	}
	for _, p := range choose.Presets() {
		m.names[p.Name] = true
	}
	for _, c := range newRoot(&call{Program: program()}).Commands() {
		m.names["hyphbench "+c.Name()] = true
		for _, below := range c.Commands() {
			m.names["hyphbench "+c.Name()+" "+below.Name()] = true
		}
	}
	return m
}

// explanations are those of all structures, filters or not, by name.
func explanations() map[string]filter.Explanation {
	all := map[string]filter.Explanation{}
	for _, s := range filters.Structures() {
		all[s.Name] = s.Explain
	}
	for _, o := range filters.Others() {
		all[o.Name] = o.Explain
	}
	return all
}

// testsOfExamples are the tests that compare worked examples with their drawings.
func testsOfExamples(t *testing.T) (names []string) {
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, match := range regexp.MustCompile(`(?m)^func (Test\w+Examples)\(`).FindAllSubmatch(readFile(t, path), -1) {
			names = append(names, string(match[1]))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// absent are the names and claims in a text that are not there.
func (m mentioned) absent(text string) (list []string) {
	for _, match := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		if !m.names[match[1]] {
			list = append(list, match[1])
		}
	}
	for _, id := range claimsIn(text) {
		if !m.claims[id] {
			list = append(list, id)
		}
	}
	if strings.Contains(text, `\*`) {
		list = append(list, `\*`) // claims without their numbers
	}
	for _, match := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(withoutNames(text), -1) {
		list = append(list, match[1]) // a link to anything but a document
	}
	return list
}

// withoutNames is a text without words in `this type` and links to documents.
func withoutNames(text string) string {
	return regexp.MustCompile("`[^`]+`|\\([^)]*\\.md\\)").ReplaceAllString(text, "")
}

// claimsIn are the claims that a text names: one is T1, several are T1–T9. What is no such
// range is named as it is.
func claimsIn(text string) (list []string) {
	for _, match := range regexp.MustCompile(`\b([A-Z]{1,2})(\d+[a-z]?)(?:–([A-Z]{1,2})(\d+))?`).FindAllStringSubmatch(withoutNames(text), -1) {
		prefix, number := match[1], match[2]
		if match[3] == "" {
			list = append(list, prefix+number)
			continue
		}
		first, err1 := strconv.Atoi(number)
		last, err2 := strconv.Atoi(match[4])
		if err1 != nil || err2 != nil || match[3] != prefix || first >= last {
			list = append(list, match[0])
			continue
		}
		for i := first; i <= last; i++ {
			list = append(list, prefix+strconv.Itoa(i))
		}
	}
	return list
}

// Every row of docs/texts.md says where the thing is, and what it names is there.
func TestTexts(t *testing.T) {
	racetest.OneGoroutine(t)
	const name = "../../docs/texts.md"
	m := allMentioned(t)
	rows, sections, all := 0, map[string]bool{}, ""
	for line := range strings.Lines(string(readFile(t, name))) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) < 3 || strings.HasPrefix(cells[1], "---") || cells[1] == " section " {
			continue
		}
		if len(cells) != 5 {
			t.Errorf("%q has %d cells", line, len(cells)-2)
			continue
		}
		rows++
		sections[strings.TrimSpace(cells[1])] = true
		where := strings.TrimSpace(cells[3])
		all += where + "\n"
		if strings.TrimSpace(cells[1]) == "" || strings.TrimSpace(cells[2]) == "" || where == "" {
			t.Errorf("%q has an empty cell", line)
		}
		if absent := m.absent(where); len(absent) > 0 {
			t.Errorf("%s, %s: %q are not there", cells[1], cells[2], absent)
		}
		for _, match := range regexp.MustCompile(`\]\(([^)#]+\.md)`).FindAllStringSubmatch(where, -1) {
			if _, err := os.Stat(filepath.Join("../../docs", match[1])); err != nil {
				t.Error(err)
			}
		}
	}
	if rows < 150 || len(sections) < 65 {
		t.Errorf("%d rows of %d sections", rows, len(sections))
	}
	wanted := testsOfExamples(t)
	for name, x := range explanations() {
		if x.Examples != "" {
			wanted = append(wanted, "hyphbench filters "+name)
		}
	}
	for _, name := range wanted {
		if !strings.Contains(all, "`"+name+"`") {
			t.Errorf("a worked example has %s, and no row that names it", name)
		}
	}
}

// The reader of the rows notices what is not there.
func TestTextsNoticeWhatIsAbsent(t *testing.T) {
	m := allMentioned(t)
	for text, want := range map[string][]string{
		"`bloom`, T1; `hyphbench run`":     nil,
		"A20–A22, [x](claims.md)":          nil,
		"`blom`":                           {"blom"},
		"`hyphbench rum`":                  {"hyphbench rum"},
		"`hyphbench filters hashtable`":    nil,
		"`hyphbench filters map`":          {"hyphbench filters map"}, // has no worked example
		"`TestHashTableExamples`":          nil,
		"`TestMapExamples`":                {"TestMapExamples"},
		"T99 and T8a":                      {"T99"},
		"A26–A30":                          {"A30"},
		"A3–T5":                            {"A3–T5"},
		`A\*`:                              {`\*`},
		"[x](https://example.com/nowhere)": {"https://example.com/nowhere"},
	} {
		if got := m.absent(text); !slices.Equal(got, want) {
			t.Errorf("%s: absent are %q, want %q", text, got, want)
		}
	}
}

// textFiles are the files of the texts of docs/texts.md.
func textFiles() map[string]string {
	return map[string]string{"The thesis": "thesis-final.txt", "The article": "bloom-filter-article.txt", "The linear Bloom filter paper": "linear-bloom-filter-paper.txt"}
}

// A row of docs/texts.md names a claim only if that quotes a sentence of the row's section,
// and every claim that quotes a sentence is in a row. Sections are in the order of the text,
// so that the lines of each begin behind those of the one before.
func TestTextsNameClaimsThatQuoteThem(t *testing.T) {
	racetest.OneGoroutine(t)
	m, file, section, last, here := allMentioned(t), "", "", 0, 0
	named := map[string]bool{}
	for line := range strings.Lines(string(readFile(t, "../../docs/texts.md"))) {
		if title, is := strings.CutPrefix(line, "## "); is {
			file, section, last, here = textFiles()[strings.TrimSpace(title)], "", 0, 0
		}
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 || file == "" {
			continue
		}
		if cells[1] != section {
			section, last = cells[1], here
		}
		for _, id := range claimsIn(cells[3]) {
			place, lines, _ := strings.Cut(m.quotes[id], ":")
			begins, _, _ := strings.Cut(lines, "-")
			at, _ := strconv.Atoi(begins)
			if named[id] = true; place != file || at <= last {
				t.Errorf("%s, %s: %s quotes %q: want a sentence of that section", section, cells[2], id, m.quotes[id])
				continue
			}
			here = max(here, at)
		}
	}
	for id, place := range m.quotes {
		if id, _, _ = strings.Cut(id, "-"); !named[id] { // T1-tuned judges the sentence of T1
			t.Errorf("no row names %s, which quotes %s", id, place)
		}
	}
}
