package growth

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// Structures that claims are about.
const (
	bloom    = "bloom"
	cuckoo   = "cuckoo"
	semisort = "cuckoo-semisort"
	counting = "counting"
	dleft    = "dleft"
	scalable = "scalable"
	infini   = "infini"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the texts about more keys than told, each source a family of
// its own.
func claims() []claim.Claim {
	toScalable := func(m runfolder.Metric, claimed claim.Region, name string) claim.Claim {
		most := claim.Only(func(c claim.Cell) bool { return c.Int(Inserted) == 800 })
		return claim.Ratio{Metric: m, Methods: []string{remadeName}, To: scalable, At: most, Claimed: claimed, Name: name}.Claim()
	}
	return claim.Read(claimTexts, claim.Tests{
		"G1": claim.By(Rate, more),
		"G3": grows(counting, claim.Above(math.Log(rapid))),
		"G4": unrefused(dleft, grows(dleft, claim.Below(math.Log(rapid)))),
		"G5": unrefused(scalable, atMost(scalable, "largest rate / asked",
			func(c claim.Cell) float64 { return c.Mean() / c.Float(axis.Eps) }, func(claim.Cell) float64 { return 1 })),
		"G8": claim.By(Rate, heldAnew),
		"G9": toScalable(PauseLongest, claim.Above(math.Log(10)), "longest insertion, made anew / scalable"),
		"G10": claim.Everywhere{Metric: BitsPerKey, Methods: []string{remadeName}, Name: "bits per key, made anew / scalable",
			Of: claim.ToThat(scalable), Is: claim.Under(1), Without: lacks(remadeName+" and "+scalable, 100, 800)}.Claim(),
		"G11": toScalable(Insert, claim.Below(0), "insertion, made anew / scalable"),
		"G6": unrefused(infini, atMost(infini, "largest rate / that at the keys told", multiplied,
			func(c claim.Cell) float64 { return 1 + math.Log2(float64(c.Int(Inserted))/100) })),
		"G7": claim.By(Refused, refuses),
	})
}

// through chooses the cells of a structure where the run has it at all these per cent of
// the keys told.
func through(percents ...int) claim.Where {
	return claim.Only(func(c claim.Cell) bool {
		return !slices.ContainsFunc(percents, func(percent int) bool { return !c.At(Inserted.At(percent)).Has() })
	})
}

// told are those of them at the keys told.
func told(d *claim.Data, filter string, percents ...int) []claim.Cell {
	at := claim.Only(func(c claim.Cell) bool { return c.Int(Inserted) == 100 })
	return at(through(percents...).Find(d, Rate, filter))
}

// lacks says that a run lacks looks.
func lacks(filter string, percents ...int) string {
	return fmt.Sprintf("the run does not hold two repetitions of %s at %v %% of the keys told", filter, percents)
}

// after are the cells at some per cent of the keys told, each with that at all of them.
func after(list []claim.Cell, percent int) (p claim.Pairs) {
	for _, c := range list {
		p.Add(c.At(Inserted.At(percent)), c)
	}
	return p
}

// more is the test of what 1 % and 5 % more keys give. The issue names no ε: where k hash
// functions are the best ones, 1 % more keys give k·ln 2 % more, which is 7 % at ε = 0.1 %. A
// hundredth of few keys is a key or two: they are left out.
func more(d *claim.Data) claim.Outcome {
	list := slices.DeleteFunc(told(d, bloom, 100, 101, 105), func(c claim.Cell) bool {
		return c.Int(N) < 10_000 || c.On(axis.Eps) != axis.Rate(axis.Per/1000).String()
	})
	if len(list) == 0 {
		return claim.Untested("the run does not hold a Bloom filter of ε = 0.1 % and 10,000 keys or more at 100, 101 and 105 % of the keys told")
	}
	one, how, err := after(list, 101).Ratio(d, claim.Region{Low: math.Log(1.055), High: math.Log(1.085)})
	if err != nil {
		return claim.Untested(err.Error())
	}
	five, _, err := after(list, 105).Ratio(d, claim.Region{Low: math.Log(1.35), High: math.Log(1.45)})
	if err != nil {
		return claim.Untested(err.Error())
	}
	o := claim.Every("ratios of the rates: t over "+how, one, five)
	o.Effect = five.Ratio("rate with 5 % more")
	o.Detail = fmt.Sprintf("1 %% more keys give %.1f %%, 5 %% give %.1f %% more", 100*math.Expm1(one.Estimates[0].Value), 100*math.Expm1(five.Estimates[0].Value))
	return o
}

// rapid is how many times the rate of twice the keys is that at the keys told, where the
// rate grows rapidly.
const rapid = 4

// grows is a claim about how the rate changes when twice the keys come that were told, at
// every n and ε.
func grows(filter string, claimed claim.Region) claim.Claim {
	return claim.By(Rate, func(d *claim.Data) claim.Outcome {
		list := told(d, filter, 100, 200)
		if len(list) == 0 {
			return claim.Untested(lacks(filter, 100, 200))
		}
		return after(list, 200).Everywhere(d, claimed, "ratio of the rates", "rate at 200 % of the keys told / at 100 %")
	})
}

// unrefused is a claim that fails where the filter refused a key too, at any look.
func unrefused(filter string, of claim.Claim) claim.Claim {
	return claim.By(of.Metric, func(d *claim.Data) claim.Outcome {
		refused := 0.0
		for _, c := range d.Cells(Refused, filter) {
			refused += c.Sum()
		}
		if refused > 0 {
			return claim.Counted(false, "counted, at all looks", "keys refused", "keys", refused, "")
		}
		return of.Test(d)
	})
}

// atMost is a claim that a number is nowhere above a bound, at the looks of a filter that
// has them from the keys told up to eight times as many.
func atMost(filter, name string, of, bound func(claim.Cell) float64) claim.Claim {
	return claim.Everywhere{
		Metric: Rate, Methods: []string{filter}, At: through(100, 800), Name: name, Of: of, Without: lacks(filter, 100, 800),
		Is: func(c claim.Cell, v float64) (bool, float64) { return v <= bound(c), v },
	}.Claim()
}

// heldAnew tests that the rate of a filter that is made anew stays at ε. It is full before
// it is made for twice the keys: what lies between has a lower rate, and would hide in a
// mean what is too high there.
func heldAnew(d *claim.Data) claim.Outcome {
	const most = 1.05
	at := through(100, 800).Find(d, Rate, remadeName)
	var cells []runfolder.Cell
	for _, c := range at {
		cells = append(cells, c.Cell)
	}
	var t claim.Together
	var full [][]float64
	for i, column := range d.Columns(cells) {
		one := make([]float64, len(column))
		for round, rate := range column {
			one[round] = rate / at[i].Float(axis.Eps)
		}
		t.Each.AddMean(at[i].Place(), one)
		if slices.Contains([]int{100, 200, 400, 800}, at[i].Int(Inserted)) {
			full = append(full, one)
		}
	}
	if len(full) > 0 {
		rounds := make([]float64, len(full[0]))
		for i := range rounds {
			for _, one := range full {
				rounds[i] += one[i] / float64(len(full))
			}
		}
		t.Means.AddMean("where it is full", rounds)
	}
	if t.Means.Len() == 0 {
		return claim.Untested(lacks(remadeName, 100, 800))
	}
	return t.Outcome(claim.Below(most), "mean where it is full: t over rounds", "rate / asked", "×", 1)
}

// multiplied is how many times that at the keys told a rate is, at multiples of these; NaN elsewhere.
func multiplied(c claim.Cell) float64 {
	if percent := c.Int(Inserted); percent <= 100 || percent%100 != 0 {
		return math.NaN()
	}
	return c.Mean() / c.At(Inserted.At(100)).Mean()
}

// refuses is the test that cuckoo filters take what they were told and not all of four
// times as much.
func refuses(d *claim.Data) claim.Outcome {
	compared, so, early := 0, 0, 0
	for _, filter := range []string{cuckoo, semisort} {
		for _, c := range through(100, 800).Find(d, Refused, filter) {
			percent := c.Int(Inserted)
			if percent > 100 && percent < 400 {
				continue
			}
			for _, keys := range c.Values() {
				compared++
				if (keys > 0) == (percent >= 400) {
					so++
				} else if percent <= 100 {
					early++
				}
			}
		}
	}
	if compared == 0 {
		return claim.Untested(lacks(cuckoo, 100, 800))
	}
	return claim.Counted(so == compared, "counted, in all repetitions", "looks at which it is so", fmt.Sprintf("of %d", compared), float64(so),
		fmt.Sprintf("a key was refused too early at %d looks", early))
}
