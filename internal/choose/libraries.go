package choose

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Library is a maintained Go module that has a structure.
type Library struct {
	Structure string // of this project, which was measured
	Module    string
	Version   string
	Imports   []string
	Build     string // Go statements that make "f" of "keys []string" at {eps} for {n} keys
	Ask       string // Go expression that asks f for "word"
	Hashed    bool   // the caller hashes, by {hash(…)}: also with a secret
	Secret    bool   // it hashes with a secret of its own
	Exceeds   bool   // it admits more than it is asked for
	// Least and Most bound the rates that it can hold; 0: no bound.
	Least, Most float64
	Differs     string // from what was measured, behind a colon
}

// Libraries lists them, the preferred one of a structure first. Their code is built
// by a test beside the peers.
func Libraries() []Library {
	return []Library{
		{
			Structure: "bloom", Module: "github.com/bits-and-blooms/bloom/v3", Version: "v3.7.1",
			Imports: []string{"github.com/bits-and-blooms/bloom/v3"},
			Build:   "f := bloom.NewWithEstimates({n}, {eps})\nfor _, key := range keys {\n\tf.AddString(key)\n}", Ask: "f.TestString(word)",
			Differs: "it hashes by murmur3 and reads its bits one after the other: a query takes several times as long.",
		},
		{
			Structure: "blocked", Module: "github.com/greatroar/blobloom", Version: "v0.8.0",
			Imports: []string{"github.com/greatroar/blobloom"}, Hashed: true,
			Build: "f := blobloom.NewOptimized(blobloom.Config{Capacity: {n}, FPRate: {eps}})\nfor _, key := range keys {\n\tf.Add({hash(key)})\n}", Ask: "f.Has({hash(word)})",
			Differs: "the caller hashes; blocks are of 512 bits too.",
		},
		{
			Structure: "fuse", Module: "github.com/FastFilter/xorfilter", Version: "v0.4.2-0.20260120015552-4e5a4d9df65a",
			Imports: []string{"github.com/FastFilter/xorfilter"}, Hashed: true,
			Build: "sums := make([]uint64, len(keys))\nfor i, key := range keys {\n\tsums[i] = {hash(key)}\n}\nf, err := xorfilter.NewBinaryFuse[uint{width}](sums)\nif err != nil {\n\tpanic(err)\n}", Ask: "f.Contains({hash(word)})",
			Least:   1.0 / (1 << 32),
			Differs: "its fingerprints have 8, 16 or 32 bits, so that the rate is 0.39 %, 0.0015 % or less and the size 9, 18 or 36 bits per key.",
		},
		{
			Structure: "xor", Module: "github.com/FastFilter/xorfilter", Version: "v0.4.2-0.20260120015552-4e5a4d9df65a",
			Imports: []string{"github.com/FastFilter/xorfilter"}, Hashed: true,
			Build: "sums := make([]uint64, len(keys))\nfor i, key := range keys {\n\tsums[i] = {hash(key)}\n}\nf, err := xorfilter.Populate(sums)\nif err != nil {\n\tpanic(err)\n}", Ask: "f.Contains({hash(word)})",
			Least:   1.0 / 256,
			Differs: "its fingerprints have 8 bits: the rate is 0.39 %, the size 9.84 bits per key.",
		},
		{
			Structure: "cuckoo", Module: "github.com/panmari/cuckoofilter", Version: "v1.0.6",
			Imports: []string{`cuckoo "github.com/panmari/cuckoofilter"`},
			Build:   "f := cuckoo.NewFilter({n})\nfor _, key := range keys {\n\tif !f.Insert([]byte(key)) {\n\t\tpanic(\"the filter is full\")\n\t}\n}", Ask: "f.Lookup([]byte(word))",
			Least:   1e-4,
			Differs: "its fingerprints have 16 bits, so that it is larger than one of that rate need be and admits 0.01 %.",
		},
		{
			Structure: "counting", Module: "github.com/tylertreat/BoomFilters", Version: "v0.0.0-20251001182300-5b3723cc64ae",
			Imports: []string{`boom "github.com/tylertreat/BoomFilters"`},
			Build:   "f := boom.NewDefaultCountingBloomFilter({n}, {eps})\nfor _, key := range keys {\n\tf.Add([]byte(key))\n}", Ask: "f.Test([]byte(word))",
			Differs: "it hashes by FNV, and cannot be stored.",
		},
		{
			Structure: "scalable", Exceeds: true, Module: "github.com/tylertreat/BoomFilters", Version: "v0.0.0-20251001182300-5b3723cc64ae",
			Imports: []string{`boom "github.com/tylertreat/BoomFilters"`},
			Build:   "f := boom.NewScalableBloomFilter({n}, {eps}, 0.8)\nfor _, key := range keys {\n\tf.Add([]byte(key))\n}", Ask: "f.Test([]byte(word))",
			Differs: "its filters are not compensated: it admits several times the rate asked for.",
		},
		{
			Structure: "hashtable", Secret: true,
			Build: "f := make(map[string]struct{}, {n})\nfor _, key := range keys {\n\tf[key] = struct{}{}\n}", Ask: "func() bool { _, there := f[word]; return there }()",
			Differs: "it is Go's own map, which takes more memory and some nanoseconds more.",
		},
	}
}

