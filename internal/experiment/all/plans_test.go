package all

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/example"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/sets"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// The plans, the readings and the counted rows of every experiment are those of
// testdata/plans, so that an experiment that is written anew measures what it did.
// UPDATE_GOLDEN=1, beside HYPHBENCH_CHECK=1, writes them anew.
// Tests of an experiment leave its defaults, and what it plans by default, to this one.
func TestPlans(t *testing.T) {
	words := experimenttest.File(t, strings.Fields("academy areas associate project table"))
	flags := map[string]string{ // where Prepare takes long by default, or by what the machine has
		"thesis": "--words=" + words, "bloom1970": "--store=map --words=" + words, "payoff": "--store=map --n=1e3,1e4",
		"lookup": "--n=1e3,1e4,1e6", "molecules": "--smiles=../molecules/testdata/named.smi", "values": "--words=" + words, "screening": "--words=" + words,
	}
	for _, e := range planned() {
		t.Run(e.Name(), func(t *testing.T) {
			var b bytes.Buffer
			writeReading(&b, e)
			writePlan(t, &b, "", fresh(e), strings.Fields(flags[e.Name()]))
			set := pflag.NewFlagSet("", pflag.ContinueOnError)
			fresh(e).Flags(set)
			recorded(t, filepath.Join("testdata", "plans", e.Name()+".txt"), b.Bytes())
			if set.Lookup("quick") != nil && tier.Checking() {
				b.Reset()
				writePlan(t, &b, "--quick", fresh(e), strings.Fields(flags[e.Name()]+" --quick"))
				recorded(t, filepath.Join("testdata", "plans", e.Name()+"-quick.txt"), b.Bytes())
			}
		})
	}
}

// What small runs count is what testdata/plans/NAME-rows.txt has.
func TestRows(t *testing.T) {
	small := map[string]string{
		"lookups":     "--n=10,20 --reps=2",
		"duplicates":  "--n=1000 --p=2,4 --eps=1%,10% --reps=2",
		"reconcile":   "--n=500 --d=1,30 --eps=0.02 --filter=bloom --reps=2",
		"aggregation": "--nodes=4 --copies=1,2 --eps=1% --items=100 --steps=5 --reps=2",
	}
	for _, e := range planned() {
		flags := small[e.Name()]
		if flags == "" {
			continue
		}
		t.Run(e.Name(), func(t *testing.T) {
			var b bytes.Buffer
			writeRows(t, &b, fresh(e), strings.Fields(flags))
			recorded(t, filepath.Join("testdata", "plans", e.Name()+"-rows.txt"), b.Bytes())
		})
	}
}

// planned are the experiments without flags, alike on every machine: sets has English alone,
// whatever patterns are installed.
func planned() []experiment.Experiment {
	list := append(Experiments(), example.New())
	for i, e := range list {
		if e.Name() == "sets" {
			list[i] = sets.In(func() corpus.Trees { return nil })
		}
	}
	return list
}

// fresh is an experiment of that name without flags.
func fresh(e experiment.Experiment) experiment.Experiment {
	list := planned()
	return list[slices.IndexFunc(list, func(x experiment.Experiment) bool { return x.Name() == e.Name() })]
}

// recorded compares a text with that of a file, or writes it.
func recorded(t *testing.T, name string, got []byte) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		experimenttest.OK(t, os.MkdirAll(filepath.Dir(name), 0o777))
		experimenttest.OK(t, os.WriteFile(name, got, 0o666))
	}
	want := experimenttest.Must(os.ReadFile(name))(t)
	is, was := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(is), len(was)) {
		if i >= len(is) || i >= len(was) || is[i] != was[i] {
			t.Fatalf("%s, line %d:\nis  %s\nwas %s", name, i+1, strings.Join(is[min(i, len(is)):min(i+1, len(is))], ""), strings.Join(was[min(i, len(was)):min(i+1, len(was))], ""))
		}
	}
}

// checksum is of what was written to it.
func checksum(write func(io.Writer)) string {
	h := fnv.New64a()
	write(h)
	return fmt.Sprintf("%016x", h.Sum64())
}

// writeReading writes how the rows of an experiment read.
func writeReading(w io.Writer, e experiment.Experiment) {
	r := e.Reading()
	fmt.Fprintf(w, "%s: %s\n", e.Name(), e.Title())
	for _, m := range r.Metrics {
		fmt.Fprintf(w, "metric %s %q op %q whole %q share %q factor %v unit %q flat %v extreme %v\n", m.Name, m.Title, m.Op, m.Whole, m.Share, m.Factor, m.Unit, m.Flat, m.Extreme)
	}
	for _, c := range r.Columns {
		fmt.Fprintf(w, "column %s %s %q\n", c.Name, c.Type, c.Description)
	}
	for _, of := range []struct {
		name  string
		texts map[string]string
	}{{"structure", r.Structures}, {"baseline", r.Baselines}, {"portuguese", r.Portuguese}} {
		for _, key := range slices.Sorted(maps.Keys(of.texts)) {
			fmt.Fprintf(w, "%s %q: %q\n", of.name, key, of.texts[key])
		}
	}
	for _, c := range r.Claims {
		fmt.Fprintf(w, "claim %s %s, %s, of %s: %s [%s]\n", c.ID, c.Source, c.Section, c.Metric, c.Statement, c.Margin)
	}
	for _, h := range r.Headlines {
		fmt.Fprintf(w, "headline %+v\n", h)
	}
	if d, ok := e.(experiment.Documented); ok {
		fmt.Fprintf(w, "%s\n%s\n", d.Long(), d.Example())
	}
	if refusing, ok := e.(experiment.Refusing); ok {
		refuses := refusing.Refuses()
		for _, name := range slices.Sorted(maps.Keys(refuses)) {
			fmt.Fprintf(w, "refuses %s: %s\n", name, refuses[name])
		}
	}
}

