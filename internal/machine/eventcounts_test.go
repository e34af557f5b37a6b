package machine

import "testing"

// Events add up; what was not counted in one stretch has no count in both.
func TestCountsPlus(t *testing.T) {
	if got := (Counts{1, 2, 3}).Plus(Counts{10, 20, 30}); got != (Counts{11, 22, 33}) {
		t.Errorf("the sum is %+v", got)
	}
	if got := (Counts{1, 2, NoCount}).Plus(Counts{10, 20, 0}); got != (Counts{11, 22, NoCount}) {
		t.Errorf("without a counter of cache misses the sum is %+v", got)
	}
	if got := (Counts{1, 2, 0}).Plus(Counts{10, 20, NoCount}); got != (Counts{11, 22, NoCount}) {
		t.Errorf("without a counter of cache misses later the sum is %+v", got)
	}
	if got := (Counts{10, 3, 4}).Times(2.5); got != (Counts{25, 7, 10}) {
		t.Errorf("2.5 times the events are %+v", got)
	}
	if got := (Counts{10, 20, NoCount}).Times(3); got != (Counts{30, 60, NoCount}) {
		t.Errorf("without a counter of cache misses 3 times the events are %+v", got)
	}
}
