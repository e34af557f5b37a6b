//go:build !linux

package main

import "errors"

// evict needs what only Linux has.
func evict(string) error {
	return errors.New("a file cannot be dropped from the system's memory here: want Linux")
}
