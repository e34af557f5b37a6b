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
		{KindBlocked, "build", "Most of the time for 1,753 keys is the search of the size and k that hold ε, which pebble reads from a table of bits a key and does not hold (1.14 % at 10 bits). " +
			"Sums of few terms in place of distributions, a curve through the rates tried and fewer k made it some thirty times faster (1.1 ms to 30 µs); for a million keys it does not show."},
		{KindSplitBlock, "build", "The peer inserts by assembly and rounds its size up to a power of two, which needs no search; here the size holds ε. The search was made fifteen times faster (77 to 5 µs)."},
		{KindCuckoo, "held a key, 1,753", "The arrays are of equal size; what differs is the allocator's rounding of one object to its class."},
		{KindCuckoo, "held a key, 1,000,000", "A million keys take a table for 1,048,576 × 2 entries, since the number of buckets is a power of two (partial-key cuckoo hashing by exclusive or needs that) and a million keys would fill half of it to 95.4 %, above the 94 % up to which insertions are sure. So it is half empty. " +
			"The peer has 16 bits in a table of that half."},
		{KindCuckoo, "query, 1,000,000", "seiflotfy's entries have 8 bits, in 1 MB, at 2.6 times the rate; the table here has 2.6 MB and leaves the second cache."},
		{KindGolomb, "held a key", "The index, with which a query decodes a few numbers and not the whole set, takes the difference. The peer has none, and its queries scan the set."},
		{KindExact, "build", "The exact structures stand for textbook ones: the Go map is made with 2.3 times the room on purpose, because its time is bimodal otherwise, and the others are written to be read. They were not made faster."},
		{KindExact, "query", "As for builds: they stand for textbook structures, and were not made faster."},
		{KindExact, "held a key", "The Go map is made with 2.3 times the room on purpose, because its time is bimodal otherwise."},
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
