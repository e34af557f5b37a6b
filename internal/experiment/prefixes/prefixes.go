// Package prefixes measures the lookup of addresses in routing tables with a Bloom filter for
// each length of prefix. How many accesses to the tables does an address take?
//
// Guarantee: every answer is compared with a search of all lengths. If it is not the longest
// prefix, the run ends. Table, addresses and hash functions of a round depend on the seed and
// on the round alone.
// Cost: see --dry-run; a hundred bytes per prefix in memory.
// Source: Dharmapurikar, Krishnamurthy, Taylor 2003, Longest prefix matching using Bloom
// filters, for filters by length. The linear filter's paper names Yang et al. 2014, who
// exchange summaries of routing tables; that paper is not at hand.
package prefixes

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed help.txt
var help string

// Methods, and the axes.
const (
	filters = "filters"
	tables  = "tables"
	halving = "halving"
	trie    = "trie"

	N    axis.CountAxis = "n"
	Bits axis.CountAxis = "bits"
)

// Metrics, in the order of display.
var (
	metrics metric.List

	Accesses       = metrics.Number("accesses", "accesses", "accesses of a lookup", "acessos de uma busca")
	AccessesTheory = metrics.Number("accesses_theory", "accesses", "accesses of a lookup, theory", "acessos de uma busca, teoria")
)

const longest = 24 // bits of a prefix

// shape is how many of a thousand prefixes have a length.
func shape(length int) int {
	switch {
	case length == 24:
		return 600
	case length >= 22:
		return 100
	case length >= 20:
		return 50
	case length >= 16:
		return 20
	case length >= 8:
		return 3 // 24 of the last 20: 24 bits have what the others leave
	}
	return 0
}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	lookups := flagvalue.AtLeast{Value: 20_000, Least: 100, Why: "a mean of fewer says nothing"}
	return trial.New(trial.Spec{
		Name: "prefixes", Title: "longest prefixes of addresses by a filter for each length: accesses", Help: help,
		Axes: []trial.Axis{
			{Of: N, Default: "10000,100000", Quick: "10000", Usage: "numbers of prefixes, 100 to 500000", About: "prefixes of the table"},
			{Of: Bits, Default: "2,4,8,12,16", Usage: "bits of the filters per prefix, 1 to 32", About: "bits of the filters per prefix"},
		},
		Flags: []trial.Flag{{Name: "lookups", Value: &lookups, Quick: "2000", Usage: "addresses per round, 100 or more"}},
		Reps:  trial.Reps{Default: 6, Least: 2, Why: "an interval over tables needs at least 2", Quick: "3", Usage: "tables of each size, 2 or more"},
		Seed:  "seed of tables, addresses and hash functions",
		Quick: "fewer prefixes, addresses and tables: some seconds",
		Methods: []trial.Method{
			{Name: filters, Title: bilingual.Text{EN: "a Bloom filter for each length", PT: "um Bloom filter por comprimento"}},
			{Name: tables, Baseline: true, Title: bilingual.Text{EN: "a hash table for each length", PT: "uma tabela hash por comprimento"}},
			{Name: halving, Baseline: true, Title: bilingual.Text{EN: "binary search of ranges", PT: "busca binária de intervalos"}},
			{Name: trie, Baseline: true, Title: bilingual.Text{EN: "trie", PT: "trie"}},
		},
		Metrics:   metrics,
		Words:     map[string]string{"accesses": "acessos"},
		Headlines: []answer.Headline{{Metric: Accesses, To: halving}},
		Claims:    claims(),
		Figures:   figures,
		Prepare: func(r *trial.Run) error {
			if list := r.Counts(N); list[0] < 100 || list[len(list)-1] > 500_000 {
				return fmt.Errorf("--n=%s: want 100 to 500000", r.Text(N))
			}
			if list := r.Counts(Bits); list[0] < 1 || list[len(list)-1] > 32 {
				return fmt.Errorf("--bits=%s: want 1 to 32", r.Text(Bits))
			}
			r.Parameters = map[string]string{"lookups": lookups.String()}
			return nil
		},
		Trials: func(r *trial.Run) (list []trial.Trial) {
			for _, n := range r.Counts(N) {
				for _, m := range r.Methods {
					places, reports := []axis.Place{}, []runfolder.Metric{Accesses}
					if m.Name == filters {
						reports = append(reports, AccessesTheory)
						for _, b := range r.Counts(Bits) {
							places = append(places, Bits.At(b))
						}
					}
					list = append(list, trial.Trial{Method: m.Name, At: []axis.Place{N.At(n)}, Along: places, Reports: reports,
						Do: func(t *trial.T) error {
							type key struct{ n, round int }
							w, err := trial.Fixture(t, key{n, t.Round}, func() (*table, error) { return newTable(n, lookups.Value, t.Seed()), nil })
							if err != nil {
								return err
							}
							if m.Name != filters {
								accesses, err := w.without(m.Name)
								t.Report(Accesses, accesses)
								return err
							}
							for i, p := range places {
								accesses, theory, err := w.by(r.Counts(Bits)[i], t.Seed())
								if err != nil {
									return err
								}
								t.ReportAt(p, Accesses, accesses)
								t.ReportAt(p, AccessesTheory, theory)
							}
							return nil
						}})
				}
			}
			return list
		},
		Listed: true, // a table is made once a round
	})
}