// writePlan writes what a run with these flags measures, in which order.
func writePlan(t *testing.T, w io.Writer, quick string, e experiment.Experiment, flags []string) {
	t.Helper()
	bench := experimenttest.Must(experimenttest.Prepare(t, e, flags...))(t)
	var m runfolder.Meta
	bench.Describe(&m)
	fmt.Fprintf(w, "\nrun %s\ndesign %s seed %d reps %d waits %v\nfilters %v\nbaselines %v\ncolumns %v\n", quick, m.Design, m.Seed, m.Reps, m.Waits, m.Filters, m.Baselines, m.Columns)
	for _, a := range m.Axes {
		fmt.Fprintf(w, "axis %s %s %v\n", a.Name, a.Kind, a.Values)
	}
	for _, key := range slices.Sorted(maps.Keys(m.Parameters)) {
		if key != "languages" { // which are installed
			fmt.Fprintf(w, "parameter %s = %s\n", key, m.Parameters[key])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(m.Expect)) {
		fmt.Fprintf(w, "expect %s = %d\n", key, m.Expect[key])
	}
	var figures []string
	if list := e.Reading().Figures; list != nil {
		for _, f := range list(&m) {
			figures = append(figures, f.ID, f.Title.EN, f.Title.PT)
		}
	}
	fmt.Fprintf(w, "figures %q\n", figures)

	const rounds = 2 // of which each step is looked at
	type kind struct {
		filter string
		metric runfolder.Metric
	}
	var order []kind
	of := map[kind][]experiment.Step{}
	for _, session := range []int{0, 3} {
		fmt.Fprintf(w, "order of session %d: %s\n", session, checksum(func(h io.Writer) {
			for s := range bench.Plan(session).All() {
				if s.Round > rounds {
					break
				}
				fmt.Fprintln(h, s.Round, s.Cell, s.From, s.To, s.Weight)
				if session == 0 {
					k := kind{s.Cell.Filter, s.Cell.Metric}
					if of[k] == nil {
						order = append(order, k)
					}
					of[k] = append(of[k], s)
				}
			}
		}))
	}
	slices.SortStableFunc(order, func(a, b kind) int {
		return strings.Compare(a.filter+" "+string(a.metric), b.filter+" "+string(b.metric))
	})
	for _, k := range order {
		fmt.Fprintf(w, "%s %s: %d steps, %s\n", k.filter, k.metric, len(of[k]), checksum(func(h io.Writer) {
			for _, s := range of[k] {
				fmt.Fprintln(h, s.Round, s.Cell.Point)
			}
		}))
	}
}

// writeRows writes a checksum of what a small run counts, by structure and metric.
func writeRows(t *testing.T, w io.Writer, e experiment.Experiment, flags []string) {
	t.Helper()
	run := experimenttest.Run(t, e, flags...)
	of := map[string][]string{}
	for _, r := range run.Rows {
		if !r.Timed() && r.Unit != "µs" && r.Filter != "tinylfu" { // CPU time, and a library that counts in goroutines of its own
			name := fmt.Sprintf("%s %s in %s", r.Filter, r.Metric, r.Unit)
			of[name] = append(of[name], fmt.Sprintf("%d %s %.9g %d %d %q", r.Round, r.Point, r.Value, r.Ops, r.CPU, r.Extra))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		fmt.Fprintf(w, "%s: %d rows, %s\n", name, len(of[name]), checksum(func(h io.Writer) { fmt.Fprintln(h, of[name]) }))
	}
}

// What is said and drawn of the committed runs is what testdata/plans/NAME-read.txt has.
func TestReadings(t *testing.T) {
	tier.Check(t)
	for _, e := range Experiments() {
		dir := filepath.Join("..", "..", "..", "results", e.Name())
		run, err := runfolder.Open(dir)
		if err != nil {
			continue // of another folder, or none
		}
		t.Run(e.Name(), func(t *testing.T) {
			r := experiment.ReadingOf(e, &run.Meta)
			s := experimenttest.Must(report.Summarize(run, glossary.OfReading(e.Title(), r)))(t)
			var b bytes.Buffer
			for _, c := range claim.Evaluate(s, r.Claims) {
				fmt.Fprintf(&b, "%s: %s, %s, %+v, %s\n", c.ID, c.Word(), c.Outcome.Test, c.Effect, c.Why)
			}
			for _, f := range r.Figures(s.Meta) {
				for _, l := range bilingual.Langs() {
					d, err := f.Drawn(s, l)
					if err != nil {
						fmt.Fprintf(&b, "figure %s, %s: %v\n", f.ID, l, err)
						continue
					}
					svg := experimenttest.Must(d.Encode(figure.SVG, figure.Label{ID: f.ID}))(t)
					fmt.Fprintf(&b, "figure %s, %s: %s\n", f.ID, l, checksum(func(h io.Writer) { _, _ = h.Write(svg) }))
				}
			}
			recorded(t, filepath.Join("testdata", "plans", e.Name()+"-read.txt"), b.Bytes())
		})
	}
}
