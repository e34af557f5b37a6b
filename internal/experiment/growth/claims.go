package growth

import (
	"fmt"
	"math"
	"slices"
	"strconv"

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

// claims are those of the texts about more keys than told, each source a family of
// its own.
func claims() []claim.Claim {
	const given = "1 % more keys than told give 7 % more false positives, 5 % give 40 %"
	const within = "from 5.5 to 8.5 % more, and from 35 to 45 %"
	practice := claim.Of("practice",
		claim.Claim{ID: "G1", Section: "stellar-core#3604", Metric: Rate, Margin: within,
			Statement: "with a Bloom filter of ε = 0.1 %, " + given, Test: more(0.001)},
		claim.Claim{ID: "G2", Section: "stellar-core#3604", Metric: Rate, Margin: within,
			Statement: "with a Bloom filter of ε = 1 %, " + given, Test: more(0.01)},
	)
	article := claim.Of("article growth",
		claim.Claim{ID: "G3", Section: "counting filters", Metric: Rate,
			Statement: "once more keys come than it was made for, the rate of a counting filter grows rapidly",
			Margin:    "twice the keys: more than four times the rate", Test: grows(counting, 200, claim.Above(math.Log(4)))},
		claim.Claim{ID: "G4", Section: "counting filters", Metric: Rate,
			Statement: "a d-left counting filter does not have this problem: its keys go into a table of twice the size",
			Margin:    "no refusal, and eight times the keys: at most nine times the rate", Test: dleftGrows},
		claim.Claim{ID: "G5", Section: "scalable Bloom filters", Metric: Rate,
			Statement: "a scalable Bloom filter holds a maximum rate that is set beforehand, however many keys come",
			Margin:    "the mean rate is at most ε at every look", Test: holds},
	)
	papers := claim.Of("papers growth",
		claim.Claim{ID: "G6", Section: "Dayan, Bercea, Reviriego, Pagh 2023", Metric: Rate,
			Statement: "the rate of an InfiniFilter grows with the logarithm of its growth, or less",
			Margin:    "no refusal, and at every multiple g of the keys told: at most 1 + log2 g times the rate", Test: logarithmic},
	)
	thesis := claim.Of("thesis growth",
		claim.Claim{ID: "G7", Section: "4.3.1", Metric: Refused,
			Statement: "a cuckoo filter is full at some number of keys, and refuses more",
			Margin:    "no refusal up to the number told, in every repetition some at four times it and more", Test: refuses},
	)
	return slices.Concat(practice, article, papers, thesis)
}

// place is a series: a number of keys and a rate.
type place struct{ n, epsilon string }

// series are the places at which a filter was looked at with all these per cent of the
// keys told.
func series(d *claim.Data, m runfolder.Metric, filter string, percents ...int) (list []place) {
	n, epsilon := d.Meta.Axis(string(N)), d.Meta.Axis(axis.Epsilon)
	inserted := d.Meta.Axis(string(Inserted))
	if n < 0 || epsilon < 0 || inserted != 0 {
		return nil
	}
	points := d.Samples.Points(m, filter)
	for _, p := range points {
		at := place{p.Value(n), p.Value(epsilon)}
		whole := !slices.ContainsFunc(percents, func(percent int) bool { return !slices.Contains(points, at.look(percent)) })
		if whole && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// look is the point of a place.
func (p place) look(percent int) runfolder.Point {
	return runfolder.At(strconv.Itoa(percent), p.n, p.epsilon)
}

// rate is the ε asked for, as a share.
func (p place) rate() float64 {
	r, err := axis.ParseRate(p.epsilon)
	if err != nil {
		return math.NaN()
	}
	return r.Float()
}

// looks are the per cents of a place, ascending.
func (p place) looks(d *claim.Data, m runfolder.Metric, filter string) (list []int) {
	for _, at := range d.Samples.Points(m, filter) {
		percent, err := strconv.Atoi(at.Value(0))
		if err == nil && at == p.look(percent) {
			list = append(list, percent)
		}
	}
	return list
}

func mean(d *claim.Data, m runfolder.Metric, filter string, at runfolder.Point) float64 {
	return d.Mean(runfolder.Cell{Filter: filter, Metric: m, Point: at})
}

// lacks is the outcome of a claim about looks that the run lacks.
func lacks(filter string, percents ...int) claim.Outcome {
	return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s at %v %% of the keys told", filter, percents))
}

// ratio tests how many times as high the rate is after as before, over the places.
func ratio(d *claim.Data, filter string, at []place, before, after int, claimed claim.Region) (claim.Tested, string, error) {
	var a, b []runfolder.Cell
	for _, p := range at {
		a = append(a, runfolder.Cell{Filter: filter, Metric: Rate, Point: p.look(after)})
		b = append(b, runfolder.Cell{Filter: filter, Metric: Rate, Point: p.look(before)})
	}
	pooled, err := d.Pool(a, b)
	if err != nil {
		return claim.Tested{}, "", err
	}
	return claim.Tested{Estimates: pooled.Estimates, Claimed: claimed}, pooled.How, nil
}

// more is the test of what 1 % and 5 % more keys give, at an ε. Of the numbers of keys
// it takes the largest: a hundredth of few keys is a key or two.
func more(epsilon float64) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := slices.DeleteFunc(series(d, Rate, bloom, 100, 101, 105), func(p place) bool {
			n, err := strconv.Atoi(p.n)
			return err != nil || n < 10_000 || math.Abs(p.rate()-epsilon) > 1e-9
		})
		if len(list) == 0 {
			return claim.Untested(fmt.Sprintf("the run does not hold a Bloom filter of ε = %v %% and 10,000 keys or more at 100, 101 and 105 %% of the keys told", 100*epsilon))
		}
		one, how, err := ratio(d, bloom, list, 100, 101, claim.Region{Low: math.Log(1.055), High: math.Log(1.085)})
		if err != nil {
			return claim.Untested(err.Error())
		}
		five, _, err := ratio(d, bloom, list, 100, 105, claim.Region{Low: math.Log(1.35), High: math.Log(1.45)})
		if err != nil {
			return claim.Untested(err.Error())
		}
		o := claim.Outcome{
			Test:   "ratios of the rates: t over " + how,
			Effect: five.Ratio("rate with 5 % more"),
			Holds:  one.Claimed.Contains(one.Estimates[0].Value) && five.Claimed.Contains(five.Estimates[0].Value),
			Detail: fmt.Sprintf("1 %% more keys give %.1f %%, 5 %% give %.1f %% more", 100*math.Expm1(one.Estimates[0].Value), 100*math.Expm1(five.Estimates[0].Value)),
		}
		o.Supports, o.Opposes = claim.All(one, five)
		return o
	}
}

// grows is the test of how the rate changes when more keys come than told.
func grows(filter string, percent int, claimed claim.Region) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := series(d, Rate, filter, 100, percent)
		if len(list) == 0 {
			return lacks(filter, 100, percent)
		}
		tested, how, err := ratio(d, filter, list, 100, percent, claimed)
		if err != nil {
			return claim.Untested(err.Error())
		}
		o := claim.Outcome{
			Test:   "ratio of the rates: t over " + how,
			Effect: tested.Ratio(fmt.Sprintf("rate at %d %% of the keys told", percent)),
			Holds:  claimed.Contains(tested.Estimates[0].Value),
		}
		o.Supports, o.Opposes = tested.P()
		return o
	}
}

