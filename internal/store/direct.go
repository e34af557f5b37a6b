package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// Direct is a hash file on a disk: the hash of a key says in which page of 4 KiB it
// is, and the page is read past the system's cache (O_DIRECT). This is the disk of
// Bloom's paper: one access a lookup.
//
// Guarantee: exact; each page carries a checksum, so that a damaged file gives an
// error and no wrong answer, and is written anew the next time. A lookup reads one
// page by construction; more for the few keys whose page was full (the pages are
// filled to 80 % at most, overflow goes to the next one) and for entries of more than
// 512 bytes, which have pages of their own. Pages counts them. Where the file system
// does not read past its cache, Note says so and the lookups are not cold.
// Cost: a page read from the device, 60 to 160 µs on a virtual disk, in which the
// thread sleeps; 1.25 times the entries on the disk.
// Source: Bloom, Space/time trade-offs in hash coding with allowable errors (CACM
// 1970), section "Analysis of hyphenation sample application".
func Direct() Kind {
	return Kind{Name: "direct", Title: "hash-addressed pages read past the cache", Medium: Disk, Place: Folder, Cold: readsPast,
		Open: func(ctx context.Context, e Entries, cfg Config) (Store, error) {
			if err := e.Check(); err != nil {
				return nil, err
			}
			return openDirect(ctx, e, cfg, openPast)
		}}
}

// pageFile is a file whose pages are read one by one.
type pageFile struct {
	*os.File
	rooms  []byte // room for two, as such reads need it in memory
	free   func() error
	before func() error // a page is read; nil: nothing to do
	note   string       // why its pages may come from the cache; empty: they do not
}

// openDirect takes up the file of the entries, or writes it.
func openDirect(ctx context.Context, e Entries, cfg Config, open func(name string) (pageFile, error)) (Store, error) {
	name, sum := cfg.fileName("direct", e), e.Sum()
	header, err := checkDirect(ctx, name, sum)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, errDamaged) {
		if err := buildFile(name, func(temporary string) error { return writeDirect(ctx, temporary, e) }); err != nil {
			return nil, err
		}
		header, err = checkDirect(ctx, name, sum)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file, err := open(name)
	if err != nil {
		return nil, err
	}
	return &inPages{directHeader: header, pageFile: file}, nil
}

type inPages struct {
	directHeader
	pageFile
	accesses, reads int64
}

// read reads a page into one of both rooms.
func (d *inPages) read(page []byte, number uint64) error {
	d.reads++
	offset := int64(number) * pageSize
	if d.before != nil {
		if err := d.before(); err != nil {
			return err
		}
	}
	if _, err := d.ReadAt(page, offset); err != nil {
		return fmt.Errorf("page %d: %w", number, err)
	}
	if err := d.checkPage(number, page); err != nil {
		return fmt.Errorf("%s: %w: want it removed, and it is written anew", d.Name(), err)
	}
	return nil
}

func (d *inPages) Get(dst []byte, key string) ([]byte, bool, error) {
	d.accesses++
	hash := xxhash.Sum64String(key)
	number := d.home(hash)
	page := d.rooms[:pageSize]
	for range d.homes {
		if err := d.read(page, number); err != nil {
			return dst, false, err
		}
		dst, ok, err := d.search(dst, page, key, hash)
		if overflow := page[pageHead+2] != 0; ok || err != nil || !overflow {
			return dst, ok, err
		}
		number = d.next(number)
	}
	return dst, false, nil
}

// search looks for key in a home page. Its lengths are as written: it was checked.
func (d *inPages) search(dst, page []byte, key string, hash uint64) ([]byte, bool, error) {
	used := int(binary.LittleEndian.Uint16(page[pageHead:]))
	for b := page[homeHead : homeHead+used]; len(b) > 0; {
		mark, n := binary.Uvarint(b)
		b = b[n:]
		value, n := binary.Uvarint(b)
		b = b[n:]
		keyBytes, long := mark>>1, mark&1 != 0
		switch {
		case !long && string(b[:keyBytes]) == key:
			return append(dst, b[keyBytes:keyBytes+value]...), true, nil
		case !long:
			b = b[keyBytes+value:]
			continue
		case keyBytes == uint64(len(key)) && binary.LittleEndian.Uint64(b) == hash:
			found, ok, err := d.chain(dst, key, int(value), binary.LittleEndian.Uint64(b[8:]))
			if ok || err != nil {
				return found, ok, err
			}
		}
		b = b[16:]
	}
	return dst, false, nil
}

// chain reads key and value of a long entry, which may have another key.
func (d *inPages) chain(dst []byte, key string, valueBytes int, number uint64) ([]byte, bool, error) {
	kept := len(dst)
	dst = slices.Grow(dst, valueBytes)
	page := d.rooms[pageSize:]
	for left := len(key) + valueBytes; left > 0; number++ {
		if err := d.read(page, number); err != nil {
			return dst[:kept], false, err
		}
		text := page[pageHead:]
		text = text[:min(left, len(text))]
		left -= len(text)
		n := min(len(key), len(text)) // of it are the key's
		if string(text[:n]) != key[:n] {
			return dst[:kept], false, nil
		}
		key = key[n:]
		dst = append(dst, text[n:]...)
	}
	return dst, true, nil
}

func (d *inPages) Accesses() (int64, error) { return d.accesses, nil }

// Pages is how many pages were read; beyond the lookups are overflow and chains.
func (d *inPages) Pages() int64 { return d.reads }

// Note implements Noter.
func (d *inPages) Note() string { return d.note }

// ReadsDevice implements Colder.
func (d *inPages) ReadsDevice() bool { return d.note == "" }

func (d *inPages) Close() error { return errors.Join(d.free(), d.File.Close()) }
