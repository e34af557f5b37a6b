package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// systemCall is one that is made to fail, with the errors that it fails with.
type systemCall struct {
	name   string
	errors []string
}

func systemCalls() []systemCall {
	return []systemCall{
		{"openat", []string{"EMFILE", "EACCES", "EIO"}},
		{"read", []string{"EIO"}},
		{"pread64", []string{"EIO"}},
		{"write", []string{"ENOSPC", "EIO"}},
		{"pwrite64", []string{"ENOSPC", "EIO"}},
		{"fsync", []string{"EIO"}},
		{"renameat", []string{"EIO", "EXDEV"}},
		{"ftruncate", []string{"EIO"}},
		{"mkdirat", []string{"ENOSPC"}},
		{"unlinkat", []string{"EIO"}},
		{"fchmodat", []string{"EPERM"}},
		{"newfstatat", []string{"EIO"}},
		{"getdents64", []string{"EIO"}},
		{"flock", []string{"ENOLCK"}},
		{"close", []string{"EIO"}},
	}
}

// work is a command whose calls are made to fail.
type work struct {
	name string
	// prepare fills a folder and returns the command.
	prepare func(l *lab, r *result, out string) []string
	// measures says that a run is made, whose times differ: it is resumed and counted. What
	// the others write is the same every time.
	measures bool
}

func works() []work {
	onRun := func(args ...string) func(*lab, *result, string) []string {
		return func(l *lab, r *result, out string) []string {
			return append(args[:len(args):len(args)], l.copyOf(r, interleaved, out))
		}
	}
	measure := func(l *lab, out string) []string {
		args := l.alone[interleaved].args
		return append(args[:len(args):len(args)], "--out="+out)
	}
	return []work{
		{"run", func(l *lab, _ *result, out string) []string { return measure(l, out) }, true},
		{"resume", func(l *lab, r *result, out string) []string {
			l.killAfter(r, l.alone[interleaved].took/3, measure(l, out)...)
			if run, err := runfolder.Open(out); err != nil || run.Meta.State == runfolder.Finished { // killed too soon, or too late
				if err := errors.Join(os.RemoveAll(out), os.MkdirAll(out, 0o777)); err != nil {
					r.failf("%v", err)
				}
				return measure(l, out)
			}
			return append(measure(l, out), "--resume")
		}, true},
		{"plot", onRun("plot", "--format=svg,png"), false},
		{"report", onRun("report"), false},
		{"merge", func(l *lab, r *result, out string) []string {
			shards := filepath.Join(out, "shards")
			if err := os.CopyFS(shards, os.DirFS(l.shards)); err != nil {
				r.failf("%v", err)
			}
			return []string{"merge", "--out=" + out, shards}
		}, false},
		{"build", func(l *lab, _ *result, out string) []string {
			return []string{"build", "--keys=" + l.words, "--filter=fuse", "--out=" + filepath.Join(out, "f")}
		}, false},
		{"query", func(l *lab, r *result, out string) []string {
			name := filepath.Join(out, "f")
			if text, code := l.run("build", "--keys="+l.words, "--out="+name); code != 0 {
				r.failf("%s", text)
			}
			return []string{"query", name, l.words}
		}, false},
		{"choose", func(_ *lab, _ *result, out string) []string {
			return []string{"choose", "--preset=lsm-table", "--html=" + filepath.Join(out, "page.html")}
		}, false},
	}
}

// outcome is what a command did whose calls were traced.
type outcome struct {
	stdout, stderr string
	code           int
	trace          string
	files          map[string]string // below the folder
}

// traced is what a command does that is left alone.
type traced struct {
	outcome
	calls map[string]int // how many the thread makes that makes the most
}

// trace runs a command under strace.
func (l *lab) trace(out string, flags, args []string) (o outcome, err error) {
	file := out + ".trace"
	defer os.Remove(file)
	p, err := l.startUnder(append([]string{"strace", "-f", "--seccomp-bpf", "-q", "-o", file}, flags...), args...)
	if err != nil {
		return o, err
	}
	o.stderr, o.code = p.wait()
	o.stdout, o.files = named(out, p.stdout.String()), contents(out)
	text, err := os.ReadFile(file)
	o.trace = string(text)
	return o, err
}

// named is a text with the same name for whatever folder.
func named(out, text string) string { return strings.ReplaceAll(text, filepath.Base(out), "out") }

// contents are the files below a folder, those aside whose names begin with a dot, or that are
// in such a folder.
func contents(out string) map[string]string {
	files := map[string]string{}
	_ = filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error { // what is not there is in no file
		switch {
		case err != nil:
		case strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			name, _ := filepath.Rel(out, path)
			files[name] = named(out, string(content(filepath.Dir(path), d.Name())))
		}
		return nil
	})
	return files
}

