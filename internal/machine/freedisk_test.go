package machine_test

import (
	"path/filepath"
	"testing"

	"hyphbench/internal/machine"
)

// The disk of a folder has some room, and that of no folder is not known.
func TestFreeDisk(t *testing.T) {
	dir := t.TempDir()
	free, ok := machine.FreeDisk(t.Context(), dir)
	if !ok || free < 4096 {
		t.Errorf("%d bytes, %v", free, ok)
	}
	if _, ok := machine.FreeDisk(t.Context(), filepath.Join(dir, "absent")); ok {
		t.Error("a folder that is not there has room")
	}
}
