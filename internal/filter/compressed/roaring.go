package compressed

import (
	"math"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/RoaringBitmap/roaring/v2/roaring64"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/packed"
	"hyphbench/internal/wordlist"
)

// Roaring is a set of numbers in a roaring bitmap, by the library of that name. The
// numbers are the hashes of the keys, reduced to n/ε values: whole hashes of 64
// bits would fill a container each, a hundred bytes and more.
//
// Guarantee: no false negatives; further keys are inserted at will, but the rate
// grows with them. Equal numbers are stored once, so that nothing can be deleted.
// Cost: 16 bits per key and 43 bytes for every 65,536 values, as long as these hold
// some tens of keys: at ε = 1 % they do, at 0.1 % and below the containers
// are most of it. Two binary searches per query.
// Source: Chambi, Lemire, Kaser, Godin 2016, Better bitmap performance with Roaring
// bitmaps.
func Roaring() filter.Structure {
	return filter.Structure{
		Name:      "roaring",
		Title:     "roaring bitmap of hashes",
		Reference: "Chambi, Lemire, Kaser, Godin 2016, Better bitmap performance with Roaring bitmaps",
		Family:    filter.FamilyCompressed,
		Plan:      planRoaring,
		Build:     buildRoaring,
		Open:      filter.Open[roaringSet],
		Explain: filter.Explanation{
			What: "A set of numbers, each the hash of a key, reduced to n/ε values. The high bits of a number choose a container, the low 16 bits stand in it, as a sorted list or, where there are more than 4,096, as a bit map. A query searches both.",
			Layout: `
  key ──hash──► number 0002 9c0d
  ┌──────┬──────┬──────┐
  │ 0000 │ 0001 │ 0002 │ high bits
  └──┬───┴──┬───┴──┬───┘
     ▼      ▼      ▼
   00e4   1b30   2a7f
   5a01   7c44   9c0d  ◄─ 16 bits each, sorted
   ...    ...    ...`,
			Formula: `
  values = ⌈n/ε⌉
  bits ≈ 16·n + 344·min(n, values/65,536)
  rate = distinct numbers/values`,
			Guarantee: "No false negatives. Never full; the rate grows with the keys inserted.",
			Price:     "16 bits per key while the containers are well filled, and several hundred where each holds one key, as below an ε of some 10^−5. Two binary searches per query.",
			When:      "Where a roaring bitmap is at hand anyway, to be united or intersected with others. As a filter, sorted fingerprints are smaller and faster.",
		},
	}
}

// roaringSet has its numbers in small or, where they can exceed 32 bits, in large.
type roaringSet struct {
	values uint64 // numbers are below
	small  *roaring.Bitmap
	large  *roaring64.Bitmap
	hash   filter.Hasher
}

// RoaringValues is the number of values for n keys, 2^63 at most.
func RoaringValues(n int, epsilon float64) uint64 {
	return uint64(min(1<<63, max(1, math.Ceil(float64(n)/epsilon))))
}

func newRoaring(values uint64, hash filter.Hasher) *roaringSet {
	r := &roaringSet{values: values, hash: hash}
	if values <= 1<<32 {
		r.small = roaring.New()
	} else {
		r.large = roaring64.New()
	}
	return r
}

// Bytes beside the numbers, as the library lays them out.
const (
	roaringContainer = 2 + 16 + 1 + 24 // a key, an interface, a flag, a slice
	roaringHigh      = 4 + 8 + 1 + 80  // a key, a pointer, a flag, a bitmap of 32 bits
)

// planRoaring expects numbers in lists, at random.
func planRoaring(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.Check(); err != nil {
		return filter.Plan{}, err
	}
	r := &roaringSet{values: RoaringValues(cfg.Room(n), cfg.Epsilon)}
	taken := func(parts float64) float64 { return parts * distinctRate(float64(n), parts) }
	values := float64(r.values)
	bytes := 2*taken(values) + roaringContainer*taken(math.Ceil(values/(1<<16)))
	if values > 1<<32 {
		bytes += roaringHigh * taken(math.Ceil(values/(1<<32)))
	}
	return filter.Plan{Params: r.Params(), Bits: uint64(8 * bytes), Theory: distinctRate(float64(n), values), Estimated: true}, nil
}

// roaringPass is how many numbers are sorted at once.
const roaringPass = 1 << 20

// buildRoaring adds the numbers in order, which the library wants. It goes through
// the keys several times, each time for a part of the range, so that the numbers
// are never all in memory beside the bitmap.
func buildRoaring(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	r := newRoaring(RoaringValues(cfg.Room(keys.Len()), cfg.Epsilon), filter.NewHasher(cfg))
	passes := uint64(keys.Len()/roaringPass + 1)
	numbers := make([]uint64, 0, keys.Len()/int(passes)+keys.Len()/int(passes)/50)
	for pass := range passes {
		numbers = numbers[:0]
		for h := range r.hash.Sums(keys) {
			if part, _ := bits.Mul64(h, passes); part == pass {
				numbers = append(numbers, r.number(h))
			}
		}
		r.addSorted(sortedOnce(numbers))
	}
	return r.trim(), nil
}

