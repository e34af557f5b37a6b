// Package axis holds the values that a run varies: false-positive rates, counts, shares and
// names.
//
// Guarantee: a value has one text, the shortest. So equal values have equal texts in files,
// tables and keys. The values of an axis have an order. A list or a range has exactly the
// points that it names.
// Cost: parsing and ordering only, never inside a timed section.
package axis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Kind says how the values of an axis are written, ordered and drawn.
type Kind string

const (
	RateKind  Kind = "rate"  // 0 < ε < 1, read in per cent
	CountKind Kind = "count" // a whole number, 0 or more
	ShareKind Kind = "share" // 0 to 1, both included
	NameKind  Kind = "name"  // a word
)

// Epsilon is the name of the axis of asked false-positive rates.
const Epsilon = "epsilon"

// Axis is one quantity that the cells of a run differ in.
type Axis struct {
	Name   string   `json:"name"` // of its column in measurements.csv
	Kind   Kind     `json:"kind"`
	Values []string `json:"values,omitempty"` // those planned, in order
}

// Rates is the axis of asked false-positive rates.
func Rates(values []Rate) Axis {
	return Axis{Name: Epsilon, Kind: RateKind, Values: texts(values)}
}

// Counts is an axis of whole numbers.
func Counts(name string, values []int) Axis {
	a := Axis{Name: name, Kind: CountKind}
	for _, v := range values {
		a.Values = append(a.Values, strconv.Itoa(v))
	}
	return a
}

// Shares is an axis of shares.
func Shares(name string, values []float64) Axis {
	a := Axis{Name: name, Kind: ShareKind}
	for _, v := range values {
		a.Values = append(a.Values, ShareText(v))
	}
	return a
}

// Names is an axis of words.
func Names(name string, values ...string) Axis {
	return Axis{Name: name, Kind: NameKind, Values: values}
}

func texts(rates []Rate) (list []string) {
	for _, r := range rates {
		list = append(list, r.String())
	}
	return list
}

// Numeric reports whether the values are numbers, along which a line can be
// fitted.
func (a Axis) Numeric() bool { return a.Kind != NameKind }

// X is a value as a number: per cent of rates, counts and shares as they are,
// NaN for a name and for no value.
func (a Axis) X(value string) float64 {
	v, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil || a.Kind == NameKind:
		return math.NaN()
	case a.Kind == RateKind:
		return 100 * v
	}
	return v
}

// Label is a value as tables and figures write it: rates in per cent without
// the sign, counts in groups of digits, all others as they are.
func (a Axis) Label(value string) string {
	switch a.Kind {
	case RateKind:
		if r, err := ParseRate(value); err == nil {
			return r.Percent()
		}
	case CountKind:
		return Readable(value)
	}
	return value
}

// Heading names the axis above a column: "ε %", "n".
func (a Axis) Heading() string {
	if a.Kind == RateKind {
		return a.Symbol() + " %"
	}
	return a.Name
}

// Symbol names the axis within a sentence: "ε", "n".
func (a Axis) Symbol() string {
	if a.Name == Epsilon {
		return "ε"
	}
	return a.Name
}

// Step is the unit of the axis in a slope: a percentage point of a rate, one
// of all others.
func (a Axis) Step() string {
	if a.Kind == RateKind {
		return "percentage point of " + a.Symbol()
	}
	return a.Symbol()
}

// Compare orders two values: numbers by size, names as they are planned, then
// as words; no value first.
func (a Axis) Compare(v, w string) int {
	switch {
	case v == w:
		return 0
	case v == "" || w == "":
		return cmp.Compare(v, w)
	case a.Kind == NameKind:
		return cmp.Or(cmp.Compare(slices.Index(a.Values, v), slices.Index(a.Values, w)), cmp.Compare(v, w))
	}
	return cmp.Compare(a.X(v), a.X(w))
}

// Check is the error in the text of a value, nil for none. The empty text is
// valid: it stands for "not on this axis".
func (a Axis) Check(value string) error {
	if value == "" {
		return nil
	}
	ok := false
	switch a.Kind {
	case RateKind:
		_, err := ParseRate(value)
		ok = err == nil
	case CountKind:
		n, err := strconv.ParseUint(value, 10, 63)
		ok = err == nil && strconv.FormatUint(n, 10) == value
	case ShareKind:
		v, err := strconv.ParseFloat(value, 64)
		ok = err == nil && v >= 0 && v <= 1
	case NameKind:
		ok = !strings.ContainsAny(value, ",\"\r\n")
	}
	if !ok {
		return fmt.Errorf("%s = %q: want %s", a.Name, value, a.Kind.want())
	}
	return nil
}

// want says in words what the values of a kind are.
func (k Kind) want() string {
	switch k {
	case RateKind:
		return "a decimal between 0 and 1, neither included"
	case CountKind:
		return "a whole number, 0 or more"
	case ShareKind:
		return "a decimal from 0 to 1"
	case NameKind:
		return "a word without comma, quote or line end"
	}
	return "a value of a known kind (rate, count, share, name)"
}

// Infer finds the kind of an axis by its values, for runs that did not record
// it: counts, else shares, else names.
func Infer(name string, values []string) Axis {
	if name == Epsilon {
		return Axis{Name: name, Kind: RateKind}
	}
	for _, kind := range []Kind{CountKind, ShareKind} {
		a := Axis{Name: name, Kind: kind}
		fits := true
		for _, v := range values {
			fits = fits && a.Check(v) == nil
		}
		if fits {
			return a
		}
	}
	return Axis{Name: name, Kind: NameKind}
}
