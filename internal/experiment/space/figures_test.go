package space

import (
	"errors"
	"math"
	"slices"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// measured is a run of the structures over the numbers of keys at ε = 1 % and over
// the rates at the middle number.
func measured(keys []string, rates []string, middle string) *runfolder.Run {
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "space", Design: runfolder.Interleaved, State: runfolder.Finished, Filters: []string{"map", "bloom", "cuckoo"},
		Axes: []axis.Axis{{Name: axisN, Kind: axis.CountKind, Values: keys}, {Name: axis.Epsilon, Kind: axis.RateKind, Values: rates}},
	}}
	for round := 1; round <= 3; round++ {
		for _, n := range keys {
			for _, rate := range rates {
				if n != middle && rate != "0.01" {
					continue
				}
				for nth, name := range run.Meta.Filters {
					add := func(m runfolder.Metric, value float64) {
						at := runfolder.At(n, rate)
						if name == "map" {
							at = runfolder.At(n, "")
						}
						run.Rows = append(run.Rows, runfolder.Row{Round: round, Session: 1, Filter: name, Metric: m, Point: at, Value: value, Unit: "1", Ops: 1, CPU: runfolder.NoCPU})
					}
					if name == "map" {
						if rate == "0.01" {
							add(BitsPerKey, 300)
						}
						continue
					}
					epsilon := axis.Rates(nil).X(rate) / 100
					add(BitsPerKey, 1.4*math.Log2(1/epsilon)+float64(nth))
					add(Overhead, 0.4+0.1*float64(round))
					add(Rate, epsilon*(1+0.01*float64(round)))
				}
			}
		}
	}
	return run
}

// Every figure is drawn of a run that varies both axes. One without a second value
// of an axis lacks the figures along it.
func TestFigures(t *testing.T) {
	x := New()
	for _, c := range []struct {
		name        string
		keys, rates []string
		middle      string
		want        []string
	}{
		{"both axes", []string{"1753", "10000", "100000"}, []string{"0.001", "0.01", "0.05"}, "100000", []string{"bits", "overhead", "rate"}},
		{"another middle", []string{"1000", "2000", "3000"}, []string{"0.01", "0.05"}, "2000", []string{"bits", "overhead", "rate"}},
		{"own keys", []string{"4711"}, []string{"0.01", "0.05"}, "4711", []string{"bits", "rate"}},
		{"one rate", []string{"1753", "10000"}, []string{"0.01"}, "1753", []string{"overhead"}},
	} {
		s := experimenttest.Summary(t, x, measured(c.keys, c.rates, c.middle))
		var got []string
		for _, f := range x.Reading().Figures(s.Meta) {
			var none figure.NoData
			switch _, err := f.Draw(s, figure.English); {
			case err == nil:
				got = append(got, f.ID)
			case !errors.As(err, &none):
				t.Errorf("%s, figure %s: %v", c.name, f.ID, err)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: figures %q, want %q", c.name, got, c.want)
		}
	}
}
