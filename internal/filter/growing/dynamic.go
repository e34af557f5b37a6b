package growing

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Dynamic is a series of equal counting Bloom filters, each for c keys.
//
// Guarantee: no false negatives, deletion included; never full. The requested rate
// is that of one filter: s of them have about s times it. A key that several filters
// claim is left in when it is deleted.
// Cost: four times the bits of a Bloom filter, in whole filters, and a query asks
// every filter.
// Source: Guo, Wu, Chen, Luo 2006 and, with Yuan, 2010.
func Dynamic() filter.Structure {
	return filter.Structure{
		Name:      "dynamic",
		Title:     "dynamic Bloom filter",
		Reference: "Guo, Wu, Chen, Yuan, Luo 2010, The dynamic Bloom filters",
		Family:    filter.FamilyGrowing,
		Plan:      planDynamic,
		Build:     buildDynamic,
		Open:      filter.Open[dynamic],
		Explain: filter.Explanation{
			What: "A series of counting Bloom filters, each for c keys at ε. A key goes into the first that has less than c; when none has, one more is added. A query asks each filter. A key is deleted where exactly one filter claims it.",
			Layout: `
  key ──hash──┬─────────────────┬─────────────────┐   k counters in each
              ▼                 ▼                 ▼
       ┌──┬──┬──┬──┬──┐  ┌──┬──┬──┬──┬──┐  ┌──┬──┬──┬──┬──┐
       │ 1│ 0│ 2│ 1│ 3│  │ 0│ 1│ 1│ 0│ 4│  │ 0│ 1│ 0│ 0│ 1│   4 bits each
       └──┴──┴──┴──┴──┘  └──┴──┴──┴──┴──┘  └──┴──┴──┴──┴──┘
            c keys            c keys        further keys`,
			Formula: `
  m, k: as of a Bloom filter of c keys at ε; 4 bits a counter
  rate = 1 − ∏(1 − f_i) = 1 − (1 − ε)^⌊n/c⌋·(1 − f_last)
  f_i = (counters above 0/m)^k`,
			Guarantee: "No false negatives, never full. It does not hold the requested ε beyond the keys that were told: eight filters at 1 % have 7.7 %. A key that several filters claim cannot be deleted safely: Delete then reports true and leaves it in, so that no other key is lost, but the rate and the room taken stay. A counter that has reached 15 stays.",
			Price:     "38.4, 25.0 and 13.5 bits per key at ε = 1, 5 and 20 % and 1,753 keys, in whole filters of c keys. A query asks all of them. At eight filters of 1 % one deletion in fifteen is left undone.",
			When:      "Where keys are deleted and their number is not known, and the rate may rise with it. Where nothing is deleted scalable holds ε; where the number is known a d-left filter takes half the space, a cuckoo filter a third.",
			Paper:     "D. Guo, J. Wu, H. Chen, Y. Yuan, X. Luo 2010, The dynamic Bloom filters, IEEE Transactions on Knowledge and Data Engineering 22(1)",
		},
	}
}

// dynamic keeps keys in sets of counters of one size, so that a key has the same
// places in all of them.
type dynamic struct {
	sets []counters
	c    int    // keys of a set at most
	m    uint64 // counters of a set
	k    int
	hash filter.Hasher
}

// counters are those of one filter, 16 in a word.
type counters struct {
	words []uint64
	n     int    // keys
	used  uint64 // counters above 0
}

const (
	counterBits   = 4
	counterSticky = 1<<counterBits - 1 // at which a counter stays
	counterWord   = 64 / counterBits   // counters in a word
)

// dynamicSize gives the counters and the k of c keys at a rate of epsilon or less,
// expanded to second order as in bloom.OccupancyMoment.
func dynamicSize(c int, epsilon float64) (m uint64, k int) {
	return fewestCells(c, epsilon, func(m, k float64) bool {
		mean, sd := occupied(m, k*float64(c))
		return math.Pow(mean/m, k)*(1+k*(k-1)/2*sd*sd/(mean*mean)) <= epsilon
	})
}

// newDynamic is a filter without counters.
func newDynamic(n int, cfg filter.Config) (*dynamic, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	d := &dynamic{sets: make([]counters, 1), c: max(leastKeys, cfg.Room(n)), hash: filter.NewHasher(cfg)}
	d.m, d.k = dynamicSize(d.c, cfg.Epsilon)
	return d, nil
}

func (d *dynamic) newSet() counters { return counters{words: make([]uint64, setWords(d.m))} }

// setWords is the length of m counters.
func setWords(m uint64) uint64 { return (m + counterWord - 1) / counterWord }

