package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/all"
	"hyphbench/internal/settings"
)

// everyCommand calls visit for root and all below it.
func everyCommand(root *cobra.Command, visit func(*cobra.Command)) {
	visit(root)
	for _, sub := range root.Commands() {
		everyCommand(sub, visit)
	}
}

// The help fits a terminal of 80 columns.
func TestHelpWidth(t *testing.T) {
	everyCommand(newRoot(&call{Program: program()}), func(cmd *cobra.Command) {
		path := strings.Fields(cmd.CommandPath())[1:]
		for _, args := range [][]string{append(slices.Clip(path), "--help"), append([]string{"help", "--all"}, path...)} {
			stdout, _ := hyphbench(t.Context(), t, program(), exitOK, args...)
			for _, line := range tooLong(stdout, 80) {
				t.Errorf("%s: %d columns: %s", strings.Join(args, " "), utf8.RuneCountInString(line), line)
			}
		}
	})
}

// The exit codes that a help names are those with which the program ends; no other help
// names one.
func TestHelpSaysExitCodes(t *testing.T) {
	named := map[string][]int{
		"hyphbench compare":     {exitGate, exitUndecided, exitGate},
		"hyphbench show ratios": {exitGate, exitUndecided, exitGate},
		"hyphbench verify":      {exitGate, exitGate},
		"hyphbench query":       {exitOK},
	}
	said := regexp.MustCompile(`exit code(?: is)? (\d+)`)
	everyCommand(newRoot(&call{Program: program()}), func(cmd *cobra.Command) {
		args := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		stdout, _ := hyphbench(t.Context(), t, program(), exitOK, args...)
		text := strings.Join(strings.Fields(stdout), " ")
		var got []int
		for _, match := range said.FindAllStringSubmatch(text, -1) {
			code, _ := strconv.Atoi(match[1])
			got = append(got, code)
		}
		if !slices.Equal(got, named[cmd.CommandPath()]) {
			t.Errorf("the help of %s names the exit codes %v, want %v", cmd.CommandPath(), got, named[cmd.CommandPath()])
		}
		all := fmt.Sprintf("Exit codes: %d done; %d failed (a file, a run or this machine is unsuitable); %d wrong usage (a command, flag, name or value does not exist); %d a condition of --fail-if or --fail-on is met; %d the run cannot decide this condition; %d interrupted.",
			exitOK, exitFailure, exitUsage, exitGate, exitUndecided, exitInterrupted)
		if strings.Contains(text, all) == cmd.HasParent() {
			t.Errorf("%s: %q has its place in the help of the program", cmd.CommandPath(), all)
		}
	})
}

// A flag that had the name of a section could not stand in the file beside it. One
// that stands in the section of its command alone can.
func TestFlagsAreNoSections(t *testing.T) {
	var names []string
	root := newRoot(&call{Program: program()})
	everyCommand(root, func(cmd *cobra.Command) { names = append(names, cmd.Name()) })
	everyCommand(root, func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if slices.Contains(names, f.Name) && !settings.IsOwn(f) {
				t.Errorf("--%s of %s has the name of a command", f.Name, cmd.CommandPath())
			}
		})
	})
}

// Another program has other experiments; its first one needs no name. The
// commands that it prints begin with its own name.
func TestAnotherProgram(t *testing.T) {
	dir := t.TempDir()
	ctx, interrupt := context.WithCancel(t.Context())
	p := watched(1, interrupt)
	p.Path = "./my programs/other"
	experiments := p.Experiments
	p.Experiments = func() []experiment.Experiment {
		return slices.DeleteFunc(experiments(), func(e experiment.Experiment) bool { return e.Name() != "fbl" })
	}
	_, stderr := hyphbench(ctx, t, p, exitInterrupted, "run", "--iterations=5", "--out="+dir)
	if want := "resume with: './my programs/other' run --resume=" + dir; !strings.Contains(stderr, want) {
		t.Errorf("want %q:\n%s", want, stderr)
	}
	p.Experiments = all.Experiments
	if stdout, _ := hyphbench(t.Context(), t, p, exitOK, "run", "--resume="+dir); !strings.HasSuffix(stdout, "-fbl\n") {
		t.Errorf("resumed into %s", stdout)
	}
}

// The name of a file cannot write to the terminal what it likes.
func TestControlCharacters(t *testing.T) {
	dir := t.TempDir()
	keys := filepath.Join(dir, "keys")
	if err := os.WriteFile(keys, []byte("academy\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		code int
		args []string
		want string
	}{
		{exitFailure, []string{"show", "no\x1b[31mfile\r\x9b"}, `no\x1b[31mfile\r\x9b`},
		{exitUsage, []string{"show", "--é\x1b[2J"}, `é\x1b[2J`},
		{exitOK, []string{"build", "--keys=" + keys, "--out=" + filepath.Join(dir, "a\u009b1mç\x7f")}, `a\u009b1mç\x7f: Bloom filter`},
	} {
		_, stderr := hyphbench(t.Context(), t, program(), c.code, c.args...)
		if !strings.Contains(stderr, c.want) || strings.ContainsFunc(strings.ReplaceAll(stderr, "\n", ""), unicode.IsControl) {
			t.Errorf("%q: %q, want %q", c.args, stderr, c.want)
		}
	}
}
