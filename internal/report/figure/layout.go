package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Style is how figures are laid out; the zero Style is that of a screen or a
// page of A4.
type Style struct {
	Width    vg.Length // 0: the text width of A4
	NoTitle  bool      // without the title
	NoFooter bool      // without the small print
	Grey     bool      // in greys that stay apart

	// Paper is for an article, whose own caption has the notes: hardly a margin, and
	// no lines below the title but for that of an unfinished run.
	Paper bool
}

// mark is what names of files in the style have before their ending.
func (s Style) mark() string {
	if s.Paper {
		return ".paper"
	}
	return ""
}

// Limits of a figure's width.
const (
	narrowest = 60  // millimetres
	widest    = 400 // millimetres
)

// Millimetres is a width that a figure may have.
func Millimetres(mm float64) (vg.Length, error) {
	if !(mm >= narrowest && mm <= widest) {
		return 0, fmt.Errorf("a figure of %g mm is out of range: want %d to %d mm", mm, narrowest, widest)
	}
	return vg.Length(mm) * vg.Millimeter, nil
}

func (s Style) width() vg.Length { return cmp.Or(s.Width, figureWidth) }

func (s Style) margin() vg.Length {
	if s.Paper {
		return 1.5
	}
	return margin
}

// In is the drawing laid out anew.
func (d *Drawing) In(s Style) *Drawing {
	p := *d.page
	p.style = s
	return p.drawing()
}

// Title is the title as it is drawn.
func (d *Drawing) Title() string { return d.page.title }

// Caption is all that a style may leave out: title, notes and small print.
func (d *Drawing) Caption() string {
	lines := slices.Concat([]string{d.page.title}, d.page.lines, []string{d.page.caption})
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n") + "\n"
}

// drawing lays a page out in its style.
func (p *page) drawing() *Drawing {
	d := &Drawing{Width: p.style.width(), page: p}
	switch {
	case p.body != nil:
		d.Height = p.around() + p.body.tall(d.Width-2*p.style.margin())
	case p.tall != nil:
		d.Height = p.around() + p.tall(d.Width-2*p.style.margin())
	case p.style == Style{}:
		d.Height = p.height
	default:
		plain := *p
		plain.style = Style{}
		d.Height = p.around() + (p.height-plain.around())*(0.35+0.65*d.Width/figureWidth)
	}
	return d
}

// texts are those above and below the panels in the style of the page, in lines that fit.
func (p *page) texts(width vg.Length) (title, lines, caption []string) {
	if !p.style.NoTitle {
		title = wrap(p.title, titleStyle(), width)
	}
	for _, line := range p.lines {
		if !p.style.Paper || line == words("unfinished").EN || line == words("unfinished").PT {
			lines = append(lines, wrap(line, textStyle(), width)...)
		}
	}
	if !p.style.NoFooter {
		caption = wrap(p.caption, captionStyle(), width)
	}
	return title, lines, caption
}

// around is the height of all that is not panels or body.
func (p *page) around() vg.Length {
	width := p.style.width() - 2*p.style.margin()
	title, lines, caption := p.texts(width)
	height := 2*p.style.margin() + 2 + 3*gap + legendLine*vg.Length(len(p.legendLines(width)))
	height += titleStyle().Font.Size * 1.25 * vg.Length(len(title))
	height += textStyle().Font.Size * 1.25 * vg.Length(len(lines))
	return height + captionStyle().Font.Size*1.25*vg.Length(len(caption))
}

// fitted is a text style in which a line is no wider than width, but not
// smaller than can be read.
func fitted(sty text.Style, line string, width vg.Length) text.Style {
	const least = 6
	if w := sty.Width(line); w > width {
		sty.Font.Size = max(least, vg.Length(math.Floor(float64(sty.Font.Size*width/w)*10)/10))
	}
	return sty
}

// centred writes a line around x, within the canvas, smaller where it has no room.
func centred(c draw.Canvas, sty text.Style, at vg.Point, line string) {
	sty = fitted(sty, line, c.Size().X)
	sty.XAlign = text.XCenter
	half := sty.Width(line) / 2
	at.X = max(c.Min.X+half, min(at.X, c.Max.X-half))
	c.FillText(sty, at, line)
}

// thinned leaves out labels that have no room beside each other on an axis of
// that width: every second one, every third … of many, or those beside the ends
// of few.
func thinned(marks []tick, sty text.Style, at func(float64) vg.Length) []tick {
	const between = 3
	var labelled []int
	for i, t := range marks {
		if strings.TrimSpace(t.Label) != "" {
			labelled = append(labelled, i)
		}
	}
	if n := len(labelled); n > 1 && n <= fewPlaces {
		ends := append([]int{labelled[0], labelled[n-1]}, labelled[1:n-1]...)
		list, _ := withRoom(marks, ends, sty, between, at)
		return list
	}
	for every := 1; ; every++ {
		var some []int
		for i := 0; i < len(labelled); i += every {
			some = append(some, labelled[i])
		}
		if list, kept := withRoom(marks, some, sty, between, at); kept == len(some) {
			return list
		}
	}
}

// withRoom leaves the marks the labels of some of them, in turn, that keep clear of the ones
// before, and says how many these are.
func withRoom(marks []tick, some []int, sty text.Style, between vg.Length, at func(float64) vg.Length) (list []tick, kept int) {
	for _, t := range marks {
		list = append(list, tick{Value: t.Value})
	}
	var taken []span
	for _, i := range some {
		x, half := at(marks[i].Value), sty.Width(marks[i].Label)/2
		if s := (span{x - half, x + half}); s.free(taken, between) {
			list[i].Label = marks[i].Label
			taken = append(taken, s)
		}
	}
	return list, len(taken)
}
