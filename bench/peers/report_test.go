package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// steady is a participant of constant time that records its calls.
func steady(figure Figure, name string, own bool, ns time.Duration, calls *[]string) *Participant {
	return &Participant{Figure: figure, Name: name, Own: own, Section: func() (Sample, error) {
		*calls = append(*calls, name)
		return Sample{CPU: 10 * ns, Wall: 20 * ns, Ops: 10, Check: 7}, nil
	}}
}

func TestMeasure(t *testing.T) {
	var calls []string
	names := []string{"a", "b", "c", "d", "e", "f"}
	var all []*Participant
	for _, name := range names {
		all = append(all, steady(Mask, name, false, 5, &calls))
	}
	plan := Plan{Rounds: 4, Least: 2, Time: time.Hour, Seed: 1}
	runners := measure(context.Background(), all, plan, io.Discard)

	if len(calls) != len(names)*(1+plan.Rounds) {
		t.Fatalf("%d sections, want a warm-up and %d rounds of %d", len(calls), plan.Rounds, len(names))
	}
	orders := map[string]bool{}
	for round := 1; round <= plan.Rounds; round++ {
		order := slices.Clone(calls[round*len(names) : (round+1)*len(names)])
		orders[strings.Join(order, "")] = true
		slices.Sort(order)
		if !slices.Equal(order, names) {
			t.Errorf("round %d has %v, not everyone once", round, order)
		}
	}
	if len(orders) < 2 {
		t.Errorf("every round has the order %v", orders)
	}
	for _, r := range runners {
		if len(r.Samples) != plan.Rounds || r.Problem != nil {
			t.Errorf("%s: %d samples, %v", r.Name, len(r.Samples), r.Problem)
		}
	}
	first := slices.Clone(calls)
	calls = nil
	measure(context.Background(), all, plan, io.Discard)
	if !slices.Equal(first, calls) {
		t.Error("the same seed gives another order")
	}
	plan.Time = 0
	if runners := measure(context.Background(), all, plan, io.Discard); len(runners[0].Samples) != plan.Least {
		t.Errorf("without time: %d rounds, want %d", len(runners[0].Samples), plan.Least)
	}
}

