// Package flagvalue has the values of flags that experiments share: lists of structures,
// rates, counts, shares and stores, and choices of words.
//
// Guarantee: a value that is refused names what would be right; a shell completes what a
// value lists (Words).
// Cost: none.
package flagvalue

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/nearest"
)

// The values below parse flags from every source, so that a bad value is the
// same error everywhere. They implement pflag.Value.

// StructureList is --filter: names of structures, or "all". Behind a name and a colon can
// stand what this structure takes, as in linear:0.9.
type StructureList struct {
	text       string
	Structures []filter.Structure
	Own        []filter.Structure // that the experiment brings itself
	Takes      map[string]Taken   // by structure; nil: none takes anything
	Given      map[string]string  // by structure, what stands behind the colon
}

// Taken is what a structure takes.
type Taken struct {
	What  string // "a share, as linear:0.9"
	File  bool   // it is the name of a file
	Check func(string) error
}

func (f *StructureList) String() string { return f.text }
func (f *StructureList) Type() string   { return "names" }

// Words are those that the list can hold.
func (f *StructureList) Words() []string {
	names := []string{"all"}
	for _, s := range append(all.Structures(), f.Own...) {
		names = append(names, s.Name)
	}
	return names
}

func (f *StructureList) Set(s string) (err error) {
	given := map[string]string{}
	names, err := f.each(s, func(name, value string) (string, error) {
		taken, takes := f.Takes[name]
		if !takes {
			return "", fmt.Errorf("%s:%s: %s takes no value after a colon", name, value, name)
		}
		if value == "" {
			return "", fmt.Errorf("%s: no value after the colon: want %s", name, taken.What)
		}
		if taken.Check != nil {
			if err := taken.Check(value); err != nil {
				return "", fmt.Errorf("%s:%s: %w", name, value, err)
			}
		}
		given[name] = value
		return name, nil
	})
	if err != nil {
		return err
	}
	if f.Structures, err = all.Resolve(names, f.Own...); err == nil {
		f.text, f.Given = s, given
	}
	return err
}

// each is a list with what is made of every name with something behind it.
func (f *StructureList) each(list string, made func(name, value string) (string, error)) (string, error) {
	parts := strings.Split(list, ",")
	for i, part := range parts {
		name, value, with := strings.Cut(strings.TrimSpace(part), ":")
		if !with {
			continue
		}
		var err error
		if parts[i], err = made(name, value); err != nil {
			return "", err
		}
	}
	return strings.Join(parts, ","), nil
}

// NamesFiles reports whether a structure of the list has a file.
func (f *StructureList) NamesFiles() bool {
	for name := range f.Given {
		if f.Takes[name].File {
			return true
		}
	}
	return false
}

// WithoutFolders is a list with the base names of its files, as a run records it.
func (f *StructureList) WithoutFolders(list string) string { return f.files(list, filepath.Base) }

// Recorded is the list as a run records it.
func (f *StructureList) Recorded() string { return f.WithoutFolders(f.text) }

// Under is a list with its files in the folder, save those with a path of their own.
func (f *StructureList) Under(folder, list string) string {
	return f.files(list, func(file string) string {
		if filepath.IsAbs(file) {
			return file
		}
		return filepath.Join(folder, file)
	})
}

func (f *StructureList) files(list string, now func(string) string) string {
	list, _ = f.each(list, func(name, value string) (string, error) { // it makes no error
		if f.Takes[name].File {
			value = now(value)
		}
		return name + ":" + value, nil
	})
	return list
}

// LeftOut says what "all" is without, empty where the list has no such word.
func (f *StructureList) LeftOut() string { return all.LeftOut(f.text) }

// AddTo adds the list as a flag. Its default is shown with blanks, at which the help
// can wrap it.
func (f *StructureList) AddTo(fs *pflag.FlagSet, name, usage string) {
	fs.Var(f, name, usage)
	fs.Lookup(name).DefValue = strings.ReplaceAll(f.text, ",", ", ")
}

// Shorten sets those of the flags that were not given, by flag, environment or file,
// to less: what --quick does.
func Shorten(fs *pflag.FlagSet, less map[string]string) error {
	for name, value := range less {
		if f := fs.Lookup(name); !f.Changed {
			if err := f.Value.Set(value); err != nil {
				return fmt.Errorf("--%s=%s: %w", name, value, err)
			}
		}
	}
	return nil
}

// RateList is --eps.
type RateList struct {
	text   string
	Values []axis.Rate
}

