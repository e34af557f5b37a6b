package bloom1970

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the paper, of the article on it, of RocksDB's wiki, and what a
// reader of all of them expects of the time.
func claims() []claim.Claim {
	by := func(m runfolder.Metric, test func(counts) claim.Outcome) claim.Claim {
		return claim.By(m, func(d *claim.Data) claim.Outcome { return test(counted(d)) })
	}
	tests := claim.Tests{
		"B1":  by(Saved, counts.tableRows),
		"B2":  by(Saved, byChance(func(_, k int) float64 { return math.Pow(0.5, float64(k)) })),
		"B3":  by(Saved, byChance(func(n, k int) float64 { return bitRate(n, float64(areaBits(n, k)), k) })),
		"B4":  by(Saved, saves(halvings, 0.885)),
		"B5":  by(Saved, saves(6, 0.885)),
		"B6":  by(Saved, saves(halvings, 0.893)),
		"B7":  by(Saved, counts.lessArea),
		"B8":  by(metric.Bits, counts.lessThanExact),
		"B9":  by(Saved, counts.eighteen),
		"B11": by(Saved, counts.perfect),
		"B15": faster(Total, "direct", claim.Below(0)),
		"B16": faster(ColdTotal, "bbolt", claim.Below(0)),
		"B17": faster(Total, "bbolt", claim.Below(0)),
		"B18": faster(Total, "map", claim.Above(0)),
	}
	for i, row := range rocksdbRows() {
		tests["B"+strconv.Itoa(12+i)] = by(Saved, benefit(row))
	}
	return claim.Read(claimTexts, tests)
}

// counts are the accesses of a run, on the store that was asked the most words. Without
// any there are no keys.
type counts struct {
	*claim.Data
	store string
	words int // asked in a round
	keys  int // exceptions
	all   int // words of the dictionary
}

func counted(d *claim.Data) counts {
	c := counts{Data: d}
	for _, r := range d.Run.All() {
		if r.Metric == Total && r.Round > 0 && int(r.Ops) > c.words {
			c.store, c.words = d.Meta.On(string(Store), r.Point), int(r.Ops)
		}
	}
	keys, err1 := strconv.Atoi(d.Meta.Parameters[parameterExceptions])
	all, err2 := strconv.Atoi(d.Meta.Parameters[parameterWords])
	if err := errors.Join(err1, err2); err != nil || c.words == 0 || keys <= 0 || all <= keys {
		return counts{Data: d}
	}
	c.keys, c.all = keys, all
	return c
}

// negatives is the share of the words that are no exceptions, 0.9.
func (c counts) negatives() float64 { return 1 - float64(c.keys)/float64(c.all) }

// cell is one on a store.
func cell(d *claim.Data, name string, m runfolder.Metric, rate axis.Rate, store string) claim.Cell {
	return d.Cell(name, m, axis.Eps.At(rate), Store.At(store))
}

// saved is the share saved, with its error over hash functions; an error where the run
// lacks it.
func (c counts) saved(name string, rate axis.Rate) (stats.Estimate, error) {
	if c.keys == 0 {
		return stats.Estimate{}, errors.New("no accesses in the run")
	}
	return stats.MeanEstimate(cell(c.Data, name, Saved, rate, c.store).Values())
}

// bits are those of a hash area, NaN where the run lacks them.
func (c counts) bits(name string, rate axis.Rate) float64 {
	if c.keys == 0 {
		return math.NaN()
	}
	return cell(c.Data, name, metric.Bits, rate, "").Mean()
}

// lacks is the outcome of a claim about what the run lacks.
func lacks() claim.Outcome {
	return claim.Untested("the run does not hold two rounds of the hash areas that the claim is about")
}

// near is the region within a margin around a share.
func near(share, margin float64) claim.Region {
	return claim.Region{Low: share - margin, High: share + margin}
}

const halfPoint = 0.005

// tested is an outcome of shares that each are in a region. Its effect is the part
// that is the furthest from the middle of its region.
func tested(test, name string, parts ...claim.Tested) claim.Outcome {
	worst, far := parts[0], -1.0
	for _, p := range parts {
		if off := math.Abs(p.Estimates[0].Value - (p.Claimed.Low+p.Claimed.High)/2); off > far {
			worst, far = p, off
		}
	}
	o := claim.Every(test, parts...)
	o.Effect = worst.Percent(name)
	return o
}

