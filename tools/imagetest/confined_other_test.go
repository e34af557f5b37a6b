//go:build !linux

package imagetest

import (
	"syscall"
	"testing"
)

func confined(t *testing.T, _, _ string) *syscall.SysProcAttr {
	t.Helper()
	t.Skip("the image is for Linux")
	return nil
}
