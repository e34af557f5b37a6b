package axis

import "strconv"

// Place is a value on an axis. An empty text is none: off the axis.
type Place struct{ Axis, Text string }

func (a CountAxis) At(v int) Place     { return Place{string(a), strconv.Itoa(v)} }
func (a ShareAxis) At(v float64) Place { return Place{string(a), ShareText(v)} }
func (a NameAxis) At(v string) Place   { return Place{string(a), v} }

// At is the place of a rate; the zero Rate is off the axis.
func (a RateAxis) At(v Rate) Place { return Place{string(a), v.String()} }

// Places are where something stands, at most once on each axis.
type Places []Place

// On is the text on an axis, empty off it.
func (p Places) On(a Named) string {
	for _, at := range p {
		if at.Axis == a.AxisName() {
			return at.Text
		}
	}
	return ""
}

// Values on an axis, 0 off it. Experiments write them, so that they parse.
func (p Places) Int(a CountAxis) int       { v, _ := strconv.Atoi(p.On(a)); return v }
func (p Places) Share(a ShareAxis) float64 { v, _ := ParseShare(p.On(a)); return v }
func (p Places) Rate(a RateAxis) Rate      { v, _ := ParseRate(p.On(a)); return v }
