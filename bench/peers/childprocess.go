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

// A child is a participant in a process of its own, in any language. It lives
// through all rounds. The protocol is lines of text:
//
//	child    {"words":N,"bytes":B,"load_ns":L}      once, when it is ready
//	parent   pass
//	child    {"cpu_ns":C,"wall_ns":W,"breaks":K}
//	parent   dump
//	child    N lines: the breaks of each word, separated by blanks
//	parent   check                                  for children with a filter
//	child    {"fp":F,"fn":M}
//	         {"error":"…"}                          in place of any object
//
// bytes is the memory of the child's structure, load_ns the CPU time of its
// construction, cpu_ns that of all threads of the child during the pass. The
// child exits at the end of its input.
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

// startChild starts a program and waits until it is ready. It must have read the
// given number of words.
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
		return nil, fmt.Errorf("%s read %d words: want %d", program, c.hello.Words, words)
	}
	return c, nil
}

// request sends a command and reads the object in reply.
func (c *child) request(command string, into any) error {
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

// failed adds the last output of the child to an error, which explains more than
// a broken pipe.
func (c *child) failed(err error) error {
	if errors.Is(err, io.EOF) {
		err = errors.New("ended without an answer")
	}
	c.stdin.Close()
	_ = c.cmd.Wait() // until its output is complete
	if last := c.stderr.String(); last != "" {
		return fmt.Errorf("%s: %w: %s", c.name, err, last)
	}
	return fmt.Errorf("%s: %w", c.name, err)
}

// section is one pass.
func (c *child) section() (Sample, error) {
	var p passed
	if err := c.request("pass", &p); err != nil {
		return Sample{}, err
	}
	if p.CPUNs <= 0 || p.WallNs <= 0 {
		return Sample{}, fmt.Errorf("%s measured %d ns of CPU time and %d ns in all", c.name, p.CPUNs, p.WallNs)
	}
	return Sample{CPU: time.Duration(p.CPUNs), Wall: time.Duration(p.WallNs), Ops: c.hello.Words, Check: p.Breaks}, nil
}

// breaks reads the breaks of all words.
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
				return fmt.Errorf("%s: word %d: %q is not a list of positions: want numbers separated by blanks", c.name, i+1, strings.TrimSpace(line))
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

// tail keeps the last bytes written to it.
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
