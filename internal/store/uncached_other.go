//go:build !linux

package store

import (
	"fmt"
	"os"
)

// readsPast says that this system can read past its cache.
const readsPast = false

// openPast opens a file whose pages may come from the system's cache.
func openPast(name string) (pageFile, error) {
	f, err := os.Open(name)
	if err != nil {
		return pageFile{}, err
	}
	return pageFile{
		File: f, rooms: make([]byte, 2*pageSize), free: func() error { return nil },
		note: "the store direct does not read past the cache on this system: its lookups are not cold",
	}, nil
}

// evictFile drops the pages of a file from the system's cache.
func evictFile(string) error {
	return fmt.Errorf("evicting a file from the cache is %w: want Linux", ErrUnavailable)
}