func TestMeasureDropsWhoFails(t *testing.T) {
	var calls []string
	good := steady(Mask, "good", true, 5, &calls)
	call := 0
	fickle := &Participant{Figure: Mask, Name: "fickle", Section: func() (Sample, error) {
		call++
		return Sample{CPU: 1, Wall: 1, Ops: 1, Check: int64(call / 3)}, nil
	}}
	broken := &Participant{Figure: Mask, Name: "broken", Section: func() (Sample, error) { return Sample{}, errors.New("gone") }}
	empty := &Participant{Figure: Mask, Name: "empty", Section: func() (Sample, error) { return Sample{CPU: 1}, nil }}
	blind := &Participant{Figure: Mask, Name: "blind", Section: func() (Sample, error) { return Sample{Ops: 1}, nil }}

	mute := &Participant{Figure: Mask, Name: "mute", Problem: errors.New("no answers"), Section: func() (Sample, error) {
		t.Error("a participant with a problem was measured")
		return Sample{}, nil
	}}

	plan := Plan{Rounds: 3, Least: 3, Time: time.Hour}
	runners := measure(context.Background(), []*Participant{good, fickle, broken, empty, blind, mute}, plan, io.Discard)
	rows := rowsOf(runners)
	got := map[string]string{}
	for _, row := range rows {
		got[row.Name] = row.Problem
	}
	want := map[string]string{
		"good":   "",
		"fickle": "round 2 answered 1, the warm-up 0",
		"broken": "gone",
		"mute":   "no answers",
		"empty":  "its section held no operation",
		"blind":  "round 1 took no CPU time that the clock can see",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if rows[0].Name != "good" || rows[0].Rounds != 3 {
		t.Errorf("the first row is %+v", rows[0])
	}
}

// TestFreshFilters: a query follows the construction of its filter in every round;
// both take part in the first rounds only, without a warm-up.
func TestFreshFilters(t *testing.T) {
	var calls []string
	var all []*Participant
	for _, name := range []string{"a", "b", "c"} {
		first, second := steady(BuildLarge, name, false, 5, &calls), steady(QueryLarge, name+"'", false, 5, &calls)
		first.Fresh, second.Fresh, second.Follows = true, true, true
		all = append(all, first, second)
	}
	all = append(all, steady(Query, "d", false, 5, &calls))
	plan := Plan{Rounds: 9, Least: 7, Time: time.Hour, Seed: 1}
	runners := measure(context.Background(), all, plan, io.Discard)
	if n := len(calls); n != 6*plan.Least+1+plan.Rounds {
		t.Errorf("%d sections, want one of each fresh filter in %d rounds, and of the other a warm-up and %d", n, plan.Least, plan.Rounds)
	}
	for i, name := range calls {
		if strings.HasSuffix(name, "'") && calls[i-1]+"'" != name {
			t.Errorf("%s comes after %s", name, calls[i-1])
		}
	}
	for _, r := range runners {
		want := plan.Least
		if r.Name == "d" {
			want = plan.Rounds
		}
		if len(r.Samples) != want {
			t.Errorf("%s: %d rounds, want %d", r.Name, len(r.Samples), want)
		}
	}
}

func TestRatioIsPaired(t *testing.T) {
	// The machine slows from round to round. The peer always takes twice the time:
	// the ratio is exactly 2.
	var own, peer []Sample
	for round := range 5 {
		ns := time.Duration(100 * (round + 1))
		own = append(own, Sample{CPU: ns, Wall: ns, Ops: 10})
		peer = append(peer, Sample{CPU: 4 * ns, Wall: 4 * ns, Ops: 20})
	}
	rows := rowsOf([]*Runner{
		{Participant: &Participant{Figure: Query, Name: "peer", Against: "x"}, Samples: peer},
		{Participant: &Participant{Figure: Query, Name: "y", Own: true}, Samples: peer},
		{Participant: &Participant{Figure: Query, Name: "x", Own: true}, Samples: own},
	})
	names := []string{rows[0].Name, rows[1].Name, rows[2].Name}
	if !slices.Equal(names, []string{"y", "x", "peer"}) {
		t.Fatalf("rows in the order %v: a peer follows the one it is compared with", names)
	}
	r := rows[2].Ratio
	if r == nil || math.Abs(r.Mean-2) > 1e-12 || math.Abs(r.Low-2) > 1e-12 || math.Abs(r.High-2) > 1e-12 {
		t.Errorf("ratio %+v, want 2", r)
	}
	if rows[2].CPU != 60 || rows[2].Least != 20 {
		t.Errorf("median %v and least %v, want 60 and 20", rows[2].CPU, rows[2].Least)
	}
	if rows[1].Ratio != nil {
		t.Error("hyphbench has a ratio to itself")
	}
}

// TestFiltersArePairedByKind: hyphbench over the peer, within a kind and figure,
// over the rounds that both took part in.
func TestFiltersArePairedByKind(t *testing.T) {
	slowing := func(ns time.Duration, rounds int) (samples []Sample) {
		for i := range rounds {
			samples = append(samples, Sample{CPU: ns * time.Duration(i+1), Wall: ns, Ops: 1})
		}
		return samples
	}
	filter := func(kind Kind, figure Figure, name string, own bool, samples []Sample) *Runner {
		return &Runner{Participant: &Participant{Kind: kind, Figure: figure, Name: name, Own: own}, Samples: samples}
	}
	broken := filter(KindBloom, Query, "broken", false, slowing(1, 5))
	broken.Problem = errors.New("gone")
	runners := []*Runner{
		filter(KindBloom, Query, "own a", true, slowing(300, 5)),
		filter(KindBloom, Query, "own b", true, slowing(50, 5)),
		filter(KindCuckoo, Query, "own c", true, slowing(50, 5)),
		filter(KindBloom, Build, "own a", true, slowing(50, 5)),
		filter(KindBloom, Query, "peer", false, slowing(100, 3)),
		broken,
	}
	got := pairsOf(runners)
	want := []Pair{
		{KindBloom, Query, "own a", "peer", Ratio{3, 3, 3}},
		{KindBloom, Query, "own b", "peer", Ratio{0.5, 0.5, 0.5}},
	}
	about := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	if diff := cmp.Diff(want, got, about); diff != "" {
		t.Error(diff)
	}
	r := &Report{Rows: rowsOf(runners), Pairs: got, Keys: 5}
	places := placesBehind(r)
	if len(places) != 1 || places[0].Title != "query, 5 keys" || len(places[0].Behind) != 1 ||
		!strings.HasPrefix(places[0].Behind[0], "own a 3.00×") || !slices.Equal(places[0].Others, []string{"own b"}) {
		t.Errorf("places behind: %+v", places)
	}
	for _, row := range r.Rows {
		if row.Ratio != nil {
			t.Errorf("%s has a ratio of its own beside its pairs", row.Name)
		}
	}
}

// TestLarger: more bits at no lower rate are behind, for a lower rate they are not.
func TestLarger(t *testing.T) {
	row := func(name string, own bool, bytes, rate float64) Row {
		return Row{Figure: QueryLarge, Kind: KindFuse, Name: name, Own: own, Found: Found{Keys: 8, Bytes: some(bytes), FPRate: some(rate)}}
	}
	for _, c := range []struct {
		bytes, rate float64
		behind      bool
	}{
		{9, 0.01, false}, {9.1, 0.01, false}, {9.3, 0.01, true}, {9.3, 0.0095, true}, {9.3, 0.005, false}, {20, 0.02, true}, {5, 0.05, false},
	} {
		r := &Report{Large: 8, Rows: []Row{row("own", true, c.bytes, c.rate), row("peer", false, 9, 0.01)}}
		if n, _ := counts(placesBehind(r)); (n == 1) != c.behind {
			t.Errorf("%v bits per key at %v beside 9 at 0.01: %d places", c.bytes, c.rate, n)
		}
	}
}

func TestSectionsAreLongEnough(t *testing.T) {
	passes := 0
	in := &Input{MinSection: 20 * time.Millisecond}
	section := in.quiet(3, func() int64 {
		passes++
		for start := time.Now(); time.Since(start) < time.Millisecond; {
		}
		return 2
	})
	if _, err := section(); errors.Is(err, errNoClock) {
		t.Skip(err)
	}
	passes = 0
	s, err := section()
	if err != nil || s.Ops != 3*passes || s.Check != 2 || s.CPU < in.MinSection/2 {
		t.Errorf("%d passes, %+v, %v", passes, s, err)
	}
	n := int64(0)
	uneven := in.quiet(1, func() int64 { n++; return n % 7 })
	fails(t, "do not agree", func() error { _, err := uneven(); return err })
}

func exampleReport() *Report {
	return &Report{
		Made: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Command: "go run .", Machine: "a machine", Load: 0.25,
		List: List{Name: "words.txt", Title: "a list", SHA256: "abc", Words: 466550}, Keys: 4, Large: 1000, Seed: 1, Rounds: 7,
		Warnings: []string{"noise: be quiet"},
		Rows: []Row{
			{Figure: Text, Name: "hyphbench", Own: true, Rounds: 7, Ops: 10, CPU: 46.04, Wall: 47, Against: "hyphbench",
				Found: Found{Bytes: some(614400.0), Wrong: some(0), Checked: some(1000)}},
			{Figure: Text, Name: "other", Version: "1.0", Rounds: 7, Ops: 10, CPU: 1560.4, Wall: 1600, Against: "hyphbench",
				Note: "slow", Ratio: &Ratio{33.9, 33.5, 34.3},
				Found: Found{Bytes: some(2048.0), Wrong: some(3), Checked: some(1000), Example: "a-b for ab"}},
			{Figure: Query, Name: "hyphbench bloom", Own: true, Kind: KindBloom, Setting: askedEpsilon, Rounds: 7, Ops: 10, CPU: 13.5, Wall: 13.6, Against: "hyphbench bloom",
				Found: Found{Bytes: some(6.0), Keys: 4, BitsOfKey: some(9.6), FP: some(9), FPRate: some(0.0102), FN: some(0)}},
			{Figure: Query, Name: "hyphbench double", Own: true, Kind: KindBloom, Setting: askedEpsilon, Rounds: 7, Ops: 10, CPU: 30, Wall: 30, Against: "hyphbench double",
				Found: Found{Bytes: some(5.0), Keys: 4, BitsOfKey: some(9.6), FP: some(9), FPRate: some(0.0102), FN: some(0)}},
			{Figure: Query, Name: "one", Kind: KindBloom, Rounds: 7, Ops: 10, CPU: 20, Wall: 20, Note: "so so",
				Found: Found{Bytes: some(5.0), Keys: 4, BitsOfKey: some(0.0), FP: some(0), FPRate: some(0.0101), FN: some(0)}},
			{Figure: Query, Name: "lost", Kind: KindBloom, Problem: "round 2: a|b"},
			{Figure: Query, Name: "hyphbench ribbon", Own: true, Kind: "ribbon", Setting: askedEpsilon, Rounds: 7, Ops: 10, CPU: 21, Wall: 21, Against: "hyphbench ribbon",
				Found: Found{Bytes: some(4.0), Keys: 4, BitsOfKey: some(7.2), FP: some(9), FPRate: some(0.0078), FN: some(0)}},
			{Figure: BuildLarge, Name: "hyphbench bloom", Own: true, Kind: KindBloom, Setting: askedEpsilon, Rounds: 7, Ops: 10, CPU: 11, Wall: 11, Against: "hyphbench bloom"},
			{Figure: BuildLarge, Name: "one", Kind: KindBloom, Rounds: 7, Ops: 10, CPU: 10, Wall: 10, Note: "so so"},
		},
		Pairs: []Pair{
			{KindBloom, Query, "hyphbench bloom", "one", Ratio{0.5, 0.4, 0.625}},
			{KindBloom, Query, "hyphbench double", "one", Ratio{1.5, 1.4, 1.6}},
			{KindBloom, BuildLarge, "hyphbench bloom", "one", Ratio{1.1, 1.01, 1.2}},
		},
		Absent: []Absent{{"gone", "not installed"}},
	}
}

func TestMarkdown(t *testing.T) {
	var out bytes.Buffer
	if err := writeMarkdown(&out, exampleReport()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"- Machine: a machine\n- Date: 2026-01-02 03:04 UTC, load before 0.25\n- Command: `go run .` (seed 1, 7 rounds)\n- Words: a list, 466,550 of them, SHA-256 `abc`; 4 keys in the filters\n- Large set: 1,000 keys, made of these words with numbers behind them; asked are as many distinct negatives and every tenth key, shuffled\n- Warning: noise: be quiet\n",
		"| text | **hyphbench** |  | 46.0 | 47.0 | 1 | 600 KiB | 0 of 1,000 words wrong | 7 |\n",
		"| text | other |  | 1,560 | 1,600 | 33.9× [33.5, 34.3] | 2 KiB | 3 of 1,000 words wrong | 7 |\n",
		"\n### Bloom\n\n| implementation | setting | query, 4 keys | build, 1,000 keys | bits per key, 4 keys | × bound | rate |\n|---|---|---:|---:|---:|---:|---:|\n" +
			"| **bloom** | ε = 1 % | 13.5 | 11.0 | 9.6 / 12.0 | 1.45 | 1.02 % |\n| **double** | ε = 1 % | 30.0 | – | 9.6 / 10.0 | 1.45 | 1.02 % |\n" +
			"| one |  | 20.0 | 10.0 | – / 10.0 | – | 1.01 % |\n| lost |  | no figure | – | – | – | – |\n",
		"\n| hyphbench / peer | query, 4 keys | build, 1,000 keys |\n|---|---|---|\n| bloom / one | 0.50× [0.40, 0.62] | **1.10× [1.01, 1.20]** |\n| bloom / lost | – | – |\n| double / one | **1.50× [1.40, 1.60]** | – |\n",
		"| **ribbon** | ε = 1 % | 21.0 | – | 7.2 / 8.0 | 1.03 | 0.78 % |\n\nNo library of this kind",
		"With at least one structure: 3 places; with every structure of the kind: 1 place.\n",
		"### With every structure of the kind\n\n- Bloom, build, 1,000 keys: behind one (10.0 ns): bloom 1.10× [1.01, 1.20].\n",
		"### With some\n\n- Bloom, query, 4 keys: behind one (20.0 ns): double 1.50× [1.40, 1.60]; not bloom.\n" +
			"- Bloom, held per key, 4 keys: behind one (10.0 bits at 1.01 %): bloom 12.0 bits at 1.02 %; not double.\n",
		"- lost, query: no figure: round 2: a|b.\n",
		"- other, text: slow; the first wrong word is a-b for ab.\n",
		"- gone: not installed.\n",
		"- other 1.0\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

func TestCSV(t *testing.T) {
	var out bytes.Buffer
	if err := writeCSV(&out, exampleReport()); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&out).ReadAll() // which requires equal numbers of fields
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 1+9+1 {
		t.Fatalf("%d records, want a head, 9 rows and an absent one", len(records))
	}
	get := func(record int, column string) string {
		i := slices.Index(records[0], column)
		if i < 0 {
			t.Fatalf("no column %s", column)
		}
		return records[record][i]
	}
	for _, c := range []struct {
		record       int
		column, want string
	}{
		{2, "implementation", "other"}, {2, "cpu_ns", "1560.400"}, {2, "ratio_low", "33.500"}, {2, "wrong", "3"}, {2, "fp", ""},
		{2, "kind", ""}, {2, "keys", ""},
		{3, "resident_bits_per_key", "12.000"}, {3, "fp_rate", "0.010200"}, {3, "unit", "word"}, {3, "ratio", ""}, {3, "kind", "Bloom"}, {3, "keys", "4"},
		{6, "cpu_ns", ""}, {6, "problem", "round 2: a|b"}, {8, "keys", "1000"}, {8, "unit", "key"},
		{10, "implementation", "gone"}, {10, "problem", "not measured: not installed"},
	} {
		if got := get(c.record, c.column); got != c.want {
			t.Errorf("record %d, %s: %q, want %q", c.record, c.column, got, c.want)
		}
	}
}

func TestReadme(t *testing.T) {
	const want = "Times are medians of CPU time over 7 rounds in random order. A ratio is the peer's time divided by hyphbench's, with its 95 % interval. Words: 466,550 (a list). Machine: a machine. Measured on 2026-01-02 by `make bench-peers`.\n" +
		"\n| task | hyphbench | peers, the fastest first |\n|---|---:|---|\n" +
		"| text | 46.0 ns | other 1,560 ns (33.9× [33.5, 34.3], 3 words wrong) |\n" +
		"\n[results/peers](results/peers/peers.md) compares hyphbench's filters with those of other libraries: query time, construction time or size. In 1 comparison, a library's filter is better than every hyphbench structure of the same kind. In 2 other comparisons, it is better than some hyphbench structures of its kind, but not better than all of them.\n"
	if diff := cmp.Diff(want, readmeSection(exampleReport())); diff != "" {
		t.Error(diff)
	}

	dir := t.TempDir()
	path := write(t, dir, "README.md", "top "+readmeBegin+"old"+readmeEnd+" end")
	for range 2 { // twice is once
		if err := rewriteReadme(path, exampleReport()); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, path); got != "top "+readmeBegin+"\n"+want+readmeEnd+" end" {
		t.Errorf("the README is\n%s", got)
	}
	for _, text := range []string{"", readmeBegin, readmeEnd + readmeBegin} {
		path := write(t, dir, "bare.md", text)
		fails(t, "no lines", func() error { return rewriteReadme(path, exampleReport()) })
		if read(t, path) != text {
			t.Errorf("a file without markers was changed")
		}
	}
}

// TestReadmeIsShort: the section has three peers for a hyphenator and few lines in
// all, however many structures there are.
func TestReadmeIsShort(t *testing.T) {
	r := exampleReport()
	r.Rows, r.Pairs = nil, nil
	for _, f := range hyphenationFigures() {
		r.Rows = append(r.Rows, Row{Figure: f, Name: ownName, Own: true, Against: ownName, CPU: 1})
		for i := range 5 {
			r.Rows = append(r.Rows, Row{Figure: f, Name: fmt.Sprint("peer ", i), Against: ownName, CPU: 2, Ratio: &Ratio{2, 2, 2}})
		}
	}
	for _, f := range filterFigures() {
		for _, k := range kindNames() {
			for _, name := range k.names {
				r.Rows = append(r.Rows, Row{Figure: f, Kind: k.kind, Name: ownName + " " + name, Own: true, CPU: 1})
			}
			for i := range 5 {
				r.Rows = append(r.Rows, Row{Figure: f, Kind: k.kind, Name: fmt.Sprint("filter ", i), CPU: 2})
			}
		}
	}
	text := readmeSection(r)
	if n := strings.Count(text, "\n"); n > 20 {
		t.Errorf("%d lines:\n%s", n, text)
	}
	if !strings.Contains(text, "peer 2 ") || strings.Contains(text, "peer 3 ") || !strings.Contains(text, "; 2 more |") {
		t.Errorf("not the first three and the number of the rest:\n%s", text)
	}
}

func TestReadReport(t *testing.T) {
	dir := t.TempDir()
	if err := writeResults(dir, exampleReport(), nil); err != nil {
		t.Fatal(err)
	}
	r, err := readReport(filepath.Join(dir, reportFile))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(exampleReport(), r); diff != "" {
		t.Errorf("written and read again:\n%s", diff)
	}
	path := write(t, dir, "bad.json", "{")
	fails(t, "bad.json", func() error { _, err := readReport(path); return err })
}
