package fingerprint

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Prefix is a prefix filter: bins that keep their smallest fingerprints and pass
// the others on to one small table, the spare. Here that is a d-left table.
//
// Guarantee: no false negatives; the requested rate is held. Nothing can be deleted.
// Cost: one cache line or two per query, and the spare for one query in seventeen.
// Source: Even, Even, Morrison 2022; the bins are those of Bercea, Even 2019.
func Prefix() filter.Structure {
	return filter.Structure{
		Name:      "prefix",
		Title:     "prefix filter",
		Reference: "Even, Even, Morrison 2022, Prefix filter: practically and theoretically better than Bloom",
		Family:    filter.FamilyQuotient,
		Plan:      planPrefix,
		Build:     buildPrefix,
		Open:      filter.Open[prefix],
		Explain: filter.Explanation{
			What: "Bins of up to 25 fingerprints, in order: a header says how many have each of 25 quotients, rests of r bits follow. A full bin passes its largest fingerprint on to the spare, a small table, when another one comes. A query whose fingerprint is beyond the largest of a bin that did so looks in the spare, any other in its bin alone.",
			Layout: `
  key ──hash──► bin 1, fingerprint (quotient 2, rest 5a)
                  │
  ┌──────────┬────▼─────────────────────────────────┬──────────┐
  │  bin 0   │ 01 1 0001 1 01 … │1│ 7e│17 5a c0│33… │  bin 2   │
  └──────────┴──────────────────────────────────────┴──────────┘
       quotient: 0  1 2   3 4      0   2         4
       beyond the largest of a bin that passed one on ──► spare`,
			Formula: `
  bins = ⌈n/23.75⌉ of 50 + 1 + 25·r bits, in whole bytes
  spare: a d-left table for the n·5.9 % keys passed on and 3σ, load 7 of 8
  rate = n/(bins·25·2^r) + 5.9 %·(rate of the spare) ≈ 0.95·2^−r + …
  r, and the s bits of the rests in the spare: the fewest that hold ε`,
			Guarantee: "No false negatives. The requested rate is held; the paper's r = 8 is that of ε from 0.4 to 0.8 %. A key that is admitted already is not stored again. An insertion is refused where the spare has no place.",
			Price:     "11.0, 8.3 and 5.7 bits per key at ε = 1, 5 and 20 % and 1,753 keys, where the rate is 0.91, 4.1 and 16 %; 10.6 at 1 % and ten million. The run of a quotient is found by some forty operations on the header's word. r is a whole number, and bins are whole bytes.",
			When:      "Where keys come one by one, are never deleted, and the filter is larger than the cache: a key or a query takes one place in memory, for one in seventeen two, and nothing is ever moved between bins. At a million keys it is smaller than a Bloom filter from ε = 0.1 % down.",
			Paper:     "T. Even, G. Even, A. Morrison 2022, Prefix filter: practically and theoretically better than Bloom, VLDB 15(7)",
		},
	}
}

const (
	prefixLoad      = 0.95 * binKeys // mean number of keys in a bin
	prefixSpareLoad = 4 * 7          // fingerprints in a bucket of each of the spare's subtables
	prefixSpareMore = 8              // bits that its rests may have beyond those of the bins
	prefixAttempts  = 16
	prefixSeeds     = 4 // tried at one size
)

// prefix keeps the key of hash h in the bin ⌊h·bins/2^64⌋. The fraction of that is
// the fingerprint: times 25, its whole part is the quotient, and the first bits of
// what then remains are the rest.
type prefix struct {
	bins
	spare    *table
	distinct int    // fingerprints in the bins
	beyond   uint64 // fingerprints that are looked for in the spare, of all bins
	hash     filter.Hasher
}

// overflow describes what bins pass on.
type overflow struct {
	mean, sd float64 // fingerprints passed on
	share    float64 // of all fingerprints, those looked for in the spare
}

