package main

import "strings"

// trial says what was done about places where hyphbench is behind, or why nothing.
type trial struct {
	kind  Kind
	title string // begins the figure's title
	text  string
}

// trials are the author's notes; a test wants one for every place at which all
// structures of a kind are behind.
func trials() []trial {
	return []trial{
		{KindBlocked, "build", "Most of the time for 1,753 keys is the search of the size and k that hold ε, which pebble reads from a table of bits per key and does not hold (1.14 % at 10 bits). " +
			"Sums of few terms in place of distributions, a curve through the rates tried and fewer k made it some thirty times faster (1.1 ms to 30 µs); for a million keys it does not show."},
		{KindSplitBlock, "build", "The peer inserts by assembly and rounds its size up to a power of two, which needs no search; here the size holds ε. The search was made fifteen times faster (77 to 5 µs)."},
		{KindCuckoo, "held per key, 1,753", "The arrays are of equal size; what differs is the allocator's rounding of one object to its class."},
		{KindCuckoo, "held per key, 1,000,000", "A million keys take a table for 1,048,576 × 2 entries, since the number of buckets is a power of two (partial-key cuckoo hashing by exclusive or needs that) and a million keys would fill half of it to 95.4 %, above the 94 % up to which insertions are sure. So it is half empty. " +
			"The peer has 16 bits in a table of that half."},
		{KindCuckoo, "query, 1,000,000", "seiflotfy's entries have 8 bits, in 1 MB, at 2.6 times the rate; the table here has 2.6 MB and leaves the second cache."},
		{KindGolomb, "held per key", "The index, with which a query decodes a few numbers and not the whole set, takes the difference. The peer has none, and its queries scan the set."},
		{KindExact, "build", "The exact structures stand for textbook ones: the Go map is made with 2.3 times the room on purpose, because its time is bimodal otherwise, and the others are written to be read. They were not made faster."},
		{KindExact, "query", "As for builds: they stand for textbook structures, and were not made faster."},
		{KindExact, "held per key", "The Go map is made with 2.3 times the room on purpose, because its time is bimodal otherwise."},
		{KindRoaring, "build", "The same library behind hashes that are reduced and sorted in both; the difference was not looked into."},
	}
}

// triedAt is the note on a place; empty for none.
func triedAt(p Place) string {
	for _, t := range trials() {
		if t.kind == p.Kind && strings.HasPrefix(p.Title, t.title) {
			return t.text
		}
	}
	return ""
}

// reasons says, structure by structure, why one that others of its kind surpass is
// as it is; a test wants one for every structure that is behind anywhere.
func reasons() []struct{ names, text string } {
	return []struct{ names, text string }{
		{"bloom-sequential", "It leaves at the first zero, a branch that cannot be predicted. bloom has the same bits without it."},
		{"bloom-literal", "The thesis's Algorithm 2 to the letter: k hash functions of the key, and a branch on each bit. bloom hashes once and branches once."},
		{"bloom-independent bloom-double bloom-enhanced bloom-triple", "The schemes of Dillinger and Manolios by the letter, to be compared with each other; they were not made faster. bloom stands for what can be done."},
		{"onehash", "One hash function needs 1/ε bits per key: that is what it is there to show."},
		{"blocked twoblock register", "Their sizes are searched so that ε holds, which takes 15 to 70 µs whatever the number of keys and shows at 1,753; it took 80 to 1,800 µs before the search was made of sums of few terms. register and twoblock take the bits that their blocks cost."},
		{"splitblock", "Parquet's layout in plain Go; the peer inserts and asks by assembly, and does not hold ε. The search of the size takes 5 µs of a build of 1,753 keys, 77 before."},
		{"countinggcs gcs", "A query decodes a few Golomb codes, one after the other.."},
		{"dynamic", "A filter of 4-bit counters, as Guo et al. have it, where the peers keep bits; deletion is what the space is for."},
		{"infini", "A query of a quotient filter finds its run by rank and selection. Tried: a query without a branch for where the run begins, selection without calls, lists of queries; these are in."},
		{"cuckoo", "See the notes above: the number of buckets is a power of two."},
		{"cuckoo-semisort", "An insertion decodes, sorts and codes a bucket; the peers of the builds do not sort. Tried: the rank as a formula in place of a table, which is in."},
		{"adaptivecuckoo", "It keeps each key's hash to repair false positives, five sixths of its size, and insertion moves those too."},
		{"fuse", "At 1,753 keys whole segments are 1.46 slots per key, by the paper's formula; from 10,000 on it is below the peers' size."},
		{"xor", "Tried for the build: cells of 16 bytes and keys ordered by their first slot, without a difference; reading cells ahead, which is in. Not tried: shards."},
		{"map", "The Go map, made with 2.3 times the room on purpose: with less its time is bimodal."},
		{"hashtable redblack trie cuckootable", "Textbook structures, written to be read; they stand for what a program would have without a filter, and were not made faster."},
		{"roaring", "The library itself behind hashes that are reduced and sorted."},
	}
}

// reasonOf is the reason for a structure, empty for none.
func reasonOf(name string) string {
	for _, r := range reasons() {
		for known := range strings.FieldsSeq(r.names) {
			if known == name {
				return r.text
			}
		}
	}
	return ""
}

// writeReasons lists them for the structures that are behind at some place.
func writeReasons(b *strings.Builder, places []Place) {
	behind := map[string]bool{}
	for _, p := range places {
		for _, own := range p.Behind {
			name, _, _ := strings.Cut(own, " ")
			behind[name] = true
		}
	}
	if len(behind) == 0 {
		return
	}
	b.WriteString("\n### Why, and what was tried\n\n")
	for _, r := range reasons() {
		var names []string
		for name := range strings.FieldsSeq(r.names) {
			if behind[name] {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			b.WriteString("- " + strings.Join(names, ", ") + ": " + r.text + "\n")
		}
	}
}
