package aggregation

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// worked are the values of a round, worked out by other means than those of the bench.
type worked struct {
	*placement
	seed   uint64
	copies int
	// came is, of each node, how often what each node began with came there: all that is
	// told follows from it. kept is the share of that which it has by push-sum.
	came, kept [][]float64
	values     experimenttest.Cells
}

// Every counted value of a round is the one that is worked out here, without a network: by
// how often what each node began with has come to each.
func TestGoldenRows(t *testing.T) {
	const steps = 5
	b := experimenttest.Trials(t, New(), "--nodes=3,4", "--copies=1,2", "--eps=1%,10%", "--items=200", "--steps=5", "--reps=2", "--seed=7")
	values := experimenttest.Cells{}
	seed := experiment.RoundSeed(7, 1)
	for _, p := range []struct {
		nodes, copies int
		rates         map[string]float64
	}{{3, 2, map[string]float64{"0.1": 0.1, "0.01": 0.01}}, {4, 2, map[string]float64{"0.1": 0.1}}, {3, 1, map[string]float64{"0.1": 0.1}}} {
		w := &worked{newPlacement(p.nodes, 200, p.copies, steps, filter.Mix(seed)), seed, p.copies, identity(p.nodes), identity(p.nodes), values}
		w.gossip(p.rates)
	}
	experimenttest.Golden(t, New(), nil, len(values), experimenttest.Worked{Bench: b, Of: values.Of})
}

func identity(n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n)
		rows[i][i] = 1
	}
	return rows
}

// gossip lets all methods take all steps.
func (w *worked) gossip(rates map[string]float64) {
	bytes := map[string]int{} // so far, by method and rate
	send := func(method string, message func(from int) int) {
		for from := range w.sets {
			n := message(from)
			bytes[method] += len(binary.AppendUvarint(nil, uint64(n))) + n
		}
	}
	for step := range len(w.partners) + 1 {
		w.look(exactUnion, step, "", bytes[exactUnion], func(node int) float64 { return float64(len(w.known(node))) })
		w.look(adding, step, "", bytes[adding], func(node int) float64 { return w.sum(w.came[node]) })
		w.look(pushSum, step, "", bytes[pushSum], func(node int) float64 {
			weight := 0.0
			for _, share := range w.kept[node] {
				weight += share
			}
			return float64(len(w.sets)) * w.sum(w.kept[node]) / weight
		})
		for rate, epsilon := range rates {
			w.look(bloomFilter, step, rate, bytes[rate], func(node int) float64 { return w.bits(node, epsilon) })
		}
		if step == len(w.partners) {
			return
		}
		send(exactUnion, func(from int) int { return 8 * len(w.known(from)) })
		send(adding, func(int) int { return 8 })
		send(pushSum, func(int) int { return 16 })
		for rate, epsilon := range rates {
			m := w.bloom(epsilon).M
			send(rate, func(int) int { return (m + 63) / 64 * 8 })
		}
		w.step(w.partners[step])
	}
}

// step lets each node send to another.
func (w *worked) step(partners []int) {
	came, kept := identity(len(partners)), identity(len(partners))
	for node := range partners {
		for of := range partners {
			came[node][of], kept[node][of] = w.came[node][of], w.kept[node][of]/2
			for from, to := range partners {
				if to == node {
					came[node][of] += w.came[from][of]
					kept[node][of] += w.kept[from][of] / 2
				}
			}
		}
	}
	w.came, w.kept = came, kept
}

// known are the items that came to a node.
func (w *worked) known(node int) map[uint64]bool {
	items := map[uint64]bool{}
	for of, times := range w.came[node] {
		for _, item := range w.sets[of] {
			if times > 0 {
				items[item] = true
			}
		}
	}
	return items
}

// sum is that of the numbers of items of all nodes, each so many times.
func (w *worked) sum(times []float64) (sum float64) {
	for of, n := range times {
		sum += n * float64(len(w.sets[of]))
	}
	return sum
}

// bloom is a Bloom filter for 200 items.
func (w *worked) bloom(epsilon float64) *experimenttest.Bloom {
	return experimenttest.NewBloom(200, epsilon, w.seed)
}

// bits is the number of items by the bits that those known to a node set.
func (w *worked) bits(node int, epsilon float64) float64 {
	b := w.bloom(epsilon)
	for item := range w.known(node) {
		b.Add(string(binary.LittleEndian.AppendUint64(nil, item)))
	}
	return -float64(b.M) / float64(b.K) * math.Log(1-b.Share())
}

// look has the values of a step.
func (w *worked) look(method string, step int, rate string, bytes int, estimate func(node int) float64) {
	truth := map[uint64]bool{}
	var estimates, off []float64
	mean := 0.0
	for node, set := range w.sets {
		for _, item := range set {
			truth[item] = true
		}
		estimates = append(estimates, estimate(node))
	}
	for _, e := range estimates {
		off = append(off, math.Abs(e-float64(len(truth)))/float64(len(truth)))
		mean += off[len(off)-1] / float64(len(estimates))
	}
	slices.Sort(estimates)
	n := len(estimates)
	middle := (estimates[(n-1)/2] + estimates[n/2]) / 2
	at := runfolder.At(strconv.Itoa(step), strconv.Itoa(n), strconv.Itoa(w.copies), rate)
	for m, value := range map[runfolder.Metric]float64{Estimate: middle / float64(len(truth)), Error: mean, Worst: slices.Max(off), Bytes: float64(bytes)} {
		w.values[runfolder.Cell{Filter: method, Metric: m, Point: at}] = experimenttest.Exactly(value)
	}
}
