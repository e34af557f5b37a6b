package command

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"hyphbench/internal/harness"
	"hyphbench/internal/machine"
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the source revision and the build",
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), describeBuild(harness.Build(machine.Machine{Go: machine.DescribeGo()})))
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