// refusals is how many keys a filter refused, at all looks of all repetitions.
func refusals(d *claim.Data, filter string) (sum float64) {
	for _, cell := range claim.Cells(filter, Refused, d.Samples.Points(Refused, filter)) {
		for _, v := range d.Sample(cell) {
			sum += v
		}
	}
	return sum
}

// dleftGrows is the test that a d-left filter can be enlarged as its keys grow.
func dleftGrows(d *claim.Data) claim.Outcome {
	if keys := refusals(d, dleft); keys > 0 {
		return claim.Counted(false, "counted, at all looks", "keys refused", "keys", keys, "")
	}
	return grows(dleft, 800, claim.Below(math.Log(9)))(d)
}

// holds is the test that a rate is nowhere above the one asked for.
func holds(d *claim.Data) claim.Outcome {
	list := series(d, Rate, scalable, 100, 800)
	if len(list) == 0 {
		return lacks(scalable, 100, 800)
	}
	looks, below, worst := 0, 0, 0.0
	for _, p := range list {
		for _, percent := range p.looks(d, Rate, scalable) {
			share := mean(d, Rate, scalable, p.look(percent)) / p.rate()
			looks++
			if share <= 1 {
				below++
			}
			worst = max(worst, share)
		}
	}
	keys := refusals(d, scalable)
	return claim.Counted(below == looks && keys == 0, fmt.Sprintf("means over hash functions, at %d looks", looks), "largest rate / asked", "×", worst,
		fmt.Sprintf("at most ε at %d of %d looks; %.0f keys refused", below, looks, keys))
}

// logarithmic is the test that a rate grows no faster than the logarithm of the keys.
func logarithmic(d *claim.Data) claim.Outcome {
	list := series(d, Rate, infini, 100, 800)
	if len(list) == 0 {
		return lacks(infini, 100, 800)
	}
	looks, slow, worst := 0, 0, 0.0
	for _, p := range list {
		first := mean(d, Rate, infini, p.look(100))
		for _, percent := range p.looks(d, Rate, infini) {
			if percent <= 100 || percent%100 != 0 {
				continue
			}
			times := mean(d, Rate, infini, p.look(percent)) / first
			looks++
			if times <= 1+math.Log2(float64(percent)/100) {
				slow++
			}
			worst = max(worst, times)
		}
	}
	keys := refusals(d, infini)
	return claim.Counted(slow == looks && keys == 0, fmt.Sprintf("means over hash functions, at %d looks", looks), "largest rate / that at the keys told", "×", worst,
		fmt.Sprintf("so at %d of %d looks; %.0f keys refused", slow, looks, keys))
}

// refuses is the test that cuckoo filters take what they were told and not all of four
// times as much.
func refuses(d *claim.Data) claim.Outcome {
	compared, so, early := 0, 0, 0
	for _, filter := range []string{cuckoo, semisort} {
		for _, p := range series(d, Refused, filter, 100, 800) {
			for _, percent := range p.looks(d, Refused, filter) {
				for _, keys := range d.Sample(runfolder.Cell{Filter: filter, Metric: Refused, Point: p.look(percent)}) {
					if percent > 100 && percent < 400 {
						continue
					}
					compared++
					if (keys > 0) == (percent >= 400) {
						so++
					} else if percent <= 100 {
						early++
					}
				}
			}
		}
	}
	if compared == 0 {
		return lacks(cuckoo, 100, 800)
	}
	return claim.Counted(so == compared, "counted, in all repetitions", "looks at which it is so", fmt.Sprintf("of %d", compared), float64(so),
		fmt.Sprintf("a key was refused too early at %d looks", early))
}
