package command

import (
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"

	"github.com/spf13/cobra"
)

// newHelpCommand is cobra's, but for a command that is not there, which is wrong
// usage.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "help [COMMAND]",
		Short:             "Help about a command",
		Long:              "Prints the help of a command, as 'hyphbench COMMAND --help' does.",
		ValidArgsFunction: commandsBelow,
		Args:              cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			found := cmd.Root()
			for _, name := range args {
				sub := commandNamed(found, name)
				if sub == nil {
					return usage.Errorf("unknown command %q for %q%s", name, found.CommandPath(), settings.DidYouMean(name, commandNames(found)))
				}
				found = sub
			}
			found.InitDefaultHelpFlag()
			found.InitDefaultVersionFlag()
			return found.Help()
		},
	}
}

// commandNamed is the one of that name below cmd, or nil.
func commandNamed(cmd *cobra.Command, name string) *cobra.Command {
	for _, sub := range cmd.Commands() {
		if sub.Name() == name || sub.HasAlias(name) {
			return sub
		}
	}
	return nil
}

// commandsBelow completes the name of a command behind those that are typed.
func commandsBelow(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	found := cmd.Root()
	for _, name := range args {
		if found = commandNamed(found, name); found == nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
	}
	var list []string
	for _, sub := range found.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, sub.Name()+"\t"+sub.Short)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}
