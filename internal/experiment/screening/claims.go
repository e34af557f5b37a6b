package screening

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// claims are those of the article and of the papers that it cites.
func claims() []claim.Claim {
	const pooled = "pooled over the lengths of the queries"
	article := claim.Of("article screening", claim.Claim{
		ID: "SC1", Quote: claim.Says("bloom-filter-article.txt:237",
			"Los filtros Bloom se utilizan a menudo para buscar en bases de datos de estructuras químicas de gran tamaño"),
		Section: "chemical structure searching", Metric: metric.Query, Margin: pooled,
		Statement: "screening by signatures, row-wise or bit-sliced, answers a query sooner than a look at every document",
		Test:      sooner(Length, metric.Query, scanning, byRows, bySlices),
	}, claim.Claim{
		ID: "SC2", Quote: claim.Says("bloom-filter-article.txt:105",
			"Los filtros Bloom se pueden utilizar para aproximar el tamaño de la intersección y la unión de dos conjuntos."),
		Section: "approximating the number of items", Metric: SimilarityError, Margin: "pooled over the sizes of signatures",
		Statement: "numbers of items estimated from the bits give a similarity that is nearer to the truth than that of the bits themselves",
		Test:      sooner(Bits, SimilarityError, uncorrected, corrected),
	}, claim.Claim{
		ID: "SC3", Quote: claim.Says("bloom-filter-article.txt:239",
			"la popular ECFP2, se pueden utilizar para la similitud, pero no para el cribado, ya que incluyen características ambientales locales que introducen falsos negativos cuando se utilizan como cribado"),
		Section: "chemical structure searching", Metric: Lost, Margin: "in every round, at every length of the queries",
		Statement: "fingerprints that hold the surroundings of a feature cannot be used for screening: they miss answers", Test: misses,
	})
	papers := claim.Of("papers screening", claim.Claim{
		ID: "SC4", Quote: claim.After("Goodwin et al. 2017, abstract"),
		Section: "Goodwin et al. 2017, abstract", Metric: metric.Query, Margin: pooled,
		Statement: "bit-sliced signatures answer a query sooner than an inverted index",
		Test:      sooner(Length, metric.Query, postings, bySlices),
	}, claim.Claim{
		ID: "SC5", Quote: claim.After("Goodwin et al. 2017, 3"),
		Section: "Goodwin et al. 2017, 3", Metric: metric.Query, Margin: pooled,
		Statement: "bit-sliced signatures answer a query sooner than row-wise ones",
		Test:      sooner(Length, metric.Query, byRows, bySlices),
	}, claim.Claim{
		ID: "SC6", Quote: claim.After("Zobel, Moffat and Ramamohanarao 1998"),
		Section: "Zobel, Moffat, Ramamohanarao 1998", Metric: BitsPerDocument,
		Statement: "an inverted index takes less room than signatures",
		Margin:    "at the middle of bits and hash functions", Test: smaller,
	})
	return slices.Concat(article, papers)
}

// along are the points on one axis, off the others, that all of these have.
func along(d *claim.Data, a axis.Named, m runfolder.Metric, names ...string) (list []runfolder.Point) {
	for _, c := range d.Cells(m, names...) {
		on := axis.Place{Axis: a.AxisName(), Text: d.Meta.On(a.AxisName(), c.Point)}
		if on.Text != "" && c.Cell == d.Cell(c.Filter, m, on).Cell {
			list = append(list, c.Point)
		}
	}
	return list
}

// sooner is the test that each of some names has less of a metric than another one,
// along an axis.
func sooner(a axis.Named, m runfolder.Metric, than string, names ...string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		at := along(d, a, m, append(slices.Clone(names), than)...)
		if len(at) == 0 {
			return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %v and %s", m, names, than))
		}
		var parts []claim.Tested
		var details []string
		slowest, how := 0, ""
		for i, name := range names {
			pooled, err := d.Pool(claim.Cells(name, m, at), claim.Cells(than, m, at))
			if err != nil {
				return claim.Untested(err.Error())
			}
			parts, how = append(parts, claim.Below(0).Of(pooled.Estimates...)), pooled.How
			if parts[i].Estimates[0].Value > parts[slowest].Estimates[0].Value {
				slowest = i
			}
			details = append(details, fmt.Sprintf("%s: %.3g to %.3g at the %d points",
				name, slices.Min(pooled.Each), slices.Max(pooled.Each), len(at)))
		}
		o := claim.Every("pooled ratio: t over "+how, parts...)
		o.Effect, o.Detail = parts[slowest].Ratio(names[slowest]+" / "+than), strings.Join(details, "; ")
		if len(names) == 1 {
			o.Pairs = []claim.Pair{{A: names[0], B: than, Metric: m, At: at}}
		}
		return o
	}
}

// smaller compares the sizes of the inverted index and of signatures, which are counted.
func smaller(d *claim.Data) claim.Outcome {
	at := along(d, Length, BitsPerDocument, postings, bySlices)
	if len(at) == 0 {
		return claim.Untested("the run does not hold the sizes of an inverted index and of signatures")
	}
	here := at[:1]
	sizes, ok := d.Plain(append(claim.Cells(postings, BitsPerDocument, here), claim.Cells(bySlices, BitsPerDocument, here)...))
	if !ok || math.IsNaN(sizes[0]) {
		return claim.Untested("the run does not hold the sizes of an inverted index and of signatures")
	}
	return claim.Counted(sizes[0] < sizes[1], "counted", postings+" / "+bySlices, "×", sizes[0]/sizes[1],
		fmt.Sprintf("%.1f against %.1f bits a document", sizes[0], sizes[1]))
}

// misses looks for a round without a lost answer.
func misses(d *claim.Data) claim.Outcome {
	rounds, so, least := 0, 0, 1.0
	for _, c := range d.Cells(Lost, environment) {
		for _, share := range c.Values() {
			rounds++
			if share > 0 {
				so++
			}
			least = min(least, share)
		}
	}
	if rounds == 0 {
		return claim.Untested("the run does not hold two repetitions of " + environment)
	}
	return claim.Counted(so == rounds, fmt.Sprintf("counted, in %d samples of queries", rounds), "least share lost", "%", 100*least,
		fmt.Sprintf("some are lost in %d of %d samples", so, rounds))
}
