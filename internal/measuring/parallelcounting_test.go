package measuring

import (
	"context"
	"errors"
	"hyphbench/internal/wordlist"
	"strconv"
	"strings"
	"testing"
)

// The share of the words admitted is the same however many processors ask.
func TestShare(t *testing.T) {
	words := make([]string, 10_001)
	for i := range words {
		words[i] = strconv.Itoa(i)
	}
	list := wordlist.Of(words...)
	for _, bound := range []int{1, 2, 7} {
		share, err := Share(WithJobs(t.Context(), bound), list, func(word string) bool { return strings.HasSuffix(word, "3") })
		if want := 1000.0 / 10_001; err != nil || share != want {
			t.Errorf("%d processors: %v, %v, want %v", bound, share, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Share(ctx, list, func(string) bool { return true }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Work goes to no more processors than it is bound to.
func TestJobs(t *testing.T) {
	for bound, want := range map[int]int{1: 1, 3: 3} {
		if got := jobs(WithJobs(t.Context(), bound)); got != want {
			t.Errorf("%d processors, want %d", got, want)
		}
	}
	if jobs(t.Context()) < 1 || jobs(WithJobs(t.Context(), 0)) != jobs(t.Context()) {
		t.Errorf("%d processors by default", jobs(t.Context()))
	}
	running, most := make(chan int, 1), 0
	running <- 0
	add := func(d int) {
		n := <-running + d
		most = max(most, n)
		running <- n
	}
	if err := InParallel(WithJobs(t.Context(), 1), 1000, func(int) { add(1); add(-1) }); err != nil || most != 1 {
		t.Errorf("%d at once, %v", most, err)
	}
}
