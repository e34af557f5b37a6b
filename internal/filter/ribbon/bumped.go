package ribbon

import (
	"math/bits"
	"runtime"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/closeduniverse"
	"hyphbench/internal/wordlist"
)

// Bumped is the bumped ribbon: layers with fewer slots than keys, in which the keys
// at the beginning of a crowded bucket are bumped to the next layer, and a ribbon
// filter of the last few thousand keys.
//
// Guarantee: no false negatives; nothing can be inserted later. The requested rate
// is held where it is a power of two; between two of them it varies by a few
// thousandths of itself.
// Cost: 0.4 % more than 7 bits per key at a million keys and 2^−7; up to 3,500 keys it
// is a ribbon filter. One query in 25 goes on to the next layer. Building takes 24
// bytes per key.
// Source: Dillinger, Hübschle-Schneider, Sanders, Walzer 2022, Fast succinct
// retrieval and approximate membership using ribbon. The thresholds are this
// program's own.
func Bumped() filter.Structure {
	return filter.Structure{
		Name:      "burr",
		Title:     "bumped ribbon filter",
		Reference: "Dillinger, Hübschle-Schneider, Sanders, Walzer 2022, Fast succinct retrieval and approximate membership using ribbon",
		Family:    filter.FamilyStatic,
		Plan:      planBumped,
		Build:     buildBumped,
		Open:      filter.Open[bumped],
		Explain: filter.Explanation{
			What: "Ribbon filters in layers, each but the last with fewer slots than keys, so that hardly a slot stays empty. Where a bucket of 128 starts has too many keys, those of its first 16, 40 or all starts are bumped: they are in the next layer. Two bits per bucket tell a query.",
			Layout: `
              bucket of 128 starts
  ┌───────────────┬───────────────┬───────────────┐
  │               │bumped│        │               │   layer 1
  └───────────────┴──┬───┴────────┴───────────────┘
   limit 0           │  limit 40    limit 0            2 bits each
                     ▼ other hash
                 ┌───────────────┐
                 │               │                      layer 2, 1/25 of it
                 └───────────────┘`,
			Formula: `
  starts of a layer of n keys: n/1.04, while n > 3500
  bumped: 4 % of the keys; empty slots: 0.1 %
  bits ≈ n·(1.001·r + 2/128)
  rate = 2^−r; r between two whole numbers: some blocks have one more`,
			Guarantee: "No false negatives. The requested rate, where it is a power of two exactly.",
			Price:     "7.03 bits per key at a million keys and ε = 2⁻⁷, 0.4 % above the least possible. At n = 1,753 and ε = 1 % it is a ribbon filter of 6.9 bits per key. Nothing can be inserted later.",
			When:      "Where memory alone counts and the keys are many and known beforehand. For few keys it is no smaller than a ribbon filter.",
		},
	}
}

const (
	bucketSlots  = 128
	bucketBlocks = bucketSlots / blockSlots
	// bumpedLoad is keys a start of a layer. With more, more keys are bumped, with
	// fewer, more slots stay empty: 0.32 % at 1.02, 0.10 % at 1.04, 0.03 % at 1.06 of
	// half a million keys, of which 2.3, 3.9 and 5.7 % were bumped.
	bumpedLoad = 1.04
	// lastKeys is the most keys of which a ribbon filter is made at once: for fewer, the
	// further layer has more empty slots than the layers save.
	lastKeys = 3500
	// mostLayers is beyond need: each has a twentieth of the keys of the last.
	mostLayers = 12
	lastSalts  = 16
)

// limits are the four numbers of starts that a bucket can bump, a byte each.
const limits = 0 | 16<<8 | 40<<16 | bucketSlots<<24

// bumped is the layers, of which a key is in one. There is none without keys.
type bumped struct {
	layers []layer
	hash   filter.Hasher
}

// layer is a table and two bits per bucket: which of the limits it has. The keys that
// start before the limit of their bucket are in the next layer. The last has no
// limit but 0.
type layer struct {
	table
	codes []uint64
	salt  uint64 // of its hashes
}

// newLayer is a layer without its words.
func newLayer(blocks uint64, epsilon float64) layer {
	l := layer{table: newTable(blocks, 1, epsilon)}
	l.codes = make([]uint64, l.codeWords())
	return l
}

// codeWords is the number of words of two bits per bucket.
func (l *layer) codeWords() uint64 {
	return (l.starts() + 32*bucketSlots - 1) / (32 * bucketSlots)
}

// limit is how many of the first starts of a bucket are bumped.
func (l *layer) limit(bucket uint64) uint64 {
	code := l.codes[bucket/32] >> (bucket % 32 * 2) & 3
	return limits >> (code * 8) & 0xff
}

