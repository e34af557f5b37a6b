package workload

import "testing"

func TestRounds(t *testing.T) {
	for n, want := range map[int]int{1: 20, 999_999: 20, 1_000_000: 10, 9_999_999: 10, 10_000_000: 3, 100_000_000: 3} {
		if got := Rounds(n, 20, 10, 3); got != want {
			t.Errorf("%d keys have %d rounds, want %d", n, got, want)
		}
		if got := Rounds(n, 2, 10, 3); got != 2 {
			t.Errorf("%d keys have %d rounds of 2", n, got)
		}
	}
}

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
	for want, sizes := range map[int][]int{5: {5, 70}, 70: {70, 80}, 40: {5, 40}} {
		if got := Largest(sizes, 50); got != want {
			t.Errorf("the largest of %v up to 50 is %d, want %d", sizes, got, want)
		}
	}
}
