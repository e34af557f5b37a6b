package reconcile

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// claims are in the order of display: those of the thesis, of the article, of the papers,
// and what follows from the lengths of keys and cells.
func claims() []claim.Claim { return slices.Concat(thesisClaims(), articleClaims(), paperClaims()) }

// bloom is the filter that the texts are about.
const bloom = "bloom"

// eightBits is the rate at which a Bloom filter takes 8 bits per key.
const eightBits = "0.02"

// thesisClaims are the sentences of sections 3.5.3 and 3.5.4.
func thesisClaims() []claim.Claim {
	half := func(c claim.Cell) bool { return differing(c) && c.Int(D) <= c.Int(N) }
	both := func(c claim.Cell) bool { return c.On(Task) == taskIntersection }
	return claim.Of("thesis reconcile",
		claim.About(Bytes, "RC1", "3.5.3", "by a Bloom filter of S_B A finds keys that B lacks and sends them: fewer bytes than a copy of all keys, where half of the keys or more are in both sets",
			"at every such n, d and ε of the run", fewer(bloom, allKeys, half)).From(claim.Says("thesis-final.txt:526-528",
			"É possível realizar essa troca de informações a partir do envio de um Bloom filter com os elementos de SB para o par A. Assim, A pode verificar quais de seus elementos não estão em B (de acordo com os testes de membresia do filtro) e transmiti-los para B.")),
		claim.About(Missing, "RC2", "3.5.3", "keys of S_A − S_B that are false positives are not sent, and no others",
			"where 20 are expected or more, as many as ε says within 10 % or three standard errors", byTheory(Missing)).From(claim.Says("thesis-final.txt:528-530",
			"dada a possibilidade de ocorrência de resultados falsos positivos, alguns elementos que pertencem a SA − SB podem não ser enviados para B")),
		claim.About(Bytes, "RC3", "3.5.4", "for the intersection a Bloom filter and the keys that it admits are fewer bytes than a copy of all keys",
			"at every n, d and ε of the run; arithmetic refutes it where more than seven eighths of the keys are in both: "+
				"8 bits of filter for each key are an eighth of its bytes", fewer(bloom, allKeys, both)).From(claim.Says("thesis-final.txt:539-540",
			"Uma aproximação para os elementos da interseção de SA e SB pode ser obtida a partir do envio de um Bloom filter com os elementos de SB para A, o que diminui o uso da rede.")),
		claim.About(Extra, "RC4", "3.5.4", "false positives are sent too, and B is left with the intersection when it tests what it receives",
			"where 20 are expected or more, as many as ε says within 10 % or three standard errors; a wrong intersection ends the run", byTheory(Extra)).From(claim.Says("thesis-final.txt:542-546",
			"alguns elementos que não pertencem a SB podem ser enviados para B como resultado de SA ∩ SB. Ainda assim, B pode testar cada […] um dos elementos do resultado de modo a eliminar aqueles que não pertencem a SB")),
	)
}

func articleClaims() []claim.Claim {
	const tenth = 0.10
	return claim.Of("article",
		claim.About(Missing, "RC5", "data synchronization", "Bloom filters synchronise sets approximately: a reconciliation tree of them finds most of the difference",
			"nine tenths or more, at 8 bits per key, every n and d from 1,000 on", found(tree, claim.Above(1-tenth), inEight)).From(claim.Says("bloom-filter-article.txt:193",
			"Los filtros Bloom se pueden utilizar para la sincronización aproximada de datos, como en Byers et al. (2004).")),
		claim.About(Off, "RC6", "data synchronization", "counting filters approximate the number of differences of two sets",
			"a mean error below 10 % at every d", everywhere(counters, Off, claim.Below(tenth), "%", 100, anywhere)).From(claim.Says("bloom-filter-article.txt:193",
			"Los filtros Bloom de conteo se pueden utilizar para aproximar la cantidad de diferencias entre dos conjuntos")),
	)
}

func anywhere(claim.Cell) bool { return true }

func differing(c claim.Cell) bool { return c.On(Task) == taskDifference }

// inEight are those of summaries of 8 bits per key.
func inEight(c claim.Cell) bool { return c.On(axis.Eps) == eightBits }

// onlyA is how many keys A alone has: what B wants.
func onlyA(c claim.Cell) float64 { return float64(c.Int(D) - c.Int(D)/2) }

// ratios are those of the means of a metric of two methods at the cells of the first one;
// none where the second one lacks some.
func ratios(d *claim.Data, m runfolder.Metric, a, b string, keep func(claim.Cell) bool) (at []claim.Cell, list []float64) {
	at = d.CellsIn(m, keep, a)
	for _, c := range at {
		list = append(list, c.Mean()/c.By(b).Mean())
	}
	if slices.ContainsFunc(list, math.IsNaN) {
		return nil, nil
	}
	return at, list
}

