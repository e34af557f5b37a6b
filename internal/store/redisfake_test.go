package store

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// memoryServer is as much of a Redis server as the store uses, for tests on machines without one.
type memoryServer struct {
	mu           sync.Mutex
	address      string
	of           map[string]string
	hits, misses int
	calls        []string // without GET
}

func serveMemory(t *testing.T) *memoryServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	m := &memoryServer{address: listener.Addr().String(), of: map[string]string{"another's": "value"}}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go m.serve(conn)
		}
	}()
	return m
}

func (m *memoryServer) serve(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	number := func(kind string) int {
		line, err := in.ReadString('\n')
		n, err2 := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(line, kind), "\r\n"))
		if err != nil || err2 != nil || !strings.HasPrefix(line, kind) || !strings.HasSuffix(line, "\r\n") {
			return -1
		}
		return n
	}
	for {
		var words []string
		for range number("*") {
			text := make([]byte, max(0, number("$"))+2)
			if _, err := io.ReadFull(in, text); err != nil || string(text[len(text)-2:]) != "\r\n" {
				return
			}
			words = append(words, string(text[:len(text)-2]))
		}
		if len(words) == 0 {
			return
		}
		io.WriteString(conn, m.answer(words[0], words[1:]))
	}
}

func (m *memoryServer) answer(command string, args []string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	bulk := func(text string) string { return fmt.Sprintf("$%d\r\n%s\r\n", len(text), text) }
	if command != "GET" {
		m.calls = append(m.calls, fmt.Sprint(command, " ", len(args)))
	}
	switch command {
	case "PING":
		return "+PONG\r\n"
	case "GET":
		if value, has := m.of[args[0]]; has {
			m.hits++
			return bulk(value)
		}
		m.misses++
		return "$-1\r\n"
	case "SET", "MSET":
		for i := 0; i < len(args); i += 2 {
			m.of[args[i]] = args[i+1]
		}
		return "+OK\r\n"
	case "DEL":
		n := 0
		for _, key := range args {
			if _, has := m.of[key]; has {
				n++
			}
			delete(m.of, key)
		}
		return fmt.Sprintf(":%d\r\n", n)
	case "INFO":
		return bulk(fmt.Sprintf("# Stats\r\nkeyspace_hits:%d\r\nkeyspace_misses:%d\r\nprocess_id:1\r\nexecutable:/another\r\n", m.hits, m.misses))
	}
	return "-ERR unknown command\r\n"
}

// said are the calls since it was last asked, and how many values there are.
func (m *memoryServer) said() (calls []string, values int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	calls, m.calls = m.calls, nil
	return calls, len(m.of)
}

// The entries stand in another's server under a prefix, in messages of 500; lookups, alone and in lists,
// find them and nothing else; they are counted, and another's lookups beside them are an error. A second
// store takes up what is complete, and Close removes all of it.
func TestRedisInMemory(t *testing.T) {
	server := serveMemory(t)
	var pairs []string
	for i := range 1200 {
		pairs = append(pairs, fmt.Sprint("key", i), fmt.Sprint("value ", i*i))
	}
	e := entriesOf(pairs...)
	open := func() *redis {
		t.Helper()
		s, err := RedisTCP().Open(t.Context(), e, Config{Address: server.address})
		if err != nil {
			t.Fatal(err)
		}
		return s.(*redis)
	}
	s := open()
	const want = "[PING 0 INFO 1 MSET 1000 MSET 1000 MSET 400 SET 2 INFO 1]"
	if calls, n := server.said(); fmt.Sprint(calls) != want || n != 1+1200+1 || s.PID() != 0 {
		t.Errorf("%v, %d values, process %d, want %s", calls, n, s.PID(), want)
	}
	again := open()
	if calls, n := server.said(); fmt.Sprint(calls) != "[PING 0 INFO 1 INFO 1]" || n != 1202 {
		t.Errorf("taken up by %v", calls)
	}
	var keys []string
	for i := range 1300 {
		keys = append(keys, fmt.Sprint("key", i))
	}
	asked := 0
	if err := again.GetMany(keys, func(i int, value []byte) error {
		if want := fmt.Sprint("value ", i*i); i != asked || (i < 1200) != (value != nil) || value != nil && string(value) != want {
			t.Fatalf("answer %d is of key %d: %q", asked, i, value)
		}
		asked++
		return nil
	}); err != nil || asked != len(keys) {
		t.Errorf("%d answers, %v", asked, err)
	}
	for key, want := range map[string]string{"key7": "value 49", "key1200": "", "another's": ""} {
		if value, ok, err := again.Get([]byte("before "), key); err != nil || ok != (want != "") || string(value) != "before "+want {
			t.Errorf("%s: %q, %v, %v", key, value, ok, err)
		}
	}
	if n, err := again.Accesses(); err != nil || n != 1303 {
		t.Errorf("%d lookups are counted, %v", n, err)
	}
	if _, _, err := s.Get(nil, "key1"); err != nil {
		t.Fatal(err)
	}
	if n, err := again.Accesses(); err == nil || !strings.Contains(err.Error(), "it has counted 1304 lookups and was asked for 1303") {
		t.Errorf("another's lookup is not noticed: %d, %v", n, err)
	}
	server.answer("SET", []string{again.prefix + "key3", "changed"}) // it is not complete then
	server.said()
	third := open()
	if calls, _ := server.said(); len(calls) != 7 || !strings.Contains(server.answer("GET", []string{third.prefix + "key3"}), "value 9") {
		t.Errorf("a changed value is taken up by %v", calls)
	}
	err := again.Close()
	if _, n := server.said(); err != nil || n != 1 {
		t.Errorf("%d values are left, %v", n, err)
	}
}
