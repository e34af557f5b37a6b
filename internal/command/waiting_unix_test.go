//go:build unix

package command

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A command that waits for input ends with the first Ctrl-C or TERM: where nobody opens a
// pipe to write to it, and where nobody writes.
func TestInterruptedWait(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	words, filter := file("words", "academy\ntable\n"), filepath.Join(dir, "filter")
	hyphbench(t.Context(), t, program(), exitOK, "build", "--keys="+words, "--out="+filter)
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for i, args := range [][]string{
		{"hyphenate", pipe}, {"hyphenate", "--html", pipe}, {"hyphenate", "--patterns=" + pipe, words}, {"hyphenate", "--exceptions=" + pipe, words},
		{"build", "--keys=" + pipe, "--out=" + filter}, {"query", pipe}, {"query", filter, pipe}, {"choose", "--keys=" + pipe},
		{"run", "--words=" + pipe, "--out=" + filepath.Join(dir, "results")}, {"run", "lookup", "--keys=" + pipe, "--out=" + filepath.Join(dir, "results")},
		{"data", "import", pipe}, {"filters", "--config=" + pipe},
	} {
		signal := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[i%2]
		p := start(t, exec.Command("hyphbench", args...))
		var writer *os.File
		p.await(func() (opened bool) { // fails until the pipe is opened to be read
			var err error
			writer, err = os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
			return err == nil
		})
		endsWith(t, p, signal)
		if p.cmd.ProcessState.ExitCode() != exitInterrupted || p.stderr.String() != "hyphbench: interrupted\n" {
			t.Errorf("%q, %v: exit code %d\n%s", args, signal, p.cmd.ProcessState.ExitCode(), &p.stderr)
		}
		if writer != nil {
			writer.Close()
		}
	}

	// What is made of the first file says that the second one is waited for.
	cmd := exec.Command("hyphbench", "hyphenate", words, pipe)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, cmd)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("%q, %v\n%s", line, err, &p.stderr)
	}
	endsWith(t, p, syscall.SIGTERM)
	if cmd.ProcessState.ExitCode() != exitInterrupted {
		t.Errorf("no writer: exit code %d\n%s", cmd.ProcessState.ExitCode(), &p.stderr)
	}

	// Standard input that has taken more than a pipe holds is read, and stays open.
	for _, args := range [][]string{{"build", "--keys=-", "--out=" + filter}, {"query", filter}, {"hyphenate"}} {
		cmd := exec.Command("hyphbench", args...)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		p := start(t, cmd)
		if _, err := io.WriteString(in, strings.Repeat("academy\n", 1<<17)); err != nil {
			t.Fatalf("%q, %v\n%s", args, err, &p.stderr)
		}
		endsWith(t, p, syscall.SIGTERM)
		if cmd.ProcessState.ExitCode() != exitInterrupted {
			t.Errorf("%q, standard input: exit code %d\n%s", args, cmd.ProcessState.ExitCode(), &p.stderr)
		}
	}
}

// endsWith waits for the end of a process that gets a signal, and not for ever.
func endsWith(t *testing.T, p *process, signal syscall.Signal) {
	t.Helper()
	if err := p.cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.ended:
	case <-time.After(time.Minute):
		p.cmd.Process.Kill()
		<-p.ended
		t.Fatalf("%q goes on after %v", p.cmd.Args, signal)
	}
}
