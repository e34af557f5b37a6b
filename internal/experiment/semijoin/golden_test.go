package semijoin

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// worked are the values of a round, worked out by other means than those of the bench, for
// two tables of n rows of 116 bytes, of which a fifth have a partner.
type worked struct {
	testing.TB
	n      int
	seed   uint64 // of the hash functions
	a, b   []string
	values experimenttest.Cells

	gone   []string  // of b, deleted meanwhile; nil: none
	key    int       // bytes of a row; one of a list is a key alone
	at     [2]string // deleted and query
	update int       // bytes of what B tells of the deleted; below 0: nothing
}

// Every counted value of a round is the one that is worked out here, without a network:
// partners by a map of keys, bytes by the lengths of messages, the smallest filter by files.
// Of seven keys a Bloom filter is smallest, and does not hold the rate. Of 700 keys 70 are
// deleted. Every third passage has one word and every second the other.
func TestGoldenRows(t *testing.T) {
	b := experimenttest.Trials(t, New(), "--n=7,700,900", "--selectivity=20%", "--eps=2%,10%", "--deleted=10%", "--filter=bloom,cuckoo,ribbon", "--queries=bread+wine",
		"--text="+passagesFile(t), "--reps=2", "--seed=7")
	counted := experimenttest.Omit(b, experimenttest.Timed(Time, ChangedTime))

	values := experimenttest.Cells{}
	for n, rates := range map[int]map[string]float64{7: {"0.02": 0.02}, 700: {"0.02": 0.02, "0.1": 0.1}, 900: {"0.02": 0.02}} {
		w := newWorked(t, n, values)
		w.tables(filter.Mix(w.seed + uint64(n)))
		w.join(shipAll, "", 0, func(string) bool { return true })
		w.join(keyList, "", 16*n, func(key string) bool { return slices.Contains(w.b, key) })
		for rate, epsilon := range rates {
			w.filter(bloom, rate, w.byName(bloom), epsilon)
			w.filter(cuckoo, rate, w.byName(cuckoo), epsilon)
			w.filter(ribbon, rate, w.byName(ribbon), epsilon)
			w.filter(smallestFilter, rate, w.smallest(epsilon), epsilon)
		}
	}
	w := newWorked(t, 700, values)
	w.tables(filter.Mix(w.seed + 700))
	w.deletions(70)
	w.lookups()
	w = newWorked(t, 0, values)
	w.key, w.at[1] = 16, "bread+wine"
	for i := range 120 {
		key := numbered(filter.Mix(w.seed), i)
		if i%2 == 0 {
			w.a = append(w.a, key)
		}
		if i%3 == 0 {
			w.b = append(w.b, key)
		}
	}
	w.join(shipAll, "", 0, func(string) bool { return true })
	w.join(keyList, "", 16*40, func(key string) bool { return slices.Contains(w.b, key) })
	for _, name := range []string{bloom, cuckoo, ribbon} {
		w.filter(name, "0.02", w.byName(name), 0.02)
	}
	experimenttest.Golden(t, New(), []runfolder.Metric{Time, ChangedTime}, len(values), experimenttest.Worked{Bench: counted, Of: values.Of})
}

func newWorked(t testing.TB, n int, values experimenttest.Cells) *worked {
	return &worked{TB: t, n: n, seed: experiment.RoundSeed(7, 1), values: values, key: 116, update: -1}
}

