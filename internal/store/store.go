// Package store has exact stores of keys with values, which can be behind a filter: in memory,
// on a disk, or behind a network.
//
// Guarantee: a store returns the values of its keys, byte for byte, and nothing for other
// strings. It counts its lookups itself. After Close no server is running, and a temporary
// folder has no files.
// Cost: filling 500,000 entries takes seconds; a lookup from 7 ns (map) to a millisecond (cold
// bbolt), as each kind's file says.
// Source: Bloom 1970 for the question; docs/stores.md explains how each store is made cold.
package store

import (
	"context"
	"errors"
	"time"
)

// Store is an open store. One goroutine uses it at a time.
type Store interface {
	// Get appends the value of key to dst, without allocating where the store can.
	// ok is false of a string that is not a key. An error is that of the medium, never
	// that of a missing key.
	Get(dst []byte, key string) (value []byte, ok bool, err error)
	// Accesses is how many lookups the store itself has counted since it was
	// opened; those of a list count one by one.
	Accesses() (int64, error)
	// Close ends the store and what was started for it.
	Close() error
}

// ManyGetter is a Store with lookups of a whole list, as in one message.
type ManyGetter interface {
	// GetMany calls found for each of the keys in order; value is nil of a string
	// that is not a key, and is valid until found returns. An error of found ends it.
	GetMany(keys []string, found func(i int, value []byte) error) error
}

// Evicter is a Store on a disk that can be made cold.
type Evicter interface {
	// Evict drops what this system's memory holds of the store, its own cache
	// included: the next lookup of a page reads the device.
	Evict() error
}

// Pager is a Store that counts the pages that it has asked the system for.
type Pager interface{ Pages() int64 }

// Served is a Store that a process of its own answers for.
type Served interface{ PID() int }

// Noter is a Store with something to say of how it works here, for the notes of a run.
type Noter interface {
	Note() string // a sentence; empty: nothing
}

// NoteOf is what a store has to say; empty: nothing.
func NoteOf(s Store) string {
	if n, ok := s.(Noter); ok {
		return n.Note()
	}
	return ""
}

// Colder is a Store that tells for itself, and not for its kind, whether every lookup
// reads the device: file systems differ.
type Colder interface{ ReadsDevice() bool }

// Medium is where a store keeps its entries.
type Medium string

// The media.
const (
	Memory    Medium = "memory"
	Disk      Medium = "disk"
	Network   Medium = "network"
	Simulated Medium = "simulated" // stands for what is not here
)

// Place is what the text of a store may name behind a colon.
type Place string

// The places, each with what stands for it in a message.
const (
	Nowhere Place = ""
	Folder  Place = "DIR"       // that keeps its files: "bbolt:stores"
	Socket  Place = "SOCKET"    // of a server that runs already: "redis:/run/redis.sock"
	Server  Place = "HOST:PORT" // likewise: "redis-tcp:localhost:6379"
)

// Kind is a kind of store.
type Kind struct {
	Name   string // as in --store
	Title  string // within a sentence: "a B+tree on disk (bbolt)"
	Medium Medium
	Cold   bool // every lookup reads the device, by construction, where the file system allows (ColdIn)
	Place  Place
	Many   bool // its stores are ManyGetters
	// Ready says why stores of the kind cannot be had here, such as for want of a
	// server; nil: they always can.
	Ready func() error
	// Open makes a store with the entries, or takes up the one in the folder that
	// has just these. It is not part of any timed section.
	Open func(ctx context.Context, entries Entries, cfg Config) (Store, error)
}

// ColdIn reports whether every lookup of s, a store of the kind, reads the device by
// construction.
func (k Kind) ColdIn(s Store) bool {
	if c, ok := s.(Colder); ok {
		return c.ReadsDevice()
	}
	return k.Cold
}

// Available says why stores of the kind cannot be had here.
func (k Kind) Available() error {
	if k.Ready == nil {
		return nil
	}
	return k.Ready()
}

// Config is how a store is opened.
type Config struct {
	// Folder is where a store keeps its files. It exists; each kind names its files
	// by its own name and by the checksum of the entries.
	Folder string
	// Address is that of a server that runs already (redis), as host:port or as the
	// path of a socket. Empty: the store starts its own.
	Address string
	// Wait is what a lookup of the kind delay takes longer than one of the map.
	Wait time.Duration
}

// ErrUnavailable is what errors of Ready wrap: the kind needs what this machine does
// not have.
var ErrUnavailable = errors.New("not available here")
