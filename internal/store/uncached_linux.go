package store

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"hyphbench/internal/machine"
)

// readsPast says that this system can read past its cache.
const readsPast = true

// openPast opens a file to be read past the system's cache. Where the file system
// refuses, or answers from memory all the same, the pages are dropped before they are
// read, and the note says so.
func openPast(name string) (pageFile, error) {
	// Such reads go to memory at the beginning of a page, as mapped memory is.
	pages, err := unix.Mmap(-1, 0, 2*pageSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return pageFile{}, fmt.Errorf("memory for two pages: %w", err)
	}
	p := pageFile{rooms: pages, free: func() error { return unix.Munmap(pages) }}
	if p.File, err = os.OpenFile(name, os.O_RDONLY|unix.O_DIRECT, 0); err == nil {
		before := machine.DeviceBytes()
		if _, err = p.ReadAt(pages[:pageSize], 0); err == nil && (before == machine.Uncounted || machine.DeviceBytes() > before) {
			return p, nil
		}
		_ = p.File.Close()
		if err == nil {
			err = errors.New("no byte came from a device")
		}
	}
	p.note = fmt.Sprintf("the store direct does not read past the cache here (%s): it is evicted before each page is read, and lookups are cold only where bytes were read from a device", reason(err))
	return p.plain(name)
}

// plain opens the file for reads through the cache, which forgets the file before each
// of them. A single page cannot be dropped: the cache keeps pages in blocks (folios),
// and one that goes beyond what is to be dropped stays.
func (p pageFile) plain(name string) (pageFile, error) {
	var err error
	if p.File, err = os.Open(name); err != nil {
		return pageFile{}, errors.Join(err, p.free())
	}
	file := int(p.Fd())
	p.before = func() error {
		if err := unix.Fadvise(file, 0, 0, unix.FADV_DONTNEED); err != nil {
			return fmt.Errorf("evicting %s: %w", name, err)
		}
		return nil
	}
	// Else the pages that follow are read as well.
	if err := unix.Fadvise(file, 0, 0, unix.FADV_RANDOM); err != nil {
		return pageFile{}, errors.Join(fmt.Errorf("%s: %w", name, err), p.free(), p.Close())
	}
	return p, nil
}

// reason is an error without the name of a file, which belongs in no record of a run.
func reason(err error) string {
	if path := new(os.PathError); errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// evictFile drops the pages of a file from the system's cache. Pages that some
// process has mapped stay.
func evictFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil { // a page that is not on the disk yet stays
		return err
	}
	if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		return fmt.Errorf("evicting %s: %w", name, err)
	}
	return nil
}
