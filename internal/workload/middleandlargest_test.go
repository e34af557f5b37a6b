package workload

import "testing"

func TestMiddle(t *testing.T) {
	for _, c := range []struct {
		list         []int
		wanted, want int
	}{{[]int{1, 2, 3}, 3, 3}, {[]int{1, 2, 3}, 7, 2}, {[]int{1, 2, 3, 4}, 7, 2}, {[]int{5}, 1, 5}} {
		if got := Middle(c.list, c.wanted); got != c.want {
			t.Errorf("the middle of %v around %d is %d, want %d", c.list, c.wanted, got, c.want)
		}
	}
}

func TestLargest(t *testing.T) {
	for want, sizes := range map[int][]int{5: {5, 70}, 70: {70, 80}, 40: {5, 40}, 50: {5, 50, 51}} {
		if got := Largest(sizes, 50); got != want {
			t.Errorf("the largest of %v up to 50 is %d, want %d", sizes, got, want)
		}
	}
}