// passagesFile has 120 lines: bread in every third, wine in every second.
func passagesFile(t testing.TB) string {
	var text strings.Builder
	for i := range 120 {
		text.WriteString("of")
		if i%3 == 0 {
			text.WriteString(" Bread, bread")
		}
		if i%2 == 0 {
			text.WriteString(" wine")
		}
		text.WriteString(".\n")
	}
	path := filepath.Join(t.TempDir(), "passages.txt")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// deletions are joins while the first keys are deleted, of which the methods are told or not.
func (w *worked) deletions(count int) {
	w.gone, w.at[0] = w.b[:count], "0.1"
	is := func(key string) bool { return slices.Contains(w.gone, key) }
	bloomOf, file := w.file(w.byName(bloom), 0.02)
	w.join(bloom, "0.02", len(file), bloomOf.Contains)
	ribbonOf, itsFile := w.file(w.byName(ribbon), 0.02)
	w.join(ribbon, "0.02", len(itsFile), ribbonOf.Contains)
	w.update = 16 * count
	w.join(keyList, "", 16*w.n, func(key string) bool { return slices.Contains(w.b, key) && !is(key) })
	w.join(bloomList, "0.02", len(file), func(key string) bool { return bloomOf.Contains(key) && !is(key) })
	cuckooOf, itsFile := w.file(w.byName(cuckoo), 0.02)
	for _, key := range w.gone {
		cuckooOf.(filter.Deleter).Delete(key)
	}
	w.join(cuckoo, "0.02", len(itsFile), cuckooOf.Contains)
	all := w.b
	w.b = all[count:]
	left, again := w.file(w.byName(bloom), 0.02)
	w.b, w.update = all, len(again)
	w.join(bloomAgain, "0.02", len(file), left.Contains)
}

// lookups are of 700 keys on 16 nodes, of which the first four of each are deleted: node by node
// keys of 16 bytes are asked for and a byte comes back, with a row of 116 where it is there.
func (w *worked) lookups() {
	told, all := map[string]int{}, map[string]int{} // bytes, and nodes that are asked
	var part []string
	of := func(name string) (filter.Filter, int) {
		f, err := w.byName(name).Build(wordlist.Of(part...), filter.Config{Epsilon: 0.02, Seed: w.seed})
		if err != nil {
			w.Fatal(err)
		}
		return f, len(experimenttest.Must(f.(filter.Stored).AppendBinary(nil))(w))
	}
	keys, stay := []string{}, 0
	for i := range w.n {
		keys = append(keys, numbered(filter.Mix(w.seed+uint64(w.n)), i))
	}
	for node := range 16 {
		part = keys[node*w.n/16 : (node+1)*w.n/16]
		gone, left := part[:4], part[4:]
		stay += len(left)
		bloomOf, size := of(bloom)
		ribbonOf, itsSize := of(ribbon)
		cuckooOf, cuckooSize := of(cuckoo)
		for _, key := range gone {
			cuckooOf.(filter.Deleter).Delete(key)
		}
		part = left
		again, newSize := of(bloom)
		told[bloom] += size
		told[ribbon] += itsSize
		told[cuckoo] += cuckooSize + 16*4
		told[bloomAgain] += size + newSize
		told[bloomList] += size + 16*4
		told[keyList] += 16*(len(gone)+len(left)) + 16*4
		for _, key := range keys {
			for method, asked := range map[string]bool{bloom: bloomOf.Contains(key), ribbon: ribbonOf.Contains(key), cuckoo: cuckooOf.Contains(key), bloomAgain: again.Contains(key),
				bloomList: bloomOf.Contains(key) && !slices.Contains(gone, key), keyList: slices.Contains(left, key)} {
				if asked {
					all[method]++
				}
			}
		}
	}
	for method, asked := range all {
		rate := map[bool]string{false: "0.02"}[method == keyList]
		point := runfolder.At(strconv.Itoa(w.n), "", rate, "0.1", "")
		w.values[runfolder.Cell{Filter: method, Metric: LookupBytes, Point: point}] = experimenttest.Exactly(float64(told[method] + 17*asked + 100*stay))
		if rate != "" {
			w.values[runfolder.Cell{Filter: method, Metric: LookupVain, Point: point}] = experimenttest.Exactly(float64(asked-stay) / 700)
		}
	}
}

// numbered is the key of a number.
func numbered(seed uint64, i int) string {
	first := filter.Mix(seed + uint64(i))
	return string(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, first), filter.Mix(first+1)))
}

func (w *worked) set(method, rate string, m runfolder.Metric, value float64) {
	exactness := 0.0
	if m == metric.FPRTheory { // by another sum
		exactness = 1e-4
	}
	n, share := strconv.Itoa(w.n), "0.2"
	if w.at[1] != "" {
		n, share = "", ""
	}
	w.values[runfolder.Cell{Filter: method, Metric: m, Point: runfolder.At(n, share, rate, w.at[0], w.at[1])}] = experimenttest.About(value, exactness)
}

// tables are keys of 16 bytes: those of A, and those of B of which a fifth are A's.
func (w *worked) tables(seed uint64) {
	key := func(i int) string { return numbered(seed, i) }
	random := rand.New(rand.NewPCG(seed, math.Float64bits(0.2)))
	both := w.n / 5
	for _, i := range random.Perm(w.n)[:both] {
		w.b = append(w.b, key(i))
	}
	for i := range w.n {
		w.a = append(w.a, key(i))
		if i >= both {
			w.b = append(w.b, key(w.n+i-both))
		}
	}
	random.Shuffle(w.n, func(i, j int) { w.b[i], w.b[j] = w.b[j], w.b[i] })
}

