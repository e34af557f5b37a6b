package store

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"
)

// respPatience is how long an answer may take. A deadline is moved when half of it is
// over, so that it costs a lookup no call to the system.
const respPatience = 10 * time.Second

// respLine bounds a line of an answer in bytes, which is a status, an error or a
// length.
const respLine = 16 << 10

// resp is a connection in Redis's plain protocol, RESP2: requests are lists of byte
// strings with their lengths, an answer begins with a byte that says what it is.
// https://redis.io/docs/latest/develop/reference/protocol-spec/
//
// What the server sends is bounded by what the caller expects. After an answer that
// cannot be read, the connection is of no use, and every call gives that error.
type resp struct {
	address  string
	conn     net.Conn
	in       *bufio.Reader
	out      []byte // requests not yet sent
	patience time.Duration
	deadline time.Time
	broken   error
}

// refusal is an error that the server answered with. The connection stays in use.
type refusal string

func (r refusal) Error() string { return "the server answers " + strconv.Quote(string(r)) }

// respNetwork is the kind of network of an address: that of a path is unix.
func respNetwork(address string) string {
	if strings.ContainsRune(address, '/') {
		return "unix"
	}
	return "tcp"
}

func dialRESP(ctx context.Context, address string) (*resp, error) {
	dialer := net.Dialer{Timeout: respPatience}
	conn, err := dialer.DialContext(ctx, respNetwork(address), address)
	if err != nil {
		return nil, err
	}
	return &resp{address: address, conn: conn, in: bufio.NewReaderSize(conn, respLine), patience: respPatience}, nil
}

// begin begins a request of as many strings as are then given to arg.
func (c *resp) begin(strings int) {
	c.out = append(c.out, '*')
	c.out = strconv.AppendInt(c.out, int64(strings), 10)
	c.out = append(c.out, "\r\n"...)
}

// arg adds a string, in two parts, to a request.
func (c *resp) arg(prefix, rest string) {
	c.out = append(c.out, '$')
	c.out = strconv.AppendInt(c.out, int64(len(prefix)+len(rest)), 10)
	c.out = append(c.out, "\r\n"...)
	c.out = append(c.out, prefix...)
	c.out = append(c.out, rest...)
	c.out = append(c.out, "\r\n"...)
}

// send sends the requests.
func (c *resp) send() error {
	if c.broken != nil {
		return c.broken
	}
	c.wait()
	_, err := c.conn.Write(c.out)
	c.out = c.out[:0]
	return c.fail("a request", err)
}

// wait gives the server its time again.
func (c *resp) wait() {
	now := time.Now()
	if c.deadline.Sub(now) > c.patience/2 {
		return
	}
	c.deadline = now.Add(c.patience)
	_ = c.conn.SetDeadline(c.deadline) // fails on a closed connection, as does what follows
}

// fail keeps the first error.
func (c *resp) fail(at string, err error) error {
	if err == nil {
		return nil
	}
	if c.broken == nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the server has closed the connection")
		}
		c.broken = fmt.Errorf("server at %s: %s: %w", c.address, at, err)
	}
	return c.broken
}

// line reads a line without its end, which is valid until the next one is read. A
// refusal is an error.
func (c *resp) line() ([]byte, error) {
	if c.broken != nil {
		return nil, c.broken
	}
	c.wait()
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return nil, c.fail("an answer", err)
	}
	text, whole := bytes.CutSuffix(line, []byte("\r\n"))
	if !whole || len(text) == 0 {
		return nil, c.fail("an answer", fmt.Errorf("%.40q is not a line of the protocol: is this Redis?", line))
	}
	if text[0] == '-' {
		return nil, fmt.Errorf("server at %s: %w", c.address, refusal(text[1:]))
	}
	return text, nil
}

// bulk appends a byte string of at most limit bytes to dst; ok is false where the
// server has none.
func (c *resp) bulk(dst []byte, limit int) (value []byte, ok bool, err error) {
	line, err := c.line()
	if err != nil {
		return dst, false, err
	}
	if string(line) == "$-1" {
		return dst, false, nil
	}
	size, err := strconv.Atoi(string(line[1:]))
	if line[0] != '$' || err != nil || size < 0 {
		return dst, false, c.fail("an answer", fmt.Errorf("%.40q: want the length of a value", line))
	}
	if size > limit {
		return dst, false, c.fail("an answer", fmt.Errorf("%d bytes: want at most %d", size, limit))
	}
	start := len(dst)
	full := slices.Grow(dst, size+2)[:start+size+2]
	if _, err := io.ReadFull(c.in, full[start:]); err != nil {
		return dst, false, c.fail("an answer", err)
	}
	if string(full[start+size:]) != "\r\n" {
		return dst, false, c.fail("an answer", errors.New("a value is longer than its length"))
	}
	return full[:start+size], true, nil
}

// call sends one request and wants a line such as "+OK" or ":3" for an answer.
func (c *resp) call(want string, args ...string) error {
	c.begin(len(args))
	for _, a := range args {
		c.arg(a, "")
	}
	if err := c.send(); err != nil {
		return err
	}
	return c.expect(want)
}

// expect reads a line that begins with want.
func (c *resp) expect(want string) error {
	line, err := c.line()
	if err == nil && !strings.HasPrefix(string(line), want) {
		err = c.fail("an answer", fmt.Errorf("%.40q: want %q", line, want))
	}
	return err
}

// info asks the server for a section of what it says of itself, "name:value" lines.
func (c *resp) info(section string) (map[string]string, error) {
	const limit = 1 << 20
	c.begin(2)
	c.arg("INFO", "")
	c.arg(section, "")
	if err := c.send(); err != nil {
		return nil, err
	}
	text, _, err := c.bulk(nil, limit)
	if err != nil {
		return nil, err
	}
	said := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			said[name] = value
		}
	}
	return said, nil
}

func (c *resp) close() { _ = c.conn.Close() }
