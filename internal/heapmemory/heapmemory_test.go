package heapmemory

import (
	"testing"
	"time"
)

// TestPeak builds a value of 4 MiB beside 16 MiB that are given up.
func TestPeak(t *testing.T) {
	const mib = 1 << 20
	peak, held := Peak(func() any {
		aside := make([]byte, 16*mib)
		time.Sleep(200 * time.Millisecond) // for several collections
		value := make([]byte, 4*mib+int(aside[0]))
		return value
	})
	for name, c := range map[string]struct{ got, want float64 }{"peak": {peak, 16 * mib}, "held": {held, 4 * mib}} {
		if c.got < c.want || c.got > c.want+5*mib {
			t.Errorf("%s is %.1f MiB, want %.0f to 5 more", name, c.got/mib, c.want/mib)
		}
	}
}

// TestAllocated allocates 2 MiB.
func TestAllocated(t *testing.T) {
	const size = 1 << 20
	var kept [2][]byte
	if got := Allocated(func() { kept[0], kept[1] = make([]byte, size), make([]byte, size) }); got < 2*size || got > 3*size {
		t.Errorf("%d bytes are said to be allocated, want %d", got, 2*size)
	}
}
