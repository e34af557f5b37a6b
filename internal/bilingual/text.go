// Package bilingual has texts in English and in Portuguese.
//
// Guarantee: a text of a file is there in both languages, or the program does not start; numbers
// that Grouped, Number and their like write are as the language writes them.
// Cost: a file of texts is read when the program starts.
// Source: the thesis for the Portuguese terms.
package bilingual

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
)

// Lang is a language.
type Lang string

const (
	English    Lang = "en"
	Portuguese Lang = "pt" // the thesis's own wording
)

// Langs lists the languages, the default first.
func Langs() []Lang { return []Lang{English, Portuguese} }

// Mark is what names of files in the language have before their ending: files
// of two languages lie beside each other.
func (l Lang) Mark() string {
	if l == English || l == "" {
		return ""
	}
	return "." + string(l)
}

// Text is a text in each language.
type Text struct{ EN, PT string }

// In returns the text in a language.
func (t Text) In(l Lang) string {
	if l == Portuguese {
		return t.PT
	}
	return t.EN
}

// Said are texts in a language.
func Said(texts []Text, l Lang) (list []string) {
	for _, t := range texts {
		list = append(list, t.In(l))
	}
	return list
}

// Both is a text that reads the same in every language, or is said in the one of a drawing.
func Both(text string) Text { return Text{text, text} }

// Texts gives the texts of a file by their names. An experiment has those of its figures in
// one, where they are read and edited without the code; an indented line is the Portuguese:
//
//	# A comment.
//	cost: Cost of a query,\nof %s
//	  Custo de uma consulta,\na %s
//
// Values are those of Text.With. A text that is twice in the file, in one language alone or
// twice in one, or asked for and not there is a mistake of the program.
func Texts(file string) func(name string, values ...any) Text {
	texts, last := map[string]Text{}, ""
	broken := strings.NewReplacer(`\n`, "\n").Replace
	for line := range strings.Lines(file) {
		name, english, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case name == "" || name[0] == '#':
		case line[0] == ' ':
			if texts[last].PT != "" {
				panic("texts: text " + last + " has two Portuguese lines")
			}
			texts[last] = Text{texts[last].EN, broken(strings.TrimSpace(line))}
		default:
			if _, twice := texts[name]; twice {
				panic("texts: two texts " + name)
			}
			last, texts[name] = name, Text{EN: broken(english)}
		}
	}
	for name, t := range texts {
		if t.EN == "" || t.PT == "" {
			panic("texts: text " + name + " is not in both languages")
		}
	}
	return func(name string, values ...any) Text {
		t, known := texts[name]
		if !known {
			panic("texts: no text " + name)
		}
		return t.With(values...)
	}
}

// With is the text with values in place of its verbs, a Text in its own language; without any a
// % is itself.
func (t Text) With(values ...any) Text {
	if values == nil {
		return t
	}
	in := func(l Lang) string {
		list := slices.Clone(values)
		for i, v := range list {
			if of, both := v.(Text); both {
				list[i] = of.In(l)
			}
		}
		return fmt.Sprintf(t.In(l), list...)
	}
	return Text{in(English), in(Portuguese)}
}

// Grouped is a whole number with its digits in groups.
func Grouped(n int) Text { return Text{Count(n, English), Count(n, Portuguese)} }

// Count groups digits by threes, "466,550" or "466.550".
func Count(n int, l Lang) string { return Decimal(axis.Grouped(n), l) }

// Decimal writes an English number as a language does: Portuguese has a decimal comma, and
// points between thousands.
func Decimal(number string, l Lang) string {
	if l == Portuguese {
		return strings.NewReplacer(".", ",", ",", ".").Replace(number)
	}
	return number
}

// Number writes v in a language's way, with as many decimals as it takes for −1.
func Number(v float64, decimals int, l Lang) string {
	return Decimal(axis.Readable(strconv.FormatFloat(v, 'f', decimals, 64)), l)
}

// ThreeDigits writes a number in three digits or more.
func ThreeDigits(v float64, l Lang) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.Abs(v) >= 1000:
		return Count(int(math.Round(v)), l)
	case math.Abs(v) >= 99.95:
		return Number(v, 0, l)
	case math.Abs(v) >= 9.995:
		return Number(v, 1, l)
	}
	return Number(v, 2, l)
}

// Comma separates numbers: those of Portuguese have one themselves.
func Comma(l Lang) string { return Text{", ", "; "}.In(l) }
