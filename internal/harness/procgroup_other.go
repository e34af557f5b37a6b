//go:build !unix

package harness

import "os/exec"

// ownGroup has nothing to do where there are no process groups.
func ownGroup(*exec.Cmd) {}
