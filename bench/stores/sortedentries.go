package main

import (
	"slices"
	"strings"

	"hyphbench/internal/store"
)

// inOrder are the numbers of the entries in the order of their keys, in which a tree
// is filled without gaps.
func inOrder(e store.Entries) []int {
	numbers := make([]int, e.Keys.Len())
	for i := range numbers {
		numbers[i] = i
	}
	slices.SortFunc(numbers, func(a, b int) int { return strings.Compare(e.Keys.At(a), e.Keys.At(b)) })
	return numbers
}
