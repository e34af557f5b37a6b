package sets

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// rowAt is where a row is, without its metric and round.
type rowAt struct {
	filter string
	at     runfolder.Point
	round  int
}

// ideal replaces what was measured by what the claims expect, with a little noise.
func ideal(of *runfolder.Run) {
	theories := map[rowAt]float64{}
	for _, r := range of.Rows {
		if r.Metric == metric.FPRTheory || r.Metric == LayerTheory || r.Metric == OftenTheory && r.Filter == counting {
			theories[rowAt{r.Filter, r.Point, r.Round}] = r.Value
		}
	}
	for i := range of.Rows {
		r := &of.Rows[i]
		noise := 1 + 1e-3*float64(r.Round%3-1)
		switch r.Metric {
		case SizeRatio, UnionRatio, CommonRatio:
			if r.Value = noise; r.Metric == CommonRatio && x(r.Point, axisShared) < 0.1 {
				r.Value = 1 + 100*(noise-1)
			}
		case Rate, TooOften:
			r.Value = theories[rowAt{r.Filter, r.Point, r.Round}] * noise
		case WrongSets:
			if r.Value = 0; r.Filter == spatial && r.Point.Value(slices.Index(axes(), axisSet)) == "1" {
				r.Value = 0.01
			}
		case metric.Query:
			r.Value, r.CPU, r.Ops = 1e6*noise, int64(1e6*noise), 1e4
			if r.Filter == separate {
				r.Value, r.CPU = 3*r.Value, 3*r.CPU
			}
		case NoveltyMean:
			edits, _ := strconv.Atoi(r.Point.Value(slices.Index(axes(), axisEdits)))
			if r.Value = 0.1 * float64(edits) * noise; r.Filter == bloom {
				r.Value = 0.99 * noise * float64(min(1, edits))
			}
		case Likeness:
			r.Value = 0.7 * noise
		case Familiar:
			if r.Value = 0.01 * noise; r.Filter == fly {
				r.Value = 0.1 * noise
			}
		}
	}
}

