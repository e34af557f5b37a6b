package loopbacknetwork

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"
)

func network(t *testing.T, n int) *Network {
	t.Helper()
	w, err := New(n)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// Each node sends to each other messages of all lengths, and receives what was sent, in
// order; bytes and messages are those of the frames.
func TestEveryMessageArrives(t *testing.T) {
	const n = 5
	lengths := []int{0, 1, 127, 128, 70_000, 3}
	w := network(t, n)
	message := func(from, to, i int) []byte { return bytes.Repeat([]byte{byte(16*from + to)}, lengths[i]) }
	err := w.Run(t.Context(), func(_ context.Context, node *Node) error {
		for to := range n {
			for i := range lengths {
				if to != node.ID {
					if err := node.Send(to, message(node.ID, to, i)); err != nil {
						return err
					}
				}
			}
		}
		for from := range n {
			for i := range lengths {
				if from == node.ID {
					continue
				}
				got, err := node.Receive(from)
				if err != nil {
					return err
				}
				if !bytes.Equal(got, message(from, node.ID, i)) {
					return fmt.Errorf("message %d of node %d has %d bytes, want %d", i, from, len(got), lengths[i])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	frames := int64(0)
	for _, l := range lengths {
		frames += int64(l) + 1
		if l >= 128 {
			frames++
		}
		if l >= 1<<14 {
			frames++
		}
	}
	want := Traffic{n * (n - 1) * frames, int64(n * (n - 1) * len(lengths))}
	if got := w.Sent(); got != want {
		t.Errorf("sent %+v, want %+v", got, want)
	}
}

// Connections of others end nothing and deliver nothing: one that is closed at once, and
// one of another network, whose messages would be taken for those of node 1.
func TestForeignConnections(t *testing.T) {
	w, other := network(t, 2), network(t, 2)
	for _, first := range [][]byte{nil, append(other.token[:], 0, 0, 0, 1, 3, 'b', 'a', 'd')} {
		conn, err := net.Dial("tcp", w.nodes[0].listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write(first); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			_ = conn.Close()
			continue
		}
		if _, err := conn.Read(make([]byte, 1)); err == nil { // it ends when it was refused
			t.Error("a foreign connection is answered")
		}
	}
	err := w.Run(t.Context(), func(_ context.Context, node *Node) error {
		if node.ID == 1 {
			return node.Send(0, []byte("good"))
		}
		got, err := node.Receive(1)
		if err == nil && string(got) != "good" {
			err = fmt.Errorf("received %q", got)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Two nodes that send each other more than any buffer holds, before they receive.
func TestSendersDoNotBlockEachOther(t *testing.T) {
	w := network(t, 2)
	large := make([]byte, 16<<20)
	err := w.Run(t.Context(), func(_ context.Context, n *Node) error {
		if err := n.Send(1-n.ID, large); err != nil {
			return err
		}
		got, err := n.Receive(1 - n.ID)
		if err == nil && len(got) != len(large) {
			err = fmt.Errorf("%d bytes", len(got))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An error of one node ends those that wait for it, and is the one reported.
func TestErrorEndsAll(t *testing.T) {
	w := network(t, 3)
	broken := errors.New("broken")
	err := w.Run(t.Context(), func(_ context.Context, n *Node) error {
		if n.ID == 1 {
			return broken
		}
		_, err := n.Receive(1)
		return err
	})
	if !errors.Is(err, broken) || err.Error() != "node 1: broken" {
		t.Errorf("%v", err)
	}
}

// The end of the context ends nodes that wait, for one or for any.
func TestCancelled(t *testing.T) {
	w := network(t, 2)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	err := w.Run(ctx, func(_ context.Context, n *Node) error {
		if n.ID == 0 {
			_, _, err := n.ReceiveAny()
			return err
		}
		_, err := n.Receive(0)
		return err
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// Bytes that were counted and not written are noticed.
func TestCountIsThatOfTheSockets(t *testing.T) {
	w := network(t, 2)
	err := w.Run(t.Context(), func(_ context.Context, n *Node) error {
		if n.ID == 1 {
			return nil
		}
		for range 3 {
			if err := n.Send(1, make([]byte, 10)); err != nil {
				return err
			}
		}
		n.mu.Lock()
		n.sent.Bytes++
		n.mu.Unlock()
		return nil
	})
	if err == nil || err.Error() != "node 0: 34 bytes counted, 33 written to sockets" {
		t.Errorf("%v", err)
	}
}

// A message to nobody, or to oneself, is an error of the sender.
func TestSendToNobody(t *testing.T) {
	w := network(t, 2)
	for _, to := range []int{-1, 0, 2} {
		if err := w.nodes[0].Send(to, nil); err == nil {
			t.Errorf("sent to node %d", to)
		}
	}
}

// A node that serves whoever comes: its user, who is not counted, and all other nodes.
func TestReceiveAny(t *testing.T) {
	const n = 4
	w := network(t, n)
	if err := w.Post(0, []byte("user")); err != nil {
		t.Fatal(err)
	}
	heard := map[int]string{}
	err := w.Run(t.Context(), func(_ context.Context, node *Node) error {
		if node.ID > 0 {
			return node.Send(0, []byte{byte(node.ID)})
		}
		for range n {
			from, message, err := node.ReceiveAny()
			if err != nil {
				return err
			}
			heard[from] = string(message)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(heard) != n || heard[0] != "user" || heard[1] != "\x01" || heard[3] != "\x03" {
		t.Errorf("heard %v", heard)
	}
	if got := w.Sent(); got != (Traffic{2 * (n - 1), n - 1}) {
		t.Errorf("sent %+v", got)
	}
	for _, to := range []int{-1, n} {
		if w.Post(to, nil) == nil {
			t.Errorf("posted to node %d", to)
		}
	}
	_ = w.Close()
	if w.Post(0, nil) == nil {
		t.Error("posted to a closed network")
	}
}

// Of messages that wait, those of the lowest node come first, each node's in order.
func TestReceiveAnyInOrder(t *testing.T) {
	w := network(t, 3)
	for _, m := range []struct {
		from    int
		message byte
	}{{2, 20}, {0, 1}, {1, 10}, {0, 2}} {
		w.nodes[1].deliver(m.from, []byte{m.message})
	}
	for _, want := range []byte{1, 2, 10, 20} {
		if _, got, err := w.nodes[1].ReceiveAny(); err != nil || got[0] != want {
			t.Errorf("%v, %v, want %d", got, err, want)
		}
	}
}
