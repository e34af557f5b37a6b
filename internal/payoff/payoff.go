// Package payoff computes whether a filter in front of a store saves time: for which costs,
// after how many queries, and how much another bit saves.
//
// Guarantee: the package has only formulas, and measures nothing. The caller chooses the unit
// of time; hyphbench uses ns everywhere.
// Cost: none worth naming.
// Source: Lang, Neumann, Kemper and Boncz, PVLDB 12(5) 2019 (overhead of a negative query, time
// by memory level); Dillinger, RocksDB 2021 (memory as money). That only the cost of a miss
// counts, and the break-even of queries, are derived below.
package payoff

import "math"

// Case is a filter before a store, asked queries of which some are members.
type Case struct {
	Filter  float64 // time of a query of the filter
	Rate    float64 // its false-positive rate, per query
	Members float64 // share of the queries that are keys, 0 to 1
	Hit     float64 // time of a lookup in the store that finds its key
	Miss    float64 // and of one that does not
}

// Bare is the mean time of a query without the filter:
// σ·t_hit + (1 − σ)·t_miss.
func (c Case) Bare() float64 { return c.Members*c.Hit + (1-c.Members)*c.Miss }

// Guarded is the mean time of a query with the filter:
// t_filter + σ·t_hit + (1 − σ)·ε·t_miss.
func (c Case) Guarded() float64 {
	return c.Filter + c.Members*c.Hit + (1-c.Members)*c.Rate*c.Miss
}

// Saving is what the filter saves of a mean query; negative where it costs. The time
// of a hit is in both and cancels: (1 − σ)·(1 − ε)·t_miss − t_filter.
func (c Case) Saving() float64 { return c.avoided()*c.Miss - c.Filter }

// avoided is the share of the queries that the filter answers by itself.
func (c Case) avoided() float64 { return (1 - c.Members) * (1 - c.Rate) }

// BreakEvenMiss is the time of a miss from which on the filter pays; infinite where
// it never does.
func (c Case) BreakEvenMiss() float64 { return over(c.Filter, c.avoided()) }

// BreakEvenQueries is the number of queries that pay for a construction of that
// time; infinite where the filter does not pay.
func (c Case) BreakEvenQueries(build float64) float64 {
	if c.Saving() <= 0 {
		return math.Inf(1)
	}
	return build / c.Saving()
}

// over is a/b, infinite for b ≤ 0.
func over(a, b float64) float64 {
	if b <= 0 {
		return math.Inf(1)
	}
	return a / b
}

// LeastRate is the false-positive rate of a Bloom filter from which on another bit per
// key costs more than it saves: bit is what it adds to the time of a query, of
// which a share is members. With the best number of hashes ε = 2^(−b·ln 2), and the
// derivative of the guarded time by b is bit − ln²2·ε·(1 − σ)·t_miss. At most 1.
func LeastRate(bit, members, miss float64) float64 {
	return min(1, over(bit, math.Ln2*math.Ln2*(1-members)*miss))
}

// Price is what a bit of memory costs that is kept for a second, in ns of a thread
// of a processor, which has a price too.
type Price float64

// PriceOf is the price of a bit where a GiB of memory and a thread cost so much for
// the same time.
func PriceOf(gib, thread float64) Price { return Price(gib / (8 << 30) / thread * 1e9) }

// The prices of Dillinger's example (RocksDB 2021), for three years: 8 dollars and 0.375 W
// a GiB, 30 dollars and 3.5 W a thread, 0.35 dollars a kWh.
const (
	DillingerGiB    = 11.45
	DillingerThread = 62.19
)

// Rent is what so many bits cost that are kept for so many seconds, in ns of a thread.
func (p Price) Rent(bits, seconds float64) float64 { return bits * float64(p) * seconds }

// BreakEvenLife is the time in s for which a key's part of a structure must be kept
// until the bits that it saves against a larger one pay for the ns that it takes
// longer, over construction and queries; infinite where it saves no bit, and 0 or
// less where it takes no longer.
func (p Price) BreakEvenLife(longer, bits float64) float64 { return over(longer, bits*float64(p)) }