// Each claim is supported by rows that are as it says, contradicted by rows doctored
// against it, and not tested without them. S17 is contradicted where S34 is supported:
// they are two theories of one share.
func TestClaims(t *testing.T) {
	racetest.OneGoroutine(t)
	of := experimenttest.Run(t, own(installed(t)), "--n=1000", "--load=100,400", "--shared=0.01,0.5", "--many=4,64", "--reps=2")
	experimenttest.Draw(t, New(), of)
	experimenttest.Repeat(of, 6)
	ideal(of)
	experimenttest.Supported(t, New(), of, map[string]claim.Verdict{"S6": "", "S17": claim.Contradicted}) // S6: TestCoverage
	value := func(p runfolder.Point, name string) string { return p.Value(slices.Index(axes(), name)) }
	change := func(filter string, m runfolder.Metric, name, at string, by func(v float64) float64) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if (filter == "" || r.Filter == filter) && r.Metric == m && (name == "" || at == "" && value(r.Point, name) != "" || at != "" && value(r.Point, name) == at) {
				r.Value = by(r.Value)
			}
		}
	}
	times, plus, gone := experimenttest.Times, experimenttest.Plus, experimenttest.Gone
	slow := func(name string) func(*runfolder.Row) { return experimenttest.Scale(name, metric.Query, 10) }
	broken := func(r *runfolder.Row) { // the last round has every second k
		if k, err := strconv.Atoi(value(r.Point, axisK)); err == nil && k%2 == 0 && r.Round == 6 {
			r.Filter = "other"
		}
	}
	for _, c := range []struct {
		id     string
		what   string
		doctor func(*runfolder.Row)
		want   claim.Verdict
	}{
		{"S1", "a key denied", change(bloom, metric.FalseNegatives, "", "", plus(1)), claim.Contradicted},
		{"S1", "a stranger answered otherwise", change(bloom, UnionDiffers, "", "", plus(1)), claim.Contradicted},
		{"S1", "nothing of it", gone(bloom, metric.FalseNegatives), claim.NotTested},
		{"S2", "2 % too many", change(bloom, SizeRatio, axisLoad, "100", times(1.02)), claim.Contradicted},
		{"S2", "another structure", change(counting, SizeRatio, "", "", times(1.02)), claim.Supported},
		{"S2", "where it is too full", change(bloom, SizeRatio, axisLoad, "400", times(1.02)), claim.Supported},
		{"S3", "2 % too few", change(bloom, UnionRatio, "", "", times(0.98)), claim.Contradicted},
		{"S4", "3 % too many", change(bloom, CommonRatio, axisShared, "0.5", times(1.03)), claim.Contradicted},
		{"S4", "few in common", change(bloom, CommonRatio, axisShared, "0.01", times(1.5)), claim.Supported},
		{"S5", "2 % too many", change(bloom, SizeRatio, axisLoad, "400", times(1.02)), claim.Contradicted},
		{"S5", "nothing of it", change("", "", "", "", times(1)), claim.Supported},
		{"S7", "as good", change(bloom, CommonRatio, axisShared, "0.01", func(v float64) float64 { return 1 + (v-1)/100 }), claim.Contradicted},
		{"S8", "the last as often", change(spatial, Rate, axisSet, "8", plus(1)), claim.Contradicted},
		{"S8", "the second as often", change(spatial, Rate, axisSet, "2", times(2)), claim.Contradicted},
		{"S9", "a tenth more", change(attenuated, Rate, axisSet, "8", times(1.1)), claim.Contradicted},
		{"S9", "a hundredth more", change(attenuated, Rate, axisSet, "8", times(1.01)), claim.Supported},
		{"S9", "one stranger of many", change(attenuated, Rate, axisSet, "1", plus(1.0/strangers/20)), claim.Supported},
		{"S10", "a key of the last", change(spatial, WrongSets, axisSet, "8", plus(0.002)), claim.Contradicted},
		{"S10", "none of the first", change(spatial, WrongSets, axisSet, "1", times(0)), claim.Contradicted},
		{"S11", "a fifth less", change(spatial, Rate, axisSet, "1", times(0.8)), claim.Contradicted},
		{"S12", "slower", slow(spatial), claim.Contradicted},
		{"S13", "slower", slow(bank), claim.Contradicted},
		{"S13", "another one slower", slow(spatial), claim.Supported},
		{"S14", "more bits", change(bank, BitsPerKey, axisSets, "64", times(1.02)), claim.Contradicted},
		{"S14", "more bits of fewer sets", change(bank, BitsPerKey, axisSets, "4", times(1.02)), claim.Supported},
		{"S15", "nothing of it", func(r *runfolder.Row) {
			if r.Filter == bank && r.Point == "" {
				r.Filter = "other"
			}
		}, claim.NotTested},
		{"S15", "fewer bits", func(r *runfolder.Row) {
			if r.Filter == bank && r.Point == "" {
				r.Value /= 100
			}
		}, claim.Contradicted},
		{"S16", "fewer bits", change(spatial, BitsPerKey, axisSets, "4", times(0.9)), claim.Contradicted},
		{"S17", "by its own theory", change(layered, LayerTheory, "", "", times(1)), claim.Contradicted},
		{"S18", "twice as often", change(counting, TooOften, axisTimes, "2", times(2)), claim.Contradicted},
		{"S19", "a step up", change(thresholdName(2), Rate, axisK, "2", times(5)), claim.Contradicted},
		{"S19", "an end below", change(thresholdName(1), Rate, axisK, "16", times(0.01)), claim.Contradicted},
		{"S20", "no step down", change(thresholdName(3), Rate, axisK, "4", times(3)), claim.Contradicted},
		{"S20", "nothing of it", gone(thresholdName(3), Rate), claim.NotTested},
		{"S19", "a round broken off", broken, claim.NotTested},
		{"S20", "a round broken off", broken, claim.NotTested},
		{"S21", "a tenth more", change(thresholdName(1), Rate, axisK, "7", times(1.1)), claim.Contradicted},
		{"S22", "higher", change(multipartition, Rate, "", "", times(10)), claim.Contradicted},
		{"S23", "half more", change(multipartition, Rate, "", "", times(1.5)), claim.Contradicted},
		{"S24", "twice", change(blockedG, Rate, "", "", times(2)), claim.Contradicted},
		{"S25", "above one word", change(blockedG, Rate, "", "", times(3)), claim.Contradicted},
		{"S26", "a tenth more", change(blockedG, Rate, "", "", times(1.1)), claim.Contradicted},
		{"S27", "a number", change(egh, Rate, axisLoad, "100", plus(1.0/zoneUniverse)), claim.Contradicted},
		{"S27", "a number beyond", change(egh, Rate, axisLoad, "200", plus(1.0/zoneUniverse)), claim.Supported},
		{"S27", "a word", change(egh, metric.FalsePositives, axisN, "30", plus(1)), claim.Contradicted},
		{"S28", "a fifth more", change(egh, Rate, axisLoad, "3200", times(1.2)), claim.Contradicted},
		{"S29", "more bits", change(egh, BitsPerKey, axisN, "10", times(10)), claim.Contradicted},
		{"S30", "a step down", change(fly, NoveltyMean, axisEdits, "3", times(0.1)), claim.Contradicted},
		{"S31", "graded", change(bloom, NoveltyMean, axisEdits, "1", times(0.5)), claim.Contradicted},
		{"S32", "no likeness", change(fly, Likeness, "", "", times(0.1)), claim.Contradicted},
		{"S33", "fewer", change(fly, Familiar, "", "", times(0)), claim.Contradicted},
		{"S34", "by another theory", change(layered, LayerTheory, "", "", times(0.1)), claim.Contradicted},
	} {
		if r := experimenttest.Result(t, New(), experimenttest.Doctored(of, c.doctor), c.id); r.Verdict != c.want {
			t.Errorf("%s, %s: %s, want %s (%s)", c.id, c.what, r.Verdict, c.want, r.Why)
		}
	}
	for id, r := range experimenttest.Judged(t, New(), experimenttest.Doctored(of, func(r *runfolder.Row) { r.Filter = "other" })) { // nothing that is claimed of
		if r.Verdict != claim.NotTested {
			t.Errorf("%s of a run without its structures: %s", id, r.Verdict)
		}
	}
}