func untested(m runfolder.Metric, name string) claim.Outcome {
	return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s where the claim is about them", m, name))
}

// fewer counts the places at which a sends fewer bytes than b, in the means.
func fewer(a, b string, keep func(claim.Cell) bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		at, list := ratios(d, Bytes, a, b, keep)
		if len(at) == 0 {
			return untested(Bytes, a+" and "+b)
		}
		var t claim.Tally
		for i, c := range at {
			t.Add(fmt.Sprintf("n = %s, d = %s", axis.Grouped(c.Int(N)), axis.Grouped(c.Int(D))), list[i] < 1, list[i], list[i])
		}
		return t.Counted(t.All(), meansAt(at), a+" / "+b, "×",
			fmt.Sprintf("%s sends fewer bytes at %d of %d; the most at %s", a, t.Held, t.Places, t.At))
	}
}

func meansAt(at []claim.Cell) string { return fmt.Sprintf("counted, means at %d places", len(at)) }

// found tests the share of the difference that a method finds, at each place where so many keys
// differ that one of them is little beside the margins.
func found(name string, claimed claim.Region, keep func(claim.Cell) bool) func(*claim.Data) claim.Outcome {
	const least = 1000
	share := func(c claim.Cell, e stats.Estimate) stats.Estimate {
		e = e.Scaled(-1 / onlyA(c))
		e.Value++
		return e
	}
	return eachPlace(name, Missing, "found", "%", 100, claimed, func(c claim.Cell) bool { return keep(c) && c.Int(D) >= least }, share)
}

// byTheory compares keys that are missing, or sent in vain, with the rate of the filter:
// over all rounds of a place, where some tens are expected.
func byTheory(m runfolder.Metric) func(*claim.Data) claim.Outcome {
	const least, share = 20, 0.10
	theory := func(c claim.Cell) float64 { return c.Float(axis.Eps) * onlyA(c) * float64(len(c.Values())) }
	return claim.Everywhere{
		Metric: m, Methods: []string{bloom}, Name: "counted / expected", How: "counted, at %d places", Is: claim.NearCount(share, theory),
		Of: func(c claim.Cell) float64 {
			if theory(c) < least {
				return math.NaN()
			}
			return c.Sum() / theory(c)
		},
		Without: "the run has no place at which some tens of keys are expected",
		Detail: func(t claim.Tally) string {
			return fmt.Sprintf("so at %d of %d places; furthest off at %s", t.Held, t.Places, t.At)
		},
	}.Test
}

// everywhere tests the mean of a metric at each place: all must be in the region, one
// outside contradicts it.
func everywhere(
	name string, m runfolder.Metric, claimed claim.Region, unit string, factor float64, keep func(claim.Cell) bool,
) func(*claim.Data) claim.Outcome {
	return eachPlace(name, m, string(m), unit, factor, claimed, keep, func(_ claim.Cell, e stats.Estimate) stats.Estimate { return e })
}

// eachPlace tests what is made of the mean of a metric at each place.
func eachPlace(
	name string, m runfolder.Metric, effect, unit string, factor float64, claimed claim.Region,
	keep func(claim.Cell) bool, of func(claim.Cell, stats.Estimate) stats.Estimate,
) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		parts := claim.Parts{Claimed: claimed}
		for _, c := range d.CellsIn(m, keep, name) {
			e, err := stats.MeanEstimate(c.Values())
			if err != nil {
				return untested(m, name)
			}
			parts.Add(c.Place(), of(c, e))
		}
		if parts.Len() == 0 {
			return untested(m, name)
		}
		return parts.Spread(fmt.Sprintf("mean at each of %d places: t over rounds; all must be within (Bonferroni)", parts.Len()), effect, unit, factor)
	}
}