// passedOn follows n random keys into the bins, a binomial number each. Of z > 25
// a bin passes z − 25 on, and the share of its fingerprints that are larger than
// the 25th of z is (z − 24)/(z + 1) on average.
func passedOn(n int, count uint64) overflow {
	if count == 1 { // at most 23 keys
		return overflow{}
	}
	mean, square, share := 0.0, 0.0, 0.0
	p := math.Exp(float64(n) * math.Log1p(-1/float64(count)))
	for z := 0; z < n && (p > 1e-30 || z <= binKeys); z++ {
		p *= float64(n-z) / float64(z+1) / float64(count-1)
		if over := float64(z + 1 - binKeys); over > 0 {
			mean += p * over
			square += p * over * over
			share += p * (over + 1) / float64(z+2)
		}
	}
	m := float64(count)
	return overflow{m * mean, math.Sqrt(m * (square - mean*mean)), share}
}

// prefixRate is the rate of n keys, of which the bins pass on what is given.
func prefixRate(n int, b *bins, spare *table, o overflow) float64 {
	all := float64(b.count) * float64(b.fingerprints())
	equal := -math.Expm1(float64(n) * math.Log1p(-1/all))
	if o.share == 0 {
		return equal
	}
	met := -math.Expm1(o.mean * math.Log1p(-1/spare.fingerprints()))
	return equal + max(0, o.share-o.mean/all)*met
}

// newPrefix is a filter without its bytes, with room for that many eighths more.
func newPrefix(n, eighths int, cfg filter.Config) (*prefix, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	room := max(1, cfg.Room(n))
	room += (room*eighths + 7) / 8
	count := uint64(max(1, math.Ceil(float64(room)/prefixLoad)))
	o := passedOn(room, count)
	buckets := uint64(max(1, math.Ceil((o.mean+3*o.sd)/prefixSpareLoad)))
	p := &prefix{hash: filter.NewHasher(cfg)}
	for rest := uint64(1); rest <= binsMost && (p.spare == nil || rest <= p.rest+1); rest++ {
		b := newBins(count, rest)
		for more := uint64(1); more <= min(rest+prefixSpareMore, tableMostRest); more++ {
			spare := newTable(buckets, more, 0)
			if prefixRate(room, &b, spare, o) > cfg.Epsilon {
				continue
			}
			if p.spare == nil || prefixBits(&b, spare) < p.Bits() {
				p.bins, p.spare = b, spare
			}
			break
		}
	}
	return p, nil
}

func prefixBits(b *bins, spare *table) uint64 { return b.count*b.size*8 + spare.bits() }

