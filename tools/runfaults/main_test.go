package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/tier"
)

// One trial of every fault: the short form of 'make faults'.
func TestFaults(t *testing.T) {
	tier.Check(t) // takes half a minute
	program := filepath.Join(t.TempDir(), "hyphbench")
	if text, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "hyphbench/cmd/hyphbench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"-hyphbench", program, "-scale", "0.01"}, &stdout, &stderr); code != 0 {
		t.Errorf("exit code %d\n%s", code, &stderr)
	}
	t.Logf("\n%s", &stdout)
	for _, f := range faults() {
		if !strings.Contains(stdout.String(), "\n"+f.name+" ") {
			t.Errorf("%s is not in the table", f.name)
		}
	}
}

// A program that loses, doubles or does not notice is found out.
func TestResults(t *testing.T) {
	if n := missing([]string{"a", "b", "c"}, []string{"a", "x"}); n != 2 {
		t.Errorf("%d lines are missing, want 2", n)
	}
	for _, r := range []result{{lost: 1}, {doubled: 1}, {unnoticed: 1}, {failed: []string{"x"}}} {
		var sum result
		if sum.add(r); sum.clean() || r.clean() {
			t.Errorf("%+v counts as clean", r)
		}
	}
	var r result
	if r.panicked("fatal error: x\n\ngoroutine 1 [running]:"); r.clean() {
		t.Error("a panic counts as clean")
	}
	var stdout, stderr bytes.Buffer
	for _, args := range [][]string{{"-scale", "0"}, {"-only", "flood"}, {"x"}, {"-x"}} {
		if code := run(t.Context(), args, &stdout, &stderr); code != 2 {
			t.Errorf("%v: exit code %d", args, code)
		}
	}
	if code := run(t.Context(), []string{"-hyphbench", "/bin/false"}, &stdout, &stderr); code != 1 {
		t.Errorf("a program that fails: exit code %d", code)
	}
}
