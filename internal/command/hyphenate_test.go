package command

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/tier"
)

// TestHyphenatePipe: who writes a line has it back before the next one.
func TestHyphenatePipe(t *testing.T) {
	for _, c := range []struct {
		flags      []string
		line, want string
	}{
		{nil, "a table\n", "a ta-ble\n"},
		{[]string{"--word-rule=hypher-text"}, "a/table\n", "a/\u200bta-ble\n"},
		{[]string{"--latex"}, "a table\n", "a ta\\-ble\n"},
		{[]string{"--html", "--mark=-"}, "<p>a table</p>", "<p>a ta-ble</p>"},
	} {
		cmd := exec.CommandContext(t.Context(), "hyphbench", append([]string{"hyphenate"}, c.flags...)...)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		stuck := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
		out := bufio.NewReader(stdout)
		for range 3 {
			if _, err := io.WriteString(in, c.line); err != nil {
				t.Fatal(err)
			}
			got := make([]byte, len(c.want))
			if _, err := io.ReadFull(out, got); err != nil || string(got) != c.want {
				t.Fatalf("%q: %q, %v, want %q", c.flags, got, err, c.want)
			}
		}
		in.Close()
		if _, err := io.Copy(io.Discard, out); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%q: %v", c.flags, err)
		}
		stuck.Stop()
	}
}

// TestHyphenateInterrupted: Ctrl-C ends the wait for a line.
func TestHyphenateInterrupted(t *testing.T) {
	in, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer writer.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	var errs strings.Builder
	if code := program().Run(ctx, []string{"hyphenate"}, in, io.Discard, &errs); code != exitInterrupted {
		t.Errorf("exit %d, %s, want %d", code, &errs, exitInterrupted)
	}
}

// TestHypherSuite runs npm hypher's own tests, as its package has them, with answers
// of hyphbench: those of words by --word-rule=hypher, those of text by hypher-text.
func TestHypherSuite(t *testing.T) {
	tier.Check(t)
	oracle, err := filepath.Abs("../../tools/npm-oracle")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	suite := filepath.Join(oracle, "node_modules", "hypher", "test", "hypher-test.js")
	if _, err := os.Stat(suite); err != nil {
		t.Skip("npm hypher is not installed: npm install --prefix tools/npm-oracle")
	}
	cmd := exec.CommandContext(t.Context(), "node", "-r", filepath.Join(oracle, "hypher.js"),
		filepath.Join(oracle, "node_modules", "vows", "bin", "vows"), "--json", suite)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	honored, failed := 0, 0
	for line := range strings.Lines(string(out)) {
		var event struct {
			Kind string          `json:"0"`
			Vow  json.RawMessage `json:"1"`
		}
		if json.Unmarshal([]byte(line), &event) != nil || event.Kind != "vow" {
			continue
		}
		var vow struct {
			Title, Context, Status string
			Exception              any
		}
		if err := json.Unmarshal(event.Vow, &vow); err != nil {
			t.Fatal(err)
		}
		if vow.Status == "honored" {
			honored++
		} else if failed++; failed <= 10 {
			t.Errorf("%s: %s: %v", vow.Context, vow.Title, vow.Exception)
		}
	}
	if exit != nil || honored < 4500 {
		t.Errorf("%d tests passed and %d failed, %v, want all of 4,500 or more: %.500s", honored, failed, exit, out)
	}
	t.Logf("%d tests of npm hypher", honored)
}
