package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every flag with a choice of words completes them: a new one is not forgotten. What
// takes any text, and a file, is left to the shell.
func TestEveryChoiceCompletes(t *testing.T) {
	anyText := map[string]bool{"claim": true, "mark": true, "name": true, "pin": true, "store-line": true, "miss-cost": true, "memory": true, "queries-per-build": true, "eps": true, "program": true, "width": true}
	files := map[string]bool{"map": true, "smiles": true, "words": true, "keys": true, "queries": true, "universe": true, "text": true, "exceptions": true, "patterns": true,
		"known-negatives": true, "against": true, "to": true, "html": true, "record": true, "out": true}
	choices := 0
	asked := &call{Program: program(), args: []string{cobra.ShellCompRequestCmd}}
	everyCommand(newRoot(asked), func(cmd *cobra.Command) {
		if strings.HasPrefix(cmd.CommandPath(), "hyphbench completion") { // cobra's own
			return
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			values, completed := cmd.GetFlagCompletionFunc(f.Name)
			if !completed {
				if !anyText[f.Name] && !files[f.Name] {
					t.Errorf("%s --%s completes nothing", cmd.CommandPath(), f.Name)
				}
				return
			}
			if list, directive := values(cmd, nil, ""); directive&cobra.ShellCompDirectiveNoFileComp != 0 && len(list) > 0 {
				choices++
				first, _, _ := strings.Cut(list[0], "\t")
				if err := f.Value.Set(first); err != nil {
					t.Errorf("%s --%s: %q is no value: %v", cmd.CommandPath(), f.Name, first, err)
				}
			}
		})
		if cmd.ValidArgsFunction == nil && !strings.Contains(cmd.Use, "FILE") && cmd.HasParent() {
			t.Errorf("%s completes no argument", cmd.CommandPath())
		}
	})
	if choices < 40 {
		t.Errorf("only %d flags complete words", choices)
	}
}

// Cobra keeps completions to the end of the process, and with them the commands: a program
// that runs many, and is asked for none, registers none.
func TestCompletionsAreForShells(t *testing.T) {
	everyCommand(newRoot(&call{Program: program(), args: []string{"run"}}), func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if _, completed := cmd.GetFlagCompletionFunc(f.Name); completed {
				t.Errorf("%s --%s has a completion that no shell asked for", cmd.CommandPath(), f.Name)
			}
		})
	})
}

// Metrics are those of all experiments, wherever a flag of the name takes them.
func TestMetricsComplete(t *testing.T) {
	cmd := &cobra.Command{Use: "any"}
	cmd.Flags().String("metric", "", "")
	program().complete(cmd)
	values, ok := cmd.GetFlagCompletionFunc("metric")
	if !ok {
		t.Fatal("--metric completes nothing")
	}
	if list, _ := values(cmd, nil, "hyphenate,bits_ov"); !slices.Equal(list, []string{"hyphenate,bits_overhead"}) {
		t.Errorf("%v", list)
	}
}

func TestWordsOfUsage(t *testing.T) {
	for usage, want := range map[string]string{
		"text, markdown, csv or json": "text markdown csv json", "tex or hypher": "tex hypher", "en or pt (the thesis's own wording)": "en pt",
		"order of the measurements: interleaved or thesis": "interleaved thesis", "natural, tex, hypher or hypher-text": "natural tex hypher hypher-text",
		"file of the keys; - is standard input": "", "a word list, one a line": "", "with 50us or 1ms": "", "": "",
	} {
		if got := strings.Join(wordsOfUsage(usage), " "); got != want {
			t.Errorf("%q has the words %q, want %q", usage, got, want)
		}
	}
}
