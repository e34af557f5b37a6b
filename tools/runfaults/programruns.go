package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// lab runs the program in folders of its own.
type lab struct {
	ctx     context.Context
	program string
	dir     string
	random  *rand.Rand

	words   string                  // the word list
	shards  string                  // a folder with the shards of a run
	alone   map[string]*undisturbed // by kind of run
	worked  map[string]*traced      // by name of the work
	folders int
}

// undisturbed is a run that was left alone.
type undisturbed struct {
	args   []string // without --out
	dir    string   // its folder
	counts map[key]string
	took   time.Duration
}

// key identifies a measurement that a run has once.
type key struct {
	round int
	cell  runfolder.Cell
}

// Kinds of runs.
const (
	interleaved = "interleaved"
	thesis      = "thesis"
	simulation  = "fbl"
)

func (l *lab) prepare() error {
	l.words = filepath.Join(l.dir, "words.txt")
	if err := os.WriteFile(l.words, []byte("academy\nareas\nhyphenation\ntable\nprojects\n"), 0o644); err != nil {
		return err
	}
	l.alone, l.worked = map[string]*undisturbed{}, map[string]*traced{}
	for kind, args := range map[string][]string{
		interleaved: {"run", "thesis", "--words=" + l.words, "--filter=bloom", "--eps=1%", "--reps=3"},
		thesis:      {"run", "thesis", "--words=" + l.words, "--filter=bloom", "--eps=1%", "--reps=30", "--design=thesis"},
		simulation:  {"run", "fbl", "--iterations=3000"},
	} {
		u := &undisturbed{args: args}
		out := l.folder()
		start := time.Now()
		if text, code := l.run(append(args, "--out="+out)...); code != 0 {
			return fmt.Errorf("%s cannot be run: exit code %d: %s", kind, code, text)
		}
		u.took = time.Since(start)
		run, err := runfolder.Open(out)
		if err != nil {
			return err
		}
		u.dir, u.counts = run.Dir, counts(run)
		l.alone[kind] = u
	}
	l.shards = l.folder()
	for _, shard := range []string{"0/2", "1/2"} {
		args := append(l.alone[interleaved].args, "--shard="+shard, "--out="+filepath.Join(l.shards, shard[:1]))
		if text, code := l.run(args...); code != 0 {
			return fmt.Errorf("shard %s cannot be run: exit code %d: %s", shard, code, text)
		}
	}
	return nil
}

// counts are the measurements of a run, what was timed without its time.
func counts(run *runfolder.Run) map[key]string {
	m := map[key]string{}
	for _, r := range run.Measured() {
		value := r.Unit
		if !r.Timed() && r.Metric != "resident_bits" { // which is measured too
			value = fmt.Sprint(r.Value, " ", r.Unit)
		}
		m[key{r.Round, r.Cell()}] = value
	}
	return m
}

// folder is a new name below the lab's folder.
func (l *lab) folder() string {
	l.folders++
	return filepath.Join(l.dir, fmt.Sprint("results", l.folders))
}

// run runs the program to its end and returns what it wrote to standard error.
func (l *lab) run(args ...string) (stderr string, code int) {
	p, err := l.start(args...)
	if err != nil {
		return err.Error(), -1
	}
	return p.wait()
}

// process is the program under way.
type process struct {
	cmd    *exec.Cmd
	stdout bytes.Buffer
	stderr bytes.Buffer
	ended  chan struct{}
	failed error // of waiting for it
}

// patience is the longest that a process may take; one that hangs is killed,
// and its trial fails.
const patience = 3 * time.Minute

func (l *lab) start(args ...string) (*process, error) { return l.startUnder(nil, args...) }

// startUnder starts the program under another one.
func (l *lab) startUnder(other []string, args ...string) (*process, error) {
	line := slices.Concat(other, []string{l.program}, args)
	ctx, cancel := context.WithTimeoutCause(l.ctx, patience, errors.New("hangs"))
	p := &process{cmd: exec.CommandContext(ctx, line[0], line[1:]...), ended: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = &p.stdout, &p.stderr
	p.cmd.Dir = l.dir
	p.cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+l.dir, "HOME="+l.dir)
	if other != nil {
		p.cmd.Env = append(p.cmd.Env, "PATH=") // the program alone is traced, and none that it would start
	}
	if err := p.cmd.Start(); err != nil {
		cancel()
		return nil, err
	}
	go func() {
		p.cmd.Wait() // the exit code tells
		p.failed = context.Cause(ctx)
		cancel()
		close(p.ended)
	}()
	return p, nil
}

