package space

import (
	"errors"
	"slices"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report/figure"
)

// Every figure is drawn of a run that varies both axes, around the usual place or another
// one. A run without a second value of an axis lacks the figures along it.
func TestFigures(t *testing.T) {
	x := New()
	for _, c := range []struct {
		n, eps string
		want   []string
	}{
		{"100,200,300", "1%,5%", []string{"bits", "overhead", "rate"}},
		{"100,200,300", "2%,5%", []string{"bits", "overhead", "rate"}},
		{"471", "1%,5%", []string{"bits", "rate"}},
		{"100,200", "1%", []string{"overhead"}},
	} {
		s := experimenttest.Summary(t, x, experimenttest.Run(t, x, "--filter=map,bloom,cuckoo", "--n="+c.n, "--eps="+c.eps, "--reps=2"))
		var got []string
		for _, f := range x.Reading().Figures(s.Meta) {
			var none figure.NoData
			switch _, err := f.Draw(s, figure.English); {
			case err == nil:
				got = append(got, f.ID)
			case !errors.As(err, &none):
				t.Errorf("n = %s, ε = %s, figure %s: %v", c.n, c.eps, f.ID, err)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("n = %s, ε = %s: figures %q, want %q", c.n, c.eps, got, c.want)
		}
	}
}
