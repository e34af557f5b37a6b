package choose

import (
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/exact"
	"hyphbench/internal/filter/library"
)

// Library is a maintained Go module that has a structure.
type Library struct {
	Measured func() filter.Structure // its own filter, as a structure of this project
	Module   string                  // empty: Go itself
	Version  string
	Indirect []Module // what it needs beside
	Imports  []string // of the code below; the hash function's not among them

	// Go code around a filter f.of of this type: Make makes it of "keys []string" at {eps},
	// Ask returns whether it may have the "word", Save writes it to w, Load reads it from r.
	// A caller that hashes does so by f.hash. Add and Remove are empty where there is no such
	// thing.
	Type, Make, Ask, Save, Load, Add, Remove string

	Hashed bool // the caller hashes: also with a secret
	Secret bool // it hashes with a secret of its own
}

// Module is a Go module at a version.
type Module struct{ Path, Version string }

const (
	madeOfHashes = "sums := make([]uint64, len(keys))\nfor i, key := range keys {\n\tsums[i] = f.hash(key)\n}\n"
	allAdded     = "for _, key := range keys {\n\tif err := f.Add(key); err != nil {\n\t\treturn nil, err\n\t}\n}"
	writtenTo    = "_, err := f.of.WriteTo(w)\nreturn err"
	encodedByGob = "return gob.NewEncoder(w).Encode(f.of)"
	xorfilter    = "github.com/FastFilter/xorfilter"
	xorfilterAt  = "v0.4.2-0.20260120015552-4e5a4d9df65a"
)

// Libraries lists them. TestModules builds, tests and runs their code.
func Libraries() []Library {
	return []Library{
		{
			Measured: library.BitsAndBlooms, Module: "github.com/bits-and-blooms/bloom/v3", Version: "v3.7.1",
			Indirect: []Module{{"github.com/bits-and-blooms/bitset", "v1.24.2"}}, Imports: []string{"github.com/bits-and-blooms/bloom/v3"},
			Type: "*bloom.BloomFilter", Make: "f.of = bloom.NewWithEstimates(uint(len(keys)), {eps})\n" + allAdded, Ask: "return f.of.TestString(word)",
			Add: "f.of.AddString(key)\nreturn nil", Save: writtenTo, Load: "f.of = &bloom.BloomFilter{}\n_, err := f.of.ReadFrom(r)\nreturn f, err",
		},
		{
			Measured: library.Blobloom, Module: "github.com/greatroar/blobloom", Version: "v0.8.0", Imports: []string{"github.com/greatroar/blobloom"}, Hashed: true,
			Type: "*blobloom.Filter", Make: "f.of = blobloom.NewOptimized(blobloom.Config{\n\tCapacity: uint64(len(keys)),\n\tFPRate:   {eps},\n})\n" + allAdded, Ask: "return f.of.Has(f.hash(word))",
			Add: "f.of.Add(f.hash(key))\nreturn nil", Save: "_, err := blobloom.Dump(w, f.of, \"\")\nreturn err",
			Load: "loader, err := blobloom.NewLoader(r)\nif err != nil {\n\treturn nil, err\n}\nf.of, err = loader.Load(nil)\nreturn f, err",
		},
		{
			Measured: library.BinaryFuse, Module: xorfilter, Version: xorfilterAt, Imports: []string{xorfilter}, Hashed: true,
			Type: "*xorfilter.BinaryFuse[uint{width}]", Make: madeOfHashes + "of, err := xorfilter.NewBinaryFuse[uint{width}](sums)\nif err != nil {\n\treturn nil, err\n}\nf.of = of", Ask: "return f.of.Contains(f.hash(word))",
			Save: "return f.of.Save(w)", Load: "var err error\nf.of, err = xorfilter.LoadBinaryFuse[uint{width}](r)\nreturn f, err",
		},
		{
			Measured: library.Xor8, Module: xorfilter, Version: xorfilterAt, Imports: []string{xorfilter}, Hashed: true,
			Type: "*xorfilter.Xor8", Make: madeOfHashes + "var err error\nif f.of, err = xorfilter.Populate(sums); err != nil {\n\treturn nil, err\n}", Ask: "return f.of.Contains(f.hash(word))",
			Save: encodedByGob, Load: "return f, gob.NewDecoder(r).Decode(&f.of)",
		},
		{
			Measured: library.Panmari, Module: "github.com/panmari/cuckoofilter", Version: "v1.0.6",
			Indirect: []Module{{"github.com/dgryski/go-metro", "v0.0.0-20200812162917-85c65e2d0165"}}, Imports: []string{`cuckoo "github.com/panmari/cuckoofilter"`},
			Type: "*cuckoo.Filter", Make: "f.of = cuckoo.NewFilter(uint(len(keys)))\n" + allAdded, Ask: "return f.of.Lookup([]byte(word))",
			Add:    "if !f.of.Insert([]byte(key)) {\n\treturn errors.New(\"the filter is full\")\n}\nreturn nil",
			Remove: "return f.of.Delete([]byte(key))",
			Save:   "_, err := w.Write(f.of.Encode())\nreturn err", Load: "file, err := io.ReadAll(r)\nif err != nil {\n\treturn nil, err\n}\nf.of, err = cuckoo.Decode(file)\nreturn f, err",
		},
		{
			Measured: exact.Map, Secret: true,
			Type: "map[string]struct{}", Make: "f.of = make(map[string]struct{}, len(keys))\n" + allAdded, Ask: "_, there := f.of[word]\nreturn there",
			Add: "f.of[key] = struct{}{}\nreturn nil", Remove: "_, there := f.of[key]\ndelete(f.of, key)\nreturn there",
			Save: encodedByGob, Load: "return f, gob.NewDecoder(r).Decode(&f.of)",
		},
	}
}

