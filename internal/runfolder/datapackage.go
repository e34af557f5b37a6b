package runfolder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/renamed"
)

// PackageFile describes the tables of a run after the Frictionless Data
// Package specification, version 1.
const PackageFile = "datapackage.json"

// Field is a column of a table as a data package describes it.
type Field struct {
	Name        string `json:"name"`
	Type        string `json:"type"` // "integer", "number", "string"
	Description string `json:"description,omitempty"`
}

// Fields describes the columns of measurements.csv. own describes those of
// the experiment, axes included, by their names of today; a column without a description
// is a string.
func (m *Meta) Fields(own []Field) []Field {
	known := []Field{
		{"seq", "integer", "position in the order of execution"},
		{"round", "integer", "repetition, from 1; warm-up rounds are 0 or less"},
		{"design", "string", "order in which the cells were visited"},
		{"filter", "string", "structure or baseline"},
		{axis.Epsilon, "string", "requested false-positive rate as a decimal; empty where there is none"},
		{"metric", "string", "what was measured"},
		{"value", "number", "in the row's unit; of a timed metric the wall time of the whole section"},
		{"unit", "string", "unit of value"},
		{"ops", "integer", "operations in the section; value/ops is the cost of one"},
		{"cpu_ns", "integer", "CPU time of the measuring thread in ns; empty where the system has none"},
		{sessionColumn, "integer", "session of run.json in which it was measured, from 1"},
		{checkColumn, "string", "CRC-32C chain over the lines"},
	}
	var fields []Field
	now := columnsNow(m.Columns, renamed.In(m.Experiment))
	for i, c := range m.Columns {
		f := Field{Name: c, Type: "string"}
		for _, k := range slices.Concat(known, own) {
			if k.Name == now[i] {
				f = Field{c, k.Type, k.Description}
			}
		}
		fields = append(fields, f)
	}
	return fields
}

// Table is a CSV file of a run's folder.
type Table struct {
	Name, File string
	Fields     []Field
}

// WritePackage writes datapackage.json for the tables, with their sizes and
// checksums.
func (r *Run) WritePackage(tables ...Table) error {
	type resource struct {
		Name    string `json:"name"`
		Path    string `json:"path"`
		Profile string `json:"profile"`
		Bytes   int64  `json:"bytes"`
		Hash    string `json:"hash"`
		Schema  any    `json:"schema"`
	}
	var resources []resource
	for _, t := range tables {
		bytes, hash, err := hashOf(filepath.Join(r.Dir, t.File))
		if err != nil {
			return err
		}
		resources = append(resources, resource{
			Name: t.Name, Path: t.File, Profile: "tabular-data-resource",
			Bytes: bytes, Hash: "sha256:" + hash,
			Schema: map[string]any{"fields": t.Fields},
		})
	}
	description := map[string]any{
		"profile":   "tabular-data-package",
		"name":      strings.ToLower(folderName(r.Meta)),
		"title":     "hyphbench run of the experiment " + r.Meta.Experiment,
		"created":   r.Meta.Start(),
		"resources": resources,
	}
	if lacks := r.Meta.Lacks(); len(lacks) > 0 {
		description["description"] = strings.Join(lacks, "; ")
	}
	text, err := json.MarshalIndent(description, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(r.Dir, PackageFile), append(text, '\n'))
}

// hashOf is the size and the SHA-256 of a file, read piece by piece: that of a large
// run takes a gigabyte.
func hashOf(name string) (bytes int64, hash string, err error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, "", err
	}
	defer file.Close()
	sum := sha256.New()
	bytes, err = io.Copy(sum, file)
	return bytes, hex.EncodeToString(sum.Sum(nil)), err
}
