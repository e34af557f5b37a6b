// Package libhyphentest calls the C library libhyphen, for tests that compare results with it
// (Debian: libhyphen-dev, and a C compiler).
package libhyphentest

import (
	"bytes"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

//go:embed testdata/libhyphen.c
var driver []byte

// Breaks hyphenates words with the dictionary in the file dic and returns their
// breaks in characters, without those at which letters change. Words and dictionary
// have the same character set. It skips the test where there is no compiler or no
// library.
func Breaks(t *testing.T, dic string, words []string) [][]int {
	t.Helper()
	dir := t.TempDir()
	source, program := filepath.Join(dir, "libhyphen.c"), filepath.Join(dir, "libhyphen")
	if err := os.WriteFile(source, driver, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	if out, err := exec.CommandContext(t.Context(), "gcc", "-O1", "-o", program, source, "-lhyphen").CombinedOutput(); err != nil {
		t.Skipf("libhyphen is not installed (Debian: libhyphen-dev): %v: %s", err, out)
	}
	lines := strings.Split(Run(t, strings.Join(words, "\n")+"\n", program, dic), "\n")
	if len(lines) != len(words)+1 {
		t.Fatalf("libhyphen answered %d of %d words", len(lines)-1, len(words))
	}
	answers := make([][]int, len(words))
	for i := range words {
		for _, f := range strings.Fields(lines[i]) {
			n, err := strconv.Atoi(f)
			if err != nil {
				t.Fatal(err)
			}
			answers[i] = append(answers[i], n)
		}
	}
	return answers
}

// Run returns the output of a program.
func Run(t *testing.T, stdin, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v: %s", name, args, err, &stderr)
	}
	return string(out)
}
