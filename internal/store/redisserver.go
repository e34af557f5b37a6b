package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	redisProgram = "redis-server"
	// redisStart is how long a server may take until it listens.
	redisStart = 10 * time.Second
	// redisPorts is how many ports are tried: between the choice of a free one and
	// its use, another process can take it.
	redisPorts = 5
	// socketPath is the longest path of a socket in bytes: macOS takes 104 with the
	// NUL at its end, Linux 108.
	socketPath = 103
)

// redisReady says whether a server can be started here.
func redisReady() error {
	if _, err := exec.LookPath(redisProgram); err != nil {
		return fmt.Errorf("%w: no %s in PATH: want Debian's package redis-server, or a server that runs, --store=redis-tcp:HOST:PORT", ErrUnavailable, redisProgram)
	}
	return nil
}

// redisServer is a server of one's own, which keeps everything in memory.
type redisServer struct {
	process  *os.Process
	folder   string        // of its own, removed at the end
	password string        // where a port is open to every user of the machine; empty for a socket
	log      *tail         // what it has said
	ended    chan struct{} // closed when the process is gone, after reason is set
	reason   string
}

// startRedis starts a server and connects to it: over a socket, or over TCP on the
// loopback interface, where port chooses a port.
func startRedis(ctx context.Context, network string, port func() (int, error)) (*redisServer, *resp, error) {
	if err := redisReady(); err != nil {
		return nil, nil, err
	}
	tries := 1
	if network == "tcp" {
		tries = redisPorts
	}
	var err error
	for range tries {
		var server *redisServer
		var conn *resp
		if server, conn, err = tryRedis(ctx, network, port); err == nil {
			return server, conn, nil
		}
		if !strings.Contains(err.Error(), "already in use") {
			break
		}
	}
	return nil, nil, err
}

func tryRedis(ctx context.Context, network string, port func() (int, error)) (_ *redisServer, _ *resp, err error) {
	folder, err := TemporaryFolder()
	if err != nil {
		return nil, nil, err
	}
	s := &redisServer{folder: folder, log: &tail{}, ended: make(chan struct{})}
	defer func() {
		if err != nil {
			s.end()
		}
	}()
	args := []string{"--save", "", "--appendonly", "no", "--daemonize", "no", "--loglevel", "warning", "--dir", folder}
	var address string
	if network == "unix" {
		address = filepath.Join(folder, "s")
		if len(address) > socketPath {
			return nil, nil, fmt.Errorf("%s is longer than a socket's path can be, %d bytes: want another XDG_CACHE_HOME", address, socketPath)
		}
		args = append(args, "--port", "0", "--unixsocket", address, "--unixsocketperm", "700")
	} else {
		number, err := port()
		if err != nil {
			return nil, nil, err
		}
		address = net.JoinHostPort("127.0.0.1", strconv.Itoa(number))
		args = append(args, "--port", strconv.Itoa(number), "--bind", "127.0.0.1")
		// On the command line every user could read it.
		s.password = rand.Text()
		config := filepath.Join(folder, "redis.conf")
		if err := os.WriteFile(config, []byte("requirepass "+s.password+"\n"), 0o600); err != nil {
			return nil, nil, err
		}
		args = slices.Insert(args, 0, config)
	}
	if err := s.start(args); err != nil {
		return nil, nil, err
	}
	conn, err := s.connect(ctx, address)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", redisProgram, err)
	}
	return s, conn, nil
}

// start starts the process, which ends with this one where the system can see to it:
// on Linux also when this one is killed. Linux binds that to the thread that starts
// the process, so one is kept for it.
func (s *redisServer) start(args []string) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		cmd := exec.Command(redisProgram, args...)
		cmd.Dir = s.folder
		cmd.Stdout, cmd.Stderr = s.log, s.log
		endWithUs(cmd)
		err := cmd.Start()
		s.process = cmd.Process
		started <- err
		if err == nil {
			_ = cmd.Wait() // its state says more
			s.reason = cmd.ProcessState.String()
			close(s.ended)
		}
	}()
	return <-started
}

// connect waits until the server listens. What answers at the address must be the
// server that was started, not another one that was quicker.
func (s *redisServer) connect(ctx context.Context, address string) (*resp, error) {
	until := time.Now().Add(redisStart)
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-s.ended:
			return nil, fmt.Errorf("has ended at its start (%s): %s", s.reason, s.log)
		case <-time.After(5 * time.Millisecond):
		}
		conn, err := dialRESP(ctx, address)
		if err == nil {
			if err = s.isAt(conn); err == nil {
				return conn, nil
			}
			conn.close()
		}
		if time.Now().After(until) {
			return nil, fmt.Errorf("did not answer within %s: %w", redisStart, err)
		}
	}
}

func (s *redisServer) isAt(conn *resp) error {
	conn.patience = 100 * time.Millisecond // who is silent is not Redis, or is asked again
	if s.password != "" {
		if err := conn.call("+OK", "AUTH", s.password); err != nil {
			return err
		}
	}
	said, err := conn.info("server")
	if err != nil {
		return err
	}
	conn.patience = respPatience
	if said["process_id"] != strconv.Itoa(s.process.Pid) {
		return errors.New("another server answers at the address")
	}
	return nil
}

// why is what is known of the end of the server, for the error that it caused.
func (s *redisServer) why() string {
	select {
	case <-s.ended:
		return "; " + redisProgram + " has ended: " + s.reason
	case <-time.After(time.Second): // the connection ends before the process
		return ""
	}
}

// end kills the server, which has nothing to save, and removes its folder.
func (s *redisServer) end() error {
	if s.process != nil {
		_ = s.process.Kill() // fails when it has ended
		<-s.ended
	}
	return os.RemoveAll(s.folder)
}

// freePort is a port of the loopback interface that nobody listens at.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// tail keeps the last of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	const most = 400
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-most):]
	return len(p), nil
}

// String is the text on one line.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.Join(bytes.Fields(t.text), []byte(" ")))
}
