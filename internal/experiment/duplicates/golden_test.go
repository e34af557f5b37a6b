package duplicates

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/golomb"
	"hyphbench/internal/runfolder"
)

// goldenN is the number of elements of the golden round.
const goldenN = 1500

// worked are the values of a round with so many processing elements, worked out by other
// means than those of the bench.
type worked struct {
	p       int
	seed    uint64              // of the hash functions of a method
	hash    func(string) uint64 // which all methods begin with
	keys    [][]string          // of each processing element
	holders map[string]int
	counts
	sent   sent
	values experimenttest.Cells
}

// counts are of elements, once for each holder: all that are held, those of one holder and
// those of several; and how many different ones these are.
type counts struct{ held, single, shared, several float64 }

// sent is the traffic of a method.
type sent struct {
	bytes    [phases]int
	messages int
	of       []int // bytes that each processing element sent or received
}

// Every counted value of a round is the one that is worked out here, without a network:
// candidates by the sets of positions or bits of others, bytes by the lengths of messages,
// theory by its formulas.
func TestGoldenRows(t *testing.T) {
	b := experimenttest.Trials(t, New(), "--p=2,4", "--n=1500", "--eps=0.05,0.2", "--twice=0.1", "--reps=2", "--seed=7")
	values := experimenttest.Cells{}
	seed := experiment.RoundSeed(7, 1)
	hasher := filter.NewHasher(filter.Config{Seed: filter.Mix(seed)})
	for p, rates := range map[int][]float64{2: {0.05, 0.2}, 4: {0.05}} {
		w := &worked{p: p, seed: filter.Mix(seed + 1), hash: hasher.Sum64, holders: map[string]int{}, values: values}
		for _, s := range newInstance(generated(goldenN, 0.1, seed), p, filter.Mix(seed)).shares {
			w.keys = append(w.keys, s.keys)
			for _, key := range s.keys {
				w.holders[key]++
			}
		}
		for _, n := range w.holders {
			w.held += float64(n)
			if n == 1 {
				w.single++
			} else {
				w.shared += float64(n)
				w.several++
			}
		}
		w.exact()
		for _, epsilon := range rates {
			w.filters(epsilon)
		}
	}
	experimenttest.Golden(t, New(), nil, len(values), experimenttest.Worked{Bench: b, Of: values.Of})
}

// set is a value at a rate, 0 for none.
func (w *worked) set(method string, epsilon float64, m runfolder.Metric, value float64) {
	rate := ""
	if epsilon > 0 {
		rate = strconv.FormatFloat(epsilon, 'g', -1, 64)
	}
	w.values[runfolder.Cell{Filter: method, Metric: m, Point: runfolder.At(strconv.Itoa(w.p), rate)}] = experimenttest.Exactly(value)
}

// begin begins a method.
func (w *worked) begin() { w.sent = sent{of: make([]int, w.p)} }

// send sends a message to another one, behind its length.
func (w *worked) send(in phase, from, to, length int) {
	if from == to {
		return
	}
	length += varint(length)
	w.sent.bytes[in] += length
	w.sent.messages++
	w.sent.of[from] += length
	w.sent.of[to] += length
}

// varint is how many bytes a number takes.
func varint(n int) int { return len(binary.AppendUvarint(nil, uint64(n))) }

// end has the values that all methods have.
func (w *worked) end(method string, epsilon, theory float64) {
	all := 0
	for in, m := range []runfolder.Metric{HashBytes, AnswerBytes, KeyBytes} {
		w.set(method, epsilon, m, float64(w.sent.bytes[in])/goldenN)
		all += w.sent.bytes[in]
	}
	w.set(method, epsilon, Bytes, float64(all)/goldenN)
	w.set(method, epsilon, BytesTheory, theory/goldenN)
	w.set(method, epsilon, Messages, float64(w.sent.messages))
	w.set(method, epsilon, Busiest, float64(slices.Max(w.sent.of)*w.p)/goldenN)
}

// yes is the length of the answer that some of so many were met.
func yes(met []bool) int {
	var list []uint64
	for i, is := range met {
		if is {
			list = append(list, uint64(i))
		}
	}
	return len(golomb.AppendStream(nil, list, uint64(len(met))))
}

