package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// mutant is a deliberate error.
type mutant struct {
	name     string // says the error: "pairing dropped in contrasts"
	file     string // below internal/
	old, new string // old occurs once in the file
	tests    string // packages below internal/ that should notice it, with blanks between; empty: that of the file
}

// packages are those whose tests run.
func (m mutant) packages() []string {
	list := strings.Fields(m.tests)
	if len(list) == 0 {
		list = []string{filepath.ToSlash(filepath.Dir(m.file))}
	}
	for i, p := range list {
		list[i] = "./internal/" + p
	}
	return list
}

// apply is the text of the file with the error in it.
func (m mutant) apply(text string) (string, error) {
	if n := strings.Count(text, m.old); n != 1 {
		return "", fmt.Errorf("the text of the error occurs %d times in internal/%s: want it once", n, m.file)
	}
	return strings.Replace(text, m.old, m.new, 1), nil
}

// outcome is how a trial ended.
type outcome int

const (
	unnoticed outcome = iota
	caught
	invalid // the error is no error: its text is gone, or it does not build
)

type result struct {
	outcome outcome
	by      string // the test that failed, or what is invalid
}

func (r result) String() string {
	switch r.outcome {
	case caught:
		return "noticed by " + r.by
	case unnoticed:
		return "NOT noticed"
	}
	return "INVALID: " + r.by
}

// tester tries errors in the copy of the tree in dir.
type tester struct {
	dir     string
	full    bool
	timeout time.Duration
	sound   map[string]result // of the packages without any error
}

// try puts an error into the tree, runs the tests and takes it out again. Tests
// that fail without any error notice none.
func (t tester) try(ctx context.Context, m mutant) result {
	for _, p := range m.packages() {
		r, known := t.sound[p]
		if !known {
			r = t.test(ctx, []string{p})
			t.sound[p] = r
		}
		if r.outcome != unnoticed {
			return result{invalid, "the tests of " + p + " fail without any error: " + r.by}
		}
	}
	name := filepath.Join(t.dir, "internal", filepath.FromSlash(m.file))
	text, err := os.ReadFile(name)
	if err != nil {
		return result{invalid, err.Error()}
	}
	wrong, err := m.apply(string(text))
	if err != nil {
		return result{invalid, err.Error()}
	}
	if err := os.WriteFile(name, []byte(wrong), 0o644); err != nil {
		return result{invalid, err.Error()}
	}
	r := t.test(ctx, m.packages())
	if err := os.WriteFile(name, text, 0o644); err != nil {
		return result{invalid, err.Error()}
	}
	return r
}

var (
	failed   = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+)`)
	panicked = regexp.MustCompile(`(?m)^panic: (.*)`)
	unbuilt  = regexp.MustCompile(`(?m)^(?:FAIL\t.*\[(?:build|setup) failed\])`)
)

// test runs the tests of packages; caught means that one failed.
func (t tester) test(ctx context.Context, packages []string) result {
	packages = slices.Compact(slices.Sorted(slices.Values(packages)))
	args := []string{"test", "-count=1", "-failfast", "-vet=off", "-timeout=" + t.timeout.String()}
	if !t.full {
		args = append(args, "-short")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, packages...)...)
	cmd.Dir = t.dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, "HYPHBENCH_") })
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 20 * time.Second
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return result{unnoticed, ""}
	case !errors.As(err, &exit):
		return result{invalid, err.Error()}
	case unbuilt.Match(out):
		return result{invalid, "it does not build: " + firstError(out)}
	}
	if m := failed.FindSubmatch(out); m != nil {
		return result{caught, string(m[1])}
	}
	if m := panicked.FindSubmatch(out); m != nil {
		return result{caught, "panic: " + string(m[1])}
	}
	return result{caught, firstError(out)}
}

// firstError is the first line of the output that tells something.
func firstError(out []byte) string {
	for line := range bytes.Lines(out) {
		if text := strings.TrimSpace(string(line)); text != "" && !strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "ok ") {
			return text
		}
	}
	return "no output"
}
