package knuthliang

import (
	"testing"

	"hyphbench/internal/racetest"
)

// TestMasksWholeList compares the masks of one call with those of single calls.
func TestMasksWholeList(t *testing.T) {
	racetest.OneGoroutine(t)
	list := words(t)
	r, hyphenex := english(t)
	tex := NewTeX(compile(t, r), r.Exceptions, hyphenex)
	dst := make([]uint64, list.Len())
	if long := tex.Masks(dst, list); long != 0 {
		t.Errorf("%d words of more than 64 runes", long)
	}
	bad := 0
	for i, got := range dst {
		if want, _ := tex.Mask(list.At(i)); got != want {
			if bad++; bad < 10 {
				t.Errorf("%q: %b at once, %b alone", list.At(i), got, want)
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d differences", bad)
	}
}
