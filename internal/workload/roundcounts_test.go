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
