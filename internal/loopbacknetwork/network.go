// Package loopbacknetwork is a network of nodes that communicate over TCP on loopback. The
// nodes are the machines of a distributed algorithm. Every byte is counted.
//
// Guarantee: messages between two nodes arrive whole and in their order; a sending node never
// waits for the receiver, so two nodes that send each other much do not block. Bytes are
// counted as they are written to the sockets, frames included, and are the same if the messages
// are the same. An error of a node ends all nodes; a connection that is not of this network
// ends none.
// Cost: a connection of the system, two goroutines and some 10 KB for each direction that is
// used; messages that have not been received are held in memory.
// Source: none.
package loopbacknetwork

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
)

// Traffic is what was sent.
type Traffic struct {
	Bytes    int64 // frames included
	Messages int64
}

// Minus is the traffic since an earlier one.
func (t Traffic) Minus(earlier Traffic) Traffic {
	return Traffic{t.Bytes - earlier.Bytes, t.Messages - earlier.Messages}
}

// Network is a number of nodes.
type Network struct {
	nodes []*Node
	token [8]byte // what its connections begin with
}

// Node is one of them. Its methods are for one goroutine, except Sent.
type Node struct {
	ID       int
	network  *Network
	listener net.Listener

	mu      sync.Mutex
	inbox   map[int]*inbox  // by the node that sent
	outbox  map[int]*outbox // by the node sent to
	arrived *sync.Cond      // a message, in any inbox
	drained *sync.Cond      // all that was sent is written
	conns   []net.Conn
	sent    Traffic
	written Traffic
	end     error // why nothing is sent or received any more
}

// Each box has a condition of its own: with one for a node, every message would wake
// the goroutines of all its boxes, of which there are as many as nodes.

// inbox holds the messages that have not been received.
type inbox struct {
	messages [][]byte
	filled   *sync.Cond
}

// outbox holds the frames that wait for the goroutine that writes them.
type outbox struct {
	frames [][]byte
	filled *sync.Cond
}

// errClosed is the end of a network that was closed.
var errClosed = errors.New("the network is closed")

// longest is the longest message, 1 GiB: a longer one is an error of the sender.
const longest = 1 << 30

// New returns n nodes that listen on loopback. Close ends them.
func New(n int) (*Network, error) {
	w := &Network{}
	_, _ = rand.Read(w.token[:]) // crypto/rand never fails
	for id := range n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			_ = w.Close()
			return nil, fmt.Errorf("node %d: %w", id, err)
		}
		node := &Node{ID: id, network: w, listener: listener, inbox: map[int]*inbox{}, outbox: map[int]*outbox{}}
		node.arrived, node.drained = sync.NewCond(&node.mu), sync.NewCond(&node.mu)
		w.nodes = append(w.nodes, node)
		go node.accept()
	}
	return w, nil
}

// Len is the number of nodes.
func (w *Network) Len() int { return len(w.nodes) }

// Sent is the traffic of all nodes so far.
func (w *Network) Sent() (all Traffic) {
	for _, n := range w.nodes {
		t := n.Sent()
		all.Bytes += t.Bytes
		all.Messages += t.Messages
	}
	return all
}

// Close closes all connections. What waits for a message gets an error.
func (w *Network) Close() error {
	w.close(errClosed)
	return nil
}

func (w *Network) close(why error) {
	for _, n := range w.nodes {
		n.close(why)
	}
}

