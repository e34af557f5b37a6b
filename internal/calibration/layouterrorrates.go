package calibration

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/sample"
	"hyphbench/internal/stats"
)

// Levels are the error rates of comparisons over layouts of the program: of one
// metric, from the residuals of a run.
type Levels struct {
	Metric  runfolder.Metric `json:"metric"`
	Pairs   int              `json:"pairs"` // of neighbouring structures at one point
	Layouts int              `json:"layouts"`
	Rounds  int              `json:"rounds"`
	Seconds float64          `json:"seconds"` // of measuring both sides, in the mean over pairs
	Round   float64          `json:"round"`   // sd of a ratio over the rounds of a layout, robust; as a share
	Layout  float64          `json:"layout"`  // sd of a ratio over layouts; as a share
	Shares  []Share          `json:"shares"`
}

// ErrOneLayout is the refusal of a run that has no level of layouts.
var ErrOneLayout = errors.New("the run has one layout of the program: want one measured with --layouts=6")

// OfRun decides trials on both levels, layouts and rounds. A trial takes the
// ratio of two neighbouring structures, as the run has it: as many layouts as the
// run's, drawn from them, and of each as many rounds as it has, drawn from its
// own. The ratio over all is taken off, so that the sides are equal, and the sign
// of a layout's deviation is drawn, so that nothing favours a side; then a slow-down
// is put on. The trial is decided as claims and comparisons decide.
//
// Layouts are drawn with replacement, by which their spread would shrink; the
// deviations are stretched by √(L/(L − 1)) in return.
func OfRun(s *sample.Set, trials int, seed uint64) ([]Levels, error) {
	layouts := s.Layouts()
	if len(layouts) == 0 {
		return nil, ErrOneLayout
	}
	var list []Levels
	for _, metric := range s.Metrics {
		l := Levels{Metric: metric, Layouts: len(layouts)}
		var pairs [][][]float64 // deviations of each pair by layout and round
		var rounds, spread []float64
		for i, filter := range s.Filters[:max(0, len(s.Filters)-1)] {
			next := s.Filters[i+1]
			if s.Meta.IsBaseline(filter) || s.Meta.IsBaseline(next) {
				continue
			}
			for _, at := range s.Points(metric, filter, next) {
				cells := []runfolder.Cell{{Filter: filter, Metric: metric, Point: at}, {Filter: next, Metric: metric, Point: at}}
				if c := s.Cell(cells[0]); !c.Timed() {
					continue
				}
				p, means, err := deviations(s.Lines(cells), layouts)
				if err != nil {
					return nil, fmt.Errorf("%s of %s and %s: %w", metric, filter, next, err)
				}
				pairs = append(pairs, p)
				spread = append(spread, standardDeviation(means))
				for _, own := range p {
					rounds = append(rounds, robustSpread(own))
				}
				for _, c := range cells {
					for row := range s.Cell(c).Rows() {
						l.Seconds += row.Value / 1e9
					}
				}
			}
		}
		if len(pairs) == 0 {
			continue
		}
		l.Pairs, l.Rounds = len(pairs), len(slices.Concat(layouts...))
		l.Seconds /= float64(len(pairs))
		l.Round, l.Layout = median(rounds), median(spread)
		if err := l.try(pairs, trials, rand.New(rand.NewPCG(seed, uint64(len(list))))); err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	if len(list) == 0 {
		return nil, errors.New("the run has no two structures to compare: want a second one in --filter")
	}
	return list, nil
}

// deviations are the logarithms of the ratios of a pair, by layout and round, less
// the mean over layouts, and the layouts' own means.
func deviations(lines [][]float64, layouts [][]int) (list [][]float64, means []float64, err error) {
	for _, own := range layouts {
		var logs []float64
		for _, round := range own {
			if round >= len(lines) {
				return nil, nil, errors.New("a round lacks one of them")
			}
			x, err := stats.Logs(lines[round])
			if err != nil {
				return nil, nil, err
			}
			logs = append(logs, x[1]-x[0])
		}
		mean, err := stats.TrimmedMean(logs)
		if err != nil {
			return nil, nil, err
		}
		list, means = append(list, logs), append(means, mean)
	}
	level, err := stats.Mean(means)
	if err != nil {
		return nil, nil, err
	}
	for _, own := range list {
		for i := range own {
			own[i] -= level
		}
	}
	return list, means, nil
}

// try decides the trials.
func (l *Levels) try(pairs [][][]float64, trials int, random *rand.Rand) error {
	for _, slowdown := range []float64{0, 0.01, 0.02, 0.05} {
		l.Shares = append(l.Shares, Share{Slowdown: slowdown, Trials: trials})
	}
	stretch := math.Sqrt(float64(l.Layouts) / float64(l.Layouts-1))
	for n := range trials {
		pair := pairs[n%len(pairs)]
		means := make([]float64, l.Layouts)
		for i := range means {
			own := pair[random.IntN(len(pair))]
			drawn := make([]float64, len(own))
			for j := range drawn {
				drawn[j] = own[random.IntN(len(own))]
			}
			mean, err := stats.TrimmedMean(drawn)
			if err != nil {
				return err
			}
			if means[i] = stretch * mean; random.IntN(2) == 0 {
				means[i] = -means[i]
			}
		}
		for i := range l.Shares {
			slower := make([]float64, len(means))
			for j, mean := range means {
				slower[j] = mean + math.Log1p(l.Shares[i].Slowdown)
			}
			e, err := stats.TrimmedEstimate(slower) // as a comparison
			if err != nil {
				return err
			}
			if e.P() <= Alpha && (i == 0 || e.Value > 0) {
				l.Shares[i].Told++
			}
		}
	}
	return nil
}

func standardDeviation(x []float64) float64 {
	d, err := stats.Describe(x)
	if err != nil {
		return math.NaN()
	}
	return d.SD
}

// robustSpread is the standard deviation of a normal distribution with the median
// absolute deviation of x.
func robustSpread(x []float64) float64 {
	middle := median(x)
	far := make([]float64, len(x))
	for i, v := range x {
		far[i] = math.Abs(v - middle)
	}
	return 1.4826 * median(far)
}

// WriteLevels writes what OfRun found of a run, which the header describes.
func WriteLevels(w io.Writer, header []table.Field, levels []Levels, f table.Format) error {
	if f == table.JSON {
		return table.WriteJSON(w, levels)
	}
	l := levels[0]
	t := table.Table{
		Title: "trials that resolved two sides, by layouts of the program",
		Lines: []string{fmt.Sprintf("share of %d trials for each metric that resolved the sides at α = %g, with its 95 %% interval; trials are drawn from the "+
			"residuals of the run, over layouts and rounds; A/A: equal sides; +x %%: one side slower by x %%. Time: of both sides of a comparison. Spread: "+
			"of a ratio over the rounds of a layout (robust) and over layouts.", l.Shares[0].Trials, Alpha)},
		Columns: []string{"metric", "pairs", "layouts", "rounds", "time", "spread: rounds", "layouts"},
	}
	for _, s := range l.Shares {
		t.Columns = append(t.Columns, s.name())
	}
	for _, l := range levels {
		row := []string{string(l.Metric), strconv.Itoa(l.Pairs), strconv.Itoa(l.Layouts), strconv.Itoa(l.Rounds), seconds(l.Seconds),
			fmt.Sprintf("%.2g %%", 100*l.Round), fmt.Sprintf("%.2g %%", 100*l.Layout)}
		for _, s := range l.Shares {
			row = append(row, s.String())
		}
		t.Rows = append(t.Rows, row)
	}
	return table.Write(w, table.Page{Title: "Calibration by layouts", Header: header, Tables: []table.Table{t}}, f)
}
