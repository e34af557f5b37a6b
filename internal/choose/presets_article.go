package choose

// named are uses that the article on Bloom filters names, of which documents say how
// many keys there are and at what rate. Those of which they do not are listed in
// docs/applications.md, with the reason.
func named() []Preset {
	const us, ms = 1e3, 1e6 // in ns
	return []Preset{
		{
			Name: "safe-browsing", Title: "prefixes of dangerous addresses in a browser",
			Source: "Chromium, crrev.com/74487 (issue 71832)", Did: "Sorted prefixes of 32 bits, as differences of 16 bits, took the place of a Bloom filter: about 8,000 apart, so 540,000 of them, and a rate of 0.0125 %.",
			Assumed:  "0.1 % members, a request of 100 ms, the smallest is wanted",
			Question: Question{N: 540_000, Members: 0.001, Miss: 100 * ms, Hit: 100 * ms, Rates: rates(1e-4), Needs: []Need{Serialise}, Smaller: true},
			Expect:   []string{"fingerprints", "gcs"},
			Why:      "Sorted prefixes as differences are a Golomb-coded set with another code: smaller than a Bloom filter here too. The smallest is a later structure; but the service is asked by prefix, which only the sorted ones give back, and updates add and take out prefixes.",
		},
		{
			Name: "squid-digests", Title: "what a neighbour's web cache has",
			Source: "Wessels, Squid: The Definitive Guide, 10.7; squid.conf, digest_bits_per_entry", Did: "A Bloom filter of 5 bits an object and 4 hash functions, 625 kB for a million objects, fetched anew every hour: a rate of 9.2 %.",
			Assumed:  "10 % members, a request to the neighbour of 50 ms, the smallest is wanted",
			Question: Question{N: 1_000_000, Members: 0.1, Miss: 50 * ms, Hit: 50 * ms, Rates: rates(0.1), Needs: []Need{Serialise}, Smaller: true},
			Expect:   []string{"bloom"},
			Why:      "A digest is made of what is in the cache at that time, so that a static structure serves. Those of today were not known then.",
		},
		{
			Name: "venti-index", Title: "blocks that an archive has not stored yet, before its index on disk",
			Source: "Plan 9, venti(8), venti-fmt(8)", Did: "A Bloom filter of 10 to 24 hash functions, sized so that these times the blocks are at most 0.7 of its bits, and 512 MB at most: 150 million blocks with 20.",
			Assumed:  "100,000,000 blocks, half of those written are there already, a read of the index of 8 ms, 20 hash functions and so a rate of 0.0001 %, the number grows",
			Question: Question{N: 100_000_000, Members: 0.5, Miss: 8 * ms, Hit: 8 * ms, Rates: rates(1e-6), Needs: []Need{Growth}, Memory: 8 * 512 << 20},
			Expect:   []string{"bloom", "scalable", "infini", "quotient", "dleft"},
		},
		{
			Name: "bip37-wallet", Title: "what a light Bitcoin wallet wants to be told of",
			Source: "bitcoin/bips, BIP 37; bitcoin/bitcoin, src/bloom.h", Did: "A Bloom filter of 36,000 bytes at most: 20,000 items at 0.1 %, or 10,000 at 0.0001 %.",
			Assumed:  "0.1 % members, 10 ms for a transaction that is sent in vain, the smallest is wanted",
			Question: Question{N: 20_000, Members: 0.001, Miss: 10 * ms, Hit: 10 * ms, Rates: rates(0.001), Needs: []Need{Serialise}, Memory: 8 * 36_000, Smaller: true},
			Expect:   []string{"bloom"},
			Why:      "The peer inserts outpoints into the filter while it is in use (filteradd), which a static structure cannot take. The rate is chosen by the wallet for its privacy, not for its memory.",
		},
		{
			Name: "cassandra-sstables", Title: "a filter for each table on disk of a wide-column store",
			Source: "Cassandra, operating/bloom_filters; HBase, io.hfile.bloom.error.rate; the article on BigTable", Did: "A Bloom filter of 1 % (Cassandra with levelled compaction: 10 %).",
			Assumed:  "1,000,000 rows in a table, 10 % members, a read of 100 µs",
			Question: Question{N: 1_000_000, Members: 0.1, Miss: 100 * us, Hit: 100 * us, Rates: rates(0.1, 0.01), Needs: []Need{Serialise}},
			Expect:   []string{"bloom", "blocked", "splitblock", "fuse", "xor"},
			Why:      "Before a read of 100 µs all filters of one rate are as good, and the smallest is named. Tables are written once, so that a static structure serves.",
		},
	}
}
