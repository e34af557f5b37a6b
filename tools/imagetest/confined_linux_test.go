package imagetest

import (
	"syscall"
	"testing"
)

// confined runs a program with a folder as its root, as a user.
func confined(t *testing.T, root, user string) *syscall.SysProcAttr {
	t.Helper()
	uid, gid := owner(t, user)
	return &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}
