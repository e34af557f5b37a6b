package lookup

import (
	"errors"
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/measuring"
	"hyphbench/internal/wordlist"
)

// fan2014 is the preset of Table 3 of Fan, Andersen, Kaminsky, Mitzenmacher 2014, Cuckoo
// filter: practically better than Bloom, CoNEXT: cuckoo filters of 192 MB, with
// fingerprints of 12 bits and, semi-sorted, of 13, beside Bloom, blocked, quotient and
// d-left counting filters.
//
// Of its numbers those of the two cuckoo filters are known here, as the authors' program
// measured them again (github.com/efficient/cuckoofilter, benchmarks/conext-table3.cc):
// 127.82 and 127.90 million keys, 12.60 and 12.59 bits per key, rates of 0.18 and 0.09 %,
// 5.86 and 4.10 million keys built in a second. The others are not known here, and no
// claim is about them.
const fan2014 = "fan2014"

const (
	// With fanDefault keys a cuckoo filter takes 48 MiB, of 12 bits an entry, and with
	// four times as many 192.
	fanDefault = "31500000"
	fanQuick   = "984375"

	fanFilters = "bloom,blocked,cuckoo,cuckoo-semisort,quotient,dleft"

	// fanRate takes a cuckoo filter of 12 bits and a Bloom filter of 13 bits per key and 8
	// or 9 functions; fanSorted takes one of 13 bits, which semi-sorting makes 12.
	fanRate   = axis.Per / 500
	fanSorted = axis.Per / 1000
)

// presetFlags are what flags that were not given are under the preset, or with queries of the
// user's, whose share of members is asked.
func (x *flagged) presetFlags(quick bool) (map[string]string, error) {
	switch {
	case x.preset.Value == "" && x.work.HasQueries():
		share, err := x.work.ShareOfKeys()
		return map[string]string{"hits": share}, err
	case x.preset.Value == "":
		return nil, nil
	case bool(x.full):
		return nil, fmt.Errorf("--preset=%s crosses nothing: want no --full", x.preset.Value)
	case x.text != "":
		return nil, fmt.Errorf("--preset=%s asks no text: want no --text", x.preset.Value)
	}
	n := fanDefault
	if quick {
		n = fanQuick
	}
	return map[string]string{"filter": fanFilters, "n": n, "hits": "0,1", "reps": "3", "eps": fanRates()}, nil
}

// fanRates are both rates of the preset. Others that are given hold for all structures,
// and are not those of the table.
func fanRates() string { return axis.Rate(fanSorted).String() + "," + axis.Rate(fanRate).String() }

// elsewhere reports whether a structure has another rate than this in the preset.
func (b *bench) elsewhere(s filter.Structure, rate axis.Rate) bool {
	return b.x.preset.Value != "" && b.Text(axis.Eps) == fanRates() && !s.Exact && presetRate(s) != rate
}

// presetRate is the rate that a structure has in the preset.
func presetRate(s filter.Structure) axis.Rate {
	if s.Name == semisort {
		return fanSorted
	}
	return fanRate
}

// presetText says of n keys at which size the table is measured: "n = 31,500,000: a cuckoo
// filter takes 48 MiB here, and 192 MiB in the article".
func presetText(n int) string {
	s, err := all.ByName(cuckoo)
	if err != nil {
		return err.Error()
	}
	plan, err := s.Plan(n, filter.Config{Epsilon: axis.Rate(fanRate).Float()})
	if err != nil {
		return err.Error()
	}
	size := float64(plan.Bits) / 8 / (1 << 20)
	text := fmt.Sprintf("n = %s: a cuckoo filter takes %.3g MiB", axis.Grouped(n), size)
	if size < fanSize {
		text += fmt.Sprintf(" here, and %d MiB in the article", fanSize)
	}
	return text
}

// fanSize is that of the table, in MiB.
const fanSize = 192

// full counts the keys that a table for the current number of them takes before it
// refuses one, and returns the bits of each. It has no row for a structure that takes
// as many as it is told to have room for.
func (b *bench) full() (*experiment.Measurement, error) {
	c := &b.current
	cfg := c.config
	cfg.Capacity = b.sets.keys.Len()
	plan, err := c.s.Plan(0, cfg)
	if err != nil {
		return nil, err
	}
	f, err := filled(c.s, b.sets.keys, cfg)
	if errors.Is(err, filter.ErrFull) { // before the number it was told
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	more := b.Work.Further(b.sets.n, b.sets.seed, max(0, plan.Capacity-b.sets.keys.Len()))
	in, err := untilRefused(f, more)
	if err != nil || in == more.Len() {
		return nil, err
	}
	return measuring.Counted(float64(f.Bits())/float64(b.sets.keys.Len()+in), "bits"), nil
}

// untilRefused inserts keys until one is refused, and says how many were not.
func untilRefused(f filter.Filter, keys *wordlist.List) (in int, err error) {
	i, err := filter.As[filter.Inserter](f, nil)
	if err != nil {
		return 0, err
	}
	for key := range keys.Each() {
		switch err := i.Insert(key); {
		case errors.Is(err, filter.ErrFull):
			return in, nil
		case err != nil:
			return in, err
		}
		in++
	}
	return in, nil
}
