package compact_test

import (
	"fmt"

	"hyphbench/internal/filter/compact"
)

// In which of three languages a word may have an exception.
func ExampleNew() {
	const english, portuguese, latin = 1, 2, 4
	a, err := compact.New(compact.Config{Lattice: compact.Sets{Elements: 3}, Cells: 1000, Hashes: 7})
	if err != nil {
		fmt.Println(err)
		return
	}
	a.Add("table", english)
	a.Add("mesa", portuguese)
	a.Add("mesa", latin)
	fmt.Println(a.At("table"), a.At("mesa"), a.At("Tisch"))
	// Output: 1 6 0
}
