package command

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"hyphbench/internal/machine"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/tier"
)

func TestMain(m *testing.M) {
	testscript.Main(bare{m}, map[string]func(){"hyphbench": underEnvironment(program()).Main, "interrupt-after": interruptAfter, "man-pages": manPages})
}

// manPages is what 'make man' runs, for a script: man-pages FOLDER.
func manPages() {
	n, err := ManPages(program(), os.Args[1], time.Now())
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d pages in %s\n", n, os.Args[1])
}

// underEnvironment is p for a script: with "env DERIVED=none" a finished run is its rows
// alone, without tables, figures and page.
func underEnvironment(p Program) Program {
	if os.Getenv("DERIVED") == "none" {
		p.Derive = func(string) error { return nil }
	}
	return p
}

// bare runs the tests without the settings of whoever runs them, save the tier, and twice as
// many scripts at a time as there are processors: a run looks at the machine for a while
// before it measures, and waits in that time.
type bare struct{ *testing.M }

func (b bare) Run() int {
	if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); strings.HasPrefix(name, settings.EnvPrefix) && name != tier.Variable {
			os.Unsetenv(name)
		}
	}
	return b.M.Run()
}

// One script for each behaviour of the command line; testdata/script holds
// them. Beside hyphbench they have
//
//	exits CODE COMMAND…             COMMAND ends with this code
//	interrupt-after STEPS ARGS…     hyphbench ARGS…, interrupted after so many steps
//	prepared PARENT [NAME=VALUE…]   a finished run below PARENT, in milliseconds: measured by
//	                                no one, made of random numbers (package synthetic)
//	man-pages FOLDER                the man pages of all commands
//	env DERIVED=none                from here on a finished run is its rows alone
//
// and the condition [check], which holds in the second tier. A script that measures for longer
// than a second begins with
//
//	[!check] skip 'make check runs this'
//
// and has a quick one beside it, of the same behaviour. What reads runs reads prepared ones.
func TestScripts(t *testing.T) {
	shared, err := filepath.Abs("../../../shared")
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if racetest.Enabled {
		scripts = slices.DeleteFunc(scripts, func(name string) bool { return !slices.Contains(racing(), name) })
		if len(scripts) != len(racing()) {
			t.Fatalf("of %q there are %q", racing(), scripts)
		}
	}
	testscript.Run(t, testscript.Params{
		Files: scripts,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir) // no word list in a user's cache
			env.Setenv("XDG_CACHE_HOME", env.WorkDir)
			env.Setenv("SHARED", shared)
			env.Setenv("GOGC", os.Getenv("GOGC")) // what the tests have: a script begins without
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "shared":
				_, err := os.Stat(shared)
				return err == nil, nil
			case "check":
				return tier.Checking(), nil
			}
			return false, nil
		},
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "prepared": prepared},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// racing are the scripts that are played under the race detector: one of each command that
// starts goroutines or locks. The others have the same ones, or the work of one goroutine.
func racing() (list []string) {
	for _, name := range []string{"against", "calibrate", "choose", "fbl", "resume", "run", "shard-resume", "status"} {
		list = append(list, filepath.Join("testdata", "script", name+".txtar"))
	}
	return list
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// prepared is the command of that name: PARENT, and what the run is by
//
//	filters=bloom eps=0.01,0.05 reps=6   its cells
//	slower=1.5                           its times are so many times as long
//	shard=0/3                            it is a shard of such a run
//	later=1h                             it was begun so much later
//	machine=Zilog                        it was measured on a machine with that processor
//	decide=query                         hyphbench versus measured it
//	experiment=lookup                    it is of that experiment
//	design=thesis state=interrupted      what it says of itself
func prepared(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: prepared PARENT [NAME=VALUE…]")
	}
	o := synthetic.Options{Epsilons: "0.01,0.02,0.05", Reps: 4}
	var then []func(*runfolder.Run)
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		var err error
		switch name {
		case "filters":
			o.Filters = strings.Split(value, ",")
		case "eps":
			o.Epsilons = value
		case "reps":
			o.Reps, err = strconv.Atoi(value)
		case "slower":
			times, parseErr := strconv.ParseFloat(value, 64)
			err = parseErr
			then = append(then, func(run *runfolder.Run) { synthetic.Slower(run, times) })
		case "shard":
			shard, parseErr := runfolder.ParseShard(value)
			err = parseErr
			then = append(then, func(run *runfolder.Run) { synthetic.Shard(run, shard) })
		case "later":
			by, parseErr := time.ParseDuration(value)
			err = parseErr
			then = append(then, func(run *runfolder.Run) { synthetic.Later(run, by) })
		case "machine":
			then = append(then, func(run *runfolder.Run) {
				run.Meta.Sessions[0].Machine = &machine.Machine{System: "synthetic", CPU: machine.CPU{Model: value}}
			})
		case "decide":
			then = append(then, func(run *runfolder.Run) { synthetic.Decided(run, runfolder.Metric(value)) })
		case "experiment":
			then = append(then, func(run *runfolder.Run) { run.Meta.Experiment = value })
		case "design":
			then = append(then, func(run *runfolder.Run) { synthetic.Design(run, value) })
		case "state":
			then = append(then, func(run *runfolder.Run) { run.Meta.State = value })
		default:
			ts.Fatalf("prepared: no setting %q", name)
		}
		ts.Check(err)
	}
	run := synthetic.Run(o)
	for _, change := range then {
		change(run)
	}
	_, err := synthetic.Write(ts.MkAbs(args[0]), run)
	ts.Check(err)
}
