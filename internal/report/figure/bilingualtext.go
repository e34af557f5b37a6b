package figure

import "fmt"

// Lang is the language of a figure's texts.
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

// Intervals is a title of means that are drawn with their intervals, which it says.
func Intervals(en, pt string) Text {
	return Text{EN: en + " (with 95 % confidence intervals)", PT: pt + " (com intervalos de confiança de 95%)"}
}

// In returns the text in a language.
func (t Text) In(l Lang) string {
	if l == Portuguese {
		return t.PT
	}
	return t.EN
}

// said are texts in a language.
func said(texts []Text, l Lang) (list []string) {
	for _, t := range texts {
		list = append(list, t.In(l))
	}
	return list
}

// Both is a text that reads the same in every language, or is said in the one of a drawing.
func Both(text string) Text { return Text{text, text} }

// Textf is a text with the same numbers or names in both languages.
func Textf(english, portuguese string, values ...any) Text {
	return Text{fmt.Sprintf(english, values...), fmt.Sprintf(portuguese, values...)}
}

// WithCounts writes whole numbers in place of the verbs of a text, each with its digits in
// groups.
func (t Text) WithCounts(counts ...int) Text {
	in := func(text string, l Lang) string {
		var words []any
		for _, n := range counts {
			words = append(words, Count(n, l))
		}
		return fmt.Sprintf(text, words...)
	}
	return Text{in(t.EN, English), in(t.PT, Portuguese)}
}

// WithIntervals ends a caption: the points of the curves have intervals.
func (t Text) WithIntervals(l Lang) string {
	return t.In(l) + Text{
		EN: "; 95 % intervals where they are larger than the points",
		PT: "; intervalos de 95% onde são maiores que os pontos",
	}.In(l)
}
