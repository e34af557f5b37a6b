package command

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"hyphbench/internal/settings"
)

// ManPages writes a man page for every command into a folder, each with its files,
// environment variables and exit codes, and returns how many. They have the date. It is no
// method: those of Program are linked into every program, and cobra's writer of pages with them.
func ManPages(p Program, dir string, when time.Time) (int, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	return writePages(newRoot(&call{Program: p}), dir, when)
}

// writePages writes the pages of cmd and of all below it.
func writePages(cmd *cobra.Command, dir string, when time.Time) (pages int, err error) {
	text, err := manPage(cmd, when)
	if err != nil {
		return 0, err
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
		return 0, err
	}
	pages = 1
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
			continue
		}
		below, err := writePages(sub, dir, when)
		if err != nil {
			return 0, err
		}
		pages += below
	}
	return pages, nil
}

// manPage is cobra's page with further sections in front of SEE ALSO.
func manPage(cmd *cobra.Command, when time.Time) ([]byte, error) {
	var page bytes.Buffer
	if err := doc.GenMan(cmd, &doc.GenManHeader{Section: "1", Source: "hyphbench", Date: &when}, &page); err != nil {
		return nil, err
	}
	var more strings.Builder
	for _, section := range []struct {
		title   string
		entries []manEntry
	}{{"FILES", manFiles(cmd)}, {"ENVIRONMENT", manEnvironment(cmd)}, {"EXIT STATUS", manExits(cmd)}} {
		fmt.Fprintf(&more, ".SH %s\n", section.title)
		for _, e := range section.entries {
			fmt.Fprintf(&more, ".TP\n\\fB%s\\fP\n%s\n", roff(e.name), roff(e.text))
		}
	}
	const last = ".SH SEE ALSO"
	at := bytes.LastIndex(page.Bytes(), []byte(last))
	if at < 0 {
		at = page.Len()
	}
	return slices.Insert(page.Bytes(), at, []byte(more.String())...), nil
}

// manEntry is a term with its explanation.
type manEntry struct{ name, text string }

// roff writes a line of text, in which nothing is a command.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}

// manFiles are the files that a command looks for by itself.
func manFiles(cmd *cobra.Command) []manEntry {
	list := []manEntry{{"hyphbench.yaml, hyphbench.yml", "the configuration in the working directory, one of them; --config names another one"}}
	uses := func(flag string) bool { return cmd.Flags().Lookup(flag) != nil }
	if uses("words") || uses("thesis-keys") || strings.HasPrefix(cmd.CommandPath(), cmd.Root().Name()+" data") {
		list = append(list,
			manEntry{"data/words.txt", "the thesis's word list, below the working directory"},
			manEntry{"$XDG_CACHE_HOME/hyphbench/words.txt", "the same in the user's cache (~/.cache; on macOS ~/Library/Caches, on Windows %LocalAppData%), where 'hyphbench data fetch' puts it"})
	}
	if uses("resume") || strings.Contains(cmd.Use, "[DIR") || cmd.Name() == "compare" || cmd.Name() == "import" {
		list = append(list, manEntry{"results/", "the folder of the runs, where no other is named; a run is a folder in it, with run.json, measurements.csv and what is derived from them"})
	}
	if uses("resume") || cmd.Name() == "status" {
		list = append(list, manEntry{".progress.json", "in the folder of a run that is not finished: how far it is, for 'hyphbench status'"})
	}
	if uses("resume") || cmd.Name() == "calibrate" {
		list = append(list, manEntry{"$XDG_CACHE_HOME/hyphbench/calibration-*.json", "what 'hyphbench calibrate' found, for each machine and build"})
	}
	return list
}

// manEnvironment are the variables of a command's flags.
func manEnvironment(cmd *cobra.Command) []manEntry {
	flags := map[string]*pflag.Flag{}
	add := func(f *pflag.Flag) {
		if settings.Configurable(f) && !f.Hidden {
			flags[f.Name] = f
		}
	}
	cmd.NonInheritedFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	var list []manEntry
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		list = append(list, manEntry{strings.Join(settings.Variables(cmd, name), ", "), "--" + name + "; of several variables the first counts"})
	}
	return append(list, manEntry{"XDG_CACHE_HOME", "the user's cache, on Linux"})
}

// manExits are the exit codes of a command.
func manExits(cmd *cobra.Command) []manEntry {
	list := []manEntry{
		{"0", "the work is done"},
		{"1", "it could not be done: an input is missing or damaged, a disk is full, an answer was wrong"},
		{"2", "the command line, a variable or the configuration file is wrong, or names what a run does not have"},
	}
	for _, gate := range []string{"fail-if", "fail-on"} {
		if cmd.Flags().Lookup(gate) != nil {
			list = append(list, manEntry{"3", "the work is done, and its result fails the gate of --" + gate})
		}
	}
	if cmd.Flags().Lookup("fail-if") != nil {
		list = append(list, manEntry{"4", "the work is done, and what was measured does not decide the gate of --fail-if"})
	}
	return append(list, manEntry{"130", "interrupted: Ctrl-C, SIGTERM or SIGHUP; a run keeps what it measured"})
}
