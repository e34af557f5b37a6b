package command

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/harness"
	"hyphbench/internal/machine"
	"hyphbench/internal/report/table"
	"hyphbench/internal/settings"
	"hyphbench/internal/terminal"
)

func newVersionCommand(shown *terminal.Verbosity) *cobra.Command {
	format := string(table.Text)
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version and the build (with --verbose also the machine)",
		Long: `Prints the version, the source revision and the build. With --verbose also the
machine and what disturbs a measurement on it, with cures; --format=json has all
of it, and the clock, as run.json records them.`,
		Example: "  hyphbench version --verbose",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if err := settings.OneOf("format", format, string(table.Text), string(table.JSON)); err != nil {
				return err
			}
			if table.Format(format) == table.JSON {
				m := machine.Describe(cmd.Context())
				return table.WriteJSON(cmd.OutOrStdout(), struct {
					Machine  machine.Machine    `json:"machine"`
					Build    map[string]string  `json:"build"`
					Clock    map[string]float64 `json:"clock"`
					Warnings []machine.Warning  `json:"warnings"`
				}{m, harness.Build(m), m.Clock.Map(), machine.Warnings(m)})
			}
			m := machine.Machine{Go: machine.DescribeGo()}
			if shown.Verbose {
				m = machine.Describe(cmd.Context())
			}
			text := describeBuild(harness.Build(m))
			if shown.Verbose {
				text += describeMachine(m)
			}
			_, err := io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text or json")
	return cmd
}

// describeBuild is a build as the version command prints it, the version first.
func describeBuild(b map[string]string) string {
	source := "unknown: built without git, with -buildvcs=false or in no clone"
	if b["vcs.revision"] != "" {
		source = b["vcs.revision"]
		if b["vcs.time"] != "" {
			source += " of " + b["vcs.time"]
		}
		if b["vcs.modified"] == "true" {
			source += "\nwith changes that are in no revision"
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
			text += versionLine(line.name, line.value)
		}
	}
	return text
}

// versionLine is a line with a name, wrapped where it is long.
func versionLine(name, value string) string {
	var text string
	for part := range strings.SplitSeq(value, "\n") {
		for _, line := range table.Wrap(part, 67) {
			text += fmt.Sprintf("  %-9s  %s\n", name, line)
			name = ""
		}
	}
	return text
}

// describeMachine is a machine, with what disturbs a measurement on it.
func describeMachine(m machine.Machine) string {
	text := versionLine("machine", m.Line())
	for i, w := range machine.Warnings(m) {
		text += versionLine([]string{"warnings", ""}[min(i, 1)], w.String())
	}
	return text
}
