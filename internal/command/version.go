package command

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
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
		Short: "Print the version, the source revision and the build",
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), describeBuild(build(machine.Machine{Go: machine.DescribeGo()})))
			return err
		},
	}
}

// describeBuild is a build as the version command prints it, the version first.
func describeBuild(b map[string]string) string {
	source := "unknown: built without git, or outside of a clone"
	if b["vcs.revision"] != "" {
		source = b["vcs.revision"]
		if b["vcs.time"] != "" {
			source += " of " + b["vcs.time"]
		}
		if b["vcs.modified"] == "true" {
			source += "\n             with changes that are in no revision"
		}
	}
	platform := runtime.GOOS + "/" + runtime.GOARCH
	for _, key := range []string{"GOAMD64", "GOARM64"} {
		if b[key] != "" {
			platform += " " + key + "=" + b[key]
		}
	}
	text := "hyphbench version " + b["version"] + "\n"
	for _, line := range []struct{ name, value string }{
		{"source", source}, {"go", b["go"]}, {"platform", platform}, {"sha256", b["sha256"]},
	} {
		if line.value != "" {
			text += fmt.Sprintf("  %-9s  %s\n", line.name, line.value)
		}
	}
	return text
}
