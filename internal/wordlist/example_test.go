package wordlist_test

import (
	"fmt"
	"log"

	"hyphbench/internal/wordlist"
)

func ExampleParse() {
	list, err := wordlist.Parse("words.txt", []byte("Academy\r\n\r\nzygote\n"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(list.Len(), list.At(0), list.Lower().All())
	// Output:
	// 2 Academy [academy zygote]
}

// A pass over a long list reads text and offsets.
func ExampleList_Text() {
	list := wordlist.Of("hy", "phen", "ation")
	text, start := list.Text(), uint32(0)
	for _, end := range list.Ends() {
		fmt.Println(text[start:end])
		start = end
	}
	// Output:
	// hy
	// phen
	// ation
}
