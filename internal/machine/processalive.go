package machine

import (
	"context"
	"time"

	"github.com/shirou/gopsutil/v4/process"
)

// Alive reports whether there is a process of that number on this system.
func Alive(number int) bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	there, err := process.PidExistsWithContext(ctx, int32(number))
	return err == nil && there
}
