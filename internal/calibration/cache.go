package calibration

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
)

// Cache is the folder that keeps results, one file for each machine, build and
// design. An empty Cache keeps nothing.
type Cache string

// DefaultCache is hyphbench/ in the user's cache, or empty where the system
// knows of none.
func DefaultCache() Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return Cache(filepath.Join(dir, "hyphbench"))
}

// ErrNone says that nothing is kept.
var ErrNone = errors.New("not calibrated")

// file names the result by what it holds for: the machine, without what
// changes from minute to minute, and the revision of the program.
func (c Cache) file(m machine.Machine, build, design string) string {
	identity, err := json.Marshal([]any{m.OS, m.Arch, m.CPU, m.Governor, m.Turbo, m.Power, m.Virtual, m.Quota, m.Go.GOMAXPROCS, m.Go.GOGC, build})
	if err != nil { // a quota that is no number
		identity = []byte(m.Line() + build)
	}
	sum := sha256.Sum256(identity)
	return filepath.Join(string(c), fmt.Sprintf("calibration-%s-%s.json", hex.EncodeToString(sum[:8]), design))
}

// Save keeps a result, in the place of an earlier one of the same machine,
// build and design.
func (c Cache) Save(m machine.Machine, r *Result) error {
	if c == "" {
		return errors.New("the calibration is not kept: the system names no folder for caches")
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	name := c.file(m, r.Build, r.Design)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("the calibration is not kept: %w", err)
	}
	return runfolder.WriteFile(name, append(text, '\n'))
}

// Load returns what is kept for a machine, build and design, or ErrNone. A
// file that another version wrote or that is damaged counts as none.
func (c Cache) Load(m machine.Machine, build, design string) (*Result, error) {
	if c == "" {
		return nil, ErrNone
	}
	text, err := os.ReadFile(c.file(m, build, design))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	var r Result
	if json.Unmarshal(text, &r) != nil || r.Schema != Schema || !r.complete() {
		return nil, ErrNone
	}
	return &r, nil
}

// complete reports whether a result read from a file can be cited.
func (r *Result) complete() bool {
	for _, t := range r.Tests {
		if len(t.Shares) < 2 {
			return false
		}
		for _, s := range t.Shares {
			if s.Trials < 1 || s.Told < 0 || s.Told > s.Trials {
				return false
			}
		}
	}
	return len(r.Tests) > 0
}

// Cite puts above the tables of a run what is known today of the machines and
// the build that it was measured with.
func (c Cache) Cite(m *runfolder.Meta) {
	for i := range m.Sessions {
		c.CiteSession(m, &m.Sessions[i])
	}
}

// CiteSession gives a session the line about calibration and the resolution:
// those of the result that is kept for its machine, build and design, else what
// the session recorded when it began, else that there is none. Both are empty
// for times that were not measured here and for runs without times. A session
// that recorded the line alone has no resolution.
func (c Cache) CiteSession(m *runfolder.Meta, s *runfolder.Session) {
	if s.Machine == nil || m.Design != runfolder.Interleaved && m.Design != runfolder.AsThesis {
		s.Calibration, s.Resolution = "", 0
		return
	}
	r, err := c.Load(*s.Machine, m.Revision(), m.Design)
	switch {
	case err == nil:
		s.Calibration, s.Resolution = r.Citation(), r.Resolution()
	case s.Calibration == "":
		s.Calibration = Uncalibrated(m.Design)
	}
}

// Uncalibrated says that there is no result, and how to get one.
func Uncalibrated(design string) string {
	text := "this machine is not calibrated for this build: hyphbench calibrate"
	if design != runfolder.Interleaved {
		text += " --design=" + design
	}
	return text
}