// Run calls work for every node, in a goroutine each, and returns when all have
// returned and all that they sent is written. The first error of one, or the end of
// ctx, closes the network, so that no other waits for ever.
func (w *Network) Run(ctx context.Context, work func(context.Context, *Node) error) error {
	stop := context.AfterFunc(ctx, func() { w.close(ctx.Err()) })
	defer stop()
	var all sync.WaitGroup
	var once sync.Once
	var first error
	for _, n := range w.nodes {
		all.Go(func() {
			err := work(ctx, n)
			if err == nil {
				err = n.flush()
			}
			if err != nil {
				once.Do(func() { first = fmt.Errorf("node %d: %w", n.ID, err) })
				w.close(err)
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return first
}

// Sent is the traffic that the node has sent so far.
func (n *Node) Sent() Traffic {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.sent
}

// Nodes is the number of nodes in the network.
func (n *Node) Nodes() int { return len(n.network.nodes) }

// Send sends a message, which is not to be changed afterwards, behind an unsigned
// varint of its length. It does not wait for the receiver.
func (n *Node) Send(to int, message []byte) error {
	if to < 0 || to >= n.Nodes() || to == n.ID {
		return fmt.Errorf("node %d of %d sends to node %d", n.ID, n.Nodes(), to)
	}
	if len(message) > longest {
		return fmt.Errorf("a message of %d bytes: want %d or fewer", len(message), longest)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.end != nil {
		return n.end
	}
	box := n.outbox[to]
	if box == nil {
		box = &outbox{filled: sync.NewCond(&n.mu)}
		n.outbox[to] = box
		go n.write(to, box)
	}
	frame := append(binary.AppendUvarint(make([]byte, 0, binary.MaxVarintLen64+len(message)), uint64(len(message))), message...)
	box.frames = append(box.frames, frame)
	n.sent.Bytes += int64(len(frame))
	n.sent.Messages++
	box.filled.Signal()
	return nil
}

// from is the inbox of a sender. The caller holds n.mu, as with deliver and take.
func (n *Node) from(sender int) *inbox {
	if n.inbox[sender] == nil {
		n.inbox[sender] = &inbox{filled: sync.NewCond(&n.mu)}
	}
	return n.inbox[sender]
}

// deliver puts a message into the inbox of its sender.
func (n *Node) deliver(sender int, message []byte) {
	box := n.from(sender)
	box.messages = append(box.messages, message)
	box.filled.Signal()
	n.arrived.Signal()
}

// take removes the first message.
func (b *inbox) take() []byte {
	message := b.messages[0]
	b.messages = b.messages[1:]
	return message
}

// Receive waits for the next message from a node.
func (n *Node) Receive(from int) ([]byte, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	box := n.from(from)
	for len(box.messages) == 0 {
		if n.end != nil {
			return nil, n.end
		}
		box.filled.Wait()
	}
	return box.take(), nil
}

// ReceiveAny waits for the next message from any node, the node itself included (Post).
// Where several wait, the node with the lowest number comes first.
func (n *Node) ReceiveAny() (from int, message []byte, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for {
		if n.end != nil {
			return 0, nil, n.end
		}
		from = -1
		for id, box := range n.inbox {
			if len(box.messages) > 0 && (from < 0 || id < from) {
				from = id
			}
		}
		if from >= 0 {
			return from, n.inbox[from].take(), nil
		}
		n.arrived.Wait()
	}
}

// Post puts a message into a node's inbox as from itself: what its user asks of it. It
// is not sent, and so not counted.
func (w *Network) Post(to int, message []byte) error {
	if to < 0 || to >= len(w.nodes) {
		return fmt.Errorf("a message is posted to node %d of %d", to, len(w.nodes))
	}
	n := w.nodes[to]
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.end != nil {
		return n.end
	}
	n.deliver(to, message)
	return nil
}

// flush waits until all that was sent is written, and compares what the sockets took
// with what was counted.
func (n *Node) flush() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for n.end == nil && n.written.Messages < n.sent.Messages {
		n.drained.Wait()
	}
	if n.end == nil && n.written != n.sent {
		return fmt.Errorf("%d bytes counted, %d written to sockets", n.sent.Bytes, n.written.Bytes)
	}
	return n.end
}

// write connects to a node and writes the frames of its outbox as they come.
func (n *Node) write(to int, box *outbox) {
	conn, err := net.Dial("tcp", n.network.nodes[to].listener.Addr().String())
	if err != nil {
		n.close(err)
		return
	}
	if !n.keep(conn) {
		return
	}
	hello := binary.BigEndian.AppendUint32(n.network.token[:len(n.network.token):len(n.network.token)], uint32(n.ID))
	if _, err := conn.Write(hello); err != nil { // not counted
		n.close(err)
		return
	}
	for {
		n.mu.Lock()
		for len(box.frames) == 0 && n.end == nil {
			box.filled.Wait()
		}
		if n.end != nil {
			n.mu.Unlock()
			return
		}
		frames, messages := net.Buffers(box.frames), len(box.frames)
		box.frames = nil
		n.mu.Unlock()
		took, err := frames.WriteTo(conn)
		if err != nil {
			n.close(err)
			return
		}
		n.mu.Lock()
		n.written.Bytes += took
		n.written.Messages += int64(messages)
		if n.written.Messages == n.sent.Messages {
			n.drained.Signal()
		}
		n.mu.Unlock()
	}
}

// accept takes the connections of the nodes that send to this one.
func (n *Node) accept() {
	for {
		conn, err := n.listener.Accept()
		if err != nil {
			n.close(err)
			return
		}
		if n.keep(conn) {
			go n.read(conn)
		}
	}
}

// read takes the messages of a connection into the inbox. A connection without the
// network's token is closed: the system gives a port anew as soon as it is free, and who
// dials a network that has just been closed may reach this one.
func (n *Node) read(conn net.Conn) {
	in := bufio.NewReader(conn)
	var hello struct {
		Token [8]byte
		From  uint32
	}
	if err := binary.Read(in, binary.BigEndian, &hello); err != nil || hello.Token != n.network.token {
		_ = conn.Close()
		return
	}
	from := int(hello.From)
	for {
		length, err := binary.ReadUvarint(in)
		if err == nil && length > longest {
			err = fmt.Errorf("a message of %d bytes from node %d", length, from)
		}
		if err != nil {
			n.close(err)
			return
		}
		message := make([]byte, length)
		if _, err := io.ReadFull(in, message); err != nil {
			n.close(err)
			return
		}
		n.mu.Lock()
		n.deliver(from, message)
		n.mu.Unlock()
	}
}

// keep notes a connection, to be closed with the node; it closes one that comes late.
func (n *Node) keep(conn net.Conn) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.end != nil {
		_ = conn.Close()
		return false
	}
	n.conns = append(n.conns, conn)
	return true
}

// close ends the node; the first reason stays.
func (n *Node) close(why error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.end != nil {
		return
	}
	n.end = why
	_ = n.listener.Close()
	for _, conn := range n.conns {
		_ = conn.Close()
	}
	for _, box := range n.inbox {
		box.filled.Broadcast()
	}
	for _, box := range n.outbox {
		box.filled.Broadcast()
	}
	n.arrived.Broadcast()
	n.drained.Broadcast()
}
