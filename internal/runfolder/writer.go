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

	"hyphbench/internal/renamed"
)

// Writer adds measurements to a run. It is not safe for concurrent use.
type Writer struct {
	Dir  string
	Meta Meta

	layout   layout
	file     *os.File
	rows     int // in measurements.csv
	seq      int // of the last one
	size     int64
	last     chain
	unsynced bool      // rows were appended since the last Sync
	saved    time.Time // when run.json was written
	lock     *flock.Flock
}

// lockFile, in the parent folder, is locked while a run is written below it:
// two runs at a time would also disturb each other's times.
const lockFile = ".hyphbench.lock"

// Create starts a run in a new folder below parent, named after the start of
// meta's first session and its experiment. The folder appears complete, with
// run.json and the header of measurements.csv, or not at all.
func Create(parent string, meta Meta) (*Writer, error) { return CreateNamed(parent, "", meta) }

// CreateNamed is Create with a name for the run's folder in place of its time and
// experiment; empty for these.
func CreateNamed(parent, name string, meta Meta) (*Writer, error) {
	if err := noRun(parent); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, fmt.Errorf("results folder: %w", err)
	}
	if err := checkColumns(meta.Columns, meta.Axes); err != nil {
		return nil, err
	}
	lock, err := lockParent(parent)
	if err != nil {
		return nil, err
	}
	meta.Schema, meta.State, meta.Error = Schema, Running, ""
	w := &Writer{Meta: meta, lock: lock}
	if err := w.create(parent, name); err != nil {
		w.Release()
		return nil, err
	}
	return w, nil
}

func (w *Writer) create(parent, name string) error {
	sweepParent(parent)
	tmp, err := os.MkdirTemp(parent, newPrefix)
	if err != nil {
		return fmt.Errorf("results folder: %w", err)
	}
	defer os.RemoveAll(tmp) // after the rename there is nothing to remove
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	w.Dir = tmp
	w.layout = layoutOf(w.Meta.Columns, w.Meta.Axes, renamed.In(w.Meta.Experiment))
	header := strings.Join(w.Meta.Columns, ",")
	if err := WriteFile(filepath.Join(tmp, MeasurementsFile), []byte(header+"\n")); err != nil {
		return err
	}
	w.last = chain(0).next([]byte(header))
	w.size = int64(len(header)) + 1
	if err := w.SaveMeta(); err != nil {
		return err
	}
	if name != "" {
		w.Dir = filepath.Join(parent, name)
		err = os.Rename(tmp, w.Dir) // fails where the name is taken
	} else {
		w.Dir, err = rename(tmp, filepath.Join(parent, folderName(w.Meta)))
	}
	if err != nil {
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
		w.Release()
		return nil, err
	}
	return w, nil
}

func (w *Writer) resume() error {
	meta, t, err := read(w.Dir, func(Row, *kindInFile) {})
	if err != nil {
		return err
	}
	if meta.State == Finished {
		return fmt.Errorf("%s %w: there is nothing to resume", w.Dir, ErrFinished)
	}
	if meta.Schema != Schema {
		return fmt.Errorf("%s was begun by an earlier version (format %q, this build writes %q): measure anew", w.Dir, meta.Schema, Schema)
	}
	w.Meta, w.layout, w.rows, w.seq, w.size, w.last = *meta, t.layout, t.rows, t.seq, t.size, t.last
	sweep(w.Dir)
	if n := len(w.Meta.Sessions); n > 0 && w.Meta.Sessions[n-1].End.IsZero() { // its process was killed
		if info, err := os.Stat(filepath.Join(w.Dir, MeasurementsFile)); err == nil {
			w.Meta.Sessions[n-1].End = info.ModTime().UTC()
		}
	}
	if err := w.openFile(); err != nil {
		return err
	}
	return w.file.Truncate(w.size)
}

// ErrFinished says that a run has all its measurements.
var ErrFinished = errors.New("is finished")

// Unfinished returns the folder of the newest run below parent that is not
// finished and that fits accepts; ErrNoRun when there is none.
func Unfinished(parent string, fits func(*Meta) bool) (string, error) {
	return Newest(parent, func(_ string, m *Meta) bool { return m.State != Finished && fits(m) })
}

// Amend lets write change what is derived from the run in dir, while no run is
// written into its parent.
func Amend(dir string, write func() error) error {
	lock, err := lockParent(filepath.Dir(filepath.Clean(dir)))
	if err != nil {
		return err
	}
	sweep(dir)
	return errors.Join(write(), lock.Unlock())
}

// Tidy removes what killed processes left in the folder of a run, unless a run
// is being written beside it.
func Tidy(dir string) {
	if len(stale(dir)) == 0 {
		return
	}
	// Who cannot tidy up leaves it to the next one.
	_ = Amend(dir, func() error { return nil })
}

