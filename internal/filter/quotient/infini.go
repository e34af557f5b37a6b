package quotient

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Infini is an InfiniFilter: a quotient filter that doubles itself when it is full,
// however often, without the keys.
//
// Guarantee: no false negatives, deletion included; never full below 2^48 slots. The
// rate asked for is held whatever the number of keys, as long as the hash has the bits:
// d + f + log2(s) ≤ 64 after d doublings of s slots, with new fingerprints of f bits.
// That is 35 doublings of a filter for 1,753 keys and ε = 1 %.
// Cost: (f + 4)/α bits per key, where f grows by log2(d(d + 1)) bits and α is between
// 0.45 and 0.9 after the first doubling. A query goes through the slots of one run, and
// of one more in each other table of the chain.
// Source: Dayan, Bercea, Reviriego, Pagh 2023, the chained form; the law by which
// fingerprints grow is the triangular one of the authors' library.
func Infini() filter.Structure {
	return filter.Structure{
		Name:      "infini",
		Title:     "InfiniFilter",
		Reference: "Dayan, Bercea, Reviriego, Pagh 2023, InfiniFilter: expanding filters to infinity and beyond",
		Family:    filter.FamilyGrowing,
		Plan:      planInfini,
		Build:     buildInfini,
		Open:      filter.Open[infini],
		Explain: filter.Explanation{
			What: "A quotient filter that doubles itself when it is full. Each fingerprint gives its first bit to the quotient then, so that old keys have shorter ones than new keys; a 1 behind it says where it ends. A fingerprint without a bit left moves to a smaller filter of the same kind, as a chain. A query compares the fingerprints of one run, each in its length, in each filter of the chain.",
			Layout: `
  a slot of 6 bits           fingerprint   end   rest
    new                         10110       1
    doubled once                 0110       1     0
    doubled five times            --        1     00000   void: any matches

  doubled: quotient 01011, slot 101101  ──►  quotient 010111, slot 011010

  ┌───────────────────────────────┐   void   ┌───────────────┐   void
  │ 2^d·s slots, f bits for new   │ ───────► │ 2^e·s slots   │ ───────► ...
  └───────────────────────────────┘          └───────────────┘`,
			Formula: `
  f = f0 + ⌈log2(d(d + 1))⌉ bits after d ≥ 1 doublings, f0 before
  rate = 1 − Π over keys (1 − 2^−t/s), t = d + f when the key came
  s: the least multiple of 64 with n/s ≤ min(0.9, ε·2^f0/S), f0 for the
  fewest bits, S = 1 + Σ_d 2^−⌈log2(d(d + 1))⌉/2 = 1.427`,
			Guarantee: "No false negatives, deletion of inserted keys included: the longest of the matching fingerprints goes. Never full: it doubles itself beyond any number of keys told. The rate never exceeds the asked one, however large it grows, as long as the hash has the bits, d + f + log2(s) ≤ 64.",
			Price:     "(f + 4)/α bits per key: 12.5 for 1,753 keys at ε = 1 %, with f = 7 and α = 0.88. Once doubled, α is between 0.45 and 0.9, and a fingerprint is longer: by 3 bits after two doublings, 7 after ten. A doubling takes about as long as building, and the old table and the new one are there at once. A key that came more than f doublings ago is in a second table, which each query reads too.",
			When:      "Where the number of keys is unknown. Where it is known within a factor of two, a quotient or cuckoo filter is smaller and faster.",
			Paper:     "N. Dayan, I. Bercea, P. Reviriego, R. Pagh 2023, InfiniFilter: expanding filters to infinity and beyond, PACMMOD 1(2) (SIGMOD)",
		},
	}
}

const (
	infiniLoad     = 0.9 // share of the slots that is filled before they are doubled
	infiniMostBits = 63  // of a slot
	infiniMostGens = 48  // doublings
)

// infini keeps its keys in layers. The first one has the new keys. What is void there
// when it is doubled goes to the second one, and so on.
//
// An entry knows as many bits of its key's hash, beyond those of the quotient before
// the first doubling, as its layer was doubled and its fingerprint has. That number
// never changes. It is larger in the first layer than in the second, and so on.
type infini struct {
	layers []layer
	slots  uint64 // of a layer that was never doubled
	room   uint64 // keys for which these are enough
	fresh  uint64 // bits of a new fingerprint before the first doubling
	n      uint64
	known  []uint64 // entries by the bits that they know beyond fresh
	hash   filter.Hasher
}

// layer is a table that was doubled gen times. A slot has, from the highest bit on, a
// fingerprint, a 1 and zeros; one without a fingerprint is void.
type layer struct {
	table
	gen uint64
}

