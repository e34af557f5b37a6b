package thesis

import (
	"fmt"
	"math"
	"strings"
	"time"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
	"hyphbench/internal/store"
)

// The abstract and chapter 1 expect answers more quickly from probabilistic
// structures than from deterministic ones.
func t14() claim.Claim {
	return claim.Claim{
		ID: "T14", Section: "Resumo", Metric: metric.Query,
		Statement: "the filters answer a membership test sooner than the exact store",
		Margin:    "by 1 %, both filters",
		Test: func(d *claim.Data) claim.Outcome {
			return againstStore(d, metric.Query, sooner(), bloom, cuckoo)
		},
	}
}

// Chapter 3: less space at no more time of rejection, which is the mean time to
// find that an element is not in the set.
func t19() claim.Claim {
	return claim.Claim{
		ID: "T19", Section: "3", Metric: metric.Query,
		Statement: "a Bloom filter rejects a word no more slowly than the exact store",
		Margin:    "1 %",
		Test: func(d *claim.Data) claim.Outcome {
			o := againstStore(d, metric.Query, noSlower(), bloom)
			words, negatives := d.Meta.Expect["words"], d.Meta.Expect["negatives"]
			if o.NotTested == "" && words > 0 {
				o.Detail = strings.Join(claim.NonEmpty(o.Detail, fmt.Sprintf("%.1f %% of the words asked are to be rejected", 100*float64(negatives)/float64(words))), "; ")
			}
			return o
		},
	}
}

// Chapters 3 and 5 put the filter before the store to avoid needless accesses.
func t21() claim.Claim {
	return claim.Claim{
		ID: "T21", Section: "3, 5", Metric: metric.FalsePositives,
		Statement: "the filters avoid most accesses to the store",
		Margin:    "more than half of all words, at every ε",
		Test:      avoidsAccesses,
	}
}

// avoidsAccesses counts the words that are not asked of the store. The store
// alone is asked for every word.
func avoidsAccesses(d *claim.Data) claim.Outcome {
	words, negatives := float64(d.Meta.Expect["words"]), float64(d.Meta.Expect["negatives"])
	if !(words > 0 && negatives > 0) {
		return claim.Untested("the run does not say how many words it asks")
	}
	n, most, least, at := 0, 0, math.Inf(1), ""
	for _, filter := range []string{bloom, cuckoo} {
		points := d.Points(metric.FalsePositives, filter)
		if len(points) == 0 {
			return d.Missing(metric.FalsePositives, filter)
		}
		for _, cell := range claim.Cells(filter, metric.FalsePositives, points) {
			fp, err := stats.Mean(d.Sample(cell))
			if err != nil {
				return d.Missing(metric.FalsePositives, filter)
			}
			avoided := (negatives - fp) / words
			n++
			if avoided > 0.5 {
				most++
			}
			if avoided < least {
				least, at = avoided, fmt.Sprintf("%s at %s %%", filter, d.Meta.Epsilon(cell.Point).Percent())
			}
		}
	}
	return claim.Counted(most == n, "exact count, ε by ε", "fewest accesses avoided", "%", 100*least,
		fmt.Sprintf("most are avoided at %d of %d, fewest by %s; %.1f %% of the words have no exception", most, n, at, 100*negatives/words))
}

// Sections 3.5 and 5 call the Bloom filter advantageous where most elements
// asked are negatives, in hyphenation above all.
func t26() claim.Claim {
	return claim.Claim{
		ID: "T26", Section: "3.5, 5", Metric: Hyphenate,
		Statement: "a Bloom filter before the exceptions is an advantage in hyphenation",
		Margin:    "a pass 1 % sooner than with the exact store alone",
		Test: func(d *claim.Data) claim.Outcome {
			return againstStore(d, Hyphenate, sooner(), bloom)
		},
	}
}

// Chapter 5 has what a filter is for where the exceptions lie on a disk or behind a
// network, as section 3.5.1 describes them.
func t35() claim.Claim {
	return claim.Claim{
		ID: "T35", Section: "5", Metric: Hyphenate,
		Statement: "a filter saves time where an access to the store takes long",
		Margin:    "a pass 1 % sooner than with the store alone, both filters",
		Test:      savesAccesses,
	}
}

func savesAccesses(d *claim.Data) claim.Outcome {
	if medium := store.Medium(d.Meta.Parameters[mediumParameter]); medium == "" || medium == store.Memory {
		return claim.Untested("needs a store on a disk, behind a network or simulated, as of --store=direct: that of the run is in memory and answers in nanoseconds")
	}
	o := againstStore(d, Hyphenate, sooner(), bloom, cuckoo)
	access, err := stats.Mean(d.Sample(runfolder.Cell{Filter: NoFilter, Metric: metric.Query}))
	if o.NotTested == "" && err == nil {
		o.Detail = strings.Join(claim.NonEmpty(o.Detail, fmt.Sprintf("an access takes %s", time.Duration(access).Round(10*time.Nanosecond))), "; ")
	}
	return o
}
