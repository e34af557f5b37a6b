//go:build unix

package store

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// openFor opens a store of the kind for a test, which skips without a server.
func openFor(t *testing.T, k Kind, e Entries, cfg Config) *redis {
	t.Helper()
	tier.Check(t) // starts another program
	if err := k.Available(); err != nil {
		t.Skip(err)
	}
	s, err := k.Open(t.Context(), e, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s.(*redis)
}

func entriesOf(pairs ...string) Entries {
	var keys, values []string
	for i := 0; i < len(pairs); i += 2 {
		keys, values = append(keys, pairs[i]), append(values, pairs[i+1])
	}
	return Entries{Keys: wordlist.Of(keys...), Values: wordlist.Of(values...)}
}

// gone waits until the process has ended. Whoever inherits it may be slow to ask for
// its state.
func gone(t *testing.T, pid int) {
	t.Helper()
	ended := func() bool {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return !alive(pid) || bytes.Contains(stat, []byte(") Z "))
	}
	for until := time.Now().Add(5 * time.Second); !ended(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			t.Fatal("the server is left behind")
		}
	}
}

func TestRedisKeysAndValues(t *testing.T) {
	long := strings.Repeat("k\x00\r\n", 1<<18)
	e := entriesOf("a", "", "", "of the empty key", "\x00", "\r\n$-1\r\n", long, long+"v", "*3\r\n$3\r\nSET\r\n", "+OK\r\n")
	for _, k := range []Kind{Redis(), RedisTCP()} {
		r := openFor(t, k, e, Config{})
		for i := range e.Keys.Len() {
			if got, ok, err := r.Get(nil, e.Keys.At(i)); err != nil || !ok || string(got) != e.Values.At(i) {
				t.Errorf("%s: %.20q: %.20q %v %v", k.Name, e.Keys.At(i), got, ok, err)
			}
		}
		if _, ok, err := r.Get(nil, long[1:]); ok || err != nil {
			t.Errorf("%s: %v %v of a negative of a megabyte", k.Name, ok, err)
		}
	}
}

func TestRedisGetAllocatesNothing(t *testing.T) {
	r := openFor(t, Redis(), entriesOf("key", "value"), Config{})
	buf := make([]byte, 0, 64)
	if got := testing.AllocsPerRun(200, func() {
		for _, key := range []string{"key", "negative"} {
			if _, _, err := r.Get(buf, key); err != nil {
				t.Fatal(err)
			}
		}
	}); got != 0 {
		t.Errorf("%v allocations in two lookups", got)
	}
}

// A store whose server dies says which one failed and why, and leaves nothing.
func TestRedisServerDies(t *testing.T) {
	for _, k := range []Kind{Redis(), RedisTCP()} {
		r := openFor(t, k, entriesOf("a", "1"), Config{})
		if _, ok, err := r.Get(nil, "a"); !ok || err != nil {
			t.Fatal(ok, err)
		}
		if err := r.server.process.Kill(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			_, _, err := r.Get(nil, "a")
			if err == nil || !strings.Contains(err.Error(), "store "+k.Name+":") || !strings.Contains(err.Error(), "has ended: signal: killed") {
				t.Errorf("%v", err)
			}
		}
		if err := r.GetMany([]string{"a", "b"}, func(int, []byte) error { return nil }); err == nil {
			t.Error("a list is answered by a dead server")
		}
		if _, err := r.Accesses(); err == nil {
			t.Error("a dead server counts")
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(r.server.folder); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("its folder is left: %v", err)
		}
	}
}

