package thesis

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// smallest is the smallest effect of interest, a share: a fall over the sweep,
// or a difference between filters, that is smaller does not make a claim true. It
// was set before the runs that it judges.
const smallest = 0.01

// pair is a pair of implementations that the claims T1 to T9 are judged for.
// The claims on one pair are one family of tests.
type pair struct {
	source        string
	suffix        string // of the IDs
	words         string // in the statements, behind a filter's name
	bloom, cuckoo string // structures
}

// literal are the algorithms of the thesis's text, which its claims are about.
func literal() pair { return pair{"thesis", "", "", literalBloom, literalCuckoo} }

// array has the same algorithms, the entries of the cuckoo filter in words of 16 bits: the text
// does not say how a bucket is kept.
func array() pair {
	return pair{"thesis, array", "-array", " (16-bit entries)", literalBloom, "cuckoo-literal-array"}
}

// tuned are the filters as one would build them today: one hash of a key, and one branch on
// all its bits or entries.
func tuned() pair { return pair{"thesis, tuned", "-tuned", " (tuned)", bloom, cuckoo} }

// port is the library that the thesis measured, in Go: its filters' answers, not its times.
func port() pair { return pair{"thesis, port", "-port", " (Go port)", "npm-bloom", "npm-cuckoo"} }

// node is the library itself, in Node.js as the thesis had it.
func node() pair { return pair{"thesis, Node", "-node", " (Node)", nodeBloom, nodeCuckoo} }

const (
	literalBloom  = "bloom-literal"
	literalCuckoo = "cuckoo-literal"
)

// likeWithLike are the headlines of a run with filters of two kinds or more: a cuckoo filter is
// compared with the Bloom filter of its kind. nil for other runs.
func likeWithLike(filters []string) (list []answer.Headline) {
	var pairs []pair
	for _, p := range []pair{literal(), tuned(), port(), node()} {
		if slices.Contains(filters, p.bloom) && slices.Contains(filters, p.cuckoo) {
			pairs = append(pairs, p)
		}
	}
	if len(pairs) < 2 {
		return nil
	}
	for _, m := range []runfolder.Metric{Hyphenate, metric.Query, Init, metric.Build} {
		for _, p := range pairs {
			list = append(list, answer.Headline{Metric: m, To: p.bloom, Of: p.cuckoo})
		}
	}
	return list
}

// tunedNote says of a run with tuned filters, and none of another kind, that they are not those of
// the text: their names do not. Runs with several kinds have a note of their own (designs).
func tunedNote(filters []string) string {
	var names []string
	for _, name := range []string{tuned().bloom, tuned().cuckoo} {
		if slices.Contains(filters, name) {
			names = append(names, name)
		}
	}
	for _, p := range []pair{literal(), array(), port(), node()} {
		if slices.Contains(filters, p.bloom) || slices.Contains(filters, p.cuckoo) {
			return ""
		}
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ", ") + ": tuned, not as the thesis writes them (" + literalBloom + ", " + literalCuckoo + ")"
}

// byLetter is the filter with the text's algorithms to the letter, which its sentences are
// about, where the run has the metric of it, and the tuned one elsewhere.
func byLetter(d *claim.Data, m runfolder.Metric, literal, tuned string) string {
	if len(d.Samples.Points(m, literal)) > 0 {
		return literal
	}
	return tuned
}

// blooms and cuckoos are the filters of which answers are counted: all that a run has.
func blooms() []string  { return []string{literalBloom, bloom} }
func cuckoos() []string { return []string{literalCuckoo, array().cuckoo, cuckoo} }

// claims are those on the pair. Their texts have {Bloom} and {cuckoo} for its filters; one about
// both names the pair behind Bloom.
func (p pair) claims() []claim.Claim {
	theBloom, theCuckoo := func(p pair) string { return p.bloom }, func(p pair) string { return p.cuckoo }
	texts := strings.NewReplacer("{Bloom}", "Bloom"+p.words, "{cuckoo}", "cuckoo"+p.words).Replace(pairTexts)
	list := claim.Read(texts, claim.Tests{
		"T1":  p.own("T1", Init, noClearTrend, p.bloom),
		"T2":  p.own("T2", Hyphenate, falls(Hyphenate, theBloom), p.bloom),
		"T3":  p.own("T3", Hyphenate, largestAtSmallest, p.bloom),
		"T4":  p.own("T4", Init, falls(Init, theCuckoo), p.cuckoo),
		"T5":  p.own("T5", Hyphenate, falls(Hyphenate, theCuckoo), p.cuckoo),
		"T6":  p.own("T6", Init, slowerForMost(Init)),
		"T7":  p.own("T7", Hyphenate, slowerForMost(Hyphenate)),
		"T8a": p.own("T8a", Hyphenate, shrinks),
		"T8b": p.own("T8b", Hyphenate, fasterAtOnePercent),
		"T9":  p.own("T9", Hyphenate, takeSimilarTime),
	})
	if p == array() {
		list = list[onBloom:]
	}
	for i := range list {
		list[i].Source, list[i].ID = p.source, list[i].ID+p.suffix
		if p == literal() && i >= onBloom {
			list[i].Variant = claim.Variant{ID: list[i].ID + array().suffix, Remark: "depends on storage"}
		}
	}
	return list
}

