package reconcile

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/machine"
)

// visit is an exchange of a round: a method for a task, of sets of n keys that differ in
// d.
type visit struct {
	method method
	task   string
	d, n   int
	rate   axis.Rate // 0 of a method without one
}

// exchange is what a method did in a round.
type exchange struct {
	a, b    outcome
	traffic loopbacknetwork.Traffic
	cpu     time.Duration // of both peers; negative where the system does not say
	missing int           // keys of S_A − S_B that B did not get
}

// carryOut lets two peers talk, and reports all that is known of it.
func (v visit) carryOut(t *trial.T) error {
	network, err := trial.Fixture(t, nil, func() (*loopbacknetwork.Network, error) { return loopbacknetwork.New(2) })
	if err != nil {
		return err
	}
	e, err := v.exchange(t.Context(), network, t.Seed())
	if err != nil {
		return err
	}
	t.Report(Bytes, float64(e.traffic.Bytes))
	t.Report(Messages, float64(e.traffic.Messages))
	cpu := math.NaN()
	if e.cpu >= 0 {
		cpu = float64(e.cpu) / float64(time.Microsecond)
	}
	t.Report(CPU, cpu)
	t.Report(Missing, float64(e.missing))
	t.Report(Extra, float64(e.b.extra))
	t.Report(Questions, float64(e.a.questions))
	t.Report(Tables, float64(e.b.tables))
	t.Report(Cells, float64(e.b.cells)/float64(v.d))
	t.Report(Off, math.Abs(e.b.estimate/float64(v.d)-1))
	return nil
}

// Where the numbers of keys begin. Those of a round depend on it alone, and so do the
// hash functions, so that sets of all sizes differ in the same keys: they are compared in
// pairs.
const (
	inA    = 0
	inB    = 1 << 40
	inBoth = 1 << 41
)

// keysOf are n keys of a round. Numbers are mixed by a bijection: no two are equal.
func keysOf(seed, first uint64, n int) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = filter.Mix(seed + first + uint64(i))
	}
	return keys
}

// exchange lets the peers talk, and compares what they found with the truth.
func (v visit) exchange(ctx context.Context, network *loopbacknetwork.Network, seed uint64) (e exchange, err error) {
	onlyB := v.d / 2
	onlyA := v.d - onlyB
	both := keysOf(seed, inBoth, v.n-onlyA)
	own := [2][]uint64{append(keysOf(seed, inA, onlyA), both...), append(both, keysOf(seed, inB, onlyB)...)}
	answers, work := [2]*outcome{&e.a, &e.b}, [2]func(*peer) (outcome, error){v.method.a, v.method.b}
	var cpu [2]time.Duration
	before := network.Sent()
	err = network.Run(ctx, func(_ context.Context, n *loopbacknetwork.Node) (err error) {
		end := ownCPU()
		p := &peer{node: n, keys: own[n.ID], task: v.task, seed: filter.Mix(filter.Mix(^seed) + uint64(v.d)), epsilon: v.rate.Float()}
		*answers[n.ID], err = work[n.ID](p)
		cpu[n.ID] = end()
		return err
	})
	if err != nil {
		return e, err
	}
	e.traffic, e.cpu = network.Sent().Minus(before), cpu[peerA]+cpu[peerB]
	if cpu[peerA] < 0 || cpu[peerB] < 0 {
		e.cpu = -1
	}
	return e, e.check(v, own[peerA][:onlyA], own[peerA][onlyA:], own[peerB][v.n-onlyA:])
}

// ownCPU begins to count the CPU time of the calling goroutine, which has a thread for
// itself until the end; −1 ns where the system does not count it.
func ownCPU() (end func() time.Duration) {
	runtime.LockOSThread()
	start, ok := machine.ThreadCPU()
	return func() time.Duration {
		defer runtime.UnlockOSThread()
		now, _ := machine.ThreadCPU()
		if !ok {
			return -1
		}
		return now - start
	}
}

// check compares what the peers found with the keys that A alone has, that both have and
// that B alone has, and counts what is missing.
func (e *exchange) check(v visit, onlyA, both, onlyB []uint64) error {
	if v.task == taskSize {
		if !(e.b.estimate >= 0) { // NaN too
			return fmt.Errorf("an estimate of %v differences", e.b.estimate)
		}
		return nil
	}
	if e.b.knowsMine {
		if _, err := within("S_B − S_A", e.b.mine, onlyB, true); err != nil {
			return err
		}
	}
	var err error
	switch {
	case v.task == taskDifference || e.b.knowsMine: // the rest of B's keys are the intersection
		if e.missing, err = within("S_A − S_B", e.b.theirs, onlyA, v.method.exact); err == nil && !v.method.exact {
			_, err = within("what A sent of S_A − S_B", e.a.sent, e.b.theirs, true)
		}
	default: // however many keys A sends in vain, B has the intersection
		if _, err = within("S_A ∩ S_B", e.b.theirs, both, true); err == nil && len(e.a.sent) > 0 && len(e.a.sent) != len(both)+e.b.extra {
			err = fmt.Errorf("A sent %d keys, B has %d of them and %d in vain", len(e.a.sent), len(both), e.b.extra)
		}
	}
	return err
}

// within compares keys that were found with the true ones: none may be invented or found
// twice, and none of the whole may be missing.
func within(what string, found, truth []uint64, whole bool) (missing int, err error) {
	found, truth = slices.Sorted(slices.Values(found)), slices.Sorted(slices.Values(truth))
	var invented []uint64
	for len(found) > 0 || len(truth) > 0 {
		switch {
		case len(truth) == 0 || len(found) > 0 && found[0] < truth[0]:
			invented, found = append(invented, found[0]), found[1:]
		case len(found) == 0 || truth[0] < found[0]:
			missing, truth = missing+1, truth[1:]
		default:
			found, truth = found[1:], truth[1:]
		}
	}
	switch {
	case len(invented) > 0:
		return 0, fmt.Errorf("wrong answer: %s has %d keys too many, such as %016x", what, len(invented), invented[0])
	case whole && missing > 0:
		return 0, fmt.Errorf("wrong answer: %d keys of %s are missing", missing, what)
	}
	return missing, nil
}
