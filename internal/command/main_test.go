package command

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"hyphbench/internal/runfolder"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hyphbench": Main})
}

// One script for each behaviour of the command line; testdata/script holds
// them.
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
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// smallRun is the command line of a run that takes about a second.
func smallRun(t *testing.T, dir string) []string {
	t.Helper()
	words := filepath.Join(dir, "list.txt")
	if err := os.WriteFile(words, []byte("academy\nareas\nhyphenation\ntable\nprojects\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return []string{"run", "--words=" + words, "--eps=1%", "--filter=bloom", "--reps=4", "--out=" + filepath.Join(dir, "results")}
}

// Killing a run at random moments, at least 20 times, must lose no line that
// was written and double none.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	program := filepath.Join(t.TempDir(), "hyphbench")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/hyphbench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	random := rand.New(rand.NewPCG(2026, 11))
	for kills := 0; kills < 20; {
		dir := t.TempDir()
		args := smallRun(t, dir)
		results := filepath.Join(dir, "results")
		var before []byte // measurements at the last kill
		for {
			cmd := exec.Command(program, args...)
			if runs, _ := filepath.Glob(filepath.Join(results, "*", runfolder.MetaFile)); len(runs) > 0 {
				cmd.Args = append(cmd.Args, "--resume")
			}
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(time.Duration(random.IntN(700))*time.Millisecond, func() { cmd.Process.Kill() })
			err := cmd.Wait()
			killed := !timer.Stop() && err != nil
			if err != nil && !killed {
				t.Fatalf("%v\n%s", err, stderr.String())
			}
			if killed {
				kills++
			}
			now := measurements(t, results)
			if !bytes.HasPrefix(now, wholeLines(before)) {
				t.Fatalf("after kill %d a measurement is lost:\n%s\nwas\n%s", kills, now, before)
			}
			before = now
			if err == nil {
				break
			}
		}
		once(t, results)
	}
}

// measurements is the run's file, or nothing when no run exists yet.
func measurements(t *testing.T, results string) []byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(results, "*", runfolder.MeasurementsFile))
	if err != nil || len(files) > 1 {
		t.Fatalf("%v, %v: want one run", files, err)
	}
	if len(files) == 0 {
		return nil
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func wholeLines(text []byte) []byte { return text[:bytes.LastIndexByte(text, '\n')+1] }

// once checks that a finished run has every measurement exactly once.
func once(t *testing.T, results string) {
	t.Helper()
	run, err := runfolder.Open(results)
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		round int
		cell  runfolder.Cell
	}
	seen := map[key]int{}
	for _, r := range run.Rows {
		if seen[key{r.Round, r.Cell()}]++; seen[key{r.Round, r.Cell()}] > 1 {
			t.Errorf("round %d, %v was measured twice", r.Round, r.Cell())
		}
	}
	perRound := map[int]int{}
	for k := range seen {
		if k.round >= 1 {
			perRound[k.round]++
		}
	}
	if len(perRound) != 4 {
		t.Errorf("rounds %v, want 4", perRound)
	}
	for round, n := range perRound {
		if n != perRound[1] {
			t.Errorf("round %d has %d cells, round 1 has %d", round, n, perRound[1])
		}
	}
	if run.Meta.State != runfolder.Finished {
		t.Errorf("state %s", run.Meta.State)
	}
}

// An interrupt ends a run cleanly: exit code 130, nothing lost.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(400*time.Millisecond, cancel)
	var stdout, stderr bytes.Buffer
	args := smallRun(t, dir)
	args[4] = "--reps=400"
	if code := Run(ctx, args, nil, &stdout, &stderr); code != exitInterrupted {
		t.Fatalf("exit code %d\n%s", code, stderr.String())
	}
	if !strings.Contains(stderr.String(), "go on with: hyphbench run --resume=") {
		t.Errorf("no word on how to go on:\n%s", stderr.String())
	}
	got, err := runfolder.Open(filepath.Join(dir, "results"))
	if err != nil || got.Meta.State != runfolder.Interrupted || got.Meta.Rows != len(got.Rows) {
		t.Errorf("%v, state %s, %d rows of %d", err, got.Meta.State, len(got.Rows), got.Meta.Rows)
	}
}
