package command

import (
	"hyphbench/internal/usage"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// experimentFlag is how an experiment was named before it was a subcommand of
// run. The committed runs carry it.
const experimentFlag = "experiment"

// nameExperiment rewrites 'run … --experiment=NAME' to 'run NAME …', so that
// cobra sees subcommands only. It also returns the command run.
func nameExperiment(root *cobra.Command, args []string) (run *cobra.Command, line []string, err error) {
	if run, _, err = root.Find([]string{"run"}); err != nil {
		return root, nil, err
	}
	var names, rest []string // what the flag named, and the arguments without it
	var words []int          // places in rest of what is no flag and no value of one
	for i := 0; i < len(args); i++ {
		flag, value, assigned := strings.Cut(args[i], "=")
		two := !assigned && i+1 < len(args) && takesNext(run, flag)
		switch {
		case args[i] == "--":
			rest = append(rest, args[i:]...)
			i = len(args)
		case flag == "--"+experimentFlag && !assigned && !two:
			return run, nil, usage.Errorf("--experiment names none: want one of %s", strings.Join(commandNames(run), ", "))
		case flag == "--"+experimentFlag:
			if two {
				i++
				value = args[i]
			}
			names = append(names, value)
		case two:
			rest = append(rest, args[i], args[i+1])
			i++
		default:
			if !strings.HasPrefix(flag, "-") {
				words = append(words, len(rest))
			}
			rest = append(rest, args[i])
		}
	}
	if len(names) == 0 || len(words) == 0 || rest[words[0]] != run.Name() {
		return run, args, nil
	}
	line, err = subcommand(run, names[len(names)-1], rest, words)
	return run, line, err
}

// subcommand puts the name behind run, unless it is there.
func subcommand(run *cobra.Command, name string, args []string, words []int) ([]string, error) {
	known := commandNames(run)
	if !slices.Contains(known, name) {
		return nil, unknownExperiment(run, name)
	}
	if len(words) > 1 && slices.Contains(known, args[words[1]]) {
		if other := args[words[1]]; other != name {
			return nil, usage.Errorf("two experiments, %s and %s: want one", other, name)
		}
		return args, nil
	}
	return slices.Insert(args, words[0]+1, name), nil
}

// takesNext reports whether a flag of run or of an experiment takes the next
// argument for its value when none is assigned.
func takesNext(run *cobra.Command, flag string) bool {
	name, long := strings.CutPrefix(flag, "--")
	for _, cmd := range append(run.Commands(), run, run.Root()) {
		if f := cmd.Flag(name); long && f != nil {
			return f.NoOptDefVal == ""
		}
	}
	return false
}
