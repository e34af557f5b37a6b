package machine

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// The folder of a killed process is removed by the next one, that of a process that lives and
// what others call nearly so are not.
func TestProcessFolder(t *testing.T) {
	parent := t.TempDir()
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	const prefix = "builds-"
	of := func(pid int) string { return filepath.Join(parent, prefix+strconv.Itoa(pid)+"-1") }
	stays := []string{of(os.Getppid()), filepath.Join(parent, prefix+"of-ours"), filepath.Join(parent, "other-1-1")}
	for _, dir := range append(stays, of(ended.Process.Pid)) {
		if err := os.MkdirAll(filepath.Join(dir, "within"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	made, err := ProcessFolder(parent, prefix)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range append(stays, made) {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(of(ended.Process.Pid)); !os.IsNotExist(err) {
		t.Errorf("that of an ended process is left: %v", err)
	}
}