// ship sends candidates as they are to owners, who answer which others have too.
func (w *worked) ship(candidates [][]string, owner func(key string) int) {
	for from, list := range candidates {
		for to := range w.p {
			length := 0
			var met []bool
			for _, key := range list {
				if owner(key) == to {
					length += varint(len(key)) + len(key)
					met = append(met, w.holders[key] > 1)
				}
			}
			w.send(keys, from, to, length)
			w.send(keys, to, from, yes(met))
		}
	}
}

// spread is one of all owners, by a hash of its own.
func (w *worked) spread(key string) int {
	owner, _ := bits.Mul64(filter.Mix(w.hash(key)+w.seed), uint64(w.p))
	return int(owner)
}

// exact are the methods without a filter.
func (w *worked) exact() {
	w.begin()
	w.ship(w.keys, func(string) int { return 0 })
	w.end(toOne, 0, w.shipped(w.held))
	w.begin()
	w.ship(w.keys, w.spread)
	w.end(shipping, 0, w.shipped(w.held))

	w.begin()
	candidates := make([][]string, w.p)
	for from, list := range w.keys {
		for to := range w.p {
			var met []bool
			for _, key := range list {
				if w.spread(key) == to {
					met = append(met, w.holders[key] > 1)
				}
			}
			w.send(hashes, from, to, 8*len(met))
			w.send(answers, to, from, yes(met))
		}
		for _, key := range list {
			if w.holders[key] > 1 {
				candidates[from] = append(candidates[from], key)
			}
		}
	}
	w.ship(candidates, w.spread)
	w.end(hashing, 0, w.held*w.away()*(8+entropyOf(w.shared/w.held)/8)+w.shipped(w.shared))
}

// filters are those with one, at a rate.
func (w *worked) filters(epsilon float64) {
	for i, method := range []string{distributed, twoRounds, threeRounds} {
		w.inRounds(method, epsilon, i+1)
	}
	build, query := w.queried(epsilon)
	w.set(distributed, epsilon, BuildBytes, build)
	w.set(distributed, epsilon, QueryBytes, query)
	for _, method := range []string{replicating, coded} {
		length, filterOf := w.inBits(epsilon)
		if method == coded {
			length, filterOf = w.inCodes(epsilon)
		}
		own := w.replicated(length)
		w.set(method, epsilon, BuildBytes, own)
		w.set(method, epsilon, BreakEven, (own-build)/query)

		w.begin()
		w.replicated(length)
		candidates := make([][]string, w.p)
		for id, list := range w.keys {
			var others []func(key string) bool // filters that came
			for d := 0; 1<<d < w.p; d++ {
				others = append(others, filterOf(w.group(id^1<<d, d)))
			}
			for _, key := range list {
				if slices.ContainsFunc(others, func(has func(string) bool) bool { return has(key) }) {
					candidates[id] = append(candidates[id], key)
				}
			}
		}
		w.ship(candidates, w.spread)
		bytes, rate, even := w.theoryOfReplicating(method, epsilon)
		w.end(method, epsilon, bytes+w.shipped(w.shared+rate*w.single))
		w.set(method, epsilon, Flagged, w.left(candidates))
		w.set(method, epsilon, FlaggedTheory, rate)
		w.set(method, epsilon, BreakEvenTheory, even)
	}
}

// left is the share of the single elements among candidates.
func (w *worked) left(candidates [][]string) float64 {
	n := 0.0
	for _, list := range candidates {
		for _, key := range list {
			if w.holders[key] == 1 {
				n++
			}
		}
	}
	return n / w.single
}

// total lets all add up how many of something each has, over the dimensions of a hypercube.
func (w *worked) total(candidates [][]string) (all int) {
	for d := 0; 1<<d < w.p; d++ {
		for id := range w.p {
			n := 0
			for other, list := range candidates {
				if other>>d == id>>d {
					n += len(list)
				}
			}
			w.send(hashes, id, id^1<<d, varint(n))
		}
	}
	for _, list := range candidates {
		all += len(list)
	}
	return all
}

// shot are the positions of a filter of one hash function.
type shot struct {
	positions, seed uint64
	owners          int
}

func newShot(n int, epsilon float64, seed uint64, owners int) shot {
	return shot{uint64(math.Ceil(float64(n) / -math.Log(1-epsilon))), seed, owners}
}

func (s shot) at(hash uint64) uint64 {
	position, _ := bits.Mul64(filter.Mix(hash^s.seed), s.positions)
	return position
}

