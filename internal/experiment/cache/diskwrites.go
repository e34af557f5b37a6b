package cache

import (
	"fmt"
	"os"
	"path/filepath"

	"hyphbench/internal/store"
	"hyphbench/internal/timing"
)

// diskRequests are the last requests of a stream, whose writes go to a disk under the
// clock.
const diskRequests = 5000

// disk is a file to which objects are written one behind the other, as a cache with a
// log does; at its end it begins anew.
type disk struct {
	folder string
	file   *os.File
	at     int64
	bytes  []byte // of any object, from its beginning
}

// diskRoom is where the file begins anew, in bytes.
const diskRoom = 256 << 20

func newDisk() (*disk, error) {
	folder, err := store.TemporaryFolder()
	if err != nil {
		return nil, err
	}
	file, err := os.Create(filepath.Join(folder, "cache"))
	if err != nil {
		return nil, fmt.Errorf("a file for the cache: %w", err)
	}
	d := &disk{folder: folder, file: file, bytes: make([]byte, largest)}
	for i := range d.bytes { // no file system stores them as zeros
		d.bytes[i] = byte(i * i >> 7)
	}
	return d, nil
}

// write writes objects of these sizes and waits until the disk has them.
func (d *disk) write(sizes []uint32) error {
	for _, size := range sizes {
		if d.at+int64(size) > diskRoom {
			d.at = 0
		}
		n, err := d.file.WriteAt(d.bytes[:size], d.at)
		if err != nil {
			return fmt.Errorf("an object of %d bytes: %w", size, err)
		}
		d.at += int64(n)
	}
	return d.file.Sync()
}

// Close removes the file.
func (d *disk) Close() error {
	failed := d.file.Close()
	if err := os.RemoveAll(d.folder); err != nil {
		return err
	}
	return failed
}

// timed are the writes of objects of these sizes. The thread waits for the disk, so that its
// CPU time says nothing.
func (d *disk) timed(sizes []uint32) (s timing.Section, err error) {
	if err := d.file.Sync(); err != nil { // what an earlier section left
		return s, err
	}
	s = timing.Measure(true, func() { err = d.write(sizes) })
	s.HasCPU = false
	return s, err
}