// planDynamic expects random places.
func planDynamic(n int, cfg filter.Config) (filter.Plan, error) {
	d, err := newDynamic(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{
		Params:    d.Params(),
		Bits:      d.Bits(),
		Theory:    bloom.OccupancyMoment(d.m, d.k*n, d.k),
		Estimated: true, // by the counters above 0
	}, nil
}

func buildDynamic(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	d, err := newDynamic(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	d.sets[0] = d.newSet()
	for h := range d.hash.Sums(keys) {
		d.add(&d.sets[0], h)
	}
	return d, nil
}

// at is the word and the shift of the counter that probe p has.
func (d *dynamic) at(p uint64) (word, shift uint64) {
	i, _ := bits.Mul64(p, d.m)
	return i / counterWord, i % counterWord * counterBits
}

// add counts the places of a hash up. Two of them may be one, which is counted
// twice, and down twice.
func (d *dynamic) add(s *counters, h uint64) {
	s.n++
	for range d.k {
		word, shift := d.at(h)
		switch s.words[word] >> shift & counterSticky {
		case counterSticky:
		case 0:
			s.used++
			fallthrough
		default:
			s.words[word] += 1 << shift
		}
		h *= filter.ProbeStep
	}
}

// remove counts the places of a hash down. A counter that is 0 is that of a key
// that was never there, twice in one place.
func (d *dynamic) remove(s *counters, h uint64) {
	s.n = max(0, s.n-1)
	for range d.k {
		word, shift := d.at(h)
		switch s.words[word] >> shift & counterSticky {
		case 0, counterSticky:
		case 1:
			s.used--
			fallthrough
		default:
			s.words[word] -= 1 << shift
		}
		h *= filter.ProbeStep
	}
}

// claims reports whether all counters of a hash are above 0. It reads up to eight
// before it branches, as a Bloom filter does.
func (d *dynamic) claims(words []uint64, h uint64) bool {
	m := d.m
	all := uint64(1)
	for range min(d.k, 8) {
		i, _ := bits.Mul64(h, m)
		x := words[i/counterWord] >> (i % counterWord * counterBits)
		x |= x >> 2
		all &= x | x>>1
		h *= filter.ProbeStep
	}
	return all != 0 && (d.k <= 8 || d.claimsRest(words, h))
}

// claimsRest looks at the counters from the ninth on, h being the state after eight.
func (d *dynamic) claimsRest(words []uint64, h uint64) bool {
	for range d.k - 8 {
		word, shift := d.at(h)
		if words[word]>>shift&counterSticky == 0 {
			return false
		}
		h *= filter.ProbeStep
	}
	return true
}

func (d *dynamic) Contains(key string) bool {
	var h uint64
	if d.hash.Usual() {
		h = d.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = d.hash.Sum64(key)
	}
	for i := range d.sets {
		if d.claims(d.sets[i].words, h) {
			return true
		}
	}
	return false
}

// Insert adds key to the first filter with less than c keys, where there is none to
// a new one. It is never refused.
func (d *dynamic) Insert(key string) error {
	i := 0
	for i < len(d.sets) && d.sets[i].n >= d.c {
		i++
	}
	if i == len(d.sets) {
		d.sets = append(d.sets, d.newSet())
	}
	d.add(&d.sets[i], d.hash.Sum64(key))
	return nil
}

// Delete takes one insertion of key back where exactly one filter claims the key.
// Where several do, one of them may err, and to count its counters down would lose
// other keys: all stay.
func (d *dynamic) Delete(key string) bool {
	h := d.hash.Sum64(key)
	found := -1
	for i := range d.sets {
		if !d.claims(d.sets[i].words, h) {
			continue
		}
		if found >= 0 {
			return true
		}
		found = i
	}
	if found < 0 {
		return false
	}
	d.remove(&d.sets[found], h)
	return true
}

// dynamicVersion is that of the file below.
const dynamicVersion = 1

// AppendBinary implements filter.Stored.
func (d *dynamic) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "dynamic", dynamicVersion)
	if err := e.Hasher(&d.hash); err != nil {
		return out, err
	}
	e.Uint(uint64(d.c))
	e.Uint(d.m)
	e.Uint(uint64(d.k))
	e.Uint(uint64(len(d.sets)))
	for i := range d.sets {
		e.Uint(uint64(d.sets[i].n))
		e.Words(d.sets[i].words)
	}
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (d *dynamic) UnmarshalBinary(data []byte) error {
	dec, err := filter.NewDecoder(data, "dynamic", dynamicVersion)
	if err != nil {
		return err
	}
	*d = dynamic{hash: dec.Hasher(), c: dec.Int("keys of a filter", filter.MostKeys), m: dec.Uint(), k: dec.Int("k", mostProbes)}
	const setBytes = 3 * 8 // of a filter at least: n, a length and a word
	sets := dec.Int("filters", filter.MostKeys)
	dec.Check(dec.Fits(sets, setBytes) && sets >= 1, "%d filters are none or longer than the file", sets)
	dec.Check(d.c >= leastKeys && d.m >= 1 && d.m < filter.MostKeys && d.k >= 1, "%d keys of a filter, m = %d, k = %d", d.c, d.m, d.k)
	for range sets {
		s := counters{n: dec.Int("keys", d.c), words: dec.Words()}
		if !dec.Check(uint64(len(s.words)) == setWords(d.m), "m = %d counters in %d words", d.m, len(s.words)) {
			break
		}
		behind := d.m % counterWord * counterBits
		dec.Check(behind == 0 || s.words[len(s.words)-1]>>behind == 0, "counters are set behind the last of %d", d.m)
		s.count()
		d.sets = append(d.sets, s)
	}
	return dec.Close()
}

// count finds the number of counters above 0.
func (s *counters) count() {
	for _, w := range s.words {
		w |= w >> 2
		s.used += uint64(bits.OnesCount64((w | w>>1) & 0x1111111111111111))
	}
}

// Bits counts the counters of all filters.
func (d *dynamic) Bits() uint64 { return uint64(len(d.sets)) * d.m * counterBits }

func (d *dynamic) Params() []filter.Param {
	return []filter.Param{
		{Name: "filters", Value: float64(len(d.sets))},
		{Name: "c", Value: float64(d.c)},
		{Name: "m", Value: float64(d.m)},
		{Name: "k", Value: float64(d.k)},
	}
}

// Theory is exact for the counters that are above 0: filters of different keys err
// independently of each other.
func (d *dynamic) Theory() float64 {
	none := 0.0 // ln of the chance that no filter errs
	for i := range d.sets {
		none += math.Log1p(-math.Pow(float64(d.sets[i].used)/float64(d.m), float64(d.k)))
	}
	return -math.Expm1(none)
}
