package cache

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// claims are those of the article on cache filtering, and of what is used today.
func claims() []claim.Claim {
	const halved = "at most 60 % of the objects, pooled over the sizes of the cache"
	const section = "examples: cache filtering"
	article := claim.Of("article cache",
		claim.Claim{ID: "CA1", Quote: claim.Says("bloom-filter-article.txt:141",
			"El uso de un filtro Bloom para evitar que los archivos de un solo uso se almacenen en un caché web redujo la tasa de escrituras en disco a casi la mitad"),
			Section: section, Metric: Writes, Margin: halved,
			Statement: "a Bloom filter that admits objects at their second request reduces the writes to nearly a half or less, of a stream with three quarters of one-hit wonders",
			Test:      ofThreeQuarters(ratio(Writes, bloom, claim.Below(math.Log(nearlyHalf)), web))},
		claim.Claim{ID: "CA2", Quote: claim.Says("bloom-filter-article.txt:143",
			"filtrar los one-hit-wonders también ahorra espacio de caché en el disco, lo que aumenta las tasas de aciertos de caché"),
			Section: section, Metric: Hits,
			Statement: "it increases the hits of that stream",
			Test:      ofThreeQuarters(ratio(Hits, bloom, claim.Above(0), web))},
		claim.Claim{ID: "CA3", Quote: claim.Says("bloom-filter-article.txt:141",
			"El uso de un filtro Bloom para evitar que los archivos de un solo uso se almacenen en un caché web redujo la tasa de escrituras en disco a casi la mitad"),
			Section: section, Metric: Writes, Margin: halved,
			Statement: "it reduces the writes to nearly a half or less, where the words of running text are the objects",
			Test:      ratio(Writes, bloom, claim.Below(math.Log(nearlyHalf)), inText)},
		claim.Claim{ID: "CA4", Quote: claim.Says("bloom-filter-article.txt:143",
			"filtrar los one-hit-wonders también ahorra espacio de caché en el disco, lo que aumenta las tasas de aciertos de caché"),
			Section: section, Metric: Hits,
			Statement: "it increases the hits, where the words of running text are the objects",
			Test:      ratio(Hits, bloom, claim.Above(0), inText)},
		claim.Claim{ID: "CA5", Quote: claim.Says("bloom-filter-article.txt:143",
			`Casi tres cuartas partes de las URL a las que se accede desde un caché web típico son "one-hit-wonders" a las que los usuarios acceden solo una vez y nunca más.`),
			Section: section, Metric: Once, Margin: "70 to 80 % of the distinct words",
			Statement: "nearly three quarters of the objects are requested once, where the words of running text are the objects", Test: threeQuarters},
		claim.Claim{ID: "CA6", Quote: claim.Says("bloom-filter-article.txt:143",
			"la mayoría de los one-hit-wonders no se escriben en el caché de disco"),
			Section: section, Metric: OnceWritten, Margin: "less than half of them, in the mean of every size of cache and filter",
			Statement: "with the filter most one-hit wonders are not written",
			Test: claim.Everywhere{Metric: OnceWritten, Methods: []string{bloom}, Name: "largest share written", Unit: "%", Is: claim.Under(50),
				Of: func(c claim.Cell) float64 { return 100 * c.Mean() }}.Test},
		claim.Claim{ID: "CA7", Quote: claim.Says("bloom-filter-article.txt:141",
			"lo que redujo la carga en los discos y potencialmente aumentó el rendimiento del disco"),
			Section: section, Metric: DiskTime,
			Statement: "fewer writes relieve the disk: those of a request take less time, of a stream with three quarters of one-hit wonders",
			Test:      ofThreeQuarters(ratio(DiskTime, bloom, claim.Below(0), web))},
	)
	papers := claim.Of("papers cache", claim.Claim{
		ID: "CA8", Quote: claim.After("Einziger, Friedman and Manes 2017"),
		Section: "Einziger, Friedman, Manes 2017", Metric: Hits,
		Statement: "TinyLFU, as ristretto has it, has more hits than an LRU cache that admits everything, on both streams",
		Test:      ratio(Hits, tinyLFU, claim.Above(0), web, inText),
	})
	return slices.Concat(article, papers)
}

// nearlyHalf is the share of the writes that may be left after they are nearly halved.
const nearlyHalf = 0.6

// ratio is the test of how many times as much a rule has as a cache that admits
// everything, over the sizes of the cache: each stream must be in the region.
func ratio(m runfolder.Metric, rule string, claimed claim.Region, streams ...string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var parts []claim.Tested
		how, detail := "", ""
		for _, stream := range streams {
			var a, b []runfolder.Cell
			for _, c := range d.Cells(m, rule, everything) {
				if c.On(Stream) == stream && c.On(Capacity) != "" {
					a, b = append(a, c.Cell), append(b, c.By(everything).Cell)
				}
			}
			if len(a) == 0 {
				return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s and %s on the stream %s", m, rule, everything, stream))
			}
			pooled, err := d.Pool(a, b)
			if err != nil {
				return claim.Untested(err.Error())
			}
			parts, how = append(parts, claimed.Of(pooled.Estimates...)), pooled.How
			detail += fmt.Sprintf("; %s: %.2f to %.2f over the sizes of the cache", stream, slices.Min(pooled.Each), slices.Max(pooled.Each))
		}
		// The effect is that of the stream nearest to the end of the region.
		shown := parts[0]
		for _, t := range parts[1:] {
			if inner := t.Estimates[0].Value; math.IsInf(claimed.High, 1) == (inner < shown.Estimates[0].Value) {
				shown = t
			}
		}
		o := claim.Every("pooled ratio: t over "+how, parts...)
		o.Effect, o.Detail = shown.Ratio(fmt.Sprintf("%s / %s", rule, everything)), strings.TrimPrefix(detail, "; ")
		return o
	}
}

// nearlyThreeQuarters are the shares of one-hit wonders that the article speaks of.
func nearlyThreeQuarters(share float64) bool { return share >= 0.7 && share <= 0.8 }

// ofThreeQuarters is a test that the stream must have that share for.
func ofThreeQuarters(test func(*claim.Data) claim.Outcome) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		share := d.Cell(everything, Once, Stream.At(web)).Mean()
		if math.IsNaN(share) || !nearlyThreeQuarters(share) {
			return claim.Untested("the run has no stream of which 70 to 80 % of the objects are requested once (--once)")
		}
		return test(d)
	}
}

// threeQuarters counts the words that the text has once.
func threeQuarters(d *claim.Data) claim.Outcome {
	share := d.Cell(everything, Once, Stream.At(inText)).Mean()
	if math.IsNaN(share) {
		return claim.Untested("the run does not hold the words of a text")
	}
	return claim.Counted(nearlyThreeQuarters(share), "counted, of the distinct words", "one-hit wonders", "%", 100*share, "")
}
