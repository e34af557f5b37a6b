package main

// Reasons of absent peers.
const (
	cachesAnswers = "caches the answer of every word: rounds over one list measure the cache"
	rustCrate     = "not installed: a Rust crate, which run.sh does not install"
	notServed     = "the Go module proxy did not serve it on 2026-11-21"
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
		{"cockroachdb/pebble", openPebble},
		{"parquet-go", openParquet},
		{"tylertreat/BoomFilters", openBoomFilters},
		{"RoaringBitmap/roaring", openRoaring},
		{"cockroachdb/swiss", openSwiss},
		{"btcsuite/btcd gcs", openGCS},
		{"npm hyphenopoly", absent(cachesAnswers)},
		{"npm hyphen", absent(cachesAnswers)},
		{"minikin", absent("not installed: part of Android and Chromium, no package of its own")},
		{"typst/hypher", absent(rustCrate)},
		{"hyphenation (Rust crate)", absent(rustCrate)},
		{"RibbonFilter/ribbonGo (ribbon)", absent(notServed)},
		{"facebookincubator/go-qfext (quotient)", absent(notServed)},
		{"Nomon/qf-go (quotient)", absent(notServed)},
		{"jcalabro/gloom (blocked Bloom)", absent(notServed)},
		{"apache/arrow-go (split block)", absent("parquet-go has the same filter")},
		{"dolthub/swiss (map)", absent("the map of Go 1.24 and later is of the same design")},
		{"libraries for d-left, prefix, VI-CBF, dynamic, stacked, adaptive, expandable quotient, bumped ribbon and Clubcard", absent("none in Go was found")},
	}
}
