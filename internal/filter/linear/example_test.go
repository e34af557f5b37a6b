package linear_test

import (
	"fmt"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/wordlist"
)

// Keys of two sources, of which only the reliable one is asked for.
func ExampleSet() {
	keys := wordlist.Of("academy", "zygote")
	graded, err := filter.BuildGraded(linear.Set(), keys, []float64{1, 0.5}, filter.Config{Epsilon: 0.001})
	if err != nil {
		fmt.Println(err)
		return
	}
	reliable, err := graded.AtLeast(0.9)
	if err != nil {
		fmt.Println(err)
		return
	}
	for key := range keys.Each() {
		fmt.Println(key, graded.Contains(key), reliable.Contains(key))
	}
	// Output:
	// academy true true
	// zygote true false
}

// The filter itself gives the confidence of a key.
func ExampleNew() {
	f, err := linear.New(linear.Config{Cells: 1000, CellBits: 8, Hashes: 7})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Add("zygote", 0.5))
	fmt.Printf("%.3f %.3f\n", f.Confidence("zygote"), f.Confidence("academy"))
	// Output:
	// <nil>
	// 0.498 0.000
}
