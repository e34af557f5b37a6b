//go:build unix && !linux

package store

import (
	"os/exec"
	"syscall"
)

// endWithUs cannot bind a process to this one here: it outlives a kill -9. A group of
// its own keeps Ctrl-C from it.
func endWithUs(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
