package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// A child is a participant in a process of its own, in any language. It stays
// alive over all rounds and speaks a protocol of lines:
//
//	child says   {"words":N,"bytes":B,"load_ns":L}      once, when it is ready
//	we say       pass
//	child says   {"cpu_ns":C,"wall_ns":W,"breaks":K}
//	we say       dump
//	child says   N lines: the breaks of each word, blanks between them
//	we say       check                                  children with a filter
//	child says   {"fp":F,"fn":M}
//	             {"error":"…"}                          in place of any object
//
// bytes is what the child's structure holds in memory, load_ns the CPU time
// of making it, cpu_ns that of all threads of the child during the pass. The
// end of its input ends it.
type child struct {
	name   string
	hello  hello
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	stderr *tail
}

type hello struct {
	Words  int   `json:"words"`
	Bytes  int64 `json:"bytes"`
	LoadNs int64 `json:"load_ns"`
}

type passed struct {
	CPUNs  int64 `json:"cpu_ns"`
	WallNs int64 `json:"wall_ns"`
	Breaks int64 `json:"breaks"`
}

type checked struct {
	FP int `json:"fp"`
	FN int `json:"fn"`
}

// startChild runs a program and waits until it is ready. It must have read as
// many words as we have.
func startChild(ctx context.Context, words int, program string, args ...string) (*child, error) {
	c := &child{name: program, cmd: exec.CommandContext(ctx, program, args...), stderr: &tail{}}
	c.cmd.Stderr = c.stderr
	var err error
	if c.stdin, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.stdout = bufio.NewReader(stdout)
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	if err := c.receive(&c.hello); err != nil {
		c.Close()
		return nil, err
	}
	if c.hello.Words != words {
		c.Close()
		return nil, fmt.Errorf("%s read %d words where there are %d", program, c.hello.Words, words)
	}
	return c, nil
}

// ask sends a command and reads the object that answers it.
func (c *child) ask(command string, into any) error {
	if _, err := fmt.Fprintln(c.stdin, command); err != nil {
		return c.failed(err)
	}
	return c.receive(into)
}

func (c *child) receive(into any) error {
	line, err := c.stdout.ReadBytes('\n')
	if err != nil {
		return c.failed(err)
	}
	var problem struct{ Error string }
	if err := json.Unmarshal(line, &problem); err != nil {
		return fmt.Errorf("%s answered %q: %w", c.name, bytes.TrimSpace(line), err)
	}
	if problem.Error != "" {
		return fmt.Errorf("%s: %s", c.name, problem.Error)
	}
	return json.Unmarshal(line, into)
}

// failed says what the child said last, which explains more than a broken
// pipe does.
func (c *child) failed(err error) error {
	if errors.Is(err, io.EOF) {
		err = errors.New("ended without an answer")
	}
	c.stdin.Close()
	_ = c.cmd.Wait() // so that all of its last words are here
	if last := c.stderr.String(); last != "" {
		return fmt.Errorf("%s: %w: %s", c.name, err, last)
	}
	return fmt.Errorf("%s: %w", c.name, err)
}

// section is one pass.
func (c *child) section() (Sample, error) {
	var p passed
	if err := c.ask("pass", &p); err != nil {
		return Sample{}, err
	}
	if p.CPUNs <= 0 || p.WallNs <= 0 {
		return Sample{}, fmt.Errorf("%s measured %d ns of CPU time and %d ns in all", c.name, p.CPUNs, p.WallNs)
	}
	return Sample{CPU: time.Duration(p.CPUNs), Wall: time.Duration(p.WallNs), Ops: c.hello.Words, Check: p.Breaks}, nil
}

// breaks reads the answers for all words.
func (c *child) breaks(each func(i int, breaks []int)) error {
	if _, err := fmt.Fprintln(c.stdin, "dump"); err != nil {
		return c.failed(err)
	}
	var breaks []int
	for i := range c.hello.Words {
		line, err := c.stdout.ReadString('\n')
		if err != nil {
			return c.failed(err)
		}
		breaks = breaks[:0]
		for field := range strings.FieldsSeq(line) {
			b, err := strconv.Atoi(field)
			if err != nil || b < 0 {
				return fmt.Errorf("%s: word %d: %q is no list of positions", c.name, i+1, strings.TrimSpace(line))
			}
			breaks = append(breaks, b)
		}
		each(i, breaks)
	}
	return nil
}

// Close ends the child and waits for it.
func (c *child) Close() error {
	c.stdin.Close()
	return c.cmd.Wait()
}

// tail keeps the last bytes that were written to it.
type tail struct{ bytes []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 500
	t.bytes = append(t.bytes, p...)
	if over := len(t.bytes) - most; over > 0 {
		t.bytes = t.bytes[over:]
	}
	return len(p), nil
}

func (t *tail) String() string { return strings.Join(strings.Fields(string(t.bytes)), " ") }
