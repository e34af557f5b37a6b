package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"hyphbench/internal/runfolder"
)

// mount makes a disk of its own at out; where that is impossible the fault is
// skipped with the reason.
func (l *lab) mount(r *result, out, options string) (unmount func(), ok bool) {
	if err := os.MkdirAll(out, 0o777); err != nil {
		r.failf("%v", err)
		return nil, false
	}
	if text, err := exec.CommandContext(l.ctx, "mount", "-t", "tmpfs", "-o", options, "tmpfs", out).CombinedOutput(); err != nil {
		r.skipped = fmt.Sprintf("skipped: no disk of its own: %v: %.100s", err, strings.TrimSpace(string(text)))
		return nil, false
	}
	return func() {
		if text, err := exec.Command("umount", out).CombinedOutput(); err != nil {
			r.failf("umount: %v: %s", err, text)
		}
	}, true
}

func (l *lab) remount(r *result, out, options string) {
	if text, err := exec.CommandContext(l.ctx, "mount", "-o", "remount,"+options, out).CombinedOutput(); err != nil {
		r.failf("remount: %v: %s", err, text)
	}
}

// diskFull measures onto a disk that has room for a part of the run, from none
// of it to all but the last derived file, and resumes when there is room.
func diskFull(l *lab, r *result, trial int) {
	out := l.folder()
	pages := 2 + trial*2 + l.random.IntN(2)
	unmount, ok := l.mount(r, out, fmt.Sprintf("size=%dk", 4*pages))
	if !ok {
		return
	}
	defer unmount()
	r.trials++
	u := l.alone[[]string{interleaved, thesis, simulation}[trial%3]]
	text, code := l.run(append(append([]string(nil), u.args...), "--out="+out)...)
	r.panicked(text)
	if code != 0 && (code != 1 || !strings.Contains(text, "no space left on device")) {
		r.failf("%d KiB: exit code %d: %s", 4*pages, code, text)
	}
	was := lines(runIn(out))
	l.remount(r, out, "size=64m")
	l.resume(r, u, out, was)
}

// readOnly asks for everything of a run on a disk that cannot be written to:
// what reads works, what writes says why not.
func readOnly(l *lab, r *result, _ int) {
	out := l.folder()
	unmount, ok := l.mount(r, out, "size=64m")
	if !ok {
		return
	}
	defer unmount()
	r.trials++
	dir := l.copyOf(r, interleaved, out)
	if err := os.Remove(filepath.Join(dir, "README.md")); err != nil {
		r.failf("%v", err)
	}
	l.remount(r, out, "ro")
	u := l.alone[interleaved]
	for _, c := range []struct {
		want int
		args []string
	}{
		{0, []string{"show", "table", out}}, {0, []string{"verify", out}}, {0, []string{"show", "ratios", "--to=none", out}},
		{1, []string{"plot", out}}, {1, []string{"report", out}},
		{1, append(append([]string(nil), u.args...), "--out="+out)}, {1, []string{"run", "--resume=" + dir}},
	} {
		text, code := l.run(c.args...)
		r.panicked(text)
		if code != c.want || code == 1 && !strings.Contains(text, "read-only file system") {
			r.failf("%v: exit code %d, want %d: %s", c.args, code, c.want, text)
		}
	}
	l.remount(r, out, "rw")
	l.resume(r, u, out, lines(u.dir))
}

// folderGone takes the folder of a run away while it is measured, and brings it
// back.
func folderGone(l *lab, r *result, _ int) {
	r.trials++
	out := l.folder()
	defer os.RemoveAll(out)
	p, dir := l.long(r, out)
	if p == nil {
		return
	}
	away := dir + "-away"
	if err := os.Rename(dir, away); err != nil {
		r.failf("%v", err)
	}
	text, code := p.wait() // at its next record
	if r.panicked(text); code != 1 {
		r.failf("exit code %d: %s", code, text)
	}
	was := lines(away)
	if err := os.Rename(away, dir); err != nil {
		r.failf("%v", err)
	}
	l.goesOn(r, dir, was)
}

// long starts a run that takes hours, and waits for its first rows.
func (l *lab) long(r *result, out string) (*process, string) {
	u := l.alone[interleaved]
	p, err := l.start(append(append([]string(nil), u.args...), "--reps=1000000", "--out="+out)...)
	if err != nil {
		r.failf("%v", err)
		return nil, ""
	}
	more := 1 + l.random.IntN(60)
	if !p.until(func() bool { return len(lines(runIn(out))) > more }) {
		text, code := p.wait()
		r.failf("exit code %d: %s", code, text)
		return nil, ""
	}
	return p, runIn(out)
}

// goesOn resumes such a run and ends it by TERM: it has its rows and more, once.
func (l *lab) goesOn(r *result, dir string, was []string) {
	p, err := l.start("run", "--resume="+dir, "--words="+l.words)
	if err != nil {
		r.failf("%v", err)
		return
	}
	if !p.until(func() bool { return len(lines(dir)) > len(was)+5 }) {
		text, code := p.wait()
		r.failf("not resumed, exit code %d: %s", code, text)
		return
	}
	l.end(r, p, "TERM")
	r.lost += missing(was, lines(dir))
	run, err := runfolder.Open(dir)
	if err != nil {
		r.failf("%v", err)
		return
	}
	seen := map[key]bool{}
	for _, row := range run.Rows {
		k := key{row.Round, row.Cell()}
		if seen[k] {
			r.doubled++
		}
		seen[k] = true
	}
}
