package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/tier"
)

// mutant is a deliberate error.
type mutant struct {
	name     string // says the error: "pairing dropped in contrasts"
	file     string // below internal/
	old, new string // old occurs once in the file
}

// id says the change, whatever its name.
func (m mutant) id() string {
	return fmt.Sprintf("%.6x", sha256.Sum256([]byte(m.file+"\x00"+m.old+"\x00"+m.new)))
}

// apply is the text of the file with the error in it.
func (m mutant) apply(text string) (string, error) {
	if n := strings.Count(text, m.old); n != 1 {
		return "", fmt.Errorf("the text of the error occurs %d times in internal/%s: want it once", n, m.file)
	}
	return strings.Replace(text, m.old, m.new, 1), nil
}

// outcome is how a trial ended.
type outcome string

const (
	unnoticed outcome = "unnoticed"
	caught    outcome = "noticed"
	invalid   outcome = "invalid" // the error is no error: its text is gone, or it does not build
)

type result struct {
	outcome outcome
	by      string // the test that failed, or what is invalid
	again   string // arguments of go test for that test alone
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
	dir      string
	packages []pkg
	check    bool // as make check runs the tests, and not as make test does
	timeout  time.Duration
	sound    map[string]result // of tests without any error, by their arguments
}

// try puts an error into the tree, runs the tests that depend on it until a package fails,
// and takes it out again. Tests that fail without any error notice none.
func (t tester) try(ctx context.Context, m mutant) result {
	name := filepath.Join(t.dir, "internal", filepath.FromSlash(m.file))
	text, err := os.ReadFile(name)
	if err != nil {
		return result{outcome: invalid, by: err.Error()}
	}
	wrong, err := m.apply(string(text))
	if err != nil {
		return result{outcome: invalid, by: err.Error()}
	}
	packages := dependents(t.packages, path.Dir(m.file))
	if len(packages) == 0 {
		return result{outcome: invalid, by: "no tests depend on internal/" + m.file}
	}
	if err := os.WriteFile(name, []byte(wrong), 0o644); err != nil {
		return result{outcome: invalid, by: err.Error()}
	}
	r := t.test(ctx, packages[:1]) // alone: it notices most
	if r.outcome == unnoticed && len(packages) > 1 {
		r = t.test(ctx, packages[1:])
	}
	if err := os.WriteFile(name, text, 0o644); err != nil {
		return result{outcome: invalid, by: err.Error()}
	}
	if r.outcome != caught {
		return r
	}
	sound, known := t.sound[r.again]
	if !known {
		sound = t.test(ctx, strings.Fields(r.again))
		t.sound[r.again] = sound
	}
	if sound.outcome != unnoticed {
		return result{outcome: invalid, by: r.by + ", which fails without any error"}
	}
	return r
}

var (
	ended    = regexp.MustCompile(`(?m)^FAIL\t(\S+).*`)
	failed   = regexp.MustCompile(`(?m)^--- FAIL: (\S+).*(?:\n    --- FAIL: (\S+))?`)
	panicked = regexp.MustCompile(`(?m)^panic: .*`)
)

// test runs the tests of packages in their order, two at a time; caught means that one
// failed, after which no more are begun. What may begin with flags.
func (t tester) test(ctx context.Context, what []string) result {
	args := []string{"test", "-count=1", "-failfast", "-vet=off", "-p=2", "-timeout=" + t.timeout.String()}
	cmd := exec.CommandContext(ctx, "go", append(args, what...)...)
	cmd.Dir, cmd.Env = t.dir, t.environ()
	inGroup(cmd)
	cmd.Cancel = func() error { return interrupt(cmd) }
	cmd.WaitDelay = 20 * time.Second
	out := &output{stop: cmd.Cancel}
	cmd.Stdout, cmd.Stderr = out, out
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return result{outcome: unnoticed}
	case !errors.As(err, &exit):
		return result{outcome: invalid, by: err.Error()}
	}
	return verdict(out.String())
}

// verdict is what the output of tests says of which a package failed.
func verdict(text string) result {
	end := ended.FindStringSubmatchIndex(text)
	if end == nil {
		return result{outcome: invalid, by: "go test: " + firstError(text)}
	}
	again := text[end[2]:end[3]]
	text = text[:end[1]] // what follows was interrupted
	by := firstError(text) + " in " + again
	if strings.HasSuffix(text, "[build failed]") || strings.HasSuffix(text, "[setup failed]") {
		return result{outcome: invalid, by: "it does not build: " + by}
	}
	if m := failed.FindStringSubmatch(text); m != nil {
		test := cmp.Or(m[2], m[1])
		by = test + " in " + again
		again = "-run=^" + strings.ReplaceAll(regexp.QuoteMeta(test), "/", "$/^") + "$ " + again
	} else if m := panicked.FindString(text); m != "" {
		by = m + " in " + again
	}
	return result{caught, by, again}
}

// environ is that of the tests of a tier. What make sets, so that the build cache is one,
// holds where nothing else is set.
func (t tester) environ() []string {
	env := []string{"CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOGC=400"}
	env = append(env, slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, "HYPHBENCH_") })...)
	if t.check {
		env = append(env, tier.Variable+"=1")
	}
	return env
}

// output is what go test prints, which is ended once a package has failed.
type output struct {
	bytes.Buffer
	stop    func() error
	stopped bool
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Buffer.Write(p)
	if !o.stopped && ended.Match(o.Bytes()) {
		o.stopped = true
		_ = o.stop() // otherwise it ends by itself, later
	}
	return n, err
}

// firstError is the first line of the output that tells something.
func firstError(out string) string {
	for line := range strings.Lines(out) {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "ok ") {
			return text
		}
	}
	return "no output"
}
