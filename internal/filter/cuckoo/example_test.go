package cuckoo_test

import (
	"fmt"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/cuckoo"
	"hyphbench/internal/wordlist"
)

// A cuckoo filter takes further keys until it is full, and gives keys up.
func ExampleStandard() {
	f, err := cuckoo.Standard().Build(wordlist.Of("academy"), filter.Config{Epsilon: 0.01, Capacity: 7})
	if err != nil {
		fmt.Println(err)
		return
	}
	full := 0
	for i := range 20 {
		if err := f.(filter.Inserter).Insert(fmt.Sprint(i)); err != nil {
			full++
		}
	}
	fmt.Println(full, "of 20 keys are refused")
	fmt.Println(f.Contains("academy"), f.(filter.Deleter).Delete("academy"), f.Contains("academy"))
	// Output:
	// 13 of 20 keys are refused
	// true true false
}