// part are the positions of one owner among some, each once, ascending, as they are sent.
func (s shot) part(positions map[uint64]bool, owner int) (list []uint64, length int) {
	first, end := uint64(0), uint64(0) // of the owner
	for end < s.positions && end*uint64(s.owners)/s.positions <= uint64(owner) {
		if end*uint64(s.owners)/s.positions < uint64(owner) {
			first = end + 1
		}
		end++
	}
	var sent []uint64
	for position := first; position < end; position++ {
		if positions[position] {
			list, sent = append(list, position), append(sent, position-first)
		}
	}
	return list, len(golomb.AppendStream(nil, sent, end-first))
}

// asked sends positions to their owners, who answer which are met.
func (w *worked) asked(s shot, own []map[uint64]bool, asking, answering phase, met func(position uint64) bool) {
	for from, positions := range own {
		for to := range w.p {
			list, length := s.part(positions, to)
			var said []bool
			for _, position := range list {
				said = append(said, met(position))
			}
			w.send(asking, from, to, length)
			w.send(answering, to, from, yes(said))
		}
	}
}

// positionsOf are those of the keys of each processing element.
func (w *worked) positionsOf(s shot, candidates [][]string) (own []map[uint64]bool) {
	for _, list := range candidates {
		of := map[uint64]bool{}
		for _, key := range list {
			of[s.at(w.hash(key))] = true
		}
		own = append(own, of)
	}
	return own
}

// times is how many processing elements have a position.
func times(own []map[uint64]bool, position uint64) (n int) {
	for _, of := range own {
		if of[position] {
			n++
		}
	}
	return n
}

// inRounds is a distributed filter in rounds.
func (w *worked) inRounds(method string, epsilon float64, rounds int) {
	w.begin()
	candidates := w.keys
	each := math.Pow(epsilon, 1/float64(rounds))
	for i := range rounds {
		s := newShot(w.total(candidates), each, filter.Mix(w.seed+uint64(i)), w.p)
		own := w.positionsOf(s, candidates)
		met := func(position uint64) bool { return times(own, position) > 1 }
		w.asked(s, own, hashes, answers, met)
		next := make([][]string, w.p)
		for id, list := range candidates {
			for _, key := range list {
				if met(s.at(w.hash(key))) {
					next[id] = append(next[id], key)
				}
			}
		}
		candidates = next
		if i == 0 && rounds > 1 {
			w.set(method, epsilon, FlaggedFirst, w.left(candidates))
		}
	}
	w.set(method, epsilon, Flagged, w.left(candidates))
	w.ship(candidates, w.spread)

	load, bytes, rate := -math.Log(1-each), 0.0, 1.0
	for range rounds {
		candidates := w.shared + rate*w.single
		hit := 1 - math.Exp(-load*(w.several+rate*w.single*w.away())/candidates)
		bytes += candidates * w.away() * (math.Log2(float64(w.p)/load) + 1.5 + entropyOf((w.shared+hit*rate*w.single)/candidates)) / 8
		rate *= hit
	}
	w.end(method, epsilon, bytes+w.shipped(w.shared+rate*w.single))
	w.set(method, epsilon, FlaggedTheory, rate)
}

// queried is what it takes to build a distributed filter of all, per element, and to ask it
// for negatives, a query: as many as elements are held, three times.
func (w *worked) queried(epsilon float64) (build, query float64) {
	w.begin()
	held := w.total(w.keys)
	s := newShot(held, epsilon, w.seed, w.p)
	own := w.positionsOf(s, w.keys)
	w.asked(s, own, hashes, keys, func(uint64) bool { return true }) // who builds waits for no answer: it is left out
	var random []*rand.Rand
	for id := range w.p {
		random = append(random, rand.New(rand.NewPCG(w.seed, uint64(id))))
	}
	for range 3 {
		negatives := make([]map[uint64]bool, w.p)
		for id, list := range w.keys {
			negatives[id] = map[uint64]bool{}
			for range list {
				negatives[id][s.at(random[id].Uint64())] = true
			}
		}
		w.asked(s, negatives, answers, answers, func(position uint64) bool { return times(own, position) > 0 })
	}
	return float64(w.sent.bytes[hashes]) / goldenN, float64(w.sent.bytes[answers]) / float64(3*held)
}

// group are the elements of the 2^d processing elements of one side of a hypercube.
func (w *worked) group(id, d int) (list []string) {
	for other, keys := range w.keys {
		if other>>d == id>>d {
			list = append(list, keys...)
		}
	}
	return list
}

