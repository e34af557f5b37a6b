package answer

import "testing"

func TestRoundsOfVersus(t *testing.T) {
	for _, c := range []struct {
		looks []int
		want  string
	}{{nil, "520 rounds"}, {[]int{60, 520}, "520 rounds"}, {[]int{60, 521}, "520 whole rounds of 521"}} {
		if got := rounds(520, c.looks); got != c.want {
			t.Errorf("%v: %s, want %s", c.looks, got, c.want)
		}
	}
}
