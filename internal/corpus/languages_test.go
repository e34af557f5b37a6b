package corpus

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree makes a tree of TeX with pattern files.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, patternsBelow)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestFindLanguage(t *testing.T) {
	first := tree(t, map[string]string{
		"hyph-pt.tex":      "% title: Hyphenation patterns for Portuguese\n\\patterns{1a}",
		"hyph-de-1996.tex": "% copyright: x\n% title: Hyphenation Patterns for German\n\\patterns{1a}",
	})
	second := tree(t, map[string]string{"hyph-pt.tex": "\\patterns{1b}", "hyph-nb.tex": "\\input hyph-no\n", "hyph-no.tex": "\\patterns{1c 1d}"})
	trees := Trees{first, second}
	for _, c := range []struct {
		trees Trees
		end   string
	}{
		{trees[:1], "hyph-xx.tex below " + first},
		{trees, "hyph-xx.tex below " + first + " and " + second},
		{append(trees[:2:2], t.TempDir()), "hyph-xx.tex below " + first + " and in 2 more TeX trees"},
	} {
		if _, err := c.trees.Find("xx"); err == nil || !strings.HasSuffix(err.Error(), c.end) || !strings.Contains(err.Error(), ": want ") {
			t.Errorf("%v, want an error that ends with %s", err, c.end)
		}
	}
	for tag, want := range map[string]string{
		"pt": "pt", "PT_br": "pt", " pt-BR": "pt", "de": "de-1996", "de-AT": "de-1996", "de-1996": "de-1996", "de-x-y": "de-1996",
		"nb": "nb", "en": "en-us", "en-US": "en-us", "en-us-x-y": "en-us",
		"en-GB": "", "xx": "", "": "", "../pt": "", "de-1901-x": "de-1996",
	} {
		found, err := trees.Find(tag)
		var none NoLanguage
		if want == "" {
			if !errors.As(err, &none) || !strings.Contains(err.Error(), first+" and "+second) {
				t.Errorf("%q: %v, %v, want an error that says where it looked", tag, found, err)
			}
			continue
		}
		if err != nil || found.Tag != want {
			t.Errorf("%q: %v, %v, want %s", tag, found, err, want)
		}
	}
	if found, _ := trees.Find("pt"); found.Name != "Portuguese" || !strings.HasPrefix(found.Path, first) {
		t.Errorf("of two files for pt: %v, want the one in the first tree", found)
	}
	var tags, names []string
	for _, l := range trees.List() {
		tags, names = append(tags, l.Tag), append(names, l.Name)
	}
	if d := cmp.Diff([]string{"de-1996", "en-us", "nb", "no", "pt"}, tags); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"German", "English, US", "", "", "Portuguese"}, names); d != "" {
		t.Error(d)
	}
}

func TestInstalledTrees(t *testing.T) {
	t.Setenv("TEXMFHOME", strings.Join([]string{"/one", "/two/"}, string(filepath.ListSeparator)))
	t.Setenv("PATH", "")
	trees := InstalledTrees()
	if !slices.Equal(trees[:2], []string{filepath.Clean("/one"), filepath.Clean("/two")}) {
		t.Errorf("first %q, want those of TEXMFHOME", trees[:2])
	}
	sorted := slices.Sorted(slices.Values(trees))
	if len(slices.Compact(sorted)) != len(trees) {
		t.Errorf("a tree is named twice: %q", trees)
	}
}

func TestReadRules(t *testing.T) {
	root := tree(t, map[string]string{"hyph-no.tex": "\\patterns{1c 1d}"})
	trees := func() Trees { return Trees{root} }
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("beside.tex", "\\patterns{1b}")
	write("hyph-xx.hyp.txt", "ab-ba\n")
	for _, c := range []struct {
		name, text           string
		patterns, exceptions int
	}{
		{"main.tex", "\\input beside\n\\input{hyph-no.tex}\n\\hyphenation{a-b}", 3, 1},
		{"hyph-xx.pat.txt", "1a 1b 1c\n", 3, 1},
		{"hyph-yy.pat.txt", "1a\n", 1, 0},
		{"plain.txt", "1a\n", 1, 0},
	} {
		rules, err := ReadRules(write(c.name, c.text), trees)
		if err != nil || len(rules.Patterns) != c.patterns || len(rules.Exceptions) != c.exceptions {
			t.Errorf("%s: %v, %v, want %d patterns and %d exceptions", c.name, rules, err, c.patterns, c.exceptions)
		}
	}
	if rules, err := ReadRules("", trees); err != nil || len(rules.Patterns) != PatternsEN().Count {
		t.Errorf("embedded: %v", err)
	}
	write("hyph-zz.hyp.txt", "7\n")
	for name, want := range map[string]string{
		write("absent.tex", "\n\\input none.tex"):  "absent.tex:2: \\input none.tex: none.tex is in none of " + dir + ", " + Trees{root}.Folders()[0],
		write("hyph-zz.pat.txt", "1a"):             "hyph-zz.hyp.txt:1: exception \"7\"",
		filepath.Join(dir, "hyph-xx.hyp.txt"):      "hyph-xx.hyp.txt is a list of exceptions",
		filepath.Join(dir, "no-such-patterns.tex"): "no-such-patterns.tex",
	} {
		if _, err := ReadRules(name, trees); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

func TestTagOf(t *testing.T) {
	for name, want := range map[string]string{
		"/x/hyph-pt.tex": "pt", "hyph_pt_BR.dic": "pt-br", "hyph-nb.pat.txt": "nb", "hyph-sr-Latn.tex": "sr-latn",
		"patterns-en.tex": "", "hyph-a b.tex": "", "hyph-.tex": "",
	} {
		if got := TagOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if !SameLanguage("pt_BR", "PT") || SameLanguage("pt", "p") {
		t.Error("pt_BR is pt, and p is not")
	}
}
