package machine

import (
	"context"

	"github.com/shirou/gopsutil/v4/disk"
)

// FreeDisk is how many bytes the user may still write to the disk of a folder; false
// where the system does not say.
func FreeDisk(ctx context.Context, folder string) (uint64, bool) {
	usage, err := disk.UsageWithContext(ctx, folder)
	if err != nil {
		return 0, false
	}
	return usage.Free, true
}
