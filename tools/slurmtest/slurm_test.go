package slurmtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

const (
	shards = 4
	rounds = 10 // of each
	lost   = 1  // the shard that is killed, as by a lack of memory
	ended  = 3  // the shard that is cancelled, as by a limit of time
)

// Four shards are submitted; one is killed while it measures and one is cancelled. The
// job that gathers them names the lost one. Submitted again by their indices both are
// resumed, and all are merged into the run made in one piece, row by row in all that is
// not time or warm-up.
func TestSlurm(t *testing.T) {
	c := start(t)
	program := build(t, c)
	out := c.path("results")
	c.write(t, "list.txt", "academy\nareas\nhyphenation\ntable\nprojects\n", 0o644)
	options := []string{"--words=list.txt", "--eps=1%", "--filter=bloom", fmt.Sprintf("--reps=%d", shards*rounds)}
	submit := func(more ...string) (array, gather string) {
		t.Helper()
		args := append([]string{fmt.Sprintf("--shards=%d", shards), "--out=results", "--program=" + program}, more...)
		said := c.run(t, script(t, "submit"), append(append(args, "--"), options...)...)
		ids := regexp.MustCompile(`^shards: job (\d+), gather: job (\d+)\n$`).FindStringSubmatch(said)
		if ids == nil {
			t.Fatalf("submit says %q", said)
		}
		return ids[1], ids[2]
	}

	array, gather := submit()
	measures := func(index int) {
		asked := time.Now()
		c.wait(t, fmt.Sprintf("the measurements of shard %d", index), func() bool {
			// A folder whose name begins with a period is not made yet: a kill leaves no run.
			files, _ := filepath.Glob(filepath.Join(out, "shards", fmt.Sprintf("%d-of-%d", index, shards), "[0-9]*", runfolder.MeasurementsFile))
			if len(files) != 1 {
				if time.Since(asked) > 20*time.Second { // seldom: while slurmctld is asked a shard may come and end
					c.alive(t, array, gather)
					asked = time.Now()
				}
				return false
			}
			info, err := os.Stat(files[0])
			return err == nil && info.Size() > 0 // not there: the folder took its name just now
		})
	}
	measures(lost)
	c.kill(t, program)
	measures(ended)
	c.run(t, "scancel", "--signal=KILL", fmt.Sprintf("%s_%d", array, ended)) // TERM comes first
	state, said := c.ended(t, gather)
	if state != "FAILED" || !strings.Contains(said, fmt.Sprintf("(shard %d/%d) is not finished", lost, shards)) || !strings.Contains(said, "--again=INDEX") {
		t.Fatalf("gather is %s and says\n%s\nwant it to name shard %d/%d", state, said, lost, shards)
	}
	for index := range shards {
		want := map[int]string{lost: runfolder.Running, ended: runfolder.Interrupted}[index]
		if want == "" {
			want = runfolder.Finished
		}
		if run := open(t, filepath.Join(out, "shards", fmt.Sprintf("%d-of-%d", index, shards))); run.Meta.State != want {
			t.Fatalf("shard %d is %s, want %s", index, run.Meta.State, want)
		}
	}

	_, gather = submit(fmt.Sprintf("--again=%d,%d", lost, ended))
	if state, said = c.ended(t, gather); state != "COMPLETED" {
		t.Fatalf("gather is %s and says\n%s", state, said)
	}
	c.run(t, program, append([]string{"run", "--out=whole", "--quiet"}, options...)...)
	merged, whole := open(t, out), open(t, c.path("whole"))
	if got, want := untimed(merged), untimed(whole); !slices.Equal(got, want) {
		t.Errorf("merged\n%s\nwhole\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if want := shards + 2; len(merged.Meta.Sessions) != want { // those that were resumed have two
		t.Errorf("%d sessions, want %d", len(merged.Meta.Sessions), want)
	}
	for _, s := range merged.Meta.Sessions {
		if share := s.Machine.Share; s.Pinned == "" || share == nil || share.Engine != "slurm" || share.Granted == 0 {
			t.Errorf("pinned to %q, %+v", s.Pinned, share)
		}
		if slices.ContainsFunc(s.Warnings, func(w string) bool { return strings.Contains(w, "Slurm") }) {
			t.Errorf("a node of its own is said to be shared: %q", s.Warnings)
		}
	}

	// A shard that is finished has nothing left to do.
	before := size(t, filepath.Join(merged.Dir, runfolder.MeasurementsFile))
	_, gather = submit(fmt.Sprintf("--again=%d", lost+1))
	if state, said = c.ended(t, gather); state != "COMPLETED" || size(t, filepath.Join(merged.Dir, runfolder.MeasurementsFile)) != before {
		t.Errorf("gather is %s and says\n%s", state, said)
	}
	if log := read(t, filepath.Join(out, "slurm", fmt.Sprintf("shard-%d.txt", lost+1))); strings.Count(log, filepath.Join(out, "shards")) != 2 {
		t.Errorf("shard %d says\n%s", lost+1, log)
	}

	// Without --exclusive the node is shared, which is said.
	if len(whole.Meta.Sessions) == 1 && whole.Meta.Sessions[0].Machine.CPU.LogicalCores > 1 {
		id := c.run(t, "sbatch", "--parsable", "--ntasks=1", "--output="+filepath.Join(out, "slurm", "gather-%j.txt"),
			"--wrap", program+" run --words=list.txt --filter=bloom --eps=1% --reps=2 --dry-run")
		if _, said := c.ended(t, strings.TrimSpace(id)); !strings.Contains(strings.Join(strings.Fields(said), " "), "submit it with --exclusive") {
			t.Errorf("a job with a part of the node says\n%s", said)
		}
	}
}

// submit says what it wants.
func TestSubmitUsage(t *testing.T) {
	for says, args := range map[string][]string{
		"--shards=: want a number":                {},
		"--shards=x: want a number":               {"--shards=x"},
		"--shards=0: want a number":               {"--shards=0"},
		"--again=a: want the index":               {"--shards=2", "--again=a"},
		"--again=1-: want the index":              {"--shards=2", "--again=1-"},
		"--again=0-1-2: want the index":           {"--shards=4", "--again=0-1-2"},
		"--again=: want an option":                {"--shards=2", "--again="},
		"--again=9: 9 is none of 4 shards":        {"--shards=4", "--again=9"},
		"--again=0,2-4: 2-4 is none of 4 shards":  {"--shards=4", "--again=0,2-4"},
		"--again=3-1: 3-1 is none of 4 shards":    {"--shards=4", "--again=3-1"},
		"--after=x: want the number of a job":     {"--shards=2", "--again=1", "--after=x"},
		"--after=7: want --again too":             {"--shards=2", "--after=7"},
		"--filter=all: want an option of submit":  {"--shards=2", "--filter=all"},
		"--program=absent: want the program hyph": {"--shards=2", "--program=absent"},
	} {
		cmd := exec.Command(script(t, "submit"), args...)
		cmd.Dir = t.TempDir()
		// It comes as far without Slurm.
		cmd.Env = append(os.Environ(), "PATH="+sbatch(t)+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.HasPrefix(string(out), "submit: "+says) {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
	}
	if out, err := exec.Command(script(t, "submit"), "--help").Output(); err != nil || !strings.HasPrefix(string(out), "usage: submit") {
		t.Errorf("%v\n%s", err, out)
	}
}

// What every task would fail by is said before a job is submitted, in the words of the
// program; the jobs have the shards and dependencies that were asked for; and a run in one
// shard is gathered as well. sbatch writes down its arguments and executes the script.
func TestSubmit(t *testing.T) {
	tier.Check(t) // builds the program
	dir := t.TempDir()
	program := filepath.Join(dir, "hyphbench")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "../../cmd/hyphbench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const text = `#!/bin/sh
echo "$@" >>calls
array=
while case $1 in --array=*) array=${1#*=} ;; -*) ;; *) false ;; esac; do shift; done
[ -z "$array" ] || export SLURM_ARRAY_TASK_ID="${array%%-*}"
sh "$@" >>said 2>&1 || echo failed >>said
echo "17;cluster"
`
	for name, content := range map[string]string{"sbatch": text, "list.txt": "academy\nareas\nhyphenation\ntable\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	options := []string{"--", "--words=list.txt", "--eps=1%", "--filter=bloom"}
	for _, c := range []struct {
		args    []string
		says    string // of a submission that is refused
		calls   string // the options of each sbatch
		gathers bool
	}{
		{append([]string{"--shards=64"}, append(options, "--reps=8")...), "--shard=0/64: the run has 8 rounds: want 8 shards or fewer", "", false},
		{append([]string{"--shards=2"}, append(options, "--rep=8")...), "unknown flag --rep; did you mean --reps?", "", false},
		{append([]string{"--shards=2"}, append(options, "--shard=/3")...), "want one number of shards", "", false},
		{append([]string{"--shards=1"}, append(options, "--reps=2")...), "", "--array=0-0 --dependency=afterany:17", true},
		{append([]string{"--shards=2", "--again=1", "--after=5"}, append(options, "--reps=2")...), "", "--array=1 --dependency=afterany:17:5", false},
	} {
		for _, name := range []string{"calls", "said", "results"} {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(script(t, "submit"), append([]string{"--program=" + program}, c.args...)...)
		cmd.Dir, cmd.Env = dir, append(plain(os.Environ()), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if refused := c.says != ""; (err != nil) != refused || !strings.Contains(string(out), c.says) || strings.Contains(string(out), "nothing is submitted") != refused {
			t.Errorf("%q: %v\n%s", c.args, err, out)
		}
		calls, _ := os.ReadFile(filepath.Join(dir, "calls")) // none where nothing was submitted
		var got []string
		for _, word := range strings.Fields(string(calls)) {
			if strings.HasPrefix(word, "--array") || strings.HasPrefix(word, "--dependency") {
				got = append(got, word)
			}
		}
		if strings.Join(got, " ") != c.calls {
			t.Errorf("%q: sbatch has %q, want %s", c.args, got, c.calls)
		}
		if c.calls == "" {
			continue
		}
		said := read(t, filepath.Join(dir, "said"))
		if runs, _ := filepath.Glob(filepath.Join(dir, "results", "2*")); (len(runs) == 1) != c.gathers || strings.Contains(said, "failed") == c.gathers {
			t.Errorf("%q: runs %q, and\n%s", c.args, runs, said)
		}
	}
}

// sbatch is a folder with an sbatch that fails.
func sbatch(t *testing.T) string {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sbatch"), []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func script(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../../deploy/slurm", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func build(t *testing.T, c *cluster) string {
	t.Helper()
	program := c.path("hyphbench")
	if out, err := exec.CommandContext(c.ctx, "go", "build", "-ldflags=-s -w", "-o", program, "../../cmd/hyphbench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// alive fails the test when the job that waits for an array has ended: what the test
// waits for will not come.
func (c *cluster) alive(t *testing.T, array, gather string) {
	t.Helper()
	if state := c.state(t, gather); state != "PENDING" {
		t.Fatalf("gather is %s; %s", state, c.run(t, "scontrol", "show", "job", array))
	}
}

// kill kills the process of a program that is a task's, without a word.
func (c *cluster) kill(t *testing.T, program string) {
	t.Helper()
	killed := 0
	for _, p := range c.processes() {
		if exe, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", p.Pid)); err == nil && exe == program && p.Kill() == nil {
			killed++
		}
	}
	if killed != 1 {
		t.Fatalf("%d processes were killed, want the task's", killed)
	}
}

// state is that of a job. slurmctld may be too busy to answer at once.
func (c *cluster) state(t *testing.T, job string) (state string) {
	t.Helper()
	c.wait(t, "the state of job "+job, func() bool {
		out, err := c.command("scontrol", "show", "job", job).Output()
		found := regexp.MustCompile(`JobState=(\w+)`).FindSubmatch(out)
		if err != nil || found == nil {
			return false
		}
		state = string(found[1])
		return true
	})
	return state
}

// ended waits for the end of a job, and returns its state and what it printed.
func (c *cluster) ended(t *testing.T, job string) (state, said string) {
	t.Helper()
	c.wait(t, "the end of job "+job, func() bool {
		time.Sleep(300 * time.Millisecond) // to ask takes the processor's time from the tasks
		state = c.state(t, job)
		return state != "PENDING" && state != "RUNNING" && state != "COMPLETING"
	})
	return state, read(t, c.path(filepath.Join("results", "slurm", "gather-"+job+".txt")))
}

func open(t *testing.T, dir string) *runfolder.Run {
	t.Helper()
	run, err := runfolder.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func size(t *testing.T, name string) int64 {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// untimed is what the measured rows of a run say but for times and for the memory that
// the heap holds, in the order of the texts.
func untimed(run *runfolder.Run) (list []string) {
	for _, r := range run.Measured() {
		value := fmt.Sprint(r.Value)
		if r.Timed() || r.Metric == metric.ResidentBits {
			value = "measured"
		}
		list = append(list, fmt.Sprint(r.Round, r.Design, r.Filter, r.Metric, r.Point, value, r.Unit))
	}
	slices.Sort(list)
	return list
}