// table is prefixes by their length, and addresses with the longest that each begins with.
type table struct {
	of       [longest + 1]map[uint32]bool // by their first bits
	nodes    [longest + 1]map[uint32]bool // of a trie of all, by their first bits
	asked    []uint32
	want     []int // lengths
	boundary []uint32
	below    []int // of a boundary: the length of the longest prefix from it on
}

// lengths are how many of n prefixes have a length: half of all that there are at most, and the
// longest what the others leave.
func lengths(n int) (of [longest + 1]int) {
	left := n
	for length := range longest {
		of[length] = min(n*shape(length)/1000, 1<<length/2)
		left -= of[length]
	}
	of[longest] = min(left, 1<<longest/2)
	return of
}

func newTable(n, lookups int, seed uint64) *table {
	w := &table{}
	random := rand.New(rand.NewPCG(seed, 'p'))
	var all [][2]uint32 // bits, length
	for length, want := range lengths(n) {
		w.of[length], w.nodes[length] = map[uint32]bool{}, map[uint32]bool{}
		for len(w.of[length]) < want {
			p := random.Uint32() >> (32 - length)
			if !w.of[length][p] {
				w.of[length][p] = true
				all = append(all, [2]uint32{p, uint32(length)})
				for l := length; l > 0 && !w.nodes[l][p>>(length-l)]; l-- {
					w.nodes[l][p>>(length-l)] = true
				}
			}
		}
	}
	for range lookups {
		p := all[random.IntN(len(all))]
		address := p[0]<<(32-p[1]) | random.Uint32()>>p[1]
		w.asked = append(w.asked, address)
		w.want = append(w.want, w.longest(address))
	}
	w.boundary = []uint32{0}
	for _, p := range all {
		first := p[0] << (32 - p[1])
		w.boundary = append(w.boundary, first)
		if next := uint64(first) + 1<<(32-p[1]); next < 1<<32 {
			w.boundary = append(w.boundary, uint32(next))
		}
	}
	slices.Sort(w.boundary)
	w.boundary = slices.Compact(w.boundary)
	for _, b := range w.boundary {
		w.below = append(w.below, w.longest(b))
	}
	return w
}

// longest is the length of the longest prefix of an address, 0 without one.
func (w *table) longest(address uint32) int {
	for length := longest; length > 0; length-- {
		if w.of[length][address>>(32-length)] {
			return length
		}
	}
	return 0
}

// without are the accesses of a lookup without filters, in the mean.
func (w *table) without(method string) (float64, error) {
	sum := 0
	for i, address := range w.asked {
		found := w.want[i]
		switch method {
		case tables:
			for length := longest; length >= found; length-- {
				if len(w.of[length]) > 0 {
					sum++
				}
			}
		case trie:
			nodes, last := w.walk(address)
			sum, found = sum+nodes, last
		case halving:
			low, high := 0, len(w.boundary)
			for high-low > 1 {
				middle := (low + high) / 2
				if sum++; w.boundary[middle] <= address {
					low = middle
				} else {
					high = middle
				}
			}
			found = w.below[low]
		}
		if found != w.want[i] {
			return 0, fmt.Errorf("%s: address %08x has a prefix of %d bits, not %d", method, address, w.want[i], found)
		}
	}
	return float64(sum) / float64(len(w.asked)), nil
}

