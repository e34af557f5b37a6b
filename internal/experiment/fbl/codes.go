package fbl

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
)

// scale is what the codes 0 to top stand for, ascending from 0 to 1. A confidence has the largest
// code that stands for no more than it, as the paper's Algorithm 2 rounds down.
type scale struct {
	name  string
	value func(code, top float64) float64
}

// scales are those of --codes beside linear ones, which are in the study to be compared with.
// Logarithmic codes above 0 are in geometric progression from 1/top, as linear ones begin, to 1.
func scales() []scale {
	return []scale{
		{linear.Floor.String(), func(code, top float64) float64 { return code / top }},
		{logarithmic, func(code, top float64) float64 {
			if code == 0 || code == top {
				return code / top
			}
			return math.Pow(top, (code-top)/(top-1))
		}},
		{root, func(code, top float64) float64 { return code * code / (top * top) }},
	}
}

const logarithmic, root = "logarithmic", "root"

// values are those of all codes of b bits, as whole numbers of unit.
func (s scale) values(b int) []uint64 {
	list := make([]uint64, int(linear.TopCode(b))+1)
	for code := range list {
		list[code] = uint64(s.value(float64(code), float64(len(list)-1))*unit + 0.5)
	}
	return list
}

// theory is the mean squared error of quantisation alone, of c uniform in [0, 1]: a step of width d
// adds ∫ x² from 0 to d, d³/3. Linear codes have 1/(3·top²), those of the root about twice as much.
func (s scale) theory(b int) (sum float64) {
	top := float64(linear.TopCode(b))
	for code := 1.0; code <= top; code++ {
		sum += math.Pow(s.value(code, top)-s.value(code-1, top), 3) / 3
	}
	return sum
}

// scaled is what filters of a width say under a scale; estimates are whole numbers of unit. Without
// a filter, at n = 0, all elements of an iteration have their own codes.
type scaled struct {
	sum, over, worst uint64 // estimates above the element's own; the largest error
	squares, errors  wide
	ones, above      uint64 // bits, and cells above 0
	batches          [len(pointValues{})]moments
}

func (x *scaled) add(v, own, c uint64) {
	off := magnitude(int64(v) - int64(c))
	x.sum, x.worst = x.sum+v, max(x.worst, off)
	x.squares.add(square(v))
	x.errors.add(square(off))
	if v > own {
		x.over++
	}
}

func (x *scaled) merge(y *scaled) {
	x.sum, x.over, x.worst = x.sum+y.sum, x.over+y.over, max(x.worst, y.worst)
	x.squares.add(y.squares)
	x.errors.add(y.errors)
	x.ones, x.above = x.ones+y.ones, x.above+y.above
}

// values are in the order of pointMetrics.
func (x *scaled) values(p point, iterations int) pointValues {
	estimates, cells := float64(iterations)*float64(p.n), float64(iterations)*float64(p.cells())
	mean, sd := meanSD(new(big.Int).SetUint64(x.sum), x.squares.big(), int64(estimates))
	return pointValues{mean / unit, sd / unit, x.errors.float() / estimates / unit / unit,
		float64(x.ones) / (cells * float64(p.b)), float64(x.above) / cells, float64(x.over) / estimates}
}

// study is scales at the paper's k.
type study map[studied]*scaled

type studied struct{ b, n, scale int }

// newStudy carries all iterations out, with the elements, confidences and hash functions of those
// of linear codes, in batches, whose spread gives the standard errors. It takes seconds, and keeps
// nothing between sessions.
func (b *bench) newStudy(ctx context.Context) (study, error) {
	const together = 64 // batches in memory
	var tables [largestB + 1][][]uint64
	for width := 1; width <= largestB; width++ {
		for _, s := range scales() {
			tables[width] = append(tables[width], s.values(width))
		}
	}
	all := study{}
	for start := 0; start < b.iterations; start += together * b.chunk {
		parts := make([]study, min(together, (b.iterations-start+b.chunk-1)/b.chunk))
		first := func(part int) int { return min(start+part*b.chunk, b.iterations) }
		if err := measuring.InParallel(ctx, len(parts), func(part int) {
			sim := newSimulator(b.seed)
			parts[part] = study{}
			for i := first(part); i < first(part+1) && ctx.Err() == nil; i++ {
				sim.study(i, &tables, parts[part])
			}
		}); err != nil {
			return nil, err
		}
		for i, part := range parts {
			for at, y := range part {
				x := all.at(at)
				x.merge(y)
				if p := (point{layout{at.b, paperK}, at.n}); p.n > 0 && first(i+1)-first(i) == b.chunk {
					for m, v := range y.values(p, b.chunk) {
						x.batches[m].add(v)
					}
				}
			}
		}
	}
	return all, nil
}

