package main

import (
	"bytes"
	"os"
	"path/filepath"

	"hyphbench/internal/runfolder"
)

// killRun kills a run at a random moment, kills its resumptions too, and
// resumes it to its end. Each kill is a trial.
func killRun(kind string) func(*lab, *result, int) {
	return func(l *lab, r *result, _ int) { l.killAndResume(r, l.alone[kind]) }
}

func killSimulation(l *lab, r *result, _ int) { l.killAndResume(r, l.alone[simulation]) }

func (l *lab) killAndResume(r *result, u *undisturbed) {
	out := l.folder()
	var was []string
	for range 1 + l.random.IntN(3) {
		args := append(append([]string(nil), u.args...), "--out="+out)
		if runIn(out) != "" {
			args = append(args, "--resume")
		}
		r.trials++
		killed := l.killAfter(r, l.moment(u.took), args...)
		is := lines(runIn(out))
		r.lost += missing(was, is)
		was = is
		if !killed {
			break
		}
	}
	l.resume(r, u, out, was)
	os.RemoveAll(out)
}

// killWriter kills a command that writes into the folder of a finished run. The
// run stays as it was, and the next call does all of the work.
func killWriter(command string, flags ...string) func(*lab, *result, int) {
	return func(l *lab, r *result, _ int) {
		r.trials++
		out := l.folder()
		defer os.RemoveAll(out)
		dir := l.copyOf(r, interleaved, out)
		args := append([]string{command, dir}, flags...)
		killed := l.killAfter(r, l.moment(l.alone[interleaved].took/2), args...)
		text, code := l.run(args...)
		if r.panicked(text); code != 0 {
			r.failf("after a kill: exit code %d: %s", code, text)
		}
		if left := stale(out); killed && len(left) > 0 {
			r.failf("left behind: %v", left)
		}
		r.lost += missing(lines(l.alone[interleaved].dir), lines(dir))
		for _, name := range []string{runfolder.MetaFile, runfolder.MeasurementsFile} {
			if !bytes.Equal(content(l.alone[interleaved].dir, name), content(dir, name)) {
				r.failf("%s was changed", name)
			}
		}
	}
}

// copyOf copies the undisturbed run of a kind into a folder below out.
func (l *lab) copyOf(r *result, kind, out string) string {
	from := l.alone[kind].dir
	dir := filepath.Join(out, filepath.Base(from))
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		r.failf("%v", err)
	}
	return dir
}

func content(dir, name string) []byte {
	text, _ := os.ReadFile(filepath.Join(dir, name))
	return text
}
