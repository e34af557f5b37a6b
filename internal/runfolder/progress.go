package runfolder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Progress is how far a run is: what its process tells others while it measures. It is
// no part of the run: it holds paths as they were typed, and goes when the run is
// finished. It is not flushed to the disk, which would disturb the measurement.
type Progress struct {
	Process int           `json:"process"`
	Parent  int           `json:"parent,omitempty"` // of a part of a run: the process that has the parts measured
	Updated time.Time     `json:"updated"`
	Rows    int64         `json:"rows"` // of the plan
	AllRows int64         `json:"all_rows"`
	Round   int           `json:"round"`
	Share   float64       `json:"share"`             // of the work, 0 to 1
	Left    time.Duration `json:"left"`              // from Updated on; 0: not known
	WarmUp  time.Duration `json:"warm_up,omitempty"` // how long it took, which a resumed run repeats
	Folder  string        `json:"folder"`            // in which Resume was typed
	Resume  []string      `json:"resume"`            // the command that resumes the run
}

// progressFile begins with a dot: lists of a run's files leave it out.
const progressFile = ".progress.json"

// SaveProgress replaces what the run in dir says of its progress.
func SaveProgress(dir string, p Progress) error {
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(dir, progressFile), append(text, '\n'), func(*os.File) error { return nil })
}

// ProgressOf is what the run in dir says; nil where it says nothing: it is finished, or
// is of a program that did not.
func ProgressOf(dir string) (*Progress, error) {
	name := filepath.Join(dir, progressFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var p Progress
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("%s: %w: want the JSON that hyphbench wrote", name, err)
	}
	return &p, nil
}

// DropProgress removes what a finished run told, where its process was killed before it could.
func DropProgress(r *Run) {
	if r.Meta.State == Finished {
		_ = dropProgress(r.Dir) // who may not write there leaves it to the next one
	}
}

func dropProgress(dir string) error {
	err := os.Remove(filepath.Join(dir, progressFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
