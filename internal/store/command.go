package store

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// Names of stores that the user has.
const (
	execPrefix   = "exec:"
	sqlitePrefix = "sqlite:"
)

// ParseOwn returns the kind of a store of the user's own: "exec:COMMAND", of which ask is what is
// written for a key, {} standing for it (empty: the key), or "sqlite:FILE:TABLE.COLUMN". is
// reports whether text names one.
func ParseOwn(text, ask string) (k Kind, is bool, err error) {
	if command, found := strings.CutPrefix(text, execPrefix); found {
		switch {
		case strings.TrimSpace(command) == "":
			return Kind{}, true, fmt.Errorf("%q has no command: want such as exec:'./lookup urls.db'", text)
		case ask != "" && !strings.Contains(ask, "{}"):
			return Kind{}, true, fmt.Errorf("the line %q has no place for a key: want {} in it", ask)
		}
		return asked("exec", "the command "+command, shell(command), cmp.Or(ask, "{}"), nil), true, nil
	}
	rest, found := strings.CutPrefix(text, sqlitePrefix)
	if !found {
		return Kind{}, false, nil
	}
	at := strings.LastIndexByte(rest, ':')
	table, column, two := strings.Cut(rest[at+1:], ".")
	if at < 1 || !two || table == "" || column == "" {
		return Kind{}, true, fmt.Errorf("%q: want sqlite:FILE:TABLE.COLUMN, the column that has the keys", text)
	}
	quoted := func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
	file := rest[:at]
	ready := func() error {
		if _, err := exec.LookPath("sqlite3"); err != nil {
			return fmt.Errorf("%w: want the program sqlite3", ErrUnavailable)
		}
		_, err := os.Stat(file)
		return err
	}
	line := "SELECT count(*) FROM " + quoted(table) + " WHERE " + quoted(column) + " = '{}';"
	return asked("sqlite", "SQLite, "+file, []string{"sqlite3", "-batch", "-bail", "-readonly", file}, line, ready), true, nil
}

// shell is a command line of the system's shell.
func shell(command string) []string {
	if runtime.GOOS == "windows" {
		return []string{"cmd", "/c", command}
	}
	return []string{"sh", "-c", command}
}

// asked is a store that a program of the user answers for: for each key it is given a line, and
// prints one. An empty line, or 0, says that there is no such key.
//
// Guarantee: a program that prints no line for a key within a time, or ends, is an error that says
// so. Nothing is written to the store.
// Cost: what the program takes, and a line over a pipe in each direction: Pipe is the time of that.
func asked(name, title string, args []string, line string, ready func() error) Kind {
	return Kind{Name: name, Title: title, Medium: Network, Ready: ready, Open: func(ctx context.Context, e Entries, _ Config) (Store, error) {
		if err := e.Check(); err != nil {
			return nil, err
		}
		s := &command{quoted: strings.Contains(line, "'{}'")}
		s.before, s.after, _ = strings.Cut(line, "{}")
		if err := s.start(ctx, args); err != nil {
			return nil, err
		}
		return s, nil
	}}
}

type command struct {
	cmd      *exec.Cmd
	before   string // in the line of a key, what stands before it …
	after    string // … and behind it
	quoted   bool   // it stands in single quotes, which are doubled within
	in       io.WriteCloser
	out      *bufio.Reader
	deadline interface{ SetReadDeadline(time.Time) error } // nil: reading has none
	errors   tail
	room     []byte
	accesses int64
}

// patience is how long a program may take for a line.
const patience = 10 * time.Second

func (s *command) start(ctx context.Context, args []string) (err error) {
	s.cmd = exec.CommandContext(ctx, args[0], args[1:]...)
	s.cmd.Stderr = &s.errors
	endWithUs(s.cmd)
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	s.out = bufio.NewReader(out)
	s.deadline, _ = out.(interface{ SetReadDeadline(time.Time) error })
	return s.cmd.Start()
}

func (s *command) Get(dst []byte, key string) ([]byte, bool, error) {
	s.accesses++
	if strings.ContainsAny(key, "\n\r") {
		return dst, false, fmt.Errorf("the key %q has a line end: a command is asked line by line", key)
	}
	if s.quoted {
		key = strings.ReplaceAll(key, "'", "''")
	}
	s.room = append(append(append(append(s.room[:0], s.before...), key...), s.after...), '\n')
	if _, err := s.in.Write(s.room); err != nil {
		return dst, false, s.failed(err)
	}
	if s.deadline != nil {
		_ = s.deadline.SetReadDeadline(time.Now().Add(patience)) // without one a wait has no end
	}
	answer, err := s.out.ReadSlice('\n')
	if err != nil {
		return dst, false, s.failed(err)
	}
	text := strings.TrimRight(string(answer), "\r\n")
	if text == "" || text == "0" {
		return dst, false, nil
	}
	return append(dst, text...), true, nil
}

// failed says what the program did in place of an answer.
func (s *command) failed(err error) error {
	said := s.errors.String()
	for range 20 { // what it says as it ends may come behind its end
		if said != "" || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, bufio.ErrBufferFull) {
			break // it has not ended
		}
		time.Sleep(10 * time.Millisecond)
		said = s.errors.String()
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = fmt.Errorf("it printed no line within %s: want one for each key, at once and not at the end", patience)
	case errors.Is(err, bufio.ErrBufferFull):
		err = errors.New("it printed a line of more than 4096 bytes: want a short one")
	case said != "":
		return fmt.Errorf("it ended: %s", said)
	default:
		err = errors.New("it ended: want a line for each line that it is given")
	}
	return err
}

func (s *command) Accesses() (int64, error) { return s.accesses, nil }

// Close ends the program: it may have been interrupted before.
func (s *command) Close() error {
	s.in.Close()
	ended := make(chan struct{})
	go func() { defer close(ended); _ = s.cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(time.Second):
		_ = s.cmd.Process.Kill()
		<-ended
	}
	return nil
}

// Pipe is the time of a line to a program and back.
func Pipe(ctx context.Context) (time.Duration, error) {
	s := &command{}
	if err := s.start(ctx, shell("cat")); err != nil {
		return 0, err
	}
	defer s.Close()
	const times = 200
	var start time.Time
	for i := range 2 * times {
		if i == times {
			start = time.Now()
		}
		if _, _, err := s.Get(nil, "x"); err != nil {
			return 0, err
		}
	}
	return time.Since(start) / times, nil
}