// onBloom are the first claims, on the Bloom filter alone, which is the same in two pairs.
const onBloom = 3

// leading are the claims T1 to T9 of the literal filters, each in a line.
func leading() (list []answer.Brief) {
	for _, c := range literal().claims() {
		list = append(list, answer.Brief{ID: c.ID, Says: c.Brief})
	}
	return list
}

// own is the test of a claim on the filters of the pair that uses names; both where it names
// none. The published measurements are the thesis's own, of filters that they
// call by the plain names.
func (p pair) own(id string, m runfolder.Metric, test func(d *claim.Data, p pair) claim.Outcome, uses ...string) claim.Claim {
	if uses == nil {
		uses = []string{p.bloom, p.cuckoo}
	}
	c := claim.By(m, func(d *claim.Data) claim.Outcome {
		q, needs := p, uses
		if d.Meta.Design == runfolder.Published {
			if p.suffix != "" {
				return claim.Untested("the published measurements are the thesis's own: " + id + " judges them")
			}
			q.bloom, q.cuckoo = bloom, cuckoo
			needs = nil
		}
		for _, name := range needs {
			if !slices.Contains(d.Meta.Filters, name) {
				return claim.Untested(fmt.Sprintf("the run has no %s: want --filter=%s", name, strings.Join(needs, ",")))
			}
		}
		o := test(d, q)
		if o.NotTested == "" && needs != nil {
			pass := ""
			if m == Hyphenate {
				pass = passOf(d.Meta)
			}
			o.Detail = strings.Join(claim.NonEmpty("measured: "+strings.Join(needs, " and "), pass, where(d.Meta).EN, o.Detail), "; ")
		}
		return o
	})
	c.Narrow = smallest
	return c
}

// interest is the smallest effect of interest in a run. Published measurements
// are older than it: there any effect counts, as in the thesis.
func interest(d *claim.Data) float64 {
	if d.Meta.Design == runfolder.Published {
		return 0
	}
	return smallest
}

// steps names the structure of a filter at an ε: its parameters but for the
// number of bits m, which alone changes neither the work of a query nor that of
// an insertion. nil where the run does not say what it measured.
func steps(d *claim.Data, name string) func(runfolder.Point) string {
	keys := int(d.Meta.Expect["keys"])
	structure, err := structureOf(name)
	if err != nil || keys == 0 || d.Meta.Design == runfolder.Published {
		return nil
	}
	return func(p runfolder.Point) string {
		plan, err := structure.Plan(keys, filter.Config{Epsilon: d.Meta.Epsilon(p).Float()})
		if err != nil {
			return string(p)
		}
		var text []string
		for _, v := range plan.Params {
			if v.Name != "m" && v.Name != "b" {
				text = append(text, fmt.Sprintf("%s = %v", v.Name, v.Value))
			}
		}
		return strings.Join(text, ", ")
	}
}

// falls is the claim that a time of one filter of a pair falls as ε grows.
func falls(metric runfolder.Metric, of func(pair) string) func(*claim.Data, pair) claim.Outcome {
	return func(d *claim.Data, p pair) claim.Outcome {
		name, least := of(p), interest(d)
		s, ok := claim.FindSweep(d, name, metric, steps(d, name))
		if !ok {
			return d.Missing(metric, name)
		}
		o := claim.Outcome{
			Test: s.Test, Holds: s.Plain < 0 && s.Plain <= -least,
			Detail: strings.Join(claim.NonEmpty(d.Tables(name, metric), s.Shape), "; "),
			Vary:   claim.Margin{Name: "smallest fall", Value: least, At: s.Falls},
		}
		o.Supports, o.Opposes = s.Falls(least)
		o.Effect = s.Percent(o.Supports, o.Opposes)
		return o
	}
}
