package runfolder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/gofrs/flock"
)

// CheckParent says why no run can be written below parent, nil where one can. It makes
// no folder. Of a parent that is not there yet it looks at the folder that it would be
// made in, which it returns.
func CheckParent(parent string) (existing string, err error) {
	if err := noRun(parent); err != nil {
		return "", err
	}
	existing = filepath.Clean(parent)
	for {
		info, err := os.Stat(existing)
		if err == nil && !info.IsDir() {
			return "", fmt.Errorf("%s is a file: want a folder", existing)
		}
		above := filepath.Dir(existing)
		if err == nil || above == existing {
			break
		}
		existing = above
	}
	probe, err := os.CreateTemp(existing, newPrefix)
	if err != nil {
		return "", fmt.Errorf("nothing can be written there: %w: want a folder of yours", err)
	}
	err = probe.Close()
	gone := os.Remove(probe.Name())
	if errors.Is(gone, fs.ErrNotExist) { // a process that begins a run there took it for one left behind
		gone = nil
	}
	return existing, errors.Join(err, gone)
}

// IsRun reports whether a folder is that of a run.
func IsRun(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, MetaFile))
	return err == nil
}

// CheckName refuses a name that no folder of a run can have: below a parent, those with a
// dot in front are no runs.
func CheckName(name string) error {
	if ok, _ := regexp.MatchString(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`, name); !ok { // the pattern is a constant
		return errors.New("want a name of letters, digits, dots, hyphens and underscores, a letter or digit first")
	}
	return nil
}

// noRun refuses a parent that is a run itself.
func noRun(parent string) error {
	for _, f := range []string{MetaFile, MeasurementsFile} {
		if _, err := os.Stat(filepath.Join(parent, f)); err == nil {
			return fmt.Errorf("%s holds a %s, so it is a run itself: want its parent folder, or --resume=%s", parent, f, parent)
		}
	}
	return nil
}

// Busy reports whether a process writes a run into parent at this moment.
func Busy(parent string) bool {
	name := filepath.Join(parent, lockFile)
	if _, err := os.Stat(name); err != nil {
		return false
	}
	lock := flock.New(name, flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryRLock()
	if free {
		err = lock.Unlock()
	}
	return err == nil && !free
}

// Active reports whether a process measures the run in dir at this moment: one writes
// into its parent, and of the runs there that are not closed this one was begun or
// resumed last. A run whose process was killed says that it is running, but is not
// under way.
func Active(dir string) bool {
	dir = filepath.Clean(dir)
	meta, err := readMeta(dir)
	if err != nil || meta.closed() || !Busy(filepath.Dir(dir)) {
		return false
	}
	last := func(m *Meta) (t time.Time) {
		for _, s := range m.Sessions {
			t = s.Start
		}
		return t
	}
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		return false
	}
	for _, e := range entries {
		other, err := readMeta(filepath.Join(filepath.Dir(dir), e.Name()))
		if err == nil && !other.closed() && last(other).After(last(meta)) {
			return false
		}
	}
	return true
}
