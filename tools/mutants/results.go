package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"
)

// record is a line of the file of results: how an error ended in a tier.
type record struct {
	Name     string  `json:"name"`
	ID       string  `json:"id"` // of the change
	Tier     string  `json:"tier"`
	Outcome  outcome `json:"outcome"`
	By       string  `json:"by,omitempty"`
	Seconds  float64 `json:"seconds"`
	Date     string  `json:"date"`
	Revision string  `json:"revision"`
	Tree     string  `json:"tree"`
}

// results are the outcomes of one tree. Without a file they are gone with the process.
type results struct {
	file     string
	tree     string
	revision string // of what is added
	last     record
	of       map[string]record // by change and tier
}

// openResults reads the results of a tree, or of that of the last line where none is
// named, and prepares the file for more. What follows the last whole line is lost.
func openResults(name, tree string) (*results, error) {
	r := &results{file: name, tree: tree, of: map[string]record{}}
	if name == "" {
		return r, nil
	}
	text, err := os.ReadFile(name)
	if err != nil && (tree == "" || !os.IsNotExist(err)) {
		return nil, err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	var list []record
	for line := range bytes.Lines(whole) {
		var one record
		if err := json.Unmarshal(line, &one); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, len(list)+1, err)
		}
		list = append(list, one)
	}
	if tree == "" && len(list) > 0 {
		r.tree = list[len(list)-1].Tree
	}
	for _, one := range list {
		if one.Tree == r.tree {
			r.keep(one)
		}
	}
	if len(whole) < len(text) && tree != "" {
		return r, os.Truncate(name, int64(len(whole)))
	}
	return r, nil
}

func (r *results) keep(one record) { r.of[one.ID+one.Tier], r.last = one, one }

// add keeps an outcome, by one line in one write.
func (r *results) add(m mutant, tier string, got result, seconds float64) error {
	one := record{m.name, m.id(), tier, got.outcome, got.by, math.Round(seconds*10) / 10, time.Now().Format(time.DateOnly), r.revision, r.tree}
	r.keep(one)
	if r.file == "" {
		return nil
	}
	file, err := os.OpenFile(r.file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	line := json.NewEncoder(file)
	line.SetEscapeHTML(false)
	return errors.Join(line.Encode(one), file.Close())
}

// outcome is empty for an error that was not tried.
func (r *results) outcome(m mutant, tier string) outcome { return r.of[m.id()+tier].Outcome }

// judged is the outcome by all tests of a tier: what make test notices, make check does.
func (r *results) judged(m mutant, tier string) outcome {
	o := r.outcome(m, tier)
	if first := r.outcome(m, "test"); o == "" && first != unnoticed {
		return first
	}
	return o
}

// draw are so many errors of the list, chosen by the seed and the change of each, so that
// others in the list change few of them.
func draw(list []mutant, n int, seed uint64) []mutant {
	key := func(m mutant) string {
		return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, m.id())))
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b mutant) int { return cmp.Compare(key(a), key(b)) })
	return list[:min(n, len(list))]
}

// summary prints the share of the errors that each tier notices, and of a sample.
func (r *results) summary(w io.Writer, list, sample []mutant) {
	fmt.Fprintf(w, "Planted errors that the tests notice, %s, revision %s:\n", r.last.Date, r.last.Revision)
	share := func(what string, list []mutant, of func(mutant) outcome) {
		names := map[outcome][]string{}
		for _, m := range list {
			o := of(m)
			names[o] = append(names[o], m.name)
		}
		n, valid := len(names[caught]), len(names[caught])+len(names[unnoticed])
		fmt.Fprintf(w, "%s: %d of %d (%.1f %%)", what, n, valid, 100*float64(n)/float64(max(1, valid)))
		if rest := len(list) - valid; rest > 0 {
			fmt.Fprintf(w, "; of %d more %d are invalid and %d not tried", rest, len(names[invalid]), len(names[""]))
		}
		fmt.Fprintln(w)
		for _, o := range []outcome{unnoticed, invalid} {
			for _, name := range names[o] {
				fmt.Fprintf(w, "  %s: %s\n", o, name)
			}
		}
	}
	for _, t := range []string{"test", "check"} {
		share("make "+t, list, func(m mutant) outcome { return r.judged(m, t) })
	}
	for _, t := range []string{"test", "check"} {
		if len(sample) > 0 {
			share(fmt.Sprintf("make %s, a sample of %d", t, len(sample)), sample, func(m mutant) outcome { return r.outcome(m, t) })
		}
	}
}