func (e *RateList) String() string { return e.text }
func (e *RateList) Type() string   { return "rates" }
func (e *RateList) Set(s string) (err error) {
	e.Values, err = axis.ParseRates(s)
	e.text = s
	return err
}

// Rate is a flag that takes one rate.
type Rate struct{ Value axis.Rate }

func (r *Rate) String() string { return r.Value.String() }
func (r *Rate) Type() string   { return "rate" }
func (r *Rate) Set(s string) (err error) {
	r.Value, err = axis.ParseRate(s)
	return err
}

// Share is a flag that takes a share of something, such as a difference of times.
type Share struct{ Value axis.Rate }

func (v *Share) String() string { return v.Value.String() }
func (v *Share) Type() string   { return "share" }
func (v *Share) Set(s string) error {
	value, err := axis.ParseRate(s)
	if err != nil {
		return fmt.Errorf("%q is not a share between 0 and 1: want a share such as 0.01 or 1%%", s)
	}
	v.Value = value
	return nil
}

// Choice is a flag that takes one of a few words.
type Choice struct {
	Value   string
	Choices []string
}

func (c *Choice) String() string { return c.Value }
func (c *Choice) Type() string   { return strings.Join(c.Choices, "|") }

// Words are the choices.
func (c *Choice) Words() []string { return c.Choices }

func (c *Choice) Set(s string) error {
	for _, w := range c.Choices {
		if s == w {
			c.Value = s
			return nil
		}
	}
	text := strings.Join(c.Choices, ", ")
	if best, ok := nearest.Of(s, c.Choices); ok {
		text += "; did you mean " + best + "?"
	}
	return fmt.Errorf("%q is unknown: want one of %s", s, text)
}

// most bounds whole numbers: so many of anything take days.
const most = 100_000_000_000

// MostRounds bounds --reps: a million rounds of one section of 5 ms take more than an hour,
// and those of a usual run months.
const MostRounds = 1_000_000

// AtLeast is a whole number with a lower bound.
type AtLeast struct {
	Value, Least int
	Why          string
	Most         int // 0: as many as any run can have
}

func (a *AtLeast) String() string { return strconv.Itoa(a.Value) }
func (a *AtLeast) Type() string   { return "int" }
func (a *AtLeast) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		if n, err = axis.ParseCount(s); err != nil {
			return err
		}
	}
	if bound := cmp.Or(a.Most, most); n > bound {
		return fmt.Errorf("%d is more than a run can have: want %s or fewer", n, axis.Grouped(bound))
	}
	if n < a.Least {
		return fmt.Errorf("%d is too few: want %d or more: %s", n, a.Least, a.Why)
	}
	a.Value = n
	return nil
}

// CountList is a list of counts, as of keys.
type CountList struct {
	text   string
	Values []int
}

func (c *CountList) String() string { return c.text }
func (c *CountList) Type() string   { return "counts" }
func (c *CountList) Set(s string) (err error) {
	c.Values, err = axis.ParseCounts(s)
	c.text = s
	return err
}

// ShareList is a list of shares, as of members among queries.
type ShareList struct {
	text   string
	Values []float64
}

func (l *ShareList) String() string { return l.text }
func (l *ShareList) Type() string   { return "shares" }
func (l *ShareList) Set(s string) (err error) {
	l.Values, err = axis.ParseShares(s)
	l.text = s
	return err
}

// fileFlag marks a flag in its annotations.
const fileFlag = "hyphbench_file"

// MarkFiles marks flags whose values are names of files. A run records base
// names only: a resumed run needs these flags again.
func MarkFiles(fs *pflag.FlagSet, names ...string) {
	for _, name := range names {
		// The name is a constant of the caller, who has just added the flag.
		_ = fs.SetAnnotation(name, fileFlag, []string{})
	}
}

// FileList is a list of names of which some have a file, a folder or an address behind a colon.
type FileList interface {
	pflag.Value
	NamesFiles() bool                  // whether one has
	WithoutFolders(list string) string // with base names, for a recorded command
	Under(folder, list string) string  // with files in that folder
	Recorded() string                  // as a run records it
}

// NamesFile reports whether the flag was marked by MarkFiles, or is a list in which a
// name has a file.
func NamesFile(f *pflag.Flag) bool {
	_, marked := f.Annotations[fileFlag]
	list, ok := f.Value.(FileList)
	return marked || ok && list.NamesFiles()
}
