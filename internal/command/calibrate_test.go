package command

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/tier"
)

// An interrupted calibration shows the complete trials, stores nothing in the
// cache and exits with 130.
func TestInterruptedCalibration(t *testing.T) {
	tier.Check(t)
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("HOME", dir)
	t.Setenv("LocalAppData", dir)
	ctx, cancel := context.WithCancel(t.Context())
	var stdout bytes.Buffer
	stderr := stopper{word: "trial", stop: cancel}
	if code := program().Run(ctx, []string{"calibrate", "--trials=100000", "--rounds=2", "--time=1h"}, nil, &stdout, &stderr); code != exitInterrupted {
		t.Errorf("exit code %d\n%s", code, stderr.String())
	}
	if !strings.Contains(stdout.String(), "trials that resolved two sides") {
		t.Errorf("the complete trials are lost:\n%s", stdout.String())
	}
	if kept, _ := filepath.Glob(filepath.Join(dir, "hyphbench", "calibration-*")); len(kept) > 0 {
		t.Errorf("kept: %v", kept)
	}
}

// stopper is a writer that calls stop when it reads the word.
type stopper struct {
	bytes.Buffer
	word string
	stop func()
}

func (s *stopper) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(s.word)) {
		s.stop()
	}
	return s.Buffer.Write(p)
}

func (s *stopper) WriteString(text string) (int, error) { return s.Write([]byte(text)) }
