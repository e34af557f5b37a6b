package reconcile

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/difference"
	"hyphbench/internal/runfolder"
)

// The sets of the golden round: A has n keys, and d are in one of the sets alone. B has a
// key fewer, since d is odd.
const (
	goldenN = 500
	goldenD = 41
)

// worked are the values of a round, worked out by other means than those of the bench.
type worked struct {
	testing.TB
	seed   uint64 // of the peers
	a, b   []uint64
	values experimenttest.Cells
}

func (w *worked) set(name, task, epsilon string, m runfolder.Metric, value float64) {
	at := runfolder.At(task, strconv.Itoa(goldenD), strconv.Itoa(goldenN), epsilon)
	w.values[runfolder.Cell{Filter: name, Metric: m, Point: at}] = experimenttest.Exactly(value)
}

// sent are messages of so many bytes.
func (w *worked) sent(name, task, epsilon string, lengths ...int) {
	bytes := 0
	for _, n := range lengths {
		bytes += len(binary.AppendUvarint(nil, uint64(n))) + n // each behind its length
	}
	w.set(name, task, epsilon, Bytes, float64(bytes))
	w.set(name, task, epsilon, Messages, float64(len(lengths)))
}

// Every counted value of a round is the one that is worked out here: differences by a
// look at every pair of keys, bytes by the lengths of messages, tables and symbols by
// trying one more until the keys in which the sets differ peel.
func TestGoldenRows(t *testing.T) {
	b := experimenttest.Trials(t, New(), "--n=500", "--d=41", "--filter=bloom,gcs", "--eps=0.1", "--seed=7")
	counted := experimenttest.Omit(b, experimenttest.Timed(CPU))

	seed := experiment.RoundSeed(7, 1)
	w := &worked{TB: t, seed: filter.Mix(filter.Mix(^seed) + goldenD), values: experimenttest.Cells{}}
	add := func(set *[]uint64, first uint64, n int) {
		for i := range uint64(n) {
			*set = append(*set, filter.Mix(seed+first+i))
		}
	}
	for _, set := range []*[]uint64{&w.a, &w.b} {
		add(set, 1<<41, goldenN-21)
	}
	add(&w.a, 0, 21)
	add(&w.b, 1<<40, 20)

	w.sent(allKeys, taskDifference, "", 8*goldenN)
	w.sent(allKeys, taskIntersection, "", 8*goldenN)
	w.hashes()
	w.filter("bloom")
	w.filter("gcs")
	w.tree()
	w.tables(iblt, 16)
	w.sizedTables()
	w.symbols()
	w.sizes()
	w.trialOfSymbols(filter.Mix(seed + goldenD))
	for hashes := 3; hashes <= 5; hashes++ {
		w.trialOfTables(hashes, filter.Mix(seed+uint64(hashes)))
	}
	experimenttest.Golden(t, New(), []runfolder.Metric{CPU}, len(w.values), experimenttest.Worked{Bench: counted, Of: w.values.Of})
}

// lacked are the keys of one set that are not in the other.
func lacked(set, other []uint64) (list []uint64) {
	for _, key := range set {
		if !slices.Contains(other, key) {
			list = append(list, key)
		}
	}
	return list
}

// summary is a method in which B sends a summary of so many bytes and A asks it about each
// of its keys.
func (w *worked) summary(name, epsilon string, length int, knows func(key uint64) bool) {
	known, lost := 0, 0
	for _, key := range w.a {
		if !knows(key) {
			continue
		}
		known++
		if !slices.Contains(w.b, key) {
			lost++ // a false positive: not sent for the difference, sent for the intersection
		}
	}
	w.sent(name, taskDifference, epsilon, length, 8*(goldenN-known))
	w.set(name, taskDifference, epsilon, Missing, float64(lost))
	w.set(name, taskDifference, epsilon, Questions, goldenN)
	w.sent(name, taskIntersection, epsilon, length, 8*known)
	w.set(name, taskIntersection, epsilon, Extra, float64(lost))
}

// hashes are upper halves of hashes of the keys.
func (w *worked) hashes() {
	hash := func(key uint64) uint64 { return filter.Mix(key^filter.Mix(w.seed)) / (1 << 32) }
	w.summary(hashes, "", 4*len(w.b), func(key uint64) bool {
		return slices.ContainsFunc(w.b, func(other uint64) bool { return hash(other) == hash(key) })
	})
}

// word is a key as filters have it.
func word(key uint64) string { return string(binary.LittleEndian.AppendUint64(nil, key)) }

func (w *worked) filter(name string) {
	var words []string
	for _, key := range w.b {
		words = append(words, word(key))
	}
	f := experimenttest.Made(w, name, filter.Config{Epsilon: 0.1, Seed: w.seed}, words...)
	file, err := f.(filter.Stored).AppendBinary(nil)
	if err != nil {
		w.Fatal(err)
	}
	w.summary(name, "0.1", len(file), func(key uint64) bool { return f.Contains(word(key)) })
}

// tree has the bits of a Bloom filter, 65 % of them for its leaves, and five more chances.
func (w *worked) tree() {
	summary := difference.NewTree(w.b, w.seed).Summary(math.Log2(10)/math.Ln2, 0.65)
	found, questions := difference.NewTree(w.a, w.seed).Missing(summary, 5)
	w.sent(tree, taskDifference, "0.1", len(summary.AppendBinary(nil)), 8*len(found))
	w.set(tree, taskDifference, "0.1", Missing, float64(len(lacked(lacked(w.a, w.b), found))))
	w.set(tree, taskDifference, "0.1", Questions, float64(questions))
}

