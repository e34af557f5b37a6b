package nearest_test

import (
	"fmt"

	"hyphbench/internal/nearest"
)

func ExampleOf() {
	filters := []string{"bloom", "cuckoo", "linear"}
	fmt.Println(nearest.Of("cukoo", filters))
	fmt.Println(nearest.Of("quotient", filters))
	// Output:
	// cuckoo true
	//  false
}