const overHashes = "t over hash functions"

// tableRows tests the rows of Table I that agree with themselves.
func (c counts) tableRows() claim.Outcome {
	var parts []claim.Tested
	var details []string
	for k := 1; k < halvings; k++ {
		e, err := c.saved(method2, halving(k))
		if err != nil {
			return lacks()
		}
		want := c.negatives() * (1 - halving(k).Float())
		parts = append(parts, near(want, halfPoint).Of(e))
		details = append(details, fmt.Sprintf("P = 1/%d: %.2f %% (%.2f %%)", 1<<k, 100*e.Value, 100*want))
	}
	o := tested("each row: "+overHashes, "saved in the row furthest off", parts...)
	o.Detail = strings.Join(details, ", ")
	return o
}

// byChance counts the rows whose mean is as near to 0.9·(1 − rate) as chance allows:
// of negatives that fall on set bits, and of hash functions that set more bits or
// fewer. With six rows 3 standard errors are left by chance in one run of sixty.
func byChance(rate func(n, k int) float64) func(counts) claim.Outcome {
	const most = 3
	return func(c counts) claim.Outcome {
		inside, furthest := 0, 0.0
		for k := 1; k < halvings; k++ {
			e, err := c.saved(method2, halving(k))
			if err != nil {
				return lacks()
			}
			off := (e.Value - c.negatives()*(1-rate(c.keys, k))) / (c.error(k) / math.Sqrt(e.DF+1))
			if math.Abs(off) <= most {
				inside++
			}
			if math.Abs(off) > math.Abs(furthest) {
				furthest = off
			}
		}
		rows := halvings - 1
		return claim.Counted(inside == rows, fmt.Sprintf("means over hash functions, %d rows", rows), "furthest row", "standard errors", furthest,
			fmt.Sprintf("so in %d of %d rows", inside, rows))
	}
}

// error is the standard deviation of the share saved by one hash area of P = 1/2^k.
func (c counts) error(k int) float64 {
	m := float64(areaBits(c.keys, k))
	p := bitRate(c.keys, m, k)
	binomial := c.negatives() * p * (1 - p) / float64(c.words)
	areas := c.negatives() * bitRateError(c.keys, m, k)
	return math.Sqrt(binomial + areas*areas)
}

// saves is the test that the area of P = 1/2^k saves a share.
func saves(k int, share float64) func(counts) claim.Outcome {
	return func(c counts) claim.Outcome {
		e, err := c.saved(method2, halving(k))
		if err != nil {
			return lacks()
		}
		o := tested(overHashes, "saved", near(share, halfPoint).Of(e))
		o.Detail = fmt.Sprintf("%s bits in this run; 0.9·(1 − 1/%d) is %.2f %%",
			axis.Grouped(int(areaBits(c.keys, k))), 1<<k, 100*c.negatives()*(1-halving(k).Float()))
		return o
	}
}

// lessArea tests that method 2 saves more in the same area: more area saves more, so
// that for as much it needs less.
func (c counts) lessArea() claim.Outcome {
	var parts []claim.Tested
	var x, y []float64 // areas of method 1 and what they save
	for k := 1; k <= halvings; k++ {
		two, one := cell(c.Data, method2, Saved, halving(k), c.store), cell(c.Data, method1, Saved, halving(k), c.store)
		columns := c.Columns([]runfolder.Cell{two.Cell, one.Cell})
		var more []float64
		for i := range columns[0] {
			more = append(more, columns[0][i]-columns[1][i])
		}
		e, err := stats.MeanEstimate(more)
		if err != nil || c.keys == 0 {
			return lacks()
		}
		if k > 1 {
			parts = append(parts, claim.Above(0).Of(e))
		}
		mean, _ := stats.Mean(columns[1]) // of as many values as the estimate
		x, y = append(x, c.bits(method1, halving(k))), append(y, mean)
	}
	o := claim.Every("each row: t over hash functions (paired)", parts...)
	o.Effect = slices.MinFunc(parts, func(p, q claim.Tested) int {
		return cmp.Compare(p.Estimates[0].Value, q.Estimates[0].Value)
	}).Percent("least that method 2 saves more, of all words")
	if e, err := c.saved(method2, halving(4)); err == nil {
		if area := stats.Interpolate(y, x, e.Value); !math.IsNaN(area) {
			o.Detail = fmt.Sprintf("what method 2 saves at P = 1/16 takes method 1 %.2f times the area", area/c.bits(method2, halving(4)))
		}
	}
	return o
}

