package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
)

// RegionsOf is the content of a Regions figure. Both axes are logarithmic.
type RegionsOf struct {
	Notes          []bilingual.Text
	XLabel, YLabel bilingual.Text
	X, Y           [2]float64       // ends of the axes
	Names          []bilingual.Text // of the regions; the first one is in grey
	Looks          []Look           // likewise, but for the first one: colour and marker; nil: in their order
	Number         [][]int          // of the region of a cell: Number[row][column], from low to high
	Pale           [][]bool         // likewise: cells near another choice, as the notes say
	Cells          []report.Cell
}

// Regions is a map: which of several choices holds at each place of a plane. read
// finds it in a run, or returns a NoData error.
func Regions(id string, title bilingual.Text, read func(s *report.Summary, l bilingual.Lang) (RegionsOf, error)) Figure {
	return laidOut(id, title, func(s *report.Summary, l bilingual.Lang) (*page, error) {
		of, err := read(s, l)
		if err != nil {
			return nil, err
		}
		if len(of.Cells) == 0 {
			return nil, NoData("the run has none of the measurements of this figure")
		}
		return of.page(l), nil
	})
}

// Draw draws the map under a title: of what is no run, its origin is the caption.
func (of RegionsOf) Draw(title bilingual.Text, caption string, l bilingual.Lang) *Drawing {
	p := of.page(l)
	p.title, p.caption = title.In(l), caption
	return p.drawing()
}

func (of RegionsOf) page(l bilingual.Lang) *page {
	f := &regions{of, l}
	return &page{lines: bilingual.Said(of.Notes, l), legend: f.legend(), cells: of.Cells, planes: f.planes(), tall: planeHeight}
}

type regions struct {
	of   RegionsOf
	lang bilingual.Lang
}

func (f *regions) color(i int, pale bool) color.Color {
	switch {
	case i == 0 && pale:
		return color.Gray{0xF3}
	case i == 0:
		return color.Gray{0xE0}
	case pale:
		return tint(palette(f.nth(i)), tints()[0])
	}
	return tint(palette(f.nth(i)), tints()[2])
}

// nth is the colour and marker of region i, from 1 on.
func (f *regions) nth(i int) int {
	if f.of.Looks == nil {
		return i - 1
	}
	return f.of.Looks[i].Nth
}

// at is the region at a place of the map, from 0 to 1.
func (f *regions) at(right, up float64) int {
	row := f.of.Number[min(len(f.of.Number)-1, int(up*float64(len(f.of.Number))))]
	return row[min(len(row)-1, int(right*float64(len(row))))]
}

// mark draws the marker of a region: colour is not its only difference.
func (f *regions) mark(c draw.Canvas, i int, at vg.Point) {
	if i > 0 {
		c.DrawGlyph(glyph(f.nth(i), 1.6), at)
	}
}

// legend has the regions of the map, whether there is room for their names on it or
// not.
func (f *regions) legend() (list []entry) {
	for i, name := range f.of.Names {
		if !slices.ContainsFunc(f.of.Number, func(row []int) bool { return slices.Contains(row, i) }) {
			continue
		}
		list = append(list, entry{name.In(f.lang), func(c draw.Canvas) {
			fillBox(c, f.color(i, false), c.Rectangle)
			f.mark(c, i, c.Center())
		}})
	}
	return list
}

// planes has one plane.
func (f *regions) planes() []plane {
	p := smallPlane(scale{extent{f.of.X[0], f.of.X[1]}, true}, scale{extent{f.of.Y[0], f.of.Y[1]}, true}, f.lang)
	p.x, p.y = p.x.bare(), p.y.bare() // the map would cover a grid
	p.xLabel, p.yLabel = p.x.named(f.of.XLabel.In(f.lang), f.lang), f.of.YLabel.In(f.lang)
	p.right, p.top = 4, 14
	p.content = f.paint
	return []plane{p}
}

func (f *regions) paint(data graph) {
	rows := len(f.of.Number)
	for r, row := range f.of.Number {
		for from := 0; from < len(row); {
			to := from + 1
			for to < len(row) && row[to] == row[from] && f.of.Pale[r][to] == f.of.Pale[r][from] {
				to++
			}
			fillBox(data.Canvas, f.color(row[from], f.of.Pale[r][from]), vg.Rectangle{
				Min: vg.Point{X: data.X(float64(from) / float64(len(row))), Y: data.Y(float64(r) / float64(rows))},
				// A hair more: no line shows through between two rows.
				Max: vg.Point{X: data.X(float64(to) / float64(len(row))), Y: min(data.Max.Y, data.Y(float64(r+1)/float64(rows))+0.3)},
			})
			from = to
		}
	}
	f.paintMarkers(data.Canvas)
	f.paintNames(data.Canvas)
	f.show(data)
}

// paintMarkers strews the markers of the regions over the map.
func (f *regions) paintMarkers(c draw.Canvas) {
	const apart = 22 // points
	for line := 0; ; line++ {
		y := c.Min.Y + apart*(vg.Length(line)+0.5)
		if y > c.Max.Y-2 {
			return
		}
		for x := c.Min.X + apart*vg.Length(1+line%2)/2; x < c.Max.X-2; x += apart {
			f.mark(c, f.at(float64((x-c.Min.X)/c.Size().X), float64((y-c.Min.Y)/c.Size().Y)), vg.Point{X: x, Y: y})
		}
	}
}

// paintNames writes the name of each region where it is widest, if there is room.
func (f *regions) paintNames(c draw.Canvas) {
	rows, columns := len(f.of.Number), len(f.of.Number[0])
	sty := aligned(style(9, true, ink), text.XCenter, text.YCenter)
	high := int(float64(rows) * float64(sty.Font.Size*1.3/c.Size().Y)) // rows that a name takes
	for i, name := range f.of.Names {
		row, from, to := f.widest(i, high)
		wide := vg.Length(float64(to-from)/float64(columns)) * c.Size().X
		if words := name.In(f.lang); to > from && sty.Width(words)+6 < wide {
			at := vg.Point{X: c.X(float64(from+to) / 2 / float64(columns)), Y: c.Y((float64(row) + float64(high+1)/2) / float64(rows))}
			half := vg.Point{X: sty.Width(words)/2 + 3, Y: 6}
			pale := f.of.Pale[row+high/2][(from+to)/2]
			fillBox(c, f.color(i, pale), vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}) // no marker behind the name
			c.FillText(sty, vg.Point{X: at.X, Y: at.Y + raise}, words)
		}
	}
}

// widest is the widest stretch of cells of a region that is that many rows more high:
// its lowest row, and its columns. The middle one of several.
func (f *regions) widest(region, high int) (row, from, to int) {
	type stretch struct{ row, from, to int }
	var best []stretch
	least := 1
	for r := range max(0, len(f.of.Number)-high) {
		from := 0
		for column := range len(f.of.Number[r]) + 1 {
			if column < len(f.of.Number[r]) && !slices.ContainsFunc(f.of.Number[r:r+high+1], func(row []int) bool { return row[column] != region }) {
				continue // the stretch goes on
			}
			switch wide := column - from; {
			case wide > least:
				best, least = []stretch{{r, from, column}}, wide
			case wide == least:
				best = append(best, stretch{r, from, column})
			}
			from = column + 1
		}
	}
	if len(best) == 0 {
		return 0, 0, 0
	}
	middle := best[len(best)/2]
	return middle.row, middle.from, middle.to
}
