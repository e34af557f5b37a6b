package sets

import (
	_ "embed"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the texts and papers, each source a family of its own.
func claims() []claim.Claim {
	near := func(share float64) claim.Region { return claim.Region{Low: 1 - share, High: 1 + share} }
	asMade := func(c claim.Cell) bool { return c.Int(Load) <= 100 }
	halfShared := func(c claim.Cell) bool { return asMade(c) && c.Float(Shared) >= 0.5 }
	everywhere := func(claim.Cell) bool { return true }
	return claim.Read(claimTexts, claim.Tests{
		"S1": claim.By(metric.FalseNegatives, unionsAnswer),
		"S2": meanRatio(SizeRatio, near(0.01), asMade),
		"S3": meanRatio(UnionRatio, near(0.01), asMade),
		"S4": meanRatio(CommonRatio, near(0.02), halfShared),
		"S5": meanRatio(SizeRatio, near(0.01), func(c claim.Cell) bool { return !asMade(c) }),
		"S6": claim.By(SizeOff, covers),
		"S7": claim.By(CommonRatio, smallIsWorse),

		"S8":  earlierIsWorse(),
		"S9":  follows(attenuated, Rate, of(metric.FPRTheory), negatives, Set),
		"S10": claim.By(WrongSets, lastIsRight),
		"S11": follows(spatial, Rate, of(metric.FPRTheory), negatives, Set),
		"S12": faster(spatial),
		"S13": faster(bank),
		"S14": bitsRatio(bank, func(c claim.Cell) bool { return c.Int(Sets) == 64 }, func(claim.Cell) float64 { return 1 }),
		"S15": claim.By(BitsPerKey, bankOfLanguages),
		"S16": bitsRatio(spatial, everywhere, func(c claim.Cell) float64 { return float64(bits.Len(uint(c.Int(Sets)))) }),

		"S17": claim.By(TooOften, countsRight),
		"S34": follows(layered, TooOften, byLayers, countedKeys/timesMost, Times),
		"S18": follows(counting, TooOften, of(OftenTheory), countedKeys/timesMost, Times),
		"S19": claim.By(Rate, valley),
		"S20": claim.By(Rate, bestRises),
		"S21": claim.By(Rate, thresholdTheory),
		"S22": lower(multipartition, counting, claim.Below(0)),
		"S23": follows(multipartition, Rate, of(metric.FPRTheory), negatives, N),
		"S24": lower(blockedG, bloom, claim.Below(math.Log(1.5))),
		"S25": lower(blockedG, register, claim.Below(0)),
		"S26": follows(blockedG, Rate, of(metric.FPRTheory), negatives, N),

		"S27": claim.By(Rate, zoneIsFree),
		"S28": claim.By(Rate, func(d *claim.Data) claim.Outcome {
			beyond := slices.DeleteFunc(on(d, egh, Rate, Load), asMade)
			return againstAll(beyond, egh, Rate, of(metric.FPRTheory), zoneUniverse, 0.1)
		}),
		"S29": claim.By(BitsPerKey, zoneServesFew),

		"S30": claim.By(NoveltyMean, noveltyRises),
		"S31": one(NoveltyMean, bloom, "1 to 4 letters", func(d *claim.Data) []float64 { return pairs(novelty(d, bloom, 4), novelty(d, bloom, 1)) },
			claim.Within(0.02), "difference of the mean novelty: paired t", "four letters − one", "percentage points", 100),
		"S32": one(Likeness, fly, "pairs of words", func(d *claim.Data) []float64 { return d.Cell(fly, Likeness).Values() },
			claim.Above(0.5), "mean correlation over hash functions: t", "correlation", "", 1),
		"S33": one(Familiar, fly, "unseen words", func(d *claim.Data) []float64 {
			return pairs(d.Cell(fly, Familiar).Values(), d.Cell(bloom, Familiar).Values())
		},
			claim.Above(0), "difference of the shares called seen: paired t", "fly − Bloom filter", "percentage points", 100),
	})
}

// on are the cells of a filter on just these axes, in their order.
func on(d *claim.Data, filter string, m runfolder.Metric, list ...axis.Named) []claim.Cell {
	return d.CellsIn(m, func(c claim.Cell) bool {
		return !slices.ContainsFunc(axes(), func(a axis.Named) bool { return (c.On(a) != "") != slices.Contains(list, a) })
	}, filter)
}

// beside is the cell of another structure at the same place.
func beside(c claim.Cell, filter string) claim.Cell {
	c.Filter = filter
	return c
}

// named is the place of a cell in words.
func named(c claim.Cell) string {
	var parts []string
	for _, a := range axes() {
		if v := c.On(a); v != "" {
			parts = append(parts, a.AxisName()+" = "+v)
		}
	}
	return strings.Join(parts, ", ")
}

func lacks(m runfolder.Metric, filter string) claim.Outcome {
	return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s at the places of the claim", m, filter))
}

// whole is the outcome of parts that all have to hold; it says where the worst one is. Its
// effect is in units of factor.
func whole(parts claim.Parts, test, name, unit string, factor float64) claim.Outcome {
	o := parts.Outcome(test, name, unit, factor)
	o.Detail = parts.Where()
	return o
}

// each is the claim that so many parts or more, which fill finds in a run, all lie in a region; of
// a metric of a filter.
func each(m runfolder.Metric, filter string, least int, region claim.Region, test, name, unit string, factor float64, fill func(*claim.Data, *claim.Parts)) claim.Claim {
	return claim.By(m, func(d *claim.Data) claim.Outcome {
		parts := claim.Parts{Claimed: region}
		if fill(d, &parts); parts.Len() < least {
			return lacks(m, filter)
		}
		return whole(parts, test, name, unit, factor)
	})
}

// pairs are the differences of two samples of the same rounds; nil where these differ in
// number.
func pairs(a, b []float64) []float64 {
	if len(a) != len(b) {
		return nil
	}
	list := make([]float64, len(a))
	for i := range a {
		list[i] = a[i] - b[i]
	}
	return list
}

// rate is a rate that was counted in every round, and its theory.
type rate struct {
	measured, theory float64 // means over rounds
	deviations       float64 // how far off it is, in standard errors
	off              bool
}

// against compares a rate with its theory over rounds of so many questions. It is off
// where it lies outside of a 99.9 % interval over rounds, by more than a share of the
// theory, and by more than the counting of rare cases gives: rounds without any have no
// spread. False without two rounds.
func against(measured, theory []float64, questions int, share float64) (r rate, ok bool) {
	differences := pairs(measured, theory)
	e, err := stats.MeanEstimate(differences)
	if err != nil {
		return rate{}, false
	}
	for i := range measured {
		r.measured += measured[i] / float64(len(measured))
		r.theory += theory[i] / float64(len(measured))
	}
	const level, normal = 0.0005, 3.3 // on each side
	asked := float64(questions * len(measured))
	off := math.Abs(r.measured - r.theory)
	counting := math.Sqrt(r.theory / asked)
	r.deviations = off / max(e.SE, counting, 1/asked)
	r.off = min(e.Above(0), e.Below(0)) < level && off > share*r.theory && off > normal*counting+1/asked
	return r, true
}

// theory has what a cell should have come to in each of its rounds.
type theory func(claim.Cell) []float64

// of is the theory that the run has as a metric of its own.
func of(m runfolder.Metric) theory { return func(c claim.Cell) []float64 { return c.Of(m).Values() } }

// follows is the claim that a rate is that of its theory at every place.
func follows(filter string, m runfolder.Metric, by theory, questions int, a axis.Named) claim.Claim {
	const share = 0.05
	return claim.By(m, func(d *claim.Data) claim.Outcome {
		return againstAll(on(d, filter, m, a), filter, m, by, questions, share)
	})
}

// againstAll compares a rate with its theory at places.
func againstAll(at []claim.Cell, filter string, m runfolder.Metric, by theory, questions int, share float64) claim.Outcome {
	places, off, worst, where := 0, 0, rate{}, ""
	for _, c := range at {
		r, ok := against(c.Values(), by(c), questions, share)
		if !ok {
			continue
		}
		places++
		if r.off {
			off++
		}
		if where == "" || r.off && !worst.off || r.off == worst.off && r.deviations > worst.deviations {
			worst, where = r, c.Filter+" at "+named(c)
		}
	}
	if places == 0 {
		return lacks(m, filter)
	}
	return claim.Counted(off == 0, "99.9 % interval over hash functions", "measured / theory, where it is furthest off", "×", worst.measured/worst.theory,
		fmt.Sprintf("off at %d of %d places; furthest of %s, %.3g %% where theory has %.3g", off, places, where, 100*worst.measured, 100*worst.theory))
}

// sumOf is that of all values of cells; how many there are.
func sumOf(at ...claim.Cell) (sum float64, n int) {
	for _, c := range at {
		sum += c.Sum()
		n += len(c.Values())
	}
	return sum, n
}

// onSizes are the cells of an estimate.
func onSizes(d *claim.Data, filter string, m runfolder.Metric) []claim.Cell {
	return on(d, filter, m, N, Load, Shared)
}

// unionsAnswer adds up the keys denied and the negatives answered otherwise by all unions
// of Bloom filters.
func unionsAnswer(d *claim.Data) claim.Outcome {
	lost, differs, n := 0.0, 0.0, 0
	for _, c := range onSizes(d, bloom, metric.FalseNegatives) {
		lost, differs, n = lost+c.Sum(), differs+c.Of(UnionDiffers).Sum(), n+len(c.Values())
	}
	if n == 0 {
		return lacks(metric.FalseNegatives, bloom)
	}
	return claim.Counted(lost+differs == 0, "exact count", "keys denied and negatives answered otherwise", "words", lost+differs, fmt.Sprintf("of %d unions", n))
}

// meanRatio is the claim that the mean of a ratio lies in a region at every place, for a
// Bloom filter.
func meanRatio(m runfolder.Metric, region claim.Region, where func(claim.Cell) bool) claim.Claim {
	return each(m, bloom, 1, region, "mean over hash functions: t at each place", "mean estimate / true number", "×", 1, func(d *claim.Data, parts *claim.Parts) {
		for _, c := range onSizes(d, bloom, m) {
			if where(c) {
				parts.AddMean(named(c), c.Values())
			}
		}
	})
}

// normal95 is the quantile of the normal distribution that leaves 2.5 % above it.
const normal95 = 1.959964

// covers counts how often the true number lies in the interval. Two intervals that do and
// two that do not are added, so that a few that all do have an error too (Agresti, Coull
// 1998).
func covers(d *claim.Data) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Region{Low: 0.93, High: 0.97}}
	var places claim.Tally
	for _, name := range estimators() {
		var inside []float64
		for _, m := range []runfolder.Metric{SizeOff, UnionOff, CommonOff} {
			for _, c := range onSizes(d, name, m) {
				here := 0.0
				for _, z := range c.Values() {
					in := 0.0
					if math.Abs(z) <= normal95 {
						in = 1
					}
					inside = append(inside, in)
					here += 100 * in / float64(len(c.Values()))
				}
				places.Add(named(c), true, here, 0)
			}
		}
		if len(inside) > 0 {
			parts.AddMean(name, append(inside, 0, 0, 1, 1))
		}
	}
	if parts.Len() == 0 {
		return lacks(SizeOff, bloom)
	}
	o := whole(parts, "share of the intervals that hold the true number: t for each structure", "intervals that hold it", "%", 100)
	o.Detail += fmt.Sprintf("; at single places %.3g to %.3g %%", places.Range.Low, places.Range.High)
	return o
}

