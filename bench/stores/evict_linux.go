package main

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// evict drops a file that nobody has mapped from the system's memory.
func evict(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil { // pages not yet written would stay
		return err
	}
	if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		return fmt.Errorf("evicting %s: %w", name, err)
	}
	return nil
}
