package reconcile

import (
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
)

// surface has the bytes of a method over n and d: straight lines between the logarithms
// of what was measured.
type surface struct {
	sizes []float64 // log n
	lines []line    // over log d, one for each n
}

// line goes through points, and on beyond them as between the last two.
type line struct{ x, y []float64 }

func (l line) at(x float64) float64 {
	if len(l.x) == 1 {
		return l.y[0]
	}
	i, _ := slices.BinarySearch(l.x, x)
	i = min(max(i, 1), len(l.x)-1)
	t := (x - l.x[i-1]) / (l.x[i] - l.x[i-1])
	return l.y[i-1] + t*(l.y[i]-l.y[i-1])
}

func (s surface) at(n, d float64) float64 {
	across := line{x: s.sizes}
	for _, l := range s.lines {
		across.y = append(across.y, l.at(d))
	}
	return across.at(n)
}

// surface reads that of a method, and the cells that it is made of. Keys that it misses
// count as if they were sent: who misses more is no cheaper for it.
func (r reader) surface(name string, rate axis.Rate) (s surface, cells []report.Cell) {
	m := r.Metric(Bytes)
	for _, n := range r.Meta.Counts(string(N)) {
		var l line
		for _, d := range r.Meta.Counts(string(D)) {
			c := r.cells(name, Bytes, taskDifference, n, rate).At(D.At(d))
			if p, ok := figure.PointAt(c, 1); ok && d > 0 {
				if lacks, misses := figure.PointAt(c.Of(Missing), keyBytes); misses {
					p.Value += lacks.Value
				}
				l.x, l.y = append(l.x, math.Log(float64(d))), append(l.y, math.Log(p.Value))
				if found := m.Cell(name, c.Point); found != nil {
					cells = append(cells, *found)
				}
			}
		}
		if len(l.x) > 0 {
			s.sizes, s.lines = append(s.sizes, math.Log(float64(n))), append(s.lines, l)
		}
	}
	return s, cells
}

// cheapest reads the map of the method that sends the fewest bytes, of exact methods
// alone or of all, each filter at the largest ε.
func cheapest(s *report.Summary, exact bool) (figure.RegionsOf, error) {
	r := reader{&claim.Data{Summary: s}}
	sizes, differences := r.Meta.Counts(string(N)), r.Meta.Counts(string(D))
	if len(differences) > 0 && differences[0] == 0 {
		differences = differences[1:]
	}
	if len(sizes) < 2 || len(differences) < 2 {
		return figure.RegionsOf{}, figure.NoData("the run has no two numbers of keys and of differences")
	}
	of := figure.RegionsOf{
		XLabel: text("keys of a peer"),
		YLabel: text("keys of one"),
		X:      [2]float64{float64(sizes[0]), float64(sizes[len(sizes)-1])},
		Y:      [2]float64{float64(differences[0]), float64(differences[len(differences)-1])},
		Names:  []bilingual.Text{{EN: "d > 2n", PT: "d > 2n"}}, Looks: []figure.Look{{}},
	}
	var surfaces []surface
	for _, name := range r.names(taskDifference) {
		rate := r.largestRate(name)
		if exact && len(r.Cells(Missing, name)) > 0 {
			continue
		}
		surface, cells := r.surface(name, rate)
		if len(surface.sizes) == len(sizes) {
			surfaces, of.Cells = append(surfaces, surface), append(of.Cells, cells...)
			of.Names, of.Looks = append(of.Names, label(name, rate)), append(of.Looks, r.look(name))
		}
	}
	if len(surfaces) < 2 {
		return figure.RegionsOf{}, figure.NoData("the run has no bytes of two methods")
	}
	fillCheapest(&of, func(n, d float64) []float64 {
		if d > 2*n {
			return []float64{0}
		}
		costs := []float64{math.Inf(1)}
		for _, s := range surfaces {
			costs = append(costs, math.Exp(s.at(math.Log(n), math.Log(d))))
		}
		return costs
	})
	note := text("reconcile-cheapest note", len(sizes), len(differences))
	if !exact {
		note = text("reconcile-cheapest-any note", note)
	}
	of.Notes = []bilingual.Text{note}
	return of, nil
}

// mapCells are the rows of the map, and its columns.
const mapCells = 96

// fillCheapest fills a map: at each place the choice of the least cost, the first of equal ones,
// and pale where the next is less than a tenth more expensive.
func fillCheapest(of *figure.RegionsOf, costs func(x, y float64) []float64) {
	const clearly = 0.1
	place := func(ends [2]float64, i int) float64 {
		return ends[0] * math.Pow(ends[1]/ends[0], (float64(i)+0.5)/mapCells)
	}
	of.Number, of.Pale = make([][]int, mapCells), make([][]bool, mapCells)
	for row := range mapCells {
		for column := range mapCells {
			best, second, who := math.Inf(1), math.Inf(1), 0
			for i, c := range costs(place(of.X, column), place(of.Y, row)) {
				if c < best {
					best, second, who = c, best, i
				} else {
					second = min(second, c)
				}
			}
			of.Number[row], of.Pale[row] = append(of.Number[row], who), append(of.Pale[row], second < (1+clearly)*best)
		}
	}
}
