package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
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
		if sum, err := checksum(path); err == nil {
			b["sha256"] = sum
		}
	}
	for k, v := range m.Go.Build {
		b[k] = v
	}
	return b
}

// checksum is the SHA-256 of a file, which is not held in memory: a run that follows has it
// to itself.
func checksum(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Revision identifies the source of this program.
func Revision(m machine.Machine) string {
	return (&runfolder.Meta{Build: Build(m)}).Revision()
}
