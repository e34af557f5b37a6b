package main

// Reasons of absent peers.
const (
	cachesAnswers = "caches the answer of every word: rounds over one list measure the cache"
	rustCrate     = "not installed: a Rust crate, which run.sh does not install"
)

// peers lists all peers, one line each.
func peers() []Peer {
	return []Peer{
		{"hyphbench", openOwn},
		{"libhyphen", openLibhyphen},
		{"speedata/hyphenation", openSpeedata},
		{"npm hypher and bloom-filters", openNpm},
		{"Go map", openMap},
		{"bits-and-blooms/bloom", openBitsAndBlooms},
		{"greatroar/blobloom", openBlobloom},
		{"ristretto z.Bloom", openRistretto},
		{"holiman/bloomfilter", openHoliman},
		{"seiflotfy/cuckoofilter", openSeiflotfy},
		{"panmari/cuckoofilter", openPanmari},
		{"linvon/cuckoo-filter", openLinvon},
		{"FastFilter/xorfilter", openXorfilter},
		{"npm hyphenopoly", absent(cachesAnswers)},
		{"npm hyphen", absent(cachesAnswers)},
		{"minikin", absent("not installed: part of Android and Chromium, no package of its own")},
		{"typst/hypher", absent(rustCrate)},
		{"hyphenation (Rust crate)", absent(rustCrate)},
	}
}
