package cache

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// claims are those of the article on cache filtering, what becomes of them on running text,
// which is no cache of the web, and of what is used today.
func claims() []claim.Claim {
	const section = "examples: cache filtering"
	article := claim.Of("article cache",
		claim.About(Writes, "CA1", section, "a Bloom filter of all objects, which admits them at their second request, can reduce the writes to nearly a half, of a stream whose objects are requested as often as those of Akamai",
			"40 to 60 % of the objects, at one size of the cache or more", ofAkamai(somewhere(Writes, bloom, claim.Region{Low: math.Log(0.4), High: math.Log(0.6)}, cdn))).From(claim.Says("bloom-filter-article.txt:141",
			"El uso de un filtro Bloom para evitar que los archivos de un solo uso se almacenen en un caché web redujo la tasa de escrituras en disco a casi la mitad")),
		claim.About(Hits, "CA2", section, "it increases the hits of that stream",
			everySize, ofAkamai(ratio(Hits, bloom, claim.Above(0), cdn))).From(claim.Says("bloom-filter-article.txt:143",
			"filtrar los one-hit-wonders también ahorra espacio de caché en el disco, lo que aumenta las tasas de aciertos de caché")),
		claim.About(OnceWritten, "CA6", section, "with the filter most one-hit wonders are not written",
			"less than half of them, in the mean of every size of cache and filter", claim.Everywhere{Metric: OnceWritten, Methods: []string{bloom}, Name: "largest share written", Unit: "%", Is: claim.Under(50),
				Of: func(c claim.Cell) float64 { return 100 * c.Mean() }}.Test).From(claim.Says("bloom-filter-article.txt:143",
			"la mayoría de los one-hit-wonders no se escriben en el caché de disco")).
			Constructed("of what comes once only false positives of a filter of ε ≤ 5 % are written"),
		claim.About(DiskTime, "CA7", section, "fewer writes relieve the disk: those of a request take less time, of that stream",
			"", ofAkamai(ratio(DiskTime, bloom, claim.Below(0), cdn))).From(claim.Says("bloom-filter-article.txt:141",
			"lo que redujo la carga en los discos y potencialmente aumentó el rendimiento del disco")),
	)
	text := claim.Of("running text",
		claim.About(Writes, "CA3", "words as objects", "a Bloom filter of all objects, which admits them at their second request, reduces the writes where the words of running text are the objects",
			everySize, ratio(Writes, bloom, claim.Below(0), inText)).From(claim.Ours()),
		claim.About(Hits, "CA4", "words as objects", "it increases the hits, where the words of running text are the objects",
			everySize, ratio(Hits, bloom, claim.Above(0), inText)).From(claim.Ours()),
	)
	papers := claim.Of("papers cache", claim.About(Hits, "CA8", "Einziger, Friedman, Manes 2017", "where a few objects have most of the requests, TinyLFU, as ristretto has it, has more hits than an LRU cache that admits everything",
		"on both streams, "+everySize, ratio(Hits, tinyLFU, claim.Above(0), web, inText)).From(claim.After("Einziger, Friedman and Manes 2017, abstract")))
	return slices.Concat(article, text, papers)
}

const everySize = "at every size of the cache"

// ratios is a test of those of a rule to a cache that admits everything, on each of some streams
// at every size of the cache. The article's filter keeps track of all addresses: one that is
// emptied earlier is another rule.
func ratios(m runfolder.Metric, rule string, test func(*claim.Data, claim.Pairs) claim.Outcome, streams ...string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var p claim.Pairs
		_, middle, _ := strings.Cut(d.Meta.Parameters[middles], ",")
		for _, stream := range streams {
			before := len(p.A)
			for _, c := range d.Cells(m, rule) {
				off := c.On(Capacity) == ""
				ofAll := middle == "1" && !off || middle != "1" && c.On(Window) == "1"
				if c.On(Stream) == stream && (ofAll || !off && !forgets(rule)) {
					p.Add(c, c.By(everything))
				}
			}
			if len(p.A) == before {
				return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s, made for all objects, and of %s on the stream %s", m, rule, everything, stream))
			}
		}
		return test(d, p)
	}
}

// ratio is the test that all of these ratios are in a region.
func ratio(m runfolder.Metric, rule string, claimed claim.Region, streams ...string) func(*claim.Data) claim.Outcome {
	return ratios(m, rule, func(d *claim.Data, p claim.Pairs) claim.Outcome {
		return p.Everywhere(d, claimed, "ratio", rule+" / "+everything)
	}, streams...)
}

// somewhere is the test that one of them is or more.
func somewhere(m runfolder.Metric, rule string, claimed claim.Region, streams ...string) func(*claim.Data) claim.Outcome {
	return ratios(m, rule, func(d *claim.Data, p claim.Pairs) claim.Outcome {
		if len(p.A) < 2 {
			return claim.Untested("the run has a filter that is made for all objects at one size of the cache: want several (--window=1)")
		}
		return p.Somewhere(d, claimed, "ratio", rule+" / "+everything)
	}, streams...)
}

// ofAkamai is a test of a stream that has the shape of which the article speaks, nearly three
// quarters of one-hit wonders, and the paper behind it: 90 % of the objects come fewer than four
// times.
func ofAkamai(test func(*claim.Data) claim.Outcome) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		of := d.Cell(everything, Once, Stream.At(cdn))
		if once, few := of.Mean(), of.Of(Few).Mean(); !(once >= 0.7 && once <= 0.8 && few >= 0.85 && few <= 0.95) {
			return claim.Untested("the run has no stream of which 70 to 80 % of the objects are requested once, and 85 to 95 % fewer than four times")
		}
		return test(d)
	}
}
