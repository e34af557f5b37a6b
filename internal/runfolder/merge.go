package runfolder

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"hyphbench/internal/renamed"
)

// Merge makes one run of many, the shards of a run or runs merged of these, in a new
// folder below parent. The order of dirs does not matter, nor whether some were merged
// before: the bytes are the same, and a run that is there already is left as it is.
// Every row keeps its session and so its machine.
//
// Refused are runs of different measurements (Differs), one that is not finished
// (UnfinishedError), a round of which two runs have rows, and rounds that none has. With
// partial the first and the third alone are: what is not finished gives what it has, and
// the run says what is missing.
//
// Rows are copied one after the other; sessions, not rows, are held in memory.
func Merge(parent string, dirs []string, partial bool) (dir string, err error) {
	m, err := newMerge(dirs, partial)
	if err != nil {
		return "", err
	}
	if err := noRun(parent); err != nil {
		return "", err
	}
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return "", fmt.Errorf("results folder: %w", err)
	}
	lock, err := lockParent(parent)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	sweepParent(parent)
	tmp, err := os.MkdirTemp(parent, newPrefix)
	if err != nil {
		return "", fmt.Errorf("results folder: %w", err)
	}
	defer os.RemoveAll(tmp) // after the rename there is nothing to remove
	if err := os.Chmod(tmp, 0o755); err != nil {
		return "", err
	}
	if err := m.write(tmp); err != nil {
		return "", err
	}
	name := folderName(m.meta)
	if same, err := mergedBefore(parent, name, tmp); same != "" || err != nil {
		return same, err
	}
	return rename(tmp, filepath.Join(parent, name))
}

// mergedBefore finds the run in tmp below parent, by its name and those that rename
// gives it beside others; empty where it is not there.
func mergedBefore(parent, name, tmp string) (string, error) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if number, numbered := strings.CutPrefix(e.Name(), name+"-"); e.Name() != name && (!numbered || strings.Trim(number, "0123456789") != "") {
			continue
		}
		dir := filepath.Join(parent, e.Name())
		if same, err := sameRun(tmp, dir); err != nil {
			return "", err
		} else if !same {
			continue
		}
		line, err := firstChange(filepath.Join(tmp, MeasurementsFile), filepath.Join(dir, MeasurementsFile))
		if err != nil || line > 0 {
			return "", fmt.Errorf("%s has this run, and line %d of its %s was changed since: delete the folder, and merge again", dir, max(1, line), MeasurementsFile)
		}
		return dir, nil
	}
	return "", nil
}

// firstChange is the first line in which two files differ; 0 where they do not.
func firstChange(a, b string) (line int, err error) {
	var lines [2]*bufio.Reader
	for i, name := range []string{a, b} {
		file, err := os.Open(name)
		if err != nil {
			return 0, err
		}
		defer file.Close()
		lines[i] = bufio.NewReaderSize(file, 1<<20)
	}
	for line = 1; ; line++ {
		is, err := lines[0].ReadBytes('\n')
		was, other := lines[1].ReadBytes('\n')
		switch {
		case !bytes.Equal(is, was), err != other:
			return line, nil
		case err == io.EOF:
			return 0, nil
		case err != nil:
			return 0, err
		}
	}
}

// sameRun reports whether two folders hold the same run, by what run.json records.
func sameRun(a, b string) (bool, error) {
	is, err := os.ReadFile(filepath.Join(a, MetaFile))
	if err != nil {
		return false, err
	}
	was, err := os.ReadFile(filepath.Join(b, MetaFile))
	if err != nil { // it is no run
		return false, nil
	}
	return bytes.Equal(is, was), nil
}

// merge is the runs on the way into one.
type merge struct {
	meta     Meta
	parts    []*part
	sessions []mergedSession
	owner    map[int]*part // of each round that a part has rows of, or has whole
	line     []byte        // scratch
}

// mergedSession is a session with the part that it is of.
type mergedSession struct {
	Session
	part   *part
	number int    // in that part
	text   string // as JSON, by which sessions that began at one time are ordered
}

func newMerge(dirs []string, partial bool) (*merge, error) {
	m := &merge{owner: map[int]*part{}}
	for _, dir := range dirs {
		meta, err := readMeta(dir)
		if err != nil {
			return nil, err
		}
		if meta.Schema != Schema {
			return nil, fmt.Errorf("%s: format %q: want %q, as this build writes", dir, meta.Schema, Schema)
		}
		m.parts = append(m.parts, &part{dir: dir, meta: meta})
	}
	if len(m.parts) == 0 {
		return nil, ErrNoRun
	}
	if err := m.alike(); err != nil {
		return nil, err
	}
	if !partial {
		if err := m.finished(); err != nil {
			return nil, err
		}
	}
	if err := m.order(); err != nil {
		return nil, err
	}
	first := m.sessions[0].part
	if err := m.rounds(first.meta, partial); err != nil {
		return nil, err
	}
	return m, m.describe(first.meta)
}

// alike says what runs differ in that are to be one.
func (m *merge) alike() error {
	a := m.parts[0]
	for _, b := range m.parts[1:] {
		if what := differ(b.meta, a.meta); what != "" {
			return fmt.Errorf("%s cannot be merged with %s: %s: want the shards of one run", b.dir, a.dir, what)
		}
	}
	return nil
}

