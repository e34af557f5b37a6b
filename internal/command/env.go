package command

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"hyphbench/internal/harness"
	"hyphbench/internal/machine"
	"hyphbench/internal/settings"
)

func newEnvCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "env",
		Short: "Describe the machine, the build and what disturbs a measurement",
		Long: `Prints as JSON the machine, the build and the clock as run.json records them,
and the warnings with their cures.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			m := machine.Describe(cmd.Context())
			text, err := json.MarshalIndent(struct {
				Machine  machine.Machine    `json:"machine"`
				Build    map[string]string  `json:"build"`
				Clock    map[string]float64 `json:"clock"`
				Warnings []machine.Warning  `json:"warnings"`
			}{m, harness.Build(m), m.Clock.Map(), machine.Warnings(m)}, "", "  ")
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), string(text))
			return err
		},
	}
}
