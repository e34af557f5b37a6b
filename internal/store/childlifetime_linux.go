package store

import (
	"os/exec"
	"syscall"
)

// endWithUs kills a process with the thread that starts it, and so with this process,
// whatever ends that. A group of its own keeps Ctrl-C from it: the run ends first.
func endWithUs(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
