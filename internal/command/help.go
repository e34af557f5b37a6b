package command

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/report/table"
	"hyphbench/internal/settings"
	"hyphbench/internal/terminal"
	"hyphbench/internal/usage"
)

// groups are the commands in the order of the help, by what they are for.
func groups() []struct {
	title    string
	commands []string
} {
	return []struct {
		title    string
		commands []string
	}{
		{"Choose and build a filter", []string{"choose", "filters", "build", "query"}},
		{"Measure", []string{"run", "versus", "status", "merge", "calibrate"}},
		{"Read results", []string{"show", "compare", "verify", "history", "plot", "report"}},
		{"Text", []string{"hyphenate"}},
		{"This machine", []string{"data", "version", "completion", "help"}},
	}
}

// newHelpCommand is cobra's, but for a command that is not there, which is wrong
// usage.
func newHelpCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "help [COMMAND]",
		Short:             "Print the help of a command (with --all: all flags)",
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
			if all := found.Flags().Lookup(allFlag); all != nil && isAdvanced(found) && cmd.Flags().Changed(allFlag) {
				_ = all.Value.Set("true") // a bool
			}
			return found.Help()
		},
	}
	cmd.Flags().Bool(allFlag, false, "print all flags in full")
	settings.MarkHelp(cmd.Flags(), allFlag)
	return cmd
}

// A command with many flags has a short help and, by --all, a long one. The usage of a flag
// is "what it is; more": the short help has what stands before the semicolon or bracket.
const (
	allFlag      = "all"
	advancedFlag = "hyphbench_advanced" // annotation of a flag that the long help alone has
	shortHelp    = "hyphbench_short"    // annotation of a command: its Long in short
)

// shorten gives a command a short help, without the flags named.
func shorten(cmd *cobra.Command, long string, advanced ...string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[shortHelp] = long
	cmd.Flags().Bool(allFlag, false, "with --help: print all flags in full")
	cmd.Flags().Lookup(allFlag).Hidden = true
	settings.MarkHelp(cmd.Flags(), allFlag)
	for _, name := range advanced {
		if f := cmd.Flags().Lookup(name); f != nil {
			_ = cmd.Flags().SetAnnotation(name, advancedFlag, []string{}) // it is there
		}
	}
}

// isAdvanced reports whether a command has a short help beside the long one.
func isAdvanced(cmd *cobra.Command) bool { _, has := cmd.Annotations[shortHelp]; return has }

// writeHelp writes the help of a command.
func writeHelp(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	if cmd.HasParent() {
		all := cmd.Flags().Lookup(allFlag)
		if long := all == nil || all.Value.String() == "true"; !isAdvanced(cmd) || long {
			fmt.Fprintf(w, "%s\n\n%s", strings.TrimSpace(longOf(cmd)), usageOf(cmd))
			return
		}
		fmt.Fprint(w, shortHelpOf(cmd))
		return
	}
	fmt.Fprint(w, rootHelp(cmd))
}

// usageOf is cobra's, which does not wrap what its list says of a command.
func usageOf(cmd *cobra.Command) string {
	text := cmd.UsageString()
	if f := cmd.Flag(terminal.ColourFlag); f != nil { // as in short helps
		short, _ := flagLine(f)
		value, _ := pflag.UnquoteUsage(f)
		long := fmt.Sprintf("      --%s %s[=%s]", f.Name, value, f.NoOptDefVal)
		text = strings.Replace(text, long, fmt.Sprintf("%-*s", len(long), short), 1)
	}
	for _, sub := range cmd.Commands() {
		name := fmt.Sprintf("\n  %-*s ", sub.NamePadding(), sub.Name())
		indent := strings.Repeat(" ", len(name)-1)
		text = strings.Replace(text, name+sub.Short, name+strings.Join(table.Wrap(sub.Short, 80-len(indent)), "\n"+indent), 1)
	}
	return text
}

func longOf(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return cmd.Short
}

