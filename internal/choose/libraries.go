package choose

import (
	"math"
	"slices"
)

// Library is a maintained Go module that has a structure.
type Library struct {
	Structure string // of this project, which was measured
	Module    string // empty: Go itself
	Version   string
	Indirect  []Module // what it needs beside
	Imports   []string // of the code below; the hash function's not among them

	// Go code around a filter f.of of this type: Make makes it of "keys []string" at {eps},
	// Ask returns whether it may have the "word", Save writes it to w, Load reads it from r.
	// A caller that hashes does so by f.hash. Add and Remove are empty where there is no such
	// thing.
	Type, Make, Ask, Save, Load, Add, Remove string

	Hashed  bool // the caller hashes: also with a secret
	Secret  bool // it hashes with a secret of its own
	Exceeds bool // it admits more than it is asked for
	// Least bounds the rates that it can hold; 0: no bound.
	Least float64
	// Own is its rate of false positives and its bits per key for n keys where these are not
	// those asked for; nil: they are.
	Own     func(n int, eps float64) (rate, bits float64)
	Differs string // from what was measured, behind a colon
}

// Module is a Go module at a version.
type Module struct{ Path, Version string }

const (
	madeOfHashes  = "sums := make([]uint64, len(keys))\nfor i, key := range keys {\n\tsums[i] = f.hash(key)\n}\n"
	allAdded      = "for _, key := range keys {\n\tif err := f.Add(key); err != nil {\n\t\treturn nil, err\n\t}\n}"
	writtenTo     = "_, err := f.of.WriteTo(w)\nreturn err"
	encodedByGob  = "return gob.NewEncoder(w).Encode(f.of)"
	xorfilter     = "github.com/FastFilter/xorfilter"
	xorfilterAt   = "v0.4.2-0.20260120015552-4e5a4d9df65a"
	boomFilters   = "github.com/tylertreat/BoomFilters"
	boomFiltersAt = "v0.0.0-20251001182300-5b3723cc64ae"
	scalableTimes = 5 // the rates of its filters, each 0.8 of the one before, add up to so many times the first
)

// Libraries lists them, the preferred one of a structure first. Their code is built by a test
// beside the peers.
func Libraries() []Library {
	return []Library{
		{
			Structure: "bloom", Module: "github.com/bits-and-blooms/bloom/v3", Version: "v3.7.1",
			Indirect: []Module{{"github.com/bits-and-blooms/bitset", "v1.24.2"}}, Imports: []string{"github.com/bits-and-blooms/bloom/v3"},
			Type: "*bloom.BloomFilter", Make: "f.of = bloom.NewWithEstimates(uint(len(keys)), {eps})\n" + allAdded, Ask: "return f.of.TestString(word)",
			Add: "f.of.AddString(key)\nreturn nil", Save: writtenTo, Load: "f.of = &bloom.BloomFilter{}\n_, err := f.of.ReadFrom(r)\nreturn f, err",
			Differs: "it hashes by murmur3 and reads its bits one after the other: a query takes several times as long.",
		},
		{
			Structure: "blocked", Module: "github.com/greatroar/blobloom", Version: "v0.8.0", Imports: []string{"github.com/greatroar/blobloom"}, Hashed: true,
			Type: "*blobloom.Filter", Make: "f.of = blobloom.NewOptimized(blobloom.Config{\n\tCapacity: uint64(len(keys)),\n\tFPRate:   {eps},\n})\n" + allAdded, Ask: "return f.of.Has(f.hash(word))",
			Add: "f.of.Add(f.hash(key))\nreturn nil", Save: "_, err := blobloom.Dump(w, f.of, \"\")\nreturn err",
			Load:    "loader, err := blobloom.NewLoader(r)\nif err != nil {\n\treturn nil, err\n}\nf.of, err = loader.Load(nil)\nreturn f, err",
			Differs: "the caller hashes; blocks are of 512 bits too.",
		},
		{
			Structure: "fuse", Module: xorfilter, Version: xorfilterAt, Imports: []string{xorfilter}, Hashed: true,
			Type: "*xorfilter.BinaryFuse[uint{width}]", Make: madeOfHashes + "of, err := xorfilter.NewBinaryFuse[uint{width}](sums)\nif err != nil {\n\treturn nil, err\n}\nf.of = of", Ask: "return f.of.Contains(f.hash(word))",
			Save: "return f.of.Save(w)", Load: "var err error\nf.of, err = xorfilter.LoadBinaryFuse[uint{width}](r)\nreturn f, err",
			Least: 1.0 / (1 << 32), Own: fuseOwn,
			Differs: "its fingerprints have 8, 16 or 32 bits, and nothing between.",
		},
		{
			Structure: "xor", Module: xorfilter, Version: xorfilterAt, Imports: []string{xorfilter}, Hashed: true,
			Type: "*xorfilter.Xor8", Make: madeOfHashes + "var err error\nif f.of, err = xorfilter.Populate(sums); err != nil {\n\treturn nil, err\n}", Ask: "return f.of.Contains(f.hash(word))",
			Save: encodedByGob, Load: "return f, gob.NewDecoder(r).Decode(&f.of)",
			Least: 1.0 / 256, Own: func(n int, _ float64) (rate, bits float64) { return 1.0 / 256, 8 * (1.23 + 32/float64(n)) },
			Differs: "its fingerprints have 8 bits and no other length.",
		},
		{
			Structure: "cuckoo", Module: "github.com/panmari/cuckoofilter", Version: "v1.0.6",
			Indirect: []Module{{"github.com/dgryski/go-metro", "v0.0.0-20200812162917-85c65e2d0165"}}, Imports: []string{`cuckoo "github.com/panmari/cuckoofilter"`},
			Type: "*cuckoo.Filter", Make: "f.of = cuckoo.NewFilter(uint(len(keys)))\n" + allAdded, Ask: "return f.of.Lookup([]byte(word))",
			Add:    "if !f.of.Insert([]byte(key)) {\n\treturn errors.New(\"the filter is full\")\n}\nreturn nil",
			Remove: "return f.of.Delete([]byte(key))",
			Save:   "_, err := w.Write(f.of.Encode())\nreturn err", Load: "file, err := io.ReadAll(r)\nif err != nil {\n\treturn nil, err\n}\nf.of, err = cuckoo.Decode(file)\nreturn f, err",
			Least: 1e-4, Own: cuckooOwn,
			Differs: "its fingerprints have 16 bits, and its table a power of two of places.",
		},
		{
			Structure: "counting", Module: boomFilters, Version: boomFiltersAt,
			Indirect: []Module{{"github.com/d4l3k/messagediff", "v1.2.1"}}, Imports: []string{`boom "github.com/tylertreat/BoomFilters"`},
			Type: "*boom.CountingBloomFilter", Make: "f.of = boom.NewDefaultCountingBloomFilter(uint(len(keys)), {eps})\n" + allAdded, Ask: "return f.of.Test([]byte(word))",
			Add: "f.of.Add([]byte(key))\nreturn nil", Remove: "return f.of.TestAndRemove([]byte(key))",
			Save: writtenTo, Load: "f.of = boom.NewDefaultCountingBloomFilter(1, {eps}) // it has a hash function; what is read has none\n_, err := f.of.ReadFrom(r)\nreturn f, err",
			Differs: "it hashes by FNV.",
		},
		{
			Structure: "scalable", Exceeds: true, Module: boomFilters, Version: boomFiltersAt,
			Indirect: []Module{{"github.com/d4l3k/messagediff", "v1.2.1"}}, Imports: []string{`boom "github.com/tylertreat/BoomFilters"`},
			Type: "*boom.ScalableBloomFilter", Make: "f.of = boom.NewScalableBloomFilter(uint(len(keys)), {eps}, 0.8)\n" + allAdded, Ask: "return f.of.Test([]byte(word))",
			Add:  "f.of.Add([]byte(key))\nreturn nil",
			Save: writtenTo, Load: "f.of = boom.NewScalableBloomFilter(1, {eps}, 0.8)\n_, err := f.of.ReadFrom(r)\nreturn f, err",
			Own:     func(_ int, eps float64) (rate, bits float64) { return scalableTimes * eps, 0 },
			Differs: "its filters are not compensated: as it grows it admits up to five times the rate asked for.",
		},
		{
			Structure: "hashtable", Secret: true,
			Type: "map[string]struct{}", Make: "f.of = make(map[string]struct{}, len(keys))\n" + allAdded, Ask: "_, there := f.of[word]\nreturn there",
			Add: "f.of[key] = struct{}{}\nreturn nil", Remove: "_, there := f.of[key]\ndelete(f.of, key)\nreturn there",
			Save: encodedByGob, Load: "return f, gob.NewDecoder(r).Decode(&f.of)",
			Differs: "it is Go's own map, which takes more memory and some nanoseconds more.",
		},
	}
}

