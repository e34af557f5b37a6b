//go:build unix

package harness

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps a process out of the terminal's group: Ctrl-C reaches it once, from
// its parent, and not a second time from the terminal.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
