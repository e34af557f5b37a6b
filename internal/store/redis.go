package store

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Redis is a Redis server over a unix socket.
//
// Guarantee: exact. The server is one of its own without any file of data, over TCP with
// a password, which Close kills; on Linux it also ends with a process that is killed. With
// Config.Address it is another's: the entries stand there under a prefix of their own, are
// taken up when they are complete, and are removed by Close; nothing else is touched.
// Cost: a message and its answer for each lookup, about 10 µs; about 1 µs a key of a
// list; the entries in the server's memory.
// Lookups are counted by the server, as keyspace_hits + keyspace_misses; when these
// are not the lookups of the store, somebody else uses the server, and Accesses fails.
func Redis() Kind {
	return Kind{Name: "redis", Title: "Redis over a unix socket", Medium: Network, Place: Socket, Many: true, Ready: redisReady, Open: openRedis("redis", "unix")}
}

// RedisTCP is Redis over TCP on the loopback interface, or to a host that is named.
func RedisTCP() Kind {
	return Kind{Name: "redis-tcp", Title: "Redis over TCP", Medium: Network, Place: Server, Many: true, Ready: redisReady, Open: openRedis("redis-tcp", "tcp")}
}

// Entries are written, and lists are asked for, in messages of so many keys and about
// so many bytes.
const (
	redisBatch      = 500
	redisBatchBytes = 1 << 20
)

type redis struct {
	name    string
	conn    *resp
	server  *redisServer // nil: another's
	pid     int          // of a server on this machine; 0: elsewhere
	entries Entries
	prefix  string // of the keys
	longest int    // bytes of a value
	asked   int64
	before  int64 // lookups of the server's count when the store was opened
	value   []byte
}

func openRedis(name, network string) func(context.Context, Entries, Config) (Store, error) {
	return func(ctx context.Context, e Entries, cfg Config) (Store, error) {
		if err := e.Check(); err != nil {
			return nil, err
		}
		r := &redis{name: name, entries: e}
		for value := range e.Values.Each() {
			r.longest = max(r.longest, len(value))
		}
		if err := r.open(ctx, network, cfg.Address); err != nil {
			return nil, errors.Join(err, r.Close())
		}
		return r, nil
	}
}

func (r *redis) open(ctx context.Context, network, address string) (err error) {
	if address == "" {
		if r.server, r.conn, err = startRedis(ctx, network, freePort); err != nil {
			return err
		}
		r.pid = r.server.process.Pid
	} else {
		if respNetwork(address) != network {
			return fmt.Errorf("--store=%s:%s: want redis-tcp:HOST:PORT, or redis: and the path of a socket", r.name, address)
		}
		if r.conn, err = dialRESP(ctx, address); err != nil {
			return err
		}
		if err := r.conn.call("+PONG", "PING"); err != nil {
			return err
		}
		r.prefix = "hyphbench:" + r.entries.Sum() + ":"
		if r.pid, err = r.localProcess(); err != nil {
			return err
		}
	}
	complete, err := r.complete()
	if err != nil {
		return err
	}
	if !complete {
		if err := r.fill(ctx); err != nil {
			return err
		}
	}
	r.asked = 0
	r.before, err = r.counted()
	return err
}

// localProcess is the process of another's server, if it runs on this machine: the
// number that the server gives names a program of the same name here.
func (r *redis) localProcess() (pid int, err error) {
	said, err := r.conn.info("server")
	if err != nil {
		return 0, err
	}
	if host, _, err := net.SplitHostPort(r.conn.conn.RemoteAddr().String()); err == nil && !net.ParseIP(host).IsLoopback() {
		return 0, nil
	}
	pid, err = strconv.Atoi(said["process_id"])
	if err != nil {
		return 0, nil
	}
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	if err != nil || !strings.HasPrefix(filepath.Base(said["executable"]), strings.TrimSpace(string(name))) {
		return 0, nil
	}
	return pid, nil
}

// marker is the key that says that all entries are there.
func (r *redis) marker() string { return "hyphbench-complete:" + r.prefix }

// complete reports whether all entries are there, with their values.
func (r *redis) complete() (bool, error) {
	if r.server != nil {
		return false, nil
	}
	r.conn.begin(2)
	r.conn.arg("GET", "")
	r.conn.arg(r.marker(), "")
	if err := r.conn.send(); err != nil {
		return false, err
	}
	if _, ok, err := r.conn.bulk(nil, redisBatch); err != nil || !ok {
		return false, err
	}
	whole := true
	err := r.getMany(r.entries.Keys.All(), func(i int, value []byte) error {
		whole = whole && value != nil && string(value) == r.entries.Values.At(i)
		return nil
	})
	return whole, err
}

