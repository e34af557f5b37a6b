package choose

import (
	"math"

	"hyphbench/internal/axis"
)

// Preset is a documented decision.
type Preset struct {
	Name     string
	Title    string // what was to be decided
	Source   string // threads, where it was
	Did      string // what they did
	Assumed  string // what the threads do not say, and is filled in here
	Question Question
	// Expect lists structures that agree with what was found there; None stands for
	// no filter, Nothing for none that fits.
	Expect []string
	Why    string // where the answer is another one
	Other  string // another question: which; then there is no answer
}

// Nothing is the answer that no structure meets the question.
const Nothing = "nothing"

func rates(list ...float64) (out []axis.Rate) {
	for _, v := range list {
		out = append(out, axis.Rate(math.Round(v*axis.Per)))
	}
	return out
}

// Presets are documented decisions of programs in use: twenty of their threads, then
// those that the article on Bloom filters names.
func Presets() []Preset { return append(threads(), named()...) }

// threads are those that maintainers and users argued about.
func threads() []Preset {
	const us, ms = 1e3, 1e6 // in ns
	return []Preset{
		{
			Name: "dns-blocklist", Title: "a list of blocked names before the rules of a DNS server",
			Source: "AdguardTeam/AdGuardHome#7928, urlfilter#49; folbricht/routedns#647",
			Did:    "routedns keeps 60-bit fingerprints in a sorted array: practically exact, 72.3 to 16.7 MB.", Assumed: "a miss of 2 µs in the rules, 30 % blocked",
			Question: Question{N: 1_000_000, Members: 0.3, Miss: 2 * us, Hit: 2 * us, Rates: rates(1e-7)},
			Expect:   []string{"fingerprints"},
			Why:      "At a rate of 1e-7 a static filter has 27 to 30 bits per key where the fingerprints need 40 to 60, and is as fast: routedns wants the index to be exact for every name, and to take insertions.",
		},
		{
			Name: "lsm-table", Title: "a filter for each table of an LSM tree",
			Source: "cockroachdb/pebble#5700, #5659, #3734, #5655",
			Did:    "Pebble went from blocked Bloom filters of 10 bits to fuse filters of 16 to 4 bits by level.", Assumed: "100,000 keys in a table, a block of the page cache in 10 µs, no members above the bottom level",
			Question: Question{N: 100_000, Miss: 10 * us, Hit: 10 * us, Rates: rates(0.01), Needs: []Need{Serialise}},
			Expect:   []string{"fuse"},
			Why:      "Bumped ribbon filters are a fifth smaller than fuse filters and keep 99 % of what those save; there was no such library. With --prefer=time the answer is fuse.",
		},
		{
			Name: "rocksdb-lifetime", Title: "a filter that lives for a day",
			Source: "RocksDB blog, 2021-12-29", Did: "Ribbon where a filter lives for more than an hour, else Bloom.",
			Assumed:  "10,000,000 keys, one query per key in the day, a read of 100 µs, members 0; memory at 11.45 dollars a GiB beside a thread at 62.19, in three years, as there with the electricity",
			Question: Question{N: 10_000_000, Miss: 100 * us, Hit: 100 * us, Rates: rates(0.01), Needs: []Need{Serialise}, Queries: 1e7, Seconds: 86400},
			Expect:   []string{"ribbon", "burr"},
		},
		{
			Name: "ipfs-blockstore", Title: "asking a block store for blocks that it mostly lacks",
			Source: "ipfs/kubo#2850, #2973, #4924, #11303; filecoin lotus#4512", Did: "A Bloom filter, off by default; lotus switched it off.",
			Assumed:  "10,000,000 blocks, 5 % there, a miss of 100 µs on the disk, the number grows",
			Question: Question{N: 10_000_000, Members: 0.05, Miss: 100 * us, Hit: 150 * us, Rates: rates(0.01), Needs: []Need{Growth}},
			Expect:   []string{"scalable", "infini", "quotient", "dleft"},
		},
		{
			Name: "stellar-buckets", Title: "buckets of a ledger on disk, built once",
			Source: "stellar-core#3604, #4124, #4389", Did: "Binary fuse in place of Bloom: indexing 67 % less, redundant reads divided by 130.",
			Assumed:  "1,000,000 keys in a bucket, 5 % members, a read of 100 µs",
			Question: Question{N: 1_000_000, Members: 0.05, Miss: 100 * us, Hit: 100 * us, Rates: rates(0.001), Needs: []Need{Serialise}},
			Expect:   []string{"fuse", "xor"},
			Why:      "Before a read of 100 µs all filters of one rate save as much, and the smallest is named. There was no such library there.",
		},
		{
			Name: "algorand-ids", Title: "transaction identifiers in a message",
			Source: "algorand/go-algorand#2001", Did: "xor8 at 0.4 %: 1,274 bytes of 1,000 keys against 1,446 of a Bloom filter, which is smaller at 1 % (1,207).",
			Assumed:  "that the smallest is wanted; a missing transaction costs 10 ms",
			Question: Question{N: 1000, Members: 0.1, Miss: 10 * ms, Hit: 10 * ms, Rates: rates(0.004), Needs: []Need{Serialise}, Smaller: true},
			Expect:   []string{"xor"},
			Why:      "The review compared xor and Bloom filters. Structures with less than xor's 23 % over the bound are smaller still; that xor is below Bloom at 0.4 %, and above it at 1 %, is so here too.",
		},
		{
			Name: "pwned-passwords", Title: "half a billion passwords, asked before a service",
			Source: "adewes/have-i-been-bloomed, w8rbt/bp, haveibeenfiltered", Did: "Bloom of 887 MB at 0.1 %, later ribbon: 7.2 bits per key.",
			Assumed:  "2 % members, an answer of the service in 200 ms, the smallest is wanted",
			Question: Question{N: 500_000_000, Members: 0.02, Miss: 200 * ms, Hit: 200 * ms, Rates: rates(0.001), Needs: []Need{Serialise}, Smaller: true},
			Expect:   []string{"ribbon", "burr"},
		},
		{
			Name: "crlite", Title: "revoked certificates among all that exist",
			Source: "CRLite; Schanck, IEEE S&P 2025", Did: "Clubcard in place of a cascade of Bloom filters: 6.7 MB for 8 M of 900 M.",
			Assumed:  "that all queries are known; costs are those of a universe of the record's size, so that bits per key are not those of 900 M",
			Question: Question{N: 8_000_000, Members: 0.01, Miss: 100 * ms, Hit: 100 * ms, Rates: rates(0.01), Needs: []Need{Universe, Serialise}, Smaller: true},
			Expect:   []string{"clubcard"},
		},
		{
			Name: "tempo-blocks", Title: "trace identifiers of a block in an object store",
			Source: "grafana/tempo#192, #419, #644, #3054", Did: "Bloom filters cut into pieces of 100 KiB, 5 % then 1 %.",
			Assumed:  "1,000,000 identifiers in a block, 0.1 % members, a read of 50 ms",
			Question: Question{N: 1_000_000, Members: 0.001, Miss: 50 * ms, Hit: 50 * ms, Rates: rates(0.05, 0.01), Needs: []Need{Serialise}},
			Expect:   []string{"bloom", "blocked", "splitblock", "fuse", "xor"},
			Why:      "Before a read of 50 ms all filters of one rate are as good, and the smallest is named. Pieces of a filter are not asked for here.",
		},
		{
			Name: "loki-ngrams", Title: "n-grams of log lines, to skip blocks",
			Source: "grafana/loki#14414, #13798", Did: "Withdrawn: the share of blocks that the filters rejected was 0.00.",
			Assumed:  "that every query finds its n-grams, 1,000,000 of them, a read of 20 ms",
			Question: Question{N: 1_000_000, Members: 1, Miss: 20 * ms, Hit: 20 * ms, Rates: rates(0.01)},
			Expect:   []string{None},
		},
		{
			Name: "geth-logs", Title: "addresses and topics of a block's logs in 2,048 bits",
			Source: "ethereum/go-ethereum#17613, #30370, #31081", Did: "The filter is saturated (547 blocks matched of which 6 held); an index replaced it.",
			Assumed:  "5,000 entries in a block",
			Question: Question{N: 5000, Members: 0.01, Miss: 100 * us, Hit: 100 * us, Rates: rates(0.1, 0.01), Memory: 2048},
			Expect:   []string{Nothing},
		},
		{
			Name: "elasticsearch-terms", Title: "identifiers before a dictionary of terms in memory",
			Source: "elastic/elasticsearch#93283", Did: "k from 1 to 7: the rate from 9.5 to 0.8 %, a query from 180 to 85 ns. It pays even in memory.",
			Assumed:  "100,000 documents, 5 % members, a miss of 180 ns",
			Question: Question{N: 100_000, Members: 0.05, Miss: 180, Hit: 180, Rates: rates(0.01), Needs: []Need{Serialise}},
			Expect:   []string{"bloom", "blocked", "splitblock", "register", "fuse", "xor", "cuckoo"},
		},
		{
			Name: "paimon-hits", Title: "a local file that nearly always has the key",
			Source: "apache/paimon#2696, #4350", Did: "Lookups took 196.7 ns with the filter, 160.8 without.",
			Assumed:  "99 % members, a miss of 160 ns",
			Question: Question{N: 5_000_000, Members: 0.99, Miss: 160, Hit: 160, Rates: rates(0.01)},
			Expect:   []string{None},
		},
		{
			Name: "databend-blocks", Title: "blocks of a table in an object store",
			Source: "databend#7748, #7860, #15637; horaedb#510; risingwave#6393", Did: "xor8 in place of Bloom: 50 % more storage, ten times fewer reads.",
			Assumed:  "1,000,000 values, 10 % members, a read of 20 ms",
			Question: Question{N: 1_000_000, Members: 0.1, Miss: 20 * ms, Hit: 20 * ms, Rates: rates(0.004), Needs: []Need{Serialise}},
			Expect:   []string{"fuse", "xor"},
			Why:      "Before a read of 20 ms all filters of one rate are as good, and the smallest is named. There was no such library there.",
		},
		{
			Name: "corediff-hashes", Title: "a set of hashes in place of a map",
			Source: "sansecio/corediff#24", Did: "A fuse filter: 6 ns against the map's 14, a quarter of its size.",
			Assumed:  "10,000,000 hashes, half of the queries members; a false positive is accepted",
			Question: Question{N: 10_000_000, Members: 0.5, Miss: math.NaN(), Rates: rates(0.003), Final: true},
			Expect:   []string{"fuse", "register", "splitblock", "blocked"},
		},
		{
			Name: "feed-service", Title: "posts already seen, before a cache and a database",
			Source: "a Go feed service (theaicatchup.com), 18,000 requests a second", Did: "A Bloom filter: the 95th percentile from 140 to 85 ms.",
			Assumed:  "1,000,000 posts, 2.5 % members, a miss of 500 µs, the number grows",
			Question: Question{N: 1_000_000, Members: 0.025, Miss: 500 * us, Hit: 500 * us, Rates: rates(0.01), Needs: []Need{Growth}},
			Expect:   []string{"scalable", "infini", "quotient", "dleft"},
		},
		{
			Name: "crawler", Title: "addresses that a crawler has seen: a false positive is a lost page",
			Source: "rmax/scrapy-redis#56", Did: "Users were warned against the filter.",
			Assumed:  "10,000,000 addresses, half of the queries members, at most one page lost in a million",
			Question: Question{N: 10_000_000, Members: 0.5, Miss: math.NaN(), Rates: rates(1e-6), Final: true, Needs: []Need{Growth}},
			Expect:   []string{"hashtable", "scalable", "infini", "quotient", "dleft"},
		},
		{
			Name: "cache-penetration", Title: "random identifiers of an attacker before a database",
			Source: "RedisBloom#717; itnotes.dev", Did: "Bloom, then cuckoo.",
			Assumed:  "10,000,000 identifiers, 2 % members, a miss of 200 µs; identifiers are deleted; costs are those of the usual hash function",
			Question: Question{N: 10_000_000, Members: 0.02, Miss: 200 * us, Hit: 200 * us, Rates: rates(0.01), Needs: []Need{Delete}, Keyed: true},
			Expect:   []string{"cuckoo", "quotient", "dleft"},
			Why:      "Before a miss of 200 µs all that delete are as good, and the smallest is named; of these the cuckoo filter answers soonest.",
		},
		{
			Name: "contact-tracing", Title: "identifiers that are sent once",
			Source: "DP-3T/documents#130", Did: "A sorted list of hashes is smaller than a cuckoo filter.",
			Assumed:  "100,000 identifiers; a false positive is an error; the smallest is wanted",
			Question: Question{N: 100_000, Members: 0.01, Miss: math.NaN(), Rates: rates(1e-9), Final: true, Needs: []Need{Serialise}, Smaller: true},
			Expect:   []string{"gcs"},
			Why:      "A Golomb-coded set, which is that sorted list, takes 1.5 bits over the bound; burr takes less than 0.5 % over it, which was not known then.",
		},
		{
			Name: "reconciliation", Title: "the difference of two large sets",
			Source: "ElementsProject/lightning#2995, bitcoin/bips#851", Did: "Sketches of the difference in place of invertible Bloom lookup tables.",
			Other: "which elements differ is another question than whether one is there: no membership filter answers it",
		},
	}
}
