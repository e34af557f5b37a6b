package screening

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// claims are two of the project's own on words, and one on ranks, whose sentences the article has on molecules
// (run molecules judges those), and those of papers on signatures.
func claims() []claim.Claim {
	const everyPlace = "at every length of the queries, and every number of bits and hash functions"
	ours := claim.Of("ours screening",
		claim.About(metric.Query, "SC1", "words", "signatures of the trigrams of words can be used for screening: a query is answered sooner than by a look at every document",
			"at every length of the queries, row-wise and bit-sliced; an answer that is lost ends the run", beside(metric.Query, claim.Below(0), scanning, byRows, bySlices)).From(claim.Ours()),
		claim.About(Lost, "SC3", "words", "signatures of trigrams with their surroundings cannot be used for screening: they miss answers",
			"in the mean, at every length of the queries", claim.Everywhere{Metric: Lost, Methods: []string{environment}, Name: "answers missed", Unit: "%", Is: some,
				Of: func(c claim.Cell) float64 { return 100 * c.Mean() }}.Test).From(claim.Ours()).
			Constructed("a query is a part of a document: the n-grams at its ends have other letters around them there"))
	papers := claim.Of("papers screening",
		claim.About(SimilarityError, "SC2", "Swamidass, Baldi 2007", "numbers of items estimated from the bits give a similarity that is nearer to the truth than that of the bits themselves",
			"at every number of bits and hash functions", beside(SimilarityError, claim.Below(0), uncorrected, corrected)).From(claim.After("Swamidass and Baldi 2007, abstract")),
		claim.About(metric.Query, "SC4", "Zobel, Moffat, Ramamohanarao 1998", "an inverted index answers a query sooner than signatures, bit-sliced or row-wise",
			everyPlace, beside(metric.Query, claim.Above(0), postings, bySlices, byRows)).From(claim.After("Zobel, Moffat and Ramamohanarao 1998, abstract")),
		claim.About(metric.Query, "SC5", "Goodwin et al. 2017, 3", "bit-sliced signatures answer a query sooner than row-wise ones",
			everyPlace, beside(metric.Query, claim.Below(0), byRows, bySlices)).From(claim.After("Goodwin et al. 2017, 3")),
		claim.About(BitsPerDocument, "SC6", "Zobel, Moffat, Ramamohanarao 1998", "an inverted index takes less room than signatures, however few bits these have",
			"at every number of bits measured", smaller).From(claim.After("Zobel, Moffat and Ramamohanarao 1998, abstract")))
	ranks := claim.Of("ours screening ranks",
		claim.About(WordsRead, "SC7", "rows of higher rank", "for as few false candidates, signatures with rows of higher rank read fewer words than those of rank 0 alone",
			"as many bits per passage; false candidates in the means, words read with their interval; beside every number of rows of a word at rank 0 of which the run has twice as many, since half of a word's rows stay at rank 0; a rule that was set after a first run", fewerReads).From(claim.Ours()))
	return slices.Concat(ours, papers, ranks)
}

// beside is the test of the ratio of a metric of some methods to that of another one, wherever the
// run has both.
func beside(m runfolder.Metric, claimed claim.Region, than string, names ...string) func(*claim.Data) claim.Outcome {
	return claim.Ratio{Metric: m, Methods: names, To: than, Claimed: claimed, Name: strings.Join(names, ", ") + " / " + than}.Outcome
}

// some claims more than nothing.
func some(_ claim.Cell, share float64) (bool, float64) { return share > 0, -share }

// smaller compares the size of the inverted index with that of each signature, whose bits are
// all that it takes.
func smaller(d *claim.Data) claim.Outcome {
	index := d.Cells(BitsPerDocument, postings)
	if len(index) == 0 {
		return claim.Untested("the run does not hold the size of an inverted index")
	}
	var t claim.Tally
	for _, c := range d.Cells(metric.Query, bySlices) {
		if bits := c.Int(Bits); bits > 0 {
			ratio := index[0].Mean() / float64(bits)
			t.Add(fmt.Sprintf("%d bits", bits), ratio < 1, ratio, ratio)
		}
	}
	if t.Places == 0 {
		return claim.Untested("the run does not hold signatures of several sizes")
	}
	return t.Counted(t.All(), fmt.Sprintf("counted, at %d sizes", t.Places), postings+" / "+bySlices, "×",
		fmt.Sprintf("%.1f bits per document; less than signatures have at %d of %d sizes, and furthest from it at %s", index[0].Mean(), t.Held, t.Places, t.At))
}