// walk is the number of nodes of a trie that an address passes below the root, and the longest
// prefix among them.
func (w *table) walk(address uint32) (nodes, found int) {
	for length := 1; length <= longest && w.nodes[length][address>>(32-length)]; length++ {
		if nodes++; w.of[length][address>>(32-length)] {
			found = length
		}
	}
	return nodes, found
}

// by are the accesses of a lookup with filters of so many bits per prefix, in the mean, and what
// the filters' rates give.
func (w *table) by(perPrefix int, seed uint64) (accesses, theory float64, err error) {
	var rates [longest + 1]float64
	var of [longest + 1]*bloom.Bits
	var hash [longest + 1]filter.Hasher
	for length, prefixes := range w.of {
		if len(prefixes) == 0 {
			continue
		}
		f := bloom.NewBits(uint64(len(prefixes)*perPrefix), max(1, int(math.Round(float64(perPrefix)*math.Ln2))))
		of[length], hash[length] = f, filter.NewHasher(filter.Config{Seed: filter.Mix(seed + uint64(length))})
		for p := range prefixes {
			f.Add(hash[length].Number(uint64(p)))
		}
		rates[length] = math.Pow(float64(f.Ones())/float64(f.M), float64(f.K)) // by the bits that are set
	}
	for i, address := range w.asked {
		found := 0
		for length := longest; length > 0 && found == 0; length-- {
			p := address >> (32 - max(length, 1))
			if of[length] == nil {
				continue
			}
			if length > w.want[i] {
				theory += rates[length]
			}
			if of[length].Has(hash[length].Number(uint64(p))) {
				accesses++
				if w.of[length][p] {
					found = length
				}
			}
		}
		if theory++; found != w.want[i] {
			return 0, 0, fmt.Errorf("address %08x has a prefix of %d bits, not %d", address, w.want[i], found)
		}
	}
	n := float64(len(w.asked))
	return accesses / n, theory / n, nil
}

//go:embed claims.txt
var claimTexts string

// claims are that of the linear filter's paper, and of what filters by length give.
func claims() []claim.Claim {
	of := func(e claim.Everywhere) claim.Claim {
		e.Metric, e.Methods = Accesses, []string{filters}
		return e.Claim()
	}
	return claim.Read(claimTexts, claim.Tests{
		"PX1": of(claim.Everywhere{At: claim.Only(func(c claim.Cell) bool { return c.Int(Bits) >= 8 }),
			Name: "accesses of a lookup", Unit: "accesses", Of: claim.Cell.Mean, Is: claim.Under(1.5)}),
		"PX2": of(claim.Everywhere{Name: "measured / theory", Of: claim.To(AccessesTheory), Is: claim.Near(0.03)}),
		"PX3": of(claim.Everywhere{Name: "filters / binary search", Of: claim.ToThat(halving), Is: claim.Under(0.25)}),
	})
}

// figures are those of a run, at its most prefixes.
func figures(m *runfolder.Meta) []figure.Figure {
	counts := m.Counts(string(N))
	if len(counts) == 0 {
		counts = []int{0}
	}
	return []figure.Figure{figure.Families("prefixes-accesses", figure.Intervals(bilingual.Text{
		EN: "Accesses to the routing table per lookup, by bits per prefix",
		PT: "Acessos à tabela de rotas por busca, por bits por prefixo"}), figure.FamiliesOf{
		Groups: []figure.RankedGroup{
			{Title: bilingual.Text{EN: "With filters", PT: "Com filtros"}, Filters: []string{filters}},
			{Title: bilingual.Text{EN: "Without filters", PT: "Sem filtros"}, Filters: []string{tables, halving, trie}},
		},
		Metric: Accesses, Axis: string(Bits), At: figure.Place{string(N): strconv.Itoa(counts[len(counts)-1])}, X: figure.Logarithmic, Y: figure.Logarithmic,
		Along: bilingual.Text{EN: "bits per prefix", PT: "bits por prefixo"}, Label: bilingual.Text{EN: "accesses per lookup", PT: "acessos por busca"},
	})}
}
