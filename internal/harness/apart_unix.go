//go:build unix

package harness

import (
	"os/exec"
	"syscall"
)

// apart keeps a process out of the terminal's group: Ctrl-C reaches it once, from
// its parent, and not a second time from the terminal.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
