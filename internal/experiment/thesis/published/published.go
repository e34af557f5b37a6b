// Package published reads the measurements that the thesis's public
// repository holds, as a run.
//
// Guarantee: the rows are those of the files, number for number; what the
// files lack (CPU time, the machine) is empty, and the
// run's notes say that it was measured with Norwegian words and patterns.
// Source: the wide CSV files `epsilon,test-1,…,test-30`, one line per ε in
// per cent, times in ms, of the repository that section 5 of the thesis names.
package published

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/runfolder"
)

// What the public code loads: the package hyphenation.nb-no and its list.
const (
	words      = 143_177
	patterns   = 27_148
	exceptions = 43
)

// cuckooTables is how many different tables the library that was measured has
// over 1 to 20 %: fingerprints of 8 bits up to ε = 3 %, then of 4.
const cuckooTables = 2

const note = "Published measurements of the thesis: Norwegian set-up (143,177 words, 27,148 patterns, " +
	"43 exceptions), not the English one that its text describes."

// Read reads the files and returns them as one run of the thesis's
// experiment. The name of a file decides on the metric: "bloom-filter.csv" has
// the passes over the word list, "build-bloom-filter.csv" the initialisations.
func Read(files ...string) (*runfolder.Run, error) {
	if len(files) == 0 {
		return nil, errors.New("no CSV file: want one or more")
	}
	run := &runfolder.Run{Meta: runfolder.Meta{
		Schema: runfolder.Schema, Experiment: "thesis", Design: runfolder.Published,
		Tables: map[string]int{"cuckoo": cuckooTables},
		Notes:  []string{note},
		State:  runfolder.Finished,
		Inputs: []runfolder.Input{
			{Role: "words", Name: "words nb-no", Title: "the Norwegian list of the thesis's public code", Count: words},
			{Role: "exceptions", Name: "hyphenation.nb-no", Title: "its exceptions", Count: exceptions},
			{Role: "patterns", Name: "hyphenation.nb-no", Title: "its patterns", Count: patterns},
		},
	}}
	meta := &run.Meta
	seen := map[runfolder.Cell]string{}
	var rates []string
	for _, file := range files {
		src, err := inputfile.Read(file, inputfile.Measurements)
		if err != nil {
			return nil, err
		}
		name := filepath.Base(file)
		rows, err := Parse(name, src)
		if err != nil {
			return nil, err
		}
		meta.Argv = append(meta.Argv, name)
		sum := sha256.Sum256(src)
		meta.Inputs = append(meta.Inputs, runfolder.Input{
			Role: "measurements", Name: name, SHA256: hex.EncodeToString(sum[:]),
			Bytes: int64(len(src)), Count: len(rows),
		})
		meta.Filters = appendNew(meta.Filters, rows[0].Filter)
		for _, row := range rows {
			if other, dup := seen[row.Cell()]; dup && row.Round == 1 {
				return nil, fmt.Errorf("%s and %s both hold %s of %s at ε = %s", other, name, row.Metric, row.Filter, row.Point)
			}
			seen[row.Cell()] = name
			row.Seq = len(run.Rows) + 1
			run.Rows = append(run.Rows, row)
			rates = appendNew(rates, string(row.Point))
			meta.Reps = max(meta.Reps, row.Round)
		}
	}
	meta.Axes = []axis.Axis{{Name: axis.Epsilon, Kind: axis.RateKind, Values: rates}}
	meta.Columns = runfolder.Columns(meta.Axes)
	meta.Rows = len(run.Rows)
	return run, nil
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// Parse reads one file; errors name its line. Row.Round is the number of the
// test, Row.Seq the position in the file.
func Parse(name string, src []byte) ([]runfolder.Row, error) {
	row, err := describe(name)
	if err != nil {
		return nil, err
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(src, []byte("\ufeff"))))
	header, err := r.Read()
	if err == io.EOF {
		return nil, fmt.Errorf("%s is empty: want a line \"epsilon,test-1,…\" and one line per ε", name)
	}
	if err != nil {
		return nil, at(name, err)
	}
	if header[0] != "epsilon" || len(header) < 2 {
		return nil, fmt.Errorf("%s:1: the header is %q: want \"epsilon,test-1,…\"", name, strings.Join(header, ","))
	}
	var rows []runfolder.Row
	seen := map[axis.Rate]bool{}
	for {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, at(name, err)
		}
		line, _ := r.FieldPos(0)
		rate, err := axis.ParseRate(record[0] + "%")
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		if seen[rate] {
			return nil, fmt.Errorf("%s:%d: a second line for ε = %s %%", name, line, record[0])
		}
		seen[rate] = true
		row.Point = runfolder.At(rate.String())
		for i, field := range record[1:] {
			ms, err := strconv.ParseFloat(field, 64)
			if err != nil || math.IsNaN(ms) || ms <= 0 || ms > 1e9 {
				return nil, fmt.Errorf("%s:%d: %s is %q: want a time in ms", name, line, header[i+1], field)
			}
			row.Round, row.Seq, row.Value = i+1, len(rows)+1, ms*1e6
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s:1: no line after the header: want one per ε", name)
	}
	return rows, nil
}

// at puts the name of the file and the line before an error of the CSV reader.
func at(name string, err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fmt.Errorf("%s:%d: %w", name, parse.Line, parse.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// describe is the row of a file without its measurements, after its name.
func describe(name string) (runfolder.Row, error) {
	row := runfolder.Row{Design: runfolder.Published, Unit: runfolder.Nanoseconds, CPU: runfolder.NoCPU, Session: 1, Metric: thesis.Hyphenate, Ops: words}
	base, isFilter := strings.CutSuffix(name, "-filter.csv")
	base, isBuild := strings.CutPrefix(base, "build-")
	if isBuild {
		row.Metric, row.Ops = thesis.Init, 1
	}
	if !isFilter || base == "" {
		return row, fmt.Errorf("%s: the name of the file is unknown: want \"bloom-filter.csv\" (passes) or \"build-bloom-filter.csv\" (initialisations)", name)
	}
	row.Filter = base
	return row, nil
}
