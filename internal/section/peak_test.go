package section

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