// infiniGrowth is how many bits longer a new fingerprint is after so many doublings.
// At most half of the keys of a table were added after its last doubling, so that the
// rates of the generations have the sum S of the formula.
func infiniGrowth(gen uint64) uint64 {
	if gen == 0 {
		return 0
	}
	return uint64(bits.Len64(gen*(gen+1) - 1))
}

// infiniSum is S, over all doublings that there can be.
func infiniSum() float64 {
	sum := 1.0
	for gen := uint64(1); gen <= infiniMostGens; gen++ {
		sum += math.Ldexp(0.5, -int(infiniGrowth(gen)))
	}
	return sum
}

// InfiniSize is the smallest table with which n keys, and as many more as may come,
// have a rate of epsilon or less: slots, for how many keys they are enough, and bits
// of a fingerprint.
func InfiniSize(n int, epsilon float64) (slots, room, fresh uint64) {
	sum, best := infiniSum(), math.Inf(1)
	for bits := 1; bits < infiniMostBits; bits++ {
		load := min(infiniLoad, math.Ldexp(epsilon/sum, bits))
		want := math.Ceil(float64(max(1, n)) / (blockSlots * load))
		if size := want * float64(bits+1+blockHead); size < best {
			slots, fresh, best = uint64(want)*blockSlots, uint64(bits), size
			room = uint64(load * float64(slots))
		}
		if load == infiniLoad {
			break
		}
	}
	return slots, max(room, uint64(n)), fresh
}

// newInfini is an empty filter without its table.
func newInfini(n int, cfg filter.Config) (*infini, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	f := &infini{hash: filter.NewHasher(cfg)}
	f.slots, f.room, f.fresh = InfiniSize(cfg.Room(n), cfg.Epsilon)
	f.layers = []layer{{table: newTable(f.slots, f.fresh+1)}}
	f.known = make([]uint64, 1)
	return f, nil
}

