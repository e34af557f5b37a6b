package command

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// A run killed at random moments, at least 20 times, loses no line that was
// written and doubles none, whether the kill leaves no folder, an unfinished run
// or a finished one. The moments are those of the run, not of the clock, so that
// a busy machine changes nothing.
func TestKill(t *testing.T) {
	tier.Check(t)
	t.Parallel()
	random := rand.New(rand.NewPCG(2026, 11))
	left := map[string]int{}
	for kills := 0; kills < 20; {
		dir := t.TempDir()
		results := filepath.Join(dir, "results")
		var before []byte // measurements at the last kill
		for state := ""; state != runfolder.Finished; {
			args := smallRun(t, dir)
			if state != "" {
				args = append(args, "--resume")
			}
			if killAt(t, args, moment(t, random, results)) {
				kills++
				state = stateOf(t, results)
				left[state]++
			} else {
				state = stateOf(t, results)
				if state != runfolder.Finished {
					t.Fatalf("not killed, and %q", state)
				}
			}
			now := measurements(t, results)
			if !bytes.HasPrefix(now, wholeLines(before)) {
				t.Fatalf("after kill %d a measurement is lost:\n%s\nwas\n%s", kills, now, before)
			}
			before = now
		}
		once(t, results, 4)
	}
	t.Logf("killed with the run in the states %v", left)
}

// moment returns the condition for the next kill: at the start, when the
// folder appears, after some rows, when the run is finished.
func moment(t *testing.T, random *rand.Rand, results string) func() bool {
	more := rows(t, results) + 1 + random.IntN(40)
	kinds := 8
	if stateOf(t, results) == "" { // a run has few beginnings and many rows
		kinds = 2
	}
	switch random.IntN(kinds) {
	case 0:
		return func() bool { return true }
	case 1:
		return func() bool { return stateOf(t, results) != "" }
	case 2:
		return func() bool { return stateOf(t, results) == runfolder.Finished }
	}
	return func() bool { return rows(t, results) >= more }
}

// killAt starts hyphbench and kills it when the moment has come. It reports
// false when the run was complete before.
func killAt(t *testing.T, args []string, moment func() bool) bool {
	t.Helper()
	cmd := exec.Command("hyphbench", args...)
	p := start(t, cmd)
	p.await(moment)
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	<-p.ended
	if cmd.ProcessState.Exited() && !cmd.ProcessState.Success() {
		t.Fatalf("%v\n%s", cmd.ProcessState, &p.stderr)
	}
	return !cmd.ProcessState.Success()
}

// process is a program under way.
type process struct {
	cmd    *exec.Cmd
	stderr bytes.Buffer
	ended  chan struct{}
}

func start(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{cmd: cmd, ended: make(chan struct{})}
	cmd.Stderr = &p.stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		cmd.Process.Kill() // where the test failed before its end
		<-p.ended
	})
	return p
}

// await returns when the condition holds or the process has ended.
func (p *process) await(condition func() bool) {
	for !condition() {
		select {
		case <-p.ended:
			return
		case <-time.After(4 * time.Millisecond): // to look takes time from the process
		}
	}
}

// stateOf is the state of the only run below results, "" when there is none. A
// folder that is not complete yet begins with a dot.
func stateOf(t *testing.T, results string) string {
	t.Helper()
	if files, _ := filepath.Glob(filepath.Join(results, "[0-9]*", runfolder.MetaFile)); len(files) == 0 {
		return ""
	}
	run, err := runfolder.Open(results)
	if err != nil {
		t.Fatal(err)
	}
	return run.Meta.State
}

// rows counts the whole lines of measurements.
func rows(t *testing.T, results string) int {
	return max(0, bytes.Count(measurements(t, results), []byte("\n"))-1)
}

// measurements is the run's file, or nothing when no run exists yet.
func measurements(t *testing.T, results string) []byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(results, "[0-9]*", runfolder.MeasurementsFile))
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

// noneTwice checks that a run has no measurement twice, and returns the number of cells
// in each round.
func noneTwice(t *testing.T, results string) map[int]int {
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
			t.Errorf("%s: round %d, %v was measured twice", run.Dir, r.Round, r.Cell())
		}
	}
	perRound := map[int]int{}
	for k := range seen {
		if k.round >= 1 {
			perRound[k.round]++
		}
	}
	return perRound
}

// once checks that a finished run of so many rounds has every measurement exactly once.
func once(t *testing.T, results string, rounds int) {
	t.Helper()
	perRound := noneTwice(t, results)
	if len(perRound) != rounds {
		t.Errorf("rounds %v, want %d", perRound, rounds)
	}
	for round, n := range perRound {
		if n != perRound[1] {
			t.Errorf("round %d has %d cells, round 1 has %d", round, n, perRound[1])
		}
	}
}
