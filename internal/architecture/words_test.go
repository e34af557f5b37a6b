package architecture

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// exempt are the files that must have the words: this test, the table of renamed names, and
// data of others.
func exempt() []string {
	return []string{"data", "internal/architecture/words_test.go", "internal/renamed", "LICENSE", "NOTICE.md"}
}

// gap is what stands between two words of a sentence: blanks, or a line end with what a
// comment or a list begins the next line with.
const gap = `(?:[ \t]+|[ \t]*\n[ \t]*(?://|#|\*|>)?[ \t]*)`

// word is a word for which the field has a better one. A text with none of its marks, in small
// letters, does not have it, and is not searched with the expression, which takes longer.
type word struct {
	better string
	marks  []string
	re     *regexp.Regexp
}

// wrong are the words for which the field has others.
func wrong() []word {
	return []word{
		{"negative", []string{"stranger"}, regexp.MustCompile(`(?i)strangers?`)},
		{"negativo", []string{"estranh"}, regexp.MustCompile(`(?i)estranh\w*`)}, // in Portuguese texts
		{"per", []string{"bits ", "bits\t", "bits\n", "ns ", "ns\t", "ns\n", "bytes ", "bytes\t", "bytes\n"},
			regexp.MustCompile(`(?i)\b(?:bits|ns|bytes)` + gap + `an?` + gap + `(?:key|query|element|word)\b`)},
		{"expensive", []string{"dear"}, regexp.MustCompile(`(?i)\bdear(?:er|est)?\b`)},
	}
}

// names are the words that no identifier and no file has in its name, with those to take.
func names() map[string]string {
	return map[string]string{
		"way": "method", "ways": "methods", "spot": "point", "spots": "points", "herd": "many filters", "blame": "source",
	}
}

// read are the kinds of files that are read by people.
func read(name string) bool {
	return slices.Contains([]string{
		".go", ".md", ".svg", ".tmpl", ".html", ".js", ".css", ".txt", ".txtar", ".yaml", ".yml", ".sh", ".c", ".json", ".golden", ".markdown", ".text",
	}, path.Ext(name)) || slices.Contains([]string{"Makefile", "Containerfile"}, path.Base(name))
}

// parts are the words of an identifier or of a file's name, in small letters.
func parts(name string) []string {
	var list []string
	begin := true
	for i, r := range name {
		switch {
		case !unicode.IsLetter(r):
			begin = true
			continue
		case unicode.IsUpper(r) && i > 0 && !unicode.IsUpper(rune(name[i-1])):
			begin = true
		}
		if begin {
			list, begin = append(list, ""), false
		}
		list[len(list)-1] += string(unicode.ToLower(r))
	}
	return list
}

// named is what is wrong with a name; empty for nothing.
func named(name string) string {
	for _, part := range parts(name) {
		if better, bad := names()[part]; bad {
			return fmt.Sprintf("%s: want %s", name, better)
		}
	}
	return ""
}

// words lists what is wrong with a file, by line.
func words(wrong []word, file, text string) []string {
	var list []string
	if bad := named(strings.TrimSuffix(path.Base(file), path.Ext(file))); bad != "" {
		list = append(list, "the file's name has "+bad)
	}
	if !read(file) {
		return list
	}
	small := strings.ToLower(text)
	for _, w := range wrong {
		if !slices.ContainsFunc(w.marks, func(m string) bool { return strings.Contains(small, m) }) {
			continue
		}
		for _, at := range w.re.FindAllStringIndex(text, -1) {
			line := 1 + strings.Count(text[:at[0]], "\n")
			list = append(list, fmt.Sprintf("%d: %q: want %s", line, strings.Join(strings.Fields(text[at[0]:at[1]]), " "), w.better))
		}
	}
	if path.Ext(file) == ".go" {
		list = append(list, identifiers(file, text)...)
	} else {
		for _, code := range regexp.MustCompile("`[A-Za-z_.]+`").FindAllString(text, -1) {
			if bad := named(strings.Trim(code, "`")); bad != "" {
				list = append(list, "`"+bad)
			}
		}
	}
	slices.Sort(list)
	return list
}

// identifiers lists the wrong names of a Go file; what cannot be parsed has none.
func identifiers(file, text string) (list []string) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if bad := named(id.Name); bad != "" {
				list = append(list, fmt.Sprintf("%d: %s", set.Position(id.Pos()).Line, bad))
			}
		}
		return true
	})
	return list
}

// isExempt reports whether a file or folder is exempt, or is below what is.
func isExempt(file string) bool {
	return slices.ContainsFunc(exempt(), func(p string) bool { return file == p || strings.HasPrefix(file, p+"/") })
}

// The tree has the field's words (docs/glossary.md).
func TestWords(t *testing.T) {
	const root = "../.."
	bad, files := wrong(), 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		file := strings.TrimPrefix(filepath.ToSlash(name), root+"/")
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && d.Name() != ".ci" || d.Name() == "node_modules" || isExempt(file) {
				return fs.SkipDir
			}
			return nil
		}
		if isExempt(file) {
			return nil
		}
		files++
		var text []byte
		if read(file) {
			if text, err = os.ReadFile(name); err != nil {
				return err
			}
		}
		for _, w := range words(bad, file, string(text)) {
			t.Errorf("%s:%s", file, w)
		}
		return nil
	})
	if err != nil || files < 500 {
		t.Fatalf("%d files were read: %v", files, err)
	}
}

// Wrong words are found where they stand, and right ones are not.
func TestWrongWordsAreFound(t *testing.T) {
	for _, c := range []struct{ file, text string }{
		{"a.md", "of the strangers"}, {"a.md", "bits \t a  key"}, {"a.svg", "<title>Strangers</title>"}, {"a.go", "package a\n\n// 8 bits a\n// key\n"},
		{"a.txt", "20 ns a query"}, {"a.md", "bytes an element"}, {"a.tmpl", "a dear store"}, {"a.go", "package a\n\nvar herdSize int\n"},
		{"a.go", "package a\n\nfunc Ways() {}\n"}, {"a.go", "package a\n\nvar s struct{ dataSpot int }\n"}, {"blame.go", "package a\n"},
		{"ways_test.go", "package a\n"}, {"a.md", "see `ways.go`"}, {"a.md", "dearer than"},
		{"a.go", "package a\n\nvar pt = \"consulta de um estranho\"\n"}, {"a.svg", "<title>Estranhas hifenizadas</title>"},
	} {
		if len(words(wrong(), c.file, c.text)) == 0 {
			t.Errorf("%s with %q is right", c.file, c.text)
		}
	}
	for _, c := range []struct{ file, text string }{
		{"a.md", "bits per key, in this way; a key of 8 bytes; endear"}, {"a.go", "package a\n\n// always\nvar always, awaySet int\n"},
		{"a.csv", "strangers"}, {"always.go", "package a\n"}, {"a.svg", "<title>Negativos admitidos; estrangeiro</title>"},
	} {
		if list := words(wrong(), c.file, c.text); len(list) > 0 {
			t.Errorf("%s with %q: %s", c.file, c.text, list)
		}
	}
}
