package claim

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/experiment/fbl"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/stats"
)

// part is one number that a claim about the linear Bloom filter speaks of.
type part struct {
	label string // "σ at b = 2"
	tested
}

// reading is a way of reading a claim: how confidences are quantised, and what
// is occupied.
type reading struct {
	quantisation linear.Quantisation
	cells        bool // occupancy is the share of cells that are not 0, not that of 1-bits
}

func (r reading) String() string {
	text := map[linear.Quantisation]string{linear.Floor: "rounded down", linear.Round: "rounded", linear.Ceiling: "rounded up"}[r.quantisation]
	if r.cells {
		text += ", by cells that are not 0"
	}
	return text
}

// occupancy is the metric of the reading.
func (r reading) occupancy() string {
	if r.cells {
		return fbl.MetricCellOccupancy
	}
	return fbl.MetricBitOccupancy
}

// fblData finds the numbers of a run.
type fblData struct {
	rows       map[fblKey]stats.Estimate
	iterations int
	missing    string // a number that was asked for in vain
}

// fblKey is a point; n, b and k are 0 where the metric has none.
type fblKey struct {
	metric       string
	n, b, k      int
	quantisation string
	occupancy    string
}

func newFBLData(d *Data) *fblData {
	f := &fblData{rows: map[fblKey]stats.Estimate{}}
	at := func(name string) int { return slices.Index(d.Run.Columns, name) }
	columns := []int{at(fbl.ColumnN), at(fbl.ColumnB), at(fbl.ColumnK),
		at(fbl.ColumnQuantisation), at(fbl.ColumnOccupancy), at(fbl.ColumnSE)}
	if slices.Min(columns) < 0 {
		return f
	}
	f.iterations, _ = strconv.Atoi(d.Run.Meta.Parameters["iterations"])
	repetitions, _ := strconv.Atoi(d.Run.Meta.Parameters["capacity_repetitions"])
	for _, row := range d.Run.Measured() {
		number := func(i int) int { v, _ := strconv.Atoi(row.Extra[columns[i]]); return v }
		key := fblKey{row.Metric, number(0), number(1), number(2), row.Extra[columns[3]], row.Extra[columns[4]]}
		// The standard errors are those of batches of 1,000 iterations, or of
		// repetitions; without one there is no degree of freedom either.
		e := stats.Estimate{Value: row.Value, SE: math.NaN()}
		if se, err := strconv.ParseFloat(row.Extra[columns[5]], 64); err == nil {
			e.SE, e.DF = se, float64(f.iterations/1000-1)
			if key.occupancy != "" {
				e.DF = float64(repetitions - 1)
			}
			if key.quantisation == fbl.Unquantised {
				e.DF = float64(f.iterations*key.n - 1)
			}
		}
		f.rows[key] = e
	}
	return f
}

// get returns a number, and remembers when there is none.
func (f *fblData) get(k fblKey) stats.Estimate {
	e, ok := f.rows[k]
	if !ok && f.missing == "" {
		f.missing = fmt.Sprintf("the run holds no %s for n = %d, b = %d, k = %d, %s", k.metric, k.n, k.b, k.k, k.quantisation)
		if k.occupancy != "" {
			f.missing = fmt.Sprintf("no filter of b = %d, %s, reaches an occupancy of %s in the run (%s)", k.b, k.quantisation, k.occupancy, k.metric)
		}
	}
	return e
}

// part is the number at a point with where the claim puts it.
func (f *fblData) part(k fblKey, r region) part {
	var at []string
	for _, v := range []struct {
		name  string
		value int
	}{{"n", k.n}, {"b", k.b}, {"k", k.k}} {
		if v.value > 0 {
			at = append(at, fmt.Sprintf("%s = %d", v.name, v.value))
		}
	}
	return part{k.metric + " at " + strings.Join(at, ", "), tested{[]stats.Estimate{f.get(k)}, r}}
}

// holds reports whether the plain number is where the claim says.
func (p part) holds() bool { return p.claimed.contains(p.estimates[0].Value) }

// slack is how far the number is inside of what the claim says, as a share of
// the end that is nearest; negative outside.
func (p part) slack() float64 {
	v, least := p.estimates[0].Value, inf
	for _, d := range []struct{ distance, end float64 }{{v - p.claimed.low, p.claimed.low}, {p.claimed.high - v, p.claimed.high}} {
		if !math.IsInf(d.end, 0) {
			least = min(least, d.distance/math.Abs(d.end))
		}
	}
	return least
}

// fblClaim is a claim that a number of parts hold together. The verdict is on
// the paper's own reading: c rounded down (Algorithm 2), occupancy as the
// share of 1-bits. What the other readings show is told beside it.
func fblClaim(c Claim, occupied bool, parts func(f *fblData, r reading) []part) Claim {
	c.Experiment = "fbl"
	c.Test = func(d *Data) Outcome {
		own := reading{linear.Floor, false}
		f := newFBLData(d)
		list := parts(f, own)
		if f.missing != "" {
			return Untested(f.missing)
		}
		o := outcomeOf(list)
		others := []string{own.String() + ": " + held(list)}
		for _, cells := range []bool{false, true} {
			for _, q := range linear.Quantisations() {
				r := reading{q, cells}
				if r == own || cells && !occupied {
					continue
				}
				others = append(others, r.String()+": "+told(newFBLData(d), r, parts))
			}
		}
		o.Detail = strings.Join(others, "; ")
		return o
	}
	return c
}

// outcomeOf tests parts; the effect is the one that is furthest out, or
// nearest to it.
func outcomeOf(list []part) Outcome {
	worst := worstOf(list)
	exact, tests := true, make([]tested, len(list))
	holds := true
	for i, p := range list {
		tests[i] = p.tested
		holds = holds && p.holds()
		exact = exact && p.estimates[0].SE == 0
	}
	if exact {
		return Counted(holds, strconv.Itoa(len(list))+" numbers, counted", worst.label, "", worst.estimates[0].Value, "")
	}
	test := "t over batches of iterations"
	if len(list) > 1 {
		test += fmt.Sprintf(", for each of %d numbers", len(list))
	}
	o := Outcome{Test: test, Holds: holds, Effect: Effect{Name: worst.label, Value: worst.estimates[0].Value, CI: worst.ci()}}
	o.Supports, o.Opposes = all(tests...)
	return o
}

func worstOf(list []part) part {
	return slices.MinFunc(list, func(a, b part) int {
		switch x, y := a.slack(), b.slack(); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// told says in a few words what another reading of a claim shows.
func told(f *fblData, r reading, parts func(*fblData, reading) []part) string {
	list := parts(f, r)
	if f.missing != "" {
		return f.missing
	}
	worst := worstOf(list)
	return fmt.Sprintf("%s (%s: %s)", held(list), worst.label, strconv.FormatFloat(worst.estimates[0].Value, 'g', 4, 64))
}

// held says of how many of its numbers a claim is true.
func held(list []part) string {
	inside := 0
	for _, p := range list {
		if p.holds() {
			inside++
		}
	}
	switch {
	case inside == len(list):
		return "holds"
	case len(list) == 1:
		return "does not hold"
	}
	return fmt.Sprintf("holds at %d of %d", inside, len(list))
}

// fblElements are the values of n of the evaluation.
func fblElements() []int { return []int{30, 40, 50, 60, 70} }
