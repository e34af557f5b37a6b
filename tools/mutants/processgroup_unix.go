//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// inGroup has a command and what it starts in a process group of their own.
func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// interrupt ends the group: go test alone would wait for the tests that are running.
func interrupt(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
