package corpus_test

import (
	"fmt"
	"log"

	"hyphbench/internal/corpus"
	"hyphbench/internal/wordlist"
)

// The embedded inputs: a hyphenator, and the keys of its filter.
func ExampleFiles_Load() {
	files, err := corpus.LoadFiles("")
	if err != nil {
		log.Fatal(err)
	}
	h, err := files.Load()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(h.Rules.Patterns), "patterns,", h.Keys().Len(), "keys, the first", h.Keys().At(0))
	fmt.Printf("%+v\n", h.Guarded(nil).Pass(wordlist.Of("academy", "algorithm")))
	// Output:
	// 4938 patterns, 1753 keys, the first academy
	// {Words:2 Breaks:4 Exceptions:1 Lookups:2}
}

// The description of a run's inputs in run.json.
func ExampleFiles_Inputs() {
	files, err := corpus.LoadFiles("")
	if err != nil {
		log.Fatal(err)
	}
	inputs, err := files.Inputs()
	if err != nil {
		log.Fatal(err)
	}
	for _, in := range inputs {
		fmt.Printf("%s: %d in %s, SHA-256 %.12s…\n", in.Role, in.Count, in.Title, in.SHA256)
	}
	// Output:
	// patterns: 4938 in hyph-utf8 hyph-en-us of 2005-05-30, SHA-256 f4ffcd96c5cb…
	// exceptions: 1753 in CTAN hyphenex of 2021-01-11, SHA-256 9392bd6e14b2…
}

func ExampleLoadWords() {
	words, err := corpus.LoadWords("", corpus.Places{}) // no folder: the embedded list
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(words.List.Len(), "words of", words.Input.Title)
	// Output:
	// 663473 words of SCOWL american-english-insane (Debian 2020.12.07-2)
}
