//go:build !linux

package store

import "time"

// sleep lets the goroutine sleep.
func sleep(d time.Duration) { time.Sleep(d) }
