package slurmtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/tier"
)

// cluster is a Slurm of one node, this machine.
type cluster struct {
	ctx context.Context // ends early enough to tidy up
	dir string          // of its files, and of everything else in the test
	env []string

	daemons []*exec.Cmd
}

// start starts munged, slurmctld and slurmd, and waits for the node. The test's end stops
// them.
func start(t *testing.T) *cluster {
	t.Helper()
	tier.Check(t) // takes a minute
	if os.Getenv("SLURMTEST") == "off" {
		t.Skip("SLURMTEST=off: it is run by itself")
	}
	if os.Getuid() != 0 {
		t.Skip("slurmd runs as root")
	}
	for _, program := range []string{"munged", "slurmctld", "slurmd", "sbatch", "scontrol", "scancel", "squeue"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%v: install slurm-wlm and munge", err)
		}
	}
	// A folder of a short name: the path of a socket has 107 bytes.
	dir, err := os.MkdirTemp("", "slurm")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // of the socket, as munged wants it
		t.Fatal(err)
	}
	conf := filepath.Join(dir, "slurm.conf")
	c := &cluster{dir: dir, env: append(plain(os.Environ()), "SLURM_CONF="+conf)}
	var stop context.CancelFunc
	c.ctx, stop = context.WithCancel(t.Context())
	if deadline, ok := t.Deadline(); ok { // behind which nothing is tidied up
		c.ctx, stop = context.WithDeadline(t.Context(), deadline.Add(-20*time.Second))
	}
	t.Cleanup(stop)

	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ = strings.Cut(name, ".")
	key := make([]byte, 1024)
	rand.Read(key)
	c.write(t, "munge.key", string(key), 0o400)
	ports := freePorts(t, 2)
	c.write(t, "slurm.conf", fmt.Sprintf(configuration, name, dir, ports[0], ports[1], cores(t)), 0o644)
	for _, folder := range []string{"state", "spool"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { c.stop(t) })
	c.daemon(t, "munged", "--foreground", "--force", "--key-file="+c.path("munge.key"), "--socket="+c.path("munge"),
		"--pid-file="+c.path("munged.pid"), "--log-file="+c.path("munged.log"), "--seed-file="+c.path("munged.seed"))
	c.wait(t, "munged's socket", func() bool { _, err := os.Stat(c.path("munge")); return err == nil })
	c.daemon(t, "slurmctld", "-D", "-f", conf)
	c.daemon(t, "slurmd", "-D", "-f", conf, "-N", name)
	c.wait(t, "an idle node", func() bool {
		out, _ := c.command("sinfo", "--noheader", "--format=%T").Output() // fails until slurmctld listens
		return strings.TrimSpace(string(out)) == "idle"
	})
	return c
}

// configuration is slurm.conf for a container: no systemd, no control groups, no accounts.
// The times that Slurm waits for an answer are long: a machine that others use too may
// stand still for seconds, and a node that is given up on would end its jobs.
const configuration = `ClusterName=slurmtest
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[3]d
SlurmdPort=%[4]d
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=%[2]s/munge
StateSaveLocation=%[2]s/state
SlurmdSpoolDir=%[2]s/spool
SlurmctldPidFile=%[2]s/slurmctld.pid
SlurmdPidFile=%[2]s/slurmd.pid
SlurmctldLogFile=%[2]s/slurmctld.log
SlurmdLogFile=%[2]s/slurmd.log
PlugStackConfig=%[2]s/plugstack.conf
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
MessageTimeout=60
TCPTimeout=60
SlurmdTimeout=0
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=%[5]s RealMemory=500 State=UNKNOWN
PartitionName=p Nodes=%[1]s Default=YES MaxTime=INFINITE State=UP
`

// plain is an environment without what a job or a user's settings have.
func plain(env []string) (list []string) {
	for _, entry := range env {
		if !strings.HasPrefix(entry, "SLURM") && !strings.HasPrefix(entry, "SBATCH") && !strings.HasPrefix(entry, "HYPHBENCH_") {
			list = append(list, entry)
		}
	}
	return list
}

// cores are those that slurmd finds on this machine. A process that is bound to some of
// them, as in a container, sees fewer; a task with the node alone is granted them all.
func cores(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("slurmd", "-C").Output()
	found := regexp.MustCompile(`\bCPUs=(\d+)`).FindSubmatch(out)
	if err != nil || found == nil {
		t.Fatalf("slurmd -C: %v\n%s", err, out)
	}
	return string(found[1])
}

// freePorts are ports on which nothing listens, below those that the system hands out to
// connections: one of them could be taken before a daemon listens.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for port := 20000 + os.Getpid()%10000; len(ports) < n && port < 32000; port++ {
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			l.Close()
			ports = append(ports, port)
		}
	}
	if len(ports) < n {
		t.Fatalf("%d of %d ports are free", len(ports), n)
	}
	return ports
}

func (c *cluster) path(name string) string { return filepath.Join(c.dir, name) }

func (c *cluster) write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(c.path(name), []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// command is a program in the cluster's environment and folder.
func (c *cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(c.ctx, name, args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	return cmd
}

// run runs a program that must end with exit code 0, and returns what it prints.
func (c *cluster) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := c.command(name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s%s", name, args, err, out, &stderr)
	}
	return string(out)
}

// daemon starts a program that ends with the test.
func (c *cluster) daemon(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	log, err := os.Create(c.path(name + ".out"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c.daemons = append(c.daemons, cmd)
}

// wait waits for a condition, and fails the test when there is no time left.
func (c *cluster) wait(t *testing.T, what string, is func() bool) {
	t.Helper()
	for !is() {
		select {
		case <-c.ctx.Done():
			t.Fatalf("waited for %s: %v", what, context.Cause(c.ctx))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// stop kills the daemons and what they started: all that has this cluster's
// configuration in its environment, and nothing else. Of a failed test, the logs are
// printed.
func (c *cluster) stop(t *testing.T) {
	if t.Failed() {
		for _, log := range []string{"munged.out", "munged.log", "slurmctld.out", "slurmctld.log", "slurmd.out", "slurmd.log"} {
			text, _ := os.ReadFile(c.path(log)) // not all are there
			t.Logf("%s:\n%s", log, text[max(0, len(text)-3000):])
		}
	}
	for range 100 { // what starts another process meanwhile is found next time
		alive := c.processes()
		for _, p := range alive {
			_ = p.Kill() // it may have ended
		}
		for _, d := range c.daemons {
			_ = d.Wait() // all were killed
		}
		if c.daemons = nil; len(alive) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("processes are left: %v", c.processes())
}

// processes are those of the cluster.
func (c *cluster) processes() (list []*os.Process) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		env, err := os.ReadFile(file) // empty of a process that has ended
		if err != nil || !bytes.Contains(env, []byte("SLURM_CONF="+c.path("slurm.conf")+"\x00")) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			if p, err := os.FindProcess(pid); err == nil {
				list = append(list, p)
			}
		}
	}
	return list
}
