package runfolder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
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

// Fields describes the columns of measurements.csv; those of the experiment's
// own are strings, which may be empty.
func Fields(columns []string) []Field {
	known := map[string]Field{
		"seq":          {Type: "integer", Description: "position in the order of execution"},
		"round":        {Type: "integer", Description: "repetition, from 1; warm-up rounds are 0 or less"},
		"design":       {Type: "string", Description: "order in which the cells were visited"},
		"filter":       {Type: "string", Description: "structure or baseline"},
		"epsilon":      {Type: "string", Description: "asked false-positive rate as a decimal; empty for baselines"},
		"metric":       {Type: "string", Description: "what was measured"},
		"value":        {Type: "number", Description: "in the row's unit; of a timed metric the wall time of the whole section"},
		"unit":         {Type: "string", Description: "unit of value"},
		"ops":          {Type: "integer", Description: "operations in the section; value/ops is the cost of one"},
		"cpu_ns":       {Type: "integer", Description: "CPU time of the measuring thread in ns; empty where the system has none"},
		"gc":           {Type: "string", Description: "garbage collections within the section"},
		"preempted":    {Type: "string", Description: "involuntary context switches within the section"},
		"attempts":     {Type: "string", Description: "times that the section was measured until it was undisturbed or given up; the last one counts"},
		"n":            {Type: "string", Description: "elements in the filter; empty where it does not apply, like the next four"},
		"b":            {Type: "string", Description: "bits in a cell"},
		"k":            {Type: "string", Description: "hash functions"},
		"quantisation": {Type: "string", Description: "how a confidence becomes a code"},
		"occupancy":    {Type: "string", Description: "share that was to be reached"},
		"se":           {Type: "string", Description: "standard error of value; empty where there is none"},
		"check":        {Type: "string", Description: "CRC-32C chain over the lines"},
	}
	var fields []Field
	for _, c := range columns {
		f, ok := known[c]
		if !ok {
			f.Type = "string"
		}
		f.Name = c
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
		Bytes   int    `json:"bytes"`
		Hash    string `json:"hash"`
		Schema  any    `json:"schema"`
	}
	var resources []resource
	for _, t := range tables {
		text, err := os.ReadFile(filepath.Join(r.Dir, t.File))
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		resources = append(resources, resource{
			Name: t.Name, Path: t.File, Profile: "tabular-data-resource",
			Bytes: len(text), Hash: "sha256:" + hex.EncodeToString(sum[:]),
			Schema: map[string]any{"fields": t.Fields},
		})
	}
	text, err := json.MarshalIndent(map[string]any{
		"profile":   "tabular-data-package",
		"name":      strings.ToLower(folderName(r.Meta)),
		"title":     "hyphbench run of the experiment " + r.Meta.Experiment,
		"created":   r.Meta.Start(),
		"resources": resources,
	}, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(r.Dir, PackageFile), append(text, '\n'))
}
