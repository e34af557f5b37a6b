package experiment

import (
	"fmt"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
)

// The values below parse flags wherever these come from, so that a bad value
// is one error with one wording. They implement pflag.Value.

// filterList is --filter: names of structures, or "all".
type filterList struct {
	text       string
	structures []filter.Structure
}

func (f *filterList) String() string { return f.text }
func (f *filterList) Type() string   { return "names" }
func (f *filterList) Set(s string) (err error) {
	f.structures, err = filter.Resolve(s)
	f.text = s
	return err
}

// epsilonList is --eps.
type epsilonList struct {
	text   string
	values []axis.Rate
}

func (e *epsilonList) String() string { return e.text }
func (e *epsilonList) Type() string   { return "rates" }
func (e *epsilonList) Set(s string) (err error) {
	e.values, err = axis.ParseRates(s)
	e.text = s
	return err
}

// choice is a flag that takes one of a few words.
type choice struct {
	value   string
	choices []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return strings.Join(c.choices, "|") }
func (c *choice) Set(s string) error {
	for _, w := range c.choices {
		if s == w {
			c.value = s
			return nil
		}
	}
	return fmt.Errorf("%q is none of %s", s, strings.Join(c.choices, ", "))
}

// atLeast is a whole number with a lower bound.
type atLeast struct {
	value, least int
	why          string
}

func (a *atLeast) String() string { return strconv.Itoa(a.value) }
func (a *atLeast) Type() string   { return "int" }
func (a *atLeast) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil {
		return fmt.Errorf("%q is not a whole number", s)
	}
	if n < a.least {
		return fmt.Errorf("%d is too few: %s", n, a.why)
	}
	a.value = n
	return nil
}
