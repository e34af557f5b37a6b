package report

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"hyphbench/internal/runfolder"
)

// Names of the files that are derived from a run, beside its measurements.
const (
	summaryFile = "summary.csv"
	benchFile   = "measurements.bench"
	readmeFile  = "README.md"
)

// WriteDerived writes summary.csv, README.md, datapackage.json and, of a run
// that holds times, measurements.bench into the folder of a run.
func WriteDerived(dir string) error {
	run, err := runfolder.Open(dir)
	if err != nil {
		return err
	}
	s, err := Summarize(run)
	if err != nil {
		return err
	}
	var table, readme bytes.Buffer
	if err := WriteSummary(&table, s, CSV); err != nil {
		return err
	}
	if err := runfolder.WriteFile(filepath.Join(run.Dir, summaryFile), table.Bytes()); err != nil {
		return err
	}
	var bench bytes.Buffer
	timed, err := WriteBench(&bench, run)
	if err != nil {
		return err
	}
	fmt.Fprintf(&readme, "`%s`\n\n", strings.Join(run.Meta.Argv, " "))
	readme.WriteString("A run of hyphbench: every measurement is a row of `measurements.csv`, what it was\n" +
		"measured with and on is in `run.json`, `datapackage.json` describes the columns.\n")
	if timed {
		readme.WriteString("`benchstat -col /filter measurements.bench` compares the times.\n")
		if err := runfolder.WriteFile(filepath.Join(run.Dir, benchFile), bench.Bytes()); err != nil {
			return err
		}
	}
	readme.WriteByte('\n')
	if err := WriteSummary(&readme, s, Markdown); err != nil {
		return err
	}
	if err := runfolder.WriteFile(filepath.Join(run.Dir, readmeFile), readme.Bytes()); err != nil {
		return err
	}
	var fields []runfolder.Field
	for _, c := range CSVColumns() {
		fields = append(fields, runfolder.Field{Name: c.Name, Type: c.Type, Description: c.Description})
	}
	return run.WritePackage(
		runfolder.Table{Name: "measurements", File: runfolder.MeasurementsFile, Fields: runfolder.Fields(run.Meta.Columns)},
		runfolder.Table{Name: "summary", File: summaryFile, Fields: fields},
	)
}