// widths are those of the generic fuse filter.
var widths = [...]int{8, 16, 32}

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

// Code is a Go program that builds the filter and asks it, with keyed by a hash with
// a secret.
func (l Library) Code(n int, epsilon float64, keyed bool) string {
	width := widths[len(widths)-1]
	for i := len(widths) - 1; i >= 0; i-- {
		if math.Exp2(-float64(widths[i])) <= epsilon {
			width = widths[i]
		}
	}
	standard, imports, secret := []string{"fmt"}, slices.Clone(l.Imports), ""
	hash := []string{"{hash(key)}", "xxhash.Sum64String(key)", "{hash(word)}", "xxhash.Sum64String(word)"}
	switch {
	case l.Hashed && keyed:
		standard = []string{"crypto/rand", "encoding/binary", "fmt"}
		imports = append(imports, "github.com/dchest/siphash")
		secret = "secret := make([]byte, 16) // keep it where the filter is\nrand.Read(secret)\nk0, k1 := binary.LittleEndian.Uint64(secret), binary.LittleEndian.Uint64(secret[8:])\n"
		hash = []string{"{hash(key)}", "siphash.Hash(k0, k1, []byte(key))", "{hash(word)}", "siphash.Hash(k0, k1, []byte(word))"}
	case l.Hashed:
		imports = append(imports, "github.com/cespare/xxhash/v2")
	}
	slices.SortFunc(imports, func(a, b string) int { return strings.Compare(path(a), path(b)) })
	fill := strings.NewReplacer(append(hash, "{n}", fmt.Sprint(n), "{eps}", strconv.FormatFloat(epsilon, 'f', -1, 64), "{width}", fmt.Sprint(width))...)
	var b strings.Builder
	if l.Module != "" {
		b.WriteString("// go get " + l.Module + "@" + l.Version + "\n")
	}
	b.WriteString("package main\n\nimport (\n")
	for _, name := range standard {
		b.WriteString("\t\"" + name + "\"\n")
	}
	if len(imports) > 0 {
		b.WriteString("\n")
	}
	for _, name := range imports {
		if !strings.Contains(name, `"`) {
			name = `"` + name + `"`
		}
		b.WriteString("\t" + name + "\n")
	}
	b.WriteString(")\n\nfunc main() {\n\tkeys := []string{\"a\", \"b\"} // yours\n")
	for line := range strings.SplitSeq(secret+fill.Replace(l.Build), "\n") {
		b.WriteString("\t" + line + "\n")
	}
	b.WriteString("\tfor _, word := range []string{\"a\", \"c\"} {\n\t\tfmt.Println(word, " + fill.Replace(l.Ask) + ")\n\t}\n}\n")
	return b.String()
}

// path is that of an import, without its name.
func path(imported string) string {
	return strings.Trim(imported[strings.IndexByte(imported, '"')+1:], `"`)
}
