package store

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"hyphbench/internal/machine"
)

// served is a store that another process answers for.
type served struct {
	Store
	pid int
}

func (s served) PID() int { return s.pid }

// The CPU time of a server is that of the section, not what it took before it. The server
// is stopped at both ends, so that it takes none between the readings.
func TestServerCPUOfTheSection(t *testing.T) {
	server := exec.Command("sh", "-c", "while :; do :; done")
	if err := server.Start(); err != nil {
		t.Skip(err)
	}
	defer func() { _ = server.Process.Kill(); _ = server.Wait() }()
	pid := server.Process.Pid
	until := func(what string, is func() bool) {
		t.Helper()
		for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("no %s of the server", what)
			}
		}
	}
	stop := func() {
		t.Helper()
		if err := server.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		until("stop", func() bool {
			stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			return err == nil && bytes.Contains(stat, []byte(") T "))
		})
	}
	work := func(least time.Duration) {
		t.Helper()
		before := machine.CPUOf(pid)
		until("CPU time", func() bool { return machine.CPUOf(pid) >= before+least })
	}

	work(50 * time.Millisecond)
	stop()
	s := served{pid: pid}
	if idle := Watch(s)(); idle.ServerCPU != 0 {
		t.Errorf("a stopped server took %s", idle.ServerCPU)
	}
	before := machine.CPUOf(pid)
	end := Watch(s)
	if err := server.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	work(30 * time.Millisecond)
	stop()
	if got, want := end().ServerCPU, machine.CPUOf(pid)-before; got != want {
		t.Errorf("the server took %s in the section, by its own clock %s", got, want)
	}
	if none := Watch(served{})(); none.ServerCPU != 0 {
		t.Errorf("a server on another machine took %s here", none.ServerCPU)
	}
}
