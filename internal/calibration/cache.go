package calibration

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

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

// ErrLonger is the error of a result that would replace a longer one.
var ErrLonger = errors.New("a longer calibration is stored")

// Keep stores a result as Save does, but in place of a longer one: that is kept,
// with an error that is ErrLonger and names it.
func (c Cache) Keep(m machine.Machine, r *Result) error {
	if stored, err := c.Load(m, r.Build, r.Design); err == nil && stored.Sections > r.Sections {
		return fmt.Errorf("%w, of %d trials of %s on %s, and is kept", ErrLonger, stored.Trials, stored.length(), stored.Date.Format(time.DateOnly))
	}
	return c.Save(m, r)
}

// Save stores a result and replaces an earlier one of the same machine, build
// and design.
func (c Cache) Save(m machine.Machine, r *Result) error {
	if c == "" {
		return errors.New("the calibration is not stored: want a folder for caches, which the system lacks")
	}
	result, err := json.Marshal(r)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(stored{checksum(result), result}, "", "  ")
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
	var file stored
	var result bytes.Buffer // without the file's indents
	var r Result
	if json.Unmarshal(text, &file) != nil || json.Compact(&result, file.Result) != nil || checksum(result.Bytes()) != file.SHA256 ||
		json.Unmarshal(file.Result, &r) != nil || r.Schema != Schema || !r.complete() {
		return nil, ErrNone
	}
	return &r, nil
}

// stored is the content of a file. Its sum tells a damaged number, which could be one that was
// measured.
type stored struct {
	SHA256 string          `json:"sha256"`
	Result json.RawMessage `json:"result"`
}

func checksum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
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

// Cite gives every session of a run its citation and resolution.
func (c Cache) Cite(m *runfolder.Meta) {
	for i := range m.Sessions {
		c.CiteSession(m, &m.Sessions[i])
	}
}

// CiteSession gives a session the line about calibration above its tables and
// the resolution: those of the stored result for its machine, build and design,
// else those recorded when the session began, else none. Both are empty for
// imported times and for runs without times. A session that recorded the line
// alone has no resolution, and one at another load than that of the calibration
// has no line.
func (c Cache) CiteSession(m *runfolder.Meta, s *runfolder.Session) {
	if s.Machine == nil || m.Design != runfolder.Interleaved && m.Design != runfolder.AsThesis {
		s.Calibration, s.Resolution = "", 0
		return
	}
	r, err := c.Load(*s.Machine, m.Revision(), m.Design)
	switch {
	case err == nil:
		s.Calibration, s.Resolution = r.Citation(), r.Resolution()
		if r.otherLoad(s) {
			s.Calibration = ""
		}
	case s.Calibration == "":
		s.Calibration = Uncalibrated(m.Design)
	}
}

// otherLoad reports whether another program more, or one less, was at work when the session
// began or while it measured with its own thread.
func (r *Result) otherLoad(s *runfolder.Session) bool {
	if r.Load == nil || *r.Load == machine.NoLoad || s.LoadBefore == machine.NoLoad {
		return false
	}
	return math.Abs(max(s.LoadBefore, s.LoadAfter-1)-*r.Load) > 1
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
