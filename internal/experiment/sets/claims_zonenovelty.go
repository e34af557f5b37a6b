package sets

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// otherClaims are those about a universe of numbers, and about novelty.
func otherClaims() []claim.Claim {
	kiss := claim.Of("Kiss et al. 2018",
		claim.About(Rate, "S27", "abstract", "up to the number of elements that it is made for the filter has no false positive in its universe",
			fmt.Sprintf("none of %d numbers, and none of a list of words", zoneUniverse), zoneIsFree).From(claim.After("Kiss et al. 2018, abstract")).
			Constructed("the remainders of the numbers of the universe are chosen so: a theorem"),
		claim.About(Rate, "S28", "abstract", "at twice that number and more the filter is a Bloom filter: its false positives are those of the remainders as if they were independent",
			"its theory is within the 99.9 % interval over sets, or within 10 %; between the number and twice it nothing is measured", func(d *claim.Data) claim.Outcome {
				beyond := slices.DeleteFunc(on(d, egh, Rate, Load), func(c claim.Cell) bool { return c.Int(Load) <= 100 })
				return againstAll(beyond, egh, Rate, of(metric.FPRTheory), zoneUniverse, 0.1)
			}).From(claim.After("Kiss et al. 2018, abstract")),
		claim.About(BitsPerKey, "S29", "3", "its size is set by the universe and the number of elements: it serves few of them",
			"fewer bits than a bit set for 10 of 20,000 words, more for 300", zoneServesFew).From(claim.After("Kiss et al. 2018, 3")).
			Constructed("the size follows from universe and number by a formula"),
	)
	dasgupta := claim.Of("Dasgupta et al. 2018",
		claim.About(NoveltyMean, "S30", "abstract", "novelty falls with likeness: the more letters of a seen word are changed the more novel it is to the fly's filter",
			"each step from 0 to 4 letters up", noveltyRises).From(claim.After("Dasgupta et al. 2018, abstract")),
		claim.About(NoveltyMean, "S31", "abstract", "a Bloom filter does not grade: a word with one letter changed is as new to it as one with four",
			"within 2 percentage points", one(NoveltyMean, bloom, "1 to 4 letters", func(d *claim.Data) []float64 { return pairs(novelty(d, bloom, 4), novelty(d, bloom, 1)) },
				claim.Within(0.02), "difference of the mean novelty: paired t", "four letters − one", "percentage points", 100)).From(claim.After("Dasgupta et al. 2018, abstract")),
		claim.About(Likeness, "S32", "locality-sensitive hashing", "the hash of the fly keeps likeness: words with more pairs of letters in common are more familiar to each other",
			"a correlation above 0.5", one(Likeness, fly, "pairs of words", func(d *claim.Data) []float64 { return d.Cell(fly, Likeness).Values() },
				claim.Above(0.5), "mean correlation over hash functions: t", "correlation", "", 1)).From(claim.After("Dasgupta et al. 2018, of locality-sensitive hashing")),
	)
	own := claim.Of("theory novelty",
		claim.About(Familiar, "S33", "novelty", "as a membership test the fly's filter has more false positives than a Bloom filter of its bits",
			"above 0", one(Familiar, fly, "unseen words", func(d *claim.Data) []float64 {
				return pairs(d.Cell(fly, Familiar).Values(), d.Cell(bloom, Familiar).Values())
			},
				claim.Above(0), "difference of the shares called seen: paired t", "fly − Bloom filter", "percentage points", 100)).From(claim.Ours()),
	)
	return slices.Concat(kiss, dasgupta, own)
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

// one is the test that the mean of a metric, which is a filter's, lies in a region.
func one(m runfolder.Metric, filter, where string, of func(*claim.Data) []float64, region claim.Region, test, name, unit string, factor float64) func(*claim.Data) claim.Outcome {
	return each(m, filter, 1, region, test, name, unit, factor, func(d *claim.Data, parts *claim.Parts) { parts.AddMean(where, of(d)) })
}