// rehash is the hash of a key in a layer that is not the first, from that of the
// layer before: it starts anywhere.
func rehash(h, salt uint64) uint64 { return filter.Mix(h + (salt+1)*bitStep) }

// bumpedBlocks are the blocks of the next layer of n keys; last says that it takes
// them all.
func bumpedBlocks(n, layers int) (blocks uint64, last bool) {
	if n <= lastKeys || layers == mostLayers-1 {
		return StandardBlocks(n), true
	}
	return uint64(float64(n) / bumpedLoad / blockSlots), false
}

// planBumped expects the share of keys that layers bump.
func planBumped(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.Check(); err != nil {
		return filter.Plan{}, err
	}
	const share = 0.0395
	b := &bumped{}
	for left, last := n, false; left > 0 && !last; left = int(share * float64(left)) {
		var blocks uint64
		blocks, last = bumpedBlocks(left, len(b.layers))
		b.layers = append(b.layers, newLayer(blocks, cfg.Epsilon))
	}
	return filter.Plan{Params: b.Params(), Bits: b.Bits(), Capacity: n, Theory: b.Theory(), Estimated: len(b.layers) > 1}, nil
}

func buildBumped(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return filter.Retry("burr", attempts, cfg, func(_ int, cfg filter.Config) (filter.Filter, error) {
		b := &bumped{hash: filter.NewHasher(cfg)}
		if err := b.build(keys, cfg.Epsilon); err != nil {
			return nil, err
		}
		return b, nil
	})
}

func (b *bumped) build(keys *wordlist.List, epsilon float64) error {
	sums := ascending(keys, &b.hash)
	for len(sums) > 0 {
		blocks, last := bumpedBlocks(len(sums), len(b.layers))
		l := newLayer(blocks, epsilon)
		if last {
			return b.last(l, sums)
		}
		if len(b.layers) > 0 {
			for i, h := range sums {
				sums[i] = rehash(h, 0)
			}
			sums = closeduniverse.Sorted(sums)
		}
		sums = l.fill(sums)
		b.layers = append(b.layers, l)
	}
	return nil
}

// last adds the layer that bumps no key. If it is not the only one, it is tried with
// other salts before all is.
func (b *bumped) last(l layer, sums []uint64) error {
	for l.salt = range lastSalts {
		rows := make(band, l.slots())
		solvable := true
		for _, h := range sums {
			if len(b.layers) > 0 {
				h = rehash(h, l.salt)
			}
			start, coefficients, result := equation(h, l.starts())
			if solvable = rows.add(start, coefficients, result, l.mask()); !solvable {
				break
			}
		}
		if solvable {
			l.words = make([]uint64, l.length())
			rows.solve(&l.table)
			b.layers = append(b.layers, l)
			return nil
		}
		if len(b.layers) == 0 {
			break
		}
	}
	return errDependent
}

// fill solves the equations of hashes in order, save those that it bumps, which it
// returns in the same memory.
//
// Buckets are filled from the first to the last, but each from its end to its
// beginning: the equations that have no place any more are then those at the
// beginning, where the bucket before has reached over. Bumping takes away what
// stands behind the limit too; these came last.
func (l *layer) fill(sums []uint64) []uint64 {
	rows, starts, mask := make(band, l.slots()), l.starts(), l.mask()
	var places []uint64 // in rows, of the keys of a bucket, from the last on
	left := sums[:0]
	for bucket := uint64(0); len(sums) > 0; bucket++ {
		n := 0
		for n < len(sums) && startOf(sums[n], starts) < (bucket+1)*bucketSlots {
			n++
		}
		places = places[:0]
		for k := n - 1; k >= 0; k-- {
			start, coefficients, result := equation(sums[k], starts)
			slot, ok := rows.put(start, coefficients, result, mask)
			if !ok {
				code := codeFor(start % bucketSlots)
				l.codes[bucket/32] |= code << (bucket % 32 * 2)
				end := bucket*bucketSlots + l.limit(bucket)
				for k++; k < n && startOf(sums[k], starts) < end; k++ {
					if slot := places[n-1-k]; slot != noSlot {
						rows[slot] = row{}
					}
				}
				left = append(left, sums[:k]...)
				break
			}
			places = append(places, slot)
		}
		sums = sums[n:]
	}
	l.words = make([]uint64, l.length())
	rows.solve(&l.table)
	return left
}

// startOf is where the equation of a hash begins.
func startOf(h, starts uint64) uint64 {
	start, _ := bits.Mul64(h, starts)
	return start
}

// codeFor is the code of the least limit behind a start within its bucket.
func codeFor(start uint64) (code uint64) {
	for limits>>(code*8)&0xff <= start {
		code++
	}
	return code
}