// fill writes the entries, and that they are all there.
func (r *redis) fill(ctx context.Context) error {
	keys, values := r.entries.Keys, r.entries.Values
	for from, to := range batches(keys.Len(), func(i int) int { return len(keys.At(i)) + len(values.At(i)) }) {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.conn.begin(1 + 2*(to-from))
		r.conn.arg("MSET", "")
		for i := from; i < to; i++ {
			r.conn.arg(r.prefix, keys.At(i))
			r.conn.arg(values.At(i), "")
		}
		if err := r.conn.send(); err != nil {
			return err
		}
		if err := r.conn.expect("+OK"); err != nil {
			return err
		}
	}
	if r.server != nil {
		return nil
	}
	return r.conn.call("+OK", "SET", r.marker(), strconv.Itoa(keys.Len()))
}

// batches are the ranges of n things that go into one message each.
func batches(n int, size func(i int) int) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		for from := 0; from < n; {
			to, bytes := from, 0
			for to < n && to-from < redisBatch && bytes < redisBatchBytes {
				bytes += size(to)
				to++
			}
			if !yield(from, to) {
				return
			}
			from = to
		}
	}
}

func (r *redis) ask(key string) {
	r.conn.begin(2)
	r.conn.arg("GET", "")
	r.conn.arg(r.prefix, key)
	r.asked++
}

func (r *redis) Get(dst []byte, key string) ([]byte, bool, error) {
	r.ask(key)
	if err := r.conn.send(); err != nil {
		return dst, false, r.failed(err)
	}
	value, ok, err := r.conn.bulk(dst, r.longest)
	if err != nil {
		return dst, false, r.failed(err)
	}
	return value, ok, nil
}

// GetMany sends the keys in messages of hundreds, one after the other.
func (r *redis) GetMany(keys []string, found func(i int, value []byte) error) error {
	var stop error
	err := r.getMany(keys, func(i int, value []byte) error {
		stop = found(i, value)
		return stop
	})
	if err == nil || stop != nil {
		return stop
	}
	return r.failed(err)
}

// getMany ends with the first error, that of found or that of the server.
func (r *redis) getMany(keys []string, found func(i int, value []byte) error) error {
	for from, to := range batches(len(keys), func(i int) int { return len(keys[i]) }) {
		for _, key := range keys[from:to] {
			r.ask(key)
		}
		if err := r.conn.send(); err != nil {
			return err
		}
		// All answers are read, also after an error: the next lookup wants its own.
		var first error
		for i := from; i < to; i++ {
			value, ok, err := r.conn.bulk(r.value[:0], r.longest)
			if r.conn.broken != nil {
				return err
			}
			r.value = value
			if !ok {
				value = nil
			}
			if first == nil && err == nil {
				first = found(i, value)
			} else if first == nil {
				first = err
			}
		}
		if first != nil {
			return first
		}
	}
	return nil
}

// counted is how many lookups the server has counted since it was started.
func (r *redis) counted() (int64, error) {
	said, err := r.conn.info("stats")
	if err != nil {
		return 0, err
	}
	hits, err1 := strconv.ParseInt(said["keyspace_hits"], 10, 64)
	misses, err2 := strconv.ParseInt(said["keyspace_misses"], 10, 64)
	if err := errors.Join(err1, err2); err != nil {
		return 0, fmt.Errorf("server at %s: INFO has no keyspace_hits and keyspace_misses: want Redis: %w", r.conn.address, err)
	}
	return hits + misses, nil
}

func (r *redis) Accesses() (int64, error) {
	now, err := r.counted()
	if err != nil {
		return 0, r.failed(err)
	}
	counted := now - r.before
	if counted != r.asked {
		return 0, r.failed(fmt.Errorf("server at %s: it has counted %d lookups and was asked for %d: want a server that nobody else uses", r.conn.address, counted, r.asked))
	}
	return counted, nil
}

// PID is the process of the server, 0 of one on another machine.
func (r *redis) PID() int { return r.pid }

// failed says which store failed, and of a server of its own, why.
func (r *redis) failed(err error) error {
	why := ""
	if r.server != nil && r.conn.broken != nil {
		why = r.server.why()
	}
	return fmt.Errorf("store %s: %w%s", r.name, err, why)
}

func (r *redis) Close() error {
	if r.conn == nil {
		return nil
	}
	defer r.conn.close()
	if r.server != nil {
		return r.server.end()
	}
	if err := r.remove(); err != nil {
		return fmt.Errorf("store %s: keys with the prefix %s are left: %w", r.name, r.prefix, err)
	}
	return nil
}

// remove takes the entries from another's server.
func (r *redis) remove() error {
	if r.prefix == "" {
		return nil
	}
	if r.conn.broken != nil { // the server may be well
		conn, err := dialRESP(context.Background(), r.conn.address)
		if err != nil {
			return err
		}
		r.conn.close()
		r.conn = conn
	}
	if err := r.conn.call(":", "DEL", r.marker()); err != nil {
		return err
	}
	for some := range slices.Chunk(r.entries.Keys.All(), redisBatch) {
		r.conn.begin(1 + len(some))
		r.conn.arg("DEL", "")
		for _, key := range some {
			r.conn.arg(r.prefix, key)
		}
		if err := r.conn.send(); err != nil {
			return err
		}
		if err := r.conn.expect(":"); err != nil {
			return err
		}
	}
	return nil
}