// A server that hangs is given up, and can be closed.
func TestRedisServerHangs(t *testing.T) {
	r := openFor(t, Redis(), entriesOf("a", "1"), Config{})
	r.conn.patience, r.conn.deadline = 100*time.Millisecond, time.Time{}
	if err := r.server.process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_, _, err := r.Get(nil, "a")
	if took := time.Since(start); err == nil || !strings.Contains(err.Error(), "timeout") || took > 3*time.Second {
		t.Errorf("%v after %s", err, took)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	gone(t, r.PID())
}

// A thread that ends does not take the server with it.
func TestRedisOutlivesTheThread(t *testing.T) {
	tier.Check(t) // starts another program
	if err := redisReady(); err != nil {
		t.Skip(err)
	}
	// The program's first thread never ends: of two at once, one is another.
	var opened, together sync.WaitGroup
	together.Add(2)
	var stores [2]Store
	var errs [2]error
	for i := range stores {
		opened.Go(func() {
			runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
			together.Done()
			together.Wait()
			stores[i], errs[i] = Redis().Open(context.Background(), entriesOf("a", "1"), Config{})
		})
	}
	opened.Wait()
	time.Sleep(50 * time.Millisecond)
	for i, s := range stores {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		if _, ok, err := s.Get(nil, "a"); !ok || err != nil {
			t.Error(ok, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestRedisOfAKilledProcess is also the process that is killed.
func TestRedisOfAKilledProcess(t *testing.T) {
	const role = "HYPHBENCH_TEST_REDIS_OWNER"
	if os.Getenv(role) != "" {
		r := openFor(t, Redis(), entriesOf("a", "1"), Config{})
		fmt.Println("server", r.PID())
		time.Sleep(time.Minute)
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("a process cannot be bound to another one here")
	}
	tier.Check(t) // starts another program
	if err := redisReady(); err != nil {
		t.Skip(err)
	}
	owner := exec.Command(os.Args[0], "-test.run", "^TestRedisOfAKilledProcess$")
	owner.Env = append(os.Environ(), role+"=1")
	out, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	for lines := bufio.NewScanner(out); pid == 0 && lines.Scan(); {
		if text, ok := strings.CutPrefix(lines.Text(), "server "); ok {
			pid, _ = strconv.Atoi(text)
		}
	}
	if pid == 0 || !alive(pid) {
		t.Fatalf("no server %d", pid)
	}
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait()
	gone(t, pid)
}

// Whoever finds the port of a server of one's own is refused, and finds the password in no
// list of processes.
func TestRedisPassword(t *testing.T) {
	r := openFor(t, RedisTCP(), entriesOf("a", "1"), Config{})
	other, err := dialRESP(t.Context(), r.conn.address)
	if err != nil {
		t.Fatal(err)
	}
	defer other.close()
	if err := other.call("+OK", "SET", "a", "2"); err == nil || !strings.Contains(err.Error(), "NOAUTH") {
		t.Errorf("another one writes: %v", err)
	}
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", r.PID()))
	if err == nil && (len(r.server.password) < 20 || bytes.Contains(line, []byte(r.server.password))) {
		t.Errorf("%q is the password of %q", r.server.password, line)
	}
}

// A port that somebody took is left to him.
func TestRedisPortInUse(t *testing.T) {
	tier.Check(t) // starts another program
	if err := redisReady(); err != nil {
		t.Skip(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	number := taken.Addr().(*net.TCPAddr).Port
	calls := 0
	server, conn, err := startRedis(t.Context(), "tcp", func() (int, error) {
		if calls++; calls == 1 {
			return number, nil
		}
		return freePort()
	})
	if err != nil {
		t.Fatal(err)
	}
	defer server.end()
	if err := conn.call("+PONG", "PING"); err != nil || calls < 2 {
		t.Error(err, calls)
	}
	always := func() (int, error) { return number, nil }
	if _, _, err := startRedis(t.Context(), "tcp", always); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("%v", err)
	}
}

// Another's server keeps what it had, is used under a prefix, and is left as it was.
func TestRedisOfAnother(t *testing.T) {
	address := StartRedis(t, "tcp")
	other, err := dialRESP(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer other.close()
	if err := other.call("+OK", "SET", "theirs", "kept"); err != nil {
		t.Fatal(err)
	}
	keys := func(want int) {
		t.Helper()
		if err := other.call(fmt.Sprintf(":%d", want), "DBSIZE"); err != nil {
			t.Fatal(err)
		}
	}
	var pairs []string
	for i := range 1200 {
		pairs = append(pairs, fmt.Sprint("key ", i), fmt.Sprint("value ", i))
	}
	e := entriesOf(pairs...)
	first := openFor(t, RedisTCP(), e, Config{Address: address})
	keys(1 + 1200 + 1)
	if runtime.GOOS == "linux" && first.PID() == 0 {
		t.Error("its process on this machine is not found")
	}
	if _, ok, err := first.Get(nil, "theirs"); ok || err != nil {
		t.Error("a negative's key is an entry", err)
	}
	// Taken up: only the value that is wrong makes it be written again.
	if err := other.call("+OK", "SET", first.prefix+"key 7", "broken"); err != nil {
		t.Fatal(err)
	}
	if whole, err := first.complete(); whole || err != nil {
		t.Error("entries with a wrong value are complete", err)
	}
	second := openFor(t, RedisTCP(), e, Config{Address: address})
	if whole, err := second.complete(); !whole || err != nil {
		t.Error("the entries are not complete", err)
	}
	if got, _, err := second.Get(nil, "key 7"); string(got) != "value 7" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	// The first has not asked for what the second one has.
	if _, err := first.Accesses(); err == nil || !strings.Contains(err.Error(), "nobody else") {
		t.Errorf("lookups of others are counted as one's own: %v", err)
	}
	// Also a connection that is broken ends in order.
	second.conn.close()
	if _, _, err := second.Get(nil, "key 1"); err == nil {
		t.Error("a closed connection answers")
	}
	if err := errors.Join(second.Close(), first.Close()); err != nil {
		t.Error(err)
	}
	keys(1)

	// What a server refuses is said, and nothing is left of what it took.
	if err := other.call("+OK", "CONFIG", "SET", "maxmemory", "1"); err != nil {
		t.Fatal(err)
	}
	if _, err := RedisTCP().Open(t.Context(), e, Config{Address: address}); err == nil || !strings.Contains(err.Error(), "OOM") {
		t.Errorf("%v", err)
	}
	keys(1)
}

func TestRedisAddresses(t *testing.T) {
	nobody, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind          Kind
		address, want string
	}{
		{Redis(), "localhost:6379", "want redis-tcp:HOST:PORT"},
		{RedisTCP(), "/no/such/socket", "or redis: and the path of a socket"},
		{Redis(), "/no/such/socket", "no such file"},
		{RedisTCP(), fmt.Sprint("127.0.0.1:", nobody), "refused"},
		{RedisTCP(), "127.0.0.1", "missing port"},
	} {
		if _, err := c.kind.Open(t.Context(), entriesOf("a", "1"), Config{Address: c.address}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s at %s: %v, want %q", c.kind.Name, c.address, err, c.want)
		}
	}
}

func TestRedisWithoutServer(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if err := Redis().Available(); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "redis-server") {
		t.Errorf("%v", err)
	}
	if _, err := Redis().Open(t.Context(), entriesOf("a", "1"), Config{}); !errors.Is(err, ErrUnavailable) {
		t.Errorf("%v", err)
	}
}

func TestBatches(t *testing.T) {
	sizes := []int{redisBatchBytes, 1, redisBatchBytes, 3}
	var got bytes.Buffer
	for from, to := range batches(len(sizes), func(i int) int { return sizes[i] }) {
		fmt.Fprintf(&got, "%d-%d ", from, to)
	}
	if got.String() != "0-1 1-3 3-4 " {
		t.Error(got.String())
	}
	n := 0
	for from, to := range batches(2*redisBatch+1, func(int) int { return 1 }) {
		if from != n || to-from > redisBatch {
			t.Error(from, to)
		}
		n = to
	}
	if n != 2*redisBatch+1 {
		t.Error(n)
	}
}
