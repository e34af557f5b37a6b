package report

import "hyphbench/internal/stats"

// Statistic is what stands for a cell of times in tables, figures and lines. Of
// counts, sizes and rates it is the mean in any case: theories are about means.
type Statistic string

const (
	Means   Statistic = "mean"
	Medians Statistic = "median"

	// Trimmed is how the answer of a run has times, and so its figures (Summary.Describe).
	// It is by another clock than the others, and no one can ask for it.
	Trimmed Statistic = "trimmed mean"
)

// Statistics lists those that can be asked for, the default first.
func Statistics() []Statistic { return []Statistic{Means, Medians} }

// other is the statistic beside it in the tables.
func (s Statistic) other() Statistic {
	if s == Medians {
		return Means
	}
	return Medians
}

// Describe describes a sample by the statistic.
func (s Statistic) Describe(x []float64) (stats.Description, error) {
	if s == Medians {
		return stats.DescribeByMedian(x)
	}
	return stats.Describe(x)
}

// plain has the mean as Mean and the median as Median, whatever the statistic.
func (m *Metric) plain(c Cell) (mean, median float64) {
	if m.By == Medians {
		return c.Median, c.Mean
	}
	return c.Mean, c.Median
}
