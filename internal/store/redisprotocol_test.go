package store

import (
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"
)

// answering is a connection to a listener that answers anything with the text and
// then says nothing more.
func answering(t *testing.T, text string, hangUp bool) *resp {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		_, _ = conn.Read(make([]byte, 100))
		_, _ = io.WriteString(conn, text)
		if !hangUp {
			_, _ = io.Copy(io.Discard, conn)
		}
	}()
	c, err := dialRESP(t.Context(), l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return c
}

// ask asks for the value of a key.
func askResp(c *resp, limit int) ([]byte, bool, error) {
	c.begin(2)
	c.arg("GET", "")
	c.arg("k", "ey")
	if err := c.send(); err != nil {
		return nil, false, err
	}
	return c.bulk(nil, limit)
}

func TestAnswers(t *testing.T) {
	for text, want := range map[string]string{"$0\r\n\r\n": "", "$3\r\na\x00\n\r\n": "a\x00\n", "$4\r\n\r\n\r\n\r\n": "\r\n\r\n"} {
		if got, ok, err := askResp(answering(t, text, false), 4); err != nil || !ok || string(got) != want || got == nil {
			t.Errorf("%q: %q %v %v, want %q", text, got, ok, err, want)
		}
	}
	if got, ok, err := askResp(answering(t, "$-1\r\n", false), 4); err != nil || ok || got != nil {
		t.Errorf("%q %v %v", got, ok, err)
	}
}

// Broken and hostile answers are errors that say so, within bounded memory and time,
// and the connection is not used again.
func TestBrokenAnswers(t *testing.T) {
	type answer struct {
		text   string
		hangUp bool
		want   string
	}
	for _, a := range []answer{
		{"$5\r\nhello\r\n", false, "5 bytes: want at most 4"},
		{"$536870912\r\n", false, "want at most 4"},
		{"$99999999999999999999\r\n", false, "want the length of a value"},
		{"$-2\r\n", false, "want the length of a value"},
		{"$\r\n", false, "want the length of a value"},
		{"$x\r\n", false, "want the length of a value"},
		{":4\r\n", false, "want the length of a value"},
		{"*1\r\n$1\r\na\r\n", false, "want the length of a value"},
		{"HTTP/1.1 400 Bad Request\r\n", false, "want the length of a value"},
		{"\r\n", false, "not a line of the protocol"},
		{"$1\n", false, "not a line of the protocol"},
		{"$2\r\nabcd", false, "longer than its length"},
		{"$4\r\nab", true, "the server has closed the connection"},
		{"$4", true, "the server has closed the connection"},
		{"", true, "the server has closed the connection"},
		{"$4\r\nab", false, "i/o timeout"},
		{"", false, "i/o timeout"},
		{strings.Repeat("x", 1<<20), false, "buffer full"},
	} {
		c := answering(t, a.text, a.hangUp)
		if a.want == "i/o timeout" {
			c.patience = 50 * time.Millisecond
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		_, ok, err := askResp(c, 4)
		runtime.ReadMemStats(&after)
		if ok || err == nil || !strings.Contains(err.Error(), a.want) || !strings.Contains(err.Error(), c.address) {
			t.Errorf("%.20q: %v %v, want %q and the address", a.text, ok, err, a.want)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%.20q took %s", a.text, took)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 3<<20 { // the listener's text among them
			t.Errorf("%.20q took %d bytes", a.text, took)
		}
		if _, _, again := askResp(c, 4); again == nil || again.Error() != err.Error() {
			t.Errorf("%.20q: then %v, want the first error", a.text, again)
		}
	}
}

// What a server refuses does not end the connection.
func TestRefusal(t *testing.T) {
	c := answering(t, "-OOM not today\r\n$1\r\na\r\n", false)
	_, _, err := askResp(c, 4)
	if r := refusal(""); !errors.As(err, &r) || r != "OOM not today" {
		t.Errorf("%v", err)
	}
	if got, ok, err := askResp(c, 4); err != nil || !ok || string(got) != "a" {
		t.Errorf("%q %v %v", got, ok, err)
	}
}

func TestNetworkOfAnAddress(t *testing.T) {
	for address, want := range map[string]string{"localhost:6379": "tcp", "[::1]:6379": "tcp", "/run/redis/redis.sock": "unix", "./s": "unix"} {
		if got := respNetwork(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
