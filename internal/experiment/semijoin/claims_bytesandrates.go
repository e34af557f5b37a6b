package semijoin

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// crossing finds the selectivity from which on a Bloom filter ships more than all rows:
// both methods' bytes are straight lines of it.
func crossing(d *claim.Data) claim.Outcome {
	const margin = 0.01
	at, _ := middleOf(d)
	along := claim.Only(func(c claim.Cell) bool { return c.Int(N) == at.n && at.rated(c) }).Find(d, Bytes, bloom)
	if len(along) == 0 || math.IsNaN(rowBytes(along[0])) {
		return lacks("Bloom filter and all rows along the selectivity")
	}
	want := theoryAt(along[0]).worthwhile(along[0].Float(axis.Eps))
	before, saved := math.NaN(), math.NaN()
	wrong, where := false, 0.0 // whether a selectivity is on the other side than theory has it
	for _, c := range along {
		share, now := c.Float(Selectivity), c.By(shipAll).Mean()-c.Mean()
		if now > 0 && share > want+margin || now <= 0 && share < want-margin {
			wrong, where = true, share
		}
		if saved > 0 && now <= 0 {
			found := before + (share-before)*saved/(saved-now)
			return claim.Counted(math.Abs(found-want) <= margin, "line between the selectivities around it", "selectivity", "%", 100*found,
				fmt.Sprintf("%.2f %% by theory; between those of %.3g and %.3g %% in the run", 100*want, 100*before, 100*share))
		}
		if now <= 0 {
			break
		}
		before, saved = share, now
	}
	if wrong {
		return claim.Counted(false, "counted, means at every selectivity", "selectivity on the other side of the limit", "%", 100*where,
			fmt.Sprintf("the limit is %.2f %% by theory; the lines of the run do not cross", 100*want))
	}
	return claim.Untested("the run has no two selectivities of which one is below that limit and one above it")
}

// bestRate compares the ε of the fewest bytes with theory's.
func bestRate(method string) claim.Claim {
	const factor = 2.0
	return claim.By(Bytes, func(d *claim.Data) claim.Outcome {
		s, ok := sweepOf(d, method)
		if !ok {
			return lacks("three rates of " + method)
		}
		i, want := s.least(), s.theory.best()
		if want >= 1 {
			return worthless()
		}
		ratio := s.epsilon[i] / want
		// Beyond the rates of the run there may be a better one, farther off than the last.
		if i == 0 && ratio >= 1/factor || i == len(s.epsilon)-1 && ratio <= factor {
			return claim.Untested(fmt.Sprintf("the fewest bytes are at the end of the rates of the run, %.3g %%; theory has %.3g %%", 100*s.epsilon[i], 100*want))
		}
		return claim.Counted(1/factor <= ratio && ratio <= factor, fmt.Sprintf("counted, means at %d rates", len(s.epsilon)), "best ε / theory's", "×", ratio,
			fmt.Sprintf("%.3g %% and %.3g %%", 100*s.epsilon[i], 100*want))
	})
}

func worthless() claim.Outcome {
	return claim.Untested("no filter is worth its bytes where so few rows have no partner")
}

// priceOfTheory is what theory's ε costs beside the best one.
func priceOfTheory(d *claim.Data) claim.Outcome {
	const margin = 0.05
	s, ok := sweepOf(d, bloom)
	if !ok {
		return lacks("three rates of " + bloom)
	}
	if s.theory.best() >= 1 {
		return worthless()
	}
	at := s.nearest(s.theory.best())
	more := s.bytes[at]/s.bytes[s.least()] - 1
	return claim.Counted(more <= margin, fmt.Sprintf("counted, means at %d rates", len(s.epsilon)), "more than at the best ε", "%", 100*more,
		fmt.Sprintf("at %.3g %%, where theory has %.3g %%; the fewest bytes are at %.3g %%", 100*s.epsilon[at], 100*s.theory.best(), 100*s.epsilon[s.least()]))
}

// bytesByTheory tests the bytes at every ε against theory's.
func bytesByTheory(d *claim.Data) claim.Outcome {
	const margin = 0.05
	at, _ := middleOf(d)
	parts := claim.Parts{Claimed: claim.Region{Low: 1 - margin, High: 1 + margin}}
	for _, c := range claim.Only(at.tables).Find(d, Bytes, bloom) {
		if e, err := stats.MeanEstimate(c.Values()); err == nil {
			parts.Add(c.Place(), e.Scaled(1/theoryAt(c).bytes(c.Float(axis.Eps))))
		}
	}
	if _, worst := parts.Worst(); parts.Len() == 0 || math.IsNaN(worst.Value) {
		return lacks(bloom)
	}
	return parts.Spread(fmt.Sprintf("mean at each of %d rates: t over joins", parts.Len()), "bytes / theory", "×", 1)
}

// smallerFilter compares the smallest filter with a Bloom filter at every ε.
func smallerFilter(d *claim.Data) claim.Outcome {
	at, _ := middleOf(d)
	return claim.Everywhere{
		Metric: Bytes, Methods: []string{smallestFilter}, At: claim.Only(at.tables),
		Name: "ratio of the bytes", Of: claim.ToThat(bloom), Is: claim.Under(1),
		Without: "the run does not hold two joins of both filters at one rate",
	}.Test(d)
}

