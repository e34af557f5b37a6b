package main

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
		{"npm hyphenopoly", absent("keeps the answer of every word it has seen, so that rounds over one list measure that memory")},
		{"npm hyphen", absent("keeps the answer of every word it has seen, so that rounds over one list measure that memory")},
		{"minikin", absent("not installed: part of Android and Chromium, no package of its own")},
		{"typst/hypher", absent("not installed: a Rust crate, and the installer here brings none")},
		{"hyphenation (Rust crate)", absent("not installed: a Rust crate, and the installer here brings none")},
	}
}