func (p *process) wait() (stderr string, code int) {
	<-p.ended
	if p.failed != nil {
		return fmt.Sprintf("%v after %v: %s", p.failed, patience, &p.stderr), -1
	}
	return p.stderr.String(), p.cmd.ProcessState.ExitCode()
}

// until waits for the condition and reports whether the process was there to
// see it.
func (p *process) until(condition func() bool) bool {
	for !condition() {
		select {
		case <-p.ended:
			return false
		case <-time.After(time.Millisecond):
		}
	}
	return true
}

// killAfter kills the program after the time and reports whether that was in
// time.
func (l *lab) killAfter(r *result, d time.Duration, args ...string) (killed bool) {
	p, err := l.start(args...)
	if err != nil {
		r.failf("%v", err)
		return false
	}
	select {
	case <-p.ended:
	case <-time.After(d):
		p.cmd.Process.Kill()
	}
	text, code := p.wait()
	r.panicked(text)
	return code < 0
}

// panicked fails when the text is a panic.
func (r *result) panicked(stderr string) {
	if strings.Contains(stderr, "goroutine ") {
		r.failf("a panic: %.2000s", stderr)
	}
}

// runIn is the folder of the only run below parent, empty where there is none.
func runIn(parent string) string {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			return filepath.Join(parent, e.Name())
		}
	}
	return ""
}

// lines are the whole lines of the measurements in a run's folder, without the
// header.
func lines(dir string) []string {
	text, err := os.ReadFile(filepath.Join(dir, runfolder.MeasurementsFile))
	if err != nil {
		return nil
	}
	list := strings.SplitAfter(string(text), "\n")
	return list[min(1, len(list)):max(1, len(list)-1)]
}

// missing counts the lines that are not where they were.
func missing(was, is []string) int {
	n := 0
	for i, line := range was {
		if i >= len(is) || is[i] != line {
			n++
		}
	}
	return n
}

// resume runs the program until the run below out is complete, and checks that
// it has everything once. was is what the run had before.
func (l *lab) resume(r *result, u *undisturbed, out string, was []string) {
	args := append(append([]string(nil), u.args...), "--out="+out)
	if runIn(out) != "" {
		args = append(args, "--resume")
	}
	text, code := l.run(args...)
	r.panicked(text)
	dir := runIn(out)
	run, err := runfolder.Open(out)
	if err != nil {
		r.failf("%v", err)
		return
	}
	complete := run.Meta.State == runfolder.Finished && report.Derived(dir)
	if code != 0 && !(complete && strings.Contains(text, "no unfinished run")) || !complete {
		r.failf("%s: state %s, derived files %v, exit code %d: %s", dir, run.Meta.State, report.Derived(dir), code, text)
	}
	r.lost += missing(was, lines(dir))
	r.once(u, run)
	if left := stale(out); len(left) > 0 && code == 0 {
		r.failf("left behind: %v", left)
	}
}

// once checks that a run has what the undisturbed one has, once each.
func (r *result) once(u *undisturbed, run *runfolder.Run) {
	seen := map[key]bool{}
	for _, row := range run.Rows {
		k := key{row.Round, row.Cell()}
		if seen[k] {
			r.doubled++
		}
		seen[k] = true
	}
	got := counts(run)
	for k, want := range u.counts {
		if value, ok := got[k]; !ok {
			r.lost++
		} else if value != want {
			r.failf("%v is %s, %s in a run that was left alone", k, value, want)
		}
	}
	if len(got) > len(u.counts) {
		r.failf("%d measurements, %d in a run that was left alone", len(got), len(u.counts))
	}
}

// stale lists the temporary files below a folder.
func stale(out string) []string {
	var list []string
	for _, pattern := range []string{".new-*", "*/.*.tmp", "*/*/.*.tmp"} {
		files, _ := filepath.Glob(filepath.Join(out, pattern))
		list = append(list, files...)
	}
	return list
}

// moment is a random time up to d and a little longer.
func (l *lab) moment(d time.Duration) time.Duration {
	return time.Duration(l.random.Int64N(int64(d + d/5)))
}