// widths are those of the generic fuse filter.
var widths = [...]int{8, 16, 32}

// width is the least of them that holds the rate.
func width(eps float64) int {
	for _, w := range widths {
		if math.Exp2(-float64(w)) <= eps {
			return w
		}
	}
	return widths[len(widths)-1]
}

// fuseOwn is by the library's own formula of the size.
func fuseOwn(n int, eps float64) (rate, bits float64) {
	w := float64(width(eps))
	factor := max(1.125, 0.875+0.25*math.Log(1e6)/math.Log(max(2, float64(n))))
	return math.Exp2(-w), w * factor
}

// cuckooOwn: buckets of four, so many that they are a power of two and 96 % full at most;
// either of a word's buckets may have its fingerprint.
func cuckooOwn(n int, _ float64) (rate, bits float64) {
	const fingerprint, bucket, fullest = 16, 4, 0.96
	buckets := 1
	for float64(n) > fullest*bucket*float64(buckets) {
		buckets *= 2
	}
	load := float64(n) / float64(bucket*buckets)
	return 2 * bucket * load / (1<<fingerprint - 1), fingerprint / load
}

// obtain is the library for an offer, and false where there is none that holds its
// rate and has what the question needs of it.
func obtain(o Offer, q Question) (Library, bool) {
	for _, l := range Libraries() {
		holds := o.exact() || o.Epsilon >= l.Least && !(q.Final && l.Exceeds)
		if l.Structure == o.Name && holds && (!q.Keyed || l.Hashed || l.Secret) {
			return l, true
		}
	}
	return Library{}, false
}

// Modules are those that the library's code needs, its own first, with a hash that has a
// secret or without.
func (l Library) Modules(keyed bool) (list []Module) {
	if l.Module == "" {
		return nil
	}
	list = []Module{{l.Module, l.Version}}
	switch {
	case l.Hashed && keyed:
		list = append(list, Module{siphash, "v1.2.3"})
	case l.Hashed:
		list = append(list, Module{xxhash, "v2.3.0"})
	}
	return slices.Clip(list)
}

// Hash functions of filters whose caller hashes.
const (
	xxhash  = "github.com/cespare/xxhash/v2"
	siphash = "github.com/dchest/siphash"
)
