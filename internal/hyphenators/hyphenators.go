// Package hyphenators loads the hyphenators of texts. The flags of a command name its language,
// and the lang attributes of a page name others.
//
// Guarantee: text in a language without patterns is not changed, and a message says so.
// Patterns that a flag names are used for all varieties of their language.
// Cost: a language is loaded when it is first met, once.
// Source: the patterns of hyph-utf8 and of LibreOffice's dictionaries, docs/hyphenation.md.
package hyphenators

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/libhyphen"
	"hyphbench/internal/markup"
	"hyphbench/internal/report/table"
)

// Hyphenator is a token rule with its patterns and exceptions.
type Hyphenator interface {
	knuthliang.Hyphenator
	markup.Breaker
}

// HypherText is the rule for text of npm hypher, which has no tokens.
type HypherText struct {
	*knuthliang.HypherText
	Hyphenator
}

// Word rules.
const (
	RuleNatural    = "natural"
	RuleTeX        = "tex"
	RuleHypher     = "hypher"
	RuleHypherText = "hypher-text"
)

// Options say how the text without a language of its own is hyphenated.
type Options struct {
	Rule        string
	Language    string   // of the patterns; empty: American English
	Patterns    string   // a file of them
	Exceptions  []string // files, in place of hyphenex.tex
	Left, Right int      // letters before the first break and after the last; 0: as the patterns have it
}

// Languages loads the hyphenators of a call.
type Languages struct {
	Options Options
	Warn    io.Writer
	trees   corpus.Trees
	once    sync.Once
	byTag   map[string]markup.Breaker // of lang attributes
	own     Hyphenator                // of text without a language
	ownTag  string                    // its language; empty when it is not known
}

// installed finds TeX's trees when they are first needed.
func (l *Languages) installed() corpus.Trees {
	l.once.Do(func() { l.trees = corpus.InstalledTrees() })
	return l.trees
}

// Own loads the hyphenator that the options name.
func (l *Languages) Own() (Hyphenator, error) {
	o := &l.Options
	path := o.Patterns
	switch {
	case path != "":
		l.ownTag = o.Language
		if l.ownTag == "" {
			l.ownTag = corpus.TagOf(path)
		}
	case o.Language != "":
		found, err := l.installed().Find(o.Language)
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
func (l *Languages) exceptions(path string) ([]knuthliang.Exception, error) {
	if len(l.Options.Exceptions) == 0 && path == "" {
		files, err := corpus.LoadFiles("")
		if err != nil {
			return nil, err
		}
		return files.ParseExceptions()
	}
	var lists [][]knuthliang.Exception
	for _, name := range l.Options.Exceptions {
		list, err := corpus.ReadExceptions(name)
		if err != nil {
			return nil, err
		}
		lists = append(lists, list)
	}
	return corpus.MergeExceptions(lists...), nil
}

// load makes a hyphenator of a pattern file, without a path of the embedded one.
func (l *Languages) load(path string, exceptions []knuthliang.Exception) (Hyphenator, error) {
	if corpus.IsDictionary(path) {
		return l.dictionary(path, exceptions)
	}
	rules, err := corpus.ReadRules(path, l.installed)
	if err != nil {
		return nil, err
	}
	if l.Options.Left > 0 {
		rules.LeftMin = l.Options.Left
	}
	if l.Options.Right > 0 {
		rules.RightMin = l.Options.Right
	}
	a, err := knuthliang.Compile(rules)
	if err != nil {
		return nil, err
	}
	switch l.Options.Rule {
	case RuleHypher:
		return knuthliang.NewHypher(a, rules.Exceptions, exceptions), nil
	case RuleHypherText:
		h := knuthliang.NewHypher(a, rules.Exceptions, exceptions)
		return HypherText{knuthliang.NewHypherText(h), h}, nil
	case RuleTeX:
		return knuthliang.NewTeX(a, rules.Exceptions, exceptions), nil
	}
	return knuthliang.NewNatural(knuthliang.NewTeX(a, rules.Exceptions, exceptions)), nil
}

// dictionary loads a dictionary of libhyphen.
func (l *Languages) dictionary(path string, exceptions []knuthliang.Exception) (Hyphenator, error) {
	src, err := inputfile.Read(path, inputfile.Rules)
	if err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	d, err := libhyphen.Parse(path, src)
	if err != nil {
		return nil, err
	}
	d.SetMinima(l.Options.Left, l.Options.Right)
	if n := d.Changing(); n > 0 {
		fmt.Fprintf(l.Warn, "hyphbench: %s: breaks that change letters are left out (patterns: %s)\n", path, axis.Grouped(n))
	}
	if len(exceptions) == 0 {
		return knuthliang.NewNatural(d), nil
	}
	return knuthliang.NewNatural(knuthliang.NewExcepted(d, exceptions)), nil
}

// OfTag is the Breaker for text with a lang attribute: the flags' own for its
// language, otherwise installed patterns. Where there are none the text is left
// alone, with a word on it.
func (l *Languages) OfTag(tag string) (markup.Breaker, error) {
	if l.isOwn(tag) {
		return l.own, nil
	}
	if b, known := l.byTag[tag]; known {
		return b, nil
	}
	if l.byTag == nil {
		l.byTag = map[string]markup.Breaker{}
	}
	b, err := l.find(tag)
	if err != nil {
		fmt.Fprintf(l.Warn, "hyphbench: lang=%.*q is left alone: %v\n", longestTag, tag, err)
	}
	if len(tag) <= longestTag && len(l.byTag) < mostTags {
		l.byTag[tag] = b
	}
	return b, nil
}

// What is kept of the tags of a page, which may have any number of any length.
const (
	mostTags   = 1000
	longestTag = 100 // bytes
)

// isOwn reports whether a tag is of the language of the flags. Patterns that were
// named are those of all its varieties.
func (l *Languages) isOwn(tag string) bool {
	if l.Options.Patterns == "" && l.Options.Language == "" {
		return corpus.LanguageTag(tag) == l.ownTag
	}
	return l.ownTag != "" && corpus.SameLanguage(tag, l.ownTag)
}

func (l *Languages) find(tag string) (markup.Breaker, error) {
	found, err := l.installed().Find(tag)
	if err != nil {
		return nil, err
	}
	if b := l.byTag[found.Tag]; b != nil { // of another variety
		return b, nil
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
	b, err := l.load(found.Path, exceptions)
	if err == nil {
		l.byTag[found.Tag] = b
	}
	return b, err
}

// List prints the languages that --lang finds.
func (l *Languages) List(w io.Writer) error {
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
		fmt.Fprintf(l.Warn, "hyphbench: no patterns of hyph-utf8 are installed below %s\n", strings.Join(l.installed(), ", "))
	}
	for _, dir := range folders {
		t.Notes = append(t.Notes, "Patterns are in "+dir+".")
	}
	return table.Write(w, table.Page{Tables: []table.Table{t}}, table.Text)
}
