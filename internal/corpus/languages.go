package corpus

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"hyphbench/internal/inputfile"
)

// Language is an installed pattern file of hyph-utf8.
type Language struct {
	Tag  string // as hyph-utf8 has it, such as de-1996
	Name string // in English, as the file's title has it
	Path string // empty for the embedded patterns
}

// Trees are TeX's trees of files, by their roots.
type Trees []string

// patternsBelow is the place of the patterns in a tree.
const patternsBelow = "tex/generic/hyph-utf8/patterns/tex"

// InstalledTrees are the trees of TEXMFHOME, TEXMFLOCAL, TEXMFDIST, of the usual
// places of TeX Live and MiKTeX, and those that kpsewhich knows.
func InstalledTrees() Trees {
	var roots []string
	for _, name := range []string{"TEXMFHOME", "TEXMFLOCAL", "TEXMFDIST"} {
		roots = append(roots, filepath.SplitList(os.Getenv(name))...)
	}
	if home, err := os.UserHomeDir(); err == nil {
		for _, dir := range []string{"texmf", "Library/texmf", ".TinyTeX/texmf-dist", "Library/TinyTeX/texmf-dist"} {
			roots = append(roots, filepath.Join(home, dir))
		}
	}
	for _, pattern := range []string{
		"/usr/local/share/texmf", "/usr/share/texmf", "/usr/share/texlive/texmf-dist", "/usr/share/texmf-dist",
		"/usr/local/texlive/*/texmf-dist", "/opt/texlive/*/texmf-dist", "/opt/homebrew/share/texmf-dist",
		`C:\texlive\*\texmf-dist`, `C:\Program Files\MiKTeX`,
	} {
		found, _ := filepath.Glob(pattern)
		slices.Reverse(found) // the newest year first
		if len(found) == 0 && !strings.Contains(pattern, "*") && filepath.IsAbs(pattern) {
			found = []string{pattern}
		}
		roots = append(roots, found...)
	}
	if out, err := exec.Command("kpsewhich", "-expand-path=$TEXMF").Output(); err == nil {
		roots = append(roots, filepath.SplitList(strings.TrimSpace(string(out)))...)
	}
	var t Trees
	for _, root := range roots {
		if root != "" && !slices.Contains(t, filepath.Clean(root)) {
			t = append(t, filepath.Clean(root))
		}
	}
	return t
}

// EmbeddedTag is the language of the embedded patterns.
const EmbeddedTag = "en-us"

// LanguageTag is the name that hyph-utf8 has for a language tag, in lower case: its
// own, or that of the variety that a shorter tag means.
func LanguageTag(tag string) string {
	tag = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(tag)), "_", "-")
	switch tag {
	case "en":
		return EmbeddedTag
	case "de", "de-de", "de-at":
		return "de-1996"
	case "de-ch":
		return "de-ch-1901"
	case "el":
		return "el-monoton"
	case "mn":
		return "mn-cyrl"
	case "sh":
		return "sh-latn"
	case "sr":
		return "sr-cyrl"
	case "zh":
		return "zh-latn-pinyin"
	}
	return tag
}

// Folders are the folders of the trees with patterns, whether they are there or not.
func (t Trees) Folders() []string {
	dirs := make([]string, len(t))
	for i, root := range t {
		dirs[i] = filepath.Join(root, filepath.FromSlash(patternsBelow))
	}
	return dirs
}

// NoLanguage is the error of a language without installed patterns.
type NoLanguage struct {
	Tag   string
	Trees Trees
}

func (e NoLanguage) Error() string {
	text := fmt.Sprintf("no patterns for the language %s: want TeX Live's patterns installed (Debian: texlive-lang-…), or a file named by --patterns; '--lang=list' lists the installed languages; looked for %s/hyph-%s.tex",
		e.Tag, patternsBelow, LanguageTag(e.Tag))
	switch more := len(e.Trees) - 1; {
	case more == 0:
		text += " below " + e.Trees[0]
	case more == 1:
		text += fmt.Sprintf(" below %s and %s", e.Trees[0], e.Trees[1])
	case more > 1:
		text += fmt.Sprintf(" below %s and in %d more TeX trees", e.Trees[0], more)
	}
	return text
}

// Find returns the patterns of a language by its tag, such as pt or de-1996. A tag
// with a region finds the language without one, except English: British patterns
// are others than the embedded American ones. The error is a NoLanguage.
func (t Trees) Find(tag string) (Language, error) {
	for _, name := range candidates(tag) {
		if name == EmbeddedTag {
			return embeddedLanguage(), nil
		}
		for _, dir := range t.Folders() {
			path := filepath.Join(dir, "hyph-"+name+".tex")
			if src, err := inputfile.Read(path, inputfile.Rules); err == nil {
				return Language{Tag: name, Name: title(src), Path: path}, nil
			}
		}
	}
	return Language{}, NoLanguage{Tag: tag, Trees: t}
}

// candidates are the names of a tag and of its shorter forms, in this order.
func candidates(tag string) (names []string) {
	for name := LanguageTag(tag); isTag(name); {
		names = append(names, name)
		at := strings.LastIndexByte(name, '-')
		if at < 0 || name[:at] == "en" {
			break
		}
		if name = LanguageTag(name[:at]); slices.Contains(names, name) {
			break
		}
	}
	return names
}

// List returns the languages whose patterns are installed, by tag, and the embedded
// one.
func (t Trees) List() []Language {
	list := []Language{embeddedLanguage()}
	for _, dir := range t.Folders() {
		files, _ := filepath.Glob(filepath.Join(dir, "hyph-*.tex"))
		for _, path := range files {
			tag := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "hyph-"), ".tex")
			if slices.ContainsFunc(list, func(l Language) bool { return l.Tag == tag }) {
				continue
			}
			if src, err := inputfile.Read(path, inputfile.Rules); err == nil {
				list = append(list, Language{Tag: tag, Name: title(src), Path: path})
			}
		}
	}
	slices.SortFunc(list, func(a, b Language) int { return strings.Compare(a.Tag, b.Tag) })
	return list
}

func embeddedLanguage() Language { return Language{Tag: EmbeddedTag, Name: "English, US"} }

// isTag reports whether a name may be part of a file's.
func isTag(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// title is the language in the title of a pattern file.
func title(src []byte) string {
	for line := range bytes.Lines(src[:min(len(src), 1<<10)]) {
		_, text, found := strings.Cut(string(line), "% title:")
		if !found {
			continue
		}
		text = strings.TrimSpace(text)
		const usual = "Hyphenation patterns for "
		if len(text) > len(usual) && strings.EqualFold(text[:len(usual)], usual) {
			text = text[len(usual):]
		}
		return text
	}
	return ""
}
