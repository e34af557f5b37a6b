package command

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// docs/experiments-tables.md is what the experiments declare: metrics, methods and figures.
// Figures are those of the committed run results/NAME. UPDATE_GOLDEN=1 writes it.
func TestExperimentTablesDocument(t *testing.T) {
	const name = "../../docs/experiments-tables.md"
	var b strings.Builder
	b.WriteString("# Tables of the experiments\n\n" +
		"Generated from the declarations of the experiments. [experiments.md](experiments.md) and\n" +
		"[applications.md](applications.md) explain the questions and the findings, and [claims.md](claims.md) lists the\n" +
		"claims. `hyphbench help run lookup` explains the flags of an experiment.\n")
	for _, e := range all.Experiments() {
		var m *runfolder.Meta
		err := runfolder.Walk("../../results/"+e.Name(), func(_ string, found *runfolder.Meta) { m = found })
		if err != nil || m == nil {
			t.Fatalf("no committed run of %s: %v", e.Name(), err)
		}
		writeTables(&b, e, m)
	}
	got := b.String()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || string(want) != got {
		t.Errorf("%s is not what the experiments declare (%v): UPDATE_GOLDEN=1 go test ./internal/command -run TestExperimentTablesDocument writes it", name, err)
	}
}

// writeTables writes the tables of an experiment, its figures those of a run.
func writeTables(b *strings.Builder, e experiment.Experiment, m *runfolder.Meta) {
	r := experiment.ReadingOf(e, m)
	fmt.Fprintf(b, "\n## `%s`: %s\n", e.Name(), e.Title())
	b.WriteString("\n| metric | is | unit |\n|---|---|---|\n")
	for _, d := range r.Metrics {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", d.Name, cell(d.Title), cell(unitOf(d)))
	}
	methods := maps.Clone(r.Structures)
	if methods == nil {
		methods = map[string]string{}
	}
	for name, title := range r.Baselines {
		methods[name] = title + " (baseline)"
	}
	b.WriteString("\n")
	if len(methods) > 0 {
		var list []string
		for _, name := range slices.Sorted(maps.Keys(methods)) {
			list = append(list, fmt.Sprintf("`%s`: %s", name, cell(methods[name])))
		}
		fmt.Fprintf(b, "* **Methods**, beside [structures](structures.md): %s.\n", strings.Join(list, "; "))
	}
	var list []string
	for _, f := range r.Figures(m) {
		list = append(list, fmt.Sprintf("`%s`: %s", f.ID, cell(f.Title.EN)))
	}
	fmt.Fprintf(b, "* **Figures**: %s.\n", strings.Join(list, "; "))
}

// unitOf is the unit in which a metric reads.
func unitOf(d metric.Definition) string {
	if d.Op != "" {
		return "ns per " + d.Op
	}
	return cmp.Or(d.Share, d.Unit, d.Rows)
}

// cell is a text within a cell of a Markdown table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
