package main

import (
	"fmt"
	"os"
	"syscall"
)

// peak is the most memory that an ended process had resident, in MB.
func peak(p *os.ProcessState) string {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return "not known"
	}
	return fmt.Sprintf("%.0f", float64(u.Maxrss)*1024/1e6)
}
