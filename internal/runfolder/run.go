package runfolder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Run is a run as read from its folder.
type Run struct {
	Dir     string
	Meta    Meta
	Columns []string // the experiment's own columns, as in Row.Extra
	Rows    []Row    // in order of execution, warm-up included
	Checked bool     // the measurements carry checksums and these are right
}

// Column returns a function that reads one of the experiment's own columns; it
// returns the empty text where the run lacks it.
func (r *Run) Column(name string) func(Row) string {
	at := slices.Index(r.Columns, name)
	return func(row Row) string {
		if at < 0 || at >= len(row.Extra) {
			return ""
		}
		return row.Extra[at]
	}
}

// Measured returns the measured rows, those of rounds ≥ 1, without warm-up.
func (r *Run) Measured() []Row {
	var rows []Row
	for _, row := range r.Rows {
		if row.Round >= 1 {
			rows = append(rows, row)
		}
	}
	return rows
}

// Open reads the run in dir or, when dir is a parent folder, the newest run
// below it by start time, an example only where there is no other. An unfinished run is read as far as it goes. Errors name the file and line.
func Open(dir string) (*Run, error) {
	dir, err := newest(dir, func(*Meta) bool { return true })
	if err != nil {
		return nil, err
	}
	run, _, err := read(dir)
	return run, err
}

// read reads the run whose folder is dir.
func read(dir string) (*Run, *table, error) {
	meta, err := readMeta(dir)
	if err != nil {
		return nil, nil, err
	}
	name := filepath.Join(dir, MeasurementsFile)
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, fmt.Errorf("the run has lost its measurements: %w", err)
	}
	t, err := parseTable(name, src, meta.Axes)
	if err != nil {
		return nil, nil, err
	}
	if len(t.rows) < meta.Rows {
		return nil, nil, fmt.Errorf("%s:%d: the file was cut: %d measurements where %s recorded %d", name, len(t.rows)+2, len(t.rows), MetaFile, meta.Rows)
	}
	run := &Run{Dir: dir, Meta: *meta, Columns: t.layout.names, Rows: t.rows, Checked: t.layout.checked}
	if meta.Schema == schema1 {
		complete1(run)
	}
	return run, t, nil
}

// errForeign is the error of a run.json of another program.
var errForeign = errors.New("not written by hyphbench")

func readMeta(dir string) (*Meta, error) {
	name := filepath.Join(dir, MetaFile)
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var meta Meta
	if err := json.Unmarshal(src, &meta); err != nil {
		return nil, fmt.Errorf("%s: %w: want the JSON that hyphbench wrote", name, err)
	}
	switch {
	case meta.Schema == schema1:
		if err := convert1(&meta, src); err != nil {
			return nil, fmt.Errorf("%s: %w: want the JSON that hyphbench wrote", name, err)
		}
	case meta.Schema != Schema:
		if !strings.HasPrefix(meta.Schema, "hyphbench-run/") {
			return nil, fmt.Errorf("%s: %w", name, errForeign)
		}
		return nil, fmt.Errorf("%s: format %q is unknown: want %q", name, meta.Schema, Schema)
	}
	if meta.Start().IsZero() {
		return nil, fmt.Errorf("%s: no start of a session: want one", name)
	}
	return &meta, nil
}

// ExampleFile marks a run as an example kept with the program: below a parent
// folder it is read only where there is no other.
const ExampleFile = ".example"

// IsExample reports whether the run in dir is an example.
func IsExample(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ExampleFile))
	return err == nil
}

// newest returns dir itself when it is a run, otherwise the folder below it
// whose run started last among those that ok admits, examples after all others.
func newest(dir string, ok func(*Meta) bool) (string, error) {
	if _, err := readMeta(dir); !errors.Is(err, fs.ErrNotExist) {
		return dir, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var best string
	var start int64
	example := true // whether best is one
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		meta, err := readMeta(filepath.Join(dir, e.Name()))
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, errForeign):
			continue
		case err != nil:
			return "", err
		}
		if !ok(meta) {
			continue
		}
		name := filepath.Join(dir, e.Name())
		t, is := meta.Start().UnixNano(), IsExample(name)
		if best == "" || example && !is || example == is && t > start {
			best, start, example = name, t, is
		}
	}
	if best == "" {
		return "", fmt.Errorf("%s: %w", dir, ErrNoRun)
	}
	return best, nil
}

// ErrNoRun is the error of a folder that neither is a run nor holds an
// admitted one.
var ErrNoRun = errors.New("no run here: 'hyphbench run --out DIR' makes one below DIR")
