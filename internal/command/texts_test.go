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
}

func allMentioned(t *testing.T) mentioned {
	m := mentioned{map[string]bool{}, map[string]bool{}}
	for _, name := range testsOfExamples(t) {
		m.names[name] = true
	}
	for _, e := range all.Experiments() {
		m.names[e.Name()] = true
		for _, c := range e.Reading().Claims {
			m.claims[c.ID] = true
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

// absent are the names and claims in a text that are not there. A claim is T1, several
// are T1–T9, and T\* all of that letter.
func (m mentioned) absent(text string) (list []string) {
	for _, match := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		if !m.names[match[1]] {
			list = append(list, match[1])
		}
	}
	text = regexp.MustCompile("`[^`]+`|\\([^)]*\\.md\\)").ReplaceAllString(text, "")
	for _, match := range regexp.MustCompile(`\b([A-Z]{1,2})(\d+[a-z]?|\\\*)(?:–([A-Z]{1,2})(\d+))?`).FindAllStringSubmatch(text, -1) {
		prefix, number := match[1], match[2]
		switch {
		case number == `\*`:
			if !m.begins(prefix) {
				list = append(list, match[0])
			}
		case match[3] != "":
			first, err1 := strconv.Atoi(number)
			last, err2 := strconv.Atoi(match[4])
			if err1 != nil || err2 != nil || match[3] != prefix || first >= last {
				list = append(list, match[0])
				continue
			}
			for i := first; i <= last; i++ {
				if id := prefix + strconv.Itoa(i); !m.claims[id] {
					list = append(list, id)
				}
			}
		case !m.claims[prefix+number]:
			list = append(list, prefix+number)
		}
	}
	for _, match := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
		list = append(list, match[1]) // a link to anything but a document
	}
	return list
}

// begins reports whether a claim, or one that will come, has such first letters.
func (m mentioned) begins(prefix string) bool {
	for id := range m.claims {
		if rest, is := strings.CutPrefix(id, prefix); is && rest[0] >= '0' && rest[0] <= '9' {
			return true
		}
	}
	return false
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
	if rows < 160 || len(sections) < 65 {
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
		"A20–A22, V\\*, [x](claims.md)":    nil,
		"`blom`":                           {"blom"},
		"`hyphbench rum`":                  {"hyphbench rum"},
		"`hyphbench filters hashtable`":    nil,
		"`hyphbench filters map`":          {"hyphbench filters map"}, // has no worked example
		"`TestHashTableExamples`":          nil,
		"`TestMapExamples`":                {"TestMapExamples"},
		"T99 and T8a":                      {"T99"},
		"A24–A26":                          {"A26"},
		"A3–T5":                            {"A3–T5"},
		"ZZ\\*":                            {`ZZ\*`},
		"[x](https://example.com/nowhere)": {"https://example.com/nowhere"},
	} {
		if got := m.absent(text); !slices.Equal(got, want) {
			t.Errorf("%s: absent are %q, want %q", text, got, want)
		}
	}
}