func planInfini(n int, cfg filter.Config) (filter.Plan, error) {
	f, err := newInfini(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	f.known[0] = uint64(n)
	return filter.Plan{Params: f.Params(), Bits: f.Bits(), Theory: f.Theory()}, nil
}

func buildInfini(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	f, err := newInfini(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	f.layers[0].allocate()
	for h := range f.hash.Sums(keys) {
		f.add(h)
	}
	return f, nil
}

// locate splits a hash for a layer: as a fraction of 2^64 times the slots, its whole
// part is the quotient, and what follows begins as the slot does.
func (l *layer) locate(h uint64) (quotient, slot uint64) {
	quotient, fraction := bits.Mul64(h, l.table.slots)
	return quotient, fraction >> (64 - l.width)
}

// matches reports whether a slot's fingerprint is the beginning of another one. What
// differs must be at the 1 that ends it, or behind.
func matches(slot, other uint64) bool { return (slot^other)&^(slot^(slot-1)) == 0 }

// knows is how many bits of the hash, beyond those before the first doubling, a slot
// of the layer stands for.
func (l *layer) knows(slot uint64) uint64 {
	return l.gen + l.width - 1 - uint64(bits.TrailingZeros64(slot))
}

// void is the slot of a fingerprint without bits.
func (l *layer) void() uint64 { return 1 << (l.width - 1) }

// add is Insert of a hash, where there is room.
func (f *infini) add(h uint64) {
	l := &f.layers[0]
	q, x := l.locate(h)
	l.insert(q, x|1)
	f.known[l.knows(1)-f.fresh]++
	f.n++
}

// Insert adds key. Where the slots are filled it doubles them first.
func (f *infini) Insert(key string) error {
	if gen := f.layers[0].gen; f.n >= f.room<<gen {
		if f.slots<<gen > filter.MostKeys/2 || gen == infiniMostGens || f.fresh+infiniGrowth(gen+1) >= infiniMostBits {
			return filter.ErrFull
		}
		f.expand()
	}
	f.add(f.hash.Sum64(key))
	return nil
}

// expand doubles the first layer. New fingerprints are longer from then on.
func (f *infini) expand() {
	gen := f.layers[0].gen + 1
	f.double(0, f.fresh+infiniGrowth(gen)+1)
	f.known = append(f.known, make([]uint64, infiniKnown(gen)-len(f.known))...)
}

// infiniKnown is how many numbers of known bits there can be.
func infiniKnown(gen uint64) int { return int(gen+infiniGrowth(gen)) + 1 }

// double doubles the slots of a layer and gives them a width, with which no
// fingerprint is cut. What is void goes to the next layer.
func (f *infini) double(i int, width uint64) {
	old := f.layers[i]
	voids := uint64(0)
	for _, x := range old.entries() {
		if x == old.void() {
			voids++
		}
	}
	if voids > 0 {
		f.reserve(i+1, voids, old.gen)
	}
	now := layer{newTable(2*old.table.slots, width), old.gen + 1}
	now.allocate()
	for q, x := range old.entries() {
		if x == old.void() {
			f.layers[i+1].put(q, old.gen)
		} else {
			now.insert(q<<1|x>>(old.width-1), fit(x<<1&old.highest(), old.width, width))
		}
	}
	f.layers[i] = now
}

// fit moves the highest bits of a slot of one width to another one.
func fit(x, from, to uint64) uint64 {
	if to < from {
		return x >> (from - to)
	}
	return x << (to - from)
}

// reserve makes room in a layer for n more entries that know so many bits. A layer
// that is doubled has slots of one bit less. There are fewer entries that know that
// many bits than there would be room for in a table with so many doublings (see
// check), so that it is not doubled more often.
func (f *infini) reserve(i int, n, known uint64) {
	if i == len(f.layers) {
		l := layer{newTable(f.slots, known+1), 0}
		l.allocate()
		f.layers = append(f.layers, l)
	}
	for f.layers[i].n+n > f.room<<f.layers[i].gen {
		f.double(i, max(1, f.layers[i].width-1))
	}
	l := &f.layers[i]
	if width := known - l.gen + 1; width > l.width {
		wider := layer{newTable(l.table.slots, width), l.gen}
		wider.allocate()
		for q, x := range l.entries() {
			wider.insert(q, fit(x, l.width, width))
		}
		*l = wider
	}
}

// put adds an entry that knows so many bits: q is the quotient that it had in a table
// with as many doublings.
func (l *layer) put(q, known uint64) {
	length := known - l.gen
	l.insert(q>>length, (q&(1<<length-1)<<1|1)<<(l.width-1-length))
}

// Delete takes the longest of the fingerprints away that match the key's hash. If that
// is another key's, the one of the key is no longer and matches that key too.
func (f *infini) Delete(key string) bool {
	h := f.hash.Sum64(key)
	for i := range f.layers {
		l := &f.layers[i]
		q, want := l.locate(h)
		if !l.occupied(q) {
			continue
		}
		first, past := l.run(q)
		longest, known := past, uint64(0)
		for at := first; at < past; at++ {
			if x := l.get(at); matches(x, want) && (longest == past || l.knows(x) > known) {
				longest, known = at, l.knows(x)
			}
		}
		if longest < past {
			l.remove(q, longest)
			f.known[known-f.fresh]--
			f.n--
			return true
		}
	}
	return false
}

func (f *infini) Contains(key string) bool {
	var h uint64
	if f.hash.Usual() {
		h = f.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = f.hash.Sum64(key)
	}
	return f.holds(h, 0)
}

// holds reports whether a fingerprint of some layer, from one on, matches.
func (f *infini) holds(h uint64, from int) bool {
	for i := range f.layers[from:] {
		if f.layers[from+i].holds(h) {
			return true
		}
	}
	return false
}

// ContainsBatch is that of a quotient filter, for the first layer.
func (f *infini) ContainsBatch(keys *wordlist.List, out []bool) {
	var occupied [filter.BatchKeys]uint64
	l := &f.layers[0]
	for first, hashes := range f.hash.Batches(keys) {
		answers := out[first : first+len(hashes)]
		for i, h := range hashes {
			q, _ := bits.Mul64(h, l.table.slots)
			occupied[i%filter.BatchKeys] = l.words[q/blockSlots*l.stride] >> (q % blockSlots)
		}
		for i, h := range hashes {
			answers[i] = f.holds(h, int(1-occupied[i%filter.BatchKeys]&1))
		}
	}
}

// holds reports whether a fingerprint of the layer matches.
func (l *layer) holds(h uint64) bool {
	q, want := l.locate(h)
	w := l.words[q/blockSlots*l.stride:]
	if w[0]>>(q%blockSlots)&1 == 0 {
		return false
	}
	for at, past := l.quickRun(q, w); at < past; at++ {
		if matches(l.get(at), want) {
			return true
		}
	}
	return false
}

// Bits counts all layers.
func (f *infini) Bits() uint64 {
	sum := uint64(0)
	for i := range f.layers {
		sum += f.layers[i].bits()
	}
	return sum
}

func (f *infini) Params() []filter.Param {
	l := &f.layers[0]
	return []filter.Param{
		{Name: "slots", Value: float64(l.table.slots)},
		{Name: "f", Value: float64(l.width - 1)},
		{Name: "d", Value: float64(l.gen)},
		{Name: "chain", Value: float64(len(f.layers))},
	}
}

// Theory is exact for random hashes: a negative's hash agrees in the t bits that an
// entry knows with a probability of 2^−t, and has the quotient before with one of one
// in the slots.
func (f *infini) Theory() float64 {
	denied := 0.0 // logarithm of the probability
	for t, n := range f.known {
		denied += float64(n) * math.Log1p(-math.Ldexp(1/float64(f.slots), -t-int(f.fresh)))
	}
	return -math.Expm1(denied)
}
