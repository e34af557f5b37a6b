//go:build !linux

package machine

import "errors"

// Processors are the numbers of those that the calling thread may use, ascending; nil
// on a system that does not say.
func Processors() []int { return nil }

// Pin keeps the calling thread on one processor.
func Pin(int) error { return errors.New("this system pins no threads: want Linux") }
