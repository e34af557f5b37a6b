package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// greys draws in greys: a canvas before another one. The colours of structures
// become greys as far apart as eight can be, in the order of the palette, so that
// the first two are the farthest; all others have their own brightness. Markers,
// dashes and names say the same as the colours.
type greys struct{ vg.CanvasWriterTo }

// SetColor implements vg.Canvas.
func (c greys) SetColor(clr color.Color) { c.CanvasWriterTo.SetColor(grey(clr)) }

// grey is the grey of a colour; a tint of the palette is the tint of its grey.
func grey(clr color.Color) color.Color {
	levels := []uint8{0x18, 0xAC, 0x49, 0x7B, 0x31, 0x93, 0x00, 0x62}
	r, g, b, _ := clr.RGBA()
	if r == g && g == b {
		return clr
	}
	for nth, level := range levels {
		p := palette(nth)
		if same(p, clr) {
			return color.Gray{level}
		}
		for _, share := range tints() {
			if same(tint(p, share), clr) {
				return color.Gray{uint8(255 - share*(255-float64(level)))}
			}
		}
	}
	return color.GrayModel.Convert(clr)
}

func same(a, b color.Color) bool {
	r, g, bl, _ := a.RGBA()
	x, y, z, _ := b.RGBA()
	return r == x && g == y && bl == z
}