// trim gives back what the library allocated in advance.
func (r *roaringSet) trim() *roaringSet {
	if r.large != nil {
		r.large = r.large.Clone()
	} else {
		r.small = r.small.Clone()
	}
	return r
}

// addSorted adds ascending numbers.
func (r *roaringSet) addSorted(numbers []uint64) {
	if r.large != nil {
		r.large.AddMany(numbers)
		return
	}
	const piece = 1 << 12
	var low [piece]uint32
	for len(numbers) > 0 {
		n := min(len(numbers), piece)
		for i, x := range numbers[:n] {
			low[i] = uint32(x)
		}
		r.small.AddMany(low[:n])
		numbers = numbers[n:]
	}
}

func (r *roaringSet) number(h uint64) uint64 {
	x, _ := bits.Mul64(h, r.values)
	return x
}

// Insert adds key; the bitmap is never full, but its rate grows.
func (r *roaringSet) Insert(key string) error {
	x := r.number(r.hash.Sum64(key))
	if r.large != nil {
		r.large.Add(x)
	} else {
		r.small.Add(uint32(x))
	}
	return nil
}

func (r *roaringSet) Contains(key string) bool {
	x := r.number(r.hash.Sum64(key))
	if r.large != nil {
		return r.large.Contains(x)
	}
	return r.small.Contains(uint32(x))
}

// Bits counts the containers and what leads to them.
func (r *roaringSet) Bits() uint64 {
	bytes := uint64(0)
	var s roaring.Statistics
	if r.large != nil {
		s = r.large.Stats()
		last := uint64(math.MaxUint64)
		for i := r.large.Iterator(); i.HasNext(); {
			if high := i.Next() >> 32; high != last {
				bytes += roaringHigh
				last = high
			}
		}
	} else {
		s = r.small.Stats()
	}
	return 8 * (bytes + roaringContainer*s.Containers + s.ArrayContainerBytes + s.BitmapContainerBytes + s.RunContainerBytes)
}

func (r *roaringSet) Params() []filter.Param {
	return []filter.Param{{Name: "values", Value: float64(r.values)}}
}

// Theory is exact for the distinct numbers that are there: a negative's is one of
// them with that probability.
func (r *roaringSet) Theory() float64 { return float64(r.count()) / float64(r.values) }

func (r *roaringSet) count() uint64 {
	if r.large != nil {
		return r.large.GetCardinality()
	}
	return r.small.GetCardinality()
}

// list are the numbers in order.
func (r *roaringSet) list() []uint64 {
	if r.large != nil {
		return r.large.ToArray()
	}
	list := make([]uint64, 0, r.small.GetCardinality())
	for i := r.small.Iterator(); i.HasNext(); {
		list = append(list, uint64(i.Next()))
	}
	return list
}

// roaringVersion is that of the file below.
const roaringVersion = 1

// AppendBinary implements filter.Stored. The numbers are written with as many bits
// as they can have, not in the library's format, which cannot tell every damage.
func (r *roaringSet) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "roaring", roaringVersion)
	if err := e.Hasher(&r.hash); err != nil {
		return out, err
	}
	list := r.list()
	p := packed.New(uint64(len(list)), r.width())
	for i, x := range list {
		p.Set(uint64(i), x)
	}
	e.Uint(r.values)
	e.Uint(uint64(len(list)))
	e.Bytes(p.Stored())
	return e.Close()
}

// width is the bits of a number.
func (r *roaringSet) width() uint64 { return uint64(max(1, bits.Len64(r.values-1))) }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (r *roaringSet) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "roaring", roaringVersion)
	if err != nil {
		return err
	}
	hash, values, n := d.Hasher(), d.Uint(), uint64(d.Int("numbers", filter.MostKeys))
	d.Check(values >= 1 && values <= 1<<63, "%d values: want 1 to 2^63", values)
	*r = *newRoaring(max(1, values), hash)
	p := packed.Array{Bytes: d.Bytes(), Width: r.width()}
	if !d.Check(uint64(len(p.Bytes)) == packed.Size(n, p.Width), "%d numbers of %d bits do not take %d bytes", n, p.Width, len(p.Bytes)) {
		return d.Close()
	}
	p.Bytes = append(p.Bytes, make([]byte, packed.Slack)...)
	numbers := make([]uint64, n)
	for i := range numbers {
		numbers[i] = p.At(uint64(i))
		d.Check(numbers[i] < values && (i == 0 || numbers[i-1] < numbers[i]), "number %d is out of order or of range", i)
	}
	d.Check(p.Clean(n), "bits are set behind the last number")
	if d.Check(true, "") {
		r.addSorted(numbers)
		r.trim()
	}
	return d.Close()
}

// sortedOnce sorts a list and leaves each number once.
func sortedOnce(list []uint64) []uint64 {
	slices.Sort(list)
	return slices.Compact(list)
}
