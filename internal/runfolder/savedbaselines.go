package runfolder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"hyphbench/internal/nearest"
)

// Baselines is a folder of runs that are kept under names, to compare with. Each is
// a copy of run.json and measurements.csv with their seals: it stays when the run is
// removed, and names no place on the machine.
type Baselines string

// isBaselineName reports whether a baseline may have the name. None begins with a
// dot, as a copy in the making does.
func isBaselineName(name string) bool {
	ok, _ := regexp.MatchString(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`, name) // the pattern is a constant
	return ok
}

// ErrBaseline is the error of a name that is no baseline, or is one already.
var ErrBaseline = errors.New("baseline")

func checkBaselineName(name string) error {
	if !isBaselineName(name) {
		return fmt.Errorf("%w %q: want a name of letters, digits, dots, hyphens and underscores, a letter or digit first", ErrBaseline, name)
	}
	return nil
}

// Save keeps a copy of the run in dir. An older baseline of the name is replaced if
// force says so. A run that is not finished is refused.
func (b Baselines) Save(name, dir string, force bool) error {
	if err := checkBaselineName(name); err != nil {
		return err
	}
	switch meta, err := readMeta(dir); {
	case err != nil:
		return err
	case meta.State != Finished:
		return fmt.Errorf("%s is not finished: want a finished run as a baseline", dir)
	}
	to := filepath.Join(string(b), name)
	if _, err := os.Stat(to); err == nil && !force {
		return fmt.Errorf("%w %q exists: want another name, or --force to replace it", ErrBaseline, name)
	}
	if err := os.MkdirAll(string(b), 0o777); err != nil {
		return err
	}
	made, err := os.MkdirTemp(string(b), newPrefix+name+"-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made) // after the rename there is nothing to remove
	if err := os.Chmod(made, 0o755); err != nil {
		return err
	}
	for _, file := range []string{MeasurementsFile, MetaFile} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err == nil {
			err = os.WriteFile(filepath.Join(made, file), text, 0o644)
		}
		if err != nil {
			return err
		}
	}
	if _, err := open(made); err != nil { // the run may have changed meanwhile
		return err
	}
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.Rename(made, to)
}

// Open reads a baseline.
func (b Baselines) Open(name string) (*Run, error) {
	if err := b.check(name); err != nil {
		return nil, err
	}
	return open(filepath.Join(string(b), name))
}

// Remove removes a baseline.
func (b Baselines) Remove(name string) error {
	if err := b.check(name); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(string(b), name))
}

// check is the error of a name that is no baseline; it names those there are.
func (b Baselines) check(name string) error {
	if err := checkBaselineName(name); err != nil {
		return err
	}
	list, err := b.List()
	if err != nil {
		return err
	}
	var names []string
	for _, one := range list {
		if one.Name == name {
			return nil
		}
		names = append(names, one.Name)
	}
	if names == nil {
		return fmt.Errorf("no %w %q in %s: 'hyphbench baseline save %s' makes it", ErrBaseline, name, b, name)
	}
	return fmt.Errorf("no %w %q in %s: want one of %s", ErrBaseline, name, b, strings.Join(nearest.Sorted(name, names), ", "))
}

// Baseline is one of a folder.
type Baseline struct {
	Name string
	Meta Meta
}

// List has the baselines by name; none where the folder does not exist.
func (b Baselines) List() ([]Baseline, error) {
	entries, err := os.ReadDir(string(b))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []Baseline
	for _, e := range entries {
		if !e.IsDir() || !isBaselineName(e.Name()) {
			continue
		}
		meta, failed := readMeta(filepath.Join(string(b), e.Name()))
		switch {
		case errors.Is(failed, fs.ErrNotExist), errors.Is(failed, errForeign):
			continue
		case failed != nil:
			return nil, failed
		}
		list = append(list, Baseline{e.Name(), *meta})
	}
	return list, err
}
