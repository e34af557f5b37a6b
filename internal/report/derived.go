package report

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// Names of the files that are derived from a run, beside its measurements.
const (
	summaryFile = "summary.csv"
	benchFile   = "measurements.bench"
	readmeFile  = "README.md"
)

// WriteDerived writes summary.csv, README.md, datapackage.json and, of a run
// that holds times, measurements.bench into the folder of the run.
func WriteDerived(s *Summary) error {
	run := s.Run
	var summary, readme bytes.Buffer
	if err := WriteSummary(&summary, s, table.CSV); err != nil {
		return err
	}
	if err := runfolder.WriteFile(filepath.Join(run.Dir, summaryFile), summary.Bytes()); err != nil {
		return err
	}
	var bench bytes.Buffer
	timed, err := WriteBench(&bench, s)
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
	if err := WriteSummary(&readme, s, table.Markdown); err != nil {
		return err
	}
	if err := runfolder.WriteFile(filepath.Join(run.Dir, readmeFile), readme.Bytes()); err != nil {
		return err
	}
	return run.WritePackage(
		runfolder.Table{Name: "measurements", File: runfolder.MeasurementsFile, Fields: runfolder.Fields(run.Meta.Columns, s.Glossary.Columns)},
		runfolder.Table{Name: "summary", File: summaryFile, Fields: CSVColumns()},
	)
}
