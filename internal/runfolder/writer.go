package runfolder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// Writer adds measurements to a run. It is not safe for concurrent use.
type Writer struct {
	Dir  string
	Meta Meta
	Rows []Row // those on disk when the run was resumed, and those appended since

	layout layout
	file   *os.File
	size   int64
	last   chain
	lock   *flock.Flock
}

// lockFile, in the parent folder, is locked while a run is written below it:
// two runs at a time would also disturb each other's times.
const lockFile = ".hyphbench.lock"

// Create starts a run in a new folder below parent, named after the start of
// meta's first session and its experiment. The folder appears complete, with
// run.json and the header of measurements.csv, or not at all.
func Create(parent string, meta Meta) (*Writer, error) {
	for _, f := range []string{MetaFile, MeasurementsFile} {
		if _, err := os.Stat(filepath.Join(parent, f)); err == nil {
			return nil, fmt.Errorf("%s holds a %s, so it is a run itself: want its parent folder, or --resume=%s", parent, f, parent)
		}
	}
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, fmt.Errorf("results folder: %w", err)
	}
	lock, err := lockParent(parent)
	if err != nil {
		return nil, err
	}
	w := &Writer{Meta: meta, lock: lock}
	if err := w.create(parent); err != nil {
		w.unlock()
		return nil, err
	}
	return w, nil
}

func (w *Writer) create(parent string) error {
	const prefix = ".new-"
	if stale, err := filepath.Glob(filepath.Join(parent, prefix+"*")); err == nil {
		for _, dir := range stale { // left by a killed Create; the lock is ours
			os.RemoveAll(dir)
		}
	}
	tmp, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return fmt.Errorf("results folder: %w", err)
	}
	defer os.RemoveAll(tmp) // after the rename there is nothing to remove
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	w.Dir = tmp
	w.layout = layoutOf(w.Meta.Columns, w.Meta.Axes)
	if err := w.SaveMeta(); err != nil {
		return err
	}
	header := strings.Join(w.Meta.Columns, ",")
	name := filepath.Join(tmp, MeasurementsFile)
	if err := os.WriteFile(name, []byte(header+"\n"), 0o644); err != nil {
		return err
	}
	w.last = chain(0).next(header)
	w.size = int64(len(header)) + 1
	if w.Dir, err = rename(tmp, filepath.Join(parent, folderName(w.Meta))); err != nil {
		return err
	}
	return w.openFile()
}

func folderName(m Meta) string {
	return m.Start().UTC().Format("20060102T150405Z") + "-" + m.Experiment
}

// rename moves tmp to name, or to name-2, name-3, … when two runs started
// within the same second.
func rename(tmp, name string) (string, error) {
	for try, to := 2, name; ; try++ {
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			return to, os.Rename(tmp, to)
		}
		to = fmt.Sprintf("%s-%d", name, try)
	}
}

// Resume opens the run in dir for further measurements. An unfinished last
// line is cut off.
func Resume(dir string) (*Writer, error) {
	lock, err := lockParent(filepath.Dir(filepath.Clean(dir)))
	if err != nil {
		return nil, err
	}
	w := &Writer{Dir: dir, lock: lock}
	if err := w.resume(); err != nil {
		w.unlock()
		return nil, err
	}
	return w, nil
}

func (w *Writer) resume() error {
	run, t, err := read(w.Dir)
	if err != nil {
		return err
	}
	if run.Meta.State == Finished {
		return fmt.Errorf("%s is finished: there is nothing to resume", w.Dir)
	}
	if run.Meta.Schema != Schema {
		return fmt.Errorf("%s was begun by an earlier version (format %q, this build writes %q): measure anew", w.Dir, run.Meta.Schema, Schema)
	}
	if !t.layout.checked {
		return fmt.Errorf("%s: the measurements have no %q column, so that the run cannot be resumed", w.Dir, checkColumn)
	}
	w.Meta, w.Rows, w.layout, w.size, w.last = run.Meta, run.Rows, t.layout, t.size, t.last
	if err := w.openFile(); err != nil {
		return err
	}
	return w.file.Truncate(w.size)
}

// Unfinished returns the folder of the newest run below parent that is not
// finished and that fits accepts; ErrNoRun when there is none.
func Unfinished(parent string, fits func(*Meta) bool) (string, error) {
	return newest(parent, func(m *Meta) bool { return m.State != Finished && fits(m) })
}

func (w *Writer) openFile() (err error) {
	w.file, err = os.OpenFile(filepath.Join(w.Dir, MeasurementsFile), os.O_WRONLY, 0)
	return err
}

func lockParent(parent string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(parent, lockFile))
	held, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("results folder: %w", err)
	}
	if !held {
		return nil, fmt.Errorf("another run is being written into %s: wait for it to end, or choose another folder with --out", parent)
	}
	return lock, nil
}

// Append writes one measurement and sets its Seq and its Session, the last one.
// After an error the file is as before.
func (w *Writer) Append(row Row) error {
	row.Seq, row.Session = 1, len(w.Meta.Sessions)
	if n := len(w.Rows); n > 0 {
		row.Seq = w.Rows[n-1].Seq + 1
	}
	line, err := w.layout.encode(row)
	if err != nil {
		return err
	}
	next := w.last.next(line)
	text := line + "," + next.String() + "\n"
	if _, err := w.file.WriteAt([]byte(text), w.size); err != nil {
		w.file.Truncate(w.size)
		return fmt.Errorf("%w; the %d measurements before it are kept: mend the cause, then resume with --resume", err, len(w.Rows))
	}
	w.size += int64(len(text))
	w.last = next
	w.Rows = append(w.Rows, row)
	return nil
}

// Sync flushes the appended rows to the disk itself.
func (w *Writer) Sync() error { return w.file.Sync() }

// SaveMeta replaces run.json.
func (w *Writer) SaveMeta() error {
	w.Meta.Rows = len(w.Rows)
	text, err := json.MarshalIndent(w.Meta, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(w.Dir, MetaFile), append(text, '\n'))
}

// Close records the state in which the run stops and unlocks the folder.
func (w *Writer) Close(state string, cause error) error {
	defer w.unlock()
	w.Meta.State, w.Meta.Error = state, ""
	if cause != nil {
		w.Meta.Error = cause.Error()
	}
	if n := len(w.Meta.Sessions); n > 0 && w.Meta.Sessions[n-1].End.IsZero() {
		w.Meta.Sessions[n-1].End = time.Now().UTC()
	}
	return errors.Join(w.Sync(), w.file.Close(), w.SaveMeta())
}

func (w *Writer) unlock() { w.lock.Unlock() }

// State reads a file in which an experiment keeps its own state between
// sessions; nil when there is none yet.
func (w *Writer) State(name string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(w.Dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// SetState replaces that file.
func (w *Writer) SetState(name string, text []byte) error {
	return WriteFile(filepath.Join(w.Dir, name), text)
}

// WriteFile replaces a file atomically: after a crash it holds the old text or
// the new one.
func WriteFile(name string, text []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // after the rename there is nothing to remove
	_, err = tmp.Write(text)
	if err = errors.Join(err, tmp.Chmod(0o644), tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