// conventionalBits is error-free hashing as the paper has it: cells of 20 bits, which
// tell a million messages apart, half of them empty.
func (c counts) conventionalBits() float64 { return 2 * 20 * float64(c.keys) }

// lessThanExact compares areas with both forms of error-free hashing.
func (c counts) lessThanExact() claim.Outcome {
	words := c.bits(exact, 0)
	least, largest := min(words, c.conventionalBits()), 0.0
	for k := 1; k <= halvings; k++ {
		for _, name := range []string{method1, method2} {
			largest = max(largest, c.bits(name, halving(k))/least)
		}
	}
	if math.IsNaN(largest) { // one of them is missing
		return lacks()
	}
	return claim.Counted(largest < 1, "counted", "largest area / error-free hashing", "%", 100*largest,
		fmt.Sprintf("half-empty cells of 20 bits have %s bits, this program's hash table of words %s",
			axis.Grouped(int(c.conventionalBits())), axis.Grouped(int(words))))
}

const thirtySecond = 5 // halvings of P = 1/32

// eighteen tests both numbers of the article.
func (c counts) eighteen() claim.Outcome {
	e, err := c.saved(method2, halving(thirtySecond))
	share := c.bits(method2, halving(thirtySecond)) / c.conventionalBits()
	if err != nil || math.IsNaN(share) {
		return lacks()
	}
	if !near(0.18, halfPoint).Contains(share) {
		return claim.Counted(false, "counted", "area / error-free hashing", "%", 100*share, "")
	}
	o := tested(overHashes, "saved", near(0.87, halfPoint).Of(e))
	o.Detail = fmt.Sprintf("with %.1f %% of the area; %.1f %% is the most that can be saved", 100*share, 100*c.negatives())
	if words := c.bits(exact, 0); !math.IsNaN(words) {
		o.Detail += fmt.Sprintf("; of this program's hash table, which keeps the words, it is %.1f %% of the area", 100*share*c.conventionalBits()/words)
	}
	return o
}

// perfect tests error-free hashing.
func (c counts) perfect() claim.Outcome {
	e, err := c.saved(exact, 0)
	if err != nil {
		return lacks()
	}
	return claim.Counted(math.Abs(e.Value-c.negatives()) < 1e-9, "counted at the store", "saved", "%", 100*e.Value, "")
}

// benefit tests what a filter saves as a share of what error-free hashing does.
func benefit(row rocksdbRow) func(counts) claim.Outcome {
	return func(c counts) claim.Outcome {
		e, err := c.saved(rocksdb, row.rate)
		most, err2 := c.saved(exact, 0)
		if err != nil || err2 != nil {
			return lacks()
		}
		return tested(overHashes, "share of the benefit", near(1-row.rate.Float(), 0.02).Of(e.Scaled(1/most.Value)))
	}
}

// faster tests, at every P of method 2, the ratio of a word's time with a hash area
// and without on a store.
func faster(m runfolder.Metric, store string, claimed claim.Region) claim.Claim {
	return claim.By(m, func(d *claim.Data) claim.Outcome {
		var parts []claim.Tested
		var details []string
		over := ""
		for k := 1; k <= halvings; k++ {
			var pair claim.Pairs
			pair.Add(cell(d, method2, m, halving(k), store), cell(d, noFilter, m, 0, store))
			p, how, err := pair.Ratio(d, claimed)
			if err != nil {
				return claim.Untested(fmt.Sprintf("the run does not hold two rounds of %s on the store %s with and without a hash area", m, store))
			}
			parts, over = append(parts, p), how
			if k == 1 || k == thirtySecond {
				details = append(details, fmt.Sprintf("%.2f times the time at P = 1/%d", math.Exp(p.Estimates[0].Value), 1<<k))
			}
		}
		worst := slices.MaxFunc(parts, func(p, q claim.Tested) int {
			a, _ := p.P()
			b, _ := q.P()
			return cmp.Compare(a, b)
		})
		o := claim.Every("ratio at each P: t over "+over, parts...)
		o.Effect, o.Detail = worst.Ratio("time with a hash area, at the P that speaks least for it"), strings.Join(details, ", ")
		return o
	})
}