// table is one of keys.
func (w *worked) table(keys []uint64, cells, hashes int, seed uint64) *difference.Table {
	table, err := difference.NewTable(cells, hashes, seed)
	if err != nil {
		w.Fatal(err)
	}
	for _, key := range keys {
		table.Insert(key)
	}
	return table
}

// peels reports whether the difference of two sets does: what both have is in neither.
func (w *worked) peels(one, other []uint64, cells, hashes int, seed uint64) bool {
	left := w.table(lacked(one, other), cells, hashes, seed)
	if err := left.Subtract(w.table(lacked(other, one), cells, hashes, seed)); err != nil {
		w.Fatal(err)
	}
	_, _, err := left.Peel()
	return err == nil
}

// tables are of so many cells, then of twice as many, until one peels; each is answered by
// a byte.
func (w *worked) tables(name string, cells int, before ...int) {
	lengths := before
	sent := 0
	for peeled := false; !peeled; cells *= 2 {
		seed := filter.Mix(w.seed + uint64(sent))
		lengths = append(lengths, len(w.table(w.a, cells, 4, seed).AppendBinary(nil)), 1)
		sent++
		peeled = w.peels(w.a, w.b, cells, 4, seed)
	}
	last := w.table(nil, cells/2, 4, 0).Cells()
	for _, task := range []string{taskDifference, taskIntersection} {
		w.sent(name, task, "", lengths...)
		w.set(name, task, "", Tables, float64(sent))
	}
	w.set(name, taskDifference, "", Cells, float64(last)/goldenD)
}

// strata are those of a set.
func (w *worked) strata(keys []uint64) *difference.Strata {
	s := difference.NewStrata(w.seed)
	for _, key := range keys {
		s.Insert(key)
	}
	return s
}

// sizedTables have room for a fourth more than what the strata say.
func (w *worked) sizedTables() {
	estimate, err := w.strata(w.a).Estimate(w.strata(w.b))
	if err != nil {
		w.Fatal(err)
	}
	w.tables(ibltStrata, difference.CellsFor(int(math.Ceil(estimate*5/4))), len(w.strata(w.b).AppendBinary(nil)))
}

// needed is how many symbols the difference of two sets takes, by taking one at a time.
func (w *worked) needed(one, other []uint64, seed uint64) int {
	encoder, decoder := difference.NewEncoder(one, seed), difference.NewDecoder(other, seed)
	for n := 1; ; n++ {
		if done, err := decoder.Take(encoder.AppendNext(nil, 1)); err != nil {
			w.Fatal(err)
		} else if done {
			return n
		}
	}
}

// symbols come in twos, and in eighths of what came once these are more.
func (w *worked) symbols() {
	needed := w.needed(lacked(w.a, w.b), lacked(w.b, w.a), w.seed)
	encoder := difference.NewEncoder(w.a, w.seed)
	var lengths []int
	for sent := 0; sent < needed; {
		batch := 2
		if sent >= 24 {
			batch = sent / 8
		}
		lengths = append(lengths, len(encoder.AppendNext(nil, batch)), 1)
		sent += batch
	}
	w.sent(riblt, taskDifference, "", lengths...)
	w.sent(riblt, taskIntersection, "", lengths...)
	w.set(riblt, taskDifference, "", Cells, float64(needed)/goldenD)
}

// sizes are estimates of the number of differences.
func (w *worked) sizes() {
	off := func(estimate float64) float64 { return math.Abs(estimate-goldenD) / goldenD }
	estimate, err := w.strata(w.b).Estimate(w.strata(w.a))
	if err != nil {
		w.Fatal(err)
	}
	w.sent(strata, taskSize, "", len(w.strata(w.a).AppendBinary(nil)))
	w.set(strata, taskSize, "", Off, off(estimate))
	counted := func(keys []uint64) *difference.Counters {
		c := difference.NewCounters(goldenN, w.seed)
		for _, key := range keys {
			c.Insert(key)
		}
		return c
	}
	w.sent(counters, taskSize, "", 2+2+goldenN/2) // the numbers of keys and of counters, and half a byte for each of these
	w.set(counters, taskSize, "", Off, off(counted(w.b).Estimate(counted(w.a))))
}

// trialKeysOf are the keys of a trial.
func trialKeysOf(n int, seed uint64) (keys []uint64) {
	for i := range uint64(n) {
		keys = append(keys, filter.Mix(filter.Mix(^seed)+i))
	}
	return keys
}

// trialOfSymbols is of about 2000 keys.
func (w *worked) trialOfSymbols(seed uint64) {
	sum := 0.0
	for i := range uint64(2000 / goldenD) {
		own := filter.Mix(seed + i)
		sum += float64(w.needed(trialKeysOf(goldenD, own), nil, own))
	}
	at := runfolder.At("", strconv.Itoa(goldenD), "", "")
	w.values[runfolder.Cell{Filter: riblt, Metric: Symbols, Point: at}] = experimenttest.Exactly(sum / (2000 / goldenD * goldenD))
}

// trialOfTables takes cells from a table of 30,000 keys, a five-hundredth for each key, until
// it does not peel: from a hundredth above what is known of endless tables on.
func (w *worked) trialOfTables(hashes int, seed uint64) {
	endless := map[int]float64{3: 1.222, 4: 1.295, 5: 1.425}[hashes]
	keys, steps := trialKeysOf(30_000, seed), int(500*(endless+0.01))
	for peels := true; peels; steps-- {
		_, _, err := w.table(keys, steps*len(keys)/500, hashes, seed).Peel()
		peels = err == nil
	}
	cell := runfolder.Cell{Filter: "iblt" + strconv.Itoa(hashes), Metric: Threshold, Point: runfolder.At("", "", "", "")}
	w.values[cell] = experimenttest.Exactly(float64(steps+2) / 500)
}
