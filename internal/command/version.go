package command

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
)

// version is the version of the module, "(devel)" for a build of a work tree.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

// build identifies this program: its version, the settings of its build, its
// revision among them, and the checksum of its own executable.
func build(m machine.Machine) map[string]string {
	b := map[string]string{"version": version(), "go": m.Go.Version}
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

// revision identifies the source of this program.
func revision(m machine.Machine) string {
	return (&runfolder.Meta{Build: build(m)}).Revision()
}

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "hyphbench version "+version())
			return err
		},
	}
}