func (x study) at(at studied) *scaled {
	if x[at] == nil {
		x[at] = &scaled{}
	}
	return x[at]
}

// study adds iteration i. Codes ascend with confidences: as in the simulation, cells hold ranks.
func (s *simulator) study(i int, tables *[largestB + 1][][]uint64, x study) {
	s.confidences(i)
	s.prepare(i, new([largestB][quantisations]uint64))
	for b := 1; b <= largestB; b++ {
		codes := make([][largestN + 1]uint16, len(tables[b])) // by rank
		for q, values := range tables[b] {
			alone := x.at(studied{b, 0, q})
			for r := 1; r <= largestN; r++ {
				code, exactly := slices.BinarySearch(values, s.value[r])
				if !exactly {
					code--
				}
				codes[q][r] = uint16(code)
				alone.add(values[code], values[code], s.value[r])
			}
		}
		cells := s.cells[:totalBits/b]
		clear(cells)
		j := 0
		for _, n := range elements() {
			for ; j < n; j++ {
				for h, hit := range s.hits[j][:paperK] {
					cell, _ := bits.Mul64(hit, uint64(len(cells)))
					s.at[j][h] = uint16(cell)
					cells[cell] = max(cells[cell], s.rank[j])
				}
			}
			for q, values := range tables[b] {
				t := x.at(studied{b, n, q})
				for _, rank := range cells {
					t.ones += uint64(bits.OnesCount16(codes[q][rank]))
					t.above += uint64(min(codes[q][rank], 1))
				}
				for j := range n {
					least := uint8(largestN)
					for _, cell := range s.at[j][:paperK] {
						least = min(least, cells[cell])
					}
					t.add(values[codes[q][least]], values[codes[q][s.rank[j]]], s.value[s.rank[j]])
				}
			}
		}
	}
}

// codeRows are the rows of --codes, behind all others.
func codeRows() (list []key) {
	for _, b := range widths() {
		for _, s := range scales() {
			for _, m := range []runfolder.Metric{QuantisationMSE, QuantisationTheory} {
				list = append(list, key{metric: m, b: b, quantisation: s.name})
			}
			if s.name == linear.Floor.String() {
				continue // whose other rows every run has
			}
			list = append(list, key{metric: QuantisationError, b: b, quantisation: s.name})
			for _, n := range elements() {
				for _, m := range pointMetrics() {
					list = append(list, key{metric: m, n: n, b: b, k: paperK, quantisation: s.name})
				}
			}
		}
	}
	return list
}

// codeRow makes one of them.
func (b *bench) codeRow(ctx context.Context, c runfolder.Cell) (m *experiment.Measurement, err error) {
	if b.study == nil {
		if b.study, err = b.newStudy(ctx); err != nil {
			return nil, err
		}
	}
	n, _ := strconv.Atoi(c.Point.Value(0))
	width, _ := strconv.Atoi(c.Point.Value(1))
	q := slices.IndexFunc(scales(), func(s scale) bool { return s.name == c.Point.Value(3) })
	x := b.study[studied{width, n, q}]
	switch c.Metric {
	case QuantisationError:
		return estimate(estimated{float64(x.worst) / unit, 0}, "1"), nil
	case QuantisationMSE:
		return estimate(estimated{x.errors.float() / unit / unit / float64(b.iterations*largestN), math.NaN()}, "1"), nil
	case QuantisationTheory:
		return estimate(estimated{scales()[q].theory(width), 0}, "1"), nil
	}
	metric := slices.Index(pointMetrics(), c.Metric)
	e := x.batches[metric].estimate()
	e.value = x.values(point{layout{width, paperK}, n}, b.iterations)[metric]
	return estimate(e, "1"), nil
}