// planPrefix expects mean loads and fingerprints.
func planPrefix(n int, cfg filter.Config) (filter.Plan, error) {
	p, err := newPrefix(n, 0, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{
		Params:    p.Params(),
		Bits:      p.Bits(),
		Capacity:  int(prefixLoad * float64(p.count)),
		Theory:    prefixRate(n, &p.bins, p.spare, passedOn(n, p.count)),
		Estimated: true, // by how the keys are spread over the bins
	}, nil
}

func buildPrefix(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return filter.Retry("prefix", prefixAttempts, cfg, func(attempt int, cfg filter.Config) (filter.Filter, error) {
		p, err := newPrefix(keys.Len(), attempt/prefixSeeds, cfg)
		if err != nil {
			return nil, err
		}
		p.allocate()
		p.spare.allocate()
		for _, hashes := range p.hash.Batches(keys) {
			p.touch(hashes)
			for _, h := range hashes {
				if !p.add(h) {
					return nil, filter.ErrFull
				}
			}
		}
		return p, nil
	})
}

// locate splits a hash.
func (p *prefix) locate(h uint64) (bin, quotient, rest uint64) {
	bin, fraction := bits.Mul64(h, p.count)
	quotient, fraction = bits.Mul64(fraction, binKeys)
	return bin, quotient, fraction >> (-p.rest & 63)
}

// spareHash is the hash in the spare of a fingerprint of a bin.
func spareHash(bin, fingerprint uint64) uint64 {
	return filter.Mix(bin*filter.ProbeStep + fingerprint)
}

func (p *prefix) Contains(key string) bool {
	if p.hash.Usual() {
		return p.has(p.hash.Seeded(filter.Fingerprint(key)))
	}
	return p.has(p.hash.Sum64(key))
}

// has decides between bin and spare with one branch, which goes to the spare for
// one negative in seventeen: whether a bin has passed fingerprints on is as likely
// as not, and only widens the limit.
func (p *prefix) has(h uint64) bool {
	bin, quotient, rest := p.locate(h)
	head := p.head(bin)
	last := uint64(63 - bits.LeadingZeros64(^head&binHeaders|1))
	limit := (last-(binKeys-1))<<(p.rest&63) + p.get(bin, binKeys-1) | (head>>binHeader&1 - 1)
	if fingerprint := quotient<<(p.rest&63) | rest; fingerprint > limit {
		return p.passed(bin, fingerprint)
	}
	return p.holds(bin, head, quotient, rest)
}

// passed reports whether the spare has a fingerprint.
func (p *prefix) passed(bin, fingerprint uint64) bool {
	return p.spare.asked(spareHash(bin, fingerprint))
}

// touch asks for hashes that will be added, if the bins are larger than the cache,
// so that their reads wait for memory together.
func (p *prefix) touch(hashes []uint64) {
	const cached = 1 << 20 // bytes
	if len(p.bytes) < cached {
		return
	}
	for _, h := range hashes {
		p.has(h)
	}
}

// add puts in the fingerprint of a hash unless it is admitted already. It reports
// false, and changes nothing, where a full bin's largest one has no place in the
// spare.
func (p *prefix) add(h uint64) bool {
	if p.has(h) {
		return true
	}
	bin, quotient, rest := p.locate(h)
	head := p.head(bin)
	if keys(head) < binKeys {
		p.put(bin, quotient, rest)
		p.distinct++
		return true
	}
	before := p.limit(bin, head)
	fingerprint, largest := quotient<<p.rest|rest, p.largest(bin, head)
	if !p.spare.add(spareHash(bin, max(fingerprint, largest))) {
		return false
	}
	if fingerprint < largest {
		p.drop(bin)
		p.put(bin, quotient, rest)
	}
	p.setHead(bin, p.head(bin)&binHeaders, binPassed)
	p.beyond += before - p.limit(bin, p.head(bin))
	return true
}

// Insert adds key, or returns ErrFull and leaves the filter as it was.
func (p *prefix) Insert(key string) error {
	if !p.add(p.hash.Sum64(key)) {
		return filter.ErrFull
	}
	return nil
}

// prefixVersion is that of the file below.
const prefixVersion = 1

// AppendBinary implements filter.Stored.
func (p *prefix) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "prefix", prefixVersion)
	if err := e.Hasher(&p.hash); err != nil {
		return out, err
	}
	e.Uint(p.count)
	e.Uint(p.rest)
	e.Bytes(p.bytes[:len(p.bytes)-binsSlack])
	p.spare.store(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (p *prefix) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "prefix", prefixVersion)
	if err != nil {
		return err
	}
	*p = prefix{hash: d.Hasher()}
	count, rest, bytes := uint64(d.Int("bins", filter.MostKeys)), uint64(d.Int("bits of a rest", binsMost)), d.Bytes()
	p.spare = restoreTable(d)
	if d.Check(count >= 1 && rest >= 1, "no bin, or no bit of a rest") {
		p.bins = newBins(count, rest)
		d.Check(count*p.size == uint64(len(bytes)), "%d bins of %d bytes do not take %d", count, p.size, len(bytes))
	}
	if err := d.Close(); err != nil {
		return err
	}
	p.bytes = append(bytes, make([]byte, binsSlack)...)
	for bin := range count {
		if !d.Check(p.well(bin), "bin %d has no order", bin) {
			break
		}
		head := p.head(bin)
		p.distinct += int(keys(head))
		p.beyond += p.fingerprints() - 1 - p.limit(bin, head)
	}
	return d.Close()
}

// Bits counts bins and spare.
func (p *prefix) Bits() uint64 { return prefixBits(&p.bins, p.spare) }

func (p *prefix) Params() []filter.Param {
	return []filter.Param{
		{Name: "bins", Value: float64(p.count)},
		{Name: "r", Value: float64(p.rest)},
		{Name: "spare", Value: float64(p.spare.buckets())},
		{Name: "s", Value: float64(p.spare.rest)},
	}
}

// Theory is exact for the fingerprints in the bins. Of those looked for in the spare
// some were passed on; the others meet a fingerprint there by chance.
func (p *prefix) Theory() float64 {
	all := float64(p.count) * float64(p.fingerprints())
	passed := float64(p.spare.used) // less the few that were equal there
	chance := max(0, float64(p.beyond)-passed) * p.spare.rate()
	return min(1, (float64(p.distinct)+passed+chance)/all)
}
