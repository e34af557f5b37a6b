package values

import (
	"fmt"
	"math"

	"hyphbench/internal/report/claim"
)

// slotsStay compares the bits a key of the most keys with those of 10,000, or the next
// more.
func slotsStay(name string) func(*claim.Data) claim.Outcome {
	const from, margin = 10_000, 0.005
	return func(d *claim.Data) claim.Outcome {
		var sizes []int
		for _, n := range d.Meta.Counts(axisN) {
			if n >= from && !math.IsNaN(d.Mean(place{n: n}.at(name, Slots))) {
				sizes = append(sizes, n)
			}
		}
		if len(sizes) < 2 {
			return claim.Untested("the run does not hold the bits of " + name + " at two numbers of keys from 10,000 on")
		}
		few, many := sizes[0], sizes[len(sizes)-1]
		a, b := d.Mean(place{n: few}.at(name, Slots)), d.Mean(place{n: many}.at(name, Slots))
		return claim.Counted(b <= a*(1+margin), "counted", fmt.Sprintf("bits a key of %d keys / of %d", many, few), "×", b/a,
			fmt.Sprintf("%.3f and %.3f bits for each bit of fingerprint and value", b, a))
	}
}

// Where the confidences of claims stand.
const (
	claimedWidth = 8
	claimedCells = 10
)

const lacksConfidences = "the run does not hold confidences in 10 cells a key of both sides"

func thirdOfMap(d *claim.Data) claim.Outcome {
	const share, most = 1.0 / 3, 0.01
	p := place{width: claimedWidth, cells: claimedCells}
	bits := d.Mean(p.at(linearName, BitsPerKey)) / d.Mean(place{}.at(exactMap, BitsPerKey))
	e := d.Mean(p.at(linearName, Error))
	if math.IsNaN(bits) || math.IsNaN(e) {
		return claim.Untested("the run does not hold confidences in 10 cells a key of 8 bits, and in a map")
	}
	return claim.Counted(bits <= share && e <= most, "counted", "error of a confidence", "%", 100*e, fmt.Sprintf("in %.0f %% of the bits of a map", 100*bits))
}

func functionOfConfidences(d *claim.Data) claim.Outcome {
	const noise = 0.01 // one code too high has the error of none, so that either may be the smaller by chance
	var bits, errors []comparison
	for _, width := range d.Meta.Counts(axisWidth) {
		p := place{width: width, cells: claimedCells}
		alone := place{width: width}
		bits = append(bits, comparison{d.Mean(alone.at(bloomier, BitsPerKey)), d.Mean(p.at(linearName, BitsPerKey))})
		errors = append(errors, comparison{d.Mean(alone.at(bloomier, Error)), (1 + noise) * d.Mean(p.at(linearName, Error))})
	}
	fewer := below(bits, "bits of the function / of the linear filter, at most", lacksConfidences)
	if smaller := below(errors, "error of the function / of the linear filter, at most", lacksConfidences); fewer.NotTested == "" && !smaller.Holds {
		return smaller
	}
	return fewer
}