func (w *Writer) openFile() (err error) {
	w.file, err = os.OpenFile(filepath.Join(w.Dir, MeasurementsFile), os.O_WRONLY, 0)
	return err
}

const (
	lockTries = 3
	lockPause = 20 * time.Millisecond
)

func lockParent(parent string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(parent, lockFile))
	held, err := lock.TryLock()
	for range lockTries { // who asks whether a run is under way holds it for a moment
		if err != nil || held {
			break
		}
		time.Sleep(lockPause)
		held, err = lock.TryLock()
	}
	if err != nil {
		return nil, fmt.Errorf("results folder: %w", err)
	}
	if !held {
		return nil, fmt.Errorf("another run is being written into %s: wait for it to end, or choose another folder with --out", parent)
	}
	return lock, nil
}

// Append writes one measurement and sets its Seq and its Session, the last one.
// A row that could not be read again is refused. After an error the file is as
// before.
func (w *Writer) Append(row Row) error {
	row.Seq, row.Session = w.seq+1, len(w.Meta.Sessions)
	line, err := w.layout.encode(row)
	if err != nil {
		return err
	}
	next := w.last.next([]byte(line))
	text := line + "," + next.String() + "\n"
	if _, err := w.file.WriteAt([]byte(text), w.size); err != nil {
		w.file.Truncate(w.size)
		return fmt.Errorf("%w; the %d measurements before it are kept: mend the cause, then resume with --resume", err, w.rows)
	}
	w.size += int64(len(text))
	w.last, w.seq, w.unsynced = next, row.Seq, true
	w.rows++
	return nil
}

// Count is the number of rows in measurements.csv.
func (w *Writer) Count() int { return w.rows }

// Each calls visit for every row, as read from the disk: the rows of a long run
// are not kept in memory.
func (w *Writer) Each(visit func(Row)) error {
	_, _, err := read(w.Dir, func(row Row, _ *kindInFile) { visit(row) })
	return err
}

// Sync flushes the appended rows to the disk itself.
func (w *Writer) Sync() error {
	if !w.unsynced {
		return nil
	}
	if err := w.file.Sync(); err != nil {
		return err
	}
	w.unsynced = false
	return nil
}

// recordEvery is the least time between two records of the number of rows. Rows
// of a killed run since the last record can be cut off unnoticed.
const recordEvery = time.Second

// Checkpoint flushes the appended rows to the disk itself and, once a second at
// most, records their number in run.json.
func (w *Writer) Checkpoint() error {
	if !w.unsynced || time.Since(w.saved) < recordEvery {
		return w.Sync()
	}
	return w.SaveMeta()
}

// SaveMeta replaces run.json. The rows that it records are on the disk before
// it is.
func (w *Writer) SaveMeta() error {
	if err := w.Sync(); err != nil {
		return err
	}
	w.Meta.Rows, w.Meta.Check = w.rows, w.last.String()
	w.saved = time.Now()
	text, err := json.MarshalIndent(w.Meta, "", "  ")
	if err != nil {
		return err
	}
	return writeSealed(filepath.Join(w.Dir, MetaFile), text)
}

// Close records the state in which the run stops and unlocks the folder.
func (w *Writer) Close(state string, cause error) error {
	return errors.Join(w.End(state, cause), w.Release())
}

// End records the state in which the run stops. What is derived from it can be
// written before Release, since no one else writes into the folder.
func (w *Writer) End(state string, cause error) error {
	w.Meta.State, w.Meta.Error = state, ""
	if cause != nil {
		w.Meta.Error = cause.Error()
	}
	if n := len(w.Meta.Sessions); n > 0 && w.Meta.Sessions[n-1].End.IsZero() {
		w.Meta.Sessions[n-1].End = time.Now().UTC()
	}
	if err := w.SaveMeta(); err != nil || state != Finished {
		return err
	}
	return dropProgress(w.Dir)
}

// Release unlocks the folder.
func (w *Writer) Release() error {
	var err error
	if w.file != nil {
		err = w.file.Close()
	}
	return errors.Join(err, w.lock.Unlock())
}

// State reads a file in which an experiment keeps its own state between
// sessions; nil when there is none yet.
func (w *Writer) State(name string) ([]byte, error) { return States(w.Dir).State(name) }

// SetState replaces that file. The text is a JSON object; it gets a seal.
func (w *Writer) SetState(name string, text []byte) error {
	return writeSealed(filepath.Join(w.Dir, name), text)
}

func writeSealed(name string, object []byte) error {
	text, err := seal(object)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return WriteFile(name, text)
}