// Intervals of the deviation that is said hold the true number in 95 % of the cases, of
// another one in more or fewer.
func TestCoverage(t *testing.T) {
	racetest.OneGoroutine(t)
	of := &runfolder.Run{Meta: runfolder.Meta{Experiment: "sets"}}
	prepared(t, nil).Describe(&of.Meta)
	of.Meta.Sessions = make([]runfolder.Session, 1)
	random := rand.New(rand.NewPCG(6, 6))
	at := on{axisN: "1000", axisLoad: "100", axisShared: "0.5"}.point()
	for _, c := range []struct {
		deviation float64
		rounds    int
		want      claim.Verdict
	}{{1, 1000, claim.Supported}, {1.5, 1000, claim.Contradicted}, {0.7, 1000, claim.Contradicted}, {1, 8, claim.Inconclusive}} {
		of.Rows = nil
		for _, name := range estimators() {
			for round := 1; round <= c.rounds; round++ {
				for _, m := range []runfolder.Metric{SizeOff, UnionOff, CommonOff} {
					of.Rows = append(of.Rows, runfolder.Row{Seq: len(of.Rows) + 1, Round: round, Filter: name, Metric: m, Point: at,
						Value: c.deviation * random.NormFloat64(), Unit: "1", Ops: 1, CPU: runfolder.NoCPU})
				}
			}
		}
		if r := experimenttest.Result(t, New(), of, "S6"); r.Verdict != c.want {
			t.Errorf("%v deviations, %d rounds: %s, want %s (%s)", c.deviation, c.rounds, r.Verdict, c.want, r.Why)
		}
	}
}
