package runfolder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// Run is a run as read from its folder.
type Run struct {
	Dir     string
	Meta    Meta
	Columns []string // the experiment's own columns, as in Row.Extra
	Rows    []Row    // in order of execution, warm-up included; nil of a large run: All has them in any case
	Checked bool     // the measurements carry checksums and these are right
	Sealed  bool     // run.json carries a seal, and both files are as they were written

	packed *packed // the rows of a large run
	subset *subset // those of them that a part of it has; nil of a whole one
}

// Large is the number of rows from which a run is held packed.
const Large = 200_000

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

// Measured returns the measured rows, those of rounds ≥ 1, without warm-up. Of a large
// run they take much memory: see All.
func (r *Run) Measured() []Row {
	var rows []Row
	for _, row := range r.All() {
		if row.Round >= 1 {
			rows = append(rows, row)
		}
	}
	return rows
}

// CountMeasured is the number of rows of Measured.
func (r *Run) CountMeasured() (n int) {
	for _, row := range r.All() {
		if row.Round >= 1 {
			n++
		}
	}
	return n
}

// Open reads the run in dir or, when dir is a parent folder, the newest run
// below it by start time, an example only where there is no other. An
// unfinished run is read as far as it goes. Errors name the file and line.
func Open(dir string) (*Run, error) {
	dir, err := Newest(dir, func(string, *Meta) bool { return true })
	if err != nil {
		return nil, err
	}
	run, err := open(dir)
	if err != nil { // the run may have been resumed between the reading of its two files
		run, err = open(dir)
	}
	return run, err
}

// open reads the run whose folder is dir.
func open(dir string) (*Run, error) {
	return openAs(dir, Large)
}

// openAs reads a run, and packs it from so many rows on.
func openAs(dir string, large int) (*Run, error) {
	run := &Run{Dir: dir}
	if meta, err := readMeta(dir); err == nil && meta.Schema == Schema && meta.Rows >= large {
		run.packed = newPacked()
		// A heap of which nearly all stays need not double before it is swept. What is
		// measured afterwards, where the run is resumed, has the collector as it was.
		defer debug.SetGCPercent(debug.SetGCPercent(30))
	}
	meta, t, err := read(dir, run.addRead)
	if err != nil {
		return nil, err
	}
	run.Meta, run.Columns, run.Checked, run.Sealed = *meta, t.layout.names, t.layout.checked, meta.sealed()
	if meta.Schema == schema1 {
		complete1(run)
	}
	return run, nil
}

// read reads the run whose folder is dir, row by row.
func read(dir string, visit func(Row, *kindInFile)) (*Meta, *table, error) {
	meta, err := readMeta(dir)
	if err != nil {
		return nil, nil, err
	}
	name := filepath.Join(dir, MeasurementsFile)
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("the run has lost its measurements: %w", err)
	}
	defer file.Close()
	t, err := parseTable(name, file, meta, visit)
	if err != nil {
		return nil, nil, err
	}
	return meta, t, nil
}

// errForeign is the error of a run.json of another program.
var errForeign = errors.New("not written by hyphbench")

func readMeta(dir string) (*Meta, error) {
	name := filepath.Join(dir, MetaFile)
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return parseMeta(name, src)
}

// parseMeta reads run.json; name is used in errors.
func parseMeta(name string, src []byte) (*Meta, error) {
	var meta Meta
	sealed, damaged := checkSeal(src)
	err := json.Unmarshal(src, &meta)
	if line := lineOf(src, err); line > 0 {
		name = fmt.Sprintf("%s:%d", name, line)
	}
	if damaged != nil {
		return nil, fmt.Errorf("%s: %w", name, damaged)
	}
	if err == nil && meta.Schema == schema1 {
		err = convert1(&meta, src)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: want the JSON that hyphbench wrote", name, err)
	}
	switch {
	case meta.Schema == schema1:
	case meta.Schema == Schema && !sealed:
		return nil, fmt.Errorf("%s: %w", name, errUnsealed)
	case meta.Schema != Schema:
		if !strings.Contains(string(src), `"hyphbench-run/`) {
			return nil, fmt.Errorf("%s: %w", name, errForeign)
		}
		return nil, fmt.Errorf("%s: format %q is unknown: want %q", name, meta.Schema, Schema)
	}
	if meta.Start().IsZero() {
		return nil, fmt.Errorf("%s: no start of a session: want one", name)
	}
	if strings.ContainsAny(meta.Experiment, `/\`) { // the folder of a merged run ends with it
		return nil, fmt.Errorf("%s: experiment %q: want a name, not a path", name, meta.Experiment)
	}
	meta.now()
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

// Newest returns dir itself when it is a run, otherwise the folder below it
// whose run started last among those that ok admits, examples after all others;
// ErrNoRun when there is none.
func Newest(dir string, ok func(dir string, m *Meta) bool) (string, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return "", fmt.Errorf("%s is a file: want the folder of a run, or a folder that contains runs", dir)
	}
	if _, err := readMeta(dir); !errors.Is(err, fs.ErrNotExist) {
		return dir, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("%w: want the folder of a run, or a folder that contains runs", err)
	}
	var best string
	var start int64
	example := true // whether best is one
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		below := filepath.Join(dir, e.Name())
		meta, err := readMeta(below)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, errForeign):
			continue
		case err != nil:
			return "", err
		}
		t, is := meta.Start().UnixNano(), IsExample(below)
		if (best == "" || example && !is || example == is && t > start) && ok(below, meta) {
			best, start, example = below, t, is
		}
	}
	if best == "" {
		return "", fmt.Errorf("%s: %w", dir, ErrNoRun)
	}
	return best, nil
}

// AgainstOf is the run of the other build that was measured in turns with the run in dir;
// ErrNoRun or fs.ErrNotExist where there was none.
func AgainstOf(dir string) (string, error) {
	return Newest(filepath.Join(dir, Against), func(string, *Meta) bool { return true })
}

// ErrNoRun is the error of a folder that neither is a run nor holds an
// admitted one.
var ErrNoRun = errors.New("no run here: 'hyphbench run --out=DIR' writes one below DIR")
