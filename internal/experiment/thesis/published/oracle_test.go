package published_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/experiment/thesis/published"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// thesisCSV reads the thesis's published files, which the repository does not
// hold.
func thesisCSV(t *testing.T) *report.Summary {
	t.Helper()
	shared := os.Getenv("HYPHBENCH_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "..", "..", "shared")
	}
	var files []string
	for _, name := range []string{"bloom-filter.csv", "cuckoo-filter.csv", "build-bloom-filter.csv", "build-cuckoo-filter.csv"} {
		file := filepath.Join(shared, "data", "published", name)
		if _, err := os.Stat(file); err != nil {
			t.Skipf("the thesis's published CSV files are not there (%v); HYPHBENCH_SHARED names their parent's parent", err)
		}
		files = append(files, file)
	}
	run, err := published.Read(files...)
	if err != nil {
		t.Fatal(err)
	}
	s, err := report.Summarize(run, experiment.Glossary(thesis.New()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The statistics of the thesis's published data, worked out apart from this
// code: means and half-widths in ms, ε = 1 … 20 %.
const publishedMeans = `
104.3 14.0 111.0 12.6 3574.0 33.2 3741.9 64.8
103.2 12.3 105.0 11.9 3579.8 70.7 3566.5 53.1
106.7 11.1 103.3 12.1 3604.0 59.9 3610.3 64.6
102.0 12.9 103.1 12.8 3534.4 38.9 3547.9 40.4
102.1 12.6 110.0 13.7 3568.2 55.2 3436.6 35.1
99.4 9.7 103.4 13.4 3526.0 44.6 3481.9 37.1
104.6 11.4 111.1 11.6 3561.2 59.8 3664.7 92.6
101.8 14.7 101.5 9.3 3558.6 44.7 3520.4 44.9
103.1 12.5 101.0 12.5 3563.2 41.1 3516.0 35.8
106.1 11.3 105.5 11.0 3520.9 39.7 3496.5 38.9
103.2 12.5 99.9 10.2 3543.7 45.1 3487.9 31.2
103.1 10.9 104.0 12.7 3501.9 39.9 3513.5 53.9
109.2 13.4 104.2 12.2 3567.7 98.8 3489.0 58.3
103.7 12.0 103.7 13.1 3526.8 57.3 3495.8 46.4
104.7 11.0 100.5 10.5 3603.7 85.1 3480.7 36.6
106.9 14.5 103.3 12.7 3579.2 52.8 3463.1 54.0
100.5 9.8 99.4 9.7 3481.6 46.1 3435.2 37.0
98.9 9.8 98.9 9.3 3467.4 34.0 3489.0 83.7
122.8 17.8 109.0 11.9 3494.8 45.5 3658.5 91.1
100.1 12.0 101.3 10.2 3462.1 41.6 3482.4 38.9
`

func TestPublishedMeans(t *testing.T) {
	s := thesisCSV(t)
	series := []struct {
		metric runfolder.Metric
		filter string
	}{
		{"init", "bloom"}, {"init", "cuckoo"}, {"hyphenate", "bloom"}, {"hyphenate", "cuckoo"},
	}
	for i, line := range strings.Split(strings.TrimSpace(publishedMeans), "\n") {
		want := strings.Fields(line)
		for j, key := range series {
			m := s.Metric(key.metric)
			series := m.Of(key.filter)
			c := series.Cells[i]
			d := c.Scaled(m.Scales[0].Factor)
			got := []string{fmt.Sprintf("%.1f", d.Mean), fmt.Sprintf("%.1f", d.HalfWidth)}
			if eps := s.Meta.Epsilon(c.Point).Percent(); eps != fmt.Sprint(i+1) || series.Label(i) != eps || d.N != 30 || !strings.HasPrefix(m.Scales[0].Unit, "ms") {
				t.Errorf("cell %d is ε = %s %%, n = %d, unit %s", i, eps, d.N, m.Scales[0].Unit)
			}
			if got[0] != want[2*j] || got[1] != want[2*j+1] {
				t.Errorf("%s %s at %d %%: %s ± %s, want %s ± %s", key.filter, key.metric, i+1, got[0], got[1], want[2*j], want[2*j+1])
			}
		}
	}
}

func TestPublishedLines(t *testing.T) {
	s := thesisCSV(t)
	for _, c := range []struct {
		metric          runfolder.Metric
		filter, p, want string
	}{
		{"init", "bloom", "%.3f", "+0.184 0.198 [-0.232, 0.600] 0.364 0.046"},
		{"hyphenate", "bloom", "%.4f", "-4.393 1.340 [-7.209, -1.577] 0.0042 0.374"},
		{"init", "cuckoo", "%.3f", "-0.276 0.134 [-0.558, 0.005] 0.054 0.191"},
		{"hyphenate", "cuckoo", "%.3f", "-5.809 2.924 [-11.952, 0.335] 0.062 0.180"},
	} {
		m := s.Metric(c.metric)
		l := m.Of(c.filter).Line.Scaled(m.Scales[0].Factor)
		got := fmt.Sprintf("%+.3f %.3f [%.3f, %.3f] "+c.p+" %.3f", l.Slope, l.SlopeSE, l.SlopeCI.Low, l.SlopeCI.High, l.P, l.R2)
		if got != c.want {
			t.Errorf("%s %s: %s, want %s", c.filter, c.metric, got, c.want)
		}
	}
}

func TestPublishedBand(t *testing.T) {
	s := thesisCSV(t)
	m := s.Metric("hyphenate")
	series := m.Of("bloom")
	ms := m.Scales[0].Factor
	bar := series.Cells[0].Scaled(ms).CI()
	l := series.Line.Scaled(ms)
	got := fmt.Sprintf("bar %.1f…%.1f, band %.1f…%.1f", bar.Low, bar.High, l.At(1)-l.Band(1), l.At(1)+l.Band(1))
	if want := "bar 3540.8…3607.2, band 3551.4…3614.0"; got != want {
		t.Errorf("at ε = 1 %%: %s, want %s", got, want)
	}
}

// Cuckoo is slower at 9 of the 20 rates (init) and 8 of them (run).
func TestPublishedOrder(t *testing.T) {
	s := thesisCSV(t)
	for metric, want := range map[runfolder.Metric]int{"init": 9, "hyphenate": 8} {
		m := s.Metric(metric)
		slower := 0
		for i, c := range m.Of("cuckoo").Cells {
			if c.Mean > m.Of("bloom").Cells[i].Mean {
				slower++
			}
		}
		if slower != want {
			t.Errorf("%s: cuckoo is slower at %d rates, want %d", metric, slower, want)
		}
	}
}
