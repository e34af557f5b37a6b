package harness

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// process takes turns as one of the program does: says is what it waits for at each, and its
// name is noted whenever a turn begins.
func process(name string, says []bool, turns *[]string) *taker {
	in, out := io.Pipe()
	t := &taker{turn: out, waits: make(chan bool)}
	go func() {
		defer close(t.waits)
		line := make([]byte, 1)
		for i := range says {
			if _, err := in.Read(line); err != nil {
				return
			}
			*turns = append(*turns, name) // the other waits
			if i+1 < len(says) {
				t.waits <- says[i+1]
			}
		}
		in.Close()
	}()
	return t
}

// TestRoundInTurns: two processes measure by turns, and neither begins a round before the other
// has ended the last one, also where one has fewer turns in it.
func TestRoundInTurns(t *testing.T) {
	const round, piece = true, false
	var turns []string
	both := []*taker{
		process("a", []bool{round, piece, piece, piece, round, piece}, &turns),
		process("b", []bool{round, piece, round, piece, piece}, &turns),
	}
	var rounds []string
	for more := true; more; {
		more = roundInTurns(both)
		rounds = append(rounds, strings.Join(turns, ""))
		turns = nil
		slices.Reverse(both)
	}
	if want := []string{"ababaa", "babab"}; !slices.Equal(rounds, want) {
		t.Errorf("the turns of the rounds are %q, want %q", rounds, want)
	}
}

// TestEndOfAWaitingProcess: one that waits ends when its partner cannot begin.
func TestEndOfAWaitingProcess(t *testing.T) {
	var turns []string
	waiting := process("a", []bool{true, true}, &turns)
	waiting.end()
	if len(turns) > 0 {
		t.Error("it measured")
	}
}
