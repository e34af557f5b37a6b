package command

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/choose"
	"hyphbench/internal/corpus"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// complete gives a shell the values of all flags of cmd and of the commands below it, and
// of the arguments that they do not complete themselves. It is for a process that a shell
// asks: cobra keeps the flags, and with them the whole tree, to its end.
func (p Program) complete(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			if values := p.flagValues(cmd, f); values != nil {
				// The flag is there, and has no completion yet.
				_ = cmd.RegisterFlagCompletionFunc(f.Name, values)
			}
		})
	}
	if cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = p.argumentValues(cmd)
	}
	for _, sub := range cmd.Commands() {
		p.complete(sub)
	}
}

// flagValues completes a flag; nil leaves it to the shell, which lists files.
func (p Program) flagValues(cmd *cobra.Command, f *pflag.Flag) cobra.CompletionFunc {
	switch f.Name {
	case "format":
		if f.Value.Type() == "stringSlice" {
			return listOf(words(figure.Formats())...)
		}
	case "fail-on":
		return listOf(gateWords()...)
	case "needs":
		return listOf(words(choose.Needs())...)
	case "metric":
		return listOf(p.metricNames()...)
	case "preset":
		if cmd.Name() == "choose" {
			return among(presetWords()...)
		}
	case "lang":
		if cmd.Name() == "hyphenate" {
			return installedLanguages
		}
	case "filter", "to":
		if _, own := f.Value.(interface{ Words() []string }); !own && f.Value.Type() == "names" {
			return listOf(structureNames()...)
		} else if !own {
			return among(structureNames()...)
		}
	case "of":
		return among(p.experimentNames()...)
	case "fail-if":
		return among("slower>1%", "slower>2%", "slower>5%")
	case "config":
		return endings("yaml", "yml")
	case "figure":
		return endings(words(figure.Formats())...)
	case "resume":
		if f.Value.Type() == "string" {
			return p.runs(func(m *runfolder.Meta) bool { return m.State != runfolder.Finished })
		}
	case "from":
		return p.runs(func(*runfolder.Meta) bool { return true })
	case "go", "out", "node-dir":
		if cmd.Name() != "build" {
			return folders
		}
	}
	if list := wordsOfUsage(f.Usage); len(list) > 0 && f.Value.Type() == "string" {
		return among(list...)
	}
	return byType(f.Value)
}

// usageWords is a usage that lists the words of a flag, "text, markdown or json", behind
// what they are and in front of an explanation.
var usageWords = regexp.MustCompile(`^(?:[^:]*: )?((?:[a-z-]+, )*[a-z-]+ or [a-z-]+)(?: \(.*)?$`)

// wordsOfUsage are the words that a usage lists; none where it says something else.
func wordsOfUsage(usage string) []string {
	parts := usageWords.FindStringSubmatch(usage)
	if parts == nil {
		return nil
	}
	return strings.Split(strings.Replace(parts[1], " or ", ", ", 1), ", ")
}

// byType completes a flag by the type of its value.
func byType(v pflag.Value) cobra.CompletionFunc {
	if known, ok := v.(interface{ Words() []string }); ok {
		if kind := v.Type(); kind == "names" || kind == "stores" {
			return listOf(known.Words()...)
		}
		return among(known.Words()...)
	}
	switch v.Type() {
	case "bool":
		return among("true", "false")
	case "string", "stringArray", "stringSlice":
		return nil
	}
	return cobra.NoFileCompletions // numbers, rates, times
}

// argumentValues completes the arguments of a command.
func (p Program) argumentValues(cmd *cobra.Command) cobra.CompletionFunc {
	switch name := cmd.Name(); {
	case strings.HasPrefix(cmd.CommandPath()+" ", cmd.Root().Name()+" run "):
		return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if f := cmd.Flags().Lookup("resume"); f == nil || !f.Changed || len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return p.runs(func(m *runfolder.Meta) bool { return m.State != runfolder.Finished })(cmd, args, typed)
		}
	case strings.Contains(cmd.Use, "[DIR") || name == "compare":
		return p.runs(func(*runfolder.Meta) bool { return true })
	case name == "filters", name == "versus":
		return among(structureNames()...)
	case name == "merge":
		return folders
	case name == "import":
		return endings("csv")
	case !strings.Contains(cmd.Use, " "):
		return cobra.NoFileCompletions
	}
	return nil
}

// among completes one of some words, which may have a description behind a tab.
func among(list ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) (values []string, _ cobra.ShellCompDirective) {
		for _, word := range list {
			if strings.HasPrefix(word, typed) {
				values = append(values, word)
			}
		}
		return values, cobra.ShellCompDirectiveNoFileComp
	}
}

// listOf completes the last word of a comma list, by words that are not in it yet.
func listOf(list ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) (values []string, _ cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		there := strings.Split(before, ",")
		for _, word := range list {
			if strings.HasPrefix(before+word, typed) && !slices.Contains(there, word) {
				values = append(values, before+word)
			}
		}
		return values, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// endings completes files with one of some endings.
func endings(list ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveFilterFileExt)
}

// installedLanguages completes the languages of which there are patterns.
func installedLanguages(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	list := []string{"list"}
	for _, l := range corpus.InstalledTrees().List() {
		list = append(list, cobra.CompletionWithDesc(l.Tag, l.Name))
	}
	return among(list...)(cmd, args, typed)
}

// folders completes folders.
func folders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// runs completes the runs that admit accepts: those in results and in the folder that
// is typed, the newest first. Where there are none a shell lists files.
func (p Program) runs(admit func(*runfolder.Meta) bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		type found struct {
			text  string
			start int64
		}
		var list []found
		parents := []string{resultsFolder + "/", ""}
		if at := strings.LastIndexByte(typed, '/'); at >= 0 {
			parents = []string{typed[:at+1]}
		}
		for _, parent := range parents {
			where := parent
			if where == "" {
				where = "."
			}
			// What cannot be read is not completed.
			_, _ = runfolder.Newest(where, func(dir string, m *runfolder.Meta) bool {
				path := parent + dir[strings.LastIndexAny(dir, `/\`)+1:]
				if admit(m) && strings.HasPrefix(path, typed) && !slices.Contains(args, path) {
					state := m.State + ", " + m.Experiment + ", " + m.Start().Format("2006-01-02 15:04")
					list = append(list, found{cobra.CompletionWithDesc(path, state), m.Start().UnixNano()})
				}
				return false
			})
		}
		slices.SortStableFunc(list, func(a, b found) int { return int(min(1, max(-1, b.start-a.start))) })
		var texts []string
		for _, f := range list {
			texts = append(texts, f.text)
		}
		return texts, cobra.ShellCompDirectiveKeepOrder
	}
}

// words are values of a kind of text as texts.
func words[T ~string](values []T) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = string(v)
	}
	return list
}

func structureNames() (names []string) {
	for _, s := range all.Structures() {
		names = append(names, cobra.CompletionWithDesc(s.Name, s.Title))
	}
	return names
}

func presetWords() []string {
	names := []string{"all"}
	for _, p := range choose.Presets() {
		names = append(names, cobra.CompletionWithDesc(p.Name, p.Title))
	}
	return names
}

func (p Program) experimentNames() (names []string) {
	for _, e := range p.Experiments() {
		names = append(names, cobra.CompletionWithDesc(e.Name(), e.Title()))
	}
	return names
}

// metricNames are those of all experiments.
func (p Program) metricNames() (names []string) {
	for _, e := range p.Experiments() {
		for _, m := range e.Reading().Metrics {
			if !slices.Contains(names, string(m.Name)) {
				names = append(names, string(m.Name))
			}
		}
	}
	return names
}
