//go:build unix

package store

import (
	"errors"
	"syscall"
)

// alive reports whether a process of the number is there.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
