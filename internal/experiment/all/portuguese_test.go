package all

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	filters "hyphbench/internal/filter/all"
	"hyphbench/internal/glossary"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/tier"
)

// international are words that English and Portuguese figures have in common.
// The thesis has "Bloom filter" and "cuckoo filter" in Portuguese too.
func international() []string {
	return words(`Bloom filter filters cuckoo xor ribbon fuse bumped trie hash hashing hashes bit bits byte bytes Linear linear quadtree
		npm hypher js InfiniFilter clubcard roaring bitmap left Golomb EGH
		design cache caches goroutines threads buckets fingerprint fingerprints Pareto al Lang Fan RocksDB Pebble Redis HTTP unix socket TCP
		kB KiB MiB Mbit log ln ms µs ns FBL SHA virtual Go FP FN Zipf uniform web cdn Akamai lord god buffers
		CPU
		et as final no resolve zero`) // Portuguese words too
}

// words are those of a text, in lower case, without numbers, signs, flags, the package of
// patterns of npm and what has digits in it.
func words(s string) []string {
	s = regexp.MustCompile(`--[a-z-]+(=[a-z]+)?|hyphenation\.en-us`).ReplaceAllString(s, "")
	list := regexp.MustCompile(`[\p{L}\p{M}\d]{2,}`).FindAllString(strings.ToLower(s), -1)
	return slices.DeleteFunc(list, func(w string) bool { return strings.ContainsAny(w, "0123456789") })
}

// texts are those of all figures of a run in a language, by figure.
func texts(t *testing.T, s *report.Summary, list []figure.Figure, l bilingual.Lang) map[string]string {
	t.Helper()
	of := map[string]string{}
	for _, f := range list {
		d, err := f.Draw(s, l)
		var none figure.NoData
		if errors.As(err, &none) {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", f.ID, err)
		}
		var c recorder.Canvas
		vg.Initialize(&c)
		d.Paint(draw.NewCanvas(&c, d.Width, d.Height))
		for _, a := range c.Actions {
			if text, is := a.(*recorder.FillString); is {
				of[f.ID] += " " + text.String
			}
		}
	}
	return of
}

// No figure of a committed run, and no distribution of one, has an English word in
// Portuguese: a word that both languages draw is a name, or one of those that they
// have in common.
func TestFiguresInPortuguese(t *testing.T) {
	racetest.OneGoroutine(t)
	dirs, err := filepath.Glob("../../../results/*/run.json")
	more, _ := filepath.Glob("../../../results/*/*/run.json")
	if dirs = append(dirs, more...); err != nil || len(dirs) < 8 {
		t.Fatalf("%d runs, %v", len(dirs), err)
	}
	var names []string
	for _, s := range filters.Structures() {
		names = append(names, s.Name)
	}
	runs := map[string]*runfolder.Run{
		"two":  synthetic.Run(synthetic.Options{Epsilons: "0.01..0.04", Reps: 3}),
		"many": synthetic.Run(synthetic.Options{Filters: names, Epsilons: "0.01..0.04", Reps: 3}),
	}
	for _, dir := range dirs {
		if size, err := os.Stat(filepath.Join(filepath.Dir(dir), runfolder.MeasurementsFile)); err == nil && size.Size() > 300_000 && !tier.Checking() {
			continue // takes a while to read
		}
		run := experimenttest.Must(runfolder.Open(filepath.Dir(dir)))(t)
		runs[filepath.Base(filepath.Dir(dir))] = run
	}
	for dir, run := range runs {
		i := slices.IndexFunc(Experiments(), func(e experiment.Experiment) bool { return e.Name() == run.Meta.Experiment })
		e := Experiments()[i]
		r := experiment.ReadingOf(e, &run.Meta)
		s := experimenttest.Must(report.Summarize(run, glossary.OfReading(e.Title(), r)))(t)
		list := slices.Concat(answer.Forests(s, r.Headlines, nil), r.Figures(s.Meta), figure.Distributions(s))
		english, portuguese := texts(t, s, list, bilingual.English), texts(t, s, list, bilingual.Portuguese)
		if len(english) == 0 || len(english) != len(portuguese) {
			t.Errorf("%s: %d figures in English, %d in Portuguese", dir, len(english), len(portuguese))
		}
		names := namesOf(s)
		for id, text := range portuguese {
			both := words(english[id])
			for _, word := range words(text) {
				if slices.Contains(both, word) && !slices.Contains(names, word) {
					t.Errorf("%s, figure %s: %q is in both languages:\n%s", dir, id, word, text)
					names = append(names, word)
				}
			}
		}
	}
}

// namesOf are the words of a run that no language translates: those of structures,
// stores, files and the machine.
func namesOf(s *report.Summary) []string {
	list := international()
	for _, name := range slices.Concat(s.Samples.Filters, s.Meta.Filters) {
		list = append(list, words(name)...)
	}
	for _, k := range store.Kinds() {
		list = append(list, words(k.Name)...)
	}
	for _, in := range s.Meta.Inputs {
		list = append(list, words(in.Name+" "+in.Title)...)
	}
	for _, session := range s.Meta.Sessions {
		if m := session.Machine; m != nil {
			list = append(list, words(strings.Join([]string{m.CPU.Model, m.Virtual, m.System, m.OS, m.Kernel, "go GOAMD GOGC GOMAXPROCS d"}, " "))...)
		}
	}
	return list
}

// Every structure, metric and baseline of the program has a title in Portuguese.
func TestTitlesInPortuguese(t *testing.T) {
	said := func(g metric.Glossary, what, english string) {
		if g.Portuguese[english] == "" && len(g.Portuguese) > 0 {
			for pattern := range g.Portuguese {
				if p := strings.Split(pattern, "*"); len(p) > 1 && strings.HasPrefix(english, p[0]) && strings.HasSuffix(english, p[len(p)-1]) && p[0] != "" {
					return
				}
			}
			t.Errorf("%s %q has no Portuguese", what, english)
		}
	}
	for _, s := range filters.Structures() {
		said(glossary.Of(nil), "structure", s.Title)
	}
	for _, e := range Experiments() {
		g := glossary.Of(e)
		for _, m := range g.Metrics {
			said(g, e.Name()+": metric", m.Title)
		}
		for _, title := range g.Baselines {
			said(g, e.Name()+": baseline", title)
		}
		for _, title := range g.Structures {
			said(g, e.Name()+": structure", title)
		}
		for english, portuguese := range g.Portuguese {
			if n := strings.Count(portuguese, "*"); n != strings.Count(english, "*") {
				t.Errorf("%s: %q stands for %d texts of %q", e.Name(), portuguese, n, english)
			}
		}
	}
}
