package harness

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/machine"
	"hyphbench/internal/measuring"
)

// Two processes that measure a part of a run take turns: before each round, each further step
// and between pieces of a section a process says on its standard output that it waits, and goes
// on when it reads a line. It does so where the environment has inTurnsVariable, of which builds
// that do not know it read nothing: these measure their rounds at once. Its value is the processor
// on which both are to measure: what another guest takes of one is nothing that the other has lost.
const (
	inTurnsVariable = "HYPHBENCHINTURNS"
	waits           = "hyphbench waits for its turn"
	waitsForRound   = "hyphbench waits for its round"
)

// turn is that of this process, one of two that measure.
type turn struct {
	pin    string // the processor of both
	in     *bufio.Reader
	out    io.Writer
	failed error
}

// newTurn is nil where this process measures alone.
func newTurn() *turn {
	pin, found := os.LookupEnv(inTurnsVariable)
	if !found {
		return nil
	}
	return &turn{pin: pin, in: bufio.NewReader(os.Stdin), out: os.Stdout}
}

// pass lets the other process measure, and returns when it is this one's turn.
func (t *turn) pass(says string) {
	if t.failed != nil {
		return
	}
	fmt.Fprintln(t.out, says)
	_, t.failed = t.in.ReadString('\n')
}

// pieces are the timers' turns.
func (t *turn) pieces(ctx context.Context) context.Context {
	if t == nil {
		return ctx
	}
	return measuring.WithTurns(ctx, func() { t.pass(waits) })
}

// steps is the bench with a turn for every step.
func (t *turn) steps(bench experiment.Bench) experiment.Bench {
	if t == nil {
		return bench
	}
	return &inTurn{Bench: bench, turn: t}
}

type inTurn struct {
	experiment.Bench
	turn  *turn
	begun bool
	round int
}

// Measure implements experiment.Bench.
func (b *inTurn) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	if b.begun && s.Round == b.round {
		b.turn.pass(waits)
	} else {
		b.begun, b.round = true, s.Round
		b.turn.pass(waitsForRound)
	}
	m, err := b.Bench.Measure(ctx, s)
	if b.turn.failed == nil {
		return m, err
	}
	select {
	case <-ctx.Done(): // the signal may come behind the end of the input
		return nil, ctx.Err()
	case <-time.After(time.Second):
		return nil, fmt.Errorf("the run that this is a part of has ended: %w", b.turn.failed)
	}
}

// taker is a process that takes turns.
type taker struct {
	side   *side
	turn   io.WriteCloser
	waits  chan bool // true before a round; closed when the process has ended
	ready  bool      // to begin a round
	last   string    // line of its output
	reason error
}

// start starts a process, which measures on that processor, and returns when it waits for its
// turn, or has ended.
func start(cmd *exec.Cmd, processor string) (*taker, error) {
	cmd.Env = append(os.Environ(), inTurnsVariable+"="+processor)
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
	t := &taker{turn: in, waits: make(chan bool)}
	go func() {
		defer close(t.waits)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			switch lines.Text() {
			case waits:
				t.waits <- false
			case waitsForRound:
				t.waits <- true
			default:
				t.last = lines.Text()
			}
		}
		t.reason = cmd.Wait()
	}()
	<-t.waits
	return t, nil
}

// end ends a process that waits for its turn.
func (t *taker) end() {
	t.turn.Close()
	for range t.waits {
	}
}

// next gives the process its turn, and returns when it waits for the next one. It is false when
// the process has ended.
func (t *taker) next() bool {
	if _, err := io.WriteString(t.turn, "\n"); err != nil {
		for range t.waits { // it ends
		}
		return false
	}
	var more bool
	t.ready, more = <-t.waits
	return more
}

// roundInTurns has the processes carry out a round in turns, and reports whether one is to carry
// out another.
func roundInTurns(takers []*taker) (more bool) {
	for left := takers; len(left) > 0; {
		var next []*taker
		for _, t := range left {
			if !t.next() {
				continue
			}
			if more = more || t.ready; !t.ready {
				next = append(next, t)
			}
		}
		left = next
	}
	return more
}

// processor is that of a part: the usable ones follow each other. Empty where they are not known.
func processor(part int) string {
	usable := machine.Processors()
	if len(usable) == 0 {
		return ""
	}
	return strconv.Itoa(usable[part%len(usable)])
}