// holding is how many times the rate asked for a library's filter may have at most: its sizes
// are rounded.
const holding = 1.05

// serves reports whether the library has what the question needs of it.
func (l Library) serves(q Question) bool { return !q.Keyed || l.Hashed || l.Secret }

// Measured are the filters of the libraries, as structures that a question may be measured with.
func Measured() (list []filter.Structure) {
	for _, l := range Libraries() {
		list = append(list, l.Measured())
	}
	return list
}

// Importable are those of Measured that serve the question, where a program is to import the answer.
func Importable(q Question) (list []filter.Structure) {
	for _, l := range Libraries() {
		if l.serves(q) {
			list = append(list, l.Measured())
		}
	}
	return list
}

// libraryOf is the library whose own filter has that name.
func libraryOf(name string) (Library, bool) {
	for _, l := range Libraries() {
		if l.Measured().Name == name {
			return l, true
		}
	}
	return Library{}, false
}

// apart are the offers that are ranked, and those of the libraries beside. Where there are those of
// libraries alone, they are ranked.
func apart(offers []Offer) (ranked, libraries []Offer) {
	for _, o := range offers {
		if _, is := libraryOf(o.Name); is {
			o.Epsilon = o.Rate // that of whole bytes is no accident: no other is to be had
			libraries = append(libraries, o)
		} else {
			ranked = append(ranked, o)
		}
	}
	if len(ranked) == 0 {
		return libraries, nil
	}
	return ranked, libraries
}

// distinct are the rates of the list at which a library's filter holds the rate and is another
// than at the rate before: filters of whole bytes are the same for many rates. Of equal ones
// the smallest rate counts.
func distinct(s filter.Structure, n int, rates []axis.Rate) (list []axis.Rate) {
	var last filter.Plan
	for _, rate := range slices.Backward(slices.Sorted(slices.Values(rates))) { // the largest first
		plan, err := s.Plan(n, filter.Config{Epsilon: rate.Float()})
		if err != nil || plan.Theory > holding*rate.Float() {
			continue
		}
		if len(list) > 0 && plan.Bits == last.Bits && slices.Equal(plan.Params, last.Params) {
			list[len(list)-1] = rate
		} else {
			list = append(list, rate)
		}
		last = plan
	}
	return list
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
