//go:build unix

package command

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
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
		if err := p.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if <-p.ended; p.cmd.ProcessState.ExitCode() != exitInterrupted || p.stderr.String() != "hyphbench: interrupted\n" {
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
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if <-p.ended; cmd.ProcessState.ExitCode() != exitInterrupted {
		t.Errorf("no writer: exit code %d\n%s", cmd.ProcessState.ExitCode(), &p.stderr)
	}
}