func (b *bumped) Contains(key string) bool {
	var h uint64
	if b.hash.Usual() {
		h = b.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = b.hash.Sum64(key)
	}
	if len(b.layers) == 0 {
		return false
	}
	l := &b.layers[0]
	start, coefficients, result := equation(h, l.starts())
	if start%bucketSlots < l.limit(start/bucketSlots) {
		return b.further(h)
	}
	return l.matches(start, coefficients, result)
}

// further asks the layers behind the first.
func (b *bumped) further(h uint64) bool {
	for i := range b.layers[1:] {
		l := &b.layers[1+i]
		h = rehash(h, l.salt)
		start, coefficients, result := equation(h, l.starts())
		if start%bucketSlots >= l.limit(start/bucketSlots) {
			return l.matches(start, coefficients, result)
		}
	}
	return false
}

// ContainsBatch reads a part of the windows in the first layer before it compares the
// first, as that of standard does.
func (b *bumped) ContainsBatch(keys *wordlist.List, out []bool) {
	if len(b.layers) == 0 {
		clear(out[:keys.Len()])
		return
	}
	l := &b.layers[0]
	starts := l.starts()
	for first, hashes := range b.hash.Batches(keys) {
		read := uint64(0)
		for _, h := range hashes {
			read |= l.touch(startOf(h, starts))
		}
		runtime.KeepAlive(read)
		answers := out[first : first+len(hashes)]
		for i, h := range hashes {
			start, coefficients, result := equation(h, starts)
			if start%bucketSlots < l.limit(start/bucketSlots) {
				answers[i] = b.further(h)
			} else {
				answers[i] = l.matches(start, coefficients, result)
			}
		}
	}
}

// Bits counts the slots and the codes of all layers.
func (b *bumped) Bits() uint64 {
	total := uint64(0)
	for i := range b.layers {
		total += 64 * (b.layers[i].length() + uint64(len(b.layers[i].codes)))
	}
	return total
}

func (b *bumped) Params() []filter.Param {
	slots, r := uint64(0), 0.0
	for i := range b.layers {
		slots += b.layers[i].slots()
		r += b.layers[i].mean() * float64(b.layers[i].slots())
	}
	return []filter.Param{
		{Name: "layers", Value: float64(len(b.layers))}, {Name: "slots", Value: float64(slots)}, {Name: "r", Value: r / float64(max(1, slots))},
	}
}

// Theory is exact for the limits that there are: of the negatives, each layer passes
// on those that it bumps.
func (b *bumped) Theory() float64 {
	rate, left := 0.0, 1.0
	for i := range b.layers {
		matched, passed := b.layers[i].shares()
		rate += left * matched
		left *= passed
	}
	return min(1, rate)
}

// shares are those of the negatives that the layer admits and that it bumps.
func (l *layer) shares() (matched, passed float64) {
	stay := [2]uint64{} // starts without a limit, of blocks before the split and behind
	for block := range l.blocks {
		limit := l.limit(block / bucketBlocks)
		before := block % bucketBlocks * blockSlots // of the bucket
		kept := blockSlots - min(blockSlots, max(limit, before)-before)
		if block < l.split {
			stay[0] += kept
		} else {
			stay[1] += kept
		}
	}
	starts := float64(l.starts())
	one := 1 / float64(uint64(1)<<l.columns)
	return (2*float64(stay[0]) + float64(stay[1])) * one / starts, 1 - float64(stay[0]+stay[1])/starts
}

// bumpedVersion is that of the file below.
const bumpedVersion = 1

// AppendBinary implements filter.Stored.
func (b *bumped) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "burr", bumpedVersion)
	if err := e.Hasher(&b.hash); err != nil {
		return out, err
	}
	e.Uint(uint64(len(b.layers)))
	for i := range b.layers {
		e.Uint(b.layers[i].salt)
		e.Words(b.layers[i].codes)
		b.layers[i].write(e)
	}
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (b *bumped) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "burr", bumpedVersion)
	if err != nil {
		return err
	}
	*b = bumped{hash: d.Hasher()}
	for i := range d.Int("layers", mostLayers) {
		l := layer{salt: uint64(d.Int("salt", lastSalts-1)), codes: d.Words()}
		l.read(d, 1)
		buckets := (l.starts() + bucketSlots - 1) / bucketSlots
		if !d.Check(l.blocks >= 1 && l.codeWords() == uint64(len(l.codes)), "layer %d has %d words for %d buckets", i, len(l.codes), buckets) {
			break
		}
		past := l.codes[len(l.codes)-1] >> 1 >> ((buckets-1)%32*2 + 1)
		d.Check(past == 0, "bits are set behind the last bucket of layer %d", i)
		b.layers = append(b.layers, l)
	}
	return d.Close()
}
