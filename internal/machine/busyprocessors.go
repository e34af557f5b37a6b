package machine

import (
	"context"
	"math"
	"runtime"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
)

// busyLook is how long busy looks at the processors: some ten ticks of the
// counters of Linux, on each.
const busyLook = 100 * time.Millisecond

// busy is how many processors are at work while this program waits, or nil where
// the system does not say. The load average remembers what has ended, such as the
// build of this program; this does not.
func busy(ctx context.Context, cores int) *float64 {
	if runtime.GOOS == "darwin" { // its counters come every second
		return nil
	}
	shares, err := cpu.PercentWithContext(ctx, busyLook, false)
	if err != nil || len(shares) != 1 || math.IsNaN(shares[0]) {
		return nil
	}
	n := shares[0] / 100 * float64(cores)
	return &n
}
