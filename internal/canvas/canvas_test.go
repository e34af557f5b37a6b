package canvas

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

func sans() text.Style {
	return text.Style{Color: color.Black, Font: SansFont(10), Handler: TextHandler()}
}

// A glyph is defined once however often it is written, and what is written is a label. The
// file is well-formed whatever the title says.
func TestSVG(t *testing.T) {
	c := NewSVG(100, 50, "fig 1", `<a & "b">`)
	on := draw.New(c)
	on.FillText(sans(), vg.Point{X: 10, Y: 10}, "εaa b")
	turned := sans()
	turned.Rotation = math.Pi / 2
	on.FillText(turned, vg.Point{X: 50, Y: 10}, "a<")
	var p vg.Path
	p.Arc(vg.Point{X: 80, Y: 20}, 5, 0, math.Pi)
	p.QuadTo(vg.Point{X: 1, Y: 1}, vg.Point{X: 2, Y: 2})
	on.SetLineStyle(draw.LineStyle{Color: color.Gray{0x80}, Width: 1, Dashes: []vg.Length{2, 1}, DashOffs: 1})
	on.Stroke(p)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	svg := b.String()
	for part, times := range map[string]int{
		`<path id="fig_1-`: 4, `<use xlink:href="#fig_1-2"`: 3, // ε a b <, of which the space has no shape
		`aria-label="εaa b"`: 1, `aria-label="a&lt;"`: 1, `stroke-dasharray="2 1" stroke-dashoffset="1"`: 1, `#808080`: 1,
		`<title>&lt;a &amp; &#34;b&#34;&gt;</title>`: 1, "NaN": 0,
	} {
		if got := strings.Count(svg, part); got != times {
			t.Errorf("%s is there %d times, want %d, in\n%s", part, got, times, svg)
		}
	}
	for dec := xml.NewDecoder(&b); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if x, y := c.Place(vg.Point{X: 10, Y: 20}); x != 10 || y != 30 {
		t.Errorf("a point is at %v, %v from the upper left corner, want 10, 30", x, y)
	}
}

type writer struct{ *recorder.Canvas }

func (writer) WriteTo(io.Writer) (int64, error) { return 0, nil }
func (writer) Size() (x, y vg.Length)           { return 100, 50 }

// Text becomes shapes, one for each glyph, near its place.
func TestOutlines(t *testing.T) {
	var c recorder.Canvas
	vg.Initialize(&c)
	on := draw.New(Outlines{writer{&c}})
	on.FillText(sans(), vg.Point{X: 10, Y: 10}, "ε b")
	shapes := 0
	for _, a := range c.Actions {
		switch a := a.(type) {
		case *recorder.FillString:
			t.Errorf("%q is written in a font", a.String)
		case *recorder.Fill:
			shapes++
			for _, part := range a.Path {
				if at := part.Pos; part.Type != vg.CloseComp && !(at.X > 9 && at.X < 30 && at.Y > 5 && at.Y < 25) {
					t.Errorf("a shape is at %v", at)
				}
			}
		}
	}
	if shapes != 2 {
		t.Errorf("%d shapes, want 2", shapes)
	}
}
