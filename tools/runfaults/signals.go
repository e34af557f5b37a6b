package main

import (
	"os"
	"os/signal"
	"strings"
	"syscall"

	"hyphbench/internal/runfolder"
)

func signals() map[string]os.Signal {
	return map[string]os.Signal{"TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP}
}

// end ends a run by a signal: exit code 130, all its rows recorded.
func (l *lab) end(r *result, p *process, name string) {
	if err := p.cmd.Process.Signal(signals()[name]); err != nil {
		r.failf("%v", err)
	}
	text, code := p.wait()
	if r.panicked(text); code != 130 {
		r.failf("%s: exit code %d: %s", name, code, text)
	}
}

// signalled ends a run by a signal and resumes it.
func signalled(name string) func(*lab, *result, int) {
	return func(l *lab, r *result, _ int) {
		if signal.Ignored(signals()[name]) { // as under nohup, which the program respects
			r.skipped = "skipped: the signal is ignored here"
			return
		}
		r.trials++
		out := l.folder()
		defer os.RemoveAll(out)
		p, dir := l.long(r, out)
		if p == nil {
			return
		}
		was := lines(dir)
		l.end(r, p, name)
		run, err := runfolder.Open(dir)
		if err != nil {
			r.failf("%v", err)
			return
		}
		if run.Meta.State != runfolder.Interrupted || run.Meta.Rows != len(run.Rows) {
			r.failf("state %s, %d rows of %d", run.Meta.State, len(run.Rows), run.Meta.Rows)
		}
		r.lost += missing(was, lines(dir))
		l.goesOn(r, dir, lines(dir))
	}
}

// twoWriters starts and resumes a run beside one that is being measured: both
// are refused, and the first one is not disturbed.
func twoWriters(l *lab, r *result, _ int) {
	r.trials++
	out := l.folder()
	defer os.RemoveAll(out)
	p, dir := l.long(r, out)
	if p == nil {
		return
	}
	u := l.alone[interleaved]
	for _, args := range [][]string{
		append(append([]string(nil), u.args...), "--out="+out),
		{"run", "--resume=" + dir, "--words=" + l.words},
	} {
		text, code := l.run(args...)
		if r.panicked(text); code != 1 || !strings.Contains(text, "another run is being written") {
			r.failf("%v: exit code %d: %s", args, code, text)
		}
	}
	was := lines(dir)
	l.end(r, p, "TERM")
	r.lost += missing(was, lines(dir))
	l.goesOn(r, dir, lines(dir))
}
