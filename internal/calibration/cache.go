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

// Cache is the folder of stored results, one file for each machine, build and
// design. An empty Cache stores nothing.
type Cache string

// DefaultCache is hyphbench/ in the user's cache, or empty where the system
// has none.
func DefaultCache() Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return Cache(filepath.Join(dir, "hyphbench"))
}

// ErrNone is the error of a machine, build and design without a result.
var ErrNone = errors.New("not calibrated")

// file names the result by the machine, without its changing state, the
// revision of the program and the design.
func (c Cache) file(m machine.Machine, build, design string) string {
	identity, err := json.Marshal([]any{m.OS, m.Arch, m.CPU, m.Governor, m.Turbo, m.Power, m.Virtual, m.Quota, m.Go.GOMAXPROCS, m.Go.GOGC, build})
	if err != nil { // a quota that is no number
		identity = []byte(m.Line() + build)
	}
	sum := sha256.Sum256(identity)
	return filepath.Join(string(c), fmt.Sprintf("calibration-%s-%s.json", hex.EncodeToString(sum[:8]), design))
}

// Save stores a result and replaces an earlier one of the same machine, build
// and design.
func (c Cache) Save(m machine.Machine, r *Result) error {
	if c == "" {
		return errors.New("the calibration is not stored: want a folder for caches, which the system lacks")
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	name := c.file(m, r.Build, r.Design)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("the calibration is not stored: %w", err)
	}
	return runfolder.WriteFile(name, append(text, '\n'))
}

// Load returns the result for a machine, build and design, or ErrNone. A
// damaged file and one of another version count as none.
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

// Citation is the line about calibration above the tables of a session: the
// stored result for its machine, build and design, else the one recorded when
// the session began, else that there is none. It is empty for imported times
// and for runs without times.
func (c Cache) Citation(m *runfolder.Meta, s *runfolder.Session) string {
	if s.Machine == nil || m.Design != runfolder.Interleaved && m.Design != runfolder.AsThesis {
		return ""
	}
	r, err := c.Load(*s.Machine, m.Revision(), m.Design)
	switch {
	case err == nil:
		return r.Citation()
	case s.Calibration != "":
		return s.Calibration
	}
	return Uncalibrated(m.Design)
}

// Cite sets the citation of every session of a run.
func (c Cache) Cite(m *runfolder.Meta) {
	for i := range m.Sessions {
		m.Sessions[i].Calibration = c.Citation(m, &m.Sessions[i])
	}
}

// Uncalibrated is the citation where there is no result, with the command for
// one.
func Uncalibrated(design string) string {
	text := "this machine is not calibrated for this build: hyphbench calibrate"
	if design != runfolder.Interleaved {
		text += " --design=" + design
	}
	return text
}
