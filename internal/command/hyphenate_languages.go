package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/libhyphen"
	"hyphbench/internal/markup"
	"hyphbench/internal/report/table"
)

// hyphenator is a token rule with its patterns and exceptions.
type hyphenator interface {
	knuthliang.Hyphenator
	markup.Breaker
}

// hypherText is the rule for text of npm hypher, which has no tokens.
type hypherText struct {
	*knuthliang.HypherText
	hyphenator
}

// languages loads the hyphenators of a call.
type languages struct {
	options *hyphenateOptions
	warn    io.Writer
	trees   corpus.Trees
	once    sync.Once
	byTag   map[string]markup.Breaker // of lang attributes
	own     hyphenator                // of text without a language
	ownTag  string                    // its language; empty when it is not known
}

// installed finds TeX's trees when they are first needed.
func (l *languages) installed() corpus.Trees {
	l.once.Do(func() { l.trees = corpus.InstalledTrees() })
	return l.trees
}

// main loads the hyphenator that the flags name.
func (l *languages) main() (hyphenator, error) {
	o := l.options
	path := o.patterns
	switch {
	case path != "":
		l.ownTag = o.language
		if l.ownTag == "" {
			l.ownTag = corpus.TagOf(path)
		}
	case o.language != "":
		found, err := l.installed().Find(o.language)
		if err != nil {
			return nil, err
		}
		path, l.ownTag = found.Path, found.Tag
	default:
		l.ownTag = corpus.EmbeddedTag
	}
	exceptions, err := l.exceptions(path)
	if err != nil {
		return nil, err
	}
	l.own, err = l.load(path, exceptions)
	return l.own, err
}

// exceptions reads the exception files. Patterns from a file come without
// hyphenex, which is English, unless exceptions are named.
func (l *languages) exceptions(path string) ([]knuthliang.Exception, error) {
	if len(l.options.exceptions) == 0 && path == "" {
		files, err := corpus.LoadFiles("")
		if err != nil {
			return nil, err
		}
		return files.ParseExceptions()
	}
	var lists [][]knuthliang.Exception
	for _, name := range l.options.exceptions {
		list, err := corpus.ReadExceptions(name)
		if err != nil {
			return nil, err
		}
		lists = append(lists, list)
	}
	return corpus.MergeExceptions(lists...), nil
}

// load makes a hyphenator of a pattern file, without a path of the embedded one.
func (l *languages) load(path string, exceptions []knuthliang.Exception) (hyphenator, error) {
	if corpus.IsDictionary(path) {
		return l.dictionary(path, exceptions)
	}
	rules, err := corpus.ReadRules(path, l.installed)
	if err != nil {
		return nil, err
	}
	if l.options.left > 0 {
		rules.LeftMin = l.options.left
	}
	if l.options.right > 0 {
		rules.RightMin = l.options.right
	}
	a, err := knuthliang.Compile(rules)
	if err != nil {
		return nil, err
	}
	switch l.options.rule {
	case ruleHypher:
		return knuthliang.NewHypher(a, rules.Exceptions, exceptions), nil
	case ruleHypherText:
		h := knuthliang.NewHypher(a, rules.Exceptions, exceptions)
		return hypherText{knuthliang.NewHypherText(h), h}, nil
	case ruleTeX:
		return knuthliang.NewTeX(a, rules.Exceptions, exceptions), nil
	}
	return knuthliang.NewNatural(knuthliang.NewTeX(a, rules.Exceptions, exceptions)), nil
}

// dictionary loads a dictionary of libhyphen.
func (l *languages) dictionary(path string, exceptions []knuthliang.Exception) (hyphenator, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	d, err := libhyphen.Parse(path, src)
	if err != nil {
		return nil, err
	}
	d.SetMinima(l.options.left, l.options.right)
	if n := d.Changing(); n > 0 {
		fmt.Fprintf(l.warn, "hyphbench: %s: breaks that change letters are left out (patterns: %s)\n", path, axis.Grouped(n))
	}
	if len(exceptions) == 0 {
		return knuthliang.NewNatural(d), nil
	}
	return knuthliang.NewNatural(knuthliang.NewExcepted(d, exceptions)), nil
}

// ofTag is the Breaker for text with a lang attribute: the flags' own for its
// language, otherwise installed patterns. Where there are none the text is left
// alone, with a word on it.
func (l *languages) ofTag(tag string) (markup.Breaker, error) {
	if l.isOwn(tag) {
		return l.own, nil
	}
	if b, known := l.byTag[tag]; known {
		return b, nil
	}
	b, err := l.find(tag)
	if err != nil {
		fmt.Fprintf(l.warn, "hyphbench: lang=%q is left alone: %v\n", tag, err)
	}
	if l.byTag == nil {
		l.byTag = map[string]markup.Breaker{}
	}
	l.byTag[tag] = b
	return b, nil
}

// isOwn reports whether a tag is of the language of the flags. Patterns that were
// named are those of all its varieties.
func (l *languages) isOwn(tag string) bool {
	if l.options.patterns == "" && l.options.language == "" {
		return corpus.LanguageTag(tag) == l.ownTag
	}
	return l.ownTag != "" && corpus.SameLanguage(tag, l.ownTag)
}

func (l *languages) find(tag string) (markup.Breaker, error) {
	found, err := l.installed().Find(tag)
	if err != nil {
		return nil, err
	}
	var exceptions []knuthliang.Exception
	if found.Path == "" {
		files, err := corpus.LoadFiles("")
		if err != nil {
			return nil, err
		}
		if exceptions, err = files.ParseExceptions(); err != nil {
			return nil, err
		}
	}
	return l.load(found.Path, exceptions)
}

// list prints the languages that --lang finds.
func (l *languages) list(w io.Writer) error {
	t := table.Table{Columns: []string{"lang", "language", "patterns"}, Left: 3, Widths: []int{0, 40, 0}}
	var folders []string
	for _, language := range l.installed().List() {
		file := "embedded"
		if language.Path != "" {
			file = filepath.Base(language.Path)
			if dir := filepath.Dir(language.Path); !slices.Contains(folders, dir) {
				folders = append(folders, dir)
			}
		}
		t.Rows = append(t.Rows, []string{language.Tag, language.Name, file})
	}
	if len(folders) == 0 {
		fmt.Fprintf(l.warn, "hyphbench: no patterns of hyph-utf8 are installed below %s\n", strings.Join(l.installed(), ", "))
	}
	for _, dir := range folders {
		t.Notes = append(t.Notes, "Patterns are in "+dir+".")
	}
	return table.Write(w, table.Page{Tables: []table.Table{t}}, table.Text)
}