// rootHelp is the help of the program: its commands by what they are for.
func rootHelp(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage: hyphbench COMMAND [flags]\n", root.Long)
	known := map[string]bool{}
	line := func(name string) {
		if cmd := commandNamed(root, name); cmd != nil {
			known[name] = true
			fmt.Fprintf(&b, "  %-11s %s\n", name, cmd.Short)
		}
	}
	for _, g := range groups() {
		fmt.Fprintf(&b, "%s:\n", g.title)
		for _, name := range g.commands {
			line(name)
		}
	}
	for _, cmd := range root.Commands() {
		if !known[cmd.Name()] && cmd.IsAvailableCommand() {
			line(cmd.Name())
		}
	}
	fmt.Fprintf(&b, "Flags:\n%s\nhyphbench COMMAND --help says more about a command.\n", flagLines(true, root.Flags(), root.PersistentFlags()))
	return b.String()
}

// shortHelpOf is the help of a command with many flags, a line for each.
func shortHelpOf(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage: %s [flags]\n", strings.TrimSpace(cmd.Annotations[shortHelp]), cmd.CommandPath())
	if names := commandNames(cmd); len(names) > 0 {
		fmt.Fprintf(&b, "       %s EXPERIMENT [flags]\nExperiments ('%[1]s EXPERIMENT --help' explains one):\n", cmd.CommandPath())
		for _, line := range table.Wrap(strings.Join(names, ", "), 78) {
			fmt.Fprintln(&b, "  "+line)
		}
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "Examples:\n%s\n", strings.TrimRight(cmd.Example, "\n"))
	}
	fmt.Fprintf(&b, "Flags:\n%s", flagLines(cmd.HasSubCommands(), cmd.LocalFlags(), verbosityOf(cmd)))
	path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	fmt.Fprintf(&b, "\n'hyphbench help --all %s' lists all flags and says more about each.\n", path)
	return b.String()
}

// verbosityOf are the flags of all commands that the short help repeats.
func verbosityOf(cmd *cobra.Command) *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) {
		if terminal.IsVerbosity(f.Name) && f.Name != terminal.ColourFlag {
			fs.AddFlag(f)
		}
	})
	return fs
}

// flagLines has each flag that the short help shows, in a line where 80 columns are enough.
func flagLines(oneLine bool, sets ...*pflag.FlagSet) string {
	var names, texts []string
	widest := 0
	seen := map[string]bool{}
	for _, set := range sets {
		set.VisitAll(func(f *pflag.Flag) {
			if _, advanced := f.Annotations[advancedFlag]; advanced || f.Hidden || seen[f.Name] {
				return
			}
			seen[f.Name] = true
			name, text := flagLine(f)
			names, texts = append(names, name), append(texts, text)
			widest = max(widest, len(name))
		})
	}
	var b strings.Builder
	for i, name := range names {
		if at := strings.LastIndex(texts[i], " (default "); oneLine && at > 0 && widest+2+utf8.RuneCountInString(texts[i]) > 80 {
			texts[i] = texts[i][:at] // which the long help has
		}
		for _, text := range table.Wrap(texts[i], 80-widest-2) {
			fmt.Fprintf(&b, "%-*s  %s\n", widest, name, text)
			name = ""
		}
	}
	return b.String()
}

// flagLine is a flag with what its value is, and its usage in short.
func flagLine(f *pflag.Flag) (name, text string) {
	value, usage := pflag.UnquoteUsage(f)
	if name = "      --" + f.Name; f.Shorthand != "" {
		name = "  -" + f.Shorthand + ", --" + f.Name
	}
	switch {
	case value != "" && f.NoOptDefVal != "" && f.Value.Type() != "bool":
		name += "[=" + value + "]"
	case value != "":
		name += " " + value
	}
	text = usage
	for _, end := range []string{"; ", " ("} {
		text, _, _ = strings.Cut(text, end)
	}
	if d := f.DefValue; d != "" && d != "0" && d != "false" && d != "[]" {
		text += " (default " + d + ")"
	}
	return name, text
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
