package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"hyphbench/internal/inputfile"
	"hyphbench/internal/knuthliang"
)

// Endings of files that are no TeX files.
const (
	endDictionary      = ".dic"
	endPlainPatterns   = ".pat.txt"
	endPlainExceptions = ".hyp.txt"
)

// IsDictionary reports whether a file is a dictionary of libhyphen, by its name.
func IsDictionary(path string) bool { return strings.HasSuffix(path, endDictionary) }

// ReadRules reads a pattern file: a TeX file and those that it names by \input, from
// its own folder or the trees; or a plain list, by its name (.txt), together with
// the .hyp.txt beside a .pat.txt. Without a path it returns the embedded rules.
func ReadRules(path string, trees func() Trees) (*knuthliang.Rules, error) {
	if strings.HasSuffix(path, endPlainExceptions) {
		return nil, fmt.Errorf("patterns: %s is a list of exceptions: want a file of patterns, such as %s", path, strings.TrimSuffix(path, endPlainExceptions)+endPlainPatterns)
	}
	f, err := LoadPatterns(path)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(path, ".txt") {
		return knuthliang.ParsePatternFiles(f.Name, f.Src, opener(filepath.Dir(path), trees))
	}
	rules, err := knuthliang.ParsePlainPatterns(f.Name, f.Src)
	if err != nil {
		return nil, err
	}
	stem, ok := strings.CutSuffix(path, endPlainPatterns)
	if !ok {
		return rules, nil
	}
	rules.Exceptions, err = ReadExceptions(stem + endPlainExceptions)
	if errors.Is(err, fs.ErrNotExist) {
		return rules, nil
	}
	return rules, err
}

// opener opens the files of \input.
func opener(dir string, trees func() Trees) knuthliang.Open {
	return func(name string) (string, []byte, error) {
		if filepath.Ext(name) == "" {
			name += ".tex"
		}
		places := []string{dir}
		for i := 0; i < len(places); i++ {
			path := name
			if !filepath.IsAbs(name) {
				path = filepath.Join(places[i], name)
			}
			src, err := inputfile.Read(path, inputfile.Rules)
			if err == nil || !errors.Is(err, fs.ErrNotExist) {
				return path, src, err
			}
			if i == 0 {
				places = append(places, trees().Folders()...)
			}
		}
		return "", nil, fmt.Errorf("%s is in none of %s", name, strings.Join(places, ", "))
	}
}

// ReadExceptions reads a file of exceptions: a TeX file with \hyphenation, or a
// plain list of hyphenated words.
func ReadExceptions(path string) ([]knuthliang.Exception, error) {
	files, err := LoadExceptions(path)
	if err != nil {
		return nil, err
	}
	f := files[0]
	if knuthliang.HasBlocks(f.Src) {
		return knuthliang.ParseExceptions(f.Name, f.Src)
	}
	return knuthliang.ParsePlainExceptions(f.Name, f.Src)
}

// TagOf is the language in the name of a file such as hyph-pt.tex, hyph_pt_BR.dic or
// hyph-nb.pat.txt; empty for other names.
func TagOf(path string) string {
	name := filepath.Base(path)
	for _, end := range []string{endPlainPatterns, endDictionary, ".tex"} {
		name = strings.TrimSuffix(name, end)
	}
	tag := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	tag, ok := strings.CutPrefix(tag, "hyph-")
	if !ok || !isTag(tag) {
		return ""
	}
	return tag
}

// SameLanguage reports whether two tags have the same language, whatever their
// varieties.
func SameLanguage(a, b string) bool {
	first := func(tag string) string {
		tag, _, _ = strings.Cut(strings.ReplaceAll(strings.ToLower(tag), "_", "-"), "-")
		return tag
	}
	return first(a) == first(b)
}
