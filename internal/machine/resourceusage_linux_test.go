package machine

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// What is read past the cache is counted, to the page.
func TestDeviceBytes(t *testing.T) {
	if DeviceBytes() == Uncounted {
		t.Skip("the system does not count what a process reads from devices")
	}
	const size = 1 << 20
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, make([]byte, size), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		t.Skip("pages cannot be evicted: ", err)
	}
	before := DeviceBytes()
	if _, err := f.ReadAt(make([]byte, size), 0); err != nil {
		t.Fatal(err)
	}
	if got := DeviceBytes() - before; got != 0 && got < size {
		t.Errorf("%d bytes were counted of %d read", got, size)
	} else if got == 0 {
		t.Skip("the file is not on a device")
	}
}

// A process that has worked for some ticks is seen to have worked.
func TestCPUOf(t *testing.T) {
	worker := exec.Command("sh", "-c", "while :; do :; done")
	if err := worker.Start(); err != nil {
		t.Skip(err)
	}
	defer func() { _ = worker.Process.Kill(); _ = worker.Wait() }()
	for deadline := time.Now().Add(10 * time.Second); CPUOf(worker.Process.Pid) < 50*time.Millisecond; {
		if time.Now().After(deadline) {
			t.Fatal("no CPU time is counted of a busy process")
		}
		time.Sleep(20 * time.Millisecond)
	}
	if got := CPUOf(1 << 30); got != 0 {
		t.Errorf("a process that is not there took %s", got)
	}
}

func TestProcessCPU(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := ProcessCPU()
	start, ok := ThreadCPU()
	if !ok {
		t.Skip("no clock of a thread")
	}
	const work = 20 * time.Millisecond
	for now := start; now-start < work; { // by no other clock: the machine may be busy
		now, _ = ThreadCPU()
	}
	if got := ProcessCPU() - before; got < work/2 {
		t.Errorf("%s of work took %s of CPU time", work, got)
	}
}