// replicated sends a filter of so many bytes over all dimensions, and returns the bytes of
// that, an element.
func (w *worked) replicated(length func(group []string) int) float64 {
	before := w.sent.bytes[hashes]
	w.total(w.keys)
	for d := 0; 1<<d < w.p; d++ {
		for id := range w.p {
			w.send(hashes, id, id^1<<d, length(w.group(id, d)))
		}
	}
	return float64(w.sent.bytes[hashes]-before) / goldenN
}

// sizeOfBits are the bits and hash functions of the filter of all.
func (w *worked) sizeOfBits(epsilon float64) (m, k float64) {
	return math.Ceil(w.held * math.Log(1/epsilon) / (math.Ln2 * math.Ln2)), math.Round(math.Log2(1 / epsilon))
}

// inBits is a Bloom filter: the length of its bits, and what that of a group has.
func (w *worked) inBits(epsilon float64) (length func([]string) int, filterOf func(group []string) func(key string) bool) {
	m, k := w.sizeOfBits(epsilon)
	places := func(key string) (list []uint64) {
		hash := w.hash(key) ^ filter.Mix(w.seed)
		for range int(k) {
			hash = filter.Mix(hash)
			place, _ := bits.Mul64(hash, uint64(m))
			list = append(list, place)
		}
		return list
	}
	filterOf = func(group []string) func(string) bool {
		filled := map[uint64]bool{}
		for _, key := range group {
			for _, place := range places(key) {
				filled[place] = true
			}
		}
		return func(key string) bool {
			return !slices.ContainsFunc(places(key), func(place uint64) bool { return !filled[place] })
		}
	}
	return func([]string) int { return int(math.Ceil(m / 8)) }, filterOf
}

// inCodes is a filter of one hash function, of which the positions are sent.
func (w *worked) inCodes(epsilon float64) (length func([]string) int, filterOf func(group []string) func(key string) bool) {
	s := newShot(int(w.held), epsilon, filter.Mix(w.seed), 1)
	of := func(group []string) map[uint64]bool { return w.positionsOf(s, [][]string{group})[0] }
	length = func(group []string) int {
		_, length := s.part(of(group), 0)
		return length
	}
	filterOf = func(group []string) func(string) bool {
		positions := of(group)
		return func(key string) bool { return positions[s.at(w.hash(key))] }
	}
	return length, filterOf
}

// away is the share of what goes to another processing element.
func (w *worked) away() float64 { return float64(w.p-1) / float64(w.p) }

// entropyOf is that of a share, in bits.
func entropyOf(q float64) float64 { return -(q*math.Log(q) + (1-q)*math.Log(1-q)) / math.Ln2 }

// shipped is the theory of elements of 32 bytes that are shipped as they are, behind their
// lengths, and of the answers to them.
func (w *worked) shipped(candidates float64) float64 {
	answer := 0.0
	if candidates > w.shared {
		answer = entropyOf(w.shared/candidates) / 8
	}
	return candidates * w.away() * (1 + 32 + answer)
}

// theoryOfReplicating are the bytes of a filter over all dimensions, the share of the single
// elements that it leaves, and the queries per element until it costs no more than the
// distributed one.
func (w *worked) theoryOfReplicating(method string, epsilon float64) (bytes, rate, even float64) {
	p, load := float64(w.p), -math.Log(1-epsilon)
	m, k := w.sizeOfBits(epsilon)
	positions, none := w.held/load, 1.0
	for side := 1.0; side < p; side *= 2 {
		there := w.single*side/p + w.several*(1-math.Pow(1-side/p, 2)) // different elements
		if method == replicating {
			bytes += p * math.Ceil(m/8)
			none *= 1 - math.Pow(1-math.Exp(-k*there/m), k)
		} else {
			set := positions * (1 - math.Exp(-there/positions))
			bytes += p * set * (math.Log2(positions/set) + 1.5) / 8
		}
	}
	if method == coded {
		none = math.Exp(-(w.single*w.away() + w.several) / positions)
	}
	position := math.Log2(p/load) + 1.5
	strange := 1 - math.Exp(-load*(w.single+w.several)/w.held)
	query := w.away() * (position + entropyOf(strange)) / 8
	return bytes, 1 - none, (bytes - w.held*w.away()*position/8) / query / goldenN
}