// smallIsWorse compares the spread of two estimates at the smallest intersections.
func smallIsWorse(d *claim.Data) claim.Outcome {
	least, where := math.Inf(1), ""
	for _, c := range onSizes(d, bloom, CommonRatio) {
		union := c.Of(UnionRatio).Values()
		if c.Float(Shared) > 0.05 || len(union) < 2 {
			continue
		}
		if ratio := stat.StdDev(c.Values(), nil) / stat.StdDev(union, nil); ratio < least {
			least, where = ratio, named(c)
		}
	}
	if where == "" {
		return lacks(CommonRatio, bloom)
	}
	return claim.Counted(least > 10, "standard deviations over hash functions", "intersection / union", "×", least, "least at "+where)
}

// zoneIsFree adds up the numbers and words admitted wrongly up to the elements.
func zoneIsFree(d *claim.Data) claim.Outcome {
	numbers, sets, beyond := 0.0, 0, 0.0
	for _, load := range zoneLoads() {
		rate, n := sumOf(d.Cell(egh, Rate, Load.At(load)))
		if load <= 100 {
			numbers += rate * (zoneUniverse - float64(load*zoneElements)/100)
			sets += n
		} else if n > 0 {
			beyond = max(beyond, rate/float64(n))
		}
	}
	words, lists := sumOf(on(d, egh, metric.FalsePositives, N)...)
	if sets == 0 || lists == 0 {
		return lacks(Rate, egh)
	}
	wrong := math.Round(numbers) + words
	return claim.Counted(wrong == 0, fmt.Sprintf("counted over whole universes, %d sets of numbers and %d of words", sets, lists), "wrong answers", "words", wrong,
		fmt.Sprintf("with more elements up to %.3g %% are admitted", 100*beyond))
}