// paperClaims are those of the papers on the methods, with what follows from the lengths
// of keys and cells.
func paperClaims() []claim.Claim {
	const byers, eppstein, yang = "Byers et al. 2004", "Eppstein et al. 2011", "Yang et al. 2024"
	return claim.Of("reconciliation papers",
		claim.About(Missing, "RC7", byers, "a Bloom filter of 8 bits per key finds 98 % of the difference",
			"one percentage point, at every n and d from 1,000 on", found(bloom, claim.Region{Low: 0.97, High: 0.99}, inEight)).From(claim.After("Byers et al. 2004")),
		claim.About(Missing, "RC8", byers, "a reconciliation tree of 8 bits per key with a correction of 5 finds 92 % of the difference",
			"two percentage points, at every n and d from 1,000 on", found(tree, claim.Region{Low: 0.90, High: 0.94}, inEight)).From(claim.After("Byers et al. 2004")),
		claim.About(Questions, "RC9", byers, "the questions of a search in a reconciliation tree grow far slower than the sets, those to a Bloom filter as they do",
			"where one key of a thousand differs or fewer: of ten times the keys less than twice the questions, and fewer than of the Bloom filter", treeIsSought).From(claim.After("Byers et al. 2004")),
		claim.About(Bytes, "RC10", eppstein, "the bytes of an invertible Bloom lookup table of a large difference do not grow with the sets",
			"of the largest n and the smallest within 5 %, at the largest d that both have", whateverTheSets(iblt)).From(claim.After("Eppstein et al. 2011")),
		claim.About(Tables, "RC11", eppstein, "a strata estimator says how large the table must be: the first one peels",
			"in 95 % of the exchanges or more, at the largest n", firstPeels).From(claim.After("Eppstein et al. 2011")),
		claim.About(Cells, "RC12", yang, "rateless symbols are 1.35 for each of many differences",
			"3 %, at every n and d from 10,000 on", everywhere(riblt, Cells, claim.Region{Low: 1.35 * 0.97, High: 1.35 * 1.03}, "symbols", 1, func(c claim.Cell) bool { return c.Int(D) >= 10_000 })).From(claim.After("Yang et al. 2024")),
		claim.About(Symbols, "RC13", yang, "rateless symbols are at most 1.72 for each difference, however few these are",
			"means at every d of the simulation", everywhere(riblt, Symbols, claim.Below(1.72), "symbols", 1, anywhere)).From(claim.After("Yang et al. 2024")),
		claim.About(Bytes, "RC14", yang, "rateless symbols are fewer bytes than a table of fixed size with its estimator",
			"at every n and d", fewer(riblt, ibltStrata, differing)).From(claim.After("Yang et al. 2024")),
		claim.About(Bytes, "RC15", yang, "rateless symbols cost a third or less of the bytes of a table with its estimator",
			"in the means, at every n and d", aThird).From(claim.After("Yang et al. 2024")),
		claim.About(Bytes, "RC16", "cells of 13 bytes", "an exact difference is cheaper than all keys up to d = n/3, and more expensive from d = 2n/3 on",
			"rateless symbols, at every n and d; 1.35 cells of some 14 bytes against 8 bytes per key break even at d = 0.43 n", breakEven).From(claim.Ours()),
		claim.About(Threshold, "RC17", "Goodrich and Mitzenmacher 2011", "an invertible table peels from 1.222, 1.295 and 1.425 cells per key on, with 3, 4 and 5 hashes",
			"2 %, tables of 30,000 keys, simulated", thresholds).From(claim.After("Goodrich and Mitzenmacher 2011")),
	)
}

// treeIsSought looks at the questions to a tree where few keys differ.
func treeIsSought(d *claim.Data) claim.Outcome {
	at, list := ratios(d, Questions, tree, bloom, func(c claim.Cell) bool {
		return inEight(c) && c.Int(D) > 0 && 1000*c.Int(D) <= c.Int(N)
	})
	if len(at) == 0 {
		return untested(Questions, tree+" and "+bloom)
	}
	var t claim.Tally
	steepest := math.Inf(-1)
	for i, c := range at {
		t.Add("", list[i] < 1, list[i], list[i])
		if larger := c.At(N.At(10 * c.Int(N))); larger.Has() {
			ratio := larger.Mean() / c.Mean()
			t.Add("", ratio < 2, ratio, ratio)
			steepest = max(steepest, ratio)
		}
	}
	if t.Places == len(at) {
		return claim.Untested("the run has no two numbers of keys, one ten times the other, with a thousandth of the keys different")
	}
	return claim.Counted(t.All(), fmt.Sprintf("%s and %d pairs of them", meansAt(at), t.Places-len(at)),
		"questions of ten times the keys", "×", steepest, fmt.Sprintf("so at %d of %d", t.Held, t.Places))
}

// whateverTheSets compares the bytes of a method at the largest n with those at the smallest,
// at the largest d of both: there what is sent for each difference is most of it.
func whateverTheSets(name string) func(*claim.Data) claim.Outcome {
	const margin = 0.05
	return func(d *claim.Data) claim.Outcome {
		all := d.CellsIn(Bytes, differing, name)
		least, most := math.MaxInt, 0
		for _, c := range all {
			least, most = min(least, c.Int(N)), max(most, c.Int(N))
		}
		var largest claim.Pairs
		var ratios claim.Tally
		for _, c := range all { // d ascends
			if small := c.At(N.At(least)); c.Int(N) == most && most > least && small.Has() {
				largest = claim.Pairs{}
				largest.Add(c, small)
				ratios.Add("", true, c.Mean()/small.Mean(), 0)
			}
		}
		if len(largest.A) == 0 {
			return untested(Bytes, name+" at two numbers of keys")
		}
		o := largest.Same(d, margin, "ratio at the largest d", fmt.Sprintf("bytes at n = %s / n = %s", axis.Grouped(most), axis.Grouped(least)))
		o.Detail = fmt.Sprintf("from %.3f to %.3f over all d", ratios.Range.Low, ratios.Range.High)
		return o
	}
}

