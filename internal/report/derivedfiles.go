package report

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
// that holds times and is not large, measurements.bench into the folder of the run.
//
// front is the head of README.md, a text in Markdown with a title.
func WriteDerived(s *Summary, front string) error {
	files, err := derive(s, front)
	if err != nil {
		return err
	}
	return write(s, files)
}

// CompleteDerived writes those of these files that the run lacks, and returns
// their names.
func CompleteDerived(s *Summary, front string) ([]string, error) {
	files, err := derive(s, front)
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(f derivedFile) bool { return !lacks(s.Run.Dir, f.name) })
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	if lacks(s.Run.Dir, runfolder.PackageFile) {
		names = append(names, runfolder.PackageFile)
	}
	if len(names) == 0 {
		return nil, nil
	}
	return names, write(s, files)
}

// Derived reports whether the folder of a run holds all files that are derived
// from any run.
func Derived(dir string) bool {
	return Has(dir, summaryFile) && Has(dir, readmeFile) && Has(dir, runfolder.PackageFile)
}

// Has reports whether the folder of a run holds a file.
func Has(dir, name string) bool { return !lacks(dir, name) }

func lacks(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return errors.Is(err, fs.ErrNotExist)
}

// derivedFile is a file that is derived from a run, but for datapackage.json,
// which holds checksums of others.
type derivedFile struct {
	name string
	text []byte
}

// mostBench is the number of rows up to which a run has measurements.bench: a larger
// one would double the folder, and benchstat holds every line in memory.
const mostBench = 1_000_000

func derive(s *Summary, front string) ([]derivedFile, error) {
	var summary, bench, readme bytes.Buffer
	if err := WriteSummary(&summary, s, table.CSV); err != nil {
		return nil, err
	}
	files := []derivedFile{{summaryFile, summary.Bytes()}}
	timed := false
	if s.Run.Len() <= mostBench {
		var err error
		if timed, err = WriteBench(&bench, s); err != nil {
			return nil, err
		}
	}
	readme.WriteString(front)
	if front != "" {
		readme.WriteByte('\n')
	}
	fmt.Fprintf(&readme, "`%s`\n\n", strings.Join(s.Meta.Argv, " "))
	readme.WriteString("A run of hyphbench: every measurement is a row of `measurements.csv`, what it was\n" +
		"measured with and on is in `run.json`, `datapackage.json` describes the columns.\n")
	if timed {
		readme.WriteString("`benchstat -col /filter measurements.bench` compares the times.\n")
		files = append(files, derivedFile{benchFile, bench.Bytes()})
	}
	readme.WriteByte('\n')
	if err := WriteSummary(&readme, s, table.Markdown); err != nil {
		return nil, err
	}
	return append(files, derivedFile{readmeFile, readme.Bytes()}), nil
}

// write writes the files and then datapackage.json.
func write(s *Summary, files []derivedFile) error {
	for _, f := range files {
		if err := runfolder.WriteFile(filepath.Join(s.Run.Dir, f.name), f.text); err != nil {
			return err
		}
	}
	return s.Run.WritePackage(
		runfolder.Table{Name: "measurements", File: runfolder.MeasurementsFile, Fields: s.Meta.Fields(s.Glossary.Columns)},
		runfolder.Table{Name: "summary", File: summaryFile, Fields: s.fields()},
	)
}
