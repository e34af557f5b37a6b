package figure

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

func dist(t *testing.T, s *report.Summary, id string) Figure {
	t.Helper()
	list := Distributions(s)
	i := slices.IndexFunc(list, func(f Figure) bool { return f.ID == "dist-"+id })
	if i < 0 {
		t.Fatalf("no distribution of %s", id)
	}
	return list[i]
}

// The golden file has a dot for each value, and the marks of median and mean.
func TestDistributionGolden(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo"}, Epsilons: "0.01..0.07", Reps: 12}))
	goldenFile(t, "dist-init-pt", drawn(t, s, dist(t, s, "init"), bilingual.Portuguese))
}

// Every value of the cells drawn is a dot or is counted beyond the axis; median and
// mean are those of the summary.
func TestDistributionValues(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo"}, Epsilons: "0.01..0.07", Reps: 12})
	for i := range run.Rows {
		if r := &run.Rows[i]; r.Metric == synthetic.Init && r.Filter == "bloom" && r.Round == 3 && run.Meta.Epsilon(r.Point).String() == "0.01" {
			r.Value *= 50
		}
	}
	s := summarize(t, run)
	medians := must(report.View{By: report.Medians}.Sum(run, synthetic.Glossary()))(t)
	byMedians := must(newDistribution(medians.Summary, synthetic.Init, bilingual.English))(t)
	d := must(newDistribution(s, synthetic.Init, bilingual.English))(t)
	m := s.Metric(synthetic.Init)
	for i, row := range d.rows {
		if other := byMedians.rows[i]; row.mean != other.mean || row.median != other.median {
			t.Errorf("row %d: mean %v and median %v, of a summary by medians %v and %v", i, row.mean, row.median, other.mean, other.median)
		}
		values := s.Samples.Cell(d.cells[i].Cell).Values()
		want := must(stats.Describe(values))(t)
		want = want.Scaled(m.Scales[0].Factor)
		if len(row.values) != len(values) || math.Abs(row.mean/want.Mean-1) > 1e-12 || math.Abs(row.median/want.Median-1) > 1e-12 || !slices.IsSorted(row.values) {
			t.Errorf("row %d has %d values, mean %v, median %v, want %d, %v, %v", i, len(row.values), row.mean, row.median, len(values), want.Mean, want.Median)
		}
	}
	picture := drawn(t, s, dist(t, s, "init"), bilingual.English)
	dots := strings.Count(picture, `fill="`+hex(palette(0))+`"`) + strings.Count(picture, `fill="`+hex(palette(1))+`"`)
	all := 2 * 3 * 12 // structures, places, values
	if arrows := d.beyond; d.beyond != 1 || dots != all-d.beyond+arrows {
		t.Errorf("%d shapes for %d values, %d of them beyond the axis", dots, all, d.beyond)
	}
	got := texts(picture)
	for _, want := range []string{"Measured values: ", "(1 in all) lie beyond the axis", "bloom ε = 1 % ", "ε = 7 %", "median", "mean", "Each dot is one timed section"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// Many structures have a row each, at the middle place of the axis, which is named.
// Any metric has a distribution; one whose values do not differ is skipped.
func TestDistributionOfMany(t *testing.T) {
	s := summarize(t, crowd(5))
	got := texts(drawn(t, s, dist(t, s, "query"), bilingual.English))
	if !strings.Contains(got, "Parameters of all points: n = 100,000, ε = 1 %.") {
		t.Errorf("the place is not named in\n%s", got)
	}
	for _, name := range crowdNames() {
		if !strings.Contains(" "+got+" ", " "+name+" ") {
			t.Errorf("no %s in\n%s", name, got)
		}
	}
	if _, err := dist(t, s, "bits_per_key").Draw(s, bilingual.English); !isNoData(err) {
		t.Errorf("values that are all the same: %v", err)
	}
	if _, err := newDistribution(s, "absent", bilingual.English); !isNoData(err) {
		t.Errorf("a metric that the run lacks: %v", err)
	}
	own := &runfolder.Run{Meta: runfolder.Meta{Experiment: "unknown", State: runfolder.Finished, Filters: []string{"a"}}}
	for i := range 5 {
		own.Rows = append(own.Rows, runfolder.Row{Seq: i + 1, Round: i + 1, Session: 1, Filter: "a", Metric: "heat", Value: float64(i), Unit: "K", Ops: 1, CPU: runfolder.NoCPU})
	}
	s = summarize(t, own)
	if got := texts(drawn(t, s, dist(t, s, "heat"), bilingual.English)); !strings.Contains(got, "Measured values: heat") || !strings.Contains(got, " K") {
		t.Errorf("of an experiment without axes:\n%s", got)
	}
}