// firstPeels tests the share of the exchanges in which the first table of an estimated
// size is enough, by the exact interval of a share.
func firstPeels(d *claim.Data) claim.Outcome {
	const share = 0.95
	all, first, most := 0, 0, 0
	for _, c := range d.Cells(Tables, ibltStrata) {
		most = max(most, c.Int(N))
	}
	// Sets of all sizes differ in the same keys: those of one size are independent.
	for _, c := range d.CellsIn(Tables, func(c claim.Cell) bool { return differing(c) && c.Int(N) == most }, ibltStrata) {
		for _, v := range c.Values() {
			all++
			if v == 1 {
				first++
			}
		}
	}
	if all == 0 {
		return untested(Tables, ibltStrata)
	}
	ci := stats.ShareInterval(first, all, 1-stats.Level)
	chance := distuv.Binomial{N: float64(all), P: share}
	return claim.Outcome{
		Test: fmt.Sprintf("share of %d exchanges: exact binomial test", all),
		Effect: claim.Effect{Name: "first table peels", Unit: "%", Value: 100 * float64(first) / float64(all),
			CI: ci.Scaled(100)},
		Supports: 1 - chance.CDF(float64(first-1)), Opposes: chance.CDF(float64(first)),
		Holds:  float64(first) >= share*float64(all),
		Detail: fmt.Sprintf("%d of %d", first, all),
	}
}

// aThird counts the places at which rateless symbols are a third of the bytes or less.
func aThird(d *claim.Data) claim.Outcome {
	const times = 3
	at, list := ratios(d, Bytes, riblt, ibltStrata, differing)
	if len(at) == 0 {
		return untested(Bytes, riblt+" and "+ibltStrata)
	}
	var t claim.Tally
	last := 0
	for i, c := range at {
		so := 1/list[i] >= times
		if t.Add("", so, 1/list[i], list[i]); so {
			last = max(last, c.Int(D))
		}
	}
	return t.Counted(t.All(), meansAt(at), "table / symbols", "×",
		fmt.Sprintf("so at %d of %d, the largest of these d is %s", t.Held, t.Places, axis.Grouped(last)))
}

// breakEven compares rateless symbols with all keys on both sides of where they break
// even.
func breakEven(d *claim.Data) claim.Outcome {
	few := func(c claim.Cell) bool { return 3*c.Int(D) <= c.Int(N) }
	many := func(c claim.Cell) bool { return 3*c.Int(D) >= 2*c.Int(N) }
	at, list := ratios(d, Bytes, riblt, allKeys, func(c claim.Cell) bool { return differing(c) && (few(c) || many(c)) })
	switch {
	case len(at) == 0:
		return untested(Bytes, riblt+" and "+allKeys)
	case !slices.ContainsFunc(at, few) || !slices.ContainsFunc(at, many):
		return claim.Untested("the run has no d on both sides of the break-even")
	}
	var t claim.Tally
	for i, c := range at {
		t.Add("", (list[i] < 1) == few(c), list[i], -math.Abs(math.Log(list[i])))
	}
	return claim.Counted(t.All(), meansAt(at), "symbols / all keys, nearest to 1", "×", t.Worst, fmt.Sprintf("so at %d of %d", t.Held, t.Places))
}

// thresholds compares the least cells per key of large tables with the published ones.
func thresholds(d *claim.Data) claim.Outcome {
	const margin = 0.02
	said := map[int]float64{3: 1.222, 4: 1.295, 5: 1.425}
	var parts []claim.Tested
	var list []string
	for _, hashes := range thresholdHashes() {
		e, err := stats.MeanEstimate(d.Cell(tableOf(hashes), Threshold).Values())
		if err != nil {
			return untested(Threshold, tableOf(hashes))
		}
		list = append(list, fmt.Sprintf("%.3f with %d", e.Value, hashes))
		e = e.Scaled(1 / said[hashes])
		e.Value--
		parts = append(parts, claim.Within(margin).Of(e))
	}
	furthest := slices.MaxFunc(parts, func(a, b claim.Tested) int {
		return cmp.Compare(math.Abs(a.Estimates[0].Value), math.Abs(b.Estimates[0].Value))
	})
	o := claim.Every("mean of each against the published one: t over rounds; all must be within (Bonferroni)", parts...)
	o.Effect, o.Detail = furthest.Percent("furthest off"), "cells per key: "+strings.Join(list, ", ")
	return o
}
