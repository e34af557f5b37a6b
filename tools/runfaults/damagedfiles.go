package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"hyphbench/internal/runfolder"
)

// specimen is a run in one of the states in which runs are found.
type specimen struct {
	dir    string
	killed bool // rows may have come after the last record
	file   string
	text   []byte
}

// damaged calls damage for each file of a finished, an interrupted and a killed
// run, trial by trial another state.
func (l *lab) damaged(r *result, trial int, damage func(specimen)) {
	out := l.folder()
	defer os.RemoveAll(out)
	var dir string
	files := []string{runfolder.MetaFile, runfolder.MeasurementsFile}
	state := trial % 3
	switch state {
	case 0:
		dir = l.copyOf(r, interleaved, out)
	case 1: // with sums that are not complete
		u := l.alone[simulation]
		p, err := l.start(append(append([]string(nil), u.args...), "--iterations=10000000", "--out="+out)...)
		if err != nil {
			r.failf("%v", err)
			return
		}
		sums := func() string { return filepath.Join(runIn(out), "sums.json") }
		p.until(func() bool { _, err := os.Stat(sums()); return err == nil })
		l.end(r, p, "TERM")
		dir, files = runIn(out), append(files, "sums.json")
	case 2:
		p, d := l.long(r, out)
		if p == nil {
			return
		}
		p.cmd.Process.Kill()
		p.wait()
		dir = d
		if text := content(dir, runfolder.MeasurementsFile); !bytes.HasSuffix(text, []byte("\n")) {
			// The unfinished row is no part of the run.
			text = text[:bytes.LastIndexByte(text, '\n')+1]
			if err := os.WriteFile(filepath.Join(dir, runfolder.MeasurementsFile), text, 0o644); err != nil {
				r.failf("%v", err)
			}
		}
	}
	for _, file := range files {
		s := specimen{dir, state == 2, file, content(dir, file)}
		if err := s.read(); err != nil {
			r.failf("%s is not damaged: %v", file, err)
			continue
		}
		damage(s)
		if err := os.WriteFile(filepath.Join(dir, file), s.text, 0o644); err != nil {
			r.failf("%v", err)
		}
	}
}

// read reads the run and its state as the program does.
func (s specimen) read() error {
	_, err := runfolder.Open(s.dir)
	if err != nil || s.file != "sums.json" {
		return err
	}
	w, err := runfolder.Resume(s.dir)
	if err != nil {
		return err
	}
	defer w.Release()
	_, err = w.State(s.file)
	return err
}

func (s specimen) write(r *result, text []byte) {
	if err := os.WriteFile(filepath.Join(s.dir, s.file), text, 0o644); err != nil {
		r.failf("%v", err)
	}
}

// cut cuts every file of a run at many lengths. Of a killed run rows that no
// run.json has recorded can be cut off, but only those.
func cut(l *lab, r *result, trial int) {
	l.damaged(r, trial, func(s specimen) {
		step := 1 + len(s.text)/400
		for n := l.random.IntN(step); n < len(s.text); n += step {
			r.trials++
			s.write(r, s.text[:n])
			run, err := runfolder.Open(s.dir)
			whole := max(0, bytes.Count(s.text[:n], []byte("\n"))-1)
			if s.killed && s.file == runfolder.MeasurementsFile && err == nil {
				if len(run.Rows) != whole || whole < run.Meta.Rows {
					r.lost++
				}
				continue
			}
			if s.read() == nil {
				r.unnoticed++
				r.failed = append(r.failed, fmt.Sprintf("%s cut to %d bytes", s.file, n))
			}
		}
	})
}

// flip flips single bits of every file of a run.
func flip(l *lab, r *result, trial int) {
	l.damaged(r, trial, func(s specimen) {
		for range 400 {
			r.trials++
			at, bit := l.random.IntN(len(s.text)), l.random.IntN(8)
			text := bytes.Clone(s.text)
			text[at] ^= 1 << bit
			s.write(r, text)
			if s.read() == nil {
				r.unnoticed++
				r.failed = append(r.failed, fmt.Sprintf("%s: bit %d of byte %d flipped", s.file, bit, at))
			}
		}
	})
}
