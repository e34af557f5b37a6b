package canvas

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
)

// TextHandler writes in Liberation Sans, regular or bold: the two of the family's twelve faces
// that figures use, since the program carries every face that it names. They are read once, by
// the first figure.
var TextHandler = sync.OnceValue(func() text.Handler {
	regular := SansFont(0)
	bold := regular
	bold.Weight = xfont.WeightBold
	fonts := font.NewCache(font.Collection{
		{Font: regular, Face: parsed(liberationsansregular.TTF)},
		{Font: bold, Face: parsed(liberationsansbold.TTF)},
	})
	return text.Plain{Fonts: fonts}
})

// SansFont is the regular face in a size.
func SansFont(points float64) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: font.Points(points)}
}

// parsed panics at a font that is no font: those here are part of the program.
func parsed(ttf []byte) *opentype.Font {
	face, err := opentype.Parse(ttf)
	if err != nil {
		panic(err)
	}
	return face
}
