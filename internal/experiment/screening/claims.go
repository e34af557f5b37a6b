package screening

import (
	_ "embed"
	"fmt"
	"strings"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

//go:embed claims.txt
var claimTexts string

// claims are two of the project's own on words, and one on ranks, whose sentences the article has on molecules
// (run molecules judges those), and those of papers on signatures.
func claims() []claim.Claim {
	return claim.Read(claimTexts, claim.Tests{
		"SC1": beside(metric.Query, claim.Below(0), scanning, byRows, bySlices),
		"SC3": claim.Everywhere{Metric: Lost, Methods: []string{environment}, Name: "answers missed", Unit: "%", Is: some,
			Of: func(c claim.Cell) float64 { return 100 * c.Mean() }}.Claim(),
		"SC2": beside(SimilarityError, claim.Below(0), uncorrected, corrected),
		"SC4": beside(metric.Query, claim.Above(0), postings, bySlices, byRows),
		"SC5": beside(metric.Query, claim.Below(0), byRows, bySlices),
		"SC6": claim.By(BitsPerDocument, smaller),
		"SC7": claim.By(WordsRead, fewerReads),
	})
}

// beside is a claim about the ratio of a metric of some methods to that of another one, wherever the
// run has both.
func beside(m runfolder.Metric, claimed claim.Region, than string, names ...string) claim.Claim {
	return claim.Ratio{Metric: m, Methods: names, To: than, Claimed: claimed, Name: strings.Join(names, ", ") + " / " + than}.Claim()
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
