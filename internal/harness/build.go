package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"runtime/debug"

	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
)

// Version is the version of the module, "(devel)" for a build of a work tree.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

// Build identifies this program: its version, the settings of its build, its
// revision among them, and the checksum of its own executable.
func Build(m machine.Machine) map[string]string {
	b := map[string]string{"version": Version(), "go": m.Go.Version}
	if path, err := os.Executable(); err == nil {
		if text, err := os.ReadFile(path); err == nil {
			sum := sha256.Sum256(text)
			b["sha256"] = hex.EncodeToString(sum[:])
		}
	}
	for k, v := range m.Go.Build {
		b[k] = v
	}
	return b
}

// Revision identifies the source of this program.
func Revision(m machine.Machine) string {
	return (&runfolder.Meta{Build: Build(m)}).Revision()
}
