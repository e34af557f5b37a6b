package cache

import (
	_ "embed"
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the article on cache filtering, what becomes of them on running text,
// which is no cache of the web, and of what is used today.
func claims() []claim.Claim {
	return claim.Read(claimTexts, claim.Tests{
		"CA1": ofAkamai(somewhere(Writes, bloom, claim.Region{Low: math.Log(0.4), High: math.Log(0.6)}, cdn)),
		"CA2": ofAkamai(ratio(Hits, bloom, claim.Above(0), cdn)),
		"CA6": claim.Everywhere{Metric: OnceWritten, Methods: []string{bloom}, Name: "largest share written", Unit: "%", Is: claim.Under(50),
			Of: func(c claim.Cell) float64 { return 100 * c.Mean() }}.Claim(),
		"CA7": ofAkamai(ratio(DiskTime, bloom, claim.Below(0), cdn)),
		"CA3": ratio(Writes, bloom, claim.Below(0), inText),
		"CA4": ratio(Hits, bloom, claim.Above(0), inText),
		"CA8": ratio(Hits, tinyLFU, claim.Above(0), web, inText),
	})
}

// ratios is a claim about those of a rule to a cache that admits everything, on each of some streams
// at every size of the cache. The article's filter keeps track of all addresses: one that is
// emptied earlier is another rule.
func ratios(m runfolder.Metric, rule string, test func(*claim.Data, claim.Pairs) claim.Outcome, streams ...string) claim.Claim {
	return claim.By(m, func(d *claim.Data) claim.Outcome {
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
	})
}

// ratio is a claim that all of these ratios are in a region.
func ratio(m runfolder.Metric, rule string, claimed claim.Region, streams ...string) claim.Claim {
	return ratios(m, rule, func(d *claim.Data, p claim.Pairs) claim.Outcome {
		return p.Everywhere(d, claimed, "ratio", rule+" / "+everything)
	}, streams...)
}

// somewhere is a claim that one of them is or more.
func somewhere(m runfolder.Metric, rule string, claimed claim.Region, streams ...string) claim.Claim {
	return ratios(m, rule, func(d *claim.Data, p claim.Pairs) claim.Outcome {
		if len(p.A) < 2 {
			return claim.Untested("the run has a filter that is made for all objects at one size of the cache: want several (--window=1)")
		}
		return p.Somewhere(d, claimed, "ratio", rule+" / "+everything)
	}, streams...)
}

// ofAkamai is a claim about a stream that has the shape of which the article speaks, nearly three
// quarters of one-hit wonders, and the paper behind it: 90 % of the objects come fewer than four
// times.
func ofAkamai(of claim.Claim) claim.Claim {
	return claim.By(of.Metric, func(d *claim.Data) claim.Outcome {
		all := d.Cell(everything, Once, Stream.At(cdn))
		if once, few := all.Mean(), all.Of(Few).Mean(); !(once >= 0.7 && once <= 0.8 && few >= 0.85 && few <= 0.95) {
			return claim.Untested("the run has no stream of which 70 to 80 % of the objects are requested once, and 85 to 95 % fewer than four times")
		}
		return of.Test(d)
	})
}
