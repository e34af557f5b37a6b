package harness

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"hyphbench/internal/experiment"
)

// Two processes that measure a part of a run take turns by the round: a process says on its
// standard output that it waits, and begins the round when it reads a line. It does so
// where the environment has inTurnsVariable, of which builds that do not know it read nothing:
// these measure their rounds at once.
const (
	inTurnsVariable = "HYPHBENCHINTURNS"
	waits           = "hyphbench waits for its turn"
)

// withTurns is the bench with rounds that begin when it is their turn, where this process is
// one of two.
func withTurns(bench experiment.Bench) experiment.Bench {
	if os.Getenv(inTurnsVariable) == "" {
		return bench
	}
	return &inTurn{Bench: bench, in: bufio.NewReader(os.Stdin), out: os.Stdout}
}

type inTurn struct {
	experiment.Bench
	in    *bufio.Reader
	out   io.Writer
	begun bool
	round int
}

// Measure implements experiment.Bench.
func (b *inTurn) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	if !b.begun || s.Round != b.round {
		b.begun, b.round = true, s.Round
		fmt.Fprintln(b.out, waits)
		if _, err := b.in.ReadString('\n'); err != nil {
			select {
			case <-ctx.Done(): // the signal may come behind the end of the input
				return nil, ctx.Err()
			case <-time.After(time.Second):
				return nil, fmt.Errorf("the run that this is a part of has ended: %w", err)
			}
		}
	}
	return b.Bench.Measure(ctx, s)
}

// taker is a process that takes turns.
type taker struct {
	turn   io.WriteCloser
	waits  chan struct{} // closed when it has ended
	last   string        // line of its output
	reason error
}

// start starts a process and returns when it waits for its turn, or has ended.
func start(cmd *exec.Cmd) (*taker, error) {
	cmd.Env = append(os.Environ(), inTurnsVariable+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	interrupt := cmd.Cancel
	cmd.Cancel = func() error { // a process that waits reads no signal
		err := interrupt()
		in.Close()
		return err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t := &taker{turn: in, waits: make(chan struct{})}
	go func() {
		defer close(t.waits)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if lines.Text() == waits {
				t.waits <- struct{}{}
			} else {
				t.last = lines.Text()
			}
		}
		t.reason = cmd.Wait()
	}()
	<-t.waits
	return t, nil
}

// next gives the process its turn, and returns when it waits for the next one. It is false when
// the process has ended.
func (t *taker) next() bool {
	if _, err := io.WriteString(t.turn, "\n"); err != nil {
		for range t.waits { // it ends
		}
		return false
	}
	_, more := <-t.waits
	return more
}
