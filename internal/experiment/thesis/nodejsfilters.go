package thesis

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/filter/npm"
	"hyphbench/internal/glossary"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
)

// The filters of npm bloom-filters in Node.js, as the thesis measured them, by the side of
// those in Go.

const (
	nodeBloom     = "node-bloom"
	nodeCuckoo    = "node-cuckoo"
	nodeParameter = "node"
)

// nodeFilters are structures of this experiment alone: the library's in Go, which say what
// Node.js must answer.
func nodeFilters() []filter.Structure {
	list := []filter.Structure{npm.Bloom(), npm.Cuckoo()}
	for i, name := range []string{nodeBloom, nodeCuckoo} {
		list[i].Name, list[i].Title = name, nodeTitle(list[i])
	}
	return list
}

// nodeTitle is that of a library's structure in Node.js.
func nodeTitle(s filter.Structure) string { return s.Title + ", in Node.js" }

// inNode reports whether a filter is measured in Node.js.
func inNode(name string) bool { return name == nodeBloom || name == nodeCuckoo }

// structureOf is a structure of this experiment or of all.
func structureOf(name string) (filter.Structure, error) {
	if s, err := filter.Named(nodeFilters(), name); err == nil {
		return s, nil
	}
	return all.ByName(name)
}

// oneFilter is a structure's title with its article.
func oneFilter(name string) bilingual.Text {
	if port := map[string]string{nodeBloom: port().bloom, nodeCuckoo: port().cuckoo}[name]; port != "" {
		return bilingual.Text{EN: glossary.OneStructure(port) + ", in Node.js", PT: glossary.OneInPortuguese(port) + ", no Node.js"}
	}
	return bilingual.Text{EN: glossary.OneStructure(name), PT: glossary.OneInPortuguese(name)}
}

// openNode finds Node.js for the filters that are measured in it. Without it the run goes on
// without them, and the note says how to get it.
func (t *Experiment) openNode() (n *nodeStack, note string, err error) {
	var names []string
	for _, name := range append(namesOf(t.filters.Structures), namesOf(t.beside.Structures)...) {
		if inNode(name) {
			names = append(names, name)
		}
	}
	if at, err := os.Stat(string(t.nodeDir)); t.nodeDir != "" && (err != nil || !at.IsDir()) {
		return nil, "", fmt.Errorf("--node-dir=%s: there is no such folder: want that of the npm packages", t.nodeDir)
	}
	if len(names) == 0 {
		return nil, "", nil
	}
	asked := strings.Join(names, " and ")
	if _, with := t.store.Chosen(); with || t.rule.Value != ruleHypher || t.pass.Value != passLiteral || t.patterns != "" {
		return nil, "", fmt.Errorf("%s: npm hypher goes word by word, with its own patterns and exceptions in memory: want no --store, --patterns, --pass=%s or --word-rule=%s", asked, passBatch, ruleTeX)
	}
	folder := string(t.nodeDir)
	if cache, err := os.UserCacheDir(); folder == "" && err == nil {
		folder = filepath.Join(cache, "hyphbench", "node")
	}
	if n, err = findNode(folder); err == nil {
		return n, "", nil
	}
	in := func(s filter.Structure) bool { return inNode(s.Name) }
	t.filters.Structures = slices.DeleteFunc(t.filters.Structures, in)
	t.beside.Structures = slices.DeleteFunc(t.beside.Structures, in)
	note = fmt.Sprintf("Not measured: %s: %v.", asked, err)
	if len(t.filters.Structures)+len(t.beside.Structures) == 0 {
		return nil, "", errors.New(note)
	}
	return nil, note, nil
}

// describe adds the stack to the run.
func (n *nodeStack) describe(m *runfolder.Meta) {
	m.Parameters[nodeParameter] = n.versions
	m.Notes = append(slices.Clone(m.Notes), fmt.Sprintf("%s and %s are measured in a process of their own a round: %s; their CPU time is that of all its threads.", nodeBloom, nodeCuckoo, n.versions))
}

// timedInNode measures the step's cell in Node.js, whose answer must be that of the library
// in Go.
func (b *bench) timedInNode(s experiment.Step) (*experiment.Measurement, error) {
	round := s.Round
	if b.design == runfolder.AsThesis { // a process for all that a filter has
		round = 0
	}
	p, err := b.node.process(strings.TrimPrefix(s.Cell.Filter, "node-"), round, func() nodeTold {
		told := nodeTold{Words: b.words.All(), Keys: b.fill.All()}
		for _, e := range b.exceptions {
			told.Exceptions = append(told.Exceptions, hyphenated(e))
		}
		return told
	})
	if err != nil {
		return nil, err
	}
	got, err := b.node.measure(p, nodeAsked{s.Cell.Metric, rateAt(s.Cell.Point).Float()}, b.design != runfolder.AsThesis)
	if err != nil {
		return nil, err
	}
	want, err := b.wantedOfNode(s.Cell)
	if err != nil {
		return nil, err
	}
	if got, want := fmt.Sprintf("%+v", got.nodeCounts), fmt.Sprintf("%+v", want); got != want {
		return nil, fmt.Errorf("wrong answers: %s instead of %s", got, want)
	}
	m := measuring.Counted(float64(got.WallNs), runfolder.Nanoseconds)
	m.CPU = got.CPUNs
	if s.Cell.Metric == Hyphenate {
		m.Ops = int64(b.words.Len())
	}
	return m, nil
}

// wantedOfNode are the counts of the visited cell by the library in Go.
func (b *bench) wantedOfNode(cell runfolder.Cell) (nodeCounts, error) {
	m := cell.Metric
	cell.Metric = ""
	want, known := b.node.wanted[cell]
	if !known {
		c, err := b.instance()
		if err != nil {
			return want, err
		}
		fp, err := b.falsePositives(c)
		if err != nil {
			return want, err
		}
		honoured := b.expect.honoured(c)
		want = nodeCounts{Params: map[string]float64{}, FP: int(fp.Value), Breaks: b.expect.of(honoured).Breaks}
		for _, p := range c.filter.Params() {
			want.Params[p.Name] = p.Value
		}
		for _, found := range honoured {
			if !found {
				want.FN++
			}
		}
		b.node.wanted[cell] = want
	}
	if m != Hyphenate {
		want.FP, want.Breaks = 0, 0
	}
	return want, nil
}