// frame is a message behind its length.
func frame(message int) int { return len(binary.AppendUvarint(nil, uint64(message))) + message }

// join ships the rows that are admitted, by what was told in so many bytes.
func (w *worked) join(method, rate string, told int, admits func(key string) bool) {
	partner := map[string]bool{}
	for _, key := range w.b {
		partner[key] = !slices.Contains(w.gone, key)
	}
	bytes, batch, removed := frame(told), 0, 0
	if w.update >= 0 {
		bytes += frame(w.update)
	}
	var has []bool
	for _, key := range w.a {
		if !admits(key) {
			continue
		}
		has = append(has, partner[key])
		if !partner[key] {
			removed++
		}
		if batch += w.key; batch >= 1<<16 {
			bytes, batch = bytes+frame(batch), 0
		}
	}
	if batch > 0 {
		bytes += frame(batch)
	}
	bytes += frame(0) + frame(w.verdict(has, removed))
	switch {
	case w.at[1] != "":
		w.set(method, rate, SearchBytes, float64(bytes))
		if rate != "" {
			w.set(method, rate, SearchRemoved, float64(removed))
		}
		return
	case w.at[0] != "":
		w.set(method, rate, ChangedBytes, float64(bytes))
		if rate != "" {
			w.set(method, rate, ChangedRemoved, float64(removed))
		}
		return
	}
	w.set(method, rate, Bytes, float64(bytes))
	if method != shipAll {
		w.set(method, rate, Told, float64(told))
	}
	if rate != "" {
		w.set(method, rate, Removed, float64(removed))
	}
}

// verdict is the length of the list of the rows that have a partner or of the others,
// whichever are fewer: how many are in front of each, behind a byte.
func (w *worked) verdict(has []bool, removed int) int {
	listed := 2*removed > len(has)
	length, gap := 1, 0
	for _, is := range has {
		if is == listed {
			length += len(binary.AppendUvarint(nil, uint64(gap)))
			gap = 0
		} else {
			gap++
		}
	}
	return length
}

func (w *worked) byName(name string) filter.Structure {
	s, err := all.ByName(name)
	if err != nil {
		w.Fatal(err)
	}
	return s
}

// file is a filter of B's keys, and its file.
func (w *worked) file(s filter.Structure, epsilon float64) (filter.Filter, []byte) {
	f, err := s.Build(wordlist.Of(w.b...), filter.Config{Epsilon: epsilon, Seed: w.seed})
	if err != nil {
		w.Fatal(err)
	}
	file, err := f.(filter.Stored).AppendBinary(nil)
	if err != nil {
		w.Fatal(err)
	}
	return f, file
}

// filter is a join by a filter.
func (w *worked) filter(method, rate string, s filter.Structure, epsilon float64) {
	f, file := w.file(s, epsilon)
	if w.at[1] != "" {
		w.join(method, rate, len(file), f.Contains)
		return
	}
	theory := f.Theory()
	if method == bloom {
		p := map[string]float64{}
		for _, of := range f.Params() {
			p[of.Name] = of.Value
		}
		theory = experimenttest.BloomRate(int(p["m"]), int(p["k"]), w.n)
	}
	w.set(method, rate, metric.FPRTheory, theory)
	w.join(method, rate, len(file), f.Contains)
}

// smallest is the structure with the smallest file, of the three that plan the fewest bits
// of all that hold the rate, to a tenth, and take any keys.
func (w *worked) smallest(epsilon float64) (best filter.Structure) {
	holds := func(s filter.Structure) (bits uint64, ok bool) {
		p, err := s.Plan(w.n, filter.Config{Epsilon: epsilon})
		return p.Bits, err == nil && p.Theory <= 1.1*epsilon && s.Open != nil && s.Faults == 0 && !s.Exact && !s.Closed && !s.Negatives && !s.Historical && s.Family != filter.FamilyLibrary
	}
	least := math.MaxInt
	for i, s := range all.Structures() {
		bits, ok := holds(s)
		fewer := 0
		for j, other := range all.Structures() {
			if its, ok := holds(other); ok && (its < bits || its == bits && j < i) {
				fewer++
			}
		}
		if !ok || fewer >= 3 {
			continue
		}
		if _, file := w.file(s, epsilon); len(file) < least {
			least, best = len(file), s
		}
	}
	return best
}