// failing lets one call of a command fail, whichever of its kind, and looks at what the command
// says and leaves. A trial is one in whose trace the failure stands.
func failing(l *lab, r *result, trial int) {
	w := works()[trial%len(works())]
	u := l.workOf(r, w)
	if u == nil {
		return
	}
	calls := systemCalls()
	for range 20 { // until a call is hit
		call := calls[l.random.IntN(len(calls))]
		if u.calls[call.name] == 0 {
			continue
		}
		inject := fmt.Sprintf("inject=%s:error=%s:when=%d", call.name, call.errors[l.random.IntN(len(call.errors))], 1+l.random.IntN(u.calls[call.name]))
		if l.fails(r, w, u, call.name, inject) {
			r.trials++
			return
		}
	}
}

// fails reports whether a call failed that was to.
func (l *lab) fails(r *result, w work, u *traced, call, inject string) bool {
	out := l.folder()
	defer os.RemoveAll(out)
	if err := os.MkdirAll(out, 0o777); err != nil {
		r.failf("%v", err)
		return false
	}
	args := w.prepare(l, r, out)
	o, err := l.trace(out, []string{"-e", "trace=" + call, "-e", inject}, args)
	if err != nil {
		r.failf("%v", err)
		return false
	}
	if !strings.Contains(o.trace, "(INJECTED)") {
		return false
	}
	l.judge(r, w, u, out, args, o, w.name+", "+inject)
	return true
}

// workOf is what a command does that is left alone; nil where calls cannot be traced.
func (l *lab) workOf(r *result, w work) *traced {
	if u := l.worked[w.name]; u != nil {
		return u
	}
	if _, err := exec.LookPath("strace"); err != nil {
		r.skipped = "skipped: no strace"
		return nil
	}
	out := l.folder()
	defer os.RemoveAll(out)
	if err := os.MkdirAll(out, 0o777); err != nil {
		r.failf("%v", err)
		return nil
	}
	var names []string
	for _, call := range systemCalls() {
		names = append(names, call.name)
	}
	o, err := l.trace(out, []string{"-e", "trace=" + strings.Join(names, ",")}, w.prepare(l, r, out))
	if err != nil || o.code != 0 {
		r.skipped = fmt.Sprintf("skipped: strace traces nothing here: %v %.100s", err, o.stderr)
		return nil
	}
	u := &traced{outcome: o, calls: map[string]int{}}
	type ofThread struct{ thread, call string }
	n := map[ofThread]int{}
	for _, m := range regexp.MustCompile(`(?m)^(\d+) +(\w+)\(`).FindAllStringSubmatch(o.trace, -1) {
		at := ofThread{m[1], m[2]}
		n[at]++
		u.calls[at.call] = max(u.calls[at.call], n[at])
	}
	l.worked[w.name] = u
	return u
}

// judge looks at what a command did a call of which had failed. Where it succeeds it has done
// what it does when it is left alone, since the call did not matter; where it fails it says why,
// and no file has other content than it should. Left alone afterwards, it does all the rest.
func (l *lab) judge(r *result, w work, u *traced, out string, args []string, o outcome, what string) {
	fail := func(format string, a ...any) { r.failf("%s: %s", what, fmt.Sprintf(format, a...)) }
	r.panicked(o.stderr)
	switch {
	case o.code == 1 || o.code == 2:
		if !strings.Contains(o.stderr, "hyphbench: ") && !lostReason(o.trace) {
			fail("exit code %d without a reason: %q", o.code, o.stderr)
		}
	case o.code != 0:
		fail("exit code %d: %s", o.code, o.stderr)
	case !w.measures && o.stdout != u.stdout:
		fail("exit code 0, and another output: %.300s", o.stdout)
	}
	if w.measures {
		was := lines(runIn(out))
		if o.code == 0 {
			run, err := runfolder.Open(out)
			if err != nil || run.Meta.State != runfolder.Finished || !report.Derived(run.Dir) {
				fail("exit code 0, and the run is not whole: %v", err)
			}
		}
		l.resume(r, l.alone[interleaved], out, was)
		return
	}
	u.compare(o.files, o.code == 0, fail)
	text, code := l.run(args...)
	if r.panicked(text); code != 0 {
		fail("left alone afterwards: exit code %d: %s", code, text)
	}
	u.compare(contents(out), true, fail)
	if left := stale(out); len(left) > 0 {
		fail("left behind: %v", left)
	}
}

// lostReason reports whether what failed was to write the reason itself.
func lostReason(trace string) bool {
	return regexp.MustCompile(`write\(2, .*\(INJECTED\)`).MatchString(trace)
}

// compare compares files with those of a command that was left alone.
func (u *traced) compare(files map[string]string, all bool, fail func(string, ...any)) {
	for name, text := range files {
		if want, known := u.files[name]; !known || text != want {
			fail("%s has %d bytes that it should not have, expected %v", name, len(text), known)
		}
	}
	for name := range u.files {
		if _, there := files[name]; all && !there {
			fail("%s is not there", name)
		}
	}
}