// zoneServesFew compares the bits over a list of words.
func zoneServesFew(d *claim.Data) claim.Outcome {
	ratio := func(n int) float64 {
		c := d.Cell(egh, BitsPerKey, N.At(n))
		return c.Mean() / beside(c, "bitset").Mean()
	}
	few, many := ratio(listKeys()[0]), ratio(listKeys()[len(listKeys())-1])
	if math.IsNaN(few + many) {
		return lacks(BitsPerKey, egh)
	}
	return claim.Counted(few < 1 && many > 1, "exact count, the numbering of the words included in both", "egh / bit set", "×", few,
		fmt.Sprintf("for 10 keys; %.3g times for 300", many))
}

// novelty are the values of words with so many letters replaced.
func novelty(d *claim.Data, filter string, edits int) []float64 {
	return d.Cell(filter, NoveltyMean, Edits.At(edits)).Values()
}

// noveltyRises tests every step of the letters changed.
func noveltyRises(d *claim.Data) claim.Outcome {
	const last = 4
	parts := claim.Parts{Claimed: claim.Above(0)}
	for edits := range last {
		parts.AddMean(fmt.Sprintf("%d to %d letters", edits, edits+1), pairs(novelty(d, fly, edits+1), novelty(d, fly, edits)))
	}
	if parts.Len() < last {
		return lacks(NoveltyMean, fly)
	}
	o := whole(parts, "step of the mean novelty: paired t", "least step", "percentage points", 100)
	if unseen := d.Cell(fly, Unseen).Mean(); !math.IsNaN(unseen) {
		o.Detail += fmt.Sprintf("; of words never seen it is %.3g %%", 100*unseen)
	}
	return o
}

// one is the claim that the mean of a metric, which is a filter's, lies in a region.
func one(m runfolder.Metric, filter, where string, of func(*claim.Data) []float64, region claim.Region, test, name, unit string, factor float64) claim.Claim {
	return each(m, filter, 1, region, test, name, unit, factor, func(d *claim.Data, parts *claim.Parts) { parts.AddMean(where, of(d)) })
}