func savedAtBest(d *claim.Data) claim.Outcome {
	const least = 0.1
	mine, ok := sweepOf(d, smallestFilter)
	other, ok2 := sweepOf(d, bloom)
	if !ok || !ok2 {
		return lacks("both filters at three rates")
	}
	i, j := mine.least(), other.least()
	saved := 1 - mine.bytes[i]/other.bytes[j]
	return claim.Counted(saved >= least, "counted, means", "saved", "%", 100*saved,
		fmt.Sprintf("at %.3g %%, the Bloom filter at %.3g %%", 100*mine.epsilon[i], 100*other.epsilon[j]))
}

// faster is the claim that a join of one method takes less time than one of another, at every
// number of rows and selectivity.
func faster(method, other string) claim.Claim {
	return claim.Ratio{Metric: Time, Methods: []string{method}, To: other, Claimed: claim.Below(0), Name: "time, " + method + " / " + other}.Claim()
}

// middle is where the other axes are varied in a run.
type middle struct {
	n     int
	share float64
	rate  string // ε, in per cent
}

// middleOf is where most joins by a filter are; false for a run without any.
func middleOf(d *claim.Data) (at middle, ok bool) {
	list := claim.AtUsual(N, Selectivity, axis.Eps)(d.Cells(Bytes, bloom))
	if len(list) == 0 {
		return at, false
	}
	return middle{list[0].Int(N), list[0].Float(Selectivity), list[0].Label(axis.Eps)}, true
}

// rated reports whether a cell is at the middle ε, or has none.
func (m middle) rated(c claim.Cell) bool { return c.On(axis.Eps) == "" || c.Label(axis.Eps) == m.rate }

// tables reports whether a cell is of the middle tables.
func (m middle) tables(c claim.Cell) bool { return c.Int(N) == m.n && c.Float(Selectivity) == m.share }

// sweep are the mean bytes of a filter over ε, ascending.
type sweep struct {
	theory  theory
	epsilon []float64
	bytes   []float64
}

// sweepOf is that of a filter at the middle tables; false for fewer than three rates. Its c
// is the Bloom filter's by theory, and of any other filter the mean of the bytes that were
// told.
func sweepOf(d *claim.Data, filter string) (s sweep, ok bool) {
	at, ok := middleOf(d)
	c := 0.0
	for _, cell := range claim.Only(at.tables).Find(d, Bytes, filter) {
		epsilon := cell.Float(axis.Eps)
		s.theory = theoryAt(cell)
		s.epsilon, s.bytes = append(s.epsilon, epsilon), append(s.bytes, cell.Mean())
		c += 8 * cell.Of(Told).Mean() / (float64(at.n) * math.Log2(1/epsilon))
	}
	if filter != bloom {
		s.theory.c = c / float64(len(s.epsilon))
	}
	return s, ok && len(s.epsilon) >= 3 && !math.IsNaN(s.theory.row)
}

// least is where the fewest bytes are shipped.
func (s sweep) least() int { return slices.Index(s.bytes, slices.Min(s.bytes)) }

// nearest is the rate that is nearest to another one, as a ratio.
func (s sweep) nearest(epsilon float64) int {
	best := 0
	for i, e := range s.epsilon {
		if math.Abs(math.Log(e/epsilon)) < math.Abs(math.Log(s.epsilon[best]/epsilon)) {
			best = i
		}
	}
	return best
}

// theoryAt is theory for the tables of a cell, by a Bloom filter.
func theoryAt(c claim.Cell) theory {
	return theory{n: c.Int(N), share: c.Float(Selectivity), row: rowBytes(c), c: bloomFactor}
}

// rowBytes are those of a row of the run, NaN where it does not say.
func rowBytes(c claim.Cell) float64 {
	if n := c.Parameter(parameterRow); n > 0 {
		return float64(n)
	}
	return math.NaN()
}

// theory is what a semi-join by filter should ship: a filter of c·log2(1/ε) bits for
// each of n keys, and of A's n rows those with a partner and ε of the others.
type theory struct {
	n     int
	share float64 // of the rows, with a partner
	row   float64 // bytes
	c     float64 // bits of the filter over n·log2(1/ε); 1.44 of a Bloom filter
}

// bloomFactor is c of a Bloom filter.
const bloomFactor = 1 / math.Ln2

// negatives is how many rows have no partner.
func (t theory) negatives() float64 { return float64(t.n - partners(t.n, t.share)) }

func (t theory) filter(epsilon float64) float64 { return t.c * float64(t.n) * math.Log2(1/epsilon) / 8 }

// bytes are those of a join, without the frames of messages and the list of the rows
// that have no partner.
func (t theory) bytes(epsilon float64) float64 {
	return t.filter(epsilon) + t.row*(float64(partners(t.n, t.share))+epsilon*t.negatives())
}

// best is the ε that makes bytes least: where a further bit a key saves as many bytes of
// rows as it costs. From 1 on no filter is worth its bytes.
func (t theory) best() float64 { return t.c * float64(t.n) / (8 * math.Ln2 * t.row * t.negatives()) }

// worthwhile is the share of rows with a partner below which a join by a filter of ε
// ships fewer bytes than one that ships all rows.
func (t theory) worthwhile(epsilon float64) float64 {
	return 1 - t.filter(epsilon)/(float64(t.n)*t.row*(1-epsilon))
}
