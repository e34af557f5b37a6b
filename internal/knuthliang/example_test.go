package knuthliang_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"hyphbench/data"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/wordlist"
)

// From a pattern file to the breaks of a word.
func Example() {
	rules, err := knuthliang.ParsePatterns("patterns-en.tex", data.PatternsEN)
	if err != nil {
		log.Fatal(err)
	}
	automaton, err := knuthliang.Compile(rules)
	if err != nil {
		log.Fatal(err)
	}
	tex := knuthliang.NewTeX(automaton, rules.Exceptions)

	mask, _ := tex.Mask("hyphenation")
	fmt.Printf("%b\n", mask)
	fmt.Println(tex.AppendBreaks(nil, "hyphenation"))
	fmt.Printf("%s\n", tex.AppendHyphenated(nil, "hyphenation", "-"))
	// Output:
	// 1000100
	// [2 6]
	// hy-phen-ation
}

// english is the automaton of Example.
func english() *knuthliang.Automaton {
	rules, err := knuthliang.ParsePatterns("patterns-en.tex", data.PatternsEN)
	if err != nil {
		log.Fatal(err)
	}
	automaton, err := knuthliang.Compile(rules)
	if err != nil {
		log.Fatal(err)
	}
	return automaton
}

// The highest level at a position wins; odd levels are breaks.
func ExampleCompile() {
	for _, patterns := range []string{`\patterns{1na}`, `\patterns{1na 2nas.}`} {
		rules, err := knuthliang.ParsePatterns("example.tex", []byte(patterns))
		if err != nil {
			log.Fatal(err)
		}
		automaton, err := knuthliang.Compile(rules)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s\n", knuthliang.NewTeX(automaton).AppendHyphenated(nil, "bananas", "-"))
	}
	// Output:
	// ba-na-nas
	// ba-nanas
}

// Errors name file and line.
func ExampleParsePatterns_error() {
	_, err := knuthliang.ParsePatterns("my.tex", []byte("\\patterns{\na1b\n12\n}"))
	fmt.Println(err)
	// Output:
	// my.tex:3: pattern "12" has two digits in a row: want one digit, 0 to 9, for a level
}

// initials admits the words with the initial of an exception. It is a poor filter,
// but one without false negatives.
type initials string

func (i initials) Contains(word string) bool { return strings.IndexByte(string(i), word[0]) >= 0 }

// The thesis's pass: guard before store before patterns. The guard changes the
// number of lookups and nothing else.
func ExampleGuarded_Pass() {
	exceptions, err := knuthliang.ParseExceptions("my.tex", []byte(`\hyphenation{acad-e-my ta-ble}`))
	if err != nil {
		log.Fatal(err)
	}
	words := wordlist.Of("Academy", "algorithm", "hyphenation", "table")

	h := knuthliang.Guarded{Store: knuthliang.NewStore(exceptions), Patterns: english()}
	fmt.Printf("%+v\n", h.Pass(words))
	h.Guard = initials("at")
	fmt.Printf("%+v\n", h.Pass(words))
	// Output:
	// {Words:4 Breaks:7 Exceptions:2 Lookups:4}
	// {Words:4 Breaks:7 Exceptions:2 Lookups:3}
}

func ExampleTransform() {
	text := strings.NewReader("A  dictionary of\nhyphenated words.\n")
	if err := knuthliang.Transform(os.Stdout, text, knuthliang.NewTeX(english()), "-"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// A  dic-tio-nary of
	// hy-phen-ated words.
}
