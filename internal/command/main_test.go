package command

import (
	"errors"
	"hyphbench/internal/settings"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(bare{m}, map[string]func(){"hyphbench": underEnvironment(program()).Main, "interrupt-after": interruptAfter})
}

// underEnvironment is p for a script: with "env DERIVED=none" a finished run is its rows
// alone, without tables, figures and page.
func underEnvironment(p Program) Program {
	if os.Getenv("DERIVED") == "none" {
		p.Derive = func(string) error { return nil }
	}
	return p
}

// bare runs the tests without the settings of whoever runs them.
type bare struct{ *testing.M }

func (b bare) Run() int {
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); strings.HasPrefix(name, settings.EnvPrefix) {
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
func TestScripts(t *testing.T) {
	shared, err := filepath.Abs("../../../shared")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir) // no word list in a user's cache
			env.Setenv("XDG_CACHE_HOME", env.WorkDir)
			env.Setenv("SHARED", shared)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "shared" {
				_, err := os.Stat(shared)
				return err == nil, nil
			}
			return false, nil
		},
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
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
