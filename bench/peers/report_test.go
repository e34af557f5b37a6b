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
		List: List{Name: "words.txt", Title: "a list", SHA256: "abc", Words: 466550}, Keys: 4, Seed: 1, Rounds: 7,
		Warnings: []string{"noise: be quiet"},
		Rows: []Row{
			{Figure: Text, Name: "hyphbench", Own: true, Rounds: 7, Ops: 10, CPU: 46.04, Wall: 47, Against: "hyphbench",
				Found: Found{Bytes: some(614400.0), Wrong: some(0), Checked: some(1000)}},
			{Figure: Text, Name: "other", Version: "1.0", Rounds: 7, Ops: 10, CPU: 1560.4, Wall: 1600, Against: "hyphbench",
				Note: "slow", Ratio: &Ratio{33.9, 33.5, 34.3},
				Found: Found{Bytes: some(2048.0), Wrong: some(3), Checked: some(1000), Example: "a-b for ab"}},
			{Figure: Query, Name: "hyphbench bloom", Own: true, Setting: askedEpsilon, Rounds: 7, Ops: 10, CPU: 13.5, Wall: 13.6, Against: "hyphbench bloom",
				Found: Found{Bytes: some(6.0), Keys: 4, BitsOfKey: some(9.6), FP: some(9), FPRate: some(0.0102), FN: some(0)}},
			{Figure: Query, Name: "one", Rounds: 7, Ops: 10, CPU: 20, Wall: 20, Against: "hyphbench bloom", Ratio: &Ratio{1.5, 1.4, 1.6},
				Found: Found{Bytes: some(100.0), Keys: 4, BitsOfKey: some(0.0), FP: some(0), FPRate: some(0.0), FN: some(0)}},
			{Figure: Query, Name: "lost", Problem: "round 2: a|b", Against: "hyphbench bloom"},
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
		"- Machine: a machine\n- Date: 2026-01-02 03:04 UTC, load before 0.25\n- Command: `go run .` (seed 1, 7 rounds)\n- Words: a list, 466,550 of them, SHA-256 `abc`; 4 keys in the filters\n- Warning: noise: be quiet\n",
		"| text | **hyphbench** |  | 46.0 | 47.0 | 1 | 600 KiB | 0 of 1,000 words wrong | 7 |\n",
		"| text | other |  | 1,560 | 1,600 | 33.9× [33.5, 34.3] | 2 KiB | 3 of 1,000 words wrong | 7 |\n",
		"| query | **hyphbench bloom** | ε = 1 % | 13.5 | 13.6 | 1 | 9.6 bits a key, 12.0 resident | 1.02 % fp, 0 fn | 7 |\n",
		"| query | one |  | 20.0 | 20.0 | 1.50× [1.40, 1.60] of bloom | 200.0 bits a key resident | 0.00 % fp, 0 fn | 7 |\n",
		"| query | lost |  | – | – | no figure: round 2: a\\|b | – | – | 0 |\n",
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
	if len(records) != 1+5+1 {
		t.Fatalf("%d records, want a head, 5 rows and an absent one", len(records))
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
		{3, "resident_bits_per_key", "12.000"}, {3, "fp_rate", "0.010200"}, {3, "unit", "word"}, {3, "ratio", ""},
		{5, "cpu_ns", ""}, {5, "problem", "round 2: a|b"},
		{6, "implementation", "gone"}, {6, "problem", "not measured: not installed"},
	} {
		if got := get(c.record, c.column); got != c.want {
			t.Errorf("record %d, %s: %q, want %q", c.record, c.column, got, c.want)
		}
	}
}

func TestReadme(t *testing.T) {
	const want = "Measured on a machine, on 2026-01-02, by `make bench-peers`: 466,550 words (a list), 7 rounds in shuffled order, CPU time, medians; ratios with their 95 % interval.\n" +
		"\n| figure | hyphbench | peers, the nearest first |\n|---|---:|---|\n" +
		"| text | 46.0 ns | other 1,560 ns (33.9× [33.5, 34.3], 3 words wrong) |\n" +
		"| query, bloom | 13.5 ns, 1.02 % fp | one 20.0 ns (1.50× [1.40, 1.60], 0.00 % fp) |\n"
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

// TestReadmeIsShort: the section has three peers per row and few lines.
func TestReadmeIsShort(t *testing.T) {
	r := exampleReport()
	r.Rows = nil
	for _, f := range figures() {
		for _, own := range []string{ownBloom, ownCuckoo} {
			if f != Query && f != Build && own == ownCuckoo {
				continue
			}
			r.Rows = append(r.Rows, Row{Figure: f, Name: own, Own: true, Against: own, CPU: 1})
			for i := range 5 {
				r.Rows = append(r.Rows, Row{Figure: f, Name: fmt.Sprint("peer ", i), Against: own, CPU: 2, Ratio: &Ratio{2, 2, 2}})
			}
		}
	}
	text := readmeSection(r)
	if n := strings.Count(text, "\n"); n > 25 {
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