// differ is the first difference by which two runs are no parts of one.
func differ(a, b *Meta) string {
	x, y := *a, *b
	x.Shard, y.Shard = nil, nil
	switch what := Differs(&x, &y); {
	case what != "":
		return what
	case !slices.Equal(a.Columns, b.Columns):
		return fmt.Sprintf("it has columns %q, this one %q", a.Columns, b.Columns)
	case !maps.Equal(a.Expect, b.Expect):
		return fmt.Sprintf("it has expect %v, this one %v", a.Expect, b.Expect)
	case !reflect.DeepEqual(a.Tables, b.Tables):
		return fmt.Sprintf("it has tables %v, this one %v", a.Tables, b.Tables)
	}
	return ""
}

// order puts the sessions of all parts in the order of their starts.
func (m *merge) order() error {
	for _, p := range m.parts {
		for i, s := range p.meta.Sessions {
			if s.Shard == nil {
				s.Shard = p.meta.Shard
			}
			if s.Build == nil {
				s.Build = p.meta.Build
			}
			text, err := json.Marshal(s)
			if err != nil {
				return err
			}
			m.sessions = append(m.sessions, mergedSession{s, p, i + 1, string(text)})
		}
		p.pending = len(p.meta.Sessions)
	}
	slices.SortStableFunc(m.sessions, func(a, b mergedSession) int {
		return cmp.Or(a.Start.Compare(b.Start), strings.Compare(a.text, b.text))
	})
	for i, s := range m.sessions[1:] {
		if before := m.sessions[i]; s.text == before.text && s.part != before.part {
			return fmt.Errorf("%s and %s hold the same session, of %s: want one of them", before.part.dir, s.part.dir, s.Start.Format("2006-01-02 15:04:05.000"))
		}
	}
	return nil
}

// describe makes run.json of that of the part which began first.
func (m *merge) describe(first *Meta) error {
	missing := m.meta.Missing
	m.meta = *first
	m.meta.Missing, m.meta.Shard = missing, nil
	m.meta.State, m.meta.Error = Finished, ""
	m.meta.Argv = without(first, "--shard", "--shards", "--out", "--resume")
	m.meta.Config = maps.Clone(first.Config)
	delete(m.meta.Config, "shard")
	delete(m.meta.Config, "shards")
	var notes []string
	for _, p := range m.parts {
		notes = append(notes, p.meta.Notes...)
	}
	slices.Sort(notes)
	m.meta.Notes = slices.Compact(notes)
	m.meta.Sessions = nil
	for _, s := range m.sessions {
		if maps.Equal(s.Build, first.Build) {
			s.Session.Build = nil
		}
		m.meta.Sessions = append(m.meta.Sessions, s.Session)
	}
	return checkColumns(columnsNow(m.meta.Columns, renamed.In(m.meta.Experiment)), m.meta.Axes)
}

// without is the command of a run without some flags and their values, which may be words
// of their own. That of --resume may be left out: the experiment's name is none.
func without(m *Meta, flags ...string) (argv []string) {
	value := false // the next word is one
	for _, word := range m.Argv {
		flag, _, assigned := strings.Cut(word, "=")
		switch {
		case slices.Contains(flags, flag):
			value = !assigned
			continue
		case value && !strings.HasPrefix(word, "-") && word != m.Experiment:
		default:
			argv = append(argv, word)
		}
		value = false
	}
	return argv
}

// write writes the run into dir.
func (m *merge) write(dir string) error {
	defer m.closeAll()
	w := &Writer{Meta: m.meta, Dir: dir, layout: layoutOf(m.meta.Columns, m.meta.Axes, renamed.In(m.meta.Experiment))}
	file, err := os.Create(filepath.Join(dir, MeasurementsFile))
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	header := strings.Join(m.meta.Columns, ",")
	w.last = chain(0).next([]byte(header))
	_, err = out.WriteString(header + "\n")
	for i, s := range m.sessions {
		if err == nil {
			err = m.copySession(s, i+1, w, out)
		}
	}
	if err == nil && len(m.owner) == 0 {
		err = fmt.Errorf("%s%s and what is to be merged with it hold no measurement yet but warm-up: resume them first", m.parts[0].dir, ofShard(m.parts[0].meta))
	}
	if err == nil {
		err = out.Flush()
	}
	w.file, w.unsynced = file, true
	if err == nil {
		err = w.SaveMeta()
	}
	return errors.Join(err, file.Close())
}

// copySession copies the rows of a session of a part, which is the run's session of
// that number. Its warm-up has a round of that session's own.
func (m *merge) copySession(s mergedSession, session int, w *Writer, out *bufio.Writer) error {
	p := s.part
	for {
		row, err := p.next(s.number)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if !p.meta.Shard.Has(row.Round) {
			return p.rows.wrong(fmt.Errorf("round %d does not belong to shard %v: restore the file", row.Round, *p.meta.Shard))
		}
		if err := m.own(row.Round, p); err != nil {
			return err
		}
		w.seq++
		row.Seq, row.Session = w.seq, session
		if row.Round < 1 {
			row.Round = 1 - session
		}
		m.line = p.rows.renumbered(m.line[:0], row)
		w.last = w.last.next(m.line)
		w.rows++
		p.copied++
		m.line = append(m.line, ',')
		m.line = append(w.last.append(m.line), '\n')
		if _, err := out.Write(m.line); err != nil {
			return err
		}
	}
	if p.pending--; p.pending > 0 {
		return nil
	}
	return p.finish()
}

func (m *merge) closeAll() {
	for _, p := range m.parts {
		_ = p.close() // it was only read
	}
}
