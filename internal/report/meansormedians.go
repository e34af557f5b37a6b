package report

import "hyphbench/internal/stats"

// Statistic is what stands for a cell of times in tables, figures and lines. Of
// counts, sizes and rates it is the mean in any case: theories are about means.
type Statistic string

const (
	Means   Statistic = "mean"
	Medians Statistic = "median"

	// Trimmed is how the answer of a run has times, and so its figures (Summary.Describe) and
	// tables (Summary.ForTables). It is by another clock than the others.
	Trimmed Statistic = "trimmed"
)

// Statistics lists those of a summary, the default first.
func Statistics() []Statistic { return []Statistic{Means, Medians} }

// OfTables lists those of tables, the default first.
func OfTables() []Statistic { return append([]Statistic{Trimmed}, Statistics()...) }

// other is the statistic beside it in the tables.
func (s Statistic) other() Statistic {
	if s == Medians {
		return Means
	}
	return Medians
}

// full names it in a sentence.
func (s Statistic) full() string {
	if s == Trimmed {
		return "20 % trimmed mean"
	}
	return string(s)
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
